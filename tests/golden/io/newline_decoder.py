# io.IncrementalNewlineDecoder, io.BufferedRWPair. CPython 3.14 library, "io".
import io
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for translate in (False, True):
    d = io.IncrementalNewlineDecoder(None, translate)
    print(d.newlines, d.getstate())
    for text in ('a\n', 'b\r', '\nc\r', 'd', '\r', '\r\n', '\r'):
        print(repr(d.decode(text)), repr(d.newlines), d.getstate())
    print(repr(d.decode('', final=True)), repr(d.newlines), d.getstate())
    d.reset()
    print(repr(d.newlines), d.getstate())
    d.setstate((b'', 1))
    print(repr(d.decode('\nx')), repr(d.newlines))
p(lambda: io.IncrementalNewlineDecoder(None, True).decode('x\r', True))
p(lambda: io.IncrementalNewlineDecoder(None, True).decode(input='a\r\nb', final=False))

# --- a reader and a writer together
import io
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
r, w = io.BytesIO(b'hello\nworld\nmore'), io.BytesIO()
pair = io.BufferedRWPair(r, w, 4)
print(pair.read(3), pair.peek(1)[:1], pair.readline(), pair.read1(2), pair.read())
print(pair.write(b'abc'), w.getvalue(), pair.flush(), w.getvalue())
print(pair.readable(), pair.writable(), pair.seekable(), pair.isatty(), pair.closed)
p(lambda: pair.seek(0))
p(lambda: pair.tell())
p(lambda: pair.fileno())
b = bytearray(3)
p(lambda: pair.readinto(b))
pair.close()
print(pair.closed)
p(lambda: pair.read())
p(lambda: pair.write(b'x'))
print(list(io.BufferedRWPair(io.BytesIO(b'a\nb\n'), io.BytesIO())))
with io.BufferedRWPair(io.BytesIO(b'a\nb\n'), io.BytesIO()) as pair: print(pair.readlines())
print(isinstance(pair, io.BufferedIOBase), isinstance(pair, io.IOBase), isinstance(pair, io.RawIOBase))
print(io.BufferedRWPair, io.IncrementalNewlineDecoder)
