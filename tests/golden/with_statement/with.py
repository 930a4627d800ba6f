# with over objects that are context managers without classes.
m = memoryview(b'abc')
with m as x:
    print(x is m, x.tolist())
try: m.tolist()
except ValueError as e: print(e)
with memoryview(b'a') as a, memoryview(b'b') as b:
    print(bytes(a), bytes(b))
with (memoryview(b'c') as c, memoryview(b'd') as d,):
    print(bytes(c), bytes(d))
with (memoryview(b'c')): print('no as')
with (memoryview(b'c'), memoryview(b'd')): print('two without as')
with memoryview(b'e') as (e): print(bytes(e))
l = [0]
with memoryview(b'f') as l[0]: print(bytes(l[0]))

# --- not context managers
def tr(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
def a():
    with 5: pass
def b():
    with None as x: pass
def c():
    with 'a' as x, undefined: pass
def d():
    with [1]: pass
def e():
    with len: pass
def f():
    with memoryview(b'') as (x, y): pass
def g():
    with memoryview(b'abc') as (x, *y): print(x, y)
def h():
    with memoryview(b'abc') as m: raise KeyError('inside')
def i():
    with memoryview(b''), 5: pass
def j():
    with (x for x in ()): pass
def k():
    with undefined as z: pass
for fn in (a, b, c, d, e, f, g, h, i, j, k): tr(fn)

# --- control flow out of with
def f():
    for i in range(3):
        with memoryview(b'ab') as m:
            if i == 0: continue
            if i == 1: return m[0], i
def g():
    while True:
        with memoryview(b'x') as m:
            break
    try: return m[0]
    except ValueError as e: return str(e)
def h():
    with memoryview(b'x') as m:
        try: return 'r'
        finally: print(bytes(m))
print(f(), g(), h())

# --- the manager is released on an exception too
m = memoryview(bytearray(b'abc'))
try:
    with m:
        m[0] = 65
        1 / 0
except ZeroDivisionError as e:
    print(e)
try: m[0]
except ValueError as e: print(e)
b = bytearray(b'xyz')
with memoryview(b) as v:
    v[0] = 90
    try: b.append(1)
    except BufferError as e: print(e)
b.append(33)
print(b)

# --- async with on asyncio objects
import asyncio
async def main():
    lock = asyncio.Lock()
    async with lock as x:
        print(x, lock.locked())
    print(lock.locked())
    sem = asyncio.Semaphore(2)
    async with sem, sem:
        print(sem.locked())
    print(sem.locked())
    try:
        async with lock:
            raise ValueError('inside')
    except ValueError as e:
        print(e, lock.locked())
    try:
        async with 5: pass
    except TypeError as e: print(e)
    try:
        with lock: pass
    except TypeError as e: print(e)
    try:
        async with memoryview(b''): pass
    except TypeError as e: print(e)
asyncio.run(main())
