# Binding of arguments to parameters.
def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw
print(f(1, c=3))
print(f(1, 2, 3, 4, c=5, z=6))
print(f(*[1, 2, 3], c=0, **{'d': 9, 'y': 8}))
print(f(c=1, a=2))
print(f(1, *(), c=2, **{}))
print(f(*'ab', *'cd', **{'c': 1}, **{'e': 2}))
print(f(1, d=0, c=0, b=7))

# --- missing arguments
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f0(): pass
def f1(a): pass
def f2(a, b): pass
def f3(a, b, c): pass
def f4(a, b, c, d): pass
def k1(*, x): pass
def k2(*, x, y): pass
def k3(*, x, y, z): pass
def m(a, *, x): pass
def o(a, b=1): pass
t(lambda: f1())
t(lambda: f2())
t(lambda: f2(1))
t(lambda: f3())
t(lambda: f3(1))
t(lambda: f4(1))
t(lambda: k1())
t(lambda: k2())
t(lambda: k2(x=1))
t(lambda: k3())
t(lambda: k3(y=1))
t(lambda: m())
t(lambda: m(1))
t(lambda: o())
t(lambda: f2(b=1))
t(lambda: (lambda x: x)())
t(lambda: (lambda x, y: x)(1))

# --- too many arguments
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f0(): pass
def f1(a): pass
def f2(a, b): pass
def o1(a=1): pass
def o2(a, b=1): pass
def o3(a, b=1, c=2): pass
def k(a, *, x): pass
def k0(*, x=1): pass
t(lambda: f0(1))
t(lambda: f0(1, 2))
t(lambda: f1(1, 2))
t(lambda: f2(1, 2, 3))
t(lambda: o1(1, 2))
t(lambda: o2(1, 2, 3))
t(lambda: o3(1, 2, 3, 4))
t(lambda: k(1, 2, x=3))
t(lambda: k(1, 2))
t(lambda: k0(1))
t(lambda: k0(1, x=2))
t(lambda: k(1, 2, 3, x=4))
t(lambda: (lambda: 0)(1))
t(lambda: (lambda a, b=2: 0)(1, 2, 3))

# --- unexpected and duplicate keywords
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f(a, b=2): pass
def g(a, /, b): pass
def h(*args): pass
def k(a, **kw): return a, kw
def p(a, b, /): pass
t(lambda: f(1, c=3))
t(lambda: f(1, a=2))
t(lambda: f(1, 2, b=3))
t(lambda: f(a=1, zz=2))
t(lambda: g(a=1, b=2))
t(lambda: g(1, 2, b=3))
t(lambda: h(x=1))
t(lambda: k(1, a=2))
t(lambda: k(1, **{'a': 2}))
t(lambda: f(1, **{'b': 2}, **{'b': 3}))
t(lambda: f(b=1, **{'b': 3}))
t(lambda: p(1, b=2))
t(lambda: p(a=1, b=2))
t(lambda: f(1, **{'b': 2, 1: 3}))
t(lambda: k(1, **{'with space': 2, '': 3}))
t(lambda: f(**{1: 2}))
t(lambda: f(1, bb=3))
t(lambda: g(1, 2, 3, 4))
t(lambda: f(aa=1))

# --- keyword suggestions
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def connect(host, port=80, *, timeout=5, retries=3): pass
t(lambda: connect('a', tiemout=3))
t(lambda: connect('a', retry=3))
t(lambda: connect('a', prot=3))
t(lambda: connect('a', completely_other=3))
t(lambda: connect(hosts=1))

# --- positional-only parameters and a **kw of the same name
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f(a, b=2, /, c=3, *, d=4, **kw):
    return a, b, c, d, kw
print(f(1), f(1, 2, 3), f(1, c=5, d=6), f(1, a=9, b=8))
def g(self, /, **kw): return self, kw
print(g(1, self=2))
def h(x, /): return x
print(h(5))
def n(a, /, *args, b): return a, args, b
print(n(1, 2, 3, b=4))
t(lambda: h(x=5))
t(lambda: f())
t(lambda: f(a=1))
t(lambda: n(1))
t(lambda: f(1, 2, 3, 4))

# --- defaults are evaluated once, at definition
calls = []
def d(x):
    calls.append(x)
    return x
def f(a=d(1), *, b=d(2)):
    return a, b
print(calls, f(), f(), calls)
def acc(x, l=[]):
    l.append(x)
    return l
print(acc(1), acc(2), acc(3, []), acc(4))
i = 5
def late(x=i): return x
i = 6
print(late())
print(acc.__defaults__, f.__defaults__, f.__kwdefaults__, late.__defaults__)

# --- default evaluation order: positional, keyword-only, then decorators were first
def v(x):
    print('v', x)
    return x
def deco(f):
    print('apply')
    return f
def mk():
    print('decorator expr')
    return deco
@mk()
def f(a=v(1), b=v(2), *, c=v(3)): pass
g = lambda x=v(4), *, y=v(5): 0

# --- evaluation order of call parts
def v(x):
    print(x, end=' ')
    return x
def f(*a, **k): return a, k
def fn():
    print('fn', end=' ')
    return f
