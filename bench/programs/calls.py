# Calls of functions: positional, keyword, default, star, recursion.
def add(a, b=1, *, c=2):
    return a + b + c

def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))

def spread(*args, **kwargs):
    return len(args) + len(kwargs)

total = 0
for i in range(250000):
    total += add(i) + add(i, 2) + add(i, c=i) + spread(i, i, k=i)
for _ in range(8):
    total += ackermann(2, 60)
print(total)
