# memoryview: views over bytes and bytearray.
b = bytearray(b'abcdef')
m = memoryview(b)
print(m[0], m[-1], m[1:3].tobytes(), m[::-1].tobytes(), m[::2].tolist(), len(m), m.nbytes, m.itemsize, m.format, m.ndim, m.shape, m.strides, m.readonly, m.c_contiguous, m.f_contiguous, m.contiguous, m.suboffsets, m.obj is b)
m[0] = 65
m[1:3] = b'XY'
m[::-2] = b'123'
print(b, m == b, m == b'abc', m.tolist(), bytes(m), list(m), m.hex(), m.hex(':'), bytearray(m), 65 in m, m.count(65), m.index(65))
r = memoryview(b'abc')
print(r.readonly, r == memoryview(b'abc'), hash(r) == hash(b'abc'), r[1:] == b'bc', r.toreadonly().readonly, m.toreadonly().readonly, [x for x in r], r.tobytes(), list(reversed(r)))

# --- errors
b = bytearray(b'abc')
m = memoryview(b)
r = memoryview(b'abc')
def tr(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def a(): r[0] = 1
def c(): m[5] = 1
def d(): m[0] = 256
def e(): m[0] = 'a'
def f(): m[0:2] = b'x'
def g(): m['a']
def h(): m[1.0]
def i(): del m[0]
def j(): memoryview('str')
def k(): memoryview(5)
def l(): memoryview([1])
def n(): memoryview()
def o(): b.append(1)
def p(): hash(m)
def q(): m[0, 0]
def s(): m[::0]
def u(): m + m
def v(): m < m
def w(): m.index(99999)
def x(): m.nope
def y(): m[0] = b'a'
def z(): r.release(); return r[0]
for fn in (a, c, d, e, f, g, h, i, j, k, l, n, o, p, q, s, u, v, w, x, y, z): tr(fn)
m.release()
b.append(33)
print(b)
for f in (lambda: len(m), lambda: m.tobytes(), lambda: m.format, lambda: m[0:1], lambda: m.release(), lambda: m == m, lambda: bytes(m)): tr(f)

# --- cast
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

m = memoryview(bytes(range(8)))
print(memoryview(b'\0\1\1\0').cast('?').tolist())
for f in ('B', 'b', 'c', 'H', 'h', 'I', 'i', 'Q', 'q', 'f', 'd'):
    c = m.cast(f)
    print(f, c.format, c.itemsize, len(c), c.shape, c.tolist() if f not in 'fd' else len(c.tolist()))
two = m.cast('B', (2, 4))
print(two.ndim, two.shape, two.strides, two.tolist(), two[1, 2], len(two), two.nbytes)
t(lambda: m.cast('H')[0])
t(lambda: m.cast('x'))
t(lambda: m.cast('B', (3, 3)))
t(lambda: m[:3].cast('H'))
t(lambda: m[::2].cast('H'))
t(lambda: m.cast(5))
t(lambda: m.cast('B', [8, 1]).tolist())
t(lambda: two[0])
t(lambda: two[5, 0])
t(lambda: two[0, 0, 0])
t(lambda: m.cast('H').cast('I'))
t(lambda: m.cast('H').cast('B').tolist())
t(lambda: m.cast('c')[3])
t(lambda: m.cast('b') == m)
w = memoryview(bytearray(4)).cast('H')
w[0] = 513
print(w.obj, w.tolist())
def over(): w[0] = 70000
def typ(): w[0] = 1.5
for f in (over, typ):
    try: f()
    except Exception as e: print(type(e).__name__, e)

# --- slices of a view share the memory
b = bytearray(range(10))
m = memoryview(b)
s = m[2:8:2]
s[0] = 99
print(list(b), s.tolist(), s[1:].tolist(), s.contiguous, s.strides, s.tobytes())
b[5] = 55
print(m[5], m[-5:].tolist())
with memoryview(b) as v:
    v[:2] = b'zz'
print(b[:3])
print(m == bytes(b), m != b'', m[:0].tobytes(), len(m[20:]), m[3:1].tolist())
