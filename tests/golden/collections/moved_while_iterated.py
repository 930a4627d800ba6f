# OrderedDict.move_to_end() while the dict is iterated: CPython 3.14 library, "collections".
# CPython: raises "OrderedDict mutated during iteration" at once; here only a changed length is seen, and items that move are met where they are then
from collections import OrderedDict
for last in (True, False):
    for walk in (lambda d: d, lambda d: d.items(), reversed):
        d = OrderedDict.fromkeys('abcd')
        seen = []
        try:
            for key in walk(d):
                seen.append(key[0])
                d.move_to_end(key[0], last)
                if len(seen) > 6:
                    break
        except RuntimeError as e:
            seen.append(str(e))
        print(seen, ''.join(d))
