# numbers and abc: CPython 3.14 library.
import numbers, abc
from fractions import Fraction
from decimal import Decimal
for kind in (numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral):
    print(kind, [isinstance(x, kind) for x in (1, True, 1.5, 1j, Fraction(1), Decimal(1), 'a', None, [])], [issubclass(t, kind) for t in (int, bool, float, complex, Fraction, Decimal, str)])
print(issubclass(numbers.Integral, numbers.Number), issubclass(numbers.Real, numbers.Rational), issubclass(numbers.Rational, numbers.Real), issubclass(numbers.Complex, numbers.Number))
@abc.abstractmethod
def f():
    return 5
print(f(), f.__isabstractmethod__, abc.ABC.__name__, abc.ABCMeta.__name__, issubclass(abc.ABCMeta, type))
