# array.array: as bytes, as memory, in files. CPython 3.14 library, "array".
from array import array
a = array('i', [1, 2, 3])
m = memoryview(a)
print(m.format, m.itemsize, m.shape, m.strides, m.nbytes, m.readonly, m.tolist(), m[1], m.obj is a)
m[0] = 100; print(a)
m[1:3] = array('i', [5, 6]); print(a)
try:
    a.append(1)
except BufferError as e:
    print(e)
for f in (lambda: a.pop(), lambda: a.extend([1]), lambda: a.insert(0, 1), lambda: a.__delitem__(0), lambda: a.frombytes(b'aaaa'), lambda: a.clear(), lambda: a.__imul__(2), lambda: a.__iadd__(a), lambda: a.fromlist([1]), lambda: a.remove(5)):
    try:
        print(f())
    except BufferError as e:
        print(e)
a[0] = 3; a.reverse(); a.byteswap(); a.byteswap(); print(a)
a.extend([]); print(a)
m.release()
a.append(1); print(a)
print(bytes(a), bytearray(a), b'x' + array('b', [65]), b''.join([array('b', [66, 67]), b'd']), b'ABC'.find(array('b', [66])))
print(memoryview(array('d', [1.5, 2])).tolist(), memoryview(array('d', [1.5])) == array('d', [1.5]), memoryview(b'\x01') == array('B', [1]))
print(memoryview(array('h', [1, 2])).cast('B').tolist(), memoryview(array('B', [1, 2])).hex(), bytes(memoryview(array('h', [1, 2]))[::-1]))
w = memoryview(array('w', 'ab')); print(w.format, w.itemsize, w.nbytes, w.tobytes())
try:
    w[0]
except NotImplementedError as e:
    print(e)
print(int.from_bytes(array('B', [1, 2])), b'ab' == array('B', b'ab'), array('B', b'ab') == b'ab', str(array('B', b'ab'), 'ascii'))
import struct, zlib, binascii, io, hashlib
print(struct.unpack('<2h', array('h', [3, 4])), zlib.crc32(array('B', b'abc')), binascii.hexlify(array('B', b'abc')), hashlib.md5(array('B', b'abc')).hexdigest())
buffer = array('B', bytes(4))
struct.pack_into('<h', buffer, 1, 258); print(buffer)
print(io.BytesIO(b'hello').readinto(buffer), buffer)
print(io.BytesIO(array('h', [1, 2])).getvalue(), io.BytesIO().write(array('h', [1])))

# --- to and from files
# files: yes
from array import array
import io
f = io.BytesIO()
print(array('h', [1, 2, 3]).tofile(f), f.getvalue())
f.seek(0)
a = array('h')
print(a.fromfile(f, 2), a)
try:
    a.fromfile(f, 2)
except EOFError as e:
    print(e, a)
for bad in (lambda: a.fromfile(f, -1), lambda: a.fromfile(f), lambda: a.fromfile(f, 'x'), lambda: a.fromfile(5, 1), lambda: a.tofile(5), lambda: a.fromfile(io.StringIO('abc'), 1), lambda: a.tofile(io.StringIO())):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
with open('/tmp/a.bin', 'wb') as f:
    array('d', [0.5, 2]).tofile(f)
with open('/tmp/a.bin', 'rb') as f:
    b = array('d')
    b.fromfile(f, 2)
print(b)
big = array('i', range(40000))
f = io.BytesIO(); big.tofile(f); f.seek(0)
c = array('i'); c.fromfile(f, 40000); print(c == big, f.tell())

# --- arrays are mutable sequences
from array import array
from collections.abc import MutableSequence, Sequence, Hashable, Iterable, Sized, Reversible
a = array('i', [1])
print([isinstance(a, t) for t in (MutableSequence, Sequence, Hashable, Iterable, Sized, Reversible)])
import json, random
try:
    json.dumps(a)
except TypeError as e:
    print(e)
print(random.Random(1).choice(array('i', [5, 6, 7])), ' '.join(array('w', 'abc')), '%s' % a, [*a], {**{}}, dict.fromkeys(array('b', [1, 2])))
print(list(zip(array('b', [1, 2]), array('w', 'ab'))), list(map(str, array('d', [1]))), list(enumerate(array('b', [9]))))
import bisect
b = array('i', [1, 3, 5]); bisect.insort(b, 4); print(b, bisect.bisect(b, 3))
