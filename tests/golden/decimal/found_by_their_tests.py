# decimal: the largest exponents. CPython 3.14 library, "decimal": MAX_EMAX, MIN_ETINY.
# oracle: native
from decimal import *

for text in (
    '1e-1999999999999999997', '1e-1999999999999999998', '-7e999999999999999999', '7e1000000000000000000',
    '123e-1999999999999999997', '0e-1999999999999999998', '0e1999999999999999998', '20e-1999999999999999998',
    '2.5e-1999999999999999996', '2.5e-1999999999999999997', '4321e999999999999999996', '4321e999999999999999997',
    '1e99999999999999999999999', '1e-99999999999999999999999', '0.001e600000000000000000',
):  # fmt: skip
    try:
        d = Decimal(text)
        print(d, d.adjusted(), d.as_tuple().exponent, d == Decimal(str(d)), d < 1, hash(d) == hash(Decimal(str(d))))
    except InvalidOperation as e:
        print(text, repr(e))
for parts in (
    (0, (1,), 999999999999999999), (1, (1, 2), 999999999999999999), (0, (1,), -1999999999999999997), (0, (), 999999999999999999),
    (0, (), 10**18), (0, (0,), -(10**18)), (0, (0, 0), 2**63 - 1), (0, (5, 0), -(2**63)), (0, (1, 0, 0), -1999999999999999999),
):  # fmt: skip
    try:
        print(Decimal(parts))
    except InvalidOperation as e:
        print(parts, repr(e))
with localcontext(Context(prec=5, Emax=MAX_EMAX, Emin=MIN_EMIN)):
    a, b = Decimal('3e600000000000000000'), Decimal('2e-600000000000000000')
    print(a * b, a + b, b - a, a.logb(), b.scaleb(-5), a.next_plus(), b.normalize())
    print(a.compare(b), a // a, a % a, +b)

# --- comparing with floats when FloatOperation is trapped
from decimal import *

context = getcontext()
context.traps[FloatOperation] = True
pairs = [
    (Decimal('0.5'), 0.5), (Decimal('NaN'), float('nan')), (Decimal('-NaN'), 2.5), (Decimal('Infinity'), 2.5),
    (Decimal('sNaN'), 2.5), (Decimal(2), 2 + 0j), (Decimal(2), 2j), (Decimal('-0'), 0.0),
]  # fmt: skip
for name in '__eq__', '__ne__', '__lt__', '__ge__':
    for left, right in pairs:
        context.clear_flags()
        try:
            answer = getattr(left, name)(right)
        except ArithmeticError as e:
            answer = repr(e)
        print(name, left, right, answer, context.flags[FloatOperation], context.flags[InvalidOperation])
for test in (lambda: len({1.5, Decimal('1.5')}), lambda: [Decimal(3)].index(3.0), lambda: {Decimal(3): 'x'}[3.0], lambda: min(Decimal(3), 3.0)):
    context.clear_flags()
    try:
        print(test(), context.flags[FloatOperation])
    except FloatOperation as e:
        print(repr(e), context.flags[FloatOperation])

# --- flags and traps are set to dicts of all signals, by a constructor also to lists
from decimal import *

context = getcontext()
values = [[], {}, None, {'x': 1}, {Overflow: 1}, 5, (Overflow,), [Overflow], dict.fromkeys(context.flags, 1), context.traps]
for name in 'flags', 'traps':
    for value in values:
        try:
            setattr(context, name, value)
            print(name, [s.__name__ for s, on in getattr(context, name).items() if on])
        except (TypeError, KeyError) as e:
            print(name, repr(e))
    for value in values:
        try:
            print(name, Context(**{name: value}))
        except (TypeError, KeyError) as e:
            print(name, repr(e)[:40])
    try:
        delattr(context, name)
    except AttributeError as e:
        print(e)
print(context.flags.get(Overflow), context.flags.get('x'), context.flags.get(None, 'y'))

# --- the three templates stay as they are: setcontext() takes a copy
from decimal import *

for template in DefaultContext, BasicContext, ExtendedContext:
    template.prec = 77
    template.flags[Inexact] = True
    setcontext(template)
    context = getcontext()
    print(context is template, context.prec, context.flags[Inexact])
    context.prec = 5
    print(template.prec)
own = Context(prec=3)
setcontext(own)
print(getcontext() is own, own.copy() is own)

# --- infinities and NaNs filled after their sign
from decimal import Decimal

for spec in '*=12', '0=12', '=12', '*=+12', '*>12', '*^12', '012', '+012':
    print(spec, *[repr(format(Decimal(n), spec)) for n in ('-inf', 'inf', 'nan', '-nan', 'snan12', '-1.5')])

# --- roundings that there are not
from decimal import *

for mode in 1, 'x', ['ROUND_UP'], b'ROUND_UP', '':
    for call in (
        lambda: Decimal('1.5').quantize(Decimal(1), mode), lambda: Decimal('NaN').quantize(Decimal(1), mode),
        lambda: Decimal('1.5').quantize('x', mode), lambda: Decimal(3).to_integral(mode), lambda: Decimal('NaN').to_integral_value(mode),
        lambda: Decimal('Infinity').to_integral_exact(rounding=mode), lambda: Decimal('1.5').to_integral_exact(mode, 5),
    ):  # fmt: skip
        try:
            print(call())
        except TypeError as e:
            print(e)
print(Decimal('1.5').quantize(Decimal(1), ROUND_DOWN), Decimal('-2.5').to_integral_exact(ROUND_CEILING), Decimal('2.5').to_integral_value(None))
