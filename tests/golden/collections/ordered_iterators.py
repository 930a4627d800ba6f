# Iterators of an OrderedDict are all of one type: CPython 3.14, Objects/odictobject.c.
from collections import OrderedDict
import types
d = OrderedDict(a=1, b=2, c=3)
iterators = [iter(d), iter(d.keys()), iter(d.values()), iter(d.items()), reversed(d), reversed(d.keys()), reversed(d.values()),
             reversed(d.items()), iter(types.MappingProxyType(d))]
for it in iterators:
    print(type(it), repr(it).split(' at ')[0], iter(it) is it, next(it), list(it), list(it))
it = iter(d.items())
for key, value in it:
    print(key, value)
    break
print(dict(it))
it = iter(d.values())
print(sum(it), max(d.items()), [*reversed(d.items())], dict(zip(d, d.values())))

# --- changed while they run
from collections import OrderedDict
for make in (iter, reversed, lambda d: iter(d.items()), lambda d: reversed(d.values())):
    d = OrderedDict(a=1, b=2)
    it = make(d)
    next(it)
    d['c'] = 3
    for _ in range(2):
        try: print(next(it))
        except (RuntimeError, StopIteration) as e: print(type(e), e)
