# Exact fractions as tuples, continued fractions, Egyptian fractions, decimals.
def gcd(a, b):
    return abs(a) if b == 0 else gcd(b, a % b)


def frac(n, d=1):
    if d == 0:
        raise ZeroDivisionError(f"Fraction({n}, 0)")
    g = gcd(n, d) * (-1 if d < 0 else 1)
    return n // g, d // g


def add(a, b): return frac(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
def sub(a, b): return add(a, (-b[0], b[1]))
def mul(a, b): return frac(a[0] * b[0], a[1] * b[1])
def div(a, b): return frac(a[0] * b[1], a[1] * b[0])
def less(a, b): return a[0] * b[1] < b[0] * a[1]


def show(f):
    n, d = f
    return str(n) if d == 1 else f"{n}/{d}"


def parse(text):
    n, slash, d = text.partition("/")
    if slash:
        return frac(int(n), int(d))
    whole, dot, part = n.partition(".")
    return frac(int(whole + part), 10 ** len(part))


def decimal(f, limit=40):
    n, d = f
    sign, n = ("-", -n) if n < 0 else ("", n)
    whole, n = divmod(n, d)
    digits, seen = "", {}
    while n and n not in seen and len(digits) < limit:
        seen[n] = len(digits)
        digit, n = divmod(n * 10, d)
        digits += str(digit)
    if not digits:
        return f"{sign}{whole}"
    if n in seen:
        start = seen[n]
        return f"{sign}{whole}.{digits[:start]}({digits[start:]})"
    return f"{sign}{whole}.{digits}" + ("..." if n else "")


def continued(f):
    n, d = f
    while d:
        q, r = divmod(n, d)
        yield q
        n, d = d, r


def rebuild(terms):
    result = None
    for t in reversed(list(terms)):
        result = frac(t) if result is None else add(frac(t), div((1, 1), result))
    return result


def egyptian(f):
    n, d = f
    while n:
        x = -(-d // n)
        yield x
        n, d = frac(n * x - d, d * x)


def farey(n):
    a, b, c, d = 0, 1, 1, n
    yield a, b
    while c <= n:
        k = (n + b) // d
        a, b, c, d = c, d, k * c - a, k * d - b
        yield a, b


a, b = parse("3/4"), parse("-0.125")
print(*(f"{name} {show(op(a, b))}" for name, op in (("+", add), ("-", sub), ("*", mul), ("/", div))), less(b, a), show(parse("10/-4")))
for bad in ("1/0", "x", "1/2/3", "", "1.2.3"):
    try:
        print(show(parse(bad)))
    except (ValueError, ZeroDivisionError) as e:
        print(repr(bad), type(e).__name__, e)
for f in ((1, 3), (1, 7), (22, 7), (1, 8), (-5, 6), (1, 97), (355, 113), (4, 2), (1, 12)):
    print(show(frac(*f)), decimal(frac(*f)), list(continued(frac(*f))), rebuild(continued(frac(*f))) == frac(*f))
print(list(egyptian((3, 7))), list(egyptian((5, 121))), [show(f) for f in farey(5)])
h = (0, 1)
for k in range(1, 21):
    h = add(h, (1, k))
print(show(h), decimal(h, 20), h[0] / h[1])
x = (1, 1)
for _ in range(5):
    x = div(add(x, div((2, 1), x)), (2, 1))
print(show(x)[:40], len(str(x[0])), x[0] ** 2 - 2 * x[1] ** 2, int(x[0] * 10 ** 30 // x[1]))
best = min(((n, d) for d in range(1, 200) for n in [round(3.141592653589793 * d)]), key=lambda f: abs(f[0] / f[1] - 3.141592653589793))
print(best, (0.1).as_integer_ratio(), (0.75).as_integer_ratio(), sum([0.1] * 10) == 1.0, [show(frac(*x.as_integer_ratio())) for x in (0.5, 2.0, -0.375)])
