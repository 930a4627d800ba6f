# Binary files: CPython 3.14 library, "io.BufferedReader" and its kin.
# --- reading
# files: yes
import os
os.chdir('/tmp')
with open('a', 'wb') as f: print(f.write(b'line1\nline2\nlast'), f.tell())
f = open('a', 'rb')
print(f.read(3), f.tell(), f.readline(), f.peek(3)[:3], f.read1(2), f.readlines(), f.read(), f.readline())
print(f.seek(-4, 2), f.read(), f.seek(2), f.seek(2, 1), f.read(1), f.tell())
b = bytearray(4); f.seek(0); print(f.readinto(b), b, f.readinto1(memoryview(b)[1:3]), b)
print(list(open('a', 'rb')), open('a', 'rb').readline(3), open('a', 'rb').readlines(3))
try: f.readinto(b'xx')
except TypeError as e: print(e)

# --- reading and writing
# files: yes
import os
os.chdir('/tmp')
with open('a', 'w+b') as f:
    f.write(b'0123456789'); f.seek(3); print(f.read(2)); f.write(b'AB'); f.seek(0); print(f.read(), f.tell())
    f.seek(20); f.write(b'end'); f.seek(0); print(f.read())
with open('a', 'r+b') as f:
    f.seek(0, 2); f.write(b'!'); f.seek(-1, 2); print(f.read(), f.truncate(2)); f.seek(0); print(f.read())
with open('a', 'ab') as f: f.seek(0); f.write(b'z'); print(f.tell())
print(open('a', 'rb').read())

# --- unbuffered
# files: yes
import os
os.chdir('/tmp')
with open('a', 'wb', 0) as f:
    print(f.write(b'abc'), f, f.tell(), open('a', 'rb').read())
with open('a', 'rb', 0) as f:
    print(f.read(1), f.readall(), f.readall(), f.seek(1), f.readline(), f.closefd, f.name, f.mode)
with open('a', 'r+b', 0) as f: f.seek(1); f.write(bytearray(b'X')); f.seek(0); print(f.read())

# --- buffers of other sizes
# files: yes
import os
os.chdir('/tmp')
with open('a', 'wb', 4) as f:
    for i in range(10): f.write(bytes([48 + i]) * 3)
f = open('a', 'rb', 5)
print(f.read(2), f.read(7), f.readline(), f.tell())
f.seek(0); print([f.read(1) for _ in range(6)], f.peek()[:2])

# --- what can be written
# files: yes
import os
os.chdir('/tmp')
with open('a', 'wb') as f:
    print(f.write(b''), f.write(bytearray(b'x')), f.write(memoryview(b'yz')))
    f.writelines([b'1', bytearray(b'2')])
    for bad in 'x', 3, None, [1]:
        try: f.write(bad)
        except TypeError as e: print(e)
print(open('a', 'rb').read())
