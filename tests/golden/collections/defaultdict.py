# collections.defaultdict.
from collections import *
def t(f):
    try:
        s = str(f())
        i = s.find(' at 0x')
        print(s if i < 0 else s[:i])
    except BaseException as e: print(type(e).__name__, '|', e)
print('--- dd')
d = defaultdict(list)
t(lambda: d['a'])
t(lambda: d)
t(lambda: defaultdict(3))
t(lambda: defaultdict(None)['x'])
t(lambda: defaultdict())
t(lambda: defaultdict(int, {1:2}, a=3))
t(lambda: defaultdict(int, {1:2}, 3))
t(lambda: d | {1:2})
t(lambda: {1:2} | d)
t(lambda: d.__missing__('zz'))
t(lambda: d.copy())
t(lambda: defaultdict.fromkeys('ab', 1))
t(lambda: d.default_factory)
t(lambda: d | 3)
