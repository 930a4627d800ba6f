# import forms.
import math
import sys as s, math as m
from math import pi, sqrt as root
from math import (floor, ceil as c,)
import math as math2, types
print(math is m is math2, pi == m.pi, root(16), floor(1.5), c(1.5), s.__name__, type(math).__name__, math.__name__, 'math' in s.modules, s.modules['math'] is math)
def f():
    import math as inner
    from math import tau
    return inner is math, tau > 6
print(f(), 'inner' in globals(), 'tau' in globals())

# --- star import
from math import *
print(sqrt(9), pi, e, 'gcd' in globals(), hypot(3, 4))
from types import *
print(FunctionType is type(lambda: 0), '__name__' in globals())

# --- import errors
def tr(src):
    try: exec(src, {})
    except ImportError as e: print(type(e).__name__, '|', str(e).split(' (')[0], '|', e.name)
tr('import nope'); tr('import nope.sub'); tr('from nope import x'); tr('import math.sub'); tr('from math import nope'); tr('import requests'); tr('import numpy as np'); tr('from math import pi, nope2'); tr('import nope as n, math'); tr('from math.x import y')
try: import xyz_missing
except ModuleNotFoundError: print('fallback')
try:
    import nope_fast as impl
except ImportError:
    import math as impl
print(impl.__name__)

# --- modules are objects
import math, types
print(math.__doc__ is not None, hasattr(math, 'pi'), getattr(math, 'nope', 'dflt'), isinstance(math, types.ModuleType), math == math, len({math}), bool(math))
try: math.nope
except AttributeError as e: print(e)
try: math()
except TypeError as e: print(e)
try: math['pi']
except TypeError as e: print(e)
math.added = 5
print(math.added)
del math.added
print(hasattr(math, 'added'))
math.pi = 3
import math as again
print(again.pi)
m = types.ModuleType('mine', 'my doc')
m.x = 1
print(m.__name__, m.__doc__, m.x, vars(m)['x'])

# --- __import__ and names
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

m = __import__('math')
print(m.__name__, __name__)
t(lambda: __import__('nope'))
t(lambda: __import__(''))
t(lambda: __import__(5))
t(lambda: __import__())
import builtins
print(builtins.len is len, builtins.print is print, hasattr(builtins, 'len'), builtins.__name__)
builtins.shared = 'set on builtins'
print(shared)
del builtins.shared
try: shared
except NameError as e: print(e)

# --- __future__
from __future__ import annotations
def f(x: undefined + 1, y: 'str' = 2) -> list[nope]: pass
print(f.__annotations__)
import __future__
print(__future__.annotations.compiler_flag > 0, 'division' in __future__.all_feature_names)

# --- other future imports are accepted
from __future__ import division, print_function, generator_stop, absolute_import, unicode_literals, with_statement, nested_scopes, generators
print(1 / 2, division.mandatory)

# --- the main module
print(__name__, __doc__)
if __name__ == '__main__':
    print('run as a program')
