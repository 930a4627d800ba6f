# Which pairs the others compare: min and max, bisect, heapq, statistics.
from functools import cmp_to_key
import bisect, heapq, statistics
log = []
def compare(a, b):
    log.append((a, b))
    return (a > b) - (a < b)
K = cmp_to_key(compare)
def show(name, call):
    log.clear()
    answer = call()
    print(name, answer, *[f"{a}<{b}" for a, b in log])

xs = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
ks = [K(x) for x in xs]
show("max", lambda: max(ks).obj)
show("min", lambda: min(ks).obj)
show("max key", lambda: max(xs, key=K))
show("min key", lambda: min(xs, key=K))
show("max of 3", lambda: max(ks[0], ks[1], ks[2]).obj)
show("min of 3", lambda: min(ks[0], ks[1], ks[2]).obj)
show("max default", lambda: max([], default=1, key=K))
for n in (0, 1, 5, 8, 20):
    s = [K(x) for x in range(n)]
    for x in (-1, 0, 3, 7, 19, 20):
        show(f"bisect_left {n} {x}", lambda: bisect.bisect_left(s, K(x)))
        show(f"bisect_right {n} {x}", lambda: bisect.bisect_right(s, K(x)))
        show(f"bisect_left key {n} {x}", lambda: bisect.bisect_left(range(n), K(x), key=K))
        show(f"bisect_right key {n} {x}", lambda: bisect.bisect_right(range(n), K(x), key=K))
        show(f"insort_left {n} {x}", lambda: bisect.insort_left(s[:], K(x)))
        show(f"insort_right {n} {x}", lambda: bisect.insort_right(s[:], K(x)))

# --- heaps
from functools import cmp_to_key
import heapq
log = []
def compare(a, b):
    log.append((a, b))
    return (a > b) - (a < b)
K = cmp_to_key(compare)
def show(name, call):
    log.clear()
    answer = call()
    h = 0
    for a, b in log:
        h = (h * 31 + a * 7 + b) % 1000003
    print(name, answer, len(log), h, *[f"{a}<{b}" for a, b in log[:25]])
def push_all(v):
    h = []
    for x in v: heapq.heappush(h, K(x))
    return [heapq.heappop(h).obj for _ in v]
def heap(v):
    h = [K(x) for x in v]
    heapq.heapify(h)
    r = [x.obj for x in h]
    if h:
        heapq.heapreplace(h, K(9))
        heapq.heappushpop(h, K(4))
    return r[:20], [x.obj for x in h][:20]
def heap_max(v):
    h = [K(x) for x in v]
    heapq.heapify_max(h)
    r = [x.obj for x in h]
    if h:
        heapq.heapreplace_max(h, K(9))
        heapq.heappushpop_max(h, K(4))
        heapq.heappush_max(h, K(7))
    return r[:20], [heapq.heappop_max(h).obj for x in range(min(20, len(h)))]
for n in (0, 1, 2, 3, 4, 5, 8, 15, 30, 100):
    v = [i * 37 % 23 for i in range(n)]
    show(f"push {n}", lambda: push_all(v)[:20])
    show(f"heapify {n}", lambda: heap(v))
    show(f"heapify_max {n}", lambda: heap_max(v))
    for k in (0, 1, 2, 3, 10, 50):
        show(f"nlargest {n} {k}", lambda: heapq.nlargest(k, v, key=K)[:20])
        show(f"nsmallest {n} {k}", lambda: heapq.nsmallest(k, v, key=K)[:20])
    s = sorted(v)
    show(f"merge {n}", lambda: [x.obj for x in heapq.merge([K(x) for x in s], [K(x) for x in s[::2]], [K(5)])][:20])
    show(f"merge key {n}", lambda: list(heapq.merge(s, s[::2], [5], key=K))[:20])
    show(f"merge reverse {n}", lambda: list(heapq.merge(s[::-1], s[::-2], [5], key=K, reverse=True))[:20])

# --- a heap of more than 2500, which is made in another order
import heapq
from functools import cmp_to_key
h = count = 0
def compare(a, b):
    global h, count
    count += 1
    h = (h * 31 + a * 7 + b) % 1000003
    return a - b
K = cmp_to_key(compare)
for n in (2500, 2501, 2750):
    heap = [K(i * 7919 % 3001) for i in range(n)]
    heapq.heapify(heap)
    print(n, count, h, [x.obj for x in heap[:10]])
    heapq.heapify_max(heap)
    print(n, count, h, [x.obj for x in heap[:10]])

# --- statistics
from functools import cmp_to_key
import statistics
log = []
def compare(a, b):
    log.append((a, b))
    return a - b
K = cmp_to_key(compare)
for n in (1, 2, 5, 12):
    v = [K(i * 5 % 13) for i in range(n)]
    print(statistics.median_low(v).obj, statistics.median_high(v).obj, log)
    log.clear()
