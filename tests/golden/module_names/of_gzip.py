# Every public name of gzip that CPython has and docs/modules.md does not list as missing.
names = 'BadGzipFile FCOMMENT FEXTRA FHCRC FNAME FTEXT compress decompress'
import gzip as m
print('gzip', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
