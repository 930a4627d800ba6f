# bytes: construction.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(bytes(), bytes(3), bytes(b'ab'), bytes([1, 2, 255]), bytes((65, 66)), bytes(range(5)), bytes('é', 'utf-8'), bytes('é', 'latin-1'), bytes('a', encoding='ascii', errors='strict'), bytes(bytearray(b'x')), bytes(memoryview(b'mv')), bytes({1}), bytes(i for i in (7, 8)), bytes({3: 'x'}), bytes([True, False]), bytes(0), bytes('', 'ascii'))
t(lambda: bytes('abc'))
t(lambda: bytes(-1))
t(lambda: bytes([256]))
t(lambda: bytes([-1]))
t(lambda: bytes(['a']))
t(lambda: bytes([1.0]))
t(lambda: bytes(1.5))
t(lambda: bytes(None))
t(lambda: bytes(5, 'utf-8'))
t(lambda: bytes(b'a', 'utf-8'))
t(lambda: bytes('é', 'ascii'))
t(lambda: bytes('a', 'nope'))
t(lambda: bytes(2**70))
t(lambda: bytes([2**70]))
t(lambda: bytes(1, 2, 3, 4))
t(lambda: bytes(len))
t(lambda: bytes(x=1))
t(lambda: bytes(encoding='utf-8'))
t(lambda: bytes(errors='strict'))
t(lambda: bytes('a', 5))
t(lambda: bytes([[1]]))

# --- indexing, slicing, operators
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

b = b'hello'
print(b[0], b[-1], b[1:3], b[::-1], b[:0], b[10:], b + b'!', b * 2, 2 * b, b'l' in b, 108 in b, b'lo' in b, b'' in b, len(b), list(b), b == b'hello', b < b'help', b != 'hello', b == 'hello', max(b), sorted(b), b + bytearray(b'x'), type(b + bytearray()).__name__, type(bytearray() + b).__name__, hash(b) == hash(b'hello'), {b: 1}[b'hello'], [*b'ab'], tuple(b'a'))
t(lambda: b[5])
t(lambda: b['a'])
t(lambda: b[1.0])
t(lambda: b + 'x')
t(lambda: b + 5)
t(lambda: b * 'a')
t(lambda: b in b)
t(lambda: 'h' in b)
t(lambda: 300 in b)
t(lambda: -1 in b)
t(lambda: None in b)
t(lambda: b < 'a')
t(lambda: b % 5)
t(lambda: b - b)
t(lambda: b[0:'a'])
t(lambda: b[::0])
t(lambda: b.x)
t(lambda: b + None)
t(lambda: b + [1])
t(lambda: iter(b).__next__())

# --- search
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

b = b'hello world hello'
for x in (b'hello', b'o', b'', b'zz', 111, 0):
    print(x, b.find(x), b.rfind(x), b.count(x), b.find(x, 5), b.find(x, -3, -1))
t(lambda: b.index(b'zz'))
t(lambda: b.rindex(b'zz'))
t(lambda: b.index(300))
t(lambda: b.find(-1))
t(lambda: b.find('a'))
t(lambda: b.find(None))
t(lambda: b.find())
t(lambda: b.count('l'))
t(lambda: b.count([1]))
t(lambda: b.index(104))
t(lambda: b.startswith(b'he'))
t(lambda: b.startswith((b'x', b'h')))
t(lambda: b.startswith('h'))
t(lambda: b.startswith(104))
t(lambda: b.startswith((b'a', 'b')))
t(lambda: b.endswith(b'lo', 0, 5))
t(lambda: b.endswith([b'o']))
t(lambda: b.startswith(b'', 100))
t(lambda: b.find(b'l', 'x'))
t(lambda: b.count(b'l', 0, 3, 4))
t(lambda: b.find(bytearray(b'w')))
t(lambda: b.find(memoryview(b'w')))

