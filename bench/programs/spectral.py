# Float arithmetic in nested loops with calls.
def a(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)

def times(v, transposed):
    n = len(v)
    return [sum([(a(j, i) if transposed else a(i, j)) * v[j] for j in range(n)]) for i in range(n)]

u = [1.0] * 180
for _ in range(8):
    v = times(times(u, False), True)
    u = times(times(v, False), True)
print("%.9f" % (sum(x * y for x, y in zip(u, v)) / sum(y * y for y in v)) ** 0.5)
