# The names of typing in annotations: what subscripts make, how it prints.
from typing import *
import typing
T = TypeVar('T'); U = TypeVar('U', bound=int); V = TypeVar('V', int, str); P = ParamSpec('P'); Ts = TypeVarTuple('Ts')
C = TypeVar('C', covariant=True); K = TypeVar('K', contravariant=True); I = TypeVar('I', infer_variance=True); D = TypeVar('D', default=int)
def row(text):
    try: v = eval(text)
    except Exception as e: return print(text, '=>', type(e).__name__, '-', e)
    print(text, '=>', repr(v), type(v).__name__, get_origin(v), get_args(v), getattr(v, '__parameters__', '-') if not isinstance(v, type) else '-')
for text in r'''
List[int]
List[T]
list[T]
Dict[str, T]
Dict[T, U]
Dict[T, T][int]
List[T][int]
Dict[str, T][int]
list[T][int]
dict[T, list[U]][int, str]
Callable[[int, str], bool]
Callable[..., T]
Callable[[T], U][int, str]
Callable[P, int]
Callable[P, T][[int, str], bool]
Callable[Concatenate[int, P], T]
Tuple[int, ...]
Tuple[()]
tuple[()]
Tuple[int]
Tuple[Unpack[Ts]]
tuple[*Ts]
Tuple[*Ts]
Literal[1, 2, 1]
Literal['a', None, True, b'x']
Literal[Literal[1,2], 3]
Optional[int]
Optional[T]
Optional[None]
Optional[int | str]
Union[int, str, int]
Union[int, None]
Union[List[int], None]
Union['A', int]
Union[T, U]
Union[T, int][str]
Union[()]
Union[int]
List['A']
Optional['A']
int | List[int]
List[int] | None
List[int] | 'x'
T | int
T | None
'x' | T
Any | int
Literal[1] | None
Annotated[int, 'a', 5]
Annotated[List[T], 'a'][int]
Annotated[Annotated[int, 1], 2]
Annotated[int]
Annotated
ClassVar[int]
ClassVar
Final[int]
Required[int]
NotRequired[int]
ReadOnly[int]
TypeGuard[int]
'''.strip().splitlines(): row(text)

# --- part 2
from typing import *
import typing
T = TypeVar('T'); U = TypeVar('U', bound=int); V = TypeVar('V', int, str); P = ParamSpec('P'); Ts = TypeVarTuple('Ts')
C = TypeVar('C', covariant=True); K = TypeVar('K', contravariant=True); I = TypeVar('I', infer_variance=True); D = TypeVar('D', default=int)
def row(text):
    try: v = eval(text)
    except Exception as e: return print(text, '=>', type(e).__name__, '-', e)
    print(text, '=>', repr(v), type(v).__name__, get_origin(v), get_args(v), getattr(v, '__parameters__', '-') if not isinstance(v, type) else '-')
for text in r'''
TypeIs[int]
Unpack[Ts]
Unpack[tuple[int, str]]
Concatenate[int, P]
Concatenate[int, ...]
Concatenate[int]
Type[int]
Type[T]
type[int]
Self
Self[int]
Any[int]
Never[int]
NoReturn[int]
LiteralString[int]
TypeAlias[int]
Generic[T]
Generic[int]
Generic[T, T]
Generic[()]
Protocol[T]
Iterable[int]
Iterator[T]
Generator[int, str, None]
Generator[int]
AsyncGenerator[int, None]
AsyncGenerator[int]
Coroutine[Any, Any, int]
Awaitable[int]
Mapping[str, int]
MutableMapping[str, List[int]]
Sequence[int]
AbstractSet[int]
FrozenSet[int]
Deque[int]
DefaultDict[str, int]
OrderedDict[str, int]
Counter[str]
ChainMap[str, int]
ContextManager[int]
ContextManager[int, None]
AsyncContextManager[int]
IO[str]
TextIO
SupportsInt
SupportsAbs[int]
Hashable
Sized
Hashable[int]
List[int, str]
List[()]
List
Dict[int]
Dict
Callable[int]
Callable[int, str]
Callable[[int]]
Callable[[], int]
'''.strip().splitlines(): row(text)

