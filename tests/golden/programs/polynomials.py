# Polynomials as coefficient lists; numeric methods.
def trim(p):
    p = list(p)
    while p and p[-1] == 0:
        p.pop()
    return p


def add(p, q):
    n = max(len(p), len(q))
    return trim([(p[i] if i < len(p) else 0) + (q[i] if i < len(q) else 0) for i in range(n)])


def multiply(p, q):
    result = [0] * (len(p) + len(q) - 1 if p and q else 0)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] += a * b
    return trim(result)


def divide(p, q):
    p, q = trim(p), trim(q)
    if not q:
        raise ZeroDivisionError("polynomial division by zero")
    quotient = [0] * max(len(p) - len(q) + 1, 0)
    while len(p) >= len(q):
        factor = p[-1] / q[-1]
        shift = len(p) - len(q)
        quotient[shift] = factor
        p = trim(a - factor * (q[i - shift] if i >= shift else 0) for i, a in enumerate(p[:-1]))
    return quotient, p


def evaluate(p, x):
    total = 0
    for c in reversed(p):
        total = total * x + c
    return total


def derivative(p):
    return [i * c for i, c in enumerate(p)][1:]


def show(p):
    if not p:
        return "0"
    parts = []
    for i, c in reversed(list(enumerate(p))):
        if c == 0:
            continue
        sign = "-" if c < 0 else "+"
        size = "" if abs(c) == 1 and i else f"{abs(c):g}"
        power = "" if i == 0 else "x" if i == 1 else f"x^{i}"
        parts.append(f" {sign} {size}{power}")
    text = "".join(parts)
    return text[3:] if text.startswith(" +") else "-" + text[3:]


p, q = [-1, 0, 3, 1], [2, 1]
print(show(p), "|", show(q), "|", show(add(p, q)), "|", show(multiply(p, q)), "|", show([]), "|", show([0, -1]), "|", show([5]))
quotient, remainder = divide(p, q)
print(show(quotient), "rest", show(remainder), [evaluate(p, x) for x in range(-3, 4)], show(derivative(p)))
print(show(divide([-1, 0, 0, 0, 1], [-1, 1])[0]), [row for row in ([1], [1, 1]) for _ in (0,)])
power = [1]
for n in range(6):
    print(n, power, show(power))
    power = multiply(power, [1, 1])
try:
    divide(p, [0])
except ZeroDivisionError as e:
    print(e)


def newton(f, df, x, tolerance=1e-12, limit=50):
    for step in range(limit):
        dx = f(x) / df(x)
        x -= dx
        if abs(dx) < tolerance:
            return x, step + 1
    raise ArithmeticError("no convergence")


def bisect(f, a, b, steps=60):
    fa = f(a)
    if fa * f(b) > 0:
        raise ValueError("no sign change")
    for _ in range(steps):
        m = (a + b) / 2
        if fa * f(m) <= 0:
            b = m
        else:
            a, fa = m, f(m)
    return (a + b) / 2


def simpson(f, a, b, n=100):
    h = (b - a) / n
    return h / 3 * (f(a) + f(b) + sum((4 if i % 2 else 2) * f(a + i * h) for i in range(1, n)))


root, steps = newton(lambda x: x * x - 2, lambda x: 2 * x, 1.0)
print(f"{root:.12f} {steps}", f"{bisect(lambda x: x ** 3 - x - 2, 1, 2):.10f}", f"{simpson(lambda x: x ** 3, 0, 2):.6f}")
for f in (lambda: newton(lambda x: x * x + 1, lambda x: 2 * x, 0.5), lambda: bisect(lambda x: x * x + 1, 0, 1), lambda: newton(lambda x: 1, lambda x: 0, 1)):
    try:
        print(f())
    except (ArithmeticError, ValueError) as e:
        print(type(e).__name__, e)


def lagrange(points):
    def f(x):
        total = 0
        for i, (xi, yi) in enumerate(points):
            term = yi
            for j, (xj, _) in enumerate(points):
                if i != j:
                    term = term * (x - xj) / (xi - xj)
            total += term
        return total
    return f


f = lagrange([(0, 1), (1, 3), (2, 11)])
print([f(x) for x in range(5)], sum((-1) ** k / (2 * k + 1) for k in range(1000)) * 4)
e, term = 0, 1
for k in range(1, 20):
    e += term
    term /= k
print(e, (1 + 1 / 1000) ** 1000)
