# Closures capture variables, not values.
def counter():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    def get(): return n
    return inc, get
i, g = counter()
i(); i()
print(g(), counter()[1]())
fs = [lambda: k for k in range(3)]
print([f() for f in fs])
fs = [lambda k=k: k for k in range(3)]
print([f() for f in fs])
def mk():
    r = []
    for j in range(3):
        r.append(lambda: j)
    return r
print([f() for f in mk()])
def mk2(): return [(lambda j: lambda: j)(j) for j in range(3)]
print([f() for f in mk2()])

# --- nested three deep with nonlocal at different levels
def a():
    x = 'a'
    def b():
        y = 'b'
        def c():
            nonlocal x, y
            x += 'c'; y += 'c'
            return x, y
        r = c()
        return r, x, y
    return b(), x
print(a())

# --- shadowing and global
x = 'global'
def f():
    x = 'f'
    def g():
        global x
        x = 'changed by g'
        return x
    return x, g(), x
print(f(), x)
def h():
    x = 'h'
    def i():
        def j(): return x
        return j
    return i()()
print(h())
def k():
    global newname
    newname = 5
k(); print(newname)

# --- parameters captured by inner functions
def f(a, b=2, *args, c=3, **kw):
    def g(): return a, b, args, c, kw
    a += 1
    return g
print(f(1, 5, 6, c=7, d=8)())
def compose(*fs):
    def run(x):
        for f in fs: x = f(x)
        return x
    return run
print(compose(lambda x: x + 1, lambda x: x * 2, str)(3))

# --- a comprehension has its own scope
x = 'outer'
l = [x for x in range(3)]
print(x, l)
def f():
    y = 10
    return [y + i for i in range(3)], [i for i in range(y - 8)]
print(f())
try: i
except NameError as e: print(e)
print([[j for j in range(i)] for i in range(4)])
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
d = {k: (lambda: k) for k in 'ab'}
print({k: f() for k, f in d.items()})
g = (lambda: z for z in range(3))
print([f() for f in list(g)], [f() for f in (lambda: z for z in range(3))])

# --- the first iterable of a generator expression is evaluated at once
def v(x): print('eval', x); return x
g = (a + b for a in v([1, 2]) for b in v([10]))
print('made')
print(list(g))
n = 5
g = (n for _ in range(2))
n = 6
print(list(g))
try:
    g = (x for x in 5)
except TypeError as e:
    print(e)

# --- locals, globals, vars
def f(a):
    b = 2
    l = locals()
    l['c'] = 3
    return sorted(l), 'c' in locals()
print(f(1))
print('f' in globals(), globals() is globals(), locals() is globals())
globals()['made_up'] = 42
print(made_up)
def g():
    x = 1
    def h():
        return locals(), x
    return h()
print(g())
def k():
    return [sorted(locals()) for a in (1,)]
print(k())
def m(*args, **kwargs): return locals()
print(m(1, b=2))
def e(): return vars() == locals()
print(e())

# --- builtins can be shadowed and uncovered again
len = lambda x: 'mine'
print(len([1]))
del len
print(len([1]))
def f():
    print = lambda *a: 'local print'
    return print(1)
print(f())
def g(list, dict): return list + dict
print(g(1, 2))
True_ = True
str = 5
print(str)
del str
print(str(5))

# --- conditional definitions
if True:
    def f(): return 'yes'
else:
    def f(): return 'no'
print(f())
def outer(flag):
    if flag:
        def inner(): return 'A'
    else:
        inner = lambda: 'B'
    return inner()
print(outer(1), outer(0))
for i in range(3):
    def g(): return i
print(g())
i = 10
print(g())

# --- nonlocal shares a cell between siblings
def make():
    state = {'n': 0}
    value = 0
    def up(by=1):
        nonlocal value
        value += by
        state['n'] += 1
    def down():
        nonlocal value
        value -= 1
    return up, down, lambda: (value, state)
u, d, s = make()
u(); u(5); d()
print(s())
u2, d2, s2 = make()
u2()
print(s(), s2())

# --- closures keep loop variables alive after the loop
def f():
    for i in range(3): pass
    def g(): return i
    i += 10
    return g()
print(f())
def memo(fn):
    cache = {}
    def w(n):
        if n not in cache: cache[n] = fn(n)
        return cache[n]
    w.cache = cache
    return w
@memo
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), len(fib.cache))

# --- lambdas
print((lambda: 5)(), (lambda *a, **k: (a, k))(1, z=2), (lambda x, /, y, *, z: x + y + z)(1, y=2, z=3))
f = lambda x: lambda y: lambda z: x * y + z
print(f(2)(3)(4))
print((lambda x: (yield))(1).__class__.__name__)
print(sorted('bca', key=lambda c: -ord(c)), list(map(lambda x, y: x - y, [5, 6], [1, 2])))
print((lambda: (a := 1, a + 1))())
print((lambda a=1, *b, c=2: (a, b, c))(), (lambda: ...)(), (lambda x: x if x else None)(0))
print((lambda f: f(f, 5))(lambda s, n: 1 if n == 0 else n * s(s, n - 1)))
