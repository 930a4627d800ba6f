# Ordering of mixed containers.
vals = [[], [0], [0, 1], [1], [[]], (), (0,), 'a', '', 0, 1.5, True, None, {1}, {1: 2}, b'a', range(2)]
def c(a, b):
    try: return a < b
    except TypeError: return '-'
for a in vals: print(repr(a), [c(a, b) for b in vals])

# --- lists of everything compared
pairs = [([1, 2], [1, 2]), ([1, 2], [1, 3]), ([1, 'a'], [1, 'b']), ([1, None], [1, None]), ([None], [None]), ([None, 1], [None, 2]), ([[1], 2], [[1], 3]), ([(1, 2)], [(1, 2, 3)]), ([], [None]), ([{}], [{}]), ([1], [1.0]), ([True], [1]), (['a'], ['b', 1]), ([set()], [set()])]
for a, b in pairs:
    r = []
    for op in (lambda: a == b, lambda: a != b, lambda: a < b, lambda: a <= b, lambda: a > b, lambda: a >= b):
        try: r.append(op())
        except TypeError as e: r.append(str(e))
    print(a, b, r)
    t = tuple(a), tuple(b)
    try: print(t[0] < t[1], t[0] == t[1])
    except TypeError as e: print(e)

# --- sets are ordered by inclusion
sets = [set(), {1}, {2}, {1, 2}, {1, 2, 3}, frozenset({1, 2})]
for a in sets: print([(a < b, a <= b, a == b, a >= b, a > b) for b in sets])
print(sorted([{1, 2}, {1}, set()], key=len), {1} < {1, 2}.__class__([1, 2]), {1: 2}.keys() < {1, 2}, {1, 2} > {1: 0}.keys())

# --- max and min over comparisons that fail half way
for data in ([3, 'a'], ['a', 3], [None], [None, None], [[1], [2, 'x'], [1, 5]], [(1, None), (1, 2)], [{1}, {2}, {1, 2}], [1, 1.0, True], [float('nan'), 1], [1, float('nan')], ['', 'a'], [b'a', bytearray(b'b')], [2**70, 1e20], [0.1, 1 / 10], [-0.0, 0.0], [0, -0.0]):
    for f in (max, min, sorted):
        try: print(f.__name__, repr(f(data)))
        except TypeError as e: print(f.__name__, e)
