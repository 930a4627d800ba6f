# Wrong calls of methods that CPython has in Python, or in C where pysub has them in Python.
from collections import ChainMap, Counter
from fractions import Fraction
from decimal import Context, Decimal
import calendar
import ipaddress
import stat


def shown(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)


shown(lambda: Counter().__add__())
shown(lambda: Counter().__eq__(other=Counter()))
shown(lambda: Counter().__repr__(1))
shown(lambda: ChainMap().__getitem__(key=1))
shown(lambda: ChainMap().setdefault())
shown(lambda: Fraction(1, 2).__radd__())
shown(lambda: Fraction(1, 2).__add__(b=1))
shown(lambda: Fraction(1, 2).__lt__(1, 2))
shown(lambda: ipaddress.IPv4Address(1).__ge__())
shown(lambda: ipaddress.IPv4Network('1.0.0.0/8').__eq__(other=1))
shown(lambda: Decimal(1).compare())
shown(lambda: Decimal(1).copy_abs(1))
shown(lambda: Decimal(1).exp(unknown=1))
shown(lambda: Decimal(1).fma(1, 2, 3, 4))
shown(lambda: Context().add(1))
shown(lambda: Context().abs())
shown(lambda: Context().abs(x=1))
shown(lambda: Context().canonical(1))
shown(lambda: Decimal(1).is_normal(1))
shown(lambda: Decimal(0).to_integral_value('up'))
shown(lambda: Decimal(7).__rpow__(Decimal(3), 5))
shown(lambda: stat.S_ISDIR())
shown(lambda: stat.S_ISDIR(-1))
shown(lambda: stat.S_IFMT(1.5))
shown(lambda: stat.filemode(0o106755))
shown(lambda: stat.filemode(0o41776))
shown(lambda: calendar.IllegalMonthError())
shown(lambda: repr(calendar.IllegalMonthError(5)))
shown(lambda: calendar.IllegalWeekdayError(9))
shown(lambda: calendar.monthrange(2024, 13))
shown(lambda: list[int].__repr__())
shown(lambda: list[int].__eq__(list[int]))
shown(lambda: Counter().__class_getitem__(int))

# --- a context that is initialised again keeps what is not given
from decimal import Context
c = Context(prec=3, traps=[])
c.__init__()
print(c)
c.__init__(prec=7)
print(c)

# --- a calendar with a first day that is none
import calendar
c = calendar.Calendar('x')
c.setfirstweekday(13)
print(c.firstweekday)
try:
    calendar.Calendar('x').getfirstweekday()
except TypeError as e:
    print(e)
