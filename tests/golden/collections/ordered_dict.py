# collections.OrderedDict.
from collections import *
def t(f):
    try:
        s = str(f())
        i = s.find(' at 0x')
        print(s if i < 0 else s[:i])
    except BaseException as e: print(type(e).__name__, '|', e)
print('--- od')
o = OrderedDict(a=1,b=2,c=3)
t(lambda: o)
t(lambda: OrderedDict())
t(lambda: o.move_to_end('zz'))
t(lambda: (o.move_to_end('a'), o))
t(lambda: (o.move_to_end('a', last=False), o))
t(lambda: (o.popitem(False), o))
t(lambda: OrderedDict().popitem())
t(lambda: o.keys())
t(lambda: o.values())
t(lambda: o.items())
t(lambda: OrderedDict(a=1,b=2)==OrderedDict(b=2,a=1))
t(lambda: OrderedDict(a=1,b=2)=={'b':2,'a':1})
t(lambda: o | {'q':1})
t(lambda: {'q':1} | o)
t(lambda: o.pop('zz'))
t(lambda: o.pop('zz', 3))
t(lambda: OrderedDict(1,2))
t(lambda: OrderedDict.fromkeys('ab', 1))
def f():
    for k in o: o['new'+k]=1
t(f)
def f():
    for k in o: del o[k]
t(f)
t(lambda: type(o.keys()))
