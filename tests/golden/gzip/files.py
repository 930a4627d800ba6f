# gzip.GzipFile, gzip.open over files and BytesIO. CPython 3.14 library, "gzip".
import gzip, io
f = io.BytesIO()
with gzip.GzipFile(fileobj=f, mode='wb', mtime=5) as g:
    print(g.writable(), g.readable(), g.seekable(), g.mode, g.name, g.closed, g.write(b'hello\nworld\n'), g.tell())
    g.writelines([b'a\n', bytearray(b'b\n')])
    print(g.write(memoryview(b'c')), g.tell())
    g.seek(20)
    g.flush()
print(g.closed, gzip.decompress(f.getvalue()), f.getvalue()[:10])
f.seek(0)
g = gzip.GzipFile(fileobj=f)
print(g.mode, g.readable(), g.writable(), g.read(3), g.tell(), g.readline(), g.readline(3), g.readline(), g.mtime)
print(g.peek(1)[:2], g.read1(2), g.readlines(), g.read(), g.read(5), g.tell())
print(g.seek(6), g.read(5), g.seek(-2, 1), g.read(2), g.seek(0), list(g))
b = bytearray(4)
g.rewind()
print(g.readinto(b), b, g.seek(-3, 2), g.read())
g.close()
g.close()
for what in (lambda: g.read(), lambda: g.write(b''), lambda: g.seek(0), lambda: g.flush(), lambda: g.readline()):
    try:
        what()
    except ValueError as e:
        print(e)

# --- several members, damage
import gzip, io
a, b = gzip.compress(b'one ', mtime=0), gzip.compress(b'two', mtime=0)
def read(data):
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(data)).read()
    except Exception as e:
        return type(e).__name__, str(e)
print(read(a + b), read(a + b'\0\0\0' + b + b'\0'), read(b''), read(a + b'xyz'), read(b'PK12345678'))
for cut in 1, 5, 9, 12, len(a) - 8, len(a) - 1:
    print(cut, read(a[:cut]))
print(read(a[:-8] + b'1234' + a[-4:]), read(a[:-4] + b'1234'), read(a[:2] + b'\7' + a[3:]))
flagged = b'\037\213\010' + bytes([4 | 8 | 16 | 2]) + bytes(6) + b'\3\0abc' + b'name\0' + b'comment\0' + b'cc' + a[10:]
print(read(flagged))

# --- text
# files: yes
import gzip
with gzip.open('/tmp/t.gz', 'wt', encoding='utf-8') as f:
    print(f.write('häß\n€uro\n'), f.writelines(['x\n', 'y']))
with gzip.open('/tmp/t.gz', 'rt', encoding='utf-8') as f:
    print(f.readline(), f.read(2), f.readlines())
with gzip.open('/tmp/t.gz', 'rt', encoding='utf-8') as f:
    for line in f:
        print(repr(line))
with gzip.open('/tmp/t.gz') as f:
    print(f.read(), f.name)
with gzip.open('/tmp/t.gz', 'ab') as f:
    f.write(b'more')
print(gzip.open('/tmp/t.gz', 'rb').read().decode())
with open('/tmp/t.gz', 'rb') as f:
    print(f.read(4), f.read(6)[4:], f.read(2))
try:
    gzip.open('/tmp/t.gz', 'x')
except FileExistsError as e:
    print(e)
try:
    gzip.open('/tmp/none.gz')
except FileNotFoundError as e:
    print(e)
with gzip.open('/tmp/t.gz', 'wt', newline='\r\n') as f:
    f.write('a\nb\n')
print(gzip.open('/tmp/t.gz').read())

# --- wrong modes and arguments
# files: yes
import gzip, io
def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print([isinstance(gzip.GzipFile(fileobj=io.BytesIO()), t) for t in (io.IOBase, io.BufferedIOBase, io.RawIOBase)])
show(lambda: gzip.open(io.BytesIO(), 'rtb'))
show(lambda: gzip.open(io.BytesIO(), 'rb', encoding='utf-8'))
show(lambda: gzip.open(io.BytesIO(), 'rb', errors='strict'))
show(lambda: gzip.open(5))
show(lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='rt'))
show(lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='z'))
show(lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='w').read())
show(lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='r').write(b'x'))
show(lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='w').write('x'))
show(lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='w').write(5))
show(lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='w').seek(-1))
show(lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='w').seek(1, 2))
show(lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='w').rewind())

# --- large data goes through in pieces
import gzip, io, random
r = random.Random(3)
data = bytes(r.choices(b'abcdefgh\n', k=150000))
f = io.BytesIO()
with gzip.GzipFile('data', 'wb', 6, f, 0) as g:
    for i in range(0, len(data), 7000):
        g.write(data[i:i + 7000])
f.seek(0)
g = gzip.GzipFile(fileobj=f)
print(g.read(140000) == data[:140000], g.read() == data[140000:], f.getvalue()[:15], sum(1 for line in gzip.GzipFile(fileobj=io.BytesIO(f.getvalue()))) == data.count(b'\n') + 1)
