# Every public name of gzip that CPython has and docs/modules.md does not list as missing.
names = 'BadGzipFile FCOMMENT FEXTRA FHCRC FNAME FTEXT GzipFile READ READ_BUFFER_SIZE WRITE compress decompress open write32u'
import gzip as m
print('gzip', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