# --- part 3
from typing import *
import typing
T = TypeVar('T'); U = TypeVar('U', bound=int); V = TypeVar('V', int, str); P = ParamSpec('P'); Ts = TypeVarTuple('Ts')
C = TypeVar('C', covariant=True); K = TypeVar('K', contravariant=True); I = TypeVar('I', infer_variance=True); D = TypeVar('D', default=int)
def row(text):
    try: v = eval(text)
    except Exception as e: return print(text, '=>', type(e).__name__, '-', e)
    print(text, '=>', repr(v), type(v).__name__, get_origin(v), get_args(v), getattr(v, '__parameters__', '-') if not isinstance(v, type) else '-')
for text in r'''
Callable
Optional[int, str]
Optional
Optional[1]
List[1]
List[...]
Dict[1, 2]
Union[1]
Union[1, 2]
Tuple[1]
list[1]
list[int, str]
Literal
Literal[int]
Literal[1.5]
ClassVar[int, str]
ForwardRef('int')
ForwardRef('int x')
ForwardRef('int') == ForwardRef('int')
NoDefault
T.__default__
D.__default__
T.has_default()
D.has_default()
T.__bound__
V.__constraints__
C.__covariant__
P.args
P.kwargs
P.args.__origin__
Ts.__name__
[*Ts]
List[int] == List[int]
List[int] == list[int]
hash(List[int]) == hash(List[int])
Union[int, str] == Union[str, int]
Union[int,str] == (int|str)
Callable[[int],str] == Callable[[int],str]
Literal[1] == Literal[True]
Literal[1,2] == Literal[2,1]
Annotated[int,1].__metadata__
Annotated[int,1].__origin__
List[int]()
List()
Dict[str,int](a=1)
Union[int,str]()
Optional(5)
Any()
isinstance([], List)
isinstance([], List[int])
isinstance(5, Union[int, str])
isinstance(5, Optional[int])
isinstance(None, Optional[int])
isinstance(5, Any)
isinstance([], Iterable)
isinstance([], Sequence)
isinstance({}, Mapping)
isinstance(5, Hashable)
isinstance(len, Callable)
isinstance(5, SupportsInt)
'''.strip().splitlines(): row(text)

# --- part 4
from typing import *
import typing
T = TypeVar('T'); U = TypeVar('U', bound=int); V = TypeVar('V', int, str); P = ParamSpec('P'); Ts = TypeVarTuple('Ts')
C = TypeVar('C', covariant=True); K = TypeVar('K', contravariant=True); I = TypeVar('I', infer_variance=True); D = TypeVar('D', default=int)
def row(text):
    try: v = eval(text)
    except Exception as e: return print(text, '=>', type(e).__name__, '-', e)
    print(text, '=>', repr(v), type(v).__name__, get_origin(v), get_args(v), getattr(v, '__parameters__', '-') if not isinstance(v, type) else '-')
for text in r'''
isinstance(5, SupportsIndex)
isinstance('', Sized)
issubclass(list, Sequence)
issubclass(dict, List)
isinstance(5, T)
isinstance(5, Literal[5])
isinstance(5, Final)
issubclass(int, Union[int,str])
isinstance([], Union[List[int], int])
T()
T[int]
P[int]
Ts[int]
list[int].__origin__
list[int].__args__
List[int].__name__
List[int]._name
List.__name__
List.__module__
List[int].__module__
list[int].__name__
Optional.__name__
Union.__name__
Any.__name__
Optional[int].__name__
Callable[[int],str].__name__
List[int].append
List.append
List[int].nope
List.nope
Optional.nope
Union[int,str].nope
(int|str).__args__
(int|str).__name__
TypeVar('T', int)
TypeVar('T', bound='X').__bound__
TypeVar('T', bound=5)
TypeVar('T', int, str, bound=int)
TypeVar(5)
TypeVar()
TypeVar('T', covariant=True, contravariant=True)
TypeVar('T', covariant=True, infer_variance=True)
ParamSpec(5)
TypeVarTuple(5)
NewType('A', int)
NewType('A', int)(5)
NewType('A', int).__supertype__
NewType('A', int).__name__
NewType('A', int).__module__
NewType('A', int) | None
List[NewType('A', int)]
NewType('A')
NewType(5, int)
NewType('A.B', int).__qualname__
NewType('A', 5)
get_origin(Annotated[int, 1])
get_args(Annotated[int, 1])
get_args(Callable[[int], str])
get_args(Callable[..., str])
get_args(Callable[[], str])
'''.strip().splitlines(): row(text)

