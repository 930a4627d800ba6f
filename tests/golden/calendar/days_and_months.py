# calendar.Day, calendar.Month: ints with names, which are ints wherever ints are.
import calendar as c
F, M = c.FEBRUARY, c.MONDAY
print(c.monthrange(2024, 2), c.weekday(2024, 1, 1), [c.weekday(2024, 2, 29)], F, repr(F), f'{F}|{F:>5}|{F!r}', '%s %d %r' % (F, F, F))
print(F + 1, F * 2, -F, ~F, F ** 2, 2 ** F, F / 2, F // 2, divmod(F, 2), F & 3, 1 << F, abs(F), round(F), bool(M), F == 2, 2 == F, F < 3, 0 == M, hash(F) == hash(2))
print([1, 2, 3][F], (1, 2, 3)[M], 'abc'[F], [1, 2, 3][F:], {F: 1}[2], {2: 1}[F], 2 in {F}, F in {2}, [F].index(2), 'ab' * F, list(range(F)), range(5)[F])
print(int(F), float(F), complex(F), F.real, F.name, F.value, F.bit_length(), F.as_integer_ratio(), F.to_bytes(1), bin(F), chr(F), bytes(F), sum([F, F]), max(F, 1), sorted([F, c.JANUARY]))
print(type(F) is c.Month, isinstance(F, int), c.Month(2) is F, c.Day(6), c.Day(True), c.Day(1.0), c.Day.MONDAY is M, c.Month(c.Month(3)), c.Day.SUNDAY, M == c.Month(1))

# --- who is no member
import calendar as c
for value in 9, 'x', 1.5, -1, None, 2**70:
    try: c.Day(value)
    except ValueError as e: print(e)
try: c.FEBRUARY.foo
except AttributeError as e: print(e)
try: 1 // c.MONDAY
except ZeroDivisionError as e: print(e)
try: [][c.MONDAY]
except IndexError as e: print(e)

# --- where other modules take ints
import calendar as c, datetime, decimal, fractions, json, math, itertools, operator, copy
F, M = c.FEBRUARY, c.MONDAY
print(datetime.date(2024, F, 1), datetime.timedelta(F), decimal.Decimal(F), decimal.Decimal(M), fractions.Fraction(F, 3), json.dumps([F, {F: M}]), math.gcd(F, 4), math.floor(F), math.sqrt(F), math.factorial(M))
print(list(itertools.islice('abc', F)), operator.index(F), copy.deepcopy(F) is F, copy.copy([F]), list(itertools.repeat('a', F)), pow(F, F, 3), round(1.555, F), 3 - F, 2.5 * F, F - 0.5, 1j * F)
print(c.day_name[c.weekday(2024, 2, 29)], c.month_name[F], c.day_abbr[M], list(c.Calendar(c.SUNDAY).iterweekdays()), decimal.Decimal(1) + M, fractions.Fraction(1, 2) * F, decimal.Decimal('1.25').quantize(decimal.Decimal((0, (F,), -1))))
c.setfirstweekday(c.SUNDAY)
print(c.firstweekday(), c.month(2024, F))

# --- flags of re are ints too
import re
print([10, 20, 30][re.I], range(re.I), int(re.I | re.M), f'{re.I:>3}', '%d' % re.M, {2: 'x'}[re.I], re.I + 1, re.NOFLAG or 'none', 5 % re.I, list('abc')[re.NOFLAG])
print(re.RegexFlag(511), re.RegexFlag(1), re.RegexFlag(-1), [re.A | re.I, ~re.I, re.RegexFlag(288)], re.RegexFlag(1).name, re.RegexFlag(3).name, (re.I | re.U).name)
