# Arithmetic across int, float, bool and complex.
for a in (7, -7, 7.5, -7.5, True):
    for b in (2, -2, 2.5, -0.5):
        print(a, b, a + b, a - b, a * b, a / b, a // b, a % b, divmod(a, b))

# --- power in all its forms
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(2 ** 10, 2 ** -1, (-2) ** 3, -2 ** 2, 2 ** 3 ** 2, (2 ** 3) ** 2, 0 ** 0, 0.0 ** 0)
print(2.0 ** 0.5, (-8) ** (1/3), (-1) ** 0.5, 4 ** 0.5, 10 ** 20, 10 ** -3, 1 ** 10**6)
print(pow(2, 10, 1000), pow(3, -1, 7), pow(2, 5, -7), pow(-2, 3, 5), pow(0, 0, 1), pow(5, 0, 1))
t(lambda: 0 ** -1)
t(lambda: 0.0 ** -1)
t(lambda: pow(2, -1, 4))
t(lambda: pow(2, 3, 0))
t(lambda: pow(2.0, 3, 5))
t(lambda: pow(2, 3.0, 5))
t(lambda: pow(2, 3, 5.0))
t(lambda: 0j ** -1)
t(lambda: 'a' ** 2)
t(lambda: pow('a', 2))
t(lambda: pow(1))
t(lambda: pow(1, 2, 3, 4))
t(lambda: pow(base=2, exp=3))
t(lambda: pow(2, exp=3, mod=5))
t(lambda: (-2.5) ** 2.5)

# --- division by zero messages
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: 1 / 0)
t(lambda: 1 // 0)
t(lambda: 1 % 0)
t(lambda: divmod(1, 0))
t(lambda: 1.0 / 0)
t(lambda: 1.0 // 0)
t(lambda: 1.0 % 0)
t(lambda: divmod(1.0, 0))
t(lambda: 1 / 0.0)
t(lambda: 1j / 0)
t(lambda: True / False)
t(lambda: True // False)
t(lambda: True % False)
t(lambda: 2 ** 100 // 0)
t(lambda: 2 ** 100 % 0)
t(lambda: 2 ** 100 / 0)

# --- unsupported operand messages, binary
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: 1 + 'a')
t(lambda: 'a' + 1)
t(lambda: 'a' + None)
t(lambda: [] + ())
t(lambda: () + [])
t(lambda: b'a' + 'a')
t(lambda: 'a' + b'a')
t(lambda: {} + {})
t(lambda: {1} + {2})
t(lambda: None + 1)
t(lambda: 1 - 'a')
t(lambda: 'a' - 'b')
t(lambda: [] - [])
t(lambda: 'a' * 'b')
t(lambda: 'a' * 1.5)
t(lambda: [1] * 'a')
t(lambda: [] * [])
t(lambda: 1.5 * [])
t(lambda: None * 2)
t(lambda: 'a' / 2)
t(lambda: 'a' // 2)
t(lambda: [] // 1)
t(lambda: [] % 1)
t(lambda: {} @ {})
t(lambda: 1 @ 2)
t(lambda: 1 << 1.0)
t(lambda: 1.0 << 1)
t(lambda: 1 >> 'a')
t(lambda: 1 & 1.0)
t(lambda: 1 | 'a')
t(lambda: 1 ^ None)
t(lambda: {} | [])
t(lambda: {1} | [1])
t(lambda: {1} & [1])
t(lambda: {1} ^ (1,))
t(lambda: {1} - [1])
t(lambda: divmod(1, 'a'))
t(lambda: divmod([], 1))
t(lambda: divmod(1j, 1))
t(lambda: 1j // 1)
t(lambda: 1j % 2)
t(lambda: None // None)
t(lambda: ... + 1)
t(lambda: len + 1)
t(lambda: int + 1)
t(lambda: (lambda: 0) + 1)
t(lambda: range(3) + range(3))
t(lambda: type + 1)
t(lambda: print + 1)
t(lambda: (x for x in ()) * 2)
t(lambda: bytearray(b'a') + [1])
t(lambda: memoryview(b'a') + b'b')
t(lambda: slice(1) + 1)
t(lambda: NotImplemented + 1)
t(lambda: [].append + 1)
t(lambda: {}.keys() + {}.keys())
t(lambda: ValueError() + 1)
t(lambda: iter([]) + 1)

# --- unary operators and their errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(-5, +5, ~5, - -5, -+-5, ~~5, ~0, ~-1, -True, +True, not 5, not not 5, not '')
print(-2.5, +2.5, -(1+2j), ~(2**70), -(2**70))
t(lambda: -'a')
t(lambda: +'a')
t(lambda: ~'a')
t(lambda: ~1.5)
t(lambda: -[])
t(lambda: +None)
t(lambda: ~None)
t(lambda: -{})
t(lambda: ~1j)
t(lambda: -(lambda: 0))
t(lambda: +len)
t(lambda: -...)
t(lambda: not [])

# --- shifts
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(1 << 0, 1 << 63, 1 << 64, 1 << 100, -1 << 5, 5 >> 1, -5 >> 1, -1 >> 100, 5 >> 1000, 0 << 1000)
print((1 << 100) >> 98, -(1 << 100) >> 99, -(1 << 100) >> 200, (2**70 + 1) >> 1, 1 << True)
t(lambda: 1 << -1)
t(lambda: 1 >> -1)
t(lambda: 0 << -1)
t(lambda: 0 >> -1)
t(lambda: (2**70) << -1)

# --- bitwise on negatives and big ints
for a, b in ((12, 10), (-12, 10), (12, -10), (-12, -10), (2**70 + 5, -3), (-(2**70), 2**65 - 1)):
    print(a & b, a | b, a ^ b, ~a)
print(True & True, True | False, True ^ True, True & 1, 1 | True, True ^ 3, type(True & False), type(True & 1))

# --- sequence repetition and concatenation
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print('ab' * 3, 3 * 'ab', 'ab' * 0, 'ab' * -1, 'a' * True)
print([1] * 3, 3 * [1], [1] * 0, [] * 5, [[]] * 2, (1, 2) * 2, 2 * (1,), () * 3)
print(b'ab' * 2, bytearray(b'x') * 3, [1] + [2], (1,) + (2,), 'a' + 'b', b'a' + bytearray(b'b'), bytearray(b'a') + b'b')
x = [[0] * 2] * 2
x[0][0] = 9
print(x)
t(lambda: [1] * 1.0)
t(lambda: (1,) * None)
t(lambda: 'a' * 2**70)

# --- precedence table
print(1 + 2 * 3, (1 + 2) * 3, 2 * 3 % 4, 2 + 3 << 1, 1 << 2 + 1, 6 & 3 | 4, 6 ^ 3 & 1, 1 | 2 ^ 3 & 4)
print(not 1 == 2, not True or True, not (True or True), True or False and False, (True or False) and False)
print(-3 ** 2, 2 ** -1, -2 ** -2, ~1 ** 2, 5 - 3 - 1, 2 ** 2 ** 3, 100 / 10 / 2, 7 // 2 * 2)
print(1 < 2 == 2, (1 < 2) == 2, 1 in [1] == True, (1 in [1]) == True, not 1 in [1], 1 not in [1])
print(1 if 0 else 2 if 0 else 3, (lambda: 1 if 0 else 2)(), 1 or 2 and 3, 5 if [] else 6)
print(2 + 3 if 1 else 4, [x := 5, x + 1], 3 - -2, 3 - + - 2, - - 1, ~-1, -~1)

# --- true division of big ints is correctly rounded
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(10**30 / 10**29, 2**1000 / 2**999, (2**53 + 1) / 1, 1 / 3, -1 / 3, 10**400 / 10**399)
print(7 / 2, 6 / 2, 0 / 5, -0 / 5, 0 / -5, 1 / 10**308, 1 / 10**330, 3**200 / 2**300)
t(lambda: 10**400 / 3)
t(lambda: 10**400 / 1.0)
t(lambda: 10**400 + 1.0)
t(lambda: 10**400 * 1.0)
t(lambda: float(10**400))
t(lambda: 10**400 < 1.0)
t(lambda: 10**400 == float('inf'))

# --- floor division and modulo signs of floats
for a in (5.5, -5.5, 0.0, -0.0, 1e20):
    for b in (2.0, -2.0, 0.3, -0.3):
        print(a // b, a % b)
inf = float('inf'); nan = float('nan')
print(inf // 1, inf % 1, 1 // inf, -1 // inf, 1 % inf, -1 % inf, nan // 1, 5.0 % -inf)

# --- augmented assignment of every operator
x = 10
x += 5; print(x)
x -= 3; print(x)
x *= 2; print(x)
x //= 5; print(x)
x **= 3; print(x)
x %= 50; print(x)
x <<= 2; print(x)
x >>= 1; print(x)
x &= 0xff; print(x)
x |= 1; print(x)
x ^= 3; print(x)
x /= 4; print(x)

# --- augmented assignment error messages
x = 1
try: x += 'a'
except TypeError as e: print(e)
try: x -= 'a'
except TypeError as e: print(e)
try: x @= 2
except TypeError as e: print(e)
try: x **= 'a'
except TypeError as e: print(e)
try: x //= []
except TypeError as e: print(e)
try: x <<= 1.5
except TypeError as e: print(e)
try: x |= 'a'
except TypeError as e: print(e)
try: x %= None
except TypeError as e: print(e)
s = 'a'
try: s += 1
except TypeError as e: print(e)
try: s -= 'a'
except TypeError as e: print(e)
try: s *= 'a'
except TypeError as e: print(e)
l = []
try: l += 5
except TypeError as e: print(e)
try: l *= 'a'
except TypeError as e: print(e)
t = ()
try: t += [1]
except TypeError as e: print(e)
print(x, s, l, t)
