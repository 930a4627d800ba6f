# Every public name of fractions that CPython has and docs/modules.md does not list as missing.
names = 'Fraction'
import fractions as m
print('fractions', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
