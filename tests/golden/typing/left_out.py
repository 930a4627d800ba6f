# Forms of typing that few programs write.
# CPython: takes fields as keywords or leaves them out, with a DeprecationWarning, until 3.15
from typing import NamedTuple, TypedDict
for call in (lambda: NamedTuple('N', a=int), lambda: NamedTuple('N'), lambda: TypedDict('D'), lambda: TypedDict('D', None)):
    try: print(call())
    except TypeError as e: print(e)

# --- what cannot be hashed, in Literal
# CPython: keeps it as it stands; here equal ones are one
from typing import Literal
print(Literal[[1], [1]], Literal[{}] == Literal[{}])

# --- Concatenate and type variable tuples in the middle
# CPython: puts lists of types where these stand; here they are not taken apart
from typing import Callable, Concatenate, ParamSpec, Tuple, TypeVarTuple
P = ParamSpec('P')
Ts = TypeVarTuple('Ts')
print(Concatenate[int, P][str, bool], Callable[Concatenate[int, Concatenate[str, P]], int])
try: print(Tuple[int, *Ts][str, bool])
except TypeError as e: print(e)
