# traceback: CPython 3.14 library.
import traceback, sys
def f(x):
    return 1 / x
def g():
    try:
        f(0)
    except ZeroDivisionError as error:
        raise ValueError('bad\nvalue') from error
try:
    g()
except ValueError as error:
    print(traceback.format_exc())
    traceback.print_exc(file=sys.stdout)
    print(traceback.format_exception(error))
    print(traceback.format_exception(type(error), error, error.__traceback__, chain=False))
    print(traceback.format_exception_only(error), traceback.format_exception_only(KeyError('k')), traceback.format_exception_only(None))
    print(traceback.format_tb(error.__traceback__))
    traceback.print_tb(error.__traceback__, file=sys.stdout)
    traceback.print_exception(error.__cause__, file=sys.stdout)
print(repr(traceback.format_exc()))
try:
    traceback.format_exception(3)
except TypeError as error:
    print(error)
