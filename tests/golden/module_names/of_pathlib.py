# Every public name of pathlib that CPython has and docs/modules.md does not list as missing.
names = 'Path PosixPath PurePath PurePosixPath PureWindowsPath UnsupportedOperation'
import pathlib as m
print('pathlib', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
