# Every public name of datetime that CPython has and docs/modules.md does not list as missing.
names = 'MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo'
import datetime as m
print('datetime', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
