# Every public name of hashlib that CPython has and docs/modules.md does not list as missing.
names = 'algorithms_available algorithms_guaranteed blake2b blake2s file_digest md5 new sha1 sha224 sha256 sha384 sha3_224 sha3_256 sha3_384 sha3_512 sha512 shake_128 shake_256'
import hashlib as m
print('hashlib', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
