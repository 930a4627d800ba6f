# Every public name of html that CPython has and docs/modules.md does not list as missing.
names = 'escape unescape'
import html as m
print('html', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
