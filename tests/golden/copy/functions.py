# copy: copy, deepcopy with cycles and shared parts, replace.
import heapq, bisect, copy
from functools import cmp_to_key
from collections import *
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, '|', e)
# copy
a = [1, [2, 3], {'k': [4]}, (5, [6]), {7}, frozenset([8]), bytearray(b'x'), deque([[9]], maxlen=3)]
a.append(a)
b = copy.deepcopy(a); c = copy.copy(a)
print(b[:-1], b[-1] is b, b[1] is a[1], c[1] is a[1], b[3] is a[3], b[3][1] is a[3][1], c[-1] is a)
t1 = (1, (2, 3)); print(copy.deepcopy(t1) is t1, copy.copy(t1) is t1)
shared = [1]; s = copy.deepcopy([shared, shared]); print(s[0] is s[1])
l = []; tup = (l,); l.append(tup); d = copy.deepcopy(tup); print(d[0][0] is d, d is tup)
P = namedtuple('P', 'x y'); p = P(1, [2]); q = copy.deepcopy(p); print(q, q.y is p.y, copy.copy(p), copy.replace(p, x=5))
dd = defaultdict(list, a=[1]); e = copy.deepcopy(dd); print(e, e['a'] is dd['a'], copy.copy(dd), copy.deepcopy(Counter('aab')), copy.deepcopy(OrderedDict(a=[1])))
memo = {}; z = [1]; y = copy.deepcopy(z, memo); print(memo[id(z)] is y)
print(copy.deepcopy(ValueError('a', [1])).args, copy.deepcopy(slice(1, 2)), copy.deepcopy(len) is len, copy.copy(t) is t)
it = iter([1, 2, 3]); next(it); it2 = copy.copy(it); print(list(it), list(it2))
t(lambda: copy.deepcopy(x for x in [])); t(lambda: copy.copy({}.keys())); t(lambda: copy.replace(3, x=1)); t(lambda: copy.copy()); t(lambda: copy.Error)
big = []
for i in range(100): big = [big]
print(str(copy.deepcopy(big)) == str(big))
