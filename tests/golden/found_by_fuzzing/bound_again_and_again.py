# The stack grows for the arguments of a method of a method of a method, and a limit may fall into that.
# CPython: calls itself for each and ends with MemoryError; here it is a loop
from types import MethodType


def f(*a):
    return len(a), sum(a)


for i in range(20_000):
    f = MethodType(f, i)
print(f())
print(f(1, 2))
