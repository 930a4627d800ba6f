# bytearray: construction and mutation.
b = bytearray(b'hello')
print(b, repr(b), len(b), b[0], b[-1], b[1:3], type(b[1:3]).__name__, bytearray(), bytearray(3), bytearray([1, 2]), bytearray('é', 'utf-8'), bytearray(b), bytearray(range(3)))
b[0] = 72; b[-1] = 33; print(b)
b[1:3] = b'EL'; print(b)
b[1:1] = [65, 66]; print(b)
b[::2] = b'....'; print(b)
del b[0]; del b[:2]; print(b)
del b[::2]; print(b)
b += b'xyz'; b *= 2; print(b)
b[:] = b''; print(b, not b)
b.extend([1, 2]); b.extend(b'ab'); b.extend(range(3, 5)); print(b)

# --- methods of a mutable sequence
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

b = bytearray(b'abcabc')
print(b.append(100), b, b.pop(), b.pop(0), b, b.insert(1, 90), b, b.insert(-100, 65), b.insert(100, 66), b, b.remove(98), b, b.reverse(), b, b.copy(), b.copy() is b, b.count(97), b.index(97), b.find(b'zz'), b.clear(), b)
b = bytearray(b'a')
t(lambda: b.append(256))
t(lambda: b.append(-1))
t(lambda: b.append('a'))
t(lambda: b.append(b'a'))
t(lambda: b.append(1.0))
t(lambda: b.append())
t(lambda: b.append(1, 2))
t(lambda: b.extend(5))
t(lambda: b.extend('ab'))
t(lambda: b.extend([256]))
t(lambda: b.extend([1, 'a']))
t(lambda: b.extend(None))
t(lambda: b.insert(0))
t(lambda: b.insert('a', 1))
t(lambda: b.insert(0, 256))
t(lambda: b.insert(0, 'a'))
t(lambda: b.pop('a'))
t(lambda: b.pop(10))
t(lambda: b.pop(1, 2))
t(lambda: bytearray().pop())
t(lambda: b.remove(1))
t(lambda: b.remove(256))
t(lambda: b.remove('a'))
t(lambda: b.remove())
t(lambda: b.reverse(1))
t(lambda: b.copy(1))
t(lambda: b.clear(1))
t(lambda: b.index(5))
t(lambda: b)

# --- item and slice assignment errors
b = bytearray(b'abc')
def tr(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
def a(): b[5] = 1
def c(): b['a'] = 1
def d(): b[0] = 256
def e(): b[0] = 'a'
def f(): b[0] = b'a'
def g(): b[0:1] = 'x'
def h(): b[0:1] = 5
def i(): b[::2] = b'x'
def j(): b[0:1] = [256]
def k(): b[0] = None
def l(): del b[10]
def m(): del b['a']
def n(): b[0:2] = 3
def o(): b[1.0] = 1
def p(): b[::0] = b''
def q(): b[0:1] = None
def r(): b += 5
def s():
    x = bytearray(b'q')
    x += 'str'
def u():
    x = bytearray(b'q')
    x *= 'a'
def v(): return {b: 1}
def w(): hash(b)
for fn in (a, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, u, v, w): tr(fn)
print(b)

# --- bytearray shares the methods of bytes
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

b = bytearray(b'Hello World')
print(b.upper(), b.split(), b.replace(b'o', b'0'), b.find(b'W'), b.startswith(b'He'), b.strip(b'Hd'), b.decode(), b.hex(), b.partition(b' '), b.center(15, b'*'), b.title(), b.translate(None, b'l'), bytearray.fromhex('6162'), b','.join([b, b]), b.join([b'1', b'2']), b == b'Hello World', b'Hello World' == b, b < b'Z', b + b'!', b'!' + b, b * 2, 72 in b, b'ell' in b, b.isalpha(), b.zfill(13), b.splitlines(), b.expandtabs(), type(b.upper()).__name__, bytearray(b'%d') % 3, b.removeprefix(b'He'), b.swapcase())
t(lambda: b.resize(3))
t(lambda: b)
t(lambda: b.resize(5))
t(lambda: b)
t(lambda: b.resize(-1))
t(lambda: b.resize('a'))
t(lambda: b.take_bytes)

# --- growing and shrinking
b = bytearray()
for i in range(300): b.append(i % 256)
print(len(b), sum(b), b[255], b[256])
while len(b) > 5: del b[0]
print(b)
b[2:2] = b
print(b)
b[1:-1] = bytearray(3)
print(b)
b.extend(b)
print(b)
try: b += b
except BufferError as e: print(e)
b += bytes(b)
print(len(b))
b[::-1] = bytes(range(len(b)))
print(b[:4])
for x in bytearray(b'ab'): print(x, end=' ')
it = iter(bytearray(b'abc'))
print(next(it), list(it), bytes(reversed(bytearray(b'xyz'))))
