# fractions.Fraction: CPython 3.14 library.
from fractions import Fraction as F
for text in r'''
F(), F(3), F(6, -4), F(F(1, 2), F(3, 4)), F('3/4'), F('-0.125'), F(' 1.5e2 '), F('1e-3'), F('.5'), F('5.'), F('1_000/3'), F(0.1), F(-2.5), F(True)
F('1 / 2')
F('1/0')
F(1, 0)
F(0, 0)
F('')
F('abc')
F('1.2.3')
F('1/2/3')
F('1__0')
F('_1')
F('+-1')
F('1e')
F('٣/٤')
F(1.5, 2)
F('1', 2)
F(None)
F([])
F(1j)
F(float('nan'))
F(float('inf'))
F.from_float(0.3), F.from_float(3)
F.from_float('a')
F.from_decimal(3)
F.from_decimal(0.5)
F.from_number(0.5), F.from_number(3), F.from_number(F(1, 3))
F.from_number('1')
F(numerator=3, denominator=6)
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- operators
from fractions import Fraction as F
for text in r'''
F(1, 2) + F(1, 3), F(1, 2) - 1, 1 - F(1, 2), F(2, 3) * F(9, 4), F(1, 2) / F(3, 4), 3 / F(1, 2), F(7, 2) // F(2, 3), F(-7, 2) % F(2, 3), divmod(F(7, 2), 1), 7 % F(2, 3), 7 // F(2, 3), divmod(5, F(2, 3))
F(1, 2) + 0.5, 0.5 * F(1, 2), F(1, 2) + 1j, F(1, 2) ** 2, F(1, 2) ** -2, F(-1, 2) ** -3, F(4) ** F(1, 2), F(1, 4) ** F(1, 2), 2 ** F(3), 2 ** F(1, 2), 2.0 ** F(1, 2), F(1, 2) ** 0.5, F(1, 2) ** 2j, F(-8) ** F(1, 3)
F(1) / 0
F(1, 3) / F(0)
5 / F(0)
F(1) // 0
F(1) % 0
F(0) ** -1
1.0 / F(0)
F(1) + 'a'
F(1) + None
-F(1, 2), +F(1, 2), abs(F(-1, 2)), ~F(1)
bool(F(0)), bool(F(1, 2)), int(F(-7, 2)), float(F(1, 3)), complex(F(1, 2)), round(F(7, 2)), round(F(5, 2)), round(F(-7, 2)), round(F(22, 7), 2), round(F(12345, 10), -2), round(F(1, 3), 0)
__import__('math').floor(F(-7, 2)), __import__('math').ceil(F(-7, 2)), __import__('math').trunc(F(-7, 2)), __import__('math').sqrt(F(1, 4))
F(1, 2) == 0.5, 0.5 == F(1, 2), F(2) == 2, F(1, 3) == 1/3, F(1, 2) == 0.5 + 0j, F(1, 2) == 1j, F(1, 2) != 0.5, F(1, 2) == 'a', F(1) == True
F(1, 2) < 1, F(1, 2) < 0.6, F(1, 2) < F(2, 3), 1 > F(1, 2), F(1, 2) >= float('inf'), F(1, 2) < float('nan'), F(1, 2) > float('-inf')
F(1, 2) < 'a'
F(1, 2) < 1j
{F(1, 2): 1}[0.5], {3: 1}[F(3)], {F(-1): 5}[-1], F(1, 2) in {0.5}, 2 in {F(2)}, F(1, 3) in {F(2, 6)}, {1/3: 0}.get(F(1, 3))
sum([F(1, 3)] * 3), max(F(1, 2), F(2, 3), 0.6), sorted([F(1, 2), 0.3, 1, F(-1)])
F(3, 4).numerator, F(3, 4).denominator, F(3, 4).real, F(3, 4).imag, F(3, 4).conjugate(), F(3, 4).as_integer_ratio(), F(3).is_integer(), F(1, 2).is_integer()
F(1, 2).numerator.bit_length(), F('3.1415926535897932').limit_denominator(1000), F('3.1415926535897932').limit_denominator(10), F(4321, 8765).limit_denominator(10000), F(1, 3).limit_denominator()
F(1, 3).limit_denominator(0)
F(311, 100).limit_denominator(1), F(-311, 100).limit_denominator(7), F(0).limit_denominator(1)
str(F(1, 2)), str(F(3)), repr(F(-1, 2)), f'{F(1, 3)}'
hash(F(5)) == hash(5), hash(F(1, 2)) == hash(0.5), hash(F(-1, 2)) == hash(-0.5)
isinstance(F(1), int), type(F(1, 2) + 1).__name__, type(F(1) ** 2).__name__
F(1, 2).foo
pow(F(1, 2), 2, 3)
pow(F(1, 2), 3)
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- format
from fractions import Fraction as F
for text in r'''
f'{F(1, 3):.3f}', f'{F(-1, 3):+.2f}', f'{F(2, 3):f}', f'{F(1, 3):.0f}', f'{F(1, 2):.0f}', f'{F(3, 2):.0f}', f'{F(12345678, 7):,.2f}', f'{F(12345678, 7):_.2f}', f'{F(1, 3):10.2f}|{F(1, 3):<10.2f}|{F(1, 3):^10.2f}|{F(-1, 3):=10.2f}|{F(-1, 3):010.2f}'
f'{F(1, 3):.3e}', f'{F(123456, 7):.3E}', f'{F(0):e}', f'{F(1, 1000):g}', f'{F(1, 100000):g}', f'{F(1234567):g}', f'{F(1234567, 10):#g}', f'{F(999999, 1):.3g}', f'{F(1, 3):%}', f'{F(1, 3):.1%}', f'{F(5):.3G}', f'{F(10**30):G}'
f'{F(1, 3):10}|{F(1, 3):<10}|{F(1, 3):^10}|{F(1, 3):*>10}|{F(1, 3):+}|{F(3):#}|{F(1234567, 89012):,}|{F(3): }'
f'{F(-1, 1000):z.1f}', f'{F(-1, 1000):.1f}', f'{F(123456789, 2):020,.1f}', f'{F(1, 3):.10_f}' , f'{F(1, 7):.7,f}'
f'{F(1, 3):.3}'
f'{F(1, 3):d}'
f'{F(1, 3):x}'
f'{F(1, 3):010}'
f'{F(1, 3):s}'
f'{F(1, 3):.f}'
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- many
from fractions import Fraction
seed = 7
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n
def f():
    return Fraction(rnd(10 ** (1 + rnd(8))) - 500, 1 + rnd(10 ** (1 + rnd(8))))
for i in range(150):
    a, b = f(), f() or Fraction(1, 3)
    print(a, b, a + b, a - b, a * b, a / b, a // b, a % b, divmod(a, b), a < b, a == b, float(a), round(a), round(b, 3), a.limit_denominator(50))
    print(f'{a:.4f} {b:.3e} {a:g} {b:.2%} {a:,} {b:015.3f}', a ** rnd(4), b ** -rnd(4), hash(a) == hash(Fraction(str(a))), Fraction(a.numerator / 64))

# --- nothing is computed before all of the text is a number
from fractions import Fraction
for text in ['1.1e' + '9' * 50 + '_', '1e99999999 x', '1' * 5000 + 'z', '7/0_', '1.e5', '.5e-3', '1_0.2_5e1_0']:
    try:
        print(Fraction(text))
    except ValueError as error:
        print(len(str(error)), str(error)[:60])
