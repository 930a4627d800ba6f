# hash of numbers is CPython's, equal numbers hash alike.
# oracle: native
for x in (0, 1, -1, -2, 2**31, 2**61 - 2, 2**61 - 1, 2**61, -2**61, 2**64, 10**30, -10**30, 0.5, 1.5, -0.25, 1e100, 3.14, float('inf'), 1j, 1 + 2j, 0.1, 2**-1074, 1e308, True, 2**1000):
    print(x if x != 2**1000 else 'big', hash(x))

# --- tuples of numbers
# oracle: native
for x in ((), (1,), (1, 2), (0,), (0, 0), ((1,),), (1.5, 2), (-1,), (True, False), tuple(range(20)), (2**70, -2**70), ((), ())):
    print(x, hash(x))
print(hash(frozenset()), hash(frozenset([1, 2, 3])), hash(frozenset([(1, 2)])), hash(range(5)), hash(range(1, 10, 2)), hash(...) == hash(...))

# --- equal keys
d = {}
for k in (1, 1.0, True, 1 + 0j, '1', (1,), (1.0,), b'1', frozenset({1}), frozenset({True})): d[k] = d.get(k, 0) + 1
print(d)
print({0: 'a', 0.0: 'b', False: 'c', -0.0: 'd', 0j: 'e'}, len({2**53, float(2**53), 2**53 + 1}), 10**22 in {1e22}, 10**23 in {1e23}, hash(10**22) == hash(1e22))

# --- what cannot be hashed
for x in ([], {}, set(), bytearray(), [1], {1: 2}, ([],), (1, [2]), (({},),), {}.items(), slice([], 1), memoryview(bytearray(1))):
    try: print(hash(x))
    except (TypeError, ValueError) as e: print(type(e).__name__, e)
for f in (lambda x: {x}, lambda x: {x: 1}, lambda x: {1: 2}[x], lambda x: x in {1}, lambda x: x in {1: 1}, lambda x: {}.get(x), lambda x: set([x]), lambda x: frozenset([x]), lambda x: dict([(x, 1)]), lambda x: {1}.remove(x), lambda x: {1}.discard(x), lambda x: {1}.add(x), lambda x: {}.setdefault(x, 1), lambda x: {}.pop(x, 1), lambda x: dict.fromkeys([x]), lambda x: {1: 1}.__contains__(x), lambda x: {1} - set(x), lambda x: {(1, x): 2}):
    try: print(f([1]))
    except TypeError as e: print(e)

# --- what lies in itself many times over is walked once
a, b = frozenset(), frozenset()
t = ()
for _ in range(100):
    a = frozenset([a, frozenset([a])])
    b = frozenset([b, frozenset([b])])
    t = (t, t)
print(hash(a) == hash(a), hash(t) == hash((t[0], t[1])), len({a: 1}), len({t: 1}), len({a}), len({t}))