print(fn()(v(1), *[v(2)], v(3), k=v(4), **{'z': v(5)}, y=v(6)))
print(f(*[v(1)], *[v(2)], **{'a': v(3)}, **{'b': v(4)}))
print(f(k=v(1), *[v(2)]))

# --- star arguments copy
def f(*a, **k):
    k['new'] = 1
    return a, k
d = {'x': 0}
l = [1]
print(f(*l, **d), d, l)
def g(*a): return a
t = (1, 2)
print(g(*t) == t, g(*{'k': 1}), g(*'', *()), g(*(i for i in range(3))))
def kw(**k): return list(k)
print(kw(b=1, a=2, **{'d': 3}, c=4))

# --- errors from star expressions in calls
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f(*a, **k): pass
def gen():
    yield 1
    raise ValueError('in gen')
t(lambda: f(*5))
t(lambda: f(*None))
t(lambda: f(**5))
t(lambda: f(**None))
t(lambda: f(**[('a', 1)]))
t(lambda: f(**{1: 2}))
t(lambda: f(*gen()))
t(lambda: f(1, *2))
t(lambda: f(a=1, **{'a': 2}))
t(lambda: len(*[1, 2]))
t(lambda: len(**{'a': 1}))
t(lambda: (lambda: 0)(*[1]))
t(lambda: f(**{None: 1}))

# --- calling what cannot be called
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

v = [5, 'a', None, [1], (1, 2), {}, ..., 1.5, NotImplemented, range(3), b'', 1j, True, {1}, frozenset(), bytearray(), memoryview(b''), slice(1), (x for x in ()), iter([]), ValueError(), {}.keys(), enumerate([])]
for x in v:
    try: x()
    except TypeError as e: print(e)
t(lambda: (lambda: 5)()())
t(lambda: [len][0]([])())
t(lambda: v[0](1, *[2], k=3))

# --- arguments are passed by sharing
def f(l, n):
    l.append(1)
    l = [9]
    n += 1
    return l, n
a, b = [0], 5
print(f(a, b), a, b)
def g(d): d.clear(); d['x'] = d
q = {'k': 1}
g(q)
print(q)

# --- parameters can be deleted and rebound
def f(a, b):
    a, b = b, a
    del a
    return b
print(f(1, 2))
def g(*args, **kwargs):
    args += (4,)
    kwargs.update(z=1)
    return args, kwargs
print(g(1, y=2))

# --- recursion with accumulators and defaults
def fact(n, acc=1): return acc if n < 2 else fact(n - 1, acc * n)
print(fact(20), fact(0), fact(30))
def flat(x): return [z for y in x for z in (flat(y) if isinstance(y, list) else [y])]
print(flat([1, [2, [3, [4]], 5], [[6]]]))
def ack(m, n): return n + 1 if m == 0 else ack(m - 1, 1) if n == 0 else ack(m - 1, ack(m, n - 1))
print(ack(2, 3))
def even(n): return n == 0 or odd(n - 1)
def odd(n): return n != 0 and even(n - 1)
print(even(50), odd(50))

# --- many arguments
def f(*a): return len(a), sum(a)
print(f(*range(1000)))
def g(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9):
    return a0 + b9, a9 + b0
print(g(*range(20)), g(**{f'{c}{i}': i for c in 'ab' for i in range(10)}))
def k(**kw): return len(kw), kw['k99']
print(k(**{f'k{i}': i for i in range(100)}))

# --- builtins and keyword arguments
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: len(obj=[1]))
t(lambda: int(x='5'))
t(lambda: int('ff', base=16))
t(lambda: int(base=16))
t(lambda: sorted([3, 1], reverse=True))
t(lambda: sorted(iterable=[1]))
t(lambda: sorted([1], lambda x: x))
t(lambda: sum([1], start=5))
t(lambda: sum(iterable=[1]))
t(lambda: print(1, foo=2))
t(lambda: max([1], key=None, default=3))
t(lambda: max(key=len))
t(lambda: enumerate(iterable='ab', start=1).__next__())
t(lambda: enumerate([], 1, 2))
t(lambda: list(iterable=[1]))
t(lambda: dict(self=1, iterable=2))
t(lambda: str(object=5))
t(lambda: str(b'a', encoding='utf-8', errors='strict'))
t(lambda: round(number=2.567, ndigits=1))
t(lambda: pow(base=2, exp=3, mod=3))
t(lambda: bytes(source=b'a'))
t(lambda: tuple(x=1))
t(lambda: range(stop=3))
t(lambda: zip(strict=True).__class__.__name__)
t(lambda: map())
t(lambda: filter(None))
t(lambda: isinstance(1))
t(lambda: divmod(1))
t(lambda: abs())
t(lambda: abs(1, 2))
t(lambda: ord())
t(lambda: chr())
t(lambda: repr())
t(lambda: hash())
t(lambda: id())
t(lambda: next())
t(lambda: iter())
t(lambda: getattr(1))
t(lambda: setattr(1, 'a'))
t(lambda: hasattr(1))
t(lambda: input(1, 2))
t(lambda: callable())
t(lambda: ascii())
t(lambda: bin())
t(lambda: any())
t(lambda: all([], []))
t(lambda: format())
t(lambda: len())
t(lambda: len([], []))
