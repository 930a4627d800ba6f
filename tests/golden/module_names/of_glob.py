# Every public name of glob that CPython has and docs/modules.md does not list as missing.
names = 'escape glob glob0 glob1 has_magic iglob magic_check magic_check_bytes translate'
import glob as m
print('glob', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
