# Every instruction that other programs have no need of: operators with constants, in place and not.
def t(f, *args):
    try:
        print(f.__name__, f(*args))
    except Exception as e:
        print(f.__name__, type(e).__name__, e)


def constants(x):
    return (x + 1.5, x - 1.5, x * 3, x / 4, x // 4, x % 4, x ** 2, x << 1, x >> 1, x & 6, x ^ 5, x | 8)


def in_place(x, y):
    results = []
    for value in (x, y):
        a = b = c = d = e = f = g = h = i = j = k = value
        a += y; b -= y; c *= y; d /= y; e //= y; f %= y; g **= y; h <<= y; i >>= y; j &= y; k ^= y
        value |= y
        results.append((a, b, c, d, e, f, g, h, i, j, k, value))
    return results


def in_place_constants(x):
    a = b = c = d = e = f = g = h = i = j = k = x
    a += 1.5; b -= 1.5; c *= 3; d /= 4; e //= 4; f %= 4; g **= 2; h <<= 1; i >>= 1; j &= 6; k ^= 5
    x |= 8
    return a, b, c, d, e, f, g, h, i, j, k, x


def matrix(x, y): return x @ y
def matrix_constant(x): return x @ 2
def matrix_in_place(x, y):
    x @= y
    return x
def matrix_in_place_constant(x):
    x @= 2
    return x
t(constants, 13)
t(in_place, 13, 3)
t(in_place_constants, 13)
t(matrix, 1, 2)
t(matrix_constant, 1)
t(matrix_in_place, 1, 2)
t(matrix_in_place_constant, 1)

# --- more registers than an instruction can name
names = [f"v{i}" for i in range(300)]
source = "def f(x):\n"
for i, name in enumerate(names):
    source += f"    {name} = x + {i}\n"
source += "    v0 = v299 + v298\n    v299 = v1 - v297\n    return [" + ", ".join(names) + "]\n"
exec(source)
result = f(1000)
print(len(result), result[:3], result[-3:], sum(result))

# --- more constants than a short operand can name
numbers = str(list(map(float, range(70000))))[1:-1]
exec(f"def f(all):\n    if all: return [{numbers}]\n    return 70001.5, all, 70002.5\n")
print(f(False))
x = f(True)
print(len(x), x[0], x[65535], x[65536], x[-1])

# --- names of code that is run by exec and eval
space = {"a": 1}
exec("""
b = a + 1
def f():
    global c, a
    c = a + b
    del a
    return c
d = f()
e = d
del e
""", space, space)
print(sorted(k for k in space if not k.startswith("__")), space["c"], space["d"])
own = {"k": 5}
exec("k = k + 1; m = k; del k", {}, own)
print(own, eval("m * 2", {}, own))
try:
    exec("del nothing", {}, {})
except NameError as e:
    print(e)
