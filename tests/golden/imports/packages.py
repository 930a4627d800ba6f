# Packages. CPython 3.14 reference, "Packages" and "Package Relative Imports".
import pkg.sub.leaf
print(pkg, pkg.__path__, pkg.__package__, pkg.__name__)
print(pkg.sub.leaf.value, pkg.sub.leaf.__package__, pkg.sub.__package__)
import pkg.sub.leaf as leaf
print(leaf is pkg.sub.leaf)
from pkg import sub, other
print(sub is pkg.sub, other.name)
from pkg.sub import leaf as again, up
print(again is leaf, up.found)
# +++ pkg/__init__.py
print('pkg', __name__, __path__, __file__, __package__)
# +++ pkg/other.py
name = __name__
# +++ pkg/sub/__init__.py
print('pkg.sub', __path__)
# +++ pkg/sub/leaf.py
value = 'leaf'
# +++ pkg/sub/up.py
from .. import other
from ..other import name
from . import leaf
from .leaf import value
found = other.name, name, value, leaf.__name__

# --- relative imports
import pkg.sub.up
print(pkg.sub.up.found)
# +++ pkg/__init__.py
level = 1
# +++ pkg/other.py
name = __name__
from . import level
# +++ pkg/sub/__init__.py
from .leaf import value
from . import leaf as renamed
# +++ pkg/sub/leaf.py
value = 'leaf'
# +++ pkg/sub/up.py
from .. import other, level
from ..other import name
from . import leaf, renamed
from .leaf import value
from .. import *
found = other.name, name, value, leaf is renamed, level

# --- relative imports that lead nowhere
for name in ('beyond', 'missing', 'nothing', 'here', 'deep'):
    try:
        __import__('pkg.' + name)
    except ImportError as e:
        print(type(e).__name__, e, e.name, e.path)
for call in (('x', None, None, (), 1), ('x', {}, None, (), 1), ('x', {'__name__': 'a.b'}, None, (), 1),
             ('x', {'__package__': 5}, None, (), 1), ('x', {'__package__': ''}, None, (), 1),
             ('', {'__package__': 'pkg'}, None, ('x',), 2), ('other', {'__package__': 'pkg'}, None, (), 1),
             ('other', {'__package__': 'pkg'}, None, ('x',), 1), ('', {'__package__': 'pkg'}, None, (), 1),
             ('sub.leaf', {'__package__': 'pkg'}, None, (), 1),
             ('', {'__name__': 'pkg', '__path__': []}, None, ('other',), 1)):
    try:
        print(__import__(*call))
    except Exception as e:
        print(type(e).__name__, e)
# +++ pkg/__init__.py
# +++ pkg/beyond.py
from ... import x
# +++ pkg/missing.py
from .gone import x
# +++ pkg/nothing.py
from . import gone
# +++ pkg/here.py
from . import other, gone
# +++ pkg/deep.py
from ..x import y
# +++ pkg/other.py
# +++ pkg/sub/__init__.py
# +++ pkg/sub/leaf.py

# --- __all__ imports modules
from pkg import *
print(sorted(n for n in dir() if not n.startswith('_')))
try:
    from half import *
except Exception as e:
    print(type(e).__name__, e)
try:
    from wrong import *
except Exception as e:
    print(type(e).__name__, e)
from plain import *
print('hidden' in dir(), 'shown' in dir())
# +++ pkg/__init__.py
__all__ = ['one', 'two', 'three']
three = 3
other = 4
# +++ pkg/one.py
print('one')
# +++ pkg/two.py
print('two')
# +++ half/__init__.py
__all__ = ['one', 'gone']
# +++ half/one.py
print('half.one')
# +++ wrong/__init__.py
__all__ = ['one', None]
# +++ wrong/one.py
# +++ plain/__init__.py
shown = 1
# +++ plain/hidden.py

