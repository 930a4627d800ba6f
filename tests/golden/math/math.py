# Constants and rounding.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import math
print(math.pi, math.e, math.tau, math.inf, math.nan)
for x in (0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e20, -1e20, 3, -3, True, 1e-300):
    print(x, math.floor(x), math.ceil(x), math.trunc(x), math.fabs(x), math.modf(x), math.frexp(x), math.copysign(1, x), math.isfinite(x), math.isinf(x), math.isnan(x))
t(lambda: math.floor(math.inf))
t(lambda: math.ceil(math.nan))
t(lambda: math.trunc(math.inf))
t(lambda: math.floor('a'))
t(lambda: math.floor(None))
t(lambda: math.trunc('a'))
t(lambda: math.ceil())
t(lambda: math.floor(1, 2))
t(lambda: math.fabs('a'))
t(lambda: math.fabs(1j))
t(lambda: math.modf('a'))
t(lambda: math.modf(math.inf))
t(lambda: math.frexp(math.nan))
t(lambda: math.copysign(1))
t(lambda: math.isnan('a'))
t(lambda: math.isinf(10**400))

# --- roots, powers, logarithms
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import math
def r(*a): print(*(f'{x:.13g}' if isinstance(x, float) else x for x in a))
for x in (0, 1, 2, 4, 10, 0.25, 1e-10, 1e300, 10**30):
    r(x, math.sqrt(x), math.cbrt(x), math.exp2(min(x, 100)), math.exp(min(x, 700)), math.expm1(min(x, 700)), math.log1p(x), math.isqrt(int(x)))
    if x: r(math.log(x), math.log2(x), math.log10(x), math.log(x, 3), math.pow(x, 0.5))
r(math.log(8, 2), math.log2(8), math.log10(1000), math.log(10**400), math.log2(2**2000), math.log10(10**500), math.pow(2, 10), math.pow(0, 0), math.pow(-2, 3), math.pow(2, -1), math.pow(math.inf, 0), math.pow(1, math.nan), math.sqrt(True))
t(lambda: math.sqrt(-1))
t(lambda: math.sqrt('a'))
t(lambda: math.sqrt())
t(lambda: math.sqrt(10**400))
t(lambda: math.log(0))
t(lambda: math.log(-1))
t(lambda: math.log(0.0))
t(lambda: math.log(-10**400))
t(lambda: math.log(1, 1))
t(lambda: math.log(2, 0))
t(lambda: math.log(2, -1))
t(lambda: math.log())
t(lambda: math.log('a'))
t(lambda: math.log2(0))
t(lambda: math.log10(-1))
t(lambda: math.log1p(-1))
t(lambda: math.log1p(-2))
t(lambda: math.exp(1000))
t(lambda: math.exp(-1000))
t(lambda: math.exp2(2000))
t(lambda: math.expm1(1000))
t(lambda: math.pow(0, -1))
t(lambda: math.pow(-1, 0.5))
t(lambda: math.pow(2, 10000))
t(lambda: math.pow(2))
t(lambda: math.pow('a', 1))
t(lambda: math.isqrt(-1))
t(lambda: math.isqrt(1.5))
t(lambda: math.isqrt('a'))
t(lambda: math.isqrt(10**40))
t(lambda: round(math.cbrt(-27), 9))
t(lambda: math.log(x=1))

# --- trigonometry
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import math
def r(*a): print(*(f'{x:.13g}' if isinstance(x, float) else x for x in a))
for x in (0, 0.5, 1, -1, math.pi / 2, math.pi, 2.5, 100, 1e10):
    r(x, math.sin(x), math.cos(x), math.tan(x), math.atan(x), math.degrees(x), math.radians(x))
for x in (-1, -0.5, 0, 0.5, 1): r(math.asin(x), math.acos(x), math.sinh(x), math.cosh(x), math.tanh(x), math.asinh(x))
r(math.atan2(1, 1), math.atan2(-1, -1), math.atan2(0, -1), math.atan2(-0.0, -1), math.atan2(0, 0), math.acosh(2), math.atanh(0.5), math.hypot(3, 4), math.hypot(), math.hypot(1), math.hypot(1, 2, 2), math.hypot(math.inf, math.nan), math.dist((0, 0), (3, 4)), math.dist([1], [5]), math.dist((), ()))
t(lambda: math.asin(2))
t(lambda: math.acos(-1.5))
t(lambda: math.acosh(0.5))
t(lambda: math.atanh(1))
t(lambda: math.atanh(-1))
t(lambda: math.sin(math.inf))
t(lambda: math.cos(math.nan))
t(lambda: math.tan('a'))
t(lambda: math.cosh(1000))
t(lambda: math.sinh(1000))
t(lambda: math.atan2(1))
t(lambda: math.hypot('a'))
t(lambda: math.dist((1,), (1, 2)))
t(lambda: math.dist(1, 2))
t(lambda: math.dist(('a',), (1,)))
t(lambda: math.degrees())
t(lambda: math.radians('x'))

