# Every public name of cmath that CPython has and docs/modules.md does not list as missing.
names = 'acos acosh asin asinh atan atanh cos cosh e exp inf infj isclose isfinite isinf isnan log log10 nan nanj phase pi polar rect sin sinh sqrt tan tanh tau'
import cmath as m
print('cmath', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
