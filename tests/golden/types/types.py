# The names of types.
import types
def f(): yield
async def co(): pass
async def ag(): yield
c = co()
for n, v in (('FunctionType', f), ('LambdaType', lambda: 0), ('GeneratorType', f()), ('CoroutineType', c), ('AsyncGeneratorType', ag()), ('BuiltinFunctionType', len), ('BuiltinMethodType', [].append), ('ModuleType', types), ('NoneType', None), ('EllipsisType', ...), ('NotImplementedType', NotImplemented), ('GenericAlias', list[int]), ('UnionType', int | str), ('MethodDescriptorType', str.upper), ('MappingProxyType', {}.keys().mapping)):
    t = getattr(types, n)
    print(n, t.__name__, isinstance(v, t), type(v) is t)
c.close()

# --- SimpleNamespace
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

from types import SimpleNamespace
n = SimpleNamespace(a=1, b=[2])
n.c = 'x'
print(n, n.a, n.__dict__, n == SimpleNamespace(a=1, b=[2], c='x'), SimpleNamespace(), vars(n))
del n.a
print(n, hasattr(n, 'a'), SimpleNamespace({'x': 1}, y=2), n != 5)
n.me = n
print(n)
t(lambda: n.zzz)
t(lambda: SimpleNamespace(5))
t(lambda: SimpleNamespace(1, 2))
t(lambda: n < n)
t(lambda: hash(n))
t(lambda: setattr(n, 'new', 1))
t(lambda: n.new)
t(lambda: SimpleNamespace({1: 2}))
t(lambda: SimpleNamespace(**{'with space': 1}))

# --- MappingProxyType
from types import MappingProxyType
d = {'a': 1}
m = MappingProxyType(d)
d['b'] = 2
print(m, m['b'], len(m), list(m), m.get('z', 0), 'a' in m, dict(m), m == d, m | {'c': 3}, m.copy(), list(m.items()), list(m.keys()), list(m.values()), list(reversed(m)))
def tr(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
def a(): m['x'] = 1
def b(): del m['a']
def c(): m.clear()
def e(): m['zz']
def f(): MappingProxyType(5)
def g(): MappingProxyType()
def h(): hash(m)
for fn in (a, b, c, e, f, g, h): tr(fn)

# --- coroutine decorator and aliases
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import types
@types.coroutine
def wait(x):
    r = yield x
    return r
async def main():
    a = await wait('first')
    b = await wait('second')
    return a, b
c = main()
print(c.send(None), c.send(1))
try: c.send(2)
except StopIteration as e: print(e.value)
print(types.GenericAlias(list, (int,)), types.GenericAlias(dict, (str, int)), types.UnionType, types.NoneType, types.FunctionType.__name__)
t(lambda: types.nope)
t(lambda: types.NoneType())
t(lambda: types.EllipsisType())
t(lambda: types.NotImplementedType())
t(lambda: types.NoneType(1))
t(lambda: types.FunctionType())
t(lambda: types.GeneratorType())
t(lambda: types.ModuleType())
t(lambda: types.ModuleType(5))