# --- part 5
from typing import *
import typing
T = TypeVar('T'); U = TypeVar('U', bound=int); V = TypeVar('V', int, str); P = ParamSpec('P'); Ts = TypeVarTuple('Ts')
C = TypeVar('C', covariant=True); K = TypeVar('K', contravariant=True); I = TypeVar('I', infer_variance=True); D = TypeVar('D', default=int)
def row(text):
    try: v = eval(text)
    except Exception as e: return print(text, '=>', type(e).__name__, '-', e)
    print(text, '=>', repr(v), type(v).__name__, get_origin(v), get_args(v), getattr(v, '__parameters__', '-') if not isinstance(v, type) else '-')
for text in r'''
get_args(Literal[1,2])
get_origin(Generic[T])
get_origin(P.args)
get_origin(Union)
get_origin(List)
get_args(List)
get_args(Dict)
get_origin(int|str)
is_typeddict(int)
get_protocol_members(SupportsInt)
is_protocol(SupportsInt)
is_protocol(Protocol)
is_protocol(int)
get_overloads(len)
TypeAliasType('A', int)
TypeAliasType('A', int).__value__
TypeAliasType('A', list[T], type_params=(T,))[int]
TypeAliasType('A', list[T], type_params=(T,)).__type_params__
TypeAliasType('A', int)[int]
TypeAliasType('A', int) | None
Text
TYPE_CHECKING
typing.nope
List[int].__class__
type(List[int])
type(int|str)
type(T)
type(Optional)
type(List)
type(Any)
type(Literal[1])
type(Callable[[int],int])
type(Annotated[int,1])
type(Unpack[Ts])
type(NewType)
type(list[int])
list[int] | None
list[int] | list[int]
list[int] | list[str]
None | int
int | None | str
int | int
(int | str) | (str | float)
type(None) | int
int | 'str'
int | 5
int | ...
list | None
repr(Optional[List[Dict[str, Union[int, None]]]])
Generator[int, None, None].__args__
Dict[str, 'Foo'].__args__
List['Foo'].__args__
dict[str, 'Foo'].__args__
cast('int', 5)
assert_never('x'*200)
override(5)
final(5)
assert_type(5, int)
dict[int]
dict[int, str, float]
'''.strip().splitlines(): row(text)

# --- part 6
from typing import *
import typing
T = TypeVar('T'); U = TypeVar('U', bound=int); V = TypeVar('V', int, str); P = ParamSpec('P'); Ts = TypeVarTuple('Ts')
C = TypeVar('C', covariant=True); K = TypeVar('K', contravariant=True); I = TypeVar('I', infer_variance=True); D = TypeVar('D', default=int)
def row(text):
    try: v = eval(text)
    except Exception as e: return print(text, '=>', type(e).__name__, '-', e)
    print(text, '=>', repr(v), type(v).__name__, get_origin(v), get_args(v), getattr(v, '__parameters__', '-') if not isinstance(v, type) else '-')
for text in r'''
tuple[int, ...]
list[...]
list[None]
list[[int]]
type[Any]
list[List[int]]
int[str]
str[int]
range[int]
set[int] | frozenset[str]
AnyStr
AnyStr.__constraints__
Callable[[Arg], int] if 0 else 1
Mapping[str, int].__origin__
Iterable.__origin__
Deque.__origin__
ContextManager.__origin__
'''.strip().splitlines(): row(text)