# --- a package and a module of the same name
import both, names
print(both.__file__, names.__file__)
import both.inner
print(both.inner.__file__)
# +++ both.py
# +++ both/__init__.py
# +++ both/inner.py
# +++ names.py
# +++ names/inside.py

# --- directories without __init__.py
import space.deep.leaf
print(space, list(space.__path__), space.__file__, space.__package__, space.__spec__.origin)
print(space.deep.leaf.value, space.deep.leaf.__package__)
from space import deep
print(deep)
import sys
sys.path.append('/tmp')
import os
os.makedirs('/tmp/wide/a')
with open('/tmp/wide/right.py', 'w') as f:
    f.write('side = "right"\n')
import wide.left, wide.right
print(list(wide.__path__), wide.left.side, wide.right.side)
try:
    import space.nothing
except ModuleNotFoundError as e:
    print(e, e.name)
try:
    from space import nothing
except ImportError as e:
    print(e, e.name, e.path)
# +++ space/deep/leaf.py
value = 1
from . import leaf as me
from .. import deep
# +++ wide/left.py
side = 'left'

# --- modules of a package that import each other
import pkg
print(pkg.a.value, pkg.b.value)
# +++ pkg/__init__.py
from . import a, b
# +++ pkg/a.py
import pkg.b
from . import b
from pkg import b as b2
value = b.value + 1
# +++ pkg/b.py
import pkg.a as early
import pkg
try:
    pkg.a
except AttributeError as e:
    print(e)
try:
    from .a import value
except ImportError as e:
    print(e)
try:
    from . import c
except ImportError as e:
    print(e, e.name)
value = 1

# --- a module that is not ready yet
import p2.s
# +++ p2/__init__.py
# +++ p2/s.py
import p2
try:
    p2.s
except AttributeError as e:
    print(e)
p2.t

# --- what is set in a package, and what its import sets
import pkg.sub
print(pkg.sub)
import sys
pkg.sub = 'mine'
import pkg.sub
print(pkg.sub)
from pkg import sub
print(sub)
import pkg.sub as s
print(s)
del sys.modules['pkg.sub']
import pkg.sub
print(pkg.sub)
del pkg.sub
try:
    pkg.sub
except AttributeError as e:
    print(e)
from pkg import sub
print(sub)
# +++ pkg/__init__.py
sub = 'early'
# +++ pkg/sub.py

# --- an error below a package
import sys
for name in ('pkg.bad', 'bad.x'):
    try:
        __import__(name)
    except ZeroDivisionError as e:
        print(name, e, [m for m in ('pkg', 'pkg.bad', 'bad', 'bad.x', 'pkg.ok') if m in sys.modules])
import pkg.bad
# +++ pkg/__init__.py
# +++ pkg/bad.py
from . import ok
1 / 0
# +++ pkg/ok.py
# +++ bad/__init__.py
1 / 0
# +++ bad/x.py

# --- __path__ is the package's
import pkg
print(pkg.far.value)
pkg.__path__ = []
try:
    import pkg.gone
except ModuleNotFoundError as e:
    print(e)
del pkg.__path__
try:
    import pkg.gone
except ModuleNotFoundError as e:
    print(e)
import plain
plain.__path__ = ['/modules/elsewhere']
import plain.far
print(plain.far)
# +++ pkg/__init__.py
__path__.append('/modules/elsewhere')
from . import far
# +++ elsewhere/far.py
value = __name__
# +++ plain.py

# --- __spec__ and __loader__
import pkg.leaf
for m in (pkg, pkg.leaf):
    s = m.__spec__
    print(s.name, s.origin, s.parent, s.submodule_search_locations, s.has_location, type(s).__name__)
    print(repr(s).split(' object')[0], s.loader is m.__loader__)
    print(type(m.__loader__), m.__loader__.name, m.__loader__.path, m.__loader__.is_package(m.__name__))
print(__spec__, __package__)
# +++ pkg/__init__.py
# +++ pkg/leaf.py
