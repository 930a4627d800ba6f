# Fraction: zeros before the width and an alignment exclude each other. CPython 3.14, Lib/fractions.py.
from fractions import Fraction
for spec in ['*>012.3e', '<012.3e', '=012.3e', '0=12.3e', '012.3e', '>012f', '^010.2f', '0<010.2f', 'x^+010.2f', '<0.2f', '>0.3e', '0.2f',
             '^0f', '=+08', '+012,.2f', '_<+12,.2f', '010_', '>010', '*>10']:
    for value in (Fraction(1, 3), Fraction(-1000000, 3), Fraction(7)):
        try: print(spec, repr(format(value, spec)))
        except ValueError as e: print(spec, e)
