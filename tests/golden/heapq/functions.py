# heapq: every function; random heaps of numbers, tuples and objects of cmp_to_key.
import heapq, bisect, copy
from functools import cmp_to_key
from collections import *
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, '|', e)
t(lambda: heapq.heappush(3, 1)); t(lambda: heapq.heappop([])); t(lambda: heapq.heappop(3)); t(lambda: heapq.heapreplace([], 1)); t(lambda: heapq.heappushpop([], 1)); t(lambda: heapq.heapify(3)); t(lambda: heapq.heapify([1,'a']))
t(lambda: heapq.heappush([1], 'a')); t(lambda: heapq.heappush([1])); t(lambda: heapq.heappop_max([])); t(lambda: heapq.nlargest('a', [1])); t(lambda: heapq.nlargest(2, 3)); t(lambda: heapq.nsmallest(-1, [3])); t(lambda: heapq.nsmallest(1, [])); t(lambda: heapq.nsmallest(1,[3,1],key=None)); t(lambda: list(heapq.merge(3))); t(lambda: heapq.nlargest(2,[1,'a'])); t(lambda: list(heapq.merge([1,3],[2,4],reverse=True))); t(lambda: type(heapq.merge()).__name__)
# random heaps, interrupted and not
x = 1
def rnd(n):
    global x
    x = (x * 1103515245 + 12345) % 2147483648
    return (x >> 8) % n
K = cmp_to_key(lambda a, b: (a > b) - (a < b))
for size in (0, 1, 2, 3, 7, 20, 50):
    for wrap, un in ((lambda v: v, lambda v: v), (K, lambda k: k.obj), (lambda v: (v % 5, str(v)), lambda p: p)):
        h = [wrap(rnd(100)) for _ in range(size)]
        g = h[:]
        heapq.heapify(h); heapq.heapify_max(g)
        print([un(v) for v in h], [un(v) for v in g])
        for i in range(size // 2):
            heapq.heappush(h, wrap(rnd(100))); heapq.heappush_max(g, wrap(rnd(100)))
            a = [heapq.heappop(h), heapq.heapreplace(h, wrap(rnd(100))), heapq.heappushpop(h, wrap(rnd(100))), heapq.heappop_max(g), heapq.heapreplace_max(g, wrap(rnd(100))), heapq.heappushpop_max(g, wrap(rnd(100)))]
            print([un(v) for v in a], end=' ')
        print([un(v) for v in h], [un(v) for v in g])
def gen(*a): yield from a
for rev in (False, True):
    for key in (None, lambda v: v, lambda v: -v, lambda v: v % 7):
        ss = [sorted([rnd(30) for _ in range(rnd(8))], key=key, reverse=rev) for _ in range(5)]
        print(list(heapq.merge(*ss, key=key, reverse=rev)), list(heapq.merge(*[gen(*s) for s in ss], key=key, reverse=rev)) == list(heapq.merge(*ss, key=key, reverse=rev)))
for n in (0, 1, 2, 5, 50):
    data = [(rnd(5), i) for i in range(12)]
    print(heapq.nlargest(n, data, key=lambda p: p[0]), heapq.nsmallest(n, gen(*data), key=lambda p: p[0]), heapq.nlargest(n, (p[0] for p in data)))
m = heapq.merge([1, 2], [3])
print(next(m), m.__name__); m.close(); print(list(m))
