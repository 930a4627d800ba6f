# Where := binds.
if (m := 5) and (n := m + 1): print(m, n)
print((a := 1) + (b := 2), a, b)
l = [(c := i) for i in range(3)]
print(l, c)
print([d for x in range(5) if (d := x * x) > 3], d)
print((lambda: (z := 3) * z)())
def f(): return (w := 1), w
print(f())
try: w
except NameError as e: print(e)
try: z
except NameError as e: print(e)
print({(k := 'a'): (v := 1)}, k, v, [y := 1, y + 1], (t := (1, 2)), t)
while (chunk := l[:2]):
    print(chunk)
    l = l[2:]
print(any((bad := x) < 0 for x in [1, -2, 3]), bad, all((good := x) > 0 for x in [1, -2, 3]), good)
print(max(longest := 'abc', 'b'), longest, f'{(s := 3)} {s}', f'{(u := "x"):>3}', not (q := 0), q)

# --- scope in nested comprehensions and functions
def f():
    r = [[(inner := i * j) for j in range(3)] for i in range(3)]
    return r, inner
print(f())
def g():
    [last := x for x in 'abc']
    return last
print(g())
def h():
    def k(): return [seen := x for x in (1, 2)]
    k()
    try: return seen
    except NameError as e: return str(e)
print(h())
def m():
    nonlocal_test = 0
    def inner():
        nonlocal nonlocal_test
        return [nonlocal_test := nonlocal_test + x for x in (1, 2, 3)]
    return inner(), nonlocal_test
print(m())
def p():
    global G
    return [G := x for x in 'xy']
print(p(), G)
gen = ((zz := i) for i in range(3))
print('zz' in globals(), next(gen), zz, list(gen), zz)

# --- parsing loops
import math
text = 'a=1;b=22;bad;c=3'
out = {}
for part in text.split(';'):
    if (pos := part.find('=')) != -1:
        out[part[:pos]] = int(part[pos + 1:])
print(out)
data = iter([3, 1, 4, 0, 5])
total = 0
while (v := next(data, None)) is not None and v != 0: total += v
print(total, v, list(data))
nums = [1, 4, 9, 16]
print([r for n in nums if (r := math.isqrt(n)) % 2 == 0], (cnt := len(nums)) > 3 and cnt, {n: h for n in nums if (h := n // 2)})

# --- order of evaluation
def v(x): print(x, end=' '); return x
print((a := v(1)) + v(2) * (b := v(3)), a, b)
x = 1
print(x, (x := 2), x, [x, (x := 3), x], x)
def f(*a): return a
print(f(x := 5, x, (x := 6), x), x)
d = {(x := 1): x, (x := 2): x}
print(d)
i = 0
l = [0, 0, 0]
l[(i := i + 1)] = i
print(l, i)
print(1 < (c := 5) < 10, c, 1 > (c := 7) > (e := 9), c, 'e' in globals())
