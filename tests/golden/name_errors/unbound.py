# NameError and UnboundLocalError.
def tr(f):
    try: f()
    except NameError as e: print(type(e).__name__, e, '| name =', e.name)
def a(): return undefined
def b():
    x += 1
def c():
    print(x)
    x = 1
def d():
    if False: y = 1
    return y
def e():
    for i in []: pass
    return i
def f():
    try: raise ValueError
    except ValueError as exc: pass
    return exc
def g():
    def h(): return z
    h()
    z = 1
def k():
    del q
    q = 1
def l():
    with memoryview(b'') as m: pass
    del m
    return m
def m():
    global gg
    return gg
def n():
    [w for w in (1,)]
    return w
def o():
    import math as mm
    del mm
    mm
def p():
    def inner(): pass
    del inner
    inner()
def q():
    u: int
    return u
def r():
    while False: aa = 1
    aa
def s():
    x.y = 1
    x = 2
def t():
    x[0] = 1
    x = 2
def u():
    for x.y in [1]: pass
    x = 3
for fn in (a, b, c, d, e, f, g, k, l, m, n, o, p, q, r, s, t, u): tr(fn)

# --- free variable not yet set
def outer():
    def inner():
        return value
    try:
        inner()
    except NameError as e:
        print(type(e).__name__, e, e.name)
    value = 5
    print(inner())
    del value
    try:
        inner()
    except NameError as e:
        print(type(e).__name__, e)
outer()

# --- an exception name is deleted after its handler
e = 'before'
try:
    1/0
except ZeroDivisionError as e:
    print('in', e)
try:
    e
except NameError as x:
    print(x)
def f():
    e = 1
    try: raise KeyError('k')
    except KeyError as e: e = 'rebound'
    try: return e
    except UnboundLocalError as x: return str(x)
print(f())
def g():
    try: raise KeyError('k')
    except KeyError as e:
        del e
    return 'fine'
print(g())

# --- class-free scoping of comprehension names at module level
[print(end='') for leak in (1, 2)]
try: leak
except NameError as e: print(e)
{k: 1 for k in 'ab'}
try: k
except NameError as e: print(e)
list(m for m in 'ab')
try: m
except NameError as e: print(e)
for stays in (1, 2): pass
print(stays)
for never in []: pass
try: never
except NameError as e: print(e)

# --- a suggestion is printed only in the traceback, not in str
length = 5
try:
    lenght
except NameError as e:
    print(e, e.args, e.name)
try:
    [].appendd(1)
except AttributeError as e:
    print(e, e.name, e.obj)

# --- suggestion for a global
counter = 1
print(countre)

# --- suggestion for a builtin
x = [1, 2]
print(enumrate(x))

# --- suggestion for a local
def f(values):
    total = 0
    for v in values:
        totl += v
    return total
def g():
    result_list = []
    return reslt_list
g()

# --- no suggestion when nothing is near
def f():
    alpha = 1
    return zzzzzz
f()

# --- forgotten import of a standard module
def f():
    return math.sqrt(4)
f()

# --- forgotten import of json
print(json.dumps({}))

# --- suggestion of an enclosing variable
def outer():
    threshold = 5
    def inner(x):
        return x > treshold
    return threshold, inner(3)
outer()

# --- unbound local has no suggestion
def f():
    print(vlaue)
    vlaue = 1
value = 1
f()

# --- attribute suggestions
x = []
x.apend(3)

# --- attribute suggestion on str
'abc'.uper()

# --- attribute suggestion on dict
{}.item()

# --- attribute suggestion on module
import math
math.sqr(4)

# --- attribute error without suggestion
(5).foo

# --- None attribute
def find(): pass
find().strip()

# --- function attribute
def f(): pass
f.counter += 1
