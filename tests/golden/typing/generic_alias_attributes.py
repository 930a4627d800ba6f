# list[int] has the attributes of list for those who ask by name, and none of the special methods that are looked up in a type.
import copy, math, operator, typing
alias = list[int]
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)
for f in (round, float, int, dict, complex, abs, math.floor, math.trunc, operator.length_hint, operator.index, sum, next, bytes, iter, copy.copy, bool, str):
    t(lambda: f(alias) if f is not iter else type(f(alias)) is not None)
for name in ('nope', '__round__', 'append', '__len__', 'keys', '__name__', '__origin__', '__args__'):
    t(lambda: getattr(alias, name))
    t(lambda: hasattr(alias, name))
    t(lambda: getattr(dict[str, int], name, 'default'))
t(lambda: divmod(alias, alias)); t(lambda: {}.update(alias)); t(lambda: {} | alias); t(lambda: pow(alias, 2)); t(lambda: '%d' % alias)
try:
    alias.nope
except AttributeError as e:
    print(e.name, e.obj)
try:
    with alias: pass
except TypeError as e:
    print(e)

# --- types that are classes in Python are named with their module
import collections
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)
for thing in (collections.Counter('ab'), collections.ChainMap({}), collections.OrderedDict(), collections.defaultdict(int), collections.deque(), [], {}, set(), bytearray(), (1, [])):
    t(lambda: {thing: 1}); t(lambda: {thing}); t(lambda: {1: 2}[thing]); t(lambda: thing in {1, 2}); t(lambda: hash(thing))

# --- what has no concatenation of its own
import operator
for a, b in ((range(3), print), (range(3), range(3)), (range(3), [1]), (memoryview(b'a'), b'b'), ([1], (2,)), ([1], 3), ('a', 1), (1, 'a'), ({}, {}), (b'a', memoryview(b'b'))):
    for f in operator.concat, operator.iconcat:
        try:
            print(f(a, b))
        except TypeError as e:
            print(e)

# --- names with their module in another place
import array, collections, datetime, decimal, fractions, ipaddress, pathlib, random, string, types, typing, uuid, zlib
for thing in (collections.deque(), collections.Counter(), collections.OrderedDict(), collections.defaultdict(), collections.ChainMap(), decimal.Decimal(1), fractions.Fraction(1),
        datetime.date(2020, 1, 1), types.SimpleNamespace(), array.array('b'), random.Random(1), string.Template(''), uuid.UUID(int=1), 5, 'a', None, typing.Any, typing.List[int],
        ipaddress.ip_address('1.2.3.4'), pathlib.PurePosixPath('a'), zlib.compressobj(), collections.namedtuple('P', 'x')(1), types.MappingProxyType({}), print, type(None), list):
    try:
        with thing: pass
    except TypeError as e:
        print(e)
