# Every public name of warnings that CPython has and docs/modules.md does not list as missing.
names = 'WarningMessage catch_warnings defaultaction deprecated filters filterwarnings formatwarning onceregistry resetwarnings showwarning simplefilter warn warn_explicit'
import warnings as m
print('warnings', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
