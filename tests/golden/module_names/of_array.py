# Every public name of array that CPython has and docs/modules.md does not list as missing.
names = 'ArrayType array typecodes'
import array as m
print('array', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
