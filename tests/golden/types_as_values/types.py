# Types are values: calling, comparing, storing.
for t in (int, float, complex, bool, str, bytes, bytearray, list, tuple, dict, set, frozenset, object):
    x = t()
    print(t, t.__name__, repr(x) if t is not object else 'object', type(x) is t, isinstance(x, t), issubclass(t, object), t == t, t is type(x), hash(t) == hash(t), bool(t), callable(t))
print([t for t in (int, str) if isinstance(5, t)], {int: 'i', str: 's'}[type('a')], max([int, str], key=lambda t: t.__name__), list(map(type, [1, 'a', None])), list(map(int, '123')), [f('5') for f in (int, float, str, list)])

# --- attributes of types
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(int.__name__, int.__module__, int.__qualname__, type(int), dict.__name__, type(None).__name__, type(...).__name__, type(NotImplemented).__name__)
t(lambda: int.nope)
t(lambda: str.upper)
t(lambda: int())
t(lambda: int.__name__.upper())
t(lambda: setattr(int, 'x', 1))
t(lambda: delattr(int, 'real'))
t(lambda: setattr(str, 'upper', 1))
t(lambda: int < str)
t(lambda: int + str)
t(lambda: len(int))
t(lambda: iter(int))
t(lambda: int[0])
t(lambda: list[0])
t(lambda: int | str)
t(lambda: int & str)
t(lambda: -int)
t(lambda: int in int)
t(lambda: 5 in int)
t(lambda: int(int))
t(lambda: str(int))
t(lambda: hash(int) == hash(int))
t(lambda: type(int))
t(lambda: type(type))
t(lambda: isinstance(int, type))
t(lambda: isinstance(type, type))
t(lambda: isinstance(5, type))
t(lambda: bool(int))

# --- type() and isinstance() in dispatch
def describe(x):
    t = type(x)
    if t is bool: return f'bool {x}'
    if t in (int, float, complex): return f'number {x}'
    if isinstance(x, (str, bytes)): return f'text of {len(x)}'
    if isinstance(x, dict): return {k: describe(v) for k, v in x.items()}
    if isinstance(x, (list, tuple, set, frozenset, range)): return t([describe(v) for v in x]) if t in (list, tuple) else sorted(map(describe, x))
    if x is None: return 'nothing'
    if callable(x): return f'callable {x.__name__}'
    return f'other {t.__name__}'
for x in (1, True, 1.5, 2j, 'abc', b'ab', None, [1, 'a', [None]], (True,), {'k': [1]}, {2}, range(2), len, int, describe, ..., slice(1), ValueError, ValueError('x')):
    print(describe(x))

# --- object()
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

o, p = object(), object()
print(o == o, o == p, o is p, o != p, len({o, p}), type(o).__name__, bool(o), isinstance(o, object), repr(o)[:16])
t(lambda: o.x)
t(lambda: setattr(o, 'x', 1))
t(lambda: o < p)
t(lambda: o + 1)
t(lambda: o())
t(lambda: o[0])
t(lambda: len(o))
t(lambda: iter(o))
t(lambda: object(1))
t(lambda: object(x=1))
t(lambda: hash(o) == hash(o))
sentinel = object()
def f(x=sentinel): return 'missing' if x is sentinel else x
print(f(), f(None), f(5))

# --- calling types with odd arguments
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: list(list))
t(lambda: tuple(int))
t(lambda: dict(5))
t(lambda: set(5))
t(lambda: str(b'a', 'ascii', 'strict', 1))
t(lambda: bool(1, 2))
t(lambda: float('a', 'b'))
t(lambda: complex('a'))
t(lambda: range('a'))
t(lambda: slice())
t(lambda: bytes('a'))
t(lambda: bytearray('a'))
t(lambda: memoryview('a'))
t(lambda: frozenset(1))
t(lambda: type(None)())
t(lambda: type(...)())
t(lambda: type(NotImplemented)())
t(lambda: type(None)(1))
t(lambda: type(len)())
t(lambda: type(lambda: 0)())
t(lambda: type(x for x in ())())
t(lambda: type({}.keys())())
t(lambda: type(iter([]))())
t(lambda: enumerate())
t(lambda: zip(1))
t(lambda: map())
t(lambda: filter())
t(lambda: reversed())
t(lambda: type(print))
t(lambda: type(range(1))(3))
t(lambda: type([])('ab'))
t(lambda: type('')(5))

# --- generic aliases are made on request
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(list[int], tuple[int, ...], dict[str, list[int]], set[str], frozenset[int], type[int], list[list[int]], list['x'], list[int, str], tuple[()], list[int] == list[int], list[int] != list[str], list[int]((1, 2)), isinstance(list[int], type), type(list[int]).__name__, list[int].__origin__, list[int].__args__, dict[str, int].__args__)
t(lambda: list[int][str])
t(lambda: list[int].foo)
t(lambda: isinstance([], list[int]))
t(lambda: issubclass(list, list[int]))
t(lambda: list[int] < list[str])
t(lambda: hash(list[int]) == hash(list[int]))
t(lambda: list[int] | None)
t(lambda: int | None)
t(lambda: None | int)
t(lambda: (int | str)[int])
t(lambda: isinstance(1, int | None))
t(lambda: isinstance('a', int | None))
t(lambda: (int | str) == (str | int))
t(lambda: {int | str: 1}[str | int])
t(lambda: (int | str).__args__)
t(lambda: type(int | str))
t(lambda: int | 5)
t(lambda: 'a' | int)
t(lambda: int | list[int] | None)
t(lambda: bytes[int])
t(lambda: range[int])
