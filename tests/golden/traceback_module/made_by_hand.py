# traceback: frames and syntax errors that nobody raised. CPython 3.14 library, "traceback".
import sys
import traceback

Frame = traceback.FrameSummary
f = Frame('none.py', 1, 'd')
print(f == Frame('none.py', 1, 'd'), f == ('none.py', 1, 'd', ''), ('none.py', 1, 'd', '') == f, f != ('none.py', 1, 'd', 'x'))
print(f == Frame('none.py', 1, 'e'), f != Frame('none.py', 1, 'd'), f == Frame('none.py', 1, 'd', line='x'), f == ['none.py', 1, 'd', ''], f == 5)
print(tuple(f), len(f), f[0], f[-1], f.line, Frame('none.py', None, 'd').line, Frame('none.py', 1, 'd', line='  x = 1 \n').line)
print(f in [('none.py', 1, 'd', '')], [f].index(('none.py', 1, 'd', '')))
try:
    hash(f)
except TypeError as e:
    print(e)
try:
    f < f
except TypeError as e:
    print(e)

# --- both of value and tb, or none
import sys
import traceback

e = ValueError('v')
calls = [(ValueError, e), (ValueError, None, None), (e,), (e, e, None), (None, e), (None, None, None), (None,), (e, None), (5,), (5, e, None)]
for args in calls:
    for call in traceback.format_exception, lambda *args: traceback.print_exception(*args, file=sys.stdout):
        try:
            print(call(*args))
        except (TypeError, ValueError) as problem:
            print(type(problem).__name__, problem)
for keywords in {'tb': None}, {'value': e}, {'value': e, 'tb': None}:
    try:
        print(traceback.format_exception(ValueError, **keywords))
    except ValueError as problem:
        print(problem)
print(traceback.format_exception_only(ValueError, e), traceback.format_exception_only(e))

# --- syntax errors
import traceback

for args in (
    ('', ('', 0, 5, 'hello')), ('text', ('my.py', None, 1, 'x')), ('text', ('my.py', None, None, None)), ('bad', ('m.py', 1, 2, 'abcdefg', 1, 100)),
    ('bad', ('m.py', 1, 0, 'abcdefg', 1, 5)), ('bad', ('m.py', 2, 0, 'abcdefg')), ('bad', ('m.py', 1, -1, 'abcdefg')), ('bad', ('m.py', 1, 9, 'abc')),
    (None, ('m.py', 1, 3, None)), ('bad',), ('',), (), (None,), (5, ('m.py', 1, 5, 'abc', 1, None)), (['x'],), ('bad', ('m.py', 1, None, 'abc')), ('bad', ('', 3, 0, 'x')),
    ('bad', ('m.py', 0, 2, 'abc', 0, 3)),
):  # fmt: skip
    print(args, traceback.format_exception_only(SyntaxError(*args)))
