# collections with factories, iterators and keys that run Python.
from collections import *
log = []
def factory():
    log.append('made')
    return []
d = defaultdict(factory)
for i in range(6): d[i % 3].append(i)
print(d == {0: [0, 3], 1: [1, 4], 2: [2, 5]}, log)
def failing(): raise ValueError('no default')
d = defaultdict(failing)
try: d['x']
except ValueError as e: print(e, 'x' in d)
d = defaultdict(lambda: defaultdict(int))
for w in 'the cat the dog'.split(): d[len(w)][w] += 1
print({k: dict(v) for k, v in d.items()})
def gen():
    for c in 'abracadabra': yield c
c = Counter(gen())
c.update(gen())
c.update(ch for ch in 'zz')
c.subtract(gen(), z=1)
print(c, c.total(), sorted(c.elements()))
dq = deque(gen(), maxlen=4)
dq.extendleft(x.upper() for x in gen())
dq += (x for x in 'xy')
print(dq)
P = namedtuple('P', (n for n in ('a', 'b')), defaults=(x for x in [7]))
print(P(1), P._make(x for x in (3, 4)), P(a=1, b=2)._replace(b=5))
m = ChainMap({}, d)
print(m[3] == d[3], m['new'], 'new' in d)
o = OrderedDict((k, i) for i, k in enumerate('abc'))
for k in 'cab': o.move_to_end(k, last=False)
print(o)

# --- OrderedDict.move_to_end to both ends, many times
from collections import OrderedDict
o = OrderedDict.fromkeys(range(40))
model = list(range(40))
x = 7
for i in range(600):
    x = (x * 1103515245 + 12345) % 2147483648
    k = model[x % len(model)]
    last = bool(x >> 16 & 1)
    o.move_to_end(k, last)
    model.remove(k)
    model.insert(len(model) if last else 0, k)
    if i % 50 == 49:
        k, _ = o.popitem(last=not last)
        print(k == (model.pop(0) if last else model.pop()), list(o) == model)
        o[100 + i] = 1
        model.append(100 + i)
print(list(o) == model, len(o), [o.get(k, 'none') for k in model[:3]])

# --- Counter arithmetic
from collections import Counter
x = 1
def rnd(n):
    global x
    x = (x * 1103515245 + 12345) % 2147483648
    return (x >> 8) % n
for _ in range(25):
    a = Counter({k: rnd(9) - 4 for k in 'abcdef' if rnd(2)})
    b = Counter({k: rnd(9) - 4 for k in 'defgh' if rnd(2)})
    print(a + b, a - b, a | b, a & b, +a, -a, a <= b, a == b, a > b, a != b, a.most_common(2))
    c = a.copy(); c += b; d = a.copy(); d -= b; e = a.copy(); e |= b; f = a.copy(); f &= b
    print(c, d, e, f, list(c), list(e))

# --- comparisons and loops of subclasses of dict
from collections import *
c = Counter(a=1)
d = defaultdict(int, a=1)
o = OrderedDict(a=1)
print(c == d == o == {'a': 1}, {**c, **d}, dict(o), c | {'b': 2}, d | o, type(d | o).__name__, type(o | d).__name__)
for k, v in d.items(): print(k, v)
for k, v in c.items(): print(k, v)
for k, v in o.items(): print(k, v)
print([*c], [*d.values()], list(o.items()), isinstance(c, dict), issubclass(Counter, dict))
try:
    for k in d: d[k + 'x']
except RuntimeError as e: print(e)
def f(**kw): return kw
print(f(**c), f(**d), f(**o))
print(sorted(o | {'z': 1}), list(reversed(o)), list(reversed(c)), max(c, key=c.get), 'a' in d, len(c))
