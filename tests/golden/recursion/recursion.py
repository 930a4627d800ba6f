# RecursionError is an ordinary exception.
def f(n): return f(n + 1)
try: f(0)
except RecursionError as e: print(type(e).__name__, str(e).startswith('maximum recursion depth exceeded'), isinstance(e, RuntimeError))
depth = 0
def g():
    global depth
    depth += 1
    g()
try: g()
except RecursionError: print(depth > 50)
print('still running', sum(range(10)))

# --- recovering again and again
def f(): f()
n = 0
for _ in range(5):
    try: f()
    except RecursionError: n += 1
print(n)
def deep(k): return 0 if k == 0 else 1 + deep(k - 1)
print(deep(90), deep(150))
def try_deep():
    try: return try_deep()
    except RecursionError: return 'caught at the bottom'
print(try_deep())

# --- through builtins, generators and comprehensions
def a(x): return max([x], key=a)
def b(x): return list(map(b, [x]))
def c(x): return [c(y) for y in [x]]
def d(x): return sorted([x, x], key=d)
def e(x): yield from e(x)
def g(x): return sum(g(y) for y in [x])
def h(x): return eval('h(x)', {'h': h, 'x': x})
def i(x): return (lambda: i(x))()
def k(x):
    try: return k(x)
    finally: pass
def l(*a, **kw): return l(*a, **kw)
for f in (a, b, c, d, lambda x: list(e(x)), g, h, i, k, l):
    try: print(f(1))
    except RecursionError as err: print('RecursionError')

# --- deeply nested data never brings the interpreter down
def survives(f):
    try: f()
    except RecursionError: pass
    return True
l, m = [], []
for _ in range(20000): l, m = [l], [m]
print([survives(f) for f in (lambda: repr(l), lambda: str(l), lambda: f'{l}', lambda: l == m, lambda: l < m, lambda: l + m, lambda: print(end=str(l)[:0]), lambda: sorted([l, m]), lambda: l in [m], lambda: [m].index(l), lambda: max(l, m))])
t = ()
for _ in range(20000): t = (t,)
print([survives(f) for f in (lambda: hash(t), lambda: {t: 1}, lambda: t in {1}, lambda: repr(t), lambda: t == (t,), lambda: isinstance(1, t))])
d = {}
for _ in range(20000): d = {'k': d}
print([survives(f) for f in (lambda: repr(d), lambda: d == {'k': d}, lambda: str(d.items()), lambda: str(d.values()))])
print(len(l), bool(l), l == [], isinstance(l, list), len(d), l is l)
n = 0
while l: l = l[0]; n += 1
print(n, l)

# --- deeply nested source text
def tr(src):
    try: return eval(src)
    except (RecursionError, MemoryError, SyntaxError) as e: return type(e).__name__
print(tr('(' * 50 + '1' + ')' * 50), tr('[' * 50 + ']' * 50) is not None, tr('-' * 50 + '1'), tr('not ' * 50 + '1'), tr('1' + '+1' * 1000), tr('"a"' * 1000) == 'a' * 1000, tr('1 if 1 else ' * 50 + '2'), tr('lambda: ' * 50 + '1') is not None, tr('x.' * 0 + '5'), tr('[' * 300 + ']' * 300), tr('(' * 250 + ')' * 250))
exec('\n'.join(' ' * i + 'if 1:' for i in range(80)) + '\n' + ' ' * 80 + 'print("deep block")')
try: exec('\n'.join(' ' * i + 'if 1:' for i in range(110)) + '\n' + ' ' * 110 + 'pass')
except SyntaxError as e: print(type(e).__name__, e.msg)
try: exec('\n'.join(' ' * i + 'for i in [1]:' for i in range(30)) + '\n' + ' ' * 30 + 'pass')
except SyntaxError as e: print(type(e).__name__, e.msg)

# --- hanoi, ackermann, permutations and mutual recursion work
def hanoi(n, a='A', b='B', c='C'): return 0 if n == 0 else hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)
print(hanoi(10))
def perms(s): return [s] if len(s) < 2 else [c + p for i, c in enumerate(s) for p in perms(s[:i] + s[i + 1:])]
print(perms('abc'), len(perms('abcdef')))
def power(s): return [[]] if not s else [x + y for y in power(s[1:]) for x in ([], [s[0]])]
print(sorted(power([1, 2, 3])))
def collatz(n, steps=0): return steps if n == 1 else collatz(n // 2 if n % 2 == 0 else 3 * n + 1, steps + 1)
print(collatz(27), max(range(1, 30), key=collatz))
def flatten(x): return sum(map(flatten, x), []) if isinstance(x, list) else [x]
print(flatten([1, [2, [3, [4, [5]]]], [[[6]]]]))
def gcd(a, b): return a if b == 0 else gcd(b, a % b)
print(gcd(1071, 462), gcd(2**100, 6**50))
def binsearch(l, x, lo=0, hi=None):
    if hi is None: hi = len(l)
    if lo >= hi: return -1
    m = (lo + hi) // 2
    return m if l[m] == x else binsearch(l, x, m + 1, hi) if l[m] < x else binsearch(l, x, lo, m)
print(binsearch(list(range(0, 100, 3)), 42), binsearch([1, 2], 5))

# --- towers of bound methods are calls inside calls
def tower(f, n):
    for i in range(n): f = f.__call__
    return f
def show(*a, **k): return a, k
print(tower(len, 50)([1, 2]), tower(show, 50)(1, b=2), tower([].append, 50)(1))
for f, a in (([].append, (1,)), (show, (1,)), (len, ([],))):
    try: print(tower(f, 10**5)(*a))
    except RecursionError: print('RecursionError')
    try: print(tower(f, 10**5)(*a, **{}))
    except RecursionError: print('RecursionError')
