# Streams are copied by the copy module, too. CPython 3.14 library, "zlib".
import copy
import zlib

c = zlib.compressobj()
head = c.compress(b'abc')
for how in copy.copy, copy.deepcopy, lambda c: c.copy(), lambda c: copy.deepcopy([c, c])[1]:
    other = how(c)
    print(other is c, zlib.decompress(head + other.compress(b'd') + other.flush()))
pair = copy.deepcopy([c, c])
print(pair[0] is pair[1], zlib.decompress(head + c.flush()))
data = zlib.compress(b'one two three' * 10)
d = zlib.decompressobj()
first = d.decompress(data[:10])
for how in copy.copy, copy.deepcopy:
    other = how(d)
    print(other is d, len(first + other.decompress(data[10:])), other.eof, d.eof)
