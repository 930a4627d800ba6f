# type aliases and type parameters.
type X = int
type P[T] = list[T]
type Rec = dict[str, Rec]
print(X, X.__name__, X.__value__, P, P.__type_params__, P[int], Rec.__value__, type(X).__name__, X.__type_params__)
def first[T](l: list[T]) -> T: return l[0]
def multi[K: int, *Ts, **P2](x: K) -> None: pass
print(first([1, 2]), first.__type_params__, multi.__type_params__, first.__annotations__, [type(t).__name__ for t in multi.__type_params__], multi.__type_params__[0].__bound__)
def constrained[T: (int, str)](x: T) -> T: return x
print(constrained.__type_params__[0].__constraints__, constrained('a'))
def default[T = int, *U = *tuple[int, ...], **V = [int]](x): return x
print(default.__type_params__[0].__default__, default(3))

# --- lazy evaluation of the value
type Late = undefined_name
print(Late.__name__)
try: Late.__value__
except NameError as e: print(e)
undefined_name = 'defined now'
print(Late.__value__)
def f():
    n = 5
    type Local = list[n]
    n = 6
    return Local.__value__
print(f())

# --- type is still an ordinary name
type = 5
print(type)
type = lambda x: x
print(type(3))
type (3)
del type
print(type(1))
match = case = _ = 1
print(match, case, _)
def type_(type): return type
print(type_(9))
type type = int
print(type.__value__)

# --- generic aliases and unions
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(list[int], dict[str, int], int | str, list[int] | None, (int | str).__args__, list[int].__origin__, list[int].__args__, int | str == str | int, isinstance(5, int | str), list[int] == list[int], hash(list[int]) == hash(list[int]), list[int]([1, 2]), dict[str, int](a=1), tuple[int, str], type[int], int | None, None | int, list['fwd'], int | list[str] | None)
t(lambda: list[int, str])
t(lambda: int[str])
t(lambda: 5 | int)
t(lambda: int | 5)
t(lambda: int | 'str')
t(lambda: 'str' | int)
t(lambda: isinstance([], list[int]))
t(lambda: list[int].nope)
t(lambda: (int | str)())
t(lambda: int | int)
t(lambda: int | (str | int))
t(lambda: list[int]())
t(lambda: list[int].append)
t(lambda: None | None)
t(lambda: (int | str) | float)
t(lambda: str[0])
t(lambda: len[int])
t(lambda: dict[str])
t(lambda: tuple[()])
t(lambda: list[int] | list[str])
t(lambda: isinstance(None, int | None))
t(lambda: issubclass(int, int | str))
t(lambda: isinstance(1, int | list[int]))

# --- variable annotations at module level
x: int = 5
y: 'forward'
z: list[undefined] = []
(w): int = 3
print(x, z, w)
try: print(__annotations__)
except NameError as e: print(type(e).__name__, e)

# --- typing names at run time
from typing import List, Dict, Optional, Union, Any, Callable, Tuple
def f(a: List[int], b: Optional[str] = None, c: Union[int, str] = 1, d: Any = 2, e: Callable[[int], str] = str) -> Dict[str, Tuple[int, ...]]:
    return {}
print(f([]), f.__annotations__)

# --- scope of type parameters
T = 'outer T'
def f[T](x):
    def g(): return T
    return g()
print(f(1), T, type(f(1)).__name__)
def h[T](x: T = T): return x
print(h(), T)
try:
    def bad[T: undefined_bound](x): return x
    print(bad(1), 'bound is lazy')
    bad.__type_params__[0].__bound__
except NameError as e: print(e)
f = lambda: 0
def outer[A](a: A):
    def inner[B](b: B): return A, B
    return inner(a)
print(outer(1), [t.__name__ for t in outer(1)])
