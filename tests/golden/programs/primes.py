# Number theory: sieves, factorisation, totients, perfect numbers, modular arithmetic.
def sieve(limit):
    flags = bytearray([1]) * (limit + 1)
    flags[:2] = b"\0\0"
    for n in range(2, int(limit ** 0.5) + 1):
        if flags[n]:
            flags[n * n::n] = bytes(len(range(n * n, limit + 1, n)))
    return [n for n, f in enumerate(flags) if f]


def factorise(n):
    factors, d = {}, 2
    while d * d <= n:
        while n % d == 0:
            factors[d] = factors.get(d, 0) + 1
            n //= d
        d += 1 if d == 2 else 2
    if n > 1:
        factors[n] = factors.get(n, 0) + 1
    return factors


def divisors(n):
    result = [1]
    for p, e in factorise(n).items():
        result = [d * p ** k for d in result for k in range(e + 1)]
    return sorted(result)


def totient(n):
    for p in factorise(n):
        n -= n // p
    return n


def show_factors(n):
    return " * ".join(str(p) if e == 1 else f"{p}^{e}" for p, e in factorise(n).items()) or "1"


def gcd(*numbers):
    result = 0
    for n in numbers:
        while n:
            result, n = n, result % n
    return result


def crt(residues):
    x, m = 0, 1
    for r, n in residues:
        x += (r - x) * pow(m, -1, n) % n * m
        m *= n
    return x % m


primes = sieve(1000)
print(len(primes), primes[:15], primes[-3:], sum(primes))
print([p for p in primes if p + 2 in set(primes)][:8])
for n in (1, 2, 12, 97, 360, 1001, 2 ** 20, 600851475143, 999999):
    print(n, "=", show_factors(n), len(divisors(n)), totient(n))
print([n for n in range(2, 10000) if sum(divisors(n)) == 2 * n])
print([(a, b) for a in range(2, 1300) if (b := sum(divisors(a)) - a) > a and sum(divisors(b)) - b == a])
print(gcd(48, 36), gcd(7), gcd(), gcd(12, 18, 30), crt([(2, 3), (3, 5), (2, 7)]))
print(sum(1 for n in range(1, 101) if totient(n) == n - 1), pow(3, 100, 101), pow(2, 1000000, 13))


def collatz(n):
    while n != 1:
        yield n
        n = 3 * n + 1 if n % 2 else n // 2
    yield 1


print(list(collatz(13)), max(range(1, 500), key=lambda n: sum(1 for _ in collatz(n))))


def goldbach(n):
    known = set(primes)
    return next((p, n - p) for p in primes if n - p in known)


print([goldbach(n) for n in range(4, 30, 2)])


def rsa(p, q, e, message):
    n, phi = p * q, (p - 1) * (q - 1)
    d = pow(e, -1, phi)
    cipher = [pow(ord(c), e, n) for c in message]
    return cipher, "".join(chr(pow(c, d, n)) for c in cipher)


print(rsa(61, 53, 17, "hello"))
try:
    rsa(61, 53, 6, "x")
except ValueError as error:
    print(error)
print([n for n in range(1, 1000) if sum(int(d) ** len(str(n)) for d in str(n)) == n])
