# What the fields of a namedtuple type are, and dir() of both.
import collections, typing
P = collections.namedtuple('P', 'a b', defaults=[1])
print(P.a, P.b, P.a.__doc__, type(P.a))
print([n for n in dir(P) if not n.startswith('__')])
print([n for n in dir(P(1, 2)) if not n.startswith('__')])
N = typing.NamedTuple('N', [('x', int)])
print(N.x, [n for n in dir(N) if not n.startswith('_')])
print(hasattr(P, 'c'), hasattr(P, 'a'), getattr(P, 'b'))
