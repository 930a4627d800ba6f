# Every public name of secrets that CPython has and docs/modules.md does not list as missing.
names = 'DEFAULT_ENTROPY SystemRandom choice compare_digest randbelow randbits token_bytes token_hex token_urlsafe'
import secrets as m
print('secrets', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
