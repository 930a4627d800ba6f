# typing names exist and are usable at run time.
import typing
from typing import Any, Union, Optional, List, Dict, Set, Tuple, FrozenSet, Callable, Iterable, Iterator, Generator, Sequence, Mapping, TypeVar, NewType, cast, Literal, Final, ClassVar, Annotated, TypedDict, NamedTuple, NoReturn, Never, Self, TypeAlias, Type, overload, get_type_hints, TYPE_CHECKING
def f(a: List[int], b: Optional[Dict[str, Any]] = None, *c: Union[int, str], d: Callable[..., bool] = bool, e: 'Tuple[int, ...]' = ()) -> Iterator[Literal['x', 1]]:
    yield 1
print(list(f([])), TYPE_CHECKING, cast(int, 'not checked'), cast('str', 5))
UserId = NewType('UserId', int)
print(UserId(5), UserId(5) + 1, UserId.__name__)
T = TypeVar('T')
def ident(x: T) -> T: return x
print(ident(3), T, T.__name__)
x: Final = 5
y: Annotated[int, 'meta'] = 6
print(x + y)

# --- reprs
from typing import *
print(List[int], Dict[str, int], Optional[int], Union[int, str], Union[int, None], Any, Callable[[int], str], Callable[..., int], Tuple[int, ...], Tuple[()], Literal[1, 'a'], Type[int], Iterable[int], Annotated[int, 5], ClassVar[int], Final[int], NoReturn, Never, Self, List, Optional[Union[int, str]], Union[int, int], Union[int], Set[str], Sequence[T] if 'T' in globals() else Sequence[int])

# --- NamedTuple and TypedDict in functional form
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

from typing import NamedTuple, TypedDict
Point = NamedTuple('Point', [('x', int), ('y', int)])
p = Point(1, 2)
print(p, p.x, p[1], p == (1, 2), p._replace(x=5), p._asdict(), Point._fields, Point(y=1, x=2), Point.__name__, isinstance(p, tuple), len(p), [*p], hash(p) == hash((1, 2)))
a, b = p
print(a, b, Point._make([7, 8]), sorted([Point(2, 1), Point(1, 2)]), max(p), f'{p}', p + (3,))
t(lambda: Point(1))
t(lambda: Point(1, 2, 3))
t(lambda: Point(1, z=2))
t(lambda: p.z)
t(lambda: setattr(p, 'x', 1))
t(lambda: p[5])
t(lambda: p._replace(z=1))
Movie = TypedDict('Movie', {'name': str, 'year': int})
m = Movie(name='x', year=1)
print(m, type(m), m['name'], Movie({'name': 'q', 'year': 2}))

# --- assert_never, reveal and overload are plain functions
from typing import assert_never, overload, no_type_check, final, assert_type, get_args, get_origin, Union, List, Optional, Dict
try: assert_never(5)
except AssertionError as e: print(e)
@final
def f(): return 'final'
@no_type_check
def g(x): return x
print(f(), g(1), assert_type(5, int), get_args(Union[int, str]), get_origin(List[int]), get_args(Dict[str, int]), get_origin(Optional[int]) is Union, get_args(list[int]), get_origin(list[int]), get_args(int), get_origin(5))
@overload
def h(x: int) -> int: ...
@overload
def h(x: str) -> str: ...
def h(x): return x
print(h(5), h('a'))

# --- get_type_hints
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

from typing import get_type_hints, Optional
def f(a: int, b: 'str', c: 'Optional[int]' = None) -> 'list[int]': pass
print(get_type_hints(f))
def g(a: 'undefined_name'): pass
try: get_type_hints(g)
except NameError as e: print(e)
t(lambda: get_type_hints(5))
