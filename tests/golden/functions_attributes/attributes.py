# Attributes of functions.
def f(a, b=2, /, c: int = 3, *args: str, d, e: 'x' = 5, **kw: float) -> bool:
    """Doc."""
    x = 1
    return x
print(f.__name__, f.__qualname__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.__module__, f.__dict__, f.__annotations__, f.__type_params__)
f.__name__ = 'g'
f.__qualname__ = 'mod.g'
f.__doc__ = None
f.__defaults__ = (10, 20)
f.__kwdefaults__ = {'d': 1, 'e': 2}
print(f.__name__, f.__qualname__, f.__doc__, f(5), repr(f)[:15])
f.x, f.y = 1, [2]
print(f.x, f.__dict__, vars(f) is f.__dict__)
del f.x
print(f.__dict__, hasattr(f, 'x'))

# --- wrong values
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f(a=1): pass
t(lambda: setattr(f, '__name__', 5))
t(lambda: setattr(f, '__qualname__', None))
t(lambda: setattr(f, '__defaults__', [1]))
t(lambda: setattr(f, '__kwdefaults__', 5))
t(lambda: setattr(f, '__dict__', 5))
t(lambda: setattr(f, '__annotations__', 5))
t(lambda: delattr(f, '__name__'))
t(lambda: delattr(f, 'nope'))
t(lambda: f.nope)
t(lambda: f())
t(lambda: f.__name__())
t(lambda: f[0])
t(lambda: len(f))
t(lambda: f + f)
t(lambda: f < f)
t(lambda: f == f)
t(lambda: bool(f))
t(lambda: iter(f))
t(lambda: setattr(f, '__doc__', 5))
t(lambda: f.__doc__)
t(lambda: setattr(f, '__module__', 'm'))
t(lambda: f.__module__)
f.__defaults__ = None
t(lambda: f())
del f.__defaults__
t(lambda: f.__defaults__)

# --- lambdas, nested functions, builtins
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

l = lambda x: x
def outer():
    def inner(): pass
    g = lambda: 0
    return inner, g, [lambda: 1][0]
print(l.__name__, l.__qualname__, [g.__qualname__ for g in outer()], [g.__name__ for g in outer()], l.__defaults__, l.__doc__, l.__annotations__)
print(len.__name__, len.__doc__, len.__qualname__, [].append.__name__, [].append.__self__, 'a'.join.__self__, print.__name__, len.__self__.__name__)
t(lambda: setattr(len, '__name__', 'x'))
t(lambda: setattr(len, 'foo', 1))
t(lambda: len.__defaults__)
t(lambda: len.foo)
t(lambda: [].append.foo)
t(lambda: [].append.__self__)
t(lambda: str.upper.__self__)
t(lambda: int.from_bytes.__self__)

# --- docstrings
def a(): 'one'
def b():
    """
    Indented
        more
    """
def c(): pass; 'not a doc'
def d(): ''
def e(): r'raw \d'
def f(): ('paren')
def g(): 'con' 'cat'
def h(): u'unicode'
def i(): 'not' + 'const'
for fn in (a, b, c, d, e, f, g, h, i): print(repr(fn.__doc__))

# --- annotations are lazy
def f(x: undefined_thing, y: 1 / 0 = 5) -> another: pass
print(f(1), f.__defaults__)
try: f.__annotations__
except NameError as e: print(e)
undefined_thing = 'now'
another = int
try: f.__annotations__
except ZeroDivisionError as e: print(e)
def g(x: undefined_thing, *a: list[int], k: 'str' = 1) -> another: pass
print(g.__annotations__, g.__annotations__ is g.__annotations__)
g.__annotations__ = {'q': 1}
print(g.__annotations__)
g.__annotations__['z'] = 2
print(g.__annotations__)
del g.__annotations__
print(g.__annotations__)

# --- counting calls through an attribute
def counter():
    counter.n = getattr(counter, 'n', 0) + 1
    return counter.n
print([counter() for _ in range(3)], counter.n, vars(counter))
def memo(n):
    if n in memo.cache: return memo.cache[n]
    memo.cache[n] = r = n if n < 2 else memo(n - 1) + memo(n - 2)
    return r
memo.cache = {}
print(memo(50), len(memo.cache))
alias = memo
alias.tag = 'shared'
print(memo.tag, alias is memo, alias == memo, len({alias, memo}))

# --- bound and unbound methods
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

l = [1]
ap = l.append
ap(2); ap(3)
print(l, ap.__name__, ap.__self__ is l, l.append == l.append, l.append is l.append, [].append == [].append, ap == l.append, str.upper == str.upper, 'a'.upper == 'a'.upper, hash('ab'.upper) == hash('ab'.upper) or True)
print(list(map(str.upper, 'ab')), list(map('abc'.index, 'cb')), sorted(['b', 'A'], key=str.lower), list(map([10, 20, 30].__getitem__, (2, 0))), list(filter('aeiou'.__contains__, 'hello')), list(map(dict.get, [{'a': 1}], 'a')), (lambda f: f('x'))('{}!'.format))
t(lambda: str.upper())
t(lambda: str.upper(5))
t(lambda: str.join('a'))
t(lambda: list.append(5))
t(lambda: list.append((), 1))
t(lambda: dict.get())
t(lambda: dict.get([], 1))
t(lambda: int.bit_length('a'))
t(lambda: str.upper('a', 'b'))
t(lambda: ap())
t(lambda: ap(1, 2))
t(lambda: ap(x=1))

# --- annotations that were not computed yet, asked for by natives
def local():
    def f(a: int): pass
    has = hasattr(f, "__annotations__")
    three = (lambda: 3)()
    return has, three, [hasattr(h, "__annotations__") for h in (f, local, print)], f.__annotations__
def z(a: str): pass
print(local(), [hasattr(z, "__annotations__")], hasattr(z, "__annotations__") and 5)
print(any(map(hasattr, [z], ["__annotations__"])), z.__annotations__)
