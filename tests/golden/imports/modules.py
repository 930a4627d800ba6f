# Modules that are files. CPython 3.14 reference, "The import system".
import helper
print(helper.x, helper.f(3), helper.__name__, helper.__file__, helper.__package__)
print(helper)
import sys
print(sys.modules['helper'] is helper)
import helper as h
print(h is helper)
from helper import f, x as y
print(f(1), y)
# +++ helper.py
"""What it is."""
print('running', __name__, __file__, __package__, repr(__doc__))
x = 1
def f(n):
    global x
    x += n
    return x

# --- a name that is not there
import helper
for text in ('from helper import nope', 'from helper import valu', 'helper.nope', 'helper.valu', 'import helper.x', 'import nope.x',
             'from helper.x import y', 'import helpr', 'from . import helper', 'from .helper import value', 'import helper.x as z',
             'from nope import x', 'import nope', "__import__('')", "__import__('helper', level=-1)", "__import__(1)"):
    try:
        exec(text)
    except Exception as e:
        print(type(e).__name__, e, sep=': ')
        if isinstance(e, ImportError):
            print('  ', e.name, e.path, e.name_from, repr(e.msg))
# +++ helper.py
value = 1

# --- an error inside of a module
import outer
# +++ outer.py
def go():
    import inner
    return inner

go()
# +++ inner.py
def divide(n):
    return 1 // n

values = [divide(n) for n in (1, 0)]

# --- in a function of a module
import outer
try:
    outer.f(0)
except ZeroDivisionError as e:
    print(e.__traceback__.tb_next.tb_lineno)
outer.f(0)
# +++ outer.py
import math

def f(n):
    return math.pi / n

# --- a SyntaxError in a module
import broken
# +++ broken.py
x = 1
y = (2 +

# --- an IndentationError in a module
try:
    import broken
except SyntaxError as e:
    print(type(e).__name__, e.filename, e.lineno, e.offset, e.text, e)
import sys
print('broken' in sys.modules)
import broken
# +++ broken.py
if 1:
x = 1

# --- what raised is not kept
import sys
for i in range(2):
    try:
        import bad
    except ValueError as e:
        print('ValueError', e, 'bad' in sys.modules, 'good' in sys.modules)
# +++ bad.py
print('bad runs')
import good
raise ValueError('no')
# +++ good.py
print('good runs')

# --- modules that import each other
import a
print(a.x, a.b.y)
# +++ a.py
import b
x = 1
print('a', b.y)
# +++ b.py
import a
y = 2
try:
    a.x
except AttributeError as e:
    print(e)
try:
    from a import x
except ImportError as e:
    print(e, e.name, e.path)
def later():
    return a.x

# --- a loop of imports that fails
import a
# +++ a.py
from b import y
x = 1
# +++ b.py
from a import x
y = 1

# --- star
from names import *
print(sorted(n for n in globals() if not n.startswith('__')))
from listed import *
print(_private, public)
for module in ('bad_type', 'bad_name', 'odd'):
    try:
        exec(f'from {module} import *')
    except Exception as e:
        print(type(e).__name__, e)
# +++ names.py
import math
a, b, _c, __d = 1, 2, 3, 4
# +++ listed.py
__all__ = ['_private', 'public']
_private, public, other = 1, 2, 3
# +++ bad_type.py
__all__ = ['a', 5]
a = 1
# +++ bad_name.py
__all__ = ('a', 'missing')
a = 1
# +++ odd.py
globals()[5] = 1

# --- sys.path is the program's
import sys, os
print('/modules' in sys.path)
os.makedirs('/tmp/lib/deep')
with open('/tmp/lib/late.py', 'w') as f:
    f.write('where = __file__\n')
try:
    import late
except ModuleNotFoundError as e:
    print(e)
sys.path.append('/tmp/lib')
import late
print(late.where)
del sys.modules['late']
os.chdir('/tmp/lib')
sys.path[:] = ['deep', 5, None, b'/modules', '.', '/nowhere', '/tmp/lib/late.py']
import late
print(late.where)
sys.path = ['']
del sys.modules['late']
import late
print(late.where)
sys.path = []
del sys.modules['late']
try:
    import late
except ModuleNotFoundError as e:
    print(e)
# +++ unused.py

# --- sys.modules is the program's
import sys
sys.modules['made'] = 'anything'
import made
print(made)
sys.modules['nothing'] = None
try:
    import nothing
except ModuleNotFoundError as e:
    print(e, e.name)
import helper
sys.modules['helper'] = 5
import helper
print(helper)
del sys.modules['helper']
import helper
print(helper.n)
import replaces
print(replaces)
# +++ helper.py
n = 1
# +++ replaces.py
import sys
sys.modules[__name__] = [1, 2]

# --- what is no module
import os, sys
sys.path.insert(0, '/tmp')
os.mkdir('/tmp/folder.py')
os.symlink('/tmp/loop1.py', '/tmp/loop2.py')
os.symlink('/tmp/loop2.py', '/tmp/loop1.py')
os.symlink('/tmp/gone', '/tmp/dangling.py')
for name in ('folder', 'loop1', 'dangling', 'a/b', 'a\0b', '..', 'x.', '.x', ' ', 'x' * 300, 'é', '\ud800', 'Folder'):
    try:
        __import__(name)
    except Exception as e:
        print(type(e).__name__, ascii(str(e))[:60])
os.symlink('/modules/real.py', '/tmp/link.py')
import link
print(link.n, link.__file__)
# +++ real.py
n = 7

# --- encodings
import latin, marked, nul
# +++ latin.py
# -*- coding: latin-1 -*-
print('Ã©')
# +++ marked.py
print('é', 'ü')
# +++ nul.py
print('ok')

# --- names of the module are the module's
import one, two
print(one.f(), two.f())
one.shared = 5
print(one.f(), two.f(), one.g(), two.g())
del one.shared
try:
    one.f()
except NameError as e:
    print(e)
print(sorted(n for n in vars(one) if not n.startswith('__')))
vars(one)['shared'] = 9
print(one.f())
# +++ one.py
shared = 1
f = lambda: shared
def g():
    return len(globals()) > 3, __name__
# +++ two.py
from one import shared, f
import one
def g():
    return one.shared, __name__
