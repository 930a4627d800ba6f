# Format specifications for int.
for spec in ('', 'd', '5', '<5', '>5', '^5', '=5', '05', '+', '-', ' ', '+5', '=+6', '*^9', '*=9', '#x', '#o', '#b', 'x', 'X', '#X', 'o', 'b', 'c', 'n', ',', '_', '_x', '_b', '_o', '010,', '+,d', '#010x', '#_b', '<+8d', '08b', 'e', '.2e', 'f', '.1f', 'g', '%', '.0%', 'E', 'F', 'G', 'z.1f', '\u00e9^5', '{^5', '}>4'):
    print(repr(spec), repr(format(42, spec)), repr(format(-42, spec)) if spec != 'c' else '')

# --- big numbers, zero, grouping
for n in (0, 1, 999, 1000, 123456789, -1234567, 10**20, -10**15):
    print(f'{n:,}|{n:_}|{n:_x}|{n:_b}'[:90], f'{n:015,}|{n:+020_d}|{n:#_x}|{n:e}|{n:.3g}|{n:,.2f}')
print(f'{True:d} {True:5} {True} {False:b} {True!s:>6} {2**64:x} {2**64:#b}')
print(f'{5:01}{5:1}{5:0}{5:00}|{5:010d}|{-5:=010d}|{5:x<10d}|{-5:x=10}')

# --- errors for int specs
for spec in ('s', 'y', '.2', '.2d', '.2x', ',x', ',b', ',o', '_c', ',c', '+c', '#c', ',_', '__', ',,', '5.', '.', 'dd', '5d5', '<<<5', '#,x', 'zd', 'z', ',n', '_n', '.5s', 'r', '\u00e9', '99999999999999999999', '.99999999999999999999f', '05.', '0.', 'é5', ' +5', '5 ', '=', 'a=5', 'ab5', '5,_', '._', '.3,', '.3_f', '.3,f', '_,', ',.2d'):
    try: print(repr(spec), repr(format(42, spec)))
    except Exception as e: print(repr(spec), type(e).__name__, e)
try: format(-1, 'c')
except Exception as e: print(type(e).__name__, e)
try: format(0x110000, 'c')
except Exception as e: print(type(e).__name__, e)
print(repr(format(8364, 'c')), repr(format(65, '5c')), repr(format(65, '<3c')), repr(format(65, '05c')))
try: format(10**400, 'f')
except Exception as e: print(type(e).__name__, e)

# --- width and precision from nested fields
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for w in (0, 1, 5, 10):
    for p in (0, 1, 3):
        print(f'[{3.14159:{w}.{p}f}]', f'[{"abcdef":{w}.{p}}]', f'[{7:{w}}]', f'[{7:0{w}}]', end=' ')
    print()
a, f = '^', '*'
print(f'{"x":{f}{a}{9}}', f'{12:{"x"}}', f'{12:{"#"}{"x"}}', f'{1.5:{""}}', '{:{}{}{}}'.format('q', '-', '>', 4))
t(lambda: f'{5:{"bad"}}')
t(lambda: f'{5:{-3}}')
t(lambda: f'{5:{"d"!r}}')
t(lambda: '{:{w}}'.format(5, w=-1))
t(lambda: '{:.{p}f}'.format(5, p=-1))
