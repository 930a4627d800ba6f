# range: construction, attributes, repr.
for a in ((5,), (1, 5), (5, 1), (1, 10, 3), (10, 1, -3), (0,), (-5,), (5, 5), (0, 1, 100), (2**40, 2**40 + 5), (True, 4)):
    r = range(*a)
    print(r, len(r), list(r), r.start, r.stop, r.step, bool(r), r[::-1], r == range(*a), hash(r) == hash(range(*a)))

# --- errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: range())
t(lambda: range(1.5))
t(lambda: range('5'))
t(lambda: range(None))
t(lambda: range(1, 2, 0))
t(lambda: range(1, 2, 1.0))
t(lambda: range(1, None))
t(lambda: range(1, 2, 3, 4))
t(lambda: range(stop=5))
t(lambda: range(5)[5])
t(lambda: range(5)[-6])
t(lambda: range(5)['a'])
t(lambda: range(5)[1.0])
t(lambda: range(5)[None])
t(lambda: range(5)[::0])
t(lambda: range(5) + range(2))
t(lambda: range(5) * 2)
t(lambda: range(5) < range(6))
t(lambda: range(5).index(9))
t(lambda: range(5).index('a'))
t(lambda: range(5).index())
t(lambda: range(5).index(1, 2))
t(lambda: range(5).count())
t(lambda: range(5).start())
t(lambda: setattr(range(5), 'start', 1))
t(lambda: range(5).x)
t(lambda: range(2**70)[2**71])
t(lambda: hash(range(5)) == hash(range(0, 5, 1)))
t(lambda: next(range(5)))
t(lambda: -range(5))
t(lambda: range([]))
t(lambda: range(5)[0:'a'])

# --- indexing, slicing, membership
r = range(10, 50, 5)
print(r[0], r[-1], r[2:5], r[::-1], r[::2], r[:-2], r[100:], r[-3:], r[5:1:-1], r[1:][1:], list(r[1:7:3]), 20 in r, 21 in r, 20.0 in r, 50 in r, 'a' in r, None in r, True in range(2), 1.5 in r, 2**70 in r, r.index(25), r.count(25), r.count(26), r.index(10.0), r.count('x'), max(r), min(r), sum(r), sorted(r, reverse=True)[:2], list(reversed(r)), tuple(r)[:2], set(range(3)))

# --- equality and hash
print(range(0) == range(2, 1), range(3) == range(0, 3), range(0, 3, 2) == range(0, 4, 2), range(1) == range(0, 1, 5), range(3) == [0, 1, 2], range(3) != range(4), {range(3): 'a'}[range(0, 3)], hash(range(0)) == hash(range(5, 5)), hash(range(0, 3, 2)) == hash(range(0, 4, 2)), range(5) is range(5), len({range(0), range(1, 1), range(9, 3)}))

# --- huge ranges
r = range(10**20, 10**20 + 10, 3)
print(list(r), r[1], r[-1], len(r), 10**20 + 3 in r, 10**20 + 1 in r, r.index(10**20 + 6), r[::-1], list(reversed(r)))
b = range(-10**30, 10**30, 10**29)
print(len(b), b[3], b[-1], b[2:4], 0 in b)
for i in range(2**63 - 2, 2**63 + 2): print(i, end=' ')
for i in range(-2**63 + 1, -2**63 - 2, -1): print(i, end=' ')
print()
it = iter(range(10**30, 10**30 + 3))
print(next(it), list(it), it.__length_hint__())

# --- iterators over ranges
it = iter(range(5))
print(type(it).__name__, next(it), it.__length_hint__(), list(it), next(it, 'end'), it is iter(it))
print([i for i in range(3)], [*range(0, -3, -1)], dict.fromkeys(range(2)), list(zip(range(3), range(5, 8))), list(enumerate(range(2), 5)), list(map(str, range(3))), list(filter(lambda x: x % 2, range(6))), any(range(1)), all(range(1, 3)), ''.join(map(str, range(5))))
for i in range(3):
    for j in range(i): print(i, j, end='; ')
print()
def gen():
    yield from range(3)
print(list(gen()))
