# warnings.warn, warn_explicit: what is shown, and when. CPython 3.14 library, "warnings".
import warnings
warnings.warn('hello')
warnings.warn('deprecated', DeprecationWarning)
warnings.warn('pending', PendingDeprecationWarning)
warnings.warn('imports', ImportWarning)
warnings.warn('resource', ResourceWarning)
warnings.warn('syntax', SyntaxWarning, stacklevel=1)
warnings.warn('future', category=FutureWarning)
warnings.warn(RuntimeWarning('an object', 2))
warnings.warn(5)
warnings.warn('far', stacklevel=100)
warnings.warn('zero', stacklevel=0)
for i in range(3):
    warnings.warn('once in a line')
def f(level):
    warnings.warn('from f', stacklevel=level)
f(1)
f(2)
def g():
    f(3)
g()
print(sorted(str(k) for k in __warningregistry__))

# --- warn_explicit
import warnings
warnings.warn_explicit('text', UserWarning, 'other.py', 12)
warnings.warn_explicit('text', UserWarning, 'other.py', 12)
registry = {}
for i in range(2):
    warnings.warn_explicit('text', UserWarning, 'other.py', 12, registry=registry)
print(len(registry), registry[('text', UserWarning, 12)])
warnings.warn_explicit(UserWarning('object'), None, 'other.py', 3)
warnings.warn_explicit('t', UserWarning, 'warn_explicit.py', 2, module='m', source=[])
warnings.warn_explicit('ignored', DeprecationWarning, 'x.py', 3)
warnings.warn_explicit('shown', DeprecationWarning, 'x.py', 3, module='__main__')
warnings.warn_explicit('shown', DeprecationWarning, '__main__.py', 3)

# --- errors of arguments
import warnings
for f in (lambda: warnings.warn(), lambda: warnings.warn('x', 5), lambda: warnings.warn('x', int), lambda: warnings.warn('x', stacklevel='a'), lambda: warnings.warn('x', skip_file_prefixes=['a']), lambda: warnings.warn('x', skip_file_prefixes=(1,)), lambda: warnings.warn_explicit('a'), lambda: warnings.warn_explicit('a', UserWarning, 5, 5), lambda: warnings.warn_explicit('a', UserWarning, 'f', 'x'), lambda: warnings.warn_explicit('a', 5, 'f', 5), lambda: warnings.warn_explicit('a', UserWarning, 'f', 5, registry=5), lambda: warnings.warn_explicit('a', UserWarning, 'f', 5, module_globals=[]), lambda: warnings.filterwarnings('x'), lambda: warnings.filterwarnings('error', 5), lambda: warnings.filterwarnings('error', '', int), lambda: warnings.filterwarnings('error', '', 5), lambda: warnings.filterwarnings('error', module=5), lambda: warnings.filterwarnings('error', lineno='x'), lambda: warnings.filterwarnings('error', lineno=-1), lambda: warnings.simplefilter('x'), lambda: warnings.simplefilter('error', lineno=-1),lambda: warnings.simplefilter('error', lineno='a'), lambda: warnings.filterwarnings('error', '('), lambda: warnings.simplefilter(), lambda: warnings.catch_warnings(True)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)

# --- skip_file_prefixes
import warnings
def f():
    warnings.warn('skipped', skip_file_prefixes=('nowhere',))
f()

# --- as an error, uncaught
import warnings
warnings.simplefilter('error')
def f():
    warnings.warn('bad thing', RuntimeWarning)
f()

# --- registries are begun again when filters change
import warnings
def f(): warnings.warn('again')
f()
f()
warnings.simplefilter('default')
f()
f()
warnings.simplefilter('always')
f()
f()
warnings.simplefilter('ignore')
f()
print(len(__warningregistry__))

# --- what the interpreter warns of obeys filters
import warnings
print(~True)
with warnings.catch_warnings():
    warnings.simplefilter('error')
    try:
        print(~False)
    except DeprecationWarning as e:
        print('raised:', e)
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('always')
    for i in range(2):
        ~(not i)
    print(len(log), log[0].category, log[0].filename, log[0].lineno, str(log[0].message)[:40])
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    print(~(1 == 1))
print(~(1 == 1))
