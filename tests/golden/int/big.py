# Arithmetic of large integers.
a, b = 123456789012345678901234567890, 987654321098765432109876543210
print(a + b, a - b, b - a, a * b, b // a, b % a, -b // a, -b % a, b // -a, b % -a, divmod(b, a), divmod(-b, a))
print(a ** 3, a ** 0, (-a) ** 3, a & b, a | b, a ^ b, ~a, a << 70, a >> 50, -a >> 50, a >> 200, -a >> 200)
print(a < b, a == b, a != b, a > -b, a == a + 0, hash(a) == hash(int(str(a))), bool(a), abs(-a), -(-a), +a)
print(int(str(a)) == a, int(hex(a), 16) == a, int(bin(a), 2) == a, int(oct(a), 8) == a, hex(-a), oct(a), bin(a)[:20])

# --- around the 48, 63 and 64 bit borders
for k in (31, 32, 47, 48, 49, 53, 62, 63, 64, 65, 127, 128):
    n = 2 ** k
    print(k, n - 1, n, n + 1, -n - 1, -n, (n - 1) + 1 == n, n * n == 2 ** (2 * k), (n - 1) * (n + 1) == n * n - 1, (n + 1) // n, -n // (n - 1), n % 7, -n % 7, n.bit_length(), (-n).bit_length())

# --- overflow of small results in every operator
m = 2 ** 47
for x in (m - 1, m, -m, -m - 1, 2**63 - 1, -2**63, 2**62):
    print(x + 1, x - 1, x * 2, x * x, -x, abs(x), x << 1, x >> 1, ~x, x // -1, x % 3, x ** 2, x + x - x == x, x * 3 // 3 == x, x ^ -1 == ~x)
i = 2 ** 46
for _ in range(4):
    i += i
    print(i)
i = -2 ** 46
for _ in range(4):
    i -= -i
    print(i)
s = 1
for k in range(1, 30): s *= k
print(s)

# --- factorials, fibonacci, powers
f = 1
for i in range(1, 60): f *= i
print(f)
a, b = 0, 1
for _ in range(300): a, b = b, a + b
print(a)
print(3 ** 200, 7 ** 77, 2 ** 521 - 1, 10 ** 50 // 3, pow(3, 1000, 10**20), pow(2, 10**6, 1000007), pow(7, -1, 10**9 + 7), pow(-7, 3, 10**20), pow(12345678901234567890, 98765432109876543210, 10**25))

# --- division identities
vals = [1, -1, 3, -3, 10**9, -10**9, 2**64, -2**64, 10**30 + 7, -10**30 - 7, 2**127 - 1]
bad = 0
for x in vals + [0]:
    for y in vals:
        q, r = divmod(x, y)
        if q * y + r != x or not (0 <= r < y or y < r <= 0) or q != x // y or r != x % y: bad += 1
print(bad, sum(divmod(x, y)[0] for x in vals for y in vals), sum(divmod(x, y)[1] for x in vals for y in vals))

# --- bitwise on mixed signs and sizes
vals = [0, 1, -1, 255, -256, 2**64, -2**64, 2**64 - 1, -(2**64) + 1, 2**100 + 12345, -(2**100) - 12345]
print([x & y for x in vals for y in vals[5:8]])
print([x | y for x in vals for y in vals[5:8]])
print([x ^ y for x in vals for y in vals[5:8]])
print([x >> s for x in vals for s in (0, 1, 63, 64, 65)])
print([x << s for x in vals[:5] for s in (0, 1, 63, 64, 65)])

# --- conversions to float
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for n in (2**53, 2**53 + 1, 2**53 + 2, 2**53 + 3, 10**17 + 1, 2**64 - 1, 2**100 + 1, -(2**53) - 1, 10**308, 2**1023, 2**1024 - 2**971):
    print(float(n), n == float(n), n < float(n), n > float(n), hash(n) == hash(float(n)))
t(lambda: float(2**1024))
t(lambda: float(2**1024 - 2**970 + 0))
t(lambda: float(2**1024 - 2**969))
t(lambda: 2**1024 * 1.0)
t(lambda: 2**1024 / 2)
t(lambda: (2**1024) / (2**1000))
t(lambda: 1.5 + 2**1024)
t(lambda: 10**400 // 10**399)
t(lambda: 10**400 % 1.0)
t(lambda: 2.0 ** 2**1024)
t(lambda: int(1e308) == 10**308)
t(lambda: 2**1024 > 1e308)
t(lambda: 2**1024 == float('inf'))
t(lambda: complex(2**1024))

# --- parsing and printing long numbers
s = '1234567890' * 40
n = int(s)
print(n % 1000007, len(str(n)), str(n) == s, str(-n) == '-' + s, int(s[::-1]) % 97)
print(str(2 ** 1000)[:50], str(3 ** 2000)[-50:], len(str(7 ** 4000)))
print(hex(2**200 + 15), oct(2**100), int('z' * 40, 36), int('1' * 200, 2), f'{10**40:,}', f'{2**70:_x}')

# --- integer square root and gcd by hand
def isqrt(n):
    x = n
    y = (x + 1) // 2
    while y < x: x, y = y, (y + n // y) // 2
    return x
print(isqrt(10**40), isqrt(2 * 10**60), isqrt(10**20 - 1))
def egcd(a, b):
    if b == 0: return a, 1, 0
    g, x, y = egcd(b, a % b)
    return g, y, x - a // b * y
print(egcd(240, 46), egcd(2**89 - 1, 10**25))
def is_prime(n):
    if n < 2: return False
    d, r = n - 1, 0
    while d % 2 == 0: d //= 2; r += 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if a >= n: continue
        x = pow(a, d, n)
        if x in (1, n - 1): continue
        for _ in range(r - 1):
            x = x * x % n
            if x == n - 1: break
        else: return False
    return True
print([p for p in (2**31 - 1, 2**61 - 1, 2**89 - 1, 2**67 - 1, 10**18 + 9, 10**18 + 11) if is_prime(p)])

# --- pi digits by a spigot
def pi_digits(n):
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    out = []
    while len(out) < n:
        if 4 * q + r - t < m * t:
            out.append(m)
            q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
    return ''.join(map(str, out))
print(pi_digits(100))
