# StringIO and BytesIO: CPython 3.14 library, "io".
# --- StringIO
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

import io
t(lambda: (io.StringIO('abc').read(), io.StringIO(3)))
t(lambda: (io.StringIO('a\r\nb', newline=None).getvalue(), io.StringIO('a\r\nb').read(), io.StringIO('a\r\nb', newline='').readline(), io.StringIO('a\nb', newline='\r\n').getvalue()))
t(lambda: (io.StringIO(newline='x')))
t(lambda: (io.StringIO(newline=3)))
t(lambda: (io.StringIO('abc').write(3)))
t(lambda: (io.StringIO('abc').write(b'3')))
t(lambda: (io.StringIO('abc').seek(-1)))
t(lambda: (io.StringIO('abc').seek(1,1)))
t(lambda: (io.StringIO('abc').seek(1,2)))
t(lambda: (io.StringIO('abc').seek(0,2), io.StringIO('abc').truncate(2)))
t(lambda: (io.StringIO('abc').seek(0,3)))
t(lambda: (io.StringIO('abc').truncate(-1)))
t(lambda: (io.StringIO('abc').fileno()))
t(lambda: (io.StringIO('abc').encoding, io.StringIO().errors, io.StringIO().newlines, io.StringIO().line_buffering))
t(lambda: (io.StringIO('abc').detach()))
t(lambda: (io.StringIO('abc').buffer))
t(lambda: (io.StringIO('abc').name))
t(lambda: (list(io.StringIO('a\nb\nc')), io.StringIO('a\nb\nc').readlines(2), io.StringIO('abc').readline(2)))

# --- positions in StringIO
# files: yes
import os
os.chdir('/tmp')
import io
s = io.StringIO()
print(s.write('héllo'), s.tell(), s.seek(1), s.write('E'), s.getvalue(), s.read(2), s.tell(), s.truncate(), s.getvalue())
print(s.seek(6), s.write('x'), repr(s.getvalue()), s.seek(0), s.read(1), s.readline(), s.closed)
s.writelines(['a\n', 'b\n']); print(s.getvalue(), file=s); s.seek(0); print(s.readlines())
with s: print(s.readable(), s.writable(), s.seekable(), s.isatty())
for f in s.getvalue, s.read, s.readline, s.tell, s.__enter__, s.readable, s.isatty, lambda: s.write('x'), lambda: next(s), lambda: s.seek(0):
    try: print(f())
    except ValueError as e: print(e)

# --- BytesIO
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

import io
t(lambda: (io.BytesIO('abc')))
t(lambda: (io.BytesIO(b'abc').write('x')))
t(lambda: (io.BytesIO(b'abc').seek(-1)))
t(lambda: (io.BytesIO(b'abc').seek(-1,1), io.BytesIO(b'abc').seek(-10,2), io.BytesIO(b'abc').seek(2,2)))
t(lambda: (io.BytesIO(b'abc').seek(0,3)))
t(lambda: (io.BytesIO(b'abc').truncate(-1)))
t(lambda: (io.BytesIO(b'abc').read('x')))
t(lambda: (io.BytesIO(b'abc').read1(), io.BytesIO(b'abc').readinto(bytearray(2)), io.BytesIO(b'abc').read(-1), io.BytesIO(b'abc').read(None)))
t(lambda: (io.BytesIO(b'abc').readinto(b'xx')))
t(lambda: (io.BytesIO(b'abc').peek()))
t(lambda: (io.BytesIO(b'abc').detach()))
t(lambda: (io.BytesIO(b'abc').fileno()))
t(lambda: (io.BytesIO(b'abc').name))
t(lambda: (list(io.BytesIO(b'a\nb')), io.BytesIO(b'a\nb').readlines(), io.BytesIO(b'a\nb').readline(1)))

# --- writing to BytesIO
# files: yes
import os
os.chdir('/tmp')
import io
b = io.BytesIO(b'12345')
print(b.write(b'ab'), b.getvalue(), b.seek(7), b.write(b'z'), b.getvalue(), b.truncate(3), b.getvalue(), b.tell())
v = b.getbuffer(); v[0] = 65; print(b.getvalue(), len(v))
try: b.write(b'much more than fits')
except BufferError as e: print(e)
v.release(); b.seek(0, 2); print(b.write(b'!'), b.getvalue())
b.close()
for f in b.getvalue, b.read, b.tell, b.__enter__, b.flush, lambda: b.write(b'x'), lambda: next(b):
    try: print(f())
    except ValueError as e: print(e)

# --- streams over BytesIO
# files: yes
import os
os.chdir('/tmp')
import io
t = io.TextIOWrapper(io.BytesIO(b'a\nb\r\nc'))
print(t, t.readlines(), t.newlines, t.encoding)
raw = io.BytesIO(); w = io.TextIOWrapper(raw, encoding='latin-1', newline='\r\n', write_through=True)
w.write('\xe9\n'); w.flush(); print(raw.getvalue(), w.write_through)
r = io.BufferedReader(io.BytesIO(b'abcdef'), 3); print(r, r.read(2), r.peek(1)[:1], r.read())
for f in lambda: io.BufferedReader(3), lambda: io.TextIOWrapper('x'), lambda: io.BufferedReader(io.BytesIO(), 0):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)

# --- types
# files: yes
import os
os.chdir('/tmp')
import io
for t in io.FileIO, io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.BytesIO, io.TextIOWrapper, io.StringIO, io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase, io.UnsupportedOperation:
    print(t)
open('a', 'w').close()
files = [open('a'), open('a', 'rb'), open('a', 'rb', 0), open('a', 'wb'), open('a', 'r+b'), io.StringIO(), io.BytesIO(), 3]
for base in io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase:
    print([isinstance(f, base) for f in files])
print(issubclass(io.UnsupportedOperation, OSError), issubclass(io.UnsupportedOperation, ValueError), io.DEFAULT_BUFFER_SIZE, io.SEEK_SET, io.SEEK_CUR, io.SEEK_END, io.open is open)
try: open('a').write('x')
except ValueError as e: print(repr(e))
print(io.text_encoding(None), io.text_encoding('x'), io.open_code('/tmp/a'))

# --- FileIO
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

import io
open('a', 'w').close()
t(lambda: (io.FileIO('a')))
t(lambda: (io.FileIO('a','q')))
t(lambda: (io.FileIO('a','rw')))
t(lambda: (io.FileIO('a','rr')))
t(lambda: (io.FileIO('zz')))
t(lambda: (io.FileIO('a','w').write(b'x'), io.FileIO('a').read(), io.FileIO('a','r+'), io.FileIO('a','ab').mode))
t(lambda: (io.BufferedWriter(io.FileIO('a'))))
t(lambda: (io.BufferedReader(io.FileIO('a','w'))))
t(lambda: (io.BufferedReader(io.FileIO('a')), io.BufferedRandom(io.FileIO('a','r+')).mode))
