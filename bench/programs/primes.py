# Big integers: powers, gcd, Miller-Rabin, digits.
import math

def is_prime(n):
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True

found, n = [], 2**127 + 1
while len(found) < 320:
    if math.gcd(n, 2 * 3 * 5 * 7 * 11 * 13) == 1 and is_prime(n):
        found.append(n)
    n += 2
f = 1
for i in range(1, 1400):
    f *= i
print(found[-1] - 2**127, len(str(f)), sum(map(int, str(f))), f % (10**9 + 7))
