# collections.abc: isinstance() and issubclass() of the built-in types and of each other.
from collections.abc import *
import collections.abc
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, '|', e)
async def co(): pass
async def ag(): yield
def g(): yield
c = co(); 
objs = dict(i=1, f=1.5, s='a', b=b'a', ba=bytearray(), l=[], t=(), d={}, se=set(), fs=frozenset(), r=range(3), n=None, mv=memoryview(b''), fn=len, la=lambda:0, g=g(), it=iter([]), dk={}.keys(), dv={}.values(), di={}.items(), co=c, ag=ag(), ty=int, z=zip(), sl=slice(1), e=..., rv=reversed([]), ri=reversed(()))
names = 'Awaitable Coroutine AsyncIterable AsyncIterator AsyncGenerator Hashable Iterable Iterator Generator Reversible Sized Container Callable Collection Set MutableSet Mapping MutableMapping MappingView KeysView ItemsView ValuesView Sequence MutableSequence Buffer'.split()
print(names)
for n in names:
    A = getattr(collections.abc, n)
    print(n, [k for k, v in objs.items() if isinstance(v, A)])
c.close()
for n in names:
    print(n, [m for m in names if issubclass(getattr(collections.abc, n), getattr(collections.abc, m))])
t(lambda: Iterable); t(lambda: Iterable[int]); t(lambda: Callable[[int], str]); t(lambda: Mapping[str, int]); t(lambda: Sequence.__name__); t(lambda: type(Sequence)); t(lambda: isinstance([], Sequence | int)); t(lambda: issubclass(list, (int, Iterable))); t(lambda: Iterable.__module__)
from collections import *
for o in (deque(), Counter(), defaultdict(), OrderedDict(), ChainMap(), namedtuple('P','x')(1)):
    print(type(o).__name__, [n for n in names if isinstance(o, getattr(collections.abc, n))])
