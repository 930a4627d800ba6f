# The views of an OrderedDict are copied as little as those of a dict; reversed() goes by the type.
import collections
import copy

ordered = collections.OrderedDict(a=1, b=2)
for kind in dict(ordered), ordered:
    for view in kind.keys(), kind.values(), kind.items():
        print(list(reversed(view)))
        for copied in copy.copy, copy.deepcopy:
            try:
                print(copied(view))
            except TypeError as e:
                print(e)
for iterable in ordered, collections.Counter('ab'), collections.deque('ab'), range(3), (1, 2), 'ab', {1: 2}:
    print(list(reversed(iterable)))
for iterable in {1}, collections.ChainMap({1: 2}), list[int], collections, print:
    try:
        print(list(reversed(iterable)))
    except TypeError as e:
        print(e)
