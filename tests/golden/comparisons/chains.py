# Comparisons: chains, mixed types, identity.
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 > 1, 1 == 1 == 1, 1 != 2 != 1, 1 < 2 > 0, 1 == 1.0 == True == (1+0j))
print(1 <= 1 >= 1, 'a' < 'b' < 'c', 5 in [5] in [[5]])
x = 5
print(0 < x < 10, 0 < x < 3, not 0 < x < 3, x == 5 != 4 < 6)

# --- ordering between types is an error
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: 1 < 'a')
t(lambda: 'a' < 1)
t(lambda: 1 <= None)
t(lambda: None < None)
t(lambda: None >= 0)
t(lambda: [] < ())
t(lambda: () > [])
t(lambda: {} < {})
t(lambda: {1} < [1])
t(lambda: b'a' < 'a')
t(lambda: 1j < 2j)
t(lambda: 1j > 1)
t(lambda: 1 < 1j)
t(lambda: (lambda: 0) < 1)
t(lambda: int < str)
t(lambda: ... < 1)
t(lambda: range(1) < range(2))
t(lambda: slice(1) < 2)
t(lambda: [1] < [None])
t(lambda: [1, 'a'] < [1, 2])
t(lambda: ('a', 1) < ('a', None))
t(lambda: {1: 2}.keys() < [1])
t(lambda: memoryview(b'a') < memoryview(b'b'))
t(lambda: print < print)
t(lambda: max(1, 'a'))
t(lambda: sorted([1, 'a']))
t(lambda: min([None, 1]))

# --- equality never raises for builtin types
vals = [0, 0.0, False, '', b'', [], (), {}, set(), None, ..., 0j, range(0), frozenset(), bytearray()]
for a in vals:
    print(repr(a), [b for b in vals if a == b], sum(a != b for b in vals))

# --- numbers compare by exact value
print(2**53 == float(2**53), 2**53 + 1 == float(2**53), 2**53 + 1 > float(2**53), 10**22 == 1e22, 10**23 == 1e23)
print(1 < 1.5 < 2, 10**400 > float('inf'), 10**400 < float('inf'), -10**400 > float('-inf'))
print(0.1 + 0.2 == 0.3, 0.5 == 1/2, 3 == 3.0, 3 == 3+0j, 1e300 * 10 == 10**301, True < 2, False < True)
nan = float('nan')
print(nan == nan, nan != nan, nan < 1, nan > 1, nan is nan, nan in [nan], [nan] == [nan], (nan,) < (nan,))
print({nan: 1}[nan], [nan].index(nan), [nan].count(nan))

# --- two NaNs in containers
# CPython: a float has no identity of its own, so every NaN is the same object and containers find it
a, b = float('nan'), float('nan')
print([a] == [b], (a,) == (b,), {'k': a} == {'k': b}, b in [a], [a].count(b), len({a, b}), {a: 1}.get(b), [a].index(b), a is b)
print(a == b, a != b, [a] == [a], a in [a])

# --- sequences compare lexicographically
print([1, 2] < [1, 3], [1, 2] < [1, 2, 0], [] < [0], [2] > [1, 9, 9], [1] == [1.0], [1, 2] != [2, 1])
print((1, 'a') < (1, 'b'), (1,) < (1, None), () < (1,), (1, [2]) == (1, [2]), (1, 2) == [1, 2])
print('abc' < 'abd', 'Z' < 'a', 'a' < 'aa', '' < 'a', 'é' > 'z', '\U0001f600' > '\uffff')
print(b'a' < b'b', b'a' == bytearray(b'a'), bytearray(b'a') < b'b', b'abc' == memoryview(b'abc'))
print([1, [2, [3]]] == [1, [2, [3]]], [[1], [2]] < [[1], [3]], [(1, 2), (3,)] <= [(1, 2), (3,)])
print(range(3) == range(0, 3, 1), range(0) == range(5, 5), range(0, 3, 2) == range(0, 4, 2), range(3) == [0, 1, 2])
print({1: 2, 3: 4} == {3: 4, 1: 2}, {1: 2} == {1: 2.0}, {1: 2} != {1: 3}, {1: [2]} == {1: [2]})

# --- identity and membership
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

a = [1]; b = [1]; c = a
print(a is c, a is b, a is not b, a == b, None is None, not a is b)
print(1 in [1, 2], 3 in [1, 2], 3 not in [1, 2], 'b' in 'abc', 'bc' in 'abc', '' in 'abc', 'x' not in 'abc')
print(1 in {1: 2}, 2 in {1: 2}, 1 in {1, 2}, 5 in range(10), 5 in range(0, 10, 2), 5.0 in range(10), 'a' in range(3))
print(97 in b'abc', b'b' in b'abc', b'bd' in b'abc', (1, 2) in [(1, 2)], [1] in [[1]], 1.0 in [1], True in [1])
print(2 in (x for x in [1, 2, 3]), 'k' in {'k': 1}.keys(), ('k', 1) in {'k': 1}.items(), 1 in {'k': 1}.values())
t(lambda: 1 in 'abc')
t(lambda: 1 in 5)
t(lambda: 'a' in None)
t(lambda: 'a' in b'abc')
t(lambda: 300 in b'abc')
t(lambda: -1 in b'abc')
t(lambda: [] in {1: 2})
t(lambda: [] in {1})
t(lambda: {} in {1})
t(lambda: {1} in {frozenset({1})})
t(lambda: 1 in len)
t(lambda: 1 in int)
t(lambda: 1 in (lambda: 0))
t(lambda: 'x' in 1.5)

# --- membership consumes an iterator
it = iter([1, 2, 3, 4, 5])
print(3 in it, list(it))
it = iter([1, 2])
print(9 in it, list(it))
g = (x for x in range(10))
print(4 in g, next(g), 2 in g, list(g))

# --- short circuit returns the operand
print(0 or 'a', 1 or 'a', 0 and 'a', 1 and 'a', '' or [] or 0, 1 and 2 and 3, None or 'dflt', [] and 1/0)
print(1 or 1/0, 0 and 1/0, not None, not 'a', (1 and 0) or 2, 1 and (0 or 3))
print([] or {} or () or set() or 'end', 'x' and [] and 'y')

# --- chained comparison evaluates the middle once and stops early
def mid():
    print('mid')
    return 5
print(1 < mid() < 10)
print(9 < mid() < 1/0)
print(1 < mid() > mid() < 0)
a = [3]
print(1 < a.pop() < 5, a)

# --- self-referential containers compare by identity first
a = [1]; a.append(a)
print(a == a, a[1] == a, a[1] is a)
b = [1]; b.append(b)
try:
    print(a == b)
except RecursionError as e:
    print(type(e).__name__)
d = {}; d['d'] = d
print(d == d, d)
