# singledispatch.register() of a function whose annotation is a text: it is evaluated where the function stands.
from __future__ import annotations
from functools import singledispatch

@singledispatch
def show(x):
    return 'something'

@show.register
def _(x: int, other: Nobody = None) -> str:
    return 'a number'

@show.register
def _(x: list | tuple):
    return 'a sequence'

@show.register
def _(x: None):
    return 'nothing'

print(show(3), show(True), show([]), show(()), show(None), show('s'), show(2.5))
def a(x: Undefined): pass
def b(x: 3): pass
def c(x: list[int]): pass
for function in (a, b, c):
    try: show.register(function)
    except TypeError as e: print(e)

# --- without the future
from functools import singledispatch
import typing
@singledispatch
def f(x): return 'base'
@f.register
def _(x: 'int'): return 'int'
@f.register
def _(x: 'str | bytes', y: 'Undefined' = 3): return 'text'
print(f(3), f('a'), f(b''), f(2.5))
def a(x: 'Undef'): pass
def b(x: 'int |'): pass
def c(x: '3'): pass
for function in (a, b, c):
    try: f.register(function)
    except (TypeError, SyntaxError) as e: print(type(e).__name__, e)
try: typing.get_type_hints(b)
except SyntaxError as e: print(e, e.msg)

# --- an annotation that is no text, of a name that is not defined
# CPython: reads annotations as references where names are missing; here they are computed as they stand
from functools import singledispatch
f = singledispatch(lambda x: 'base')
try:
    @f.register
    def _(x: int, y: Undefined = 3): pass
except NameError as e: print(e)
