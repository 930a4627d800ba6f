# assert, del, pass, return, global in unusual places.
def f(x):
    if x == 0: return
    if x == 1: return None
    if x == 2: return ()
    if x == 3: return 1,
    if x == 4: return (yield_ := 5)
    if x == 5: return [*'ab'], {**{'k': 1}}
    if x == 6: return lambda: x
    return not x
print([f(i) if i != 6 else f(i)() for i in range(8)])

# --- a function without return in every branch
def f(n):
    if n > 0: return 'positive'
    elif n < 0: return 'negative'
print(f(1), f(-1), f(0))
def g():
    for i in range(3):
        if i == 5: return i
print(g())
def h():
    while True: return 'first'
print(h())
def k():
    try: pass
    finally: pass
print(k())

# --- global in several functions
count = 0
def inc():
    global count, other
    count += 1
    other = count * 10
def read(): return count, other
inc(); inc()
print(read(), count, other)
def nested():
    count = 'local'
    def inner():
        global count
        count += 1
        return count
    return inner(), count
print(nested(), count)
def shadow():
    def count(): return 'function'
    return count()
print(shadow(), count)
if True:
    global_in_if = 1
    for global_in_for in range(2): pass
print(global_in_if, global_in_for)
def late():
    global created_late
    created_late = 'yes'
try: created_late
except NameError as e: print(e)
late()
print(created_late)
def remover():
    global created_late
    del created_late
remover()
try: print(created_late)
except NameError as e: print(e)

# --- nonlocal through several levels
def a():
    x = 1
    def b():
        def c():
            nonlocal x
            x += 1
            def d():
                nonlocal x
                x *= 10
                return x
            return d
        return c
    f = b()()
    return f(), x, f(), x
print(a())
def outer():
    values = []
    n = 0
    def add(v):
        nonlocal n, values
        n += 1
        values = values + [v]
        return n
    return add, lambda: (n, values)
add, get = outer()
add('x'); add('y')
print(get())
def two():
    a = b = 0
    def f():
        nonlocal a
        a, b = 1, 2
        return b
    return f(), a, b
print(two())

# --- conditional expressions and chained conditions
for n in (-5, 0, 3, 15, 100):
    print(n, 'neg' if n < 0 else 'zero' if n == 0 else 'small' if n < 10 else 'big', 0 < n < 10, n in (0, 3), not 0 <= n <= 15, (n and 1) or -1, n if n else 'none', [n, -n][n < 0])
x = 5
y = (x if x > 3 else 0) + (1 if x else 2)
print(y, x if x else 1 / 0, (x or 1 / 0), [] if x else {}, (lambda: 1 if x else 2)(), [i if i % 2 else -i for i in range(4)], f'{"a" if x else "b"}')
print((1 if x else 2, 3), 1 if x else (2, 3), *([1, 2] if x else []), {'a': 1 if x else 2, **({'b': 2} if x else {})})

# --- if and while conditions of every kind
for v in (0, 1, '', 'a', [], [0], None, 0.0, {}, {0}, (), (None,), range(0), range(1), b'', b'0', 0j, ..., len, float('nan')):
    r = []
    if v: r.append('if')
    if not v: r.append('not')
    while v:
        r.append('while')
        break
    r.append('and' if v and 1 else 'or')
    r.append([x for x in (1,) if v])
    r.append(bool(v) == (not not v))
    print(type(v).__name__, r)
x = [3, 2, 1]
while x: print(x.pop(), end=' ')
print()
n = 10
while n > 0 and n != 4: n -= 3
print(n)
i = 0
while (i := i + 1) < 5 and i != 3: pass
print(i)
if (a := []) or (b := 'second'): print(a, b)
if not (c := 0): print(c)

# --- comparisons feed branches
a, b = 3, 7
if a < b: print('lt')
if a <= b <= 7: print('chain')
if not a > b: print('not gt')
if a != b and a is not b: print('ne')
if 'x' in 'xyz' and 'q' not in 'xyz': print('in')
if a < b < 5: print('no')
else: print('else')
if a == 3 or undefined: print('short')
if a is None or b is None: print('no')
elif a is not None: print('is not')
print([x for x in range(20) if 3 < x <= 8 or x == 15 if x % 2], sum(1 for x in range(10) if not x % 3))
for x in (1.5, float('nan'), 2**70, True, 'a'):
    print(x == x, x != x, x is x, end='; ')
print()

# --- loops that carry state
acc, prev = [], None
for x in [1, 1, 2, 3, 3, 3, 1]:
    if x != prev: acc.append([x, 0])
    acc[-1][1] += 1
    prev = x
print(acc)
best = None
for w in 'the longest word wins here'.split():
    if best is None or len(w) > len(best): best = w
print(best)
total = 0
for i, row in enumerate([[1, 2], [3], []]):
    for j, v in enumerate(row): total += (i + 1) * (j + 1) * v
print(total)
seen = set()
for x in (3, 1, 3, 2, 1):
    if x in seen: continue
    seen.add(x)
    print(x, end=' ')
print()
a, b, n = 0, 1, 0
while b < 1000:
    a, b, n = b, a + b, n + 1
else: print('fib', a, b, n)
out = []
for a in range(1, 30):
    for b in range(a, 30):
        c = (a * a + b * b) ** 0.5
        if c > 30: break
        if c == int(c): out.append((a, b, int(c)))
print(out)

# --- try around everything
def attempt(f):
    try: return f()
    except ArithmeticError as e: return 'arith', str(e)
    except LookupError as e: return 'lookup', repr(e.args)
    except (TypeError, ValueError) as e: return type(e).__name__, str(e)
    except AttributeError as e: return 'attr', e.name
    except NameError as e: return 'name', e.name
    except Exception as e: return 'other', type(e).__name__
for f in (lambda: 1 / 0, lambda: [][0], lambda: {}['k'], lambda: int('x'), lambda: 1 + 'a', lambda: None.x, lambda: nope, lambda: next(iter([])), lambda: chr(-1), lambda: [].remove(1), lambda: {1}.remove(2), lambda: 'a'.index('b'), lambda: float('x'), lambda: len(5), lambda: (1, 2)[5], lambda: [1][1:][0], lambda: 'abc'[10], lambda: b'a'[3], lambda: range(3)[3], lambda: set().pop(), lambda: {}.popitem(), lambda: [].pop(), lambda: bytes([300]), lambda: ''.join([1]), lambda: max([]), lambda: sorted([1, 'a']), lambda: sum(['a']), lambda: [*5], lambda: {**5}, lambda: (lambda x: x)(), lambda: int(), lambda: '%d' % 'x', lambda: '{}'.format(), lambda: 'a' * 'b', lambda: -'a', lambda: not_defined.x, lambda: __import__('nope'), lambda: eval('1 +'), lambda: (x for x in 5), lambda: dict([1]), lambda: zip(5), lambda: iter(5), lambda: hash([]), lambda: 1 << -1, lambda: 0 ** -1, lambda: pow(2, -1, 4), lambda: ord('ab'), lambda: b'\xff'.decode(), lambda: 'é'.encode('ascii'), lambda: memoryview(5), lambda: slice()):
    r = attempt(f)
    print(r if not callable(r) else 'callable')
