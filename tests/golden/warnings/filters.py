# warnings: filters, catch_warnings, hooks. CPython 3.14 library, "warnings".
import warnings
print(warnings.filters)
warnings.filterwarnings('ignore', message='un.*', category=UserWarning)
warnings.warn('unwanted')
warnings.warn('UNWANTED too')
warnings.warn('wanted')
warnings.filterwarnings('error', 'x', lineno=8)
warnings.warn('x on another line')
try:
    warnings.warn('x', DeprecationWarning)
except Warning as e:
    print(repr(e))
warnings.filterwarnings('ignore', module='__main__')
warnings.warn('of main')
warnings.resetwarnings()
print(warnings.filters)
warnings.warn('pending', PendingDeprecationWarning)
warnings.simplefilter('ignore', append=True)
warnings.simplefilter('ignore', append=True)
warnings.simplefilter('error', UserWarning, 3)
warnings.simplefilter('ignore')
print(warnings.filters)

# --- actions
import warnings
for action in 'default', 'always', 'all', 'module', 'once', 'ignore':
    warnings.resetwarnings()
    warnings.simplefilter(action)
    print(action)
    with warnings.catch_warnings(record=True) as log:
        def f(): warnings.warn(action)
        def g(): warnings.warn(action)
        f(); f(); g(); g()
        warnings.warn(action, FutureWarning)
    print([(w.lineno, w.category.__name__, str(w.message)) for w in log])

# --- catch_warnings
import warnings
c = warnings.catch_warnings(record=True)
print(c, warnings.catch_warnings())
with c as log:
    warnings.warn('one')
    warnings.warn('two', RuntimeWarning)
    print(log)
    print(log[0])
    w = log[1]
    print(w.message, w.category, w.filename, w.lineno, w.file, w.line, w.source)
try:
    with c:
        pass
except RuntimeError as e:
    print(e)
try:
    warnings.catch_warnings().__exit__()
except RuntimeError as e:
    print(e)
with warnings.catch_warnings() as nothing:
    print(nothing)
    warnings.simplefilter('ignore')
    warnings.warn('ignored')
warnings.warn('shown')
with warnings.catch_warnings(action='error', category=UserWarning):
    try:
        warnings.warn('raised')
    except UserWarning as e:
        print('raised', e)
with warnings.catch_warnings(record=True, action='always') as outer:
    warnings.warn('a')
    with warnings.catch_warnings(record=True) as inner:
        warnings.warn('b')
    warnings.warn('c')
print([str(w.message) for w in outer], [str(w.message) for w in inner])

# --- hooks
import warnings
def show(message, category, filename, lineno, file=None, line=None):
    print('shown:', repr(message), category.__name__, filename, lineno, file, line)
old = warnings.showwarning
warnings.showwarning = show
warnings.warn('hooked')
warnings.showwarning = 5
try:
    warnings.warn('broken')
except TypeError as e:
    print(e)
warnings.showwarning = old
warnings.formatwarning = lambda m, c, f, l, line=None: f'<{m}|{c.__name__}|{f}|{l}|{line}>\n'
warnings.warn('formatted')

# --- formatwarning, showwarning
import warnings, io
print(warnings.formatwarning('text', UserWarning, 'a.py', 3), end='')
print(warnings.formatwarning('text', UserWarning, 'a.py', 3, '   some code  '), end='')
print(warnings.formatwarning(UserWarning('text'), UserWarning, 'formatwarning, showwarning', 3), end='')
f = io.StringIO()
warnings.showwarning('text', UserWarning, 'a.py', 3, f, 'line')
print(f.getvalue())
m = warnings.WarningMessage('text', UserWarning, 'a.py', 3)
print(m, repr(m), sorted(vars(m)))

# --- to a replaced sys.stderr
import warnings, sys, io, contextlib
f = io.StringIO()
with contextlib.redirect_stderr(f):
    warnings.warn('redirected')
print(f.getvalue())
sys.stderr = None
warnings.warn('lost')

# --- broken filters
import warnings
def try_warn():
    try:
        warnings.warn('x')
    except Exception as e:
        print(type(e).__name__, e)
warnings.filters.insert(0, 5)
try_warn()
warnings.filters[0] = (1, 2, 3, 4, 5)
try_warn()
warnings.filters[0] = ('foo', None, Warning, None, 0)
try_warn()
warnings.filters[0] = ('error', None, 5, None, 0)
try_warn()
warnings.filters[0] = ('error', 5, Warning, None, 0)
try_warn()
warnings.filters[0] = ('error', None, Warning, None, 'x')
try_warn()
warnings.filters = 5
try_warn()

# --- deprecated
import warnings
@warnings.deprecated('use g')
def f(a, *, b=2):
    "Doc."
    return a + b
print(f.__name__, f.__doc__, f.__deprecated__, f.__wrapped__.__deprecated__)
print(f(1), f(1, b=5))
@warnings.deprecated('gone', category=FutureWarning, stacklevel=2)
def g(): return 'g'
def caller(): return g()
print(caller())
@warnings.deprecated('quiet', category=None)
def h(): return 'h'
print(h(), h.__deprecated__)
for bad in (lambda: warnings.deprecated(5), lambda: warnings.deprecated('x')(5), lambda: warnings.deprecated()):
    try:
        bad()
    except TypeError as e:
        print(e)
