# OrderedDict: pop(), setdefault() and update() are its own. CPython 3.14 library, "collections".
from collections import OrderedDict


def show(call, *args, **kwargs):
    try:
        print(repr(call(*args, **kwargs)), end=' ')
    except Exception as e:
        print(type(e).__name__, e, end=' ')
    print(list(od.items()))


od = OrderedDict(a=1, b=2)
show(od.pop, key='a', default=4)
show(od.pop, 'a', default=4)
show(od.pop, 'zz', None)
show(od.pop, 'zz')
show(od.pop, key='b')
show(od.pop)
show(od.pop, 1, 2, 3)
show(od.pop, [])
show(od.setdefault, key='q')
show(od.setdefault, 'r', default=5)
show(od.setdefault, default=6, key='r')
show(od.setdefault, [], 3)
show(od.setdefault)
show(od.setdefault, 1, 2, 3)
show(od.update, {'q': 2}, s=3)
show(od.update, iter([(1, 2), 'xy']))
show(od.update, [[1, 2, 3]])
show(od.update, [(7, 8), (9,)])
show(od.update, [()])
show(od.update, [5])
show(od.update, 5)
show(od.update, iter([6]))
show(od.update, 1, 2)
show(od.__init__, 1, 2)
show(od.__ior__, [(1,)])
show(OrderedDict, ['abc'])
print(OrderedDict.pop.__text_signature__, OrderedDict.setdefault.__text_signature__)
print(OrderedDict.pop.__doc__, OrderedDict.setdefault.__doc__, sep='\n')
