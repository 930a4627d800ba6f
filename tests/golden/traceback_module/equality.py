# Equality of TracebackException and StackSummary: CPython 3.14 library, "traceback".
import traceback
def f(n):
    if n: raise ValueError(n)
    1/0
def caught(n):
    try: f(n)
    except Exception as e: return e
make = traceback.TracebackException.from_exception
err = caught(0)
a, b = make(err), make(err)
print(a == b, a != b, a == 3, a.stack == b.stack, a == make(caught(1)), make(caught(1)) == make(caught(2)))
s = a.stack
print(s == list(s), list(s) == s, s != list(s), s == s[:1], s == tuple(s), s + [1] == list(s) + [1], [1] + list(s) == [1] + s)
print([1] == traceback.StackSummary([1]), traceback.StackSummary() == [], traceback.StackSummary([1]) < [2])
for value in (s, a):
    try: hash(value)
    except TypeError as e: print(e)

# --- it is no list, but does what a list does
# CPython: StackSummary is derived from list; a type has one kind of memory here
import traceback
print(isinstance(traceback.StackSummary(), list), issubclass(traceback.StackSummary, list))
