# Assignment: the right side first, then targets from left to right.
def v(x): print(x, end=' '); return x
def obj(tag, o): print(tag, end=' '); return o
a, d = [0, 0, 0], {}
obj('a', a)[v(1)] = v('rhs')
print()
obj('a', a)[v(0)], obj('d', d)[v('k')] = v('x'), v('y')
print()
obj('a', a)[v(0)] = obj('d', d)[v('z')] = v('chain')
print()
obj('a', a)[v(0):v(2)] = v([9])
print()
obj('a', a)[v(0)] += v(1)
print()
obj('d', d)[v('n')] = v(5)
obj('d', d)[v('n')] **= v(2)
print(a, d)

# --- attributes and subscripts of functions
def v(x): print(x, end=' '); return x
def f(): pass
def get(tag): print(tag, end=' '); return f
get('f1').x = v(1)
get('f2').x += v(2)
get('f3').y, get('f4').z = v('a'), v('b')
print(f.x, f.y, f.z)
del get('f5').x, get('f6').y
print(vars(f))

# --- calls: function, then arguments from left to right, then the call
def v(x): print(x, end=' '); return x
def f(*a, **k): print('call', end=' '); return a, k
def fn(): print('fn', end=' '); return f
print(fn()(v(1), v(2)))
print(fn()(v(1), k=v(2), *v([3]), **v({'z': 4})))
print(fn()(*v([1]), v(2), *v([3]), a=v(4), **v({'b': 5}), c=v(6), **v({'d': 7})))
print(v('s').join(v(['a', 'b'])), v([3, 1]).index(v(1)))
def g(): raise ValueError('before call')
try: undefined_function(g())
except Exception as e: print(type(e).__name__)
try: v(5)(g())
except Exception as e: print(type(e).__name__)
try: v([]).nope(g())
except Exception as e: print(type(e).__name__)
try: f(*5, g())
except Exception as e: print(type(e).__name__, e)
try: f(g(), *5)
except Exception as e: print(type(e).__name__, e)
try: f(**{'a': 1}, **{'a': g()})
except Exception as e: print(type(e).__name__, e)
try: f(a=v(1), **v({'a': 2}), b=g())
except Exception as e: print(type(e).__name__, e)

# --- operators and comparisons
def v(x): print(x, end=' '); return x
def t(f):
    try: print('=', f())
    except Exception as e: print(type(e).__name__, e)
t(lambda: v(1) + v(2) * v(3) - v(4))
t(lambda: v(2) ** v(3) ** v(0))
t(lambda: -v(1) + v(2))
t(lambda: v(1) + v('a') + v(2))
t(lambda: v(1) < v(2) < v(3) < v(0) < v(9))
t(lambda: v(3) < v(2) < v(1))
t(lambda: v(1) in v([1]) in v([[1]]))
t(lambda: v(0) and v(1) or v(2) and v(3))
t(lambda: not v(0) or v(1))
t(lambda: v(1) if v(0) else v(2))
t(lambda: (v(1), [v(2), {v(3)}], {v(4): v(5), **v({6: 7})}))
t(lambda: v([1, 2, 3])[v(0):v(2):v(1)])
t(lambda: v({'a': {'b': 5}})[v('a')][v('b')])
t(lambda: v('x') * v(3) % v(()))
t(lambda: v(1) is v(1) is not v(None))
t(lambda: v(1) // v(0) + v(2))
t(lambda: [v(i) for i in v([1, 2]) if v(i) for j in v('x')])
t(lambda: {v(k): v(k * 2) for k in v('ab')})
t(lambda: f'{v(1)} {v(2):{v(5)}} {v(3)!r}')
t(lambda: (lambda x=v('default'): x)())
t(lambda: v(8) << v(1) | v(1) & v(3) ^ v(2))

# --- statements
def v(x): print(x, end=' '); return x
def f():
    return v(1), v(2), *v([3])
print(f())
def g():
    yield v(1)
    x = yield v(2)
    v(x)
it = g(); next(it); next(it); print(next(it, 'end'))
for v2 in v([1, 2]): v('body')
else: v('else')
print()
with memoryview(v(b'a')) as m1, memoryview(v(b'b')) as m2: v('in')
print()
assert v(True), v('not evaluated')
try: assert v(False), v('message')
except AssertionError as e: print(e)
try: raise v(ValueError('x')) from v(KeyError('y'))
except ValueError as e: print(repr(e.__cause__))
if v(0): pass
elif v(1): v('yes')
elif v(2): pass
print()
while v(False): pass
else: v('while else')
print()
del v({'k': 1})[v('k')], v([5])[v(0)]
print()
def deco(n): print('deco', n, end=' '); return lambda f: print('apply', n, end=' ') or f
@deco(1)
@deco(2)
def h(a=v('d1'), /, b=v('d2'), *, c=v('kd')) -> v('annotation not evaluated'): pass
print()
x = y = v('chained')
x, *y = v('abc')
lst = [0]
lst[v(0)]: v('ann') = v('val')
print(lst)
def loc():
    n: v('never') = v('local')
    return n
loc()
print()

# --- short circuits skip errors
print(False and 1 / 0, True or 1 / 0, 1 if True else 1 / 0, None or 'x', 0 or [] or 'end', 1 and 'a' and [])
print(1 > 2 > 1 / 0, any(x > 1 for x in (1, 2, 1 / 1)), all(x for x in (0,)))
a = []
if a and a[0]: print('no')
d = {}
print(d.get('k') or 'default', 'k' in d and d['k'], d and d['k'] or 5)
def f(): print('called'); return True
print(f() or f(), f() and not f(), not f() and f())

# --- a target that fails stops the rest
def v(x): print(x, end=' '); return x
l = [1, 2]
def t(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
def a(): l[v(0)], l[v(9)], l[v(1)] = v('p'), v('q'), v('r')
def b(): l[v(0)] = undefined_thing
def c(): (x, y), z = (v(1), v(2), v(3)), v(4)
def d(): x = l[v(7)] = v('value')
def e():
    for l[v(0)], l[v(8)] in [(5, 6)]: v('body')
for f in (a, b, c, d, e): t(f)
print(l)

# --- augmented assignment loads before it evaluates the right side
x = 1
def f():
    global x
    x = 100
    return 5
x += f()
print(x)
l = [1]
def g():
    l.append(2)
    return [3]
l += g()
print(l)
d = {'n': 1}
def h():
    d['n'] = 50
    return 1
d['n'] += h()
print(d)
s = 'a'
def k():
    global s
    s = 'zzz'
    return 'b'
s += k()
print(s)
t = (1,)
t += (len(t),)
print(t)

# --- comprehension: iterable in the outer scope, the rest inside
def v(x): print(x, end=' '); return x
n = 2
print([v(x + n) for x in v(range(n)) for y in v(range(1)) if v(y == 0)])
g = (v(x) for x in v([1, 2]))
print('created')
print(list(g))
print({v(x): v(-x) for x in (1, 2)}, {v(x) for x in (3,)})
print([(v(a), v(b)) for a, b in zip(v('ab'), v('cd'))])
print([[v((i, j)) for j in v(range(i))] for i in v(range(3))])
