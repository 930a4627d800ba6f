# Coroutines without an event loop.
async def f(x):
    return x * 2
c = f(5)
print(type(c).__name__, c.__name__, c.cr_running, c.cr_suspended)
try: c.send(None)
except StopIteration as e: print('returned', e.value)
try: c.send(None)
except RuntimeError as e: print(e)
c = f(1)
c.close()
try: c.send(None)
except RuntimeError as e: print(e)
async def g():
    return await f(1) + await f(2)
try: g().send(None)
except StopIteration as e: print(e.value)
def run(coro):
    try:
        while True: coro.send(None)
    except StopIteration as e: return e.value
print(run(g()), run(f('ab')))

# --- awaiting what is not awaitable
def run(coro):
    try:
        while True: coro.send(None)
    except StopIteration as e: return e.value
async def a(): await 5
async def b(): await None
async def c(): await [1]
async def d(): await (x for x in ())
async def e(): await (lambda: 0)
async def f():
    async for x in [1]: pass
async def g():
    async with 5: pass
async def h(): return [x async for x in range(3)]
async def i(): await 'a'
for fn in (a, b, c, d, e, f, g, h, i):
    try: run(fn())
    except TypeError as x: print(x)
for bad in (lambda co: co(), lambda co: next(co), lambda co: iter(co), lambda co: list(co), lambda co: co[0], lambda co: len(co), lambda co: co + 1):
    co = a()
    try: bad(co)
    except TypeError as x: print(x)
    co.close()

# --- send, throw and close on coroutines
async def inner():
    try: return await wait()
    except ValueError as e: return f'caught {e}'
    finally: print('finally')
def gen():
    x = yield 'asked'
    return x
import types
@types.coroutine
def wait():
    got = yield 'asked'
    return got
c = inner()
print(c.send(None))
try: c.send('answer')
except StopIteration as e: print(e.value)
c = inner(); c.send(None)
try: c.throw(ValueError('v'))
except StopIteration as e: print(e.value)
c = inner(); c.send(None); c.close()
c = inner()
try: c.send(1)
except TypeError as e: print(e)
c.close()
c = inner()
try: c.throw(KeyError('early'))
except KeyError as e: print('early', e)
try: next(c)
except TypeError as e: print(e)

# --- async generators by hand
async def ag():
    x = yield 1
    print('got', x)
    yield 2
def run(coro):
    try:
        while True: coro.send(None)
    except StopIteration as e: return e.value
    except StopAsyncIteration: return 'stop'
a = ag()
print(type(a).__name__, run(a.__anext__()), run(a.asend('val')), run(a.__anext__()), run(a.__anext__()))
b = ag()
print(run(b.asend(None)), run(b.aclose()), run(b.__anext__()))
d = ag()
try: run(d.asend('early'))
except TypeError as e: print(e)
e = ag(); run(e.__anext__())
try: run(e.athrow(ValueError('thrown')))
except ValueError as x: print('out', x)
print(hasattr(a, '__aiter__'), a.__aiter__() is a, a.ag_running, a.__name__)
for f in (lambda: next(a), lambda: list(a), lambda: iter(a)):
    try: f()
    except TypeError as x: print(x)

# --- async for, with else and break
async def ag(n):
    for i in range(n): yield i
async def main():
    async for x in ag(3): print(x)
    else: print('else')
    async for x in ag(5):
        if x == 2: break
    else: print('no')
    print([x async for x in ag(3)], {x async for x in ag(2)}, {x: x * x async for x in ag(3)}, [x async for x in ag(6) if x % 2], [y async for x in ag(3) for y in range(x)], [x for y in [1, 2] async for x in ag(y)])
    g = (x * 2 async for x in ag(3))
    print(type(g).__name__, [v async for v in g])
    return [await f(x) async for x in ag(3)], [await f(x) for x in range(2)]
async def f(x): return x + 100
try: main().send(None)
except StopIteration as e: print(e.value)

# --- exceptions through await
async def a():
    raise ValueError('deep')
async def b():
    try: await a()
    except ValueError as e: raise KeyError('wrapped') from e
async def c():
    try: await b()
    finally: print('c finally')
try: c().send(None)
except KeyError as e: print(repr(e), repr(e.__cause__))
async def d(): raise StopIteration('x')
try: d().send(None)
except RuntimeError as e: print(e)
async def e():
    yield 1
    raise StopAsyncIteration('y')
async def use():
    async for x in e(): print(x)
try: use().send(None)
except RuntimeError as x: print(x)

# --- closures, defaults, decorators, lambdas with async
def deco(f):
    async def w(*a):
        print('before')
        r = await f(*a)
        print('after')
        return r
    return w
@deco
async def f(a, b=2, *c): return a, b, c
def run(c):
    try: c.send(None)
    except StopIteration as e: return e.value
print(run(f(1)), run(f(1, 5, 6)))
async def outer():
    n = 0
    async def inc():
        nonlocal n
        n += 1
        return n
    return [await inc() for _ in range(3)], n
print(run(outer()))
async def kw(*, x): return x
try: kw(1)
except TypeError as e: print(e)
print(run(kw(x=5)), kw.__name__, type(kw).__name__)

# --- aiter and anext
async def ag():
    yield 1
    yield 2
async def main():
    it = aiter(ag())
    print(await anext(it), await anext(it), await anext(it, 'dflt'))
    try: await anext(it)
    except StopAsyncIteration as e: print('stop', e.args)
    for f in (lambda: aiter([1]), lambda: anext([1]), lambda: aiter(5), lambda: anext(it, 1, 2), lambda: aiter()):
        try: f()
        except TypeError as e: print(e)
try: main().send(None)
except StopIteration: print('done')

# --- async generator finalisation and try/finally
async def ag():
    try:
        yield 1
        yield 2
    finally:
        print('cleanup')
async def main():
    a = ag()
    async for x in a:
        print(x)
        break
    await a.aclose()
    print('closed')
    b = ag()
    print(await b.__anext__())
    try: await b.athrow(KeyError('k'))
    except KeyError as e: print(repr(e))
    c = ag()
    await c.aclose()
    print([x async for x in c])
try: main().send(None)
except StopIteration: print('end')
