# graphlib.TopologicalSorter.
from graphlib import TopologicalSorter, CycleError
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, '|', e, '|', e.args)
t(lambda: list(TopologicalSorter({'D': {'B'}, 'B': ['A'], 'C': ('A',)}).static_order()))
t(lambda: list(TopologicalSorter({3: [2, 1], 2: (x for x in [1, 0])}).static_order()))
ts = TopologicalSorter()
ts.add('a'); ts.add('b', 'a', 'c'); ts.add('b', 'a')
t(lambda: ts.get_ready()); t(lambda: ts.is_active()); t(lambda: ts.done('a')); t(lambda: bool(ts))
t(lambda: ts.prepare()); t(lambda: ts.add('z')); t(lambda: ts.prepare())
t(lambda: ts.get_ready()); t(lambda: ts.get_ready()); t(lambda: ts.prepare()); t(lambda: ts.is_active())
t(lambda: ts.done('b')); t(lambda: ts.done('nope')); t(lambda: ts.done('a')); t(lambda: ts.done('a')); t(lambda: ts.get_ready())
t(lambda: ts.done('c')); t(lambda: (ts.is_active(), ts.get_ready(), ts.is_active())); t(lambda: ts.done('b')); t(lambda: ts.is_active())
for g in ({1: [2], 2: [1]}, {1: [1]}, {1: [2], 2: [3], 3: [4], 4: [2]}, {'a': ['b', 'c'], 'c': ['d'], 'd': ['a', 'e']}):
    t(lambda: list(TopologicalSorter(g).static_order()))
c = TopologicalSorter({1: [2], 2: [1], 3: []})
t(lambda: c.prepare()); t(lambda: c.get_ready()); t(lambda: TopologicalSorter(3)); t(lambda: TopologicalSorter({1: 2})); t(lambda: TopologicalSorter().add([])); t(lambda: TopologicalSorter().add()); t(lambda: list(TopologicalSorter().static_order()))
x = 3
def rnd(n):
    global x
    x = (x * 1103515245 + 12345) % 2147483648
    return (x >> 8) % n
for _ in range(30):
    g = {i: [rnd(max(i, 1) + (rnd(20) == 0)) for _ in range(rnd(4))] for i in range(1, 15)}
    t(lambda: list(TopologicalSorter(g).static_order()))
big = TopologicalSorter({i: [i + 1] for i in range(3000)})
print(list(big.static_order())[:3])
