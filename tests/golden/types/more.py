# ModuleType, SimpleNamespace and others in odd places.
import types
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, '-', e)
m = types.ModuleType('m')
t(lambda: m); t(lambda: sorted(vars(m))); t(lambda: m.x)
m.x = 1
t(lambda: (m.x, 'x' in dir(m), m.__doc__))
t(lambda: types.ModuleType()); t(lambda: types.ModuleType(5)); t(lambda: types.ModuleType(name='q', doc='d').__doc__)
n = types.SimpleNamespace(a=1)
t(lambda: n.__replace__(a=2, b=3)); t(lambda: types.SimpleNamespace([('x', 1), ['y', 2]])); t(lambda: types.SimpleNamespace(5)); t(lambda: types.SimpleNamespace({1: 2}))
t(lambda: types.SimpleNamespace(1, 2)); t(lambda: n == types.SimpleNamespace(a=1)); t(lambda: n != types.SimpleNamespace(a=1)); t(lambda: hash(n)); t(lambda: type(n))
t(lambda: types.GenericAlias(list, (int,))); t(lambda: types.GenericAlias(list, int)[str]); t(lambda: isinstance([].append, types.BuiltinMethodType)); t(lambda: isinstance(len, types.BuiltinFunctionType))
t(lambda: types.NoneType(1)); t(lambda: types.EllipsisType()); t(lambda: types.NotImplementedType()); t(lambda: types.coroutine(5)); t(lambda: types.nope)
@types.coroutine
def gen(): return (yield 1)
async def main(): return await gen()
c = main()
print(c.send(None))
try: c.send('x')
except StopIteration as e: print(e.value)

# --- exit and quit
for call in (exit, quit, lambda *a: exit(*a)):
    for args in ((), (3,), ('text',)):
        try: call(*args)
        except SystemExit as e: print(e.code, e.args)
print(exit, repr(quit))
try: exit(1, 2)
except TypeError as e: print(e)
try: exit(code=4)
except SystemExit as e: print(e.code)
quit(5)

# --- features
import __future__
for name in __future__.all_feature_names: print(name, getattr(__future__, name))
f = __future__.annotations
print(f.getOptionalRelease(), f.getMandatoryRelease(), f.compiler_flag, type(f), f == __future__.division)
