# __setstate__ of iterators: where to go on.
it = iter(range(10)); it.__setstate__(3); print(next(it), list(it))
it = iter(range(10)); it.__setstate__(-5); print(next(it)); it.__setstate__(500); print(list(it))
it = iter(range(0, 2**70, 2**66)); it.__setstate__(3); print(next(it), len(list(it)))
it = iter(range(10, 0, -2)); it.__setstate__(2); print(list(it))
try:
    iter(range(3)).__setstate__('a')
except TypeError as e:
    print(e)
r = reversed(range(5)); r.__setstate__(2); print(list(r))
r = reversed([1, 2, 3]); r.__setstate__(1); print(list(r))
r = reversed([1, 2, 3]); r.__setstate__(-7); print(list(r))
r = reversed([1, 2, 3]); r.__setstate__(7); print(list(r))
i = iter([1, 2, 3]); i.__setstate__(1); print(list(i)); i.__setstate__(0); print(list(i))
i = iter((1, 2, 3)); i.__setstate__(-1); print(list(i))
i = iter((1, 2, 3)); i.__setstate__(2); print(list(i))

# --- iter() of what is closed
import io
for f in [io.StringIO('a'), io.BytesIO(b'a'), io.TextIOWrapper(io.BytesIO(b'a')), io.BufferedReader(io.BytesIO(b'a'))]:
    print(iter(f) is f, list(f))
    f.close()
    try:
        iter(f)
    except ValueError as e:
        print(e)
    try:
        for line in f:
            pass
    except ValueError as e:
        print(e)

# --- reversed() of mappings
import types
from collections import ChainMap
for x in [types.MappingProxyType(ChainMap({1: 2})), ChainMap({1: 2})]:
    try:
        print(list(reversed(x)))
    except TypeError as e:
        print(e)
print(list(reversed(types.MappingProxyType({1: 2, 3: 4}))))
try:
    ChainMap({1: 2}).pop(1, 2, 3)
except TypeError as e:
    print(e)
