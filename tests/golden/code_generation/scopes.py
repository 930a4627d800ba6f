# Cells, comprehensions in the frame, and names in all kinds of scopes.
def f(x):
    fs = [lambda: x * i for i in range(3)]
    gs = [lambda i=i: i for i in range(3)]
    hs = {i: (lambda: i) for i in 'ab'}
    x = 10
    return [h() for h in fs], [h() for h in gs], [hs[k]() for k in hs], x
print(f(2))
def g():
    i = 'outer'
    l = [i for i in range(2)]
    m = [j for j in [i] for k in [j] if k]
    n = [[i for i in range(j)] for j in range(3)]
    o = [(i, j) for i in range(2) for j in range(i + 1)]
    return i, l, m, n, o
print(g())
def h():
    try: return [a for a in [1] for b in c for c in [a]]
    except (NameError, UnboundLocalError) as e: return type(e).__name__, str(e)
print(h())
def counter():
    n = 0
    def step(by=1):
        nonlocal n
        n += by
        def inner():
            nonlocal n
            n *= 2
            return n
        return inner
    return step, lambda: n
step, get = counter(); step(3)(); print(get(), step()(), get())
def cells(a, *b, c=3, **d):
    def inner(): return a, b, c, d
    a += 1; c = [c]
    del d
    try: inner()
    except NameError as e: print(e)
    d = 'back'
    return inner()
print(cells(1, 2, 3, c=4, e=5))
def loopcells():
    out = []
    for i in range(3):
        def add(x): return x + i
        out.append(add)
    while (k := len(out)) < 5:
        out.append(lambda: k)
    return [o(1) if j < 3 else o() for j, o in enumerate(out)]
print(loopcells())
x = 'global'
def globals_and_locals():
    global x, fresh
    x = 'changed'; fresh = 'new'
    def reads(): return x
    def shadows():
        x = 'local'
        def inner():
            global x
            return x
        return x, inner()
    return reads(), shadows()
print(globals_and_locals(), x, fresh)
def genexp():
    k = 2
    e = (k * i for i in range(3) if k)
    k = 5
    return list(e), sum(i * j for i in range(3) for j in range(i)), max((lambda: i)() for i in range(4))
print(genexp())
def excepts():
    for i in range(2):
        try: raise ValueError(i)
        except ValueError as e: f = lambda: e
        try: print(f())
        except NameError as n: print(n)
excepts()
def recursive(n):
    def fact(k): return 1 if k < 2 else k * fact(k - 1)
    return fact(n)
print(recursive(20))
print([[(lambda: (i, j))() for j in range(2)] for i in range(2)], [y for y in (lambda: [1, 2])()])
def nested_comp(data):
    total = 0
    return [total := total + v for row in data for v in row if v], total, {k: [x for x in v] for k, v in {'a': 'bc'}.items()}
print(nested_comp([[1, 2], [0, 3]]))
def delete_cell():
    a = 1
    def get(): return a
    del a
    try: a
    except UnboundLocalError as e: print(e)
    try: get()
    except NameError as e: print(e)
    a = 2
    return get()
print(delete_cell())

# --- locals()
def l1(a, *b, c=1, **d):
    x = 5
    def inner(): return x
    if a: unbound = 1
    return sorted(locals().items(), key=lambda kv: kv[0])
print([(k, v) for k, v in l1(0, 2) if k != 'inner'])
def l2(): return [sorted(locals()) for i in range(1)], sorted(locals())
print(l2())

# --- defaults, decorators, names
def deco(tag):
    print('make', tag)
    def wrap(fn):
        print('wrap', tag, fn.__qualname__)
        return fn
    return wrap
@deco('a')
@deco('b')
def decorated(x=print('default'), *, y=print('kw')): 'doc'
print(decorated.__doc__, decorated.__defaults__, decorated.__kwdefaults__)
def outer():
    def inner(): pass
    global made
    def made(): pass
    return inner, lambda: 0, made, (i for i in [])
print([o.__qualname__ for o in outer()], [o.__name__ for o in outer()])
def doc():
    """First.

        Indented.
      Less.
    """
print(repr(doc.__doc__), (lambda: 'x').__doc__)

# --- annotations
y: int = 1
if y:
    z: 'str' = 'a'
else:
    never: float
print(__annotations__ if False else 'lazy', [n for n in ('y', 'z', 'never') if n in __annotate__(1)])
def annotated(a: undefined_name, b: list = 1, *c: 3, d: 'text' = 4, **e) -> None:
    local: also_undefined = 5
    return local
print(annotated(1))
try: annotated.__annotations__
except NameError as e: print(e)
undefined_name = 'now defined'
print(annotated.__annotations__)

# --- global in nested comprehensions and lambdas at the top level
k = 3
print([(lambda: k + i)() for i in range(2)], {k: v for k, v in [('a', 1)]}, k)
fs = [lambda: (i, k) for i in range(2)]
print([f() for f in fs])
print([n for n in range(6) if (sq := n * n) > 5], sq)
try: [undefined for _ in [1]]
except NameError as e: print(e)
try: del nothing
except NameError as e: print(e)
for k in 'ab': pass
print(k)
