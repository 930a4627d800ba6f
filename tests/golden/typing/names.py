# TypedDict, NamedTuple, NewType, overloads.
from typing import *
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, '-', e)
M = TypedDict('M', {'a': int, 'b': NotRequired[str]})
t(lambda: M); t(lambda: type(M).__name__); t(lambda: M.__annotations__)
t(lambda: (sorted(M.__required_keys__), sorted(M.__optional_keys__), M.__total__, M.__name__, M.__module__, sorted(M.__readonly_keys__), sorted(M.__mutable_keys__)))
N = TypedDict('N', {'a': Required[int], 'b': ReadOnly[str]}, total=False)
t(lambda: (sorted(N.__required_keys__), sorted(N.__optional_keys__), N.__total__))
t(lambda: isinstance({}, M)); t(lambda: M(a=1)); t(lambda: M({'a': 1}, b=2)); t(lambda: M(5)); t(lambda: is_typeddict(M))
t(lambda: TypedDict('X', a=int)); t(lambda: TypedDict('X', 5)); t(lambda: M | None); t(lambda: List[M]); t(lambda: get_type_hints(M)); t(lambda: M.nope)
U = NewType('U', int)
t(lambda: (U, U(3), U.__name__, U.__supertype__, U.__module__, type(U), U == U, NewType('V', U)(3)))
t(lambda: isinstance(3, U)); t(lambda: U()); t(lambda: U(1, 2)); t(lambda: U.nope); t(lambda: U | None)

# --- marks on functions
from typing import *
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, '-', e)
@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
marked = f
def f(x): return x
t(lambda: len(get_overloads(f))); t(lambda: marked(1)); clear_overloads(); t(lambda: len(get_overloads(f)))
@final
def g(): pass
@override
def h(): pass
@no_type_check
def k(a: 'nope'): pass
t(lambda: g.__final__); t(lambda: h.__override__); t(lambda: (k.__no_type_check__, get_type_hints(k)))
t(lambda: final(5)); t(lambda: runtime_checkable(5)); t(lambda: assert_never('x' * 200))

# --- get_type_hints
from typing import *
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, '-', e)
T = TypeVar('T')
def z(a: int, b: Annotated[int, 'm'], c: List[Annotated[str, 1]], d: 'Optional[T]', e: List['int'], f: None, *args: 'int', **kw: 'str') -> None: pass
t(lambda: get_type_hints(z)); t(lambda: get_type_hints(z, include_extras=True)); t(lambda: get_type_hints(z, {'T': 5, 'Optional': Optional, 'int': float}))
t(lambda: get_type_hints(len)); t(lambda: get_type_hints(int)); t(lambda: get_type_hints([].append)); t(lambda: get_type_hints(lambda x: x)); t(lambda: get_type_hints('x')); t(lambda: get_type_hints(None))
def r(a: '"int"'): pass
def r2(a: 'List["int"]', b: list['int'], c: List[list['str']]): pass
def s[U](a: 'U', b: 'list[U]'): pass
def nope(a: 'list[nothing]'): pass
t(lambda: get_type_hints(r)); t(lambda: get_type_hints(r2)); t(lambda: get_type_hints(s)); t(lambda: get_type_hints(nope)); t(lambda: get_type_hints(nope, None, {'nothing': 5}))

# --- named tuples with types
from typing import *
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, '-', e)
P = NamedTuple('P', [('x', int), ('y', 'str')])
t(lambda: P); t(lambda: P.__annotations__); t(lambda: P.__module__); t(lambda: NamedTuple('P', [('x', int, 5)])); t(lambda: NamedTuple('P', [('1x', int)])); t(lambda: NamedTuple('E', [])()); t(lambda: P(1, 'a')._asdict())
