# Objects of cmp_to_key() inside of lists and tuples: comparing those runs Python.
from functools import cmp_to_key
import heapq, bisect, collections, copy
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
K = cmp_to_key(lambda a, b: (print('cmp', a, b), (a > b) - (a < b))[1])
p(lambda: [K(1), 2] == [K(1), 2])
p(lambda: [K(1), 2] < [K(1), 3])
p(lambda: (K(1), 2) >= (K(2), 3))
p(lambda: ((K(1),), 2) != ((K(1),), 2))
p(lambda: [[K(1)], [K(2)]] < [[K(1)], [K(3)]])
p(lambda: max((K(1),), (K(2),))[0].obj)
p(lambda: min([K(2)], [K(1)])[0].obj)
p(lambda: [x[0].obj for x in heapq.nsmallest(2, [(K(3),), (K(1),), (K(2),)])])
p(lambda: heapq.nlargest(2, [3,1,2,5,4], key=K))
p(lambda: bisect.bisect([(K(1),), (K(3),)], (K(2),)))
h = [(K(3),), (K(1),), (K(2),)]
heapq.heapify(h)
print([x[0].obj for x in h])
p(lambda: [heapq.heappop(h)[0].obj for _ in range(3)])
p(lambda: (K(1), 2) < (K(1), 'a'))
def bad(a, b): raise ValueError('no')
B = cmp_to_key(bad)
p(lambda: (B(1),) < (B(2),))
p(lambda: sorted([(B(1),), (B(2),)]))
x = [1, 2]
def shrink(a, b):
    x.clear()
    return 0
S = cmp_to_key(shrink)
x[:] = [S(1), 5]
p(lambda: x == [S(1), 5])
x[:] = [S(1), 5]
p(lambda: x < [S(1), 6])
P = collections.namedtuple('P', 'a b')
p(lambda: P(K(1), 2) < P(K(1), 3))

# --- sorted by tuples of keys
from functools import cmp_to_key
K = cmp_to_key(lambda a, b: (a > b) - (a < b))
print([t[1] for t in sorted([(K(2), 'b'), (K(1), 'a'), (K(2), 'a')])])
print([t[1] for t in sorted(([K(i * 7 % 10), i] for i in range(30)), reverse=True)])
print([t[0].obj for t in sorted([(K(3),), (K(1),)], key=lambda t: (t, 1))])

# --- waiting for generators
def g():
    yield 1
K = cmp_to_key(lambda a, b: sum(g()) * (a - b))
print([(K(1), 2)] == [(K(1), 2)], (K(1), 2) < (K(1), 3), max([(K(1), 2), (K(1), 3)])[1])
