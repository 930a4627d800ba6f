# abs
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(abs(-5), abs(5), abs(-2.5), abs(True), abs(3+4j), abs(-2**70), abs(-0.0), abs(float('-inf')))
t(lambda: abs('a'))
t(lambda: abs(None))
t(lambda: abs([]))
t(lambda: abs())
t(lambda: abs(1, 2))
t(lambda: abs(x=1))
t(lambda: abs(len))

# --- bin, oct, hex
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for n in (0, 1, -1, 10, -255, 2**64, -2**64, True, 10**20): print(n, bin(n), oct(n), hex(n))
t(lambda: bin(1.0))
t(lambda: bin('1'))
t(lambda: oct(None))
t(lambda: hex(1.5))
t(lambda: hex('ff'))
t(lambda: hex())
t(lambda: bin(1, 2))
t(lambda: oct([]))
t(lambda: hex(1j))

# --- divmod
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(divmod(7, 3), divmod(-7, 3), divmod(7, -3), divmod(7.5, 2), divmod(True, 2), divmod(2**70, 10), divmod(0, 5), divmod(-1, 2**70))
t(lambda: divmod(1, 0))
t(lambda: divmod(1.0, 0))
t(lambda: divmod('a', 1))
t(lambda: divmod(1, 'a'))
t(lambda: divmod(1, None))
t(lambda: divmod(1))
t(lambda: divmod(1, 2, 3))
t(lambda: divmod(1j, 1))
t(lambda: divmod([], []))

# --- max and min
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(max(1, 2), max([3, 1]), max('abc'), max('a', 'b'), max([1], [2]), max((1, 2), (1, 3)), min(1, 2.0), max(1, 1.0), max(1.0, 1), min([2, 1]), max([], default=0), min((), default=None), max('a', 'bb', key=len), min(['aa', 'b'], key=len), max([1, 2, 3], key=lambda x: -x), max({1: 'b', 2: 'a'}), max(x for x in (1, 5, 3)), max([1, True, 1.0]), min(0, False), max(-0.0, 0.0), max([[1, 2], [1, 3]]), max(1, 2, key=None))
t(lambda: max())
t(lambda: max([]))
t(lambda: min(()))
t(lambda: max(5))
t(lambda: max(None))
t(lambda: max(1, 'a'))
t(lambda: max([1, 'a']))
t(lambda: max(1, None))
t(lambda: min([None, 1]))
t(lambda: max(1, 2, default=3))
t(lambda: max([1], foo=2))
t(lambda: max(key=len))
t(lambda: max([1], key=5))
t(lambda: max(1, 2, key=lambda x: 1 / 0))
t(lambda: max([], key=len))
t(lambda: min({}, default='d'))
t(lambda: max(1, 2, key=len))
t(lambda: max([1j, 2]))
t(lambda: max(default=1))

# --- max returns the first of equals, min too
items = [('a', 2), ('b', 3), ('c', 3), ('d', 2)]
print(max(items, key=lambda p: p[1]), min(items, key=lambda p: p[1]), max(items), sorted(items, key=lambda p: p[1], reverse=True)[0])
calls = []
def key(x): calls.append(x); return x
print(max([3, 1, 2], key=key), calls)

# --- sum
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(sum([]), sum([1, 2, 3]), sum((1.5, 2)), sum(range(101)), sum([[1], [2]], []), sum([True, True]), sum([1, 2], 10), sum([1, 2], start=10), sum({1: 2, 3: 4}), sum(x * x for x in range(4)), sum([(1,), (2,)], ()), sum([2**70, 1]), sum([1, 2.5, 3j]), sum([], 0), sum([0.1] * 10), sum([1] * 1000))
t(lambda: sum())
t(lambda: sum(5))
t(lambda: sum(None))
t(lambda: sum(['a', 'b']))
t(lambda: sum(['a', 'b'], ''))
t(lambda: sum([b'a'], b''))
t(lambda: sum([b'a'], bytearray()))
t(lambda: sum([[1], [2]]))
t(lambda: sum([1, 'a']))
t(lambda: sum([1], 'a'))
t(lambda: sum([1], start='a'))
t(lambda: sum([], 'a'))
t(lambda: sum([1, None]))
t(lambda: sum([1], 2, 3))
t(lambda: sum([1], foo=3))
t(lambda: sum('abc'))
t(lambda: sum([[1]], ()))
t(lambda: sum({1: 2}, []))

# --- pow
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(pow(2, 3), pow(2, -1), pow(2, 3, 5), pow(-2, 3, 5), pow(2, 3, -5), pow(2.5, 2), pow(2, 0.5), pow(0, 0), pow(0, 0, 5), pow(3, -1, 11), pow(3, -2, 11), pow(10, 100, 7), pow(True, 5), pow(2, 3, mod=5), pow(base=2, exp=4), pow(1j, 2), pow(5, 3, 1), pow(5, 3, None))
t(lambda: pow(2, 3, 0))
t(lambda: pow(2, -1, 4))
t(lambda: pow(0, -1, 5))
t(lambda: pow(0, -1))
t(lambda: pow(0.0, -1))
t(lambda: pow('a', 1))
t(lambda: pow(1, 'a'))
t(lambda: pow(2, 3, 'a'))
t(lambda: pow(2, 3.0, 4))
t(lambda: pow(2.0, 3, 4))
t(lambda: pow(1j, 2, 3))
t(lambda: pow())
t(lambda: pow(1))
t(lambda: pow(1, 2, 3, 4))
t(lambda: pow(1, None))
t(lambda: pow([], 2))

# --- round
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(round(2.5), round(3.5), round(-2.5), round(2.567, 2), round(1234, -2), round(1250, -2), round(1350, -2), round(5), round(True), round(2.5, 0), round(1e20), round(0.5), round(-0.5), round(2.675, 2), round(1e-5, 3), round(15, -1), round(25, -1), round(-15, -1), round(number=1.55, ndigits=1), round(1.5, None), round(0.1 + 0.2, 5))
t(lambda: round('a'))
t(lambda: round(1.5, 'a'))
t(lambda: round(None))
t(lambda: round())
t(lambda: round(1, 2, 3))
t(lambda: round(1.5, 1.5))
t(lambda: round(float('nan')))
t(lambda: round(float('inf')))
t(lambda: round([]))
t(lambda: round(1j))
