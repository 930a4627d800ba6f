# int() from strings.
for s in ('0', '42', '-42', '+7', ' 12 ', '\t\n3\r', '1_000', '0012', '-0', '٣٤', '１２', '9' * 30, '\u2003 5\xa0'):
    print(ascii(s), int(s))
for s in ('', ' ', 'a', '1.0', '1e5', '0x10', '1__0', '_1', '1_', '--1', '+-1', '- 1', '1 2', '½', '²', 'Ⅷ', '0b1', 'inf', 'nan', '\x00', '1\x00', '\ud800', "it's", 'x' * 300, '+', '-', '1_000_', None.__doc__ and ''):
    try: print(ascii(s), int(s))
    except ValueError as e: print(e)

# --- int() with a base
for s, b in (('ff', 16), ('0xff', 16), ('0xff', 0), ('0b101', 0), ('0o17', 0), ('0', 0), ('00', 0), ('10', 0), ('zz', 36), ('Z', 36), ('101', 2), ('0b101', 2), ('0o17', 8), ('777', 8), ('-0xF', 16), ('1_0', 2), ('0x_f', 16), ('-0b1', 0), ('+0O7', 0), ('0X1F', 0), ('١٢', 10), ('b1', 16), ('0b1', 16), (b'12', 10), (bytearray(b'ff'), 16), ('12', 3), (' 12 ', 5)):
    print(s, b, int(s, b))
def tr(*a):
    try: print(int(*a))
    except Exception as e: print(type(e).__name__, e)
for a in (('2', 2), ('012', 0), ('8', 8), ('g', 16), ('1', 1), ('1', 37), ('1', -1), ('0x', 16), ('0x', 0), ('', 0), ('', 16), ('0b2', 0), ('0o8', 0), ('09', 0), ('1', 2**70), ('1', 'a'), ('1', 10.0), ('1', None), (5, 10), (5.0, 10), (None, 10), (b'x', 10), ('0_', 0), ('0x_', 0), ('_0', 0), ('z', 35), ([], 2), ('1', 10, 1)): tr(*a)

# --- int() of other types
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for x in (0.0, 3.99, -3.99, 1e20, True, False, 2**70, b'12', bytearray(b' 7 '), 0.5, -0.5, 1e308):
    print(x if not isinstance(x, float) or x < 1e100 else 'big', str(int(x))[:40])
t(lambda: int())
t(lambda: int(float('inf')))
t(lambda: int(float('-inf')))
t(lambda: int(float('nan')))
t(lambda: int(None))
t(lambda: int([]))
t(lambda: int(1j))
t(lambda: int({}))
t(lambda: int(int))
t(lambda: int(b'a'))
t(lambda: int(b'\xff'))
t(lambda: int(memoryview(b'5')))
t(lambda: int(...))
t(lambda: int(x=1))
t(lambda: int('1', x=1))
t(lambda: int(base=10))
t(lambda: int('1', base=None))
t(lambda: int('11', base=2))
t(lambda: int(1, 2, 3))
t(lambda: int('a' * 10, 16))

# --- the digits guard
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: int('1' * 4301))
t(lambda: len(str(int('1' * 4300))))
t(lambda: str(10 ** 4300))
t(lambda: len(str(10 ** 4299)))
t(lambda: repr(-10 ** 4300))
t(lambda: f'{10 ** 4300}')
t(lambda: '%d' % 10 ** 1)
t(lambda: '%d' % (10 ** 4300))
t(lambda: len(hex(10 ** 5000)))
t(lambda: int('f' * 5000, 16).bit_length())
t(lambda: len(f'{10 ** 5000:x}'))
t(lambda: int('0' * 4301))
t(lambda: int('1_' * 4300 + '1'))
t(lambda: print(10 ** 5000))
t(lambda: [10 ** 5000])