# --- integers
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import math
print(math.gcd(), math.gcd(12, 18), math.gcd(0, 5), math.gcd(-12, 18), math.gcd(12, 18, 27), math.gcd(2**100, 2**70), math.gcd(0, 0), math.lcm(), math.lcm(4, 6), math.lcm(0, 5), math.lcm(-4, 6), math.lcm(2, 3, 4), math.factorial(0), math.factorial(20), math.factorial(30), math.comb(5, 2), math.comb(50, 25), math.comb(3, 5), math.perm(5, 2), math.perm(5), math.perm(3, 5), math.comb(0, 0), math.isqrt(99), math.gcd(True, 4))
t(lambda: math.gcd(1.5, 2))
t(lambda: math.gcd('a'))
t(lambda: math.lcm(1.0))
t(lambda: math.factorial(-1))
t(lambda: math.factorial(5.0))
t(lambda: math.factorial('a'))
t(lambda: math.comb(-1, 2))
t(lambda: math.comb(5, -1))
t(lambda: math.comb(5.0, 2))
t(lambda: math.comb(5))
t(lambda: math.perm(-1))
t(lambda: math.perm(5, -1))
t(lambda: math.perm('a'))
t(lambda: math.perm(5, None))

# --- sums and products
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import math
print(math.fsum([0.1] * 10), math.fsum([1e16, 1, -1e16]), math.fsum([]), math.fsum([1, 2, 3]), math.prod([]), math.prod([1, 2, 3]), math.prod([1.5, 2]), math.prod([2], start=5), math.prod('' for _ in ()), math.prod(range(1, 20)), math.sumprod([1, 2, 3], [4, 5, 6]), math.sumprod([0.1] * 3, [1, 1, 1]), math.sumprod([], []), math.fsum([0.1, 0.2, 0.3]), math.fsum(x for x in (1e308, -1e308, 1.5)))
t(lambda: math.fsum(['a']))
t(lambda: math.fsum([math.inf, -math.inf]))
t(lambda: math.fsum([1e308, 1e308]))
t(lambda: math.fsum(5))
t(lambda: math.prod(5))
t(lambda: math.prod(['a', 2]))
t(lambda: math.prod(['a', 'b']))
t(lambda: math.prod([1], 2))
t(lambda: math.sumprod([1], [1, 2]))
t(lambda: math.sumprod(1, 2))
t(lambda: math.sumprod(['a'], [2]))
t(lambda: math.sumprod(['a'], ['b']))
t(lambda: math.prod())

# --- floats up close
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import math
print(math.nextafter(1, 2), math.nextafter(1, 0), math.nextafter(0, 1), math.nextafter(1, 2, steps=3), math.ulp(1), math.ulp(0), math.ulp(1e300), math.ulp(math.inf), math.ldexp(0.5, 3), math.ldexp(1, -1074), math.frexp(8), math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(5.5, 2), math.remainder(7, 3), math.remainder(5, 2), math.remainder(-7, 2), math.fma(2, 3, 4), math.fma(0.1, 10, -1), math.isclose(1, 1 + 1e-10), math.isclose(1, 1.1), math.isclose(1, 1.1, rel_tol=0.2), math.isclose(0, 1e-10), math.isclose(0, 1e-10, abs_tol=1e-9), math.isclose(math.inf, math.inf), math.isclose(math.nan, math.nan))
t(lambda: math.ldexp(1, 2000))
t(lambda: math.ldexp(1, 1.5))
t(lambda: math.ldexp(1, -10**30))
t(lambda: math.ldexp(1, 10**30))
t(lambda: math.fmod(1, 0))
t(lambda: math.fmod(math.inf, 1))
t(lambda: math.fmod(1, math.inf))
t(lambda: math.remainder(1, 0))
t(lambda: math.remainder(math.inf, 1))
t(lambda: math.isclose(1, 2, rel_tol=-1))
t(lambda: math.isclose(1))
t(lambda: math.isclose('a', 1))
t(lambda: math.nextafter(1))
t(lambda: math.nextafter(1, 2, steps=-1))
t(lambda: math.ulp('a'))
t(lambda: math.fma(1, 2))
t(lambda: math.fma(math.inf, 0, 1))
t(lambda: math.isclose(1, 2, 3))

# --- gamma and erf
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import math
for x in (0.5, 1, 2.5, 5, 10, -0.5, -1.5, 100, 1e-5): print(x, round(math.erf(x), 12), f'{math.erfc(x):.12g}', round(math.gamma(x), 6) if abs(x) < 20 else math.gamma(x) > 1e100, round(math.lgamma(x), 9))
t(lambda: math.gamma(0))
t(lambda: math.gamma(-1))
t(lambda: math.gamma(200))
t(lambda: math.lgamma(0))
t(lambda: math.lgamma(-3))
t(lambda: math.erf('a'))
t(lambda: math.gamma(math.inf))
t(lambda: math.gamma(-math.inf))
t(lambda: math.lgamma(-math.inf))
t(lambda: math.lgamma(1e308))

# --- signs and the list of names
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import math
print([n for n in dir(math) if not n.startswith('_')])
print(math.__name__, type(math.sin).__name__, math.sin.__name__)
t(lambda: math.signbit(-0.0))
t(lambda: math.fmax(1, math.nan))
t(lambda: math.isnormal(5e-324))
t(lambda: math.issubnormal(5e-324))
t(lambda: math.nope)
t(lambda: math.sin())
t(lambda: math.sin(1, 2))
t(lambda: math.sin(x=1))

# --- falling products of few long factors
import math
for power in (40, 300, 2000, 20000):
    number = 7 ** power
    for count in (1, 2, 3, 24, 25):
        if power * count <= 60000:
            print(power, count, math.perm(number, count) % 1000007, math.comb(number, count) % 1000007)
