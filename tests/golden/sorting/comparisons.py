# Which pairs are compared, and in which order: a digest of them for lists of many sizes and shapes.
from functools import cmp_to_key

def lcg(seed):
    while True:
        seed = (seed * 1103515245 + 12345) % 2**31
        yield seed >> 8

def shapes(n, seed=1):
    r = lcg(seed + n)
    noise = [next(r) for _ in range(n)]
    yield "random", [x % 1000 for x in noise]
    yield "few distinct", [x % 4 for x in noise]
    yield "sorted", list(range(n))
    yield "reversed", list(range(n, 0, -1))
    yield "equal", [7] * n
    yield "equal runs", [i // 5 * 13 % 17 for i in range(n)]
    yield "sawtooth", [i % 11 for i in range(n)]
    yield "organ pipe", [min(i, n - i) for i in range(n)]
    yield "falls with equals", [-(i // 3) for i in range(n)]
    yield "falls, then rises", [abs(i - n // 3) for i in range(n)]
    nearly = list(range(n))
    for i in range(0, n - 1, 9):
        j = noise[i] % n
        nearly[i], nearly[j] = nearly[j], nearly[i]
    yield "nearly sorted", nearly
    yield "two runs", list(range(0, n, 2)) + list(range(1, n, 2))

def digest(items, reverse=False):
    h = count = 0
    def compare(a, b):
        nonlocal h, count
        count += 1
        h = (h * 31 + a * 7 + b) % 1000003
        return a - b
    result = sorted(items, key=cmp_to_key(compare), reverse=reverse)
    for x in result:
        h = (h * 31 + x) % 1000003
    return count, h

h = 0
for n in range(71):
    total = 0
    for name, items in shapes(n):
        for part in digest(items):
            h = (h * 31 + part) % 1000003
            total += part
    print(n, total, h)

# --- three and four items, all orders and all equal ones
from functools import cmp_to_key
for n in (2, 3, 4):
    for code in range(n**n):
        items = [code // n**i % n for i in range(n)]
        log = []
        def compare(a, b):
            log.append(f"{a}{b}")
            return (a > b) - (a < b)
        print(*sorted(items, key=cmp_to_key(compare)), "<-", *items, "|", *log)
