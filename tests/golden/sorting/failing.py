# What a list looks like when the comparison fails in the middle.
from functools import cmp_to_key

def failing_at(limit, items, reverse=False, key=False):
    count = 0
    def compare(a, b):
        nonlocal count
        count += 1
        if count == limit:
            raise ValueError(a, b)
        return a - b
    wrap = cmp_to_key(compare)
    left = [wrap(x) for x in items] if not key else list(items)
    try:
        left.sort(key=wrap if key else None, reverse=reverse)
    except ValueError as e:
        print(limit, e.args, end=" ")
    else:
        print(limit, "sorted", end=" ")
    left = left if key else [x.obj for x in left]
    h = 0
    for x in left:
        h = (h * 31 + x) % 1000003
    print(sorted(left) == sorted(items), h, left[:8], left[-4:])

for n in (3, 10, 40):
    items = [i * 7 % 11 for i in range(n)]
    for limit in range(1, n + 12, n // 3):
        failing_at(limit, items)
        failing_at(limit, items, reverse=True)
        failing_at(limit, items, key=True)

# --- in runs that fall
def log_fall(items, limit):
    failing_at(limit, items)
    failing_at(limit, items, reverse=True)

from functools import cmp_to_key
def failing_at(limit, items, reverse=False):
    count = 0
    def compare(a, b):
        nonlocal count
        count += 1
        if count == limit:
            raise ValueError(a, b)
        return a // 10 - b // 10
    left = list(items)
    try:
        left.sort(key=cmp_to_key(compare), reverse=reverse)
    except ValueError as e:
        print(limit, *e.args, end=" ")
    print(left)
for items in ([50, 40, 41, 42, 30, 31, 20, 90], [10, 11, 12, 5, 6, 4, 30, 20], [10, 11, 20, 5, 4], [3, 2, 1, 0]):
    for limit in range(1, 20):
        log_fall(items, limit)

# --- in merges, at every place
from functools import cmp_to_key
def digest_of_failures(items, reverse=False):
    limit = 0
    h = 0
    while True:
        limit += step
        count = 0
        def compare(a, b):
            nonlocal count
            count += 1
            if count == limit:
                raise KeyError
            return a - b
        left = list(items)
        try:
            left.sort(key=cmp_to_key(compare), reverse=reverse)
        except KeyError:
            for x in left:
                h = (h * 31 + x) % 1000003
        else:
            return limit, h
step = 17
r = 5
noise = []
for i in range(200):
    r = (r * 1103515245 + 12345) % 2**31
    noise.append((r >> 8) % 150)
print(digest_of_failures(noise))
print(digest_of_failures(noise, True))
step = 1
print(digest_of_failures(sorted(noise[:60]) + sorted(noise[60:160])))
print(digest_of_failures(sorted(noise[:100]) + sorted(noise[100:160])))
print(digest_of_failures(sorted(noise[:100]) + sorted(noise[100:160]), True))
print(digest_of_failures(list(range(64)) + list(range(32, 132)) + list(range(10))))

# --- comparisons that cannot be made, without Python
def show(items, **options):
    try:
        items.sort(**options)
    except TypeError as e:
        print(e, end=" ")
    h = 0
    for x in items:
        h = (h * 31 + sum(map(ord, str(x)))) % 1000003
    print(h, items[:6], items[-3:])
for n in (4, 30, 64, 70, 130, 300):
    numbers = [i * 7919 % 1009 for i in range(n)]
    for at in (1, n // 2, n - 1):
        mixed = numbers[:]
        mixed[at] = "x"
        show(mixed[:])
        show(mixed[:], reverse=True)
        show(mixed[:], key=lambda x: (x, 1))
        show(list(enumerate(mixed)), key=lambda pair: pair[1])
        show([(1, x) for x in mixed])
        show([(1, x) for x in mixed], reverse=True)

# --- NaN and sets: orders that are none
nan = float("nan")
for n in (3, 10, 64, 100, 300):
    numbers = [nan if i * 31 % 7 == 3 else float(i * 37 % 101) for i in range(n)]
    print(n, *map(int, [x if x == x else -1 for x in sorted(numbers)]))
    print(n, *map(int, [x if x == x else -1 for x in sorted(numbers, reverse=True)]))
    sets = [frozenset(j for j in range(5) if i * 2654435761 >> j & 1024) for i in range(n)]
    print(n, *["".join(map(str, sorted(s))) or "-" for s in sorted(sets)])
    print(n, *["".join(map(str, sorted(s))) or "-" for s in sorted(sets, reverse=True)])

# --- the list while it is sorted
from functools import cmp_to_key
def compare(a, b):
    seen.append(len(xs))
    if len(seen) == 3:
        act()
    return a - b
for act in (lambda: None, lambda: xs.append(1), lambda: xs.clear(), lambda: (xs.append(5), xs.pop()), lambda: xs.extend([]),
            lambda: xs.sort(), lambda: xs.__init__([9]), lambda: xs.insert(0, 3), lambda: xs.extend(range(100)), lambda: xs.reverse()):
    xs = [5, 3, 9, 1, 7, 2]
    seen = []
    try:
        xs.sort(key=cmp_to_key(compare))
    except ValueError as e:
        print(e, end=" ")
    print(xs, seen)

# --- sorting in a comparison, and comparisons that compare lists
from functools import cmp_to_key
depth = 0
def compare(a, b):
    global depth
    depth += 1
    if depth < 40:
        inner = sorted([b, a, b], key=cmp_to_key(compare))
        return a - b if inner[0] in (a, b) else 0
    return a - b
print(sorted([3, 1, 2, 3, 1], key=cmp_to_key(compare)), depth)

# --- many sorts that stand still at once
from functools import cmp_to_key
def sorting(items, log):
    def compare(a, b):
        log.append((a, b))
        return a - b
    return sorted(items, key=cmp_to_key(compare))
def nested(level, log):
    def compare(a, b):
        log.append((level, a, b))
        if level and len(log) < 200:
            nested(level - 1, log)
        return a - b
    return sorted([level, 2, 1, 3], key=cmp_to_key(compare))
log = []
print(nested(5, log), len(log), log[:20], log[-5:])
