# __exit__ called by hand, with what is no exception and no traceback.
from contextlib import ExitStack

with ExitStack() as stack:
    stack.callback(print, "called")
try:
    stack = ExitStack()
    stack.push(lambda *details: print(details[1]))
    stack.__exit__(int, 5, None)
except AttributeError as e:
    print(e)

# --- a contextmanager
from contextlib import contextmanager

@contextmanager
def manager():
    yield

m = manager()
m.__enter__()
error = ValueError("x")
print(m.__exit__(ValueError, error, None))
