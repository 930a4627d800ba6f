# Matrices, statistics and least squares from nothing but lists and comprehensions.
from itertools import combinations, product, zip_longest, count, repeat
from functools import partial, reduce
import math

def matmul(a, b): return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]
def transpose(m): return [list(r) for r in zip(*m)]
def identity(n): return [[int(i == j) for j in range(n)] for i in range(n)]
def power(m, n):
    result = identity(len(m))
    while n:
        if n & 1: result = matmul(result, m)
        m, n = matmul(m, m), n >> 1
    return result
def det(m):
    if len(m) == 1: return m[0][0]
    return sum((-1) ** j * m[0][j] * det([row[:j] + row[j + 1:] for row in m[1:]]) for j in range(len(m)))

def solve(a, b):
    n = len(a)
    m = [row[:] + [b[i]] for i, row in enumerate(a)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(m[r][i]))
        if abs(m[pivot][i]) < 1e-12: raise ArithmeticError(f'singular at column {i}')
        m[i], m[pivot] = m[pivot], m[i]
        for r in range(n):
            if r != i:
                f = m[r][i] / m[i][i]
                m[r] = [x - f * y for x, y in zip(m[r], m[i])]
    return [m[i][n] / m[i][i] for i in range(n)]

show = lambda m: print('\n'.join(' '.join(f'{v:8.3f}' for v in row) for row in m))
a = [[2, -1, 0], [-1, 2, -1], [0, -1, 2]]
show(matmul(a, a)); print(det(a), transpose([[1, 2, 3], [4, 5, 6]]))
print(power([[1, 1], [1, 0]], 90)[0][1], [round(x, 6) for x in solve(a, [1, 0, 1])])
try: solve([[1, 2], [2, 4]], [1, 2])
except ArithmeticError as e: print(e)

xs = [1, 2, 3, 4, 5, 6]
ys = [2.2, 4.1, 6.2, 7.9, 10.1, 12.2]
def fit(xs, ys, degree):
    rows = [[x ** k for k in range(degree + 1)] for x in xs]
    return solve(matmul(transpose(rows), rows), [r[0] for r in matmul(transpose(rows), [[y] for y in ys])])
for degree in (1, 2):
    c = fit(xs, ys, degree)
    error = sum((sum(k * x ** i for i, k in enumerate(c)) - y) ** 2 for x, y in zip(xs, ys))
    print(degree, [f'{k:.4f}' for k in c], f'{error:.6f}')

data = [3, 7, 7, 2, 9, 4, 7, 1]
mean = sum(data) / len(data)
ordered = sorted(data)
median = (ordered[3] + ordered[4]) / 2
mode = max(set(data), key=data.count)
print(mean, median, mode, round(math.sqrt(sum((x - mean) ** 2 for x in data) / (len(data) - 1)), 9), math.fsum([0.1] * 10), sum([0.1] * 10))
histogram = {k: data.count(k) for k in sorted(set(data))}
for k, n in histogram.items(): print(f'{k:>3} {"█" * n}')

print([c for c in combinations('ABCD', 2)][:3], len(list(product(range(3), repeat=3))), list(zip_longest('ab', [1, 2, 3], fillvalue='-')))
print(reduce(math.gcd, [84, 36, 120]), math.lcm(4, 6, 10), math.comb(49, 6), math.perm(5, 2), math.isqrt(10 ** 20), math.factorial(20))
cube = partial(pow, exp=3)
print(cube(4), list(map(partial(max, 3), range(6))), [next(c) for c in repeat(count(10, 5), 3)])
pascal = [[1]]
for _ in range(6): pascal.append([1] + [x + y for x, y in zip(pascal[-1], pascal[-1][1:])] + [1])
for row in pascal: print(' '.join(map(str, row)).center(24).rstrip())
pi = 3 + sum((-1) ** k * 4 / ((2 * k + 2) * (2 * k + 3) * (2 * k + 4)) for k in range(200))
print(f'{pi:.10f}', math.isclose(pi, math.pi, rel_tol=1e-7), divmod(-7, 2), -7 % 3, 7.5 // 2, round(2.5), round(3.5), round(-2.675, 2), 0.1 + 0.2)
