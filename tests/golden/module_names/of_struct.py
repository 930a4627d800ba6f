# Every public name of struct that CPython has and docs/modules.md does not list as missing.
names = 'Struct calcsize error iter_unpack pack pack_into unpack unpack_from'
import struct as m
print('struct', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
