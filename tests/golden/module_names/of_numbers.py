# Every public name of numbers that CPython has and docs/modules.md does not list as missing.
names = 'Complex Integral Number Rational Real'
import numbers as m
print('numbers', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
