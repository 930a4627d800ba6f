# pprint of namespaces, and of containers without items in little room. CPython 3.14 library, "pprint".
import collections
import pprint
import types

N = types.SimpleNamespace
words = ['word%d' % i for i in range(8)]
for o in (N(), N(a=1), N(**{w: w * 3 for w in words}), N(x=N(y=list(range(30)), z=1), l=words), [N(k=words * 2), N(a=1)], {'k': N(a=words * 3)}):
    for options in ({}, {'width': 30}, {'compact': True, 'width': 50}, {'depth': 1}, {'indent': 4, 'width': 60}):
        pprint.pprint(o, **options)
r = N(name='x' * 40, more='y' * 40)
r.me = r
pprint.pprint(r)
for o in (collections.OrderedDict(), collections.defaultdict(int), collections.Counter(), collections.deque(), collections.deque([], 7), collections.ChainMap()):
    pprint.pprint(o, width=1)
