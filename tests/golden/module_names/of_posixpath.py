# Every public name of posixpath that CPython has and docs/modules.md does not list as missing.
names = 'ALLOW_MISSING abspath altsep basename commonpath commonprefix curdir defpath devnull dirname exists expanduser expandvars extsep getatime getctime getmtime getsize isabs isdevdrive isdir isfile isjunction islink ismount join lexists normcase normpath pardir pathsep realpath relpath samefile sameopenfile samestat sep split splitdrive splitext splitroot supports_unicode_filenames'
import posixpath as m
print('posixpath', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
