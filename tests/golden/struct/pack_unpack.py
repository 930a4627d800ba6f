# struct: CPython 3.14 library.
import struct
for text in r'''
struct.pack('i')
struct.pack('i', 'a')
struct.pack('b', 128)
struct.pack('B', -1)
struct.pack('h', 2**15), 
struct.pack('H', 2**16)
struct.pack('<i', 2**31)
struct.pack('<I', -1)
struct.pack('<q', 2**63)
struct.pack('<Q', -1)
struct.pack('<Q', 2**64)
struct.pack('>q', 1.0)
struct.pack('e', 1e6)
struct.pack('<f', 'a')
struct.pack('c', 'a')
struct.pack('c', b'ab')
struct.pack('s', 'a')
struct.pack('3s', b'abcd'), struct.pack('5s', b'a'), struct.pack('0s', b'a'), struct.pack('5p', b'abcdef'), struct.pack('p', b'a')
struct.pack('?', []), struct.pack('?', [1])
struct.pack('z', 1)
struct.pack('3', 1)
struct.calcsize('@bi'), struct.calcsize('=bi'), struct.calcsize('!bq'), struct.calcsize('@i0q'), struct.calcsize('b3xi')
struct.calcsize('<n')
struct.calcsize('é')
struct.calcsize(1)
struct.unpack('i', b'abc')
struct.unpack('i', 'abcd')
struct.unpack('<3h', b'abcdef')
struct.unpack_from('<i', b'abcdefg', 3)
struct.unpack_from('<i', b'abcdefg', 4)
struct.unpack_from('<i', b'abcdefg', -5)
struct.unpack_from('<i', b'abcdefg', -9)
struct.unpack_from('<i', b'abcdefg', -3)
struct.pack_into('<i', bytearray(3), 0, 1)
struct.pack_into('<i', b'abcd', 0, 1)
struct.pack_into('<i', bytearray(8), 5, 1)
struct.pack_into('<i', bytearray(8), -3, 1)
struct.pack_into('<i', bytearray(8), -9, 1)
struct.pack_into('<i', bytearray(8))
struct.pack_into('<i')
list(struct.iter_unpack('<h', b'abcd'))
struct.iter_unpack('<h', b'abc')
struct.iter_unpack('', b'abc')
struct.Struct('<ih'), struct.Struct('<ih').size, struct.Struct('<ih').format, struct.Struct(b'<ih').format
struct.Struct('<i').unpack(b'abcd'), struct.Struct('<i').pack(5)
struct.Struct('<i').pack(5, 6)
struct.Struct('z')
struct.pack('F', 1j)
struct.pack('<d', 10**400)
struct.pack('i<', 1)
struct.pack('<2i', 1)
struct.pack('', 1)
struct.unpack('5p', b'\x07abcd'), struct.unpack('3s?c', b'abc\x02d')
struct.unpack('<e', b'\x01\x7c'), struct.unpack('<f', b'\0\0\xc0\x7f'), struct.pack('<e', 65504), struct.pack('<e', 65519), struct.pack('<e', 6e-8)
struct.pack('<f', 1e40)
struct.pack('>2h3sx?', 1, -2, b'ab', True), struct.pack('@bhbi', 1, 2, 3, 4), struct.pack('<d', 1.5), struct.pack('>f', -0.1), struct.pack('!I', 2**32 - 1), struct.pack('=bq', -1, -2**63)
struct.unpack('>2h3sx?', struct.pack('>2h3sx?', 1, -2, b'ab', True)), struct.unpack('@bhbi', struct.pack('@bhbi', 1, 2, 3, 4))
[struct.pack('<e', x).hex() for x in (0, -0.0, 1, 0.1, 1e-8, 2e-8, 3e-8, 65504, float('inf'), float('nan'), 1e-5, 2049, 2051)]
[struct.unpack('<e', n.to_bytes(2, 'little'))[0] for n in (0, 1, 0x3ff, 0x400, 0x3c00, 0x7bff, 0x7c00, 0xfc00, 0xbc01)]
struct.calcsize('<bhilqfd?sp'), struct.calcsize('>4s2x10p3i')
struct.pack('<3i', *range(3)), struct.unpack_from('<h', bytearray(b'abcd'), offset=1), struct.unpack_from('<h', memoryview(b'abcd')[1:])
struct.pack(b'<i', 3), struct.pack('2c', b'a', b'b')
struct.unpack('<i', b'abcde')
struct.error, issubclass(struct.error, Exception)
[list(i) for i in [struct.Struct('<hb').iter_unpack(b'abcdef')]]
struct.Struct('<i').pack_into(bytearray(4), 0, 5), struct.Struct('<i').unpack_from(b'abcde', 1)
struct.Struct(3)
struct.pack()
struct.pack('<i', True), struct.pack('<d', 3), struct.pack('<f', True)
struct.pack('<b', 2**100)
struct.pack('<s', bytearray(b'q')), struct.pack('3p', b'')
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- random formats
import struct
seed = 3
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n
for i in range(200):
    order = '<>=!'[rnd(4)]
    codes, values = '', []
    for _ in range(1 + rnd(6)):
        code = 'bBhHiIqQfdesp?cx'[rnd(16)]
        count = rnd(5)
        if code in 'sp':
            codes += f'{count}{code}'
            values.append(bytes(rnd(256) for _ in range(rnd(7))))
            continue
        codes += code if count == 1 else f'{count}{code}'
        for _ in range(count):
            if code in 'bBhHiIqQ':
                size = struct.calcsize('=' + code) * 8
                v = rnd(2**31) * 2**31 * 8 + rnd(2**31)
                v %= 2**size
                if code.islower() and v >= 2**(size - 1): v -= 2**size
            elif code in 'fde': v = (rnd(10000) - 5000) / 64
            elif code == '?': v = bool(rnd(2))
            elif code == 'c': v = bytes([rnd(256)])
            else: continue
            values.append(v)
    packed = struct.pack(order + codes, *values)
    print(order + codes, packed.hex(), struct.unpack(order + codes, packed), struct.calcsize(codes.replace('q', 'i').replace('Q', 'i').replace('d', 'f')))