# --- split, join, strip, replace, partition
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(b'a,b,,c'.split(b','), b' a  b '.split(), b'a,b,c'.rsplit(b',', 1), b'a b c'.split(None, 1), b''.split(), b''.split(b','), b'a\nb\r\nc\rd'.splitlines(), b'a\nb'.splitlines(True), b'a\x0bb\x0cc\x1cd\x85e'.splitlines(), b'a=b=c'.partition(b'='), b'a=b=c'.rpartition(b'='), b'a'.partition(b'z'), b'a'.rpartition(b'z'))
print(b' \t\na \r\n'.strip(), b'xxaxx'.strip(b'x'), b'xxa'.lstrip(b'x'), b'axx'.rstrip(b'x'), b'\x0b\x0ca'.strip(), b'\x1ca'.strip(), b'abc'.replace(b'b', b'XX'), b'aaa'.replace(b'a', b'b', 2), b'ab'.replace(b'', b'-'), b','.join([b'a', bytearray(b'b'), memoryview(b'c')]), b''.join([]), b'-'.join([b'x']), b'abcab'.removeprefix(b'ab'), b'abcab'.removesuffix(b'ab'))
t(lambda: b'a'.split(b''))
t(lambda: b'a'.split('a'))
t(lambda: b'a'.split(97))
t(lambda: b'a'.split(None, 'x'))
t(lambda: b'a'.strip('a'))
t(lambda: b'a'.strip(97))
t(lambda: b'a'.replace(b'a'))
t(lambda: b'a'.replace('a', 'b'))
t(lambda: b'a'.replace(b'a', 97))
t(lambda: b'a'.replace(b'a', b'b', None))
t(lambda: b','.join(['a']))
t(lambda: b','.join([1]))
t(lambda: b','.join([b'a', 'b']))
t(lambda: b','.join(5))
t(lambda: b','.join(b'ab'))
t(lambda: b'a'.partition(b''))
t(lambda: b'a'.partition('a'))
t(lambda: b'a'.removeprefix('a'))
t(lambda: b'a'.removesuffix(5))
t(lambda: b'a'.splitlines(1, 2))

# --- case, predicates, padding
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for b in (b'', b'abc', b'ABC', b'Abc Def', b'a1', b'123', b' \t', b'\xe9', b'hello wORLD', b"it's", b'A1b'):
    print(b, b.upper(), b.lower(), b.title(), b.capitalize(), b.swapcase(), b.isalpha(), b.isdigit(), b.isalnum(), b.isspace(), b.isupper(), b.islower(), b.istitle(), b.isascii())
print(b'ab'.center(5), b'ab'.ljust(4, b'.'), b'ab'.rjust(5, b'*'), b'-42'.zfill(6), b'+1'.zfill(5), b'a\tb'.expandtabs(4), b'ab'.center(5, bytearray(b'-')))
t(lambda: b'a'.center(5, 'x'))
t(lambda: b'a'.center(5, b'xy'))
t(lambda: b'a'.center(5, 120))
t(lambda: b'a'.center('x'))
t(lambda: b'a'.ljust(5, b''))
t(lambda: b'a'.zfill('x'))
t(lambda: b'a'.zfill())
t(lambda: b'a'.upper(1))
t(lambda: b'a'.expandtabs('x'))

# --- hex, fromhex, decode, translate, maketrans
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(b'\x00\xab\xff'.hex(), b'abcdef'.hex(':'), b'abcdef'.hex(' ', 2), b'abcdef'.hex('-', -2), b'abcde'.hex('_', 4), b''.hex(), b'ab'.hex(b'.'), bytes.fromhex('00 ab FF'), bytes.fromhex(''), bytes.fromhex(' 6 1'.replace(' ', '')), bytes.fromhex('61\n62\t63'), bytes.fromhex(b'6162'), b'abc'.decode(), b'\xe9'.decode('latin-1'), b'abc'.translate(bytes.maketrans(b'ab', b'xy')), b'abc'.translate(None, b'b'), b'abcb'.translate(bytes.maketrans(b'a', b'b'), b'c'), b'abc'.translate(None, delete=b'ac'))
t(lambda: b'a'.hex(5))
t(lambda: b'a'.hex('ab'))
t(lambda: b'a'.hex('é'))
t(lambda: b'a'.hex(''))
t(lambda: b'a'.hex(':', 'x'))
t(lambda: b'a'.hex(':', 0))
t(lambda: bytes.fromhex('a'))
t(lambda: bytes.fromhex('zz'))
t(lambda: bytes.fromhex('6 1'))
t(lambda: bytes.fromhex('61 é'))
t(lambda: bytes.fromhex(5))
t(lambda: bytes.fromhex(b'\xff'))
t(lambda: bytes.maketrans(b'a', b'bc'))
t(lambda: bytes.maketrans('a', b'b'))
t(lambda: bytes.maketrans(b'a'))
t(lambda: b'abc'.translate(b'short'))
t(lambda: b'abc'.translate('x' * 256))
t(lambda: b'abc'.translate())
t(lambda: b'abc'.translate(None, 5))
t(lambda: b'abc'.translate(5))

# --- bytes are immutable, iteration gives ints
b = bytes(range(3))
def tr(f):
    try: f()
    except TypeError as e: print(e)
def a(): b[0] = 1
def c(): del b[0]
def d(): b[0:1] = b'x'
for f in (a, c, d): tr(f)
for x in b: print(x, end=' ')
it = iter(b)
print(next(it), it.__length_hint__(), list(it), type(it).__name__)
print(bytes(reversed(b'abc')), b'abc'[::-1], [hex(x) for x in b'\xff\x10'], sum(b'\x01\x02'), bytes(x ^ 0x20 for x in b'aBc'), b'a' b'b', ascii(b'\xe9'), str(b'a'), repr(b"'"), format(b'a'), '%s' % b'a', f'{b"x"}', b'%s' % b'y')
