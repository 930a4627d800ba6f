# decimal: CPython 3.14 library.
from decimal import *; from decimal import Decimal as D
for text in r'''
D(), D('1.50'), D('-0'), D('1e5'), D('1E-10'), D('.5'), D('5.'), D(' 1_000.5 '), D('inf'), D('-Infinity'), D('nan'), D('NaN123'), D('sNaN5'), D('-nan'), D(5), D(-10**30), D(0.1), D(-2.5), D(True), D((1, (1, 2, 3), -2)), D((0, (), 0)), D((0, (0, 0, 1), 3)), D([0, [1], 2]), D((1, (), 'F')), D((0, (1, 2), 'n')), D((0, (), 'N')), D(D('1.0')), D('١٢')
D('abc')
D('')
D('1 2')
D('1e')
D('--1')
D(None)
D([1])
D((2, (1,), 0))
D((0, (10,), 0))
D((0, 'a', 0))
D((0, (1,), 'x'))
D((0, (1,), 1.5))
D(1j)
D('1', 5)
D(1, 2, 3)
D(foo=1)
str(D('123456789E+3')), str(D('1E+3')), str(D('0.000001')), str(D('0.0000001')), str(D('0E-7')), str(D('-0.00')), str(D('1.5E-10')), D('1E+3').to_eng_string(), D('12E+5').to_eng_string(), D('0.0000012').to_eng_string(), D('0E-5').to_eng_string()
repr(D('1.10')), float(D('1.5')), int(D('-7.9')), complex(D('1.5')), bool(D('0.00')), bool(D('nan')), hash(D('1.0')) == hash(1), hash(D('0.5')) == hash(0.5), hash(D('-1')), hash(D('inf')) == hash(float('inf'))
int(D('nan'))
int(D('inf'))
float(D('snan'))
hash(D('snan'))
D('1.25').as_tuple(), D('-inf').as_tuple(), D('nan12').as_tuple(), D('snan').as_tuple(), D('0').as_tuple(), D('1.25').as_integer_ratio(), D('-100').as_integer_ratio(), D('0.00').as_integer_ratio(), D('1E+3').as_integer_ratio()
D('nan').as_integer_ratio()
D('inf').as_integer_ratio()
D.from_float(0.1), D.from_float(3), D.from_float(float('nan')), D.from_number(0.5), D.from_number(3)
D.from_float('a')
round(D('2.5')), round(D('-2.5')), round(D('3.5')), round(D('1.245'), 2), round(D('125'), -1), round(D('1.5'), 0), __import__('math').floor(D('-1.5')), __import__('math').ceil(D('-1.5')), __import__('math').trunc(D('-1.5'))
round(D('nan'))
round(D('inf'))
round(D('1.5'), 'a')
{D('1.0'): 1}[1], {D('0.5'): 2}[0.5], {1: 3}[D('1')], D('1') in {1.0}, D('0.1') in {0.1}, len({D('1'), D('1.0'), 1})
D('1.5').real, D('1.5').imag, D('1.5').conjugate(), D('1.5').adjusted(), D('0.001').adjusted(), D('inf').adjusted()
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- operators
from decimal import *; from decimal import Decimal as D
for text in r'''
D('1.1') + D('2.2'), D('1.10') - 1, 3 * D('1.5'), D(1) / 3, D(10) / 4, D('1e30') + 1, D('7') // 2, D('-7') // 2, D('-7') % 3, divmod(D('-7'), 3), 7 // D(2), 7 % D('2.5'), divmod(7, D('2.5')), D(1) / D('1e5'), D('1.00') / 1, D('2.40') / 2, D(0) / 5, D('-0') + 0, D(5) - 5, D('1.5') * 0, -D('0'), +D('-0'), abs(D('-1.5')), -D('1.23456789012345678901234567890123456789')
D(1) / 0
D(0) / 0
D(1) // 0
D(1) % 0
D('inf') - D('inf')
D('inf') * 0
D('inf') / D('inf')
D('1e40') // 1
D('1e40') % 7
D('snan') + 1
D(1) + 1.5
1.5 + D(1)
D(1) + 'a'
D(1) + None
D('nan') + 1, D('inf') + 1, D('-inf') * 2, 1 / D('inf'), D('nan5') * D('nan6'), D('inf') // 2, D('inf') % 2 if False else 0, 5 % D('inf'), 5 // D('inf')
D('inf') % 2
D(2) ** 10, D('1.5') ** 2, D(2) ** -2, D(2) ** D('0.5'), D('0.5') ** 3, 2 ** D(3), D('1.1') ** 100, D(10) ** 50, D(10) ** -50, D(2) ** 200, D(3) ** -7, D(0) ** 2, D('-2') ** 3, D('-2') ** 4, D(1) ** D('0.3'), D(4) ** D('0.5'), D('1.00') ** 3, D(5) ** 0, D('inf') ** 2, D('inf') ** -1, D(0) ** -1, D('0.5') ** D('inf'), D(2) ** D('-inf'), D('1e-10') ** 5, D('123.456') ** D('7.89'), D('0.001') ** D('-2.5')
D(0) ** 0
D(-2) ** D('0.5')
pow(D(7), 3, 5), pow(D(7), D(3), 5)
pow(D('7.5'), 3, 5)
pow(D(7), -1, 5)
pow(D(7), 3, 0)
D('1e999999') * 10
D('1e-999999') / 10, D('1e-1000020') * D('1e-50')
D(1) == 1, D(1) == 1.0, D('0.1') == 0.1, D('nan') == D('nan'), D('inf') == float('inf'), D('1.0') == D('1.00'), D(1) == 1 + 0j, D(1) == 'a', D('1.5') == __import__('fractions').Fraction(3, 2), D('1') != 2
D(1) < 2, D(1) < 1.5, 2 > D(1), D('-inf') < D('1e10'), D('1e10') < D('1.00001e10'), D(1) <= __import__('fractions').Fraction(3, 2), D('-1') < D('-0.5')
D('nan') < 1
D('snan') == 1
D(1) < 'a'
D(1) < 1j
max(D('1.5'), D(2)), sorted([D(3), 1, D('2.5')]), sum([D('0.1')] * 3), min(D(1), D('nan')) if False else 0
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- methods
from decimal import *; from decimal import Decimal as D
for text in r'''
D('2').sqrt(), D('4').sqrt(), D('0.0144').sqrt(), D('1e-20').sqrt(), D('0').sqrt(), D('-0').sqrt(), D('123456789').sqrt(), D('inf').sqrt(), D('1e51').sqrt()
D('-1').sqrt()
D(1).exp(), D('0').exp(), D('-1.5').exp(), D('10.25').exp(), D('-inf').exp(), D('1e-30').exp(), D('100').exp(), D('0.1').exp(), D('-1e-30').exp()
D('1e7').exp()
D('-1e7').exp()
D(2).ln(), D(1).ln(), D(10).ln(), D('0.5').ln(), D('1e100').ln(), D('1.0000001').ln(), D('0.99999').ln(), D(0).ln(), D('inf').ln(), D('123.456').ln()
D(-1).ln()
D(2).log10(), D(1000).log10(), D('0.001').log10(), D('123.456').log10(), D('1e50').log10(), D('0.99999').log10(), D(0).log10()
D(250).logb(), D('0.03').logb(), D('inf').logb()
D(0).logb()
D('1.23456').quantize(D('0.01')), D('1.235').quantize(D('0.01'), rounding=ROUND_HALF_UP), D('1.225').quantize(D('.01')), D('12').quantize(D('1e1')), D('0').quantize(D('0.000')), D('inf').quantize(D('inf')), D('nan').quantize(D(1)), D('-1.5').quantize(1)
D('1e30').quantize(D('0.01'))
D('inf').quantize(D('1'))
D('1').quantize(D('1'), rounding='foo')
[D(x).quantize(D(1), r) for r in (ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP) for x in ('1.5', '2.5', '-1.5', '-1.1', '1.6', '10.1', '15.1')]
D('1.500').normalize(), D('100').normalize(), D('0.00').normalize(), D('-0E5').normalize(), D('inf').normalize(), D('1230E5').normalize()
D('2.5').to_integral_value(), D('2.5').to_integral_exact(ROUND_UP), D('1e5').to_integral(), D('-0.5').to_integral(), D('nan').to_integral()
D(1).compare(2), D(1).compare(D('nan')), D(1).compare_total(D('1.0')), D('nan').compare_total(1), D('-nan').compare_total(D('snan')), D('-1').compare_total_mag(1), D('1.0').compare_total(1), D(2).compare_signal(1), D('inf').compare_total(D('-inf'))
D(1).compare_signal(D('nan'))
D(1).max(2), D(1).max(D('nan')), D('1.0').max(1), D(-5).max_mag(3), D(1).min(D('nan')), D(-5).min_mag(3), D('-0').max(0), D('1.0').min(1)
D('snan').max(1)
D(2).fma(3, 5), D('1e20').fma(D('1e20'), 1), D('inf').fma(1, D('nan'))
D(10).remainder_near(6), D(11).remainder_near(4), D('-7').remainder_near(2), D('3.6').remainder_near(D('1.3'))
D(1).remainder_near(0)
D(5).copy_sign(-1), D(-5).copy_abs(), D(5).copy_negate(), D('-inf').copy_abs(), D('nan').copy_negate(), D(3).canonical()
[(d.is_finite(), d.is_infinite(), d.is_nan(), d.is_qnan(), d.is_snan(), d.is_signed(), d.is_zero(), d.is_normal(), d.is_subnormal(), d.is_canonical(), d.number_class()) for d in map(D, ('1', '-0', 'inf', 'nan', 'snan', '-1e-1000010', '-5'))]
D(123456).rotate(2), D(123456).shift(-2), D(123456).shift(3), D(5).scaleb(3), D(5).scaleb(-3), D('1.5').same_quantum(D('2.5')), D('1.5').same_quantum(1), D('nan').same_quantum(D('snan'))
D(5).rotate(100)
D(5).scaleb(D('1.5'))
D(1011).logical_and(1101), D(1011).logical_or(1100), D(1011).logical_xor(1101), D(101).logical_invert()
D(12).logical_and(1)
D(1).next_plus(), D(1).next_minus(), D(1).next_toward(2), D(1).next_toward(0), D(1).next_toward(1), D('inf').next_minus(), D('-inf').next_plus(), D(0).next_plus(), D('0').next_minus()
D(1).radix(), D(1).foo if False else 0
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- format
from decimal import *; from decimal import Decimal as D
for text in r'''
f"{D('1234567.891'):,.2f}", f"{D('0.5'):%}", f"{D('1.5'):.0f}", f"{D('2.5'):.0f}", f"{D('1234.5'):e}", f"{D('1234.5'):.2E}", f"{D('1234.5'):g}", f"{D('1234.5'):.2g}", f"{D('0.00001'):g}", f"{D('1E+5')}", f"{D('1E+5'):f}", f"{D('1.5'):10}|{D('1.5'):<10}|{D('1.5'):^10}|{D('1.5'):>10}|{D('-1.5'):=10}|{D('-1.5'):010}|{D('1.5'):+}|{D('1.5'): }"
'%.2f %s %d' % (D('1.239'), D('1.50'), D('3.9'))
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- contexts
from decimal import *; from decimal import Decimal as D
for text in r'''
getcontext(), DefaultContext, BasicContext, ExtendedContext
Context(prec=5, rounding=ROUND_UP), Context(Emin=-5, Emax=5, capitals=0, clamp=1), Context(traps=[Inexact]), Context(flags=[Rounded])
Context(prec=0)
Context(prec='a')
Context(rounding='x')
Context(Emin=1)
Context(Emax=-1)
Context(capitals=2)
Context(traps=['a'])
Context(foo=1)
Context(prec=5).divide(1, 3), Context(prec=5).add(D('1.23456789'), 1), Context(prec=3).plus(D('1.2345')), Context(prec=3).minus(D('1.2345')), Context(prec=3).abs(D('-1.2345')), Context(prec=3).multiply(D('1.23'), D('4.56')), Context(prec=3).subtract(5, 3), Context(prec=5).power(2, 100), Context(prec=5).sqrt(2), Context(prec=3).create_decimal('1.2345'), Context(prec=3).create_decimal_from_float(0.1), Context(prec=4).divmod(100, 7), Context(prec=4).divide_int(100, 7), Context(prec=4).remainder(100, 7)
Context(prec=3).add('1', 2)
Context(prec=5).exp(1), Context(prec=5).ln(2), Context(prec=5).log10(2), Context(prec=30).sqrt(2), Context(prec=50).exp(1), Context(prec=60).ln(10), Context(prec=100).divide(1, 7), Context(prec=3).quantize(D('1.2345'), D('0.1')), Context(prec=3).to_sci_string(D('1E+5')), Context(prec=3, capitals=0).to_sci_string(D('1E+5')), Context().to_eng_string(D('12E+5')), Context().compare(1, 2), Context().max(1, 2), Context().is_nan(D('nan')), Context().fma(2, 3, 4), Context().radix(), Context().Etiny(), Context().Etop(), Context().number_class(5), Context().next_plus(1), Context().same_quantum(1, 2), Context().logical_or(1, 10), Context().to_integral_value(D('1.5')), Context().normalize(D('1.50')), Context().copy_sign(1, -1)
Context(traps=[Inexact]).divide(1, 3)
Context(traps=[Inexact, Rounded]).divide(1, 3)
Context(traps=[Subnormal, Underflow]).divide(D('1e-999999'), 3)
Context(traps=[FloatOperation]).create_decimal(0.5)
Context(Emin=-3, Emax=3, prec=3, traps=[]).create_decimal('12345'), Context(Emin=-3, Emax=3, prec=3, traps=[]).create_decimal('0.000012'), Context(Emin=-3, Emax=3, prec=3, clamp=1).create_decimal('1e3')
IEEEContext(32), IEEEContext(64), IEEEContext(128)
[issubclass(Overflow, x) for x in (Inexact, Rounded, DecimalException, ArithmeticError)], issubclass(DivisionByZero, ZeroDivisionError), issubclass(FloatOperation, TypeError), issubclass(Underflow, Subnormal), issubclass(InvalidOperation, ValueError), Clamped.__mro__ if False else 0
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- flags, traps, contexts in `with`
from decimal import *
c = getcontext()
print(c.flags[Inexact], c.traps[DivisionByZero], len(c.flags), Inexact in c.traps)
Decimal(1) / 3
print(c.flags[Inexact], c.flags[Rounded], c)
c.clear_flags()
print(c.flags)
c.traps[Inexact] = True
try:
    Decimal(1) / 3
except Inexact as error:
    print(type(error), error)
c.clear_traps()
print(Decimal(1) / 0, Decimal('x'), c)
c.prec = 6
c.rounding = ROUND_DOWN
print(Decimal(2) / 3, c.copy() is c, c.copy().prec)
with localcontext() as inner:
    inner.prec = 3
    print(Decimal(2) / 3, getcontext() is inner)
print(Decimal(2) / 3, getcontext() is c)
with localcontext(prec=10, rounding=ROUND_UP) as inner:
    print(Decimal(2) / 3, inner.rounding)
    with localcontext(ExtendedContext):
        print(Decimal(2) / 3, Decimal(1) / 0)
setcontext(BasicContext)
print(getcontext() == BasicContext or True, getcontext().prec)
for attribute, value in (('prec', 0), ('prec', 'x'), ('rounding', 3), ('Emax', -1), ('traps', 3)):
    try:
        setattr(c, attribute, value)
        print('set', attribute)
    except Exception as error:
        print(type(error).__name__, error)
for call in (lambda: c.flags[int], lambda: setcontext(3), lambda: localcontext(3), lambda: localcontext(foo=3)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(dict(c.traps.items()) == dict(c.traps), list(c.flags)[:2])

# --- random arithmetic in random contexts
from decimal import *
seed = 5
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n
def number():
    digits = ''.join(str(rnd(10)) for _ in range(1 + rnd(12)))
    return Decimal(f"{'-' if rnd(2) else ''}{digits}E{rnd(20) - 10}")
roundings = [ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP]
for i in range(250):
    c = Context(prec=1 + rnd(12), rounding=roundings[rnd(8)], Emin=-rnd(15), Emax=rnd(15), clamp=rnd(2), traps=[])
    a, b = number(), number()
    names = 'add subtract multiply divide divide_int remainder remainder_near compare max min max_mag min_mag compare_total quantize next_toward scaleb'.split()
    print(a, b, c.prec, c.rounding, [str(getattr(c, n)(a, b)) for n in names], c.divmod(a, b))
    unary = 'plus minus abs normalize sqrt to_integral_exact next_plus next_minus logb number_class is_normal create_decimal to_eng_string'.split()
    print([str(getattr(c, n)(a)) for n in unary], c.fma(a, b, 7), [f.__name__ for f in c.flags if c.flags[f]])

# --- random formats
from decimal import Decimal
seed = 6
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n
for i in range(300):
    d = Decimal(f"{'-' if rnd(2) else ''}{rnd(10 ** (1 + rnd(9)))}E{rnd(20) - 12}")
    spec = ['', '<', '>', '^'][rnd(4)] + ['', '+', ' '][rnd(3)] + ['', '3', '12', '20'][rnd(4)] + ['', ','][rnd(2)] + ['', '.0', '.3', '.7'][rnd(4)] + ['', 'e', 'f', 'g', '%', 'E', 'G'][rnd(7)]
    try:
        print(d, spec, '|' + format(d, spec) + '|')
    except ValueError as error:
        print(d, spec, 'error')

# --- transcendental functions
from decimal import *
seed = 8
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n
for i in range(60):
    c = Context(prec=3 + rnd(40))
    a = Decimal(f"{1 + rnd(10 ** (1 + rnd(8)))}E{rnd(12) - 8}")
    b = Decimal(f"{'-' if rnd(2) else ''}{1 + rnd(10 ** (1 + rnd(4)))}E{rnd(4) - 3}")
    print(a, b, c.prec, c.ln(a), c.log10(a), c.exp(b), c.power(a, b) if abs(b) < 300 else '', c.sqrt(a))
