# map, filter, zip, enumerate, reversed are lazy.
def v(x):
    print('v', x)
    return x
m = map(v, [1, 2, 3])
print(type(m).__name__, next(m))
print(list(m), list(m))
f = filter(v, [0, 1, 2])
print(next(f))
print(list(f))
z = zip(map(v, 'ab'), map(v, [1, 2, 3]))
print(next(z))
print(list(z))
e = enumerate(map(v, 'x'))
print(next(e), next(e, 'end'))
print(iter(m) is m, iter(z) is z, iter(e) is e, iter(f) is f)

# --- map with several iterables
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(map(max, 'abc', 'bab')), list(map(pow, [2, 3], [3, 2])), list(map(lambda *a: a, 'ab', 'cd', 'ef')), list(map(str, [])), list(map(len, ['a', 'bb'])), list(map(int, '123')), list(map({'a': 1}.get, 'ab')), list(map([10, 20].__getitem__, [1, 0])))
t(lambda: list(map(None, [1])))
t(lambda: map(len))
t(lambda: map())
t(lambda: map(5, 5))
t(lambda: list(map(5, [1])))
t(lambda: list(map(len, [1])))
t(lambda: list(map(lambda x: x, [1], [2])))
t(lambda: list(map(lambda x, y: x, [1])))
t(lambda: map(len, 5))
t(lambda: map(len, [], key=1))
t(lambda: list(map(int, ['1', 'a'])))
t(lambda: list(map(lambda: 1, [])))
t(lambda: list(map(lambda a, b: (a, b), [1, 2], [1], strict=True)))
t(lambda: list(map(lambda a, b: (a, b), [1], [1, 2], strict=True)))
t(lambda: list(map(lambda a, b: (a, b), [1], [2], strict=True)))
t(lambda: list(map(lambda a, b, c: 0, [1], [1], [], strict=True)))
t(lambda: len(map(len, [])))
t(lambda: map(len, [])[0])
t(lambda: next(map(len, [])))

# --- filter
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(list(filter(None, [0, 1, '', 'a', None, [], [0]])), list(filter(lambda x: x > 1, [1, 2, 3])), list(filter(str.isdigit, 'a1b2')), list(filter(bool, {0: 1, 2: 3})), list(filter(None, '')), list(filter({'a', 'b'}.__contains__, 'abcab')))
t(lambda: filter())
t(lambda: filter(None))
t(lambda: filter(None, 5))
t(lambda: list(filter(5, [1])))
t(lambda: list(filter(len, [1])))
t(lambda: filter(None, [], []))
t(lambda: list(filter(lambda x: 1 / x, [1, 0])))
t(lambda: filter(function=None, iterable=[]))
t(lambda: list(filter(5, [])))

# --- zip
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(list(zip()), list(zip('ab')), list(zip('ab', [1, 2, 3])), list(zip('ab', 'cd', 'ef')), list(zip([], 'a')), dict(zip('ab', range(2))), list(zip(*[(1, 2), (3, 4)])), list(zip(*[iter('abcdef')] * 2)), list(zip('ab', 'cd', strict=True)), [a + b for a, b in zip('ab', 'cd')], list(zip(range(2), {'x': 1, 'y': 2})))
t(lambda: list(zip('ab', 'c', strict=True)))
t(lambda: list(zip('a', 'bc', strict=True)))
t(lambda: list(zip('ab', 'cd', 'e', strict=True)))
t(lambda: list(zip('a', 'b', 'cd', strict=True)))
t(lambda: zip(5))
t(lambda: zip([], 5))
t(lambda: zip([], None))
t(lambda: next(zip('a', strict='yes')))
t(lambda: zip('a', foo=1))
t(lambda: len(zip()))
t(lambda: next(zip()))
t(lambda: zip([])[0])

# --- zip stops without taking too much
a, b = iter([1, 2, 3]), iter('x')
print(list(zip(a, b)), next(a), next(b, 'none'))
a, b = iter('x'), iter([1, 2, 3])
print(list(zip(a, b)), next(b))
def g(n):
    for i in range(n):
        print('g', i)
        yield i
print(list(zip(g(2), g(1))))
it = iter(range(6))
print([(a, b) for a, b in zip(it, it)])

