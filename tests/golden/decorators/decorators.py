# Decorators: order, arguments, stacking, any expression.
def d(tag):
    print('make', tag)
    def deco(f):
        print('wrap', tag)
        def w(*a, **k):
            print('call', tag)
            return f(*a, **k)
        return w
    return deco
@d('outer')
@d('inner')
def f(x):
    return x * 2
print(f(4))

# --- a decorator may return anything
@list
@lambda f: 'abc'
def x(): pass
print(x)
@(lambda f: 5)
def y(): pass
print(y)
decos = [lambda f: ('first', f.__name__)]
@decos[0]
def z(): pass
print(z)
@(w := lambda f: f.__name__)
def q(): pass
print(q, w.__name__)
@(lambda f: print(f.__name__))
def p(): pass
print(p)
@None if False else str.upper
@lambda f: f.__name__
def shout(): pass
print(shout)

# --- registry, memo, counter
registry = {}
def register(name=None):
    def deco(f):
        registry[name or f.__name__] = f
        return f
    return deco
@register()
def add(a, b): return a + b
@register('mul')
def times(a, b): return a * b
print({k: f(3, 4) for k, f in registry.items()})
def counted(f):
    def w(*a):
        w.calls += 1
        return f(*a)
    w.calls = 0
    return w
@counted
def h(): pass
h(); h()
print(h.calls)
def retry(times):
    def deco(f):
        def w(*a):
            for i in range(times):
                try: return f(*a)
                except ValueError as e: print('retry', i, e)
            raise RuntimeError('gave up')
        return w
    return deco
n = 0
@retry(3)
def flaky():
    global n
    n += 1
    if n < 3: raise ValueError(n)
    return 'ok'
print(flaky())

# --- decorator errors
def tr(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
def a():
    @5
    def x(): pass
def b():
    @undefined
    def x(): pass
def c():
    @len
    def x(): pass
def e():
    @(lambda: 0)
    def x(): pass
def g():
    @int
    def x(): pass
for f in (a, b, c, e, g): tr(f)

# --- the name is bound after decoration
def deco(f):
    try: later
    except NameError as e: print('not yet:', e)
    return f
@deco
def later(): pass
print(later.__name__)
old = 'old'
def keep(f): return (old, f.__name__)
@keep
def old(): pass
print(old)
