# List, set, dict comprehensions and generator expressions.
print([x for x in range(5)], [x * y for x in (1, 2) for y in (3, 4)], [x for x in range(10) if x % 2 if x > 3])
print({x % 3 for x in range(10)}, {x: x * x for x in range(4)}, {v: k for k, v in {'a': 1, 'b': 2}.items()})
print(list(x for x in 'abc'), sum(x for x in range(5)), tuple(c.upper() for c in 'ab'), set(x // 2 for x in range(6)))
print([(i, j) for i in range(3) for j in range(i)], [[i * j for j in range(3)] for i in range(3)])
print([x if x % 2 else -x for x in range(5)], [y for x in [[1, 2], [3]] for y in x])
print([a + b for a, b in [(1, 2), (3, 4)]], [a for a, *b in ['xyz', 'pq']], [k for k in {'z': 1, 'y': 2}])
print({**{}}, {*()}, [*[x for x in range(2)]], [x for x in ()], {x: 1 for x in ()})
print([x for x in [1, 2, 3] if x != 2 or x == 2 and not x], [x for x in (1, 2, 3) if (y := x * 2) > 2], y)

# --- order of evaluation in a dict comprehension
def k(x): print('k', x, end=' '); return x
def v(x): print('v', x, end=' '); return x
print({k(x): v(x) for x in range(3)})
print([k(x) for x in (v(1), v(2)) if k(x)])
print([v((a, b)) for a in k([1, 2]) if a for b in k([3])])
print({k(x % 2): v(x) for x in range(4)})

# --- scope: iteration variable, outer variable, nested
x = 'x'
print([x for x in 'ab'], x)
print([[x for x in row] for row in ['ab', 'cd']], x)
print([x for x in [x, x]], x)
print({x: y for x in 'ab' for y in [x * 2]}, x)
def f(n):
    return [[n * i + j for j in range(n)] for i in range(n)]
print(f(2))
def g():
    items = [1, 2, 3]
    scale = 10
    return [scale * i for i in items if i < scale], [(lambda: scale + i)() for i in items]
print(g())
def h(a):
    return {a: [a for a in range(a)] for a in range(a)}, a
print(h(3))

# --- exceptions inside leave the outer variable alone
x = 'keep'
try:
    [1 // x for x in (1, 0)]
except ZeroDivisionError as e:
    print(e, x)
def f():
    y = 'local'
    try:
        [1 // y for y in (2, 0)]
    except ZeroDivisionError:
        pass
    return y
print(f())

# --- targets may be subscript or attribute
d = {}
print([d['i'] for d['i'] in range(3)], d)
l = [0, 0]
print([l[:] for l[0], l[1] in [(1, 2), (3, 4)]], l)
print([b for a, (b, c) in [(1, (2, 3))]], [x for [x] in [[1], [2]]], [x for x, in ['a', 'b']])

# --- unpacking errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: [a for a, b in [1]])
t(lambda: [a for a, b in [(1, 2, 3)]])
t(lambda: [a for (a, b), c in [((1,), 2)]])
t(lambda: {a: b for a, b in ['x']})
t(lambda: [x for x in 5])
t(lambda: {x for x in None})
t(lambda: {[]: 1 for x in (1,)})
t(lambda: {[] for x in (1,)})
t(lambda: {x: 1 for x in [{}]})
t(lambda: [x for x in range(3) if x < 'a'])
t(lambda: list(x for x in 3.5))
t(lambda: [undefined for x in (1,)])
t(lambda: [x for x in undefined])

# --- generator expressions are lazy and single use
def v(x): print('v', x); return x
g = (v(i) for i in range(3))
print('created', next(g))
print(list(g), list(g))
print(next((x for x in range(5) if x > 2)), next((x for x in ()), 'none'))
print(max((len(w), w) for w in ['a', 'bbb', 'cc']), any(x > 1 for x in (1, 2)), ','.join(str(i) for i in range(4)))
print(dict((k, v) for k, v in zip('ab', 'cd')), sorted((-x for x in range(3)), key=abs))

# --- comprehension over a list that changes
l = [1, 2, 3]
print([l.append(9) or x for x in l if len(l) < 6])
print(l)
d = {1: 1}
try:
    [d.setdefault(k + 1, 0) for k in d]
except RuntimeError as e:
    print(e, len(d))
s = {1}
try:
    {s.add(x + 100) for x in s}
except RuntimeError as e:
    print(e)

# --- nested four deep with conditions
print([(a, b, c, d) for a in range(2) for b in range(2) if a != b for c in 'x' if a or b for d in (a, b) if d])
primes = [n for n in range(2, 50) if all(n % d for d in range(2, int(n ** .5) + 1))]
print(primes)
print([(a, b, c) for c in range(1, 20) for b in range(1, c) for a in range(1, b) if a * a + b * b == c * c])
matrix = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in matrix] for i in range(3)], list(map(list, zip(*matrix))))

# --- generator expression and closures over the loop
def f():
    n = 3
    g = (n + i for i in range(3))
    n = 100
    return list(g)
print(f())
fs = [(lambda i=i: i) for i in range(3)]
print([f() for f in fs])
def g(limit): return (x for x in range(100) if x > limit)
print(next(g(5)), next(g(50)))
gens = [(x * n for x in range(3)) for n in range(3)]
print([list(g) for g in gens])
