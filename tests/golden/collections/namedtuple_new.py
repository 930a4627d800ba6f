# namedtuple: __new__ and its defaults.
from collections import namedtuple
P = namedtuple('P', 'x y z', defaults=[1, 2])
print(P.__new__.__defaults__, P.__doc__, P.x.__doc__, P.y.__doc__, P._field_defaults)
print(P.__new__.__name__, P.__new__.__qualname__, P.__new__.__doc__, P.__new__.__annotations__, P.__new__.__kwdefaults__)
P.__doc__ = 'point'; print(P.__doc__)
try:
    print(P.x)
except Exception as e: print(type(e), e)
print(P._asdict.__doc__)
P.__new__.__defaults__ = (5,)
try: print(P(1, 2))
except Exception as e: print(type(e), e)
print(P.x)
print(type(P.x), P.__slots__, P.__match_args__, P.__module__)

# --- defaults, as before there was defaults=
from collections import namedtuple
P = namedtuple('P', 'x y')
P.__new__.__defaults__ = (None,) * len(P._fields)
print(P(), P(1), P(1, 2), P._field_defaults)
P.__new__.__defaults__ = (7,)
print(P(1))
try: P()
except TypeError as e: print(e)
P.__new__.__defaults__ = None
try: P(1)
except TypeError as e: print(e)
try: P.__new__.__defaults__ = 3
except TypeError as e: print(e)

# --- called
from collections import namedtuple
P = namedtuple('P', 'x y')
print(P.__new__(P, 1, 2), P.__new__(P, y=1, x=3), P.__new__.__module__, type(P.__new__).__name__, callable(P.__new__))
for arguments in [(P,), (P, 1, 2, 3), (tuple, 1, 2)]:
    try: print(P.__new__(*arguments))
    except TypeError as e: print(e)
Q = namedtuple('Q', 'a b', defaults=[5])
Q.__new__.__defaults__ += (6,)
print(Q(), Q._field_defaults, Q.__new__.__defaults__)
del Q.__new__.__defaults__
try: Q(1)
except TypeError as e: print(e)
Q.__new__.__defaults__ = (1, 2, 3)
print(Q(9), Q())
