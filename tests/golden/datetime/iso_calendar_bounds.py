# date.fromisocalendar: numbers that are none of a calendar.
from datetime import date
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
p(lambda: date.fromisocalendar(2020, 53, 2**70))
p(lambda: date.fromisocalendar(2020, 2**70, 1))
p(lambda: date.fromisocalendar(2**70, 1, 1))
p(lambda: date.fromisocalendar(-2**70, 1, 1))
p(lambda: date.fromisocalendar(2020, 1.5, 1))
p(lambda: date.fromisocalendar(2020, 2**31, 1))
p(lambda: date.fromisocalendar(2020, 2**40, 1))
p(lambda: date.fromisocalendar('a', 2**40, 1))
p(lambda: date.fromisocalendar(0, 1, 1))
p(lambda: date.fromisocalendar(2020, 54, 1))
p(lambda: date.fromisocalendar(2020, 1, 8))
p(lambda: date.fromisocalendar(10000, 1, 8))
