# float() from strings and numbers.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for s in ('0', '1', '-1', '+1.5', ' 2.5 ', '1e5', '1E-5', '.5', '5.', '1_000.5', '1e1_0', 'inf', '-INF', '+Infinity', 'nan', '-NaN', 'iNf', '٣.٥', '１２', '1e400', '-1e400', '1e-400', '9' * 40, '0.' + '0' * 30 + '1', '\t3\n', '2.2250738585072011e-308', '1' + '0' * 308):
    print(ascii(s), float(s))
for s in ('', ' ', '.', 'e5', '1e', '1e+', '--1', '1__0', '_1', '1_', '1._5', '1_.5', '0x10', 'infinit', 'in f', '1 2', 'abc', '1,5', '1.2.3', 'nan(1)', '1j', '\x00', '1\x00', '½', '\ud800', '1e5.5', 'x' * 100):
    try: print(ascii(s), float(s))
    except ValueError as e: print(e)
t(lambda: float())
t(lambda: float(None))
t(lambda: float([]))
t(lambda: float(1j))
t(lambda: float(True))
t(lambda: float(b'1.5'))
t(lambda: float(bytearray(b'2')))
t(lambda: float(b'x'))
t(lambda: float(memoryview(b'3')))
t(lambda: float('1', 2))
t(lambda: float(x=1))
t(lambda: float({}))
t(lambda: float(len))
t(lambda: float(10**400))
t(lambda: float(2**1023))

# --- float methods
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for x in (0.0, -0.0, 1.0, -1.5, 0.1, 1e22, 1e-5, 3.0, 2**53 + 0.0, 5e-324, 1.7976931348623157e308):
    print(x, x.is_integer(), x.as_integer_ratio() if abs(x) < 1e30 and abs(x) > 1e-30 or x == 0 else '', x.hex(), x.conjugate(), x.real, x.imag, float.fromhex(x.hex()) == x)
inf, nan = float('inf'), float('nan')
print(inf.hex(), nan.hex(), (-inf).hex(), inf.is_integer(), nan.is_integer())
t(lambda: inf.as_integer_ratio())
t(lambda: nan.as_integer_ratio())
t(lambda: (1.5).is_integer(1))
t(lambda: (1.5).hex(1))
t(lambda: (1.5).bit_length())
t(lambda: (1.5).nope)
t(lambda: float.hex(5))
t(lambda: (1.5).__round__())
t(lambda: (1.5).__trunc__())
t(lambda: (1.5).__floor__())
t(lambda: (1.5).__int__())
t(lambda: (1.5).__divmod__(1))
t(lambda: (1.5).__mod__('a'))
t(lambda: (1.5).__add__(1))
t(lambda: (1.5).__eq__('a'))
t(lambda: (1.5).__bool__())
t(lambda: (7.0).__floordiv__(2))

# --- fromhex
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for s in ('0x1p0', '0x1.8p1', '-0x1.fp-3', '1p3', '0x.8', 'ff', ' 0x1p1 ', 'inf', '-Infinity', 'nan', '0x1p-1074', '0x1.fffffffffffffp1023', '0X1.8P+1', '1.8', '0x1.00000000000008p0', '0x0p0', '-0x0p0', '0x1'):
    print(s, float.fromhex(s))
t(lambda: float.fromhex(''))
t(lambda: float.fromhex('0x'))
t(lambda: float.fromhex('g'))
t(lambda: float.fromhex('0x1p'))
t(lambda: float.fromhex('0x1p1024'))
t(lambda: float.fromhex(5))
t(lambda: float.fromhex())
t(lambda: float.fromhex('1.2.3'))
t(lambda: float.fromhex(b'1'))

# --- from_number (3.14)
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: float.from_number(5))
t(lambda: float.from_number(1.5))
t(lambda: float.from_number('5'))
t(lambda: float.from_number(True))
t(lambda: float.from_number(1j))
t(lambda: float.from_number())
t(lambda: complex.from_number(5))
t(lambda: complex.from_number(1j))
t(lambda: complex.from_number('1'))

# --- rounding
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for x in (0.5, 1.5, 2.5, -0.5, -1.5, 2.675, 1.005, 1234.5678, -1234.5678, 1e300, 0.0, -0.0, 5e-324, 25.0, 1e16 + 2, 0.05, 4503599627370497.5):
    print(x, round(x) if abs(x) < 1e20 else 'int', [round(x, n) for n in (0, 1, 2, -1, -2, 20, -400, 400)])
