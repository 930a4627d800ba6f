# Keyword calls, defaults and stars: every way in which arguments come to their parameters, and all that may be wrong.
def f(a, b=2, *, c=3, d=4):
    return a, b, c, d
for _ in range(2):
    print(f(1), f(1, 5), f(a=1), f(b=1, a=2), f(1, c=5), f(1, d=6, b=7), f(d=1, c=2, b=3, a=4))

# --- names in any order, positional ones before
def f(a, b, c, d, e):
    return [a, b, c, d, e]
print(f(1, 2, 3, 4, e=5), f(1, 2, 3, e=4, d=5), f(1, 2, e=3, d=4, c=5), f(1, e=2, b=3, d=4, c=5), f(e=1, d=2, c=3, b=4, a=5))
print(f(1, 2, d=[3], c=(4,), e={5: 6}))

# --- what is wrong
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f(a, b=2, *, c, d=4): return a, b, c, d
def g(a, b, /, c, *, d=1): return a, b, c, d
def v(a, *rest, k=1): return a, rest, k
def w(a, /, **kw): return a, kw
t(lambda: f())
t(lambda: f(1))
t(lambda: f(b=1, d=2))
t(lambda: f(1, 2, 3, c=4))
t(lambda: f(1, 2, 3))
t(lambda: f(1, a=2, c=3))
t(lambda: f(1, c=3, e=5))
t(lambda: f(1, c=3, dd=5))
t(lambda: g(1, 2, 3, d=4))
t(lambda: g(1, b=2, c=3))
t(lambda: g(a=1, b=2, c=3))
t(lambda: g(1, 2, d=3))
t(lambda: g(1, 2, c=3, d=4))
t(lambda: v())
t(lambda: v(k=2))
t(lambda: v(1, 2, 3, a=4))
t(lambda: v(1, 2, 3, j=4))
t(lambda: v(1, 2, 3, k=4))
t(lambda: v(a=1, k=2))
t(lambda: w(a=1))
t(lambda: w(1, a=2, b=3))
t(lambda: w(1, 2, b=3))
t(lambda: (lambda: 0)(x=1))
t(lambda: (lambda *, x: x)(y=1))
t(lambda: (lambda *, x: x)(1))

# --- defaults that are mutable stay what they are, and may be replaced
def f(a, b=[], *, c={}):
    b.append(a)
    c[a] = len(b)
    return b, c
f(1)
f(2, c={})
f(3, b=[0])
print(f(4), f.__defaults__, f.__kwdefaults__)
f.__defaults__ = (10, [20])
print(f(), f.__defaults__)
f.__kwdefaults__ = {"c": {"new": 1}, "unknown": 2}
print(f(5), f.__kwdefaults__)
f.__kwdefaults__ = None
f.__defaults__ = None
for call in (lambda: f(), lambda: f(1, []), lambda: f(1, c={})):
    try:
        call()
    except TypeError as e:
        print(e)
f.__defaults__ = (1, [2])
f.__kwdefaults__ = {"c": {3: 4}}
print(f(b=[9]))

# --- keyword-only defaults change while the function runs
def f(*, n, limit=3):
    f.__kwdefaults__["limit"] -= 1
    return limit if n == 0 else (limit, f(n=n - 1))
print(f(n=2))

# --- the dict of **kw is new each time and has the order of the call
def f(a=0, **kw):
    kw["a"] = a
    return kw
d = {"z": 1, "y": 2}
one, two = f(**d), f(**d)
one["z"] = 5
print(one, two, d, f(), f(a=1), f(x=1, a=2, w=3))
print(f(b=1, c=2, d=3, e=4, f=5), f(b=1, c=2, d=3, e=4, f=5, g=6), len(f(**{f"n{i}": i for i in range(40)})))
def keys(**kw):
    for k in list(kw):
        kw[k + k] = kw.pop(k)
    return kw
print(keys(a=1, b=2, c=3), keys(a=1, b=2, c=3, d=4, e=5, f=6, g=7))

# --- kwargs given on and on
def down(n, **kw):
    if n == 0:
        return kw
    kw["k" + str(n)] = n
    return down(n - 1, **kw)
print(down(6, start=0))
def shrink(*args, **kw):
    return shrink(*args[1:], **kw) if args else kw
print(shrink(1, 2, 3, a=1))

# --- *args and **kwargs through decorators
def logged(f):
    def wrap(*args, **kwargs):
        result = f(*args, **kwargs)
        print(f.__name__, args, kwargs, "->", result)
        return result
    return wrap
@logged
@logged
def area(width, height=2, *, unit=1):
    return width * height * unit
area(3)
area(3, 4)
area(3, unit=5)
area(height=1, width=2)
for bad in (lambda: area(), lambda: area(1, 2, 3), lambda: area(1, width=2), lambda: area(1, depth=2)):
    try:
        bad()
    except TypeError as e:
        print(e)

# --- names made by the program are found as well
def f(alpha, beta=2, **rest):
    return alpha, beta, rest
print(f(**{"al" + "pha": 1, "".join(["be", "ta"]): 3}), f(**{"alphabet"[:5]: 1, "gam" + "ma": 2}))
long = "x" * 70
print(eval(f"(lambda {long}: {long})({long}=1)"), eval(f"(lambda {long}=0, **k: ({long}, len(k)))")(**{"x" * 69: 1, long: 2}))
try:
    f(**{"al" + "pha": 1, "alpha ": 2}, **{"".join("alpha"): 3})
except TypeError as e:
    print(e)

