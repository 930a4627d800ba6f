# gzip: CPython 3.14 library.
import gzip, zlib
data = b'hello ' * 100
z = gzip.compress(data)
print(z[:10], gzip.decompress(z) == data, gzip.decompress(z + z) == data * 2, gzip.decompress(z + b'\0' * 10) == data, zlib.decompress(z, 31) == data)
print(gzip.compress(data, 1, mtime=5)[:10], gzip.decompress(b''), gzip.compress(b'', mtime=0)[:9], gzip.decompress(bytearray(z)) == data)
for bad in (b'abc', z[:5], z[:-3], z[:-8] + b'\0' * 8, b'\x1f\x8b\x07' + b'\0' * 10, z[:-4] + b'\0' * 4):
    try:
        print(gzip.decompress(bad))
    except Exception as error:
        print(type(error).__name__, error)
header = b'\x1f\x8b\x08\x1c' + b'\0' * 6 + b'\x02\0xx' + b'name\0comment\0'
print(gzip.decompress(header + z[10:]) == data, issubclass(gzip.BadGzipFile, OSError))
