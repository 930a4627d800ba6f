# What a program sets on a Counter, an OrderedDict or a ChainMap: CPython 3.14 data model.
from collections import *
c = ChainMap({'a': 1}); c.x = 3; print(c.x, c.__dict__)
o = OrderedDict(a=1); o.x = 3; print(o.x, o.__dict__, o)
k = Counter('a'); k.x = 3; print(k.x, k.__dict__, k)
d = defaultdict(int)
try: d.x = 3
except AttributeError as e: print(e)
d = deque()
try: d.x = 3
except AttributeError as e: print(e)
import copy
print(copy.copy(o).x, copy.copy(k).__dict__, copy.deepcopy(o).__dict__, o.copy().__dict__, copy.copy(c).__dict__, c.new_child().__dict__)
del o.x
try: o.x
except AttributeError as e: print(e)
try: del o.x
except AttributeError as e: print(e)
print(vars(o), 'x' in dir(k), hasattr(k, 'x'), getattr(k, 'y', 5))
o.__dict__ = {'z': 1}; print(o.z, vars(o))
setattr(k, 'most', 4); print(k.__dict__)
k.most_common = 5; print(k.most_common)
print(repr(o), o == {'a': 1}, o.__dict__ is o.__dict__)
c.maps = [{'b': 5}]; print(c, c.__dict__)
P = namedtuple('P', 'a')
try: P(1).b = 3
except AttributeError as e: print(e)
P.foo = 5; print(P(1).foo, P.foo)

o = OrderedDict(a=1)
o.x = [1]
o.clear()
print(o.x, o | {'b': 2}, (o | {'b': 2}).__dict__, copy.deepcopy(o).x is o.x, copy.deepcopy(o).x, OrderedDict(o).__dict__)
k = Counter('aab')
k.total = lambda: 'mine'
print(k.total(), (k + k).__dict__, k.elements.__name__)
del k.total
print(k.total())
for value in (3, None):
    try: k.__dict__ = value
    except TypeError as e: print(e)
