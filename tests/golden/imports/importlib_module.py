# importlib. CPython 3.14 library, "importlib".
import importlib
helper = importlib.import_module('helper')
print(helper.x, importlib.import_module('pkg.leaf').name, importlib.import_module('.leaf', 'pkg').name)
print(importlib.import_module('..leaf', 'pkg.sub').name, importlib.import_module('math').floor(1.5))
for args in (('nope',), ('.x',), ('.x', ''), ('...x', 'pkg.sub'), ('',), ('pkg.nope',), ('helper.x',), ('.nope', 'pkg'), (5,)):
    try:
        print(importlib.import_module(*args))
    except Exception as e:
        print(args, type(e).__name__, e)
importlib.invalidate_caches()
print(importlib.__import__('pkg.leaf'), importlib.__import__('pkg.leaf', fromlist=['name']))
# +++ helper.py
x = 1
# +++ pkg/__init__.py
# +++ pkg/leaf.py
name = __name__
# +++ pkg/sub/__init__.py

# --- reload
import importlib, sys, helper
def write(text):
    with open('/modules/helper.py', 'w') as f:
        f.write(text)
f = helper.f
write('x = 2\nnew = [x]\ndef f():\n    return x, "new"\n')
print(importlib.reload(helper) is helper, helper.x, helper.new, helper.old, f(), helper.f())
write('x = (\n')
try:
    importlib.reload(helper)
except SyntaxError as e:
    print(e, helper.x, sys.modules['helper'] is helper)
write('x = 3\n1 / 0\n')
try:
    importlib.reload(helper)
except ZeroDivisionError as e:
    print(e, helper.x, sys.modules['helper'] is helper)
import os
os.unlink('/modules/helper.py')
for what in (helper, 5, 'helper'):
    try:
        importlib.reload(what)
    except Exception as e:
        print(type(e).__name__, e)
del sys.modules['helper']
try:
    importlib.reload(helper)
except ImportError as e:
    print(e, e.name)
import pkg.leaf
print(importlib.reload(pkg.leaf).count, importlib.reload(pkg).leaf is pkg.leaf)
import math
print(importlib.reload(math) is math)
# +++ helper.py
x = 1
old = 'old'
def f():
    return x, 'old'
# +++ pkg/__init__.py
print('pkg runs')
# +++ pkg/leaf.py
count = globals().get('count', 0) + 1

# --- importlib.util
import importlib.util, sys
spec = importlib.util.find_spec('helper')
print(spec.name, spec.origin, spec.parent == '', spec.has_location, 'helper' in sys.modules)
print(importlib.util.find_spec('nope'), importlib.util.find_spec('pkg.leaf').origin, 'pkg' in sys.modules, 'pkg.leaf' in sys.modules)
print(importlib.util.find_spec('.leaf', 'pkg').name, importlib.util.resolve_name('.leaf', 'pkg'), importlib.util.resolve_name('a.b', None))
for call in (lambda: importlib.util.find_spec('nope.x'), lambda: importlib.util.find_spec('helper.x'),
             lambda: importlib.util.resolve_name('..x', 'pkg'), lambda: importlib.util.resolve_name('.x', None),
             lambda: importlib.util.find_spec('__main__')):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
module = importlib.util.module_from_spec(spec)
print(module, hasattr(module, 'x'))
spec.loader.exec_module(module)
print(module.x, 'helper' in sys.modules)
other = importlib.util.spec_from_file_location('other.name', '/modules/pkg/leaf.py')
module = importlib.util.module_from_spec(other)
sys.modules['other.name'] = module
other.loader.exec_module(module)
print(module, module.name, module.__package__, other.submodule_search_locations)
package = importlib.util.spec_from_file_location('p', '/modules/pkg/__init__.py')
print(package.submodule_search_locations, package.parent)
print(importlib.util.spec_from_file_location('p', '/modules/x.txt'))
gone = importlib.util.spec_from_file_location('gone', '/modules/gone.py')
try:
    gone.loader.exec_module(importlib.util.module_from_spec(gone))
except OSError as e:
    print(type(e).__name__, e)
import helper
print(repr(helper.__loader__.get_source('helper')))
from importlib.machinery import ModuleSpec, SourceFileLoader
s = ModuleSpec('a.b', None, origin='here', is_package=True)
print(s, s.parent, s.submodule_search_locations, s.cached)
print(SourceFileLoader('a', '/modules/helper.py').get_data('/modules/helper.py'))
# +++ helper.py
x = 1
# +++ pkg/__init__.py
# +++ pkg/leaf.py
name = __name__

# --- code of a file in a module that was there before
import importlib.util, types
spec = importlib.util.spec_from_file_location('late', '/modules/late.py')
m = types.ModuleType('late')
for i in range(50):
    setattr(m, 'v%d' % i, i)
for i in range(0, 50, 2):
    delattr(m, 'v%d' % i)
spec.loader.exec_module(m)
print(m.f(), hasattr(m, 'v0'), m.v1, len(vars(m)) - len([n for n in vars(m) if n.startswith('__')]))
del m.x
try:
    m.f()
except NameError as e:
    print(e)
m.v1 = 'changed'
spec.loader.exec_module(m)
m.x = 40
print(m.f(), m.v1)
plain = types.ModuleType('plain')
plain.y = 'before'
try:
    spec.loader.exec_module(plain)
except ImportError as e:
    print(e, e.name)
print(spec.loader.get_filename('late'), plain.y, m.f())
# +++ late.py
x = 1
y = len('ab')
def f():
    return x + y
