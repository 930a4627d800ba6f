# int methods: bit_length, bit_count, to_bytes, from_bytes, as_integer_ratio, is_integer, conjugate.
for n in (0, 1, -1, 2, 255, 256, -256, 2**31, 2**63 - 1, -2**63, 2**64, 10**30, -10**30):
    print(n, n.bit_length(), n.bit_count(), n.as_integer_ratio(), n.is_integer(), n.conjugate(), n.real, n.imag, n.numerator, n.denominator)
print(True.bit_length(), True.as_integer_ratio(), (5).__index__(), (5).__int__(), (5).__float__(), (-5).__abs__(), (5).__neg__(), (5).__bool__(), (0).__bool__(), (5).__round__(), (5).__trunc__(), (5).__floor__(), (5).__ceil__(), (5).__add__(3), (5).__add__('x'), (5).__radd__(2), (5).__divmod__(3), (5).__pow__(2), (5).__pow__(2, 3), (5).__eq__(5.0), (5).__lt__(6), (5).__hash__())

# --- to_bytes
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print((0).to_bytes(), (1).to_bytes(), (255).to_bytes(), (1024).to_bytes(2), (1024).to_bytes(2, 'little'), (1024).to_bytes(4, byteorder='big'), (-1).to_bytes(2, signed=True), (-128).to_bytes(1, 'big', signed=True), (0).to_bytes(0), (2**64).to_bytes(9, 'little'), (-2**70).to_bytes(9, 'big', signed=True), (5).to_bytes(length=3, byteorder='little', signed=True), True.to_bytes(2, 'big'))
t(lambda: (256).to_bytes())
t(lambda: (-1).to_bytes())
t(lambda: (128).to_bytes(1, 'big', signed=True))
t(lambda: (-129).to_bytes(1, 'big', signed=True))
t(lambda: (1).to_bytes(0))
t(lambda: (1).to_bytes(-1))
t(lambda: (1).to_bytes(1, 'middle'))
t(lambda: (1).to_bytes(1, 5))
t(lambda: (1).to_bytes('a'))
t(lambda: (1).to_bytes(1, 'big', True))
t(lambda: (1).to_bytes(1.5))
t(lambda: (2**100).to_bytes(8))
t(lambda: (1).to_bytes(1, 'big', foo=1))

# --- from_bytes
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(int.from_bytes(b''), int.from_bytes(b'\x00'), int.from_bytes(b'\x01\x00'), int.from_bytes(b'\x01\x00', 'little'), int.from_bytes(b'\xff', signed=True), int.from_bytes(b'\xff\x00', 'big', signed=True), int.from_bytes([1, 2, 3], 'big'), int.from_bytes(bytearray(b'\x10')), int.from_bytes(range(3), byteorder='little'), int.from_bytes(b'\xff' * 20), int.from_bytes(b'\x80' + b'\0' * 10, signed=True), int.from_bytes(memoryview(b'ab')), bool.from_bytes(b'\x01'), bool.from_bytes(b'\0'))
t(lambda: int.from_bytes('abc'))
t(lambda: int.from_bytes([256]))
t(lambda: int.from_bytes([-1]))
t(lambda: int.from_bytes(5))
t(lambda: int.from_bytes(None))
t(lambda: int.from_bytes(b'a', 'x'))
t(lambda: int.from_bytes())
t(lambda: int.from_bytes(b'a', 'big', True))
t(lambda: int.from_bytes(['a']))
t(lambda: int.from_bytes(bytes=b'\x05'))
for n in (0, 1, -1, 127, 128, -128, 2**40, -2**40):
    print([int.from_bytes(n.to_bytes(8, o, signed=True), o, signed=True) == n for o in ('big', 'little')])

# --- wrong arguments to methods
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: (5).bit_length(1))
t(lambda: (5).bit_count(1))
t(lambda: (5).conjugate(1))
t(lambda: (5).as_integer_ratio(1))
t(lambda: (5).is_integer(0))
t(lambda: int.bit_length())
t(lambda: int.bit_length('a'))
t(lambda: int.bit_length(5.0))
t(lambda: int.__add__(5))
t(lambda: int.__add__('a', 1))
t(lambda: (5).__add__())
t(lambda: (5).__round__('a'))
t(lambda: (5).__pow__(-1))
t(lambda: (5).real())
t(lambda: (5).nope())
t(lambda: (5).__getitem__)

# --- round with ndigits
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for n in (12345, -12345, 15, 25, 35, -25, 5, -5, 0, 50, 150, 2**70, 10**25 + 5):
    print(n, [round(n, d) for d in (None, 0, 1, -1, -2, -3, -10)])
t(lambda: round(5, 'a'))
t(lambda: round(5, 1.0))
t(lambda: round(5, 1, 2))
t(lambda: round(5, ndigits=-1))
t(lambda: round(number=55, ndigits=-1))
t(lambda: round(True))
t(lambda: round(True, -1))
t(lambda: round('a'))
t(lambda: round(None))
t(lambda: round([]))
t(lambda: round(1j))
t(lambda: round())
