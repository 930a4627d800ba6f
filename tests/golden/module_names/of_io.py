# Every public name of io that CPython has and docs/modules.md does not list as missing.
names = 'BlockingIOError BufferedIOBase BufferedRandom BufferedReader BufferedWriter BytesIO DEFAULT_BUFFER_SIZE FileIO IOBase RawIOBase SEEK_CUR SEEK_END SEEK_SET StringIO TextIOBase TextIOWrapper UnsupportedOperation open open_code text_encoding'
import io as m
print('io', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
