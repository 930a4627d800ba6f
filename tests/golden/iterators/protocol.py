# What for, list, star and others do with iterators.
def g():
    print('start')
    yield 1
    print('between')
    yield 2
    print('end')
for x in g(): print('got', x)
print([*g()])
a, b = g()
print(a, b)
print(list(zip(g(), 'ab')))
print(1 in g(), 5 in g())
print(max(g()), sum(g()), dict(zip('ab', g())), sorted(g(), reverse=True))

# --- partial consumption
it = iter('abcdef')
print(next(it), 'c' in it, next(it))
a, *b = it
print(a, b, next(it, None))
it = iter(range(10))
for x in it:
    if x == 3: break
print(list(it))
it = iter([1, 2, 3])
for a in it:
    for b in it: print(a, b)
print(next(it, 'none'))
it = iter([3, 1, 2])
print(sorted(it), list(it))
g = (x for x in range(5))
print([next(g) for _ in range(2)], list(zip(g, range(2))), list(g))

# --- one iterator in several places
it = iter(range(6))
print([(x, next(it)) for x in it])
it = iter('abcdefg')
print([''.join(p) for p in zip(it, it, it)], list(it))
it = iter([1, 2, 3, 4])
print({x: next(it) for x in it}, dict(zip(*[iter('k1v1')] * 2)))
it = iter(range(3))
print(list(map(lambda a, b: (a, b), it, it)), next(it, 'end'))

# --- endless iterators are safe where few are taken
def count(n=0):
    while True:
        yield n
        n += 1
print(next(x for x in count() if x * x > 50), any(x > 10 for x in count()), all(x < 10 for x in count()), 7 in count(), list(zip('abc', count(5))), [x for x, _ in zip(map(lambda v: v * v, filter(lambda v: v % 2, count())), range(4))])
c = count()
a, b = next(c), next(c)
print(a, b, next(c), dict(zip('xy', c)), next(c))

# --- exhausted generators stay exhausted
g = (x for x in [1, 2])
print(list(g), list(g), next(g, 'd'), sum(g), max(g, default='m'), [*g], tuple(g), ''.join(g))
for x in g: print('never')
else: print('else')
try: a, b = g
except ValueError as e: print(e)
try: max(g)
except ValueError as e: print(e)

# --- deep chains of generators
def add(g, n):
    for x in g: yield x + n
g = iter(range(3))
for i in range(50): g = add(g, i)
print(list(g))
m = range(5)
for i in range(50): m = map(lambda x: x + 1, m)
print(list(m))
def nest(n):
    if n: yield from nest(n - 1)
    yield n
print(sum(nest(60)), list(nest(3)))

# --- iterators keep working when their container changes
l = [1, 2, 3]
it = iter(l)
next(it)
l.insert(0, 0)
print(next(it), l.append(9), list(it))
l = [1, 2, 3, 4]
r = reversed(l)
next(r); l.append(5)
print(next(r), list(r))
d = {1: 'a'}
k = iter(d)
d[1] = 'b'
print(next(k), list(k))
s = 'abc'
i = iter(s)
s += 'd'
print(list(i))
b = bytearray(b'abc')
i = iter(b)
next(i)
b.append(100)
b[1] = 66
print(list(i))
e = enumerate(l)
next(e)
l.clear()
print(list(e))
z = zip(l, [1, 2])
l.extend('xy')
print(list(z))

# --- errors in the middle of collecting
def g():
    yield 1
    raise KeyError('broken')
for f in (list, tuple, set, sum, max, sorted, dict, lambda x: [*x], lambda x: (lambda a, b: 0)(*x), lambda x: 5 in x, any, lambda x: ','.join(map(str, x)), bytes, frozenset, lambda x: dict.fromkeys(x), lambda x: [].extend(x), lambda x: {}.update(zip(x, x)), enumerate, lambda x: list(enumerate(x)), lambda x: list(zip(x, x)), lambda x: next(x) and next(x), all, min, bytearray, lambda x: set().union(x), lambda x: {1}.intersection(x), lambda x: print(*x)):
    try: print(type(f(g())).__name__)
    except KeyError as e: print('KeyError', e)
    except TypeError as e: print('TypeError', e)

# --- length hints of iterators
for it in (iter([1, 2, 3]), iter((1, 2)), iter('abc'), iter(range(5)), iter({1: 1}), iter({1, 2}), reversed([1, 2]), iter(b'ab'), iter({1: 1}.items()), reversed(range(4)), iter(range(10**20, 10**20 + 4)), reversed((1, 2, 3))):
    a = it.__length_hint__()
    next(it)
    print(type(it).__name__, a, it.__length_hint__())
