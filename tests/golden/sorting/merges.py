# Which pairs are compared in long lists, where runs are merged and merging gallops.
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

for n in (100, 257, 1000):
    for name, items in shapes(n):
        print(n, name, *digest(items), *digest(items, reverse=True))

# --- 5000 items
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

for name, items in shapes(5000):
    if name in ("random", "organ pipe", "nearly sorted", "equal runs"):
        print(name, *digest(items))

# --- the border between few and many runs
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

for n in (63, 64, 65, 127, 128, 129, 191, 192, 200, 255, 256, 319, 511, 640):
    r = lcg(n)
    items = [next(r) % 50 for _ in range(n)]
    blocks = [x for i in range(0, n, 40) for x in sorted(items[i:i + 40])]
    falling = [x for i in range(0, n, 70) for x in sorted(items[i:i + 70])[::-1]]
    lumpy = sorted(items[:n // 2]) + items[n // 2:n // 2 + 5] + sorted(items[n // 2 + 5:])
    print(n, *digest(items), *digest(blocks), *digest(falling), *digest(lumpy), *digest(falling, True))

# --- an order that is none
from functools import cmp_to_key
for n in (5, 20, 64, 70, 150, 400):
    seed = n
    for share in (2, 3, 10):
        h = count = 0
        def compare(a, b):
            global seed, h, count
            count += 1
            h = (h * 31 + a * 7 + b) % 1000003
            seed = (seed * 1103515245 + 12345) % 2**31
            if (seed >> 8) % share == 0:
                return 1 - (seed >> 20) % 3
            return a - b
        items = [i * 37 % n for i in range(n)]
        result = sorted(items, key=cmp_to_key(compare))
        print(n, share, count, h, sorted(result) == list(range(n)), result[:12])

# --- a few merges: short enough to be played with a collection at each step
from functools import cmp_to_key
def sorting(items, **options):
    log = []
    def compare(a, b):
        log.append(a * 100 + b)
        return a - b
    print(*sorted(items, key=cmp_to_key(compare), **options))
    print(len(log), *log)
sorting([i * 37 % 71 for i in range(66)])
sorting(list(range(0, 80, 2)) + list(range(1, 40, 2)) + [81, 80], reverse=True)
