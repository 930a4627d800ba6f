# Every public name of hmac that CPython has and docs/modules.md does not list as missing.
names = 'HMAC compare_digest digest digest_size new trans_36 trans_5C'
import hmac as m
print('hmac', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
