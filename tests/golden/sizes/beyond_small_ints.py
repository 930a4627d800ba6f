# Sizes and counts that an inline int of pysub (48 bits) does not hold: the answer is the int, not its low bits.
# oracle: native

for power in (31, 32, 46, 47, 48, 62):
    for n in (2**power - 1, 2**power, 2**power + 1):
        if n < 2**63:
            print(len(range(n)), range(n).__len__(), len(range(-n, 0)), bool(range(n)))
for n in range(2**47 - 2, 2**47 + 2):
    print(n, end=" ")
print(list(range(-2**47 - 2, -2**47 + 2)), list(range(2**47 - 1, -2**47, -2**47 + 1)))

# --- len() that is too large
# oracle: native
try:
    len(range(2**63))
except OverflowError as e:
    print(e)

# --- bisect
# oracle: native
import bisect

print(bisect.bisect([1, 2, 3], 2, 2**47, 2**47), bisect.bisect([1, 2, 3], 2, 2**48 + 1))
print(bisect.bisect_left([], 0, 2**63 - 1), bisect.bisect_left("abc", "b", 2**62))
print(bisect.bisect_left(range(2**62), 2**61), bisect.bisect_right(range(2**63 - 1), 2**47, key=lambda x: x))
print(bisect.bisect_left(range(2**62), 2**50 + 1, 2**49, 2**51), bisect.bisect(range(0, 2**63, 3), 2**60))

# --- positions in memory
# oracle: native
import io

print(io.BytesIO(b"abc").truncate(2**47), io.StringIO("abc").truncate(2**47), io.StringIO("abc").truncate(2**63 - 1))
for make in (lambda: io.BytesIO(b"abc"), lambda: io.StringIO("abc")):
    for n in (2**31, 2**32 + 1, 2**46):
        x = make()
        print(x.seek(n), x.tell(), x.read(), x.tell(), x.seek(0), x.read())

# --- maxlen
# oracle: native
from collections import deque
import copy
import pprint

for n in (2**40, 2**47 - 1, 2**47, 2**48, 2**63 - 1):
    x = deque([1], n)
    x.append(2)
    x.appendleft(0)
    x.extend([3])
    print(x, x.maxlen, copy.copy(x).maxlen, x * 2, x == deque([0, 1, 2, 3]))
    pprint.pprint(x)
print(deque(maxlen=5) * 2**47, deque([1, 2, 3], 4) * 2**47, deque([1], 0) * 2**62, deque([1, 2], 3) * -2**63)
x = deque([1, 2, 3], maxlen=5)
x *= 2**61
print(x)

# --- repeat
# oracle: native
import itertools

for n in (2**31, 2**46, 2**47, 2**48, 2**63 - 1):
    x = itertools.repeat("a", n)
    print(x, next(x), x, x.__length_hint__())

# --- nothing times a negative
# oracle: native
for x in ("ab", b"ab", bytearray(b"ab"), [1, 2], (1, 2)):
    for n in (-1, -2**31, -2**47, -2**62, -2**63):
        print(x * n, n * x, end=" ")
    try:
        print(x * (-2**63 - 1))
    except OverflowError as e:
        print(e)

# --- hashes of dates
import datetime

print(len({datetime.date.fromordinal(n) for n in range(1, 3652059, 100003)} | {datetime.date.max, datetime.date.min}))
print(hash(datetime.date.max) == hash(datetime.date(9999, 12, 31)), {datetime.date.max: 1}[datetime.date(9999, 12, 31)])

# --- sumprod of ints within 64 bits goes on with floats in extended precision
import math

print(math.sumprod([2**50, 0.1, 1e100, 3.0], [1, 10, 1.0, 7]), math.sumprod([2**62, 10**20, 0.1], [1, 1, 10.0]))
print(math.sumprod([2**30, 1e16, 1.0, -1e16], [1, 1, 1, 1]), math.sumprod([1e16, 1.0, -1e16], [1, 1, 1]))

# --- nextafter keeps the sign of what it left
import math

print(math.nextafter(-5e-324, 0.0), math.nextafter(5e-324, -1.0), math.nextafter(-5e-324, 0.0, steps=1), math.nextafter(0.0, -0.0))

# --- divmod() of what has the one operation and not the other
import datetime

for other in (3, 2.5, None, "a", True):
    for pair in ((datetime.timedelta(1), other), (other, datetime.timedelta(1))):
        try:
            print(divmod(*pair))
        except TypeError as e:
            print(e)
print(divmod(datetime.timedelta(1), datetime.timedelta(hours=7)), datetime.timedelta(1).__divmod__(3), datetime.timedelta(1).__rdivmod__(3))

# --- pow() with a modulus is of ints alone, whichever method is asked
import fractions, decimal

print(fractions.Fraction(1, 3).__rpow__(float("nan"), 12), fractions.Fraction(1, 3).__rpow__(1.5, 12), fractions.Fraction(3).__pow__("a", 12))
print((2).__pow__(1.5, 3), (2).__rpow__(1.5, 3), True.__pow__(2, 5), (2).__rpow__(3, 5), (2).__pow__(3, None))

# --- types that cannot be made are named once
import re, types, typing

for kind in (re.Match, re.Pattern, types.UnionType, types.GeneratorType, type(iter([]))):
    try:
        kind()
    except TypeError as e:
        print(e)
