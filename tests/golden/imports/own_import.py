# What the import statement calls is __import__ of the builtins that the code sees.
import builtins
plain = builtins.__import__

def told(name, globals=None, locals=None, fromlist=(), level=0):
    print('asked:', name, fromlist, level, type(globals).__name__)
    return plain(name, globals, locals, fromlist, level)

builtins.__import__ = told
import math
from json import dumps, loads
import os.path
import os as system
print(math.floor(2.5), dumps([1]), os.path.join('a', 'b'), system.sep)

def inside():
    from math import sqrt
    import string
    return sqrt(4.0), string.digits
print(inside())

def refuse(name, *rest, **more):
    raise ImportError(f'not {name}', name=name)

builtins.__import__ = refuse
for code in ('import math', 'from math import sqrt', 'import os.path as p', 'from math import *'):
    try:
        exec(code, {})
    except ImportError as e:
        print(code, '->', e, e.name)
try:
    import math
except ImportError as e:
    print(e)
# What the library needs is not asked of it.
builtins.__import__ = plain
print(eval('1 + 1'))

builtins.__import__ = lambda *a, **k: 5
import anything
print(anything)
try:
    from anything import x
except ImportError as e:
    print('cannot', type(e).__name__)

del builtins.__import__
try:
    import math
except ImportError as e:
    print(e)
builtins.__import__ = plain

# exec with builtins of its own
def blocked(name, globals=None, locals=None, fromlist=(), level=0):
    print('blocked', name, fromlist, level)
    raise ImportError(name)
for own in ({'__import__': blocked}, {}, {'__import__': plain}):
    names = {'__builtins__': own}
    try:
        exec('import math\nfrom math import pi', names)
        print(sorted(n for n in names if n != '__builtins__'))
    except ImportError as e:
        print(type(e).__name__, e)
try:
    exec('import math as m', {'__builtins__': {'__import__': 5}})
except TypeError as e:
    print(e)
try:
    __import__('.inside')
except ModuleNotFoundError as e:
    print(e)

# A file name does not make code another's: the fence holds, and its lines are shown.
for name in ('<library x>', '<library _frozen_importlib>', '<library -m>'):
    try:
        exec(compile('import math', name, 'exec'), {'__builtins__': {}})
    except ImportError as e:
        print(e)
    builtins.__import__ = refuse
    try:
        exec(compile('import math', name, 'exec'))
    except ImportError as e:
        print(e)
    builtins.__import__ = plain
exec(compile('def f():\n    return 1 / 0', '<library x>', 'exec'))
f()
