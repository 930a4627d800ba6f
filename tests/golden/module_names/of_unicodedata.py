# Every public name of unicodedata that CPython has and docs/modules.md does not list as missing.
names = 'bidirectional category combining decimal decomposition digit east_asian_width is_normalized lookup mirrored name normalize numeric unidata_version'
import unicodedata as m
print('unicodedata', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
