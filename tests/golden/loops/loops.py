# while, for, else, break, continue.
i = 0
while i < 5:
    i += 1
    if i == 2: continue
    if i == 4: break
    print(i)
else:
    print('no break')
while i < 6: i += 1
else: print('else', i)
for x in range(3):
    if x == 1: break
else: print('never')
for x in []: pass
else: print('empty else')
for x in range(4):
    for y in range(4):
        if y == x: break
        if y == 0: continue
        print(x, y)
    else:
        print('full', x)
        continue
    if x == 2: break
else:
    print('outer full')
print(x, y)

# --- range loops
for a in ((5,), (2, 5), (5, 2), (5, 2, -1), (0, 10, 3), (10, 0, -3), (0,), (-3,), (2, 2)):
    print(a, [i for i in range(*a)])
for i in range(3):
    print(i, end=' ')
    i = 10
print(i)
for i in range(0): pass
print('i still', i)
n = 3
for i in range(n):
    n = 100
print(i, n)
for i in range(2**62, 2**62 + 2): print(i)
for i in range(2**70, 2**70 + 2): print(i - 2**70)
for i in range(-2**63, -2**63 - 3, -1): print(i)

# --- iterating over containers
for x in [1, 2], (3,), 'ab', {5}, {6: 7}, b'hi', range(2), frozenset([8]), bytearray(b'!'), memoryview(b'm'):
    print(type(x).__name__, [y for y in x])
for k, v in {'a': 1, 'b': 2}.items(): print(k, v)
for i, c in enumerate('xy', 1): print(i, c)
for a, b in zip([1, 2, 3], 'ab'): print(a, b)
for x in reversed([1, 2, 3]): print(x, end=' ')
for c in sorted({'b': 1, 'a': 2}): print(c, end=' ')
for x in map(str.upper, 'ab'): print(x, end=' ')
for x in filter(None, [0, 1, '', 'z']): print(x, end=' ')
print()

# --- a list changed while iterating
l = [1, 2, 3, 4]
for x in l:
    if x % 2: l.remove(x)
print(l)
l = [1, 2, 3]
for x in l:
    if len(l) < 6: l.append(x * 10)
print(l)
l = [1, 2, 3, 4]
for x in l:
    l.pop()
print(l)
l = [3, 1, 2]
for x in l:
    l.sort()
    print(x, end=' ')
print()
for x in l:
    del l[:]
print(l)
l = [1, 2, 3]
for i, x in enumerate(l): l[i] = x * x
print(l)

# --- a dict or set changed while iterating
d = {1: 1, 2: 2}
try:
    for k in d: d[k + 10] = 0
except RuntimeError as e: print(e)
d = {1: 1, 2: 2}
try:
    for k in d: del d[k]
except RuntimeError as e: print(e)
d = {1: 1, 2: 2}
for k in d: d[k] = 'changed'
print(d)
s = {1, 2}
try:
    for k in s: s.add(k + 10)
except RuntimeError as e: print(e)
s = {1, 2}
try:
    for k in s: s.discard(k)
except RuntimeError as e: print(e)
for k in list(d): del d[k]
print(d)
d = {1: 1}
try:
    for k in d: d.clear()
except RuntimeError as e: print(e)
print(d)
d = {'a': 1, 'b': 2}
it = iter(d.items())
next(it)
d['c'] = 3
try: next(it)
except RuntimeError as e: print(e)

# --- break and continue inside try/finally
for i in range(4):
    try:
        if i == 1: continue
        if i == 3: break
        print('body', i)
    finally:
        print('finally', i)
else: print('else')
while True:
    try:
        break
    finally:
        print('left')
def f():
    for i in range(3):
        try: return i
        finally: print('returning', i)
print(f())

# --- not iterable
def tr(x):
    try:
        for _ in x: pass
    except TypeError as e: print(e)
for x in (5, None, 1.5, len, int, ..., True, 1j, lambda: 0, NotImplemented, slice(1), ValueError): tr(x)

# --- loop variable targets
d = {}
for d['k'] in range(3): pass
print(d)
for l in [[1, 2]]:
    for l[0], l[1] in [(5, 6)]: pass
    print(l)
for (a, b), *c in [((1, 2), 3, 4)]: print(a, b, c)
for x in 1, 2: print(x)
for x in *[1], *[2]: print(x)
for x, in [(1,), [2]]: print(x)
for [x, y] in ['ab']: print(x, y)
def f(): pass
for f.a in 'xyz': pass
print(f.a)

# --- while with complex conditions and nested loops
n, steps = 27, 0
while n != 1 and steps < 200:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
print(n, steps)
stack = [1, [2, [3, 4], 5], 6]
out = []
while stack:
    x = stack.pop(0)
    if isinstance(x, list): stack = x + stack
    else: out.append(x)
print(out)
a, b = 48, 36
while b: a, b = b, a % b
print(a)
found = None
for i in range(2, 20):
    for j in range(2, 20):
        if i * j == 77:
            found = i, j
            break
    if found: break
print(found)

# --- large loop sums
t = 0
for i in range(10000):
    t += i * i % 7
print(t)
i = 0
while i < 10000:
    i += 1
    if i % 3: continue
    t -= i
print(t)
f = 0.0
for i in range(1000): f += 0.1
print(f)
s = ''
for i in range(50): s += str(i)
print(len(s), s[-6:])
