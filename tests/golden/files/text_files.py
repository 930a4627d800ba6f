# Text files: CPython 3.14 library, "io.TextIOWrapper".
# --- write, read, lines
# files: yes
import os
os.chdir('/tmp')
with open('a.txt', 'w') as f:
    print(f.write('héllo\nwörld\n'), f.tell())
    print('x', 1, sep='-', file=f)
    f.writelines(['p\n', 'q'])
with open('a.txt') as f:
    for line in f:
        print(repr(line))
print(open('a.txt').read(), open('a.txt').readlines(), open('a.txt').readlines(7))
f = open('a.txt')
print(f.read(3), f.tell(), repr(f.readline()), f.readline(2), f.read(1000), repr(f.read()), repr(f.readline()))
print(f.seek(0), f.read(2), f.seek(0, 2), repr(f.read()))

# --- appending and updating
# files: yes
import os
os.chdir('/tmp')
with open('a', 'w') as f: f.write('12345')
with open('a', 'a') as f: print(f.tell(), f.write('678'), f.tell())
print(open('a').read())
with open('a', 'r+') as f:
    print(f.read(2)); f.seek(2); f.write('XY'); f.seek(0); print(f.read())
with open('a', 'w+') as f:
    f.write('new'); f.seek(0); print(f.read())
with open('a', 'a+') as f:
    f.seek(0); print(f.read()); f.write('!'); f.seek(0); print(f.read())
with open('b', 'x') as f: f.write('1')
try: open('b', 'x')
except FileExistsError as e: print(e)

# --- newlines
# files: yes
import os
os.chdir('/tmp')
with open('a', 'wb') as f: f.write(b'a\r\nb\rc\nd')
for newline in None, '', '\n', '\r', '\r\n':
    f = open('a', newline=newline)
    print(repr(newline), f.readlines(), f.newlines)
    print(repr(open('a', newline=newline).read()))
for newline in None, '', '\n', '\r', '\r\n':
    with open('b', 'w', newline=newline) as f: f.write('x\ny\n')
    print(repr(newline), open('b', 'rb').read())

# --- encodings
# files: yes
import os
os.chdir('/tmp')
for encoding in 'utf-8', 'utf-8-sig', 'latin-1', 'ascii', 'utf-16', 'utf-16-le', 'utf-32', 'cp1252':
    try:
        with open('a', 'w', encoding=encoding) as f: f.write('aé\nb')
        print(encoding, open('a', 'rb').read(), repr(open('a', encoding=encoding).read()), open('a', encoding=encoding).readlines())
        with open('a', 'a', encoding=encoding) as f: f.write('z')
        print(open('a', 'rb').read()[-6:], repr(open('a', encoding=encoding).read()))
    except UnicodeError as e:
        print(encoding, type(e).__name__, e)

# --- errors of coding
# files: yes
import os
os.chdir('/tmp')
with open('a', 'wb') as f: f.write(b'ok\nbad \xff\xfe\n')
for errors in 'strict', 'ignore', 'replace', 'surrogateescape', 'backslashreplace':
    try: print(errors, ascii(open('a', errors=errors).read()))
    except UnicodeDecodeError as e: print(errors, e)
f = open('a')
try: print(f.readline())
except UnicodeDecodeError as e: print(e)
for errors in 'strict', 'ignore', 'replace', 'xmlcharrefreplace':
    try:
        with open('b', 'w', encoding='ascii', errors=errors) as f: f.write('x\xe9y')
        print(open('b').read())
    except UnicodeEncodeError as e: print(errors, e)
with open('c', 'wb') as f: f.write('é'.encode() + b'\xc3')
try: open('c').read()
except UnicodeDecodeError as e: print(e)

# --- more than a chunk
# files: yes
import os
os.chdir('/tmp')
with open('a', 'w') as f:
    for i in range(5000):
        f.write(f'line {i} \u20ac\n')
print(os.path.getsize('a'))
with open('a') as f:
    n = 0
    for i, line in enumerate(f):
        assert line == f'line {i} \u20ac\n', line
        n += len(line)
    print(i, n)
f = open('a')
for i in range(1234): line = f.readline()
at = f.tell()
print(line, at)
rest = f.read()
f.seek(at)
print(f.readline(), len(rest), f.read(5))
with open('b', 'w') as f: f.write('x' * 300000 + '\n' + 'y')
f = open('b'); print(len(f.readline()), f.readline(), len(open('b').read(200000)))

# --- telling and iterating
# files: yes
import os
os.chdir('/tmp')
with open('a', 'w') as f: f.write('a\nbb\nccc\n')
f = open('a')
print(next(f))
try: f.tell()
except OSError as e: print(e)
print(list(f), f.tell())
f.seek(0); f.readline(); print(f.tell(), f.seek(2), f.read())
with open('b', 'wb') as f: f.write(b'a\r\nb\r\nc')
f = open('b'); f.readline(); print(f.tell(), f.readline(), f.tell(), f.newlines)

# --- what was not closed
# files: yes
import os
os.chdir('/tmp')
open('a', 'w').write('written')
print(open('a').read())
f = open('b', 'w'); f.write('x'); f.flush(); print(open('b').read())
f.write('y'); f.close(); print(open('b').read())
with open('c', 'w') as f:
    try:
        f.write('kept'); 1 / 0
    except ZeroDivisionError: pass
print(open('c').read(), f.closed)

# --- attributes and reconfiguring
# files: yes
import os
os.chdir('/tmp')
f = open('a', 'w')
f.note = 3
print(f.note, f.__dict__['note'])
try: print(f.nothing)
except AttributeError as e: print(e)
f.reconfigure(newline='\r\n', line_buffering=True)
f.write('x\n'); print(open('a', 'rb').read(), f.line_buffering)
b = f.detach(); print(b)
try: f.write('x')
except ValueError as e: print(e)
b.write(b'raw'); b.close(); print(open('a', 'rb').read())
print(iter(b) if False else type(open('a')), isinstance(open('a'), __import__('io').TextIOBase))

# --- truncating
# files: yes
import os
os.chdir('/tmp')
with open('a', 'w+') as f:
    f.write('0123456789'); print(f.truncate(4), f.tell()); f.seek(0); print(f.read())
    f.seek(2); print(f.truncate()); f.seek(0); print(f.read(), f.truncate(5)); f.seek(0); print(repr(f.read()))
