# type.__dict__: what a type itself has.
N = type(None)
print(type(N.__dict__), '__bool__' in N.__dict__, '__repr__' in N.__dict__, 'append' in N.__dict__)
print(list.__dict__['append'], list.__dict__['sort'] is list.sort, int.__dict__['real'], str.__dict__['join']('-', 'ab'))
print('__init__' in int.__dict__, '__doc__' in int.__dict__, bool.__dict__.get('bit_length'), 'bit_length' in int.__dict__)
print(list.__dict__['__hash__'], '__len__' in vars(dict), vars(ValueError).get('args'), 'args' in BaseException.__dict__)
try:
    int.__dict__['x'] = 1
except TypeError as e:
    print(e)

# --- types of what is made in C++
import contextlib, types, functools
@contextlib.contextmanager
def g():
    yield
@contextlib.asynccontextmanager
async def h():
    yield
@functools.singledispatch
def s(x): pass
for f in (g, h, s):
    print(isinstance(f, types.FunctionType), type(f) is types.FunctionType, f.__class__ is types.FunctionType, f.__name__)
import asyncio
c = asyncio.sleep(0)
print(isinstance(c, types.CoroutineType), type(c) is types.CoroutineType)
c.close()
import heapq
print(isinstance(heapq.merge([1]), types.GeneratorType))
