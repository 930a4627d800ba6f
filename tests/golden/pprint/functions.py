# pprint: every container and option.
import pprint as ppm
from pprint import *
from collections import *
import types
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, '|', e)
nested = {'name': 'x' * 30, 'list': list(range(30)), 'tuple': ('a' * 20, 'b' * 20, 'c' * 30, ('d',)), 'set': {5, 1, 3}, 'deep': {'k' * 10: {'z' * 10: ['w' * 30, 'v' * 30]}}, 'bytes': bytes(range(60)), 1: 2, (1, 2): None}
for w in (1, 20, 40, 80, 200):
    for opts in ({}, {'compact': True}, {'indent': 4}, {'indent': 2, 'compact': True, 'sort_dicts': False}, {'depth': 2}):
        t(lambda: pformat(nested, width=w, **opts))
for o in (Counter('abracadabra' * 3), defaultdict(list, a=[1, 2] * 10, b=[]), OrderedDict((c * 10, i) for i, c in enumerate('xyzabc')), deque(range(40)), deque(range(40), maxlen=50), ChainMap({'a' * 30: 1}, {'b' * 30: 2, 'c' * 30: 3}), frozenset(range(40)), {5, 3, 1}, namedtuple('P', 'x y')('a' * 50, 'b' * 50), types.MappingProxyType({'q' * 40: 1, 'r' * 40: 2}), bytearray(b'abc' * 40), b'x' * 100, 'word ' * 30, 'line one\nline two is longer\n\nend', {'k': 'text ' * 30, 'l': b'y' * 100}, ['nested text ' * 10], 12345678901234567890, 1.5, None, (), [], {}, set(), frozenset(), [()], [[[[[[]]]]]], ('a',), (['x' * 80],)):
    t(lambda: pformat(o)); t(lambda: pformat(o, width=30)); t(lambda: pformat([o], width=40, compact=True)); t(lambda: pformat({'key': o}, width=30, indent=3))
t(lambda: pformat({2: 1, 'a': 2, None: 3, 1.5: 4, (1,): 5})); t(lambda: pformat({'b': 1, 'a': 2}, sort_dicts=False)); t(lambda: pformat(123456789, underscore_numbers=True)); t(lambda: pformat([1, 10000, -123456, 2.5], underscore_numbers=True))
t(lambda: pformat([1, [2, [3, [4]]]], depth=2)); t(lambda: pformat({'a': {'b': {}}}, depth=1)); t(lambda: pformat(1, indent=-1)); t(lambda: pformat(1, width=0)); t(lambda: pformat(1, depth=0)); t(lambda: pformat([1, 2], width=-5))
l = [1]; l.append(l)
t(lambda: pformat(l).split(' with')[0]); t(lambda: isrecursive(l)); t(lambda: isreadable(l)); t(lambda: isreadable([1, 'a'])); t(lambda: isreadable([len])); t(lambda: isrecursive([[]])); t(lambda: saferepr({'b': 1, 'a': [2]}))
ppm.pprint({'b': 1, 'a': 2}); pp({'b': 1, 'a': 2}); pp([1] * 50); ppm.pprint('x')
p = PrettyPrinter(width=20, indent=2); p.pprint(list(range(10))); print(p.pformat({'a': 'b' * 30}), p.isreadable([1]), p.isrecursive([1]))
t(lambda: ppm.pprint()); t(lambda: pformat(1, foo=2)); t(lambda: PrettyPrinter(1, 2, 3, 4, 5))
print(pformat({'a': [1, 2, {'b': (3, 4, [5, 6, {'c': list(range(20))}])}]}, width=25))

# --- many keys in order
import pprint
keys = {str(i * 7919 % 5003): i for i in range(5003)}
numbers = {i * 7919 % 5003: i for i in range(5003)}
print(pprint.pformat(keys)[:60], hash(pprint.pformat(keys, width=40)) == hash(pprint.pformat(dict(sorted(keys.items())), width=40, sort_dicts=False)))
print(pprint.pformat(numbers)[:60], pprint.pformat(numbers) == pprint.pformat(dict(sorted(numbers.items())), sort_dicts=False))
pprint.pp(['é' * 38, 'é' * 37, 'a' * 76, 'a' * 77], width=80)
