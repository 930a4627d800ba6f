# print() writes where sys.stdout points, whoever put it there.
import contextlib, io
s = io.StringIO()
with contextlib.redirect_stdout(s): print('hidden', 1, sep='-')
print(repr(s.getvalue()))
with contextlib.ExitStack() as stack:
    stack.callback(print, 'last')
    t = stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
    stack.push(lambda *a: print('pushed') or True)
    print('in')
    1 / 0
print(repr(t.getvalue()))

# --- without contextlib
import sys, io
real, sys.stdout = sys.stdout, io.StringIO()
print('a', end='')
text, sys.stdout = sys.stdout.getvalue(), real
print(repr(text))
sys.stdout = None
print('nowhere')
sys.stdout = real
log = []
import types
sys.stdout = types.SimpleNamespace(write=log.append, flush=lambda: None)
print('x', 2, file=None)
sys.stdout = sys.stderr
print('to standard error')
sys.stdout = real
print(''.join(log))
print('still', file=real)

# --- a stream that cannot
import sys
real, sys.stdout = sys.stdout, 5
try: print('x')
except AttributeError as e: error = e
sys.stdout = real
print(error)
del sys.stdout
try: print('x')
except RuntimeError as e: error = e
sys.stdout = real
print(error)
