# Matrices with lists of lists: product, transpose, determinant, inverse, Gauss.
def shape(m):
    return len(m), len(m[0])


def multiply(a, b):
    (n, k), (k2, p) = shape(a), shape(b)
    if k != k2:
        raise ValueError(f"cannot multiply {n}x{k} by {k2}x{p}")
    return [[sum(a[i][t] * b[t][j] for t in range(k)) for j in range(p)] for i in range(n)]


def transpose(m):
    return [list(row) for row in zip(*m)]


def identity(n):
    return [[1 if i == j else 0 for j in range(n)] for i in range(n)]


def power(m, e):
    result, base = identity(len(m)), m
    while e:
        if e & 1:
            result = multiply(result, base)
        base = multiply(base, base)
        e >>= 1
    return result


def determinant(m):
    if len(m) == 1:
        return m[0][0]
    total = 0
    for j, value in enumerate(m[0]):
        if value:
            minor = [row[:j] + row[j + 1:] for row in m[1:]]
            total += (-1) ** j * value * determinant(minor)
    return total


def solve(a, b):
    n = len(a)
    m = [[float(x) for x in row] + [float(v)] for row, v in zip(a, b)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(m[r][i]))
        if abs(m[pivot][i]) < 1e-12:
            raise ArithmeticError("singular matrix")
        m[i], m[pivot] = m[pivot], m[i]
        for r in range(i + 1, n):
            factor = m[r][i] / m[i][i]
            for c in range(i, n + 1):
                m[r][c] -= factor * m[i][c]
    x = [0.0] * n
    for i in range(n - 1, -1, -1):
        x[i] = (m[i][n] - sum(m[i][c] * x[c] for c in range(i + 1, n))) / m[i][i]
    return x


def show(m, width=6):
    for row in m:
        print("[" + " ".join(f"{x:>{width}}" if isinstance(x, int) else f"{x:>{width}.2f}" for x in row) + "]")


a = [[1, 2, 3], [4, 5, 6]]
b = [[7, 8], [9, 10], [11, 12]]
show(multiply(a, b))
show(transpose(a))
print(power([[1, 1], [1, 0]], 50), power([[2]], 100))
m = [[2, -1, 0], [-1, 2, -1], [0, -1, 2]]
print(determinant(m), determinant(identity(5)), determinant([[1, 2], [2, 4]]))
x = solve(m, [1, 2, 3])
print([round(v, 6) for v in x], [round(v, 9) for (v,) in multiply(m, [[v] for v in x])])
for bad in ((a, a), ([[1]], [[1], [2]])):
    try:
        multiply(*bad)
    except ValueError as e:
        print(e)
try:
    solve([[1, 2], [2, 4]], [1, 2])
except ArithmeticError as e:
    print(e)
show([[i * j for j in range(1, 6)] for i in range(1, 6)], 4)


def spiral(m):
    m = [row[:] for row in m]
    while m:
        yield from m.pop(0)
        m = transpose(m)[::-1] if m and m[0] else []


def rotate(m):
    return [list(r) for r in zip(*m[::-1])]


g = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
print(list(spiral(g)), rotate(g), rotate(rotate(rotate(rotate(g)))) == g)
pascal = [[1]]
for _ in range(7):
    pascal.append([1] + [x + y for x, y in zip(pascal[-1], pascal[-1][1:])] + [1])
for row in pascal:
    print(" ".join(f"{v:2}" for v in row).center(24).rstrip())
