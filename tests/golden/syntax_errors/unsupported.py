# A class definition.
# CPython: class definitions are not supported
x = 1
class A:
    pass

# --- a class definition inside a function, with bases and a decorator
# CPython: class definitions are not supported
def f():
    @decorator
    class A(B, metaclass=C):
        x = 1

# --- a class definition on one line
# CPython: class definitions are not supported
if True: pass
class Point: x = y = 0

# --- a generic class
# CPython: class definitions are not supported
class A[T]: pass

# --- a match statement
# CPython: match statements are not supported
x = 5
match x:
    case 5:
        print('five')

# --- a match statement over a tuple, inside a function
# CPython: match statements are not supported
def f(a, b):
    match a, b:
        case 1, [x, *rest] if x:
            return rest
        case {'k': v} | _:
            return v

# --- a class at run time, through exec
# CPython: class definitions are not supported
try: exec('class A: pass')
except SyntaxError as e: print(e.msg, e.lineno, e.offset)
try: compile('match x:\n  case 1: pass', 'f', 'exec')
except SyntaxError as e: print(e.msg, e.lineno, e.offset)
