# names in tracebacks: those of the code, whatever the function is called by now
def f():
    1 / 0
f.__name__ = 'changed'
f.__qualname__ = 'also.changed'
def outer():
    def inner():
        f()
    inner()
outer()

# --- a lambda and a generator
g = lambda: [x / 0 for x in [1]]
g.__name__ = 'a name'
def h():
    yield g()
h.__name__ = 'other'
list(h())

# --- what the traceback module and logging say
import logging
import traceback
def f():
    1 / 0
f.__name__ = 'changed'
try:
    f()
except ZeroDivisionError as e:
    print([s.name for s in traceback.extract_tb(e.__traceback__)])
    print(traceback.format_exc())
def g():
    print(traceback.extract_stack()[-1].name)
    logging.basicConfig(format='%(funcName)s:%(message)s')
    logging.warning('here')
g.__name__ = 'new'
g()

# --- a generator that was renamed
def gen():
    yield 1
    1 / 0
it = gen()
it.__name__ = 'renamed'
next(it)
next(it)
