# There is one empty tuple.
empty = ()
def f(*a): return a
print(tuple() is empty, (1,)[1:] is empty, tuple([]) is empty, (1,) * 0 is empty, tuple('') is empty, tuple(x for x in ()) is empty)
print(f() is empty, (lambda *a: a)() is empty, ().__class__() is empty, (1, 2)[2:] is empty, () + () is empty, (*(),) is empty)
import copy
print(copy.copy(()) is empty, copy.deepcopy(()) is empty, tuple(iter([])) is empty, tuple({}) is empty, ValueError().args is empty)
t = (1, 2)
print(t + () is t, () + t is t, id(()) == id(tuple()))
s = set()
for i in range(3):
    s.add(id(f()))
print(len(s))
