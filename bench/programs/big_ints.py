# Integers of many words: products, quotients, powers, roots, texts.
import math

def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a

def digits_of_e(n):
    total = term = 10 ** (n + 10)
    k = 1
    while term:
        term //= k
        total += term
        k += 1
    return total // 10 ** 10

prime = 2 ** 521 - 1
check, power = 0, 3
for i in range(9000):
    power = pow(power, 65537, prime) * (i + 7) % prime
    check ^= power >> (i % 64)
large = fibonacci(12000)
text = ""
for i in range(36):
    root = math.isqrt((large + i) * 10 ** 400)
    text += str(math.factorial(1200 + i)) + str(digits_of_e(1500 + i)) + hex(root)
print(check % 10 ** 12, large % 10 ** 12, len(text), sum(map(int, filter(str.isdigit, text))), math.gcd(large, fibonacci(9000)) % 10 ** 9)