# --- functions of other units
scope = {}
exec("def made(first, second=2, *rest, third, fourth=4, **more):\n    return first, second, rest, third, fourth, more", scope)
made = scope["made"]
print(made(1, third=3), made(1, 2, 3, 4, third=5, fifth=6), made(third=1, first=2), made(*[1, 2, 3], **{"third": 4, "x": 5}))
print(eval("made(second=1, first=0, third=2)", {"made": made}))

# --- generator functions and lambdas
def count(start, *, step=1, times=3):
    for i in range(times):
        yield start + i * step
print(list(count(1)), list(count(start=5, step=2)), list(count(0, times=2, step=-1)))
pick = lambda a, b=2, *c, d=4, **e: (a, b, c, d, e)
print(pick(1), pick(1, d=2), pick(1, 2, 3, e=4), pick(b=1, a=0))
try:
    count(step=1)
except TypeError as e:
    print(e)

# --- functions kept in attributes, and methods bound to an object
def show(self, a, b=2, *, c=3):
    return self, a, b, c
import types
space = types.SimpleNamespace(show=show, bound=types.MethodType(show, "me"))
print(space.show(1, 5, c=7), space.show(b=1, a=2, self=3), space.bound(1), space.bound(b=8, a=9), space.bound(*[1], **{"c": 0}))
for bad in (lambda: space.bound(self=1, a=2), lambda: space.bound(c=1), lambda: space.show(1, x=2)):
    try:
        bad()
    except TypeError as e:
        print(e)
print("{a} {b}".format(a=1, b=2), sorted([3, 1, 2], key=lambda x, y=1: -x * y, reverse=True), dict(a=1, **{"b": 2}))

# --- many arguments and many parameters
def f(a, b, c, d, e, g, h, i, j, k, *, l=12, m=13, n=14, o=15, p=16, q=17, r=18, s=19, t=20, u=21):
    return [a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u]
print(f(k=10, j=9, i=8, h=7, g=6, e=5, d=4, c=3, b=2, a=1))
print(f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, u=0, l=0), f(1, 2, 3, 4, 5, 6, 7, 8, k=10, j=9, m=0, n=0, o=0, p=0, q=0, r=0, s=0))
names = [f"p{i}" for i in range(70)]
many = eval("lambda " + ", ".join(n + "=0" for n in names) + ": [" + ", ".join(names) + "]")
print(sum(many(p69=1, p0=2)), sum(many(*range(70))), sum(many(*range(60), p63=5, p64=6)))

# --- the lists and dicts of stars are read when the call is made, and never kept
def f(*a, **k):
    values.append(9)
    options["late"] = 1
    return a, k
values, options = [1, 2], {"x": 1}
print(f(*values, **options), values, options)
def g(first, *rest):
    values.clear()
    return first, rest
print(g(*values), values)
def spoil():
    options["spoilt"] = 1
    yield 7
options = {"x": 1}
print(f(*spoil(), **options), options)
def spoil_list():
    values.append("spoilt")
    return {"k": 1}
values = [1]
print(f(*values, **spoil_list()), values)
def swap(a, b): return b, a
pair = [1, 2]
pair[:] = swap(*pair)
print(pair, swap(*"xy"), swap(*{1: 2, 3: 4}), swap(*(i for i in range(2))), swap(*range(2)), swap(**{"b": 1, "a": 2}))

# --- stars of what is no plain tuple, list or dict
from collections import OrderedDict, defaultdict, Counter, namedtuple
import types
def f(*a, **k): return a, k
P = namedtuple("P", "x y")
print(f(*P(1, 2)), f(**OrderedDict(b=1, a=2)), f(**defaultdict(int, q=1)), f(**Counter("aab")), f(**types.MappingProxyType({"m": 1})))
print(f(*P(1, 2), **P(3, 4)._asdict()), f(*{1}, **{}), f(*{}, **{}), f(*(), **{}), f(*[], **OrderedDict()))
def inner():
    x = 1
    return f(**locals())
print(inner())
x_global = 1
print("x_global" in f(**globals())[1], len(f(**globals())[1]) == len(globals()))

# --- errors of stars
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f(*a, **k): return a, k
def fail():
    yield 1
    raise ValueError("in the middle")
t(lambda: f(*5))
t(lambda: f(*5, **6))
t(lambda: f(**6))
t(lambda: f(*fail()))
t(lambda: f(*fail(), **{"a": 1}))
t(lambda: f(*[1], **[2]))
t(lambda: f(**{1: 2}))
t(lambda: f(*[1], **{"a": 1, None: 2}))
t(lambda: f(*None, **{"a": 1}))
t(lambda: (lambda a: a)(*[1, 2]))
t(lambda: (lambda a: a)(**{"b": 1}))
t(lambda: (lambda a: a)(*[1], **{"a": 1}))
t(lambda: f(a=1, **{"a": 2}))
t(lambda: print(*5))
t(lambda: [].append(*5))
t(lambda: f(**int))
t(lambda: f(**dict))
t(lambda: f(*int))

# --- too deep by keywords and by stars
def deep(n=0, **kw): return deep(n=n + 1, **kw)
def deeper(*a, k): return deeper(*a, k=k)
for call in (lambda: deep(x=1), lambda: deeper(1, k=2)):
    try:
        call()
    except RecursionError as e:
        print(e)

# --- much garbage while arguments are bound
def keep(*args, size=10, **kw):
    return [list(args) * size, dict(kw)]
def wrap(*a, **k): return keep(*a, **k)
total = 0
kept = []
for i in range(200):
    made = wrap(str(i), [i], label="n" + str(i), other=[i, i], size=3)
    total += len(made[0]) + len(made[1])
    if i % 50 == 0:
        kept.append(made)
print(total, [(k[0][0], k[0][1], k[1]) for k in kept])
