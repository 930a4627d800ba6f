# Every public name of html.entities that CPython has and docs/modules.md does not list as missing.
names = 'codepoint2name entitydefs html5 name2codepoint'
import html.entities as m
print('html.entities', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
