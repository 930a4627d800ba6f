# Assignment statement forms.
x = 1
x = x + 1
print(x)
x: int = 5
print(x)
y: str
try:
    print(y)
except NameError as e:
    print(e)
(z): int = 3
print(z)
l = [0]
l[0]: int = 4
print(l)
def f(): pass
f.a: 'anything at all' = 7
print(f.a)

# --- annotated names in functions are local
def f():
    x: int
    try:
        return x
    except UnboundLocalError as e:
        return str(e)
print(f())
def g():
    x: undefined_type = 3
    return x
print(g())
def h():
    x: print('never evaluated') = 1
    return x
print(h())

# --- chained assignment evaluates the value once, targets left to right
def v():
    print('value')
    return []
def t(n, d={}):
    print('target', n)
    return d
t(1)['a'] = t(2)['b'] = x = v()
print(t(3), x is t(3)['a'] is t(3)['b'])

# --- item and slice assignment
l = [0, 1, 2, 3, 4, 5]
l[0] = 'a'; l[-1] = 'z'; print(l)
l[1:3] = []; print(l)
l[1:1] = [8, 9]; print(l)
l[::2] = 'XYZ'; print(l)
l[:] = range(3); print(l)
l[5:9] = [7]; print(l)
l[-100:1] = (1, 2, 3); print(l)
l[2:1] = ['between']; print(l)
l[::-1] = list(l); print(l)
def tr(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
def e1(): l[100] = 1
def e2(): l[-100] = 1
def e3(): l['a'] = 1
def e4(): l[::2] = [1]
def e5(): l[1:2] = 5
def e6(): l[1.0] = 1
def e7(): (1, 2)[0] = 1
def e8(): 'abc'[0] = 'x'
def e9(): {}[[]] = 1
def f1(): 5[0] = 1
def f2(): None[0] = 1
def f3(): range(3)[0] = 1
def f4(): len.x = 1
def f5(): (5).x = 1
def f6(): [].x = 1
def f7(): int.x = 1
def f8(): None.x = 1
def f9(): b'ab'[0] = 1
def g1(): {1}[0] = 1
def g2(): (lambda: 0)[0] = 1
def g3(): l[::0] = []
def g4(): l[None] = 1
def g5(): l[::-1] = 5
def g6(): l[0:0:2] = [1]
for f in (e1, e2, e3, e4, e5, e6, e7, e8, e9, f1, f2, f3, f4, f5, f6, f7, f8, f9, g1, g2, g3, g4, g5, g6): tr(f)

# --- a list slice assigned from itself
l = [1, 2, 3]
l[1:2] = l
print(l)
l[:] = l
print(l)
l[::2] = l[::-2]
print(l)
l[len(l):] = l
print(l)
l[:0] = l
print(len(l))

# --- walrus in many places
if (n := 5) > 3: print(n)
print([y := 1, y ** 2], (z := 3), z)
while (n := n - 1) > 2: print('n', n)
print([last := i for i in range(3)], last)
print(any((hit := x) > 2 for x in [1, 2, 3, 4]), hit)
f = lambda: (w := 5) + w
print(f())
print({(k := 'key'): (v := 'val')}, k, v)
x = (y := 2) + (y := 3)
print(x, y)
def g(a=(b := 7)): return a
print(g(), b)
print(f'{(q := 4)} {q}', f"{q:=+5}")
l = [1, 2, 3]
print(l[(i := 1)], i, l[i:=2] if True else 0, i)
print(len(s := 'abc'), s)
assert (m := 3)
print(m)

# --- walrus binds in the enclosing function of a comprehension
def f():
    r = [(t := x) * 2 for x in range(3)]
    return r, t
print(f())
def g():
    total = 0
    return [total := total + x for x in range(5)], total
print(g())
def h():
    global G
    [G := i for i in 'ab']
h()
print(G)
def k():
    n = 0
    def inner():
        nonlocal n
        [n := j for j in (1, 2)]
    inner()
    return n
print(k())