# --- enumerate and reversed
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(list(enumerate('ab')), list(enumerate('ab', 5)), list(enumerate([], 1)), list(enumerate('a', start=-1)), list(enumerate('ab', 2**63 - 1)), list(enumerate('a', True)), list(reversed('abc')), list(reversed((1, 2))), list(reversed(range(3))), list(reversed({'a': 1, 'b': 2})), list(reversed([])), ''.join(reversed('xyz')), list(reversed(b'ab')), [*reversed(list(enumerate('ab')))])
t(lambda: enumerate())
t(lambda: enumerate(5))
t(lambda: enumerate('a', 'b'))
t(lambda: enumerate('a', 1.5))
t(lambda: enumerate('a', None))
t(lambda: enumerate('a', 1, 2))
t(lambda: enumerate('a', begin=1))
t(lambda: enumerate('a')[0])
t(lambda: len(enumerate('a')))
t(lambda: reversed())
t(lambda: reversed(5))
t(lambda: reversed({1}))
t(lambda: reversed(x for x in 'a'))
t(lambda: reversed(map(str, [])))
t(lambda: reversed(iter([])))
t(lambda: reversed('a', 'b'))
t(lambda: reversed(None))
t(lambda: list(reversed({}.items())))
t(lambda: len(reversed([1])))
t(lambda: reversed(sequence=[1]))
t(lambda: next(reversed('')))
t(lambda: reversed(enumerate([])))
t(lambda: reversed(zip()))
t(lambda: reversed(frozenset()))

# --- iter with a sentinel
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

n = 0
def f():
    global n
    n += 1
    return n
it = iter(f, 4)
print(type(it).__name__, next(it), list(it), next(it, 'end'), n)
l = [3, 2, 1, 0, 5]
print(list(iter(l.pop, 0)), l)
t(lambda: iter(5, 1))
t(lambda: iter())
t(lambda: iter(5))
t(lambda: iter(None))
t(lambda: iter([], 1))
t(lambda: iter(f, 1, 2))
t(lambda: iter(len))
t(lambda: next(iter(lambda: 1, 1)))
t(lambda: next(iter(lambda: 1 / 0, 1)))
t(lambda: list(iter(lambda: 1, 1)))

# --- next
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

it = iter([1])
print(next(it), next(it, 'd'), next(it, None))
t(lambda: next(it))
t(lambda: next(5))
t(lambda: next([]))
t(lambda: next('abc'))
t(lambda: next(None))
t(lambda: next())
t(lambda: next(it, 1, 2))
t(lambda: next(range(3)))
t(lambda: next(iter([]), default=1))
t(lambda: next({}))
t(lambda: next(len, 1))
t(lambda: it.__next__())

# --- iterators are their own iterators and are exhausted for good
for make in (lambda: iter([1, 2]), lambda: iter('ab'), lambda: iter({1: 2}), lambda: iter({1}), lambda: iter(range(2)), lambda: iter(b'a'), lambda: (x for x in 'a'), lambda: map(str, [1]), lambda: filter(None, [1]), lambda: zip([1]), lambda: enumerate('a'), lambda: reversed([1]), lambda: iter((1,)), lambda: iter({1: 2}.items()), lambda: iter({1: 2}.values()), lambda: reversed('ab'), lambda: iter(bytearray(b'a')), lambda: iter(memoryview(b'a')), lambda: reversed({1: 2}), lambda: iter(range(10**20, 10**20 + 1))):
    it = make()
    print(type(it).__name__, iter(it) is it, list(it), list(it), next(it, 'end'), hasattr(it, '__next__'), hasattr(it, '__iter__'), hasattr(it, '__len__'))

# --- exceptions inside lazy iterators, and going on after them
m = map(lambda x: 10 // x, [1, 0, 5])
print(next(m))
try: next(m)
except ZeroDivisionError as e: print(e)
print(next(m), next(m, 'end'))
f = filter(lambda x: 10 // x, [1, 0, 5])
print(next(f))
try: next(f)
except ZeroDivisionError as e: print(e)
print(list(f))
z = zip(map(int, ['1', 'x', '3']), 'abc')
print(next(z))
try: next(z)
except ValueError as e: print(e)
print(list(z))
def g():
    yield 1
    raise StopIteration
try: list(map(str, g()))
except RuntimeError as e: print(e)
def s(x):
    if x == 2: raise StopIteration('from func')
    return x
print(list(map(s, [1, 2, 3])), list(filter(lambda x: s(x) or 1, [1, 2, 3])))
try: print([s(x) for x in [1, 2]])
except StopIteration as e: print('escaped', e)

# --- nesting
print(list(map(lambda p: p[0] * p[1], zip(range(3), map(lambda x: x + 1, filter(lambda x: x % 2, range(10)))))))
print(sum(map(lambda x: x * x, filter(lambda x: x % 3 == 0, range(20)))), max(map(len, 'a bb ccc'.split())), sorted(map(str, range(12))), list(enumerate(zip('ab', reversed('cd')))), dict(map(lambda kv: (kv[1], kv[0]), {'a': 1}.items())), list(zip(*map(lambda x: (x, x * x), range(3)))), any(map(lambda x: x > 2, [1, 2, 3])), [*map(tuple, enumerate('a'))], list(map(list, zip(*[[1, 2], [3, 4]]))))
it = map(str, range(10))
print(next(it), next(it), [x for x, _ in zip(it, range(3))], list(it))
