# zlib: CPython 3.14 library.
import zlib
for text in r'''
zlib.compress(b'abc'*10).hex()
zlib.compress('abc')
zlib.compress(b'', 10)
zlib.compress(b'', -2)
zlib.decompress(b'')
zlib.decompress(b'abc')
zlib.decompress(zlib.compress(b'abc')[:-1])
zlib.decompress(zlib.compress(b'abc')+b'xx')
zlib.decompress(zlib.compress(b'abc', wbits=-15), -15), zlib.decompress(zlib.compress(b'abc', wbits=31), 31)
zlib.decompress(b'', wbits=100)
zlib.compressobj(10)
zlib.compressobj(wbits=3)
zlib.decompressobj(wbits=3)
zlib.decompressobj().decompress(b'x', -1)
zlib.crc32(b'abc'), zlib.adler32(b'abc'), zlib.crc32(b'abc', 5), zlib.adler32(b'abc', -1)
zlib.crc32('a')
type(zlib.compressobj()), type(zlib.decompressobj())
zlib.compress(b'hello world' * 100, 9).hex()
zlib.compress(bytes(range(256)) * 20, level=1)[:20].hex(), len(zlib.compress(bytes(1000), 0))
zlib.decompress(zlib.compress(bytes(range(256)) * 500)) == bytes(range(256)) * 500
zlib.decompress(b'', bufsize=0)
zlib.crc32(bytearray(b'abc')), zlib.crc32(memoryview(b'abcd')[1:]), zlib.crc32(b'abc', 2**40 + 5), zlib.crc32(b'', -1), zlib.adler32(b'')
zlib.MAX_WBITS, zlib.DEFLATED, zlib.Z_SYNC_FLUSH, zlib.Z_FINISH, zlib.DEF_BUF_SIZE
zlib.compress()
zlib.crc32(b'a', 'x')
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- streams
import zlib
data = b''.join(b'%d,' % (i * i) for i in range(3000))
c = zlib.compressobj(9)
parts = [c.compress(data[i:i + 1000]) for i in range(0, len(data), 1000)]
middle = c.copy()
parts.append(c.flush(zlib.Z_SYNC_FLUSH))
parts.append(c.compress(b'more'))
parts.append(c.flush())
whole = b''.join(parts)
print(zlib.decompress(whole) == data + b'more', len(middle.flush()) > 0)
d = zlib.decompressobj()
out = b''
pending = whole + b'tail'
while not d.eof:
    out += d.decompress(pending, 1000)
    pending = d.unconsumed_tail
print(out == data + b'more', d.unused_data, d.eof, d.unconsumed_tail)
print(d.decompress(b'xx'), d.unused_data, d.flush())
try:
    d.decompress(b'xx')
except zlib.error as error:
    print(error)
d = zlib.decompressobj()
print(d.decompress(whole[:100])[:10], d.eof, d.copy().decompress(whole[100:])[-8:], d.decompress(whole[100:])[-8:], d.eof)
for raw in (-15, 31, 15):
    c = zlib.compressobj(wbits=raw)
    z = c.compress(b'abc' * 50) + c.flush()
    print(zlib.decompressobj(raw).decompress(z) == b'abc' * 50, zlib.decompress(z, raw) == b'abc' * 50)
words = b'hello world this is'
c = zlib.compressobj(zdict=words)
z = c.compress(b'this is hello') + c.flush()
print(zlib.decompressobj(zdict=words).decompress(z), len(z) < len(zlib.compress(b'this is hello')))
for text in '''
zlib.decompressobj().decompress(z)
zlib.decompressobj(zdict=b'wrong').decompress(z)
zlib.decompressobj().decompress(b'rubbish')
zlib.decompressobj().decompress('a')
zlib.decompressobj().flush(0)
c.compress(b'x')
c.flush()
zlib.compressobj().flush(77)
zlib.compressobj().compress('a')
zlib.Compress
zlib.compressobj(1, 2)
'''.strip().splitlines():
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '->', type(error).__name__, error)

# --- many streams at once
import zlib
many = [zlib.compressobj(i % 10) for i in range(20)]
texts = [b'' for _ in many]
for round in range(5):
    for i, c in enumerate(many):
        texts[i] += c.compress(bytes([i, round]) * 50)
for i, c in enumerate(many):
    texts[i] += c.flush()
    print(i, zlib.decompress(texts[i]) == b''.join(bytes([i, r]) * 50 for r in range(5)), end=' ')
