# traceback: entries, stacks, limits. CPython 3.14 library, "traceback".
import traceback, sys
def a(n):
    return 1 / n
def b(n):
    return a(n) + 1
def c(n):
    try:
        return b(n)
    except ZeroDivisionError as e:
        raise ValueError('bad') from e
try:
    c(0)
except ValueError as e:
    error = e
for limit in None, 0, 1, 2, 5, -1, -2, -5:
    print(limit, [(f.filename, f.lineno, f.name, f.line) for f in traceback.extract_tb(error.__traceback__, limit)])
    print(''.join(traceback.format_tb(error.__traceback__, limit)), end='')
    print(''.join(traceback.format_exception(error, limit=limit)), end='')
    print(''.join(traceback.format_exception(error, limit=limit, chain=False)), end='')
s = traceback.extract_tb(error.__cause__.__traceback__)
print(s, len(s), s[0], s[-1].name, [f.colno for f in s], [f.end_colno for f in s], [f.end_lineno for f in s])
print(s.format())
try:
    c(0)
except ValueError:
    print(traceback.format_exc(1), traceback.format_exc(limit=-1, chain=False))
    traceback.print_exc(limit=1, file=sys.stdout)
print([n for _, n in traceback.walk_tb(error.__traceback__)], traceback.extract_tb(None), traceback.format_tb(None))

# --- frame summaries
import traceback
f = traceback.FrameSummary('a.py', 3, 'f', line='  x = 1  ')
print(f, repr(f), list(f), f[0], len(f), f.line, f.locals, f.end_lineno, f.colno, f.end_colno)
print(traceback.format_list([f, ('b.py', 5, 'g', None), ('c.py', 5, 'h', 'code')]))
s = traceback.StackSummary.from_list([f, ('b.py', 5, 'g', None)])
print(s, s.format(), type(s[0]), len(s), f == traceback.FrameSummary('a.py', 3, 'f'), f == traceback.FrameSummary('a.py', 4, 'f'))
print(''.join(traceback.format_list([('r.py', 1, 'r', 'r()')] * 6 + [('r.py', 2, 'r', 'r()')] * 5)), end='')
g = traceback.FrameSummary('a.py', 3, 'f', locals={'b': 1, 'a': 'x'}, line='y')
print(''.join(traceback.format_list([g])), end='')
traceback.print_list([g], open('/dev/null') if False else __import__('sys').stdout)
for bad in (lambda: traceback.format_list([5]), lambda: traceback.extract_tb(5), lambda: traceback.print_last()):
    try:
        print(bad())
    except Exception as e:
        print(type(e), e)

# --- TracebackException
import traceback, sys
def f():
    try:
        {}['k']
    except KeyError:
        raise TypeError('t')
try:
    f()
except TypeError as e:
    t = traceback.TracebackException.from_exception(e)
print(t.exc_type_str, t.stack, t.__cause__, t.__suppress_context__, t.__context__.exc_type_str, t.__context__.stack[0].line)
print(''.join(t.format()), end='')
print(''.join(t.format(chain=False)), list(t.format_exception_only()))
t.print(file=sys.stdout)
u = traceback.TracebackException.from_exception(ValueError('x'), limit=0)
print(list(u.format()))

# --- recursion
import traceback, sys
def r(n):
    if n == 0:
        raise RuntimeError('deep')
    r(n - 1)
try:
    r(10)
except RuntimeError as e:
    print(''.join(traceback.format_tb(e.__traceback__)), end='')
    print(''.join(traceback.format_tb(e.__traceback__, 5)), end='')
    print(''.join(traceback.format_tb(e.__traceback__, -3)), end='')
    print(len(traceback.extract_tb(e.__traceback__)))

# --- stacks
# CPython: the oracle's own frames lie below the program's
import traceback, sys
def f():
    traceback.print_stack(file=sys.stdout)
    print(traceback.format_stack(limit=1), traceback.extract_stack(limit=2))
def g():
    f()
g()
traceback.print_stack()
