# --- a class whose constructor is Python code, given where nothing can wait for it
# CPython: such a class has to be called first
import configparser


def generator():
    try:
        yield
    except configparser.Error as error:
        print("caught", repr(error))
    yield


g = generator()
next(g)
try:
    g.throw(configparser.Error)
except TypeError as error:
    print("TypeError:", error)
g = generator()
next(g)
g.throw(configparser.Error())