t(lambda: round(float('inf')))
t(lambda: round(float('nan')))
t(lambda: round(float('-inf'), 2))
t(lambda: round(float('nan'), 2))
t(lambda: round(1.5, 'a'))
t(lambda: round(1.5, 1.0))
t(lambda: round(1.5, None))
t(lambda: round(1e308, -308))
t(lambda: round(1.7e308, -308))
t(lambda: round(2.5).__class__.__name__)
t(lambda: round(2.5, 0).__class__.__name__)

# --- repr is the shortest that round-trips
for x in (0.1, 1/3, 2/3, 1e21, 1e20, 123456789012345678.0, 1e16, 9999999999999998.0, 1e15, 0.001, 0.0001, 0.00001234, 1.5e-10, 100.0, 1e2, 5e-324, 1.7976931348623157e308, 2.0**-1022, 4.35, 0.3, 1.1 + 2.2, 1e23, 9007199254740993.0, 2**0.5, 1e-7, 12345.678e-3, 1e100):
    print(repr(x), str(x) == repr(x), float(repr(x)) == x)

# --- special values in arithmetic and comparison
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

inf, nan = float('inf'), float('nan')
print(inf + inf, inf - inf, inf * 0, inf / inf, inf ** 0, nan ** 0, 1 ** nan, 0 ** inf, inf ** -1, (-inf) ** 3, (-inf) ** 2, 2 ** inf, 0.5 ** inf, 2 ** -inf, (-1) ** inf, 1.0 ** inf)
print(inf > 1e308, -inf < -1e308, nan > nan, nan == nan, nan != nan, not nan == nan, max(nan, 1), max(1, nan), min(nan, 1), min(1, nan), sorted([3, nan, 1]), inf == inf, inf == 10**400, -inf < -10**400, bool(nan), bool(-0.0), abs(-inf), abs(-0.0), -nan != nan)
print(1e308 * 10, -1e308 * 10, 1e-320 / 10, 1e-324, 1e308 + 1e308, 2e308 - 1e308, 5e-324 / 2, 0.0 * -1, -0.0 + 0.0, 0.0 - 0.0, -0.0 - 0.0, 0.0 / -5, inf // 1, -inf % 5, 5 % inf, -5 % inf, 5 % -inf, 0.0 % -5, -0.0 % 5)
t(lambda: 0.0 ** -1)
t(lambda: (-0.0) ** -1)
t(lambda: (-0.0) ** -2.5)
t(lambda: (-2.0) ** 0.5)
t(lambda: inf % 0)
t(lambda: 1.0 % 0.0)
t(lambda: divmod(1.0, inf))
t(lambda: divmod(-1.0, inf))
t(lambda: divmod(inf, 1))
t(lambda: 2.0 ** 1023.9)
t(lambda: -2.0 ** -1075)

# --- powers that are too large
# oracle: native
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: 1e200 ** 2)
t(lambda: (-1e200) ** 3)
t(lambda: 2.0 ** 1024)
t(lambda: 10.0 ** 400)
t(lambda: 2.0 ** 10**6)
try: 1e308 ** 2
except OverflowError as e: print(e.args, str(e), repr(e))

# --- divmod and modulo
for a in (7.5, -7.5, 1e17, 0.1):
    for b in (2, -2, 0.1, -0.1, 3.3): print(a, b, divmod(a, b), a // b * b + a % b - a)

# --- sum of floats is compensated, mixed sums
print(sum([0.1] * 10), sum([0.1] * 3), sum([1e16, 1, -1e16]), sum([1, 2.5, True]), sum([0.1, 0.2, 0.3]), sum([1e308, 1e308, -1e308]), sum([]), sum([], 0.0), sum([1.0], -0.0), sum([-0.0]), sum([-0.0], -0.0), sum([0.1] * 10, 0.0), sum((0.1, 2**60, 0.2)), sum([float('inf'), 1]), sum([float('inf'), float('-inf')]), sum([1j, 2.5, 3]), sum([0.1j] * 10), sum([2**70, 0.5]))
x = 0.0
for _ in range(10): x += 0.1
print(x, 0.1 * 10, 0.1 + 0.1 + 0.1, 1 - 0.9, 0.7 + 0.1, 4.35 * 100, 1.1 * 1.1, 3 * 1.1, 1e16 + 1, 2.0 ** 0.5 ** 2)
