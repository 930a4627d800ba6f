# partial.__setstate__: what __reduce__ gives.
from functools import partial
p = partial(int)
print(p.__setstate__((print, (1,), {'sep': '-'}, {'attr': 5}))); p(2); print(p.attr, p.func, p.args, p.keywords)
for state in [1, (), (1, 2, 3, 4), (print, 1, {}, None), (print, (), 1, None), (print, [], {}, {}), (print, (), {}, 1), (print, (), None, None)]:
    try:
        print(p.__setstate__(state), p)
    except TypeError as e:
        print(e)
