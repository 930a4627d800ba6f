# generator.throw(type, value, traceback): the old way, with its warning.
def g():
    try:
        yield 1
    except ValueError as e:
        print(repr(e), e.args)
        yield 2
for value in [1, ValueError(5), (5, 6), None, UnicodeError('x')]:
    x = g(); next(x); print(x.throw(ValueError, value))
x = g(); next(x)
try:
    x.throw(KeyError, ValueError(1))
except KeyError as e:
    print(repr(e))
for arguments in [(ValueError(1), 1), (ValueError, 1, 1), (1, 1), (), (1, 2, 3, 4)]:
    x = g(); next(x)
    try:
        x.throw(*arguments)
    except TypeError as e:
        print(e)

# --- with a traceback
import traceback
def g():
    try:
        yield 1
    except ValueError as e:
        print(len(traceback.extract_tb(e.__traceback__))); yield 2
try:
    1/0
except Exception as e:
    tb = e.__traceback__
x = g(); next(x); print(x.throw(ValueError, ValueError(3), tb))

# --- the warning as an error
import warnings
warnings.simplefilter('error')
def g():
    yield 1
async def h():
    yield 1
x = g(); next(x)
try:
    x.throw(ValueError, 1)
except DeprecationWarning as e:
    print(e)
try:
    h().athrow(ValueError, 1)
except DeprecationWarning as e:
    print(e)
