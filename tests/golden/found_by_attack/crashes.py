# What people who tried to break the interpreter found: each of these ended it by a signal, or ran on behind its limits.
import types
m = types.MethodType(lambda *a: a, 1)
print(m.__call__(), m.__call__(2), m.__call__.__call__(3))
print(types.MethodType(print, 1).__call__(2))

# --- more context managers than blocks may nest
for count in 21, 1000, 20000:
    try: exec('with ' + ','.join(['a'] * count) + ': pass')
    except Exception as e: print(type(e).__name__, e.args[0])

# --- functions that wrap themselves
import functools
x = functools.singledispatch(lambda a: 1)
x.__wrapped__ = x
print(x.__annotations__)

# --- a SyntaxError that points to nowhere
def raised(offset, end_offset, text='text'):
    e = SyntaxError('a', ('f', 1, 2, text))
    e.offset, e.end_lineno, e.end_offset = offset, 1, end_offset
    return e
import traceback
for offset in 2**31, 2**31 - 1, -2**31, 2**60, 10**30, 0, 1, 3:
    for end in 2, 2**31, -2**63, None, 0, 4:
        try: print(offset, end, ''.join(traceback.format_exception_only(raised(offset, end))))
        except Exception as e: print(type(e).__name__, e)

# --- a SyntaxError that points to nowhere is not caught
e = SyntaxError('a', ('f', 1, 2, 'text'))
e.offset = 2**31
e.end_offset = 2
e.end_lineno = 1
raise e

# --- annotations that are there, asked for as deep as frames may have to grow
def f(a: int): pass
def down(n): return down(n - 1) if n else (hasattr(f, '__annotations__'), getattr(f, '__annotate__')(1))
print({str(down(n)) for n in range(70)})
