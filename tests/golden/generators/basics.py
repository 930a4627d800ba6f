# Generators: next, return values, laziness.
def g():
    print('start')
    yield 1
    print('middle')
    yield 2
    print('end')
    return 'result'
x = g()
print(next(x))
print(next(x))
try:
    next(x)
except StopIteration as e:
    print('stopped', e.value, e.args)
try:
    next(x)
except StopIteration as e:
    print('again', e.value, e.args)
print(next(x, 'default'), list(g()))

# --- send
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def echo():
    got = yield 'ready'
    while got is not None:
        got = yield f'got {got}'
    return 'done'
x = echo()
print(next(x), x.send('a'), x.send(5))
try:
    x.send(None)
except StopIteration as s:
    print(s.value)
try:
    x.send('more')
except StopIteration as s:
    print(repr(s.value))
n = echo()
try:
    n.send('too early')
except TypeError as e:
    print(e)
print(n.send(None))
t(lambda: n.send())
t(lambda: n.send(1, 2))
t(lambda: n.send(value=1))

# --- throw
def g():
    while True:
        try:
            x = yield 'value'
            print('received', x)
        except ValueError as e:
            print('caught', e)
            yield 'recovered'
        finally:
            print('finally')
x = g()
print(next(x))
print(x.throw(ValueError('boo')))
print(next(x))
try:
    x.throw(KeyError('k'))
except KeyError as e:
    print('out', repr(e))
try:
    next(x)
except StopIteration:
    print('finished')

# --- throw forms
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def g():
    yield 1
t(lambda: g().throw(ValueError))
t(lambda: g().throw(ValueError('x')))
t(lambda: g().throw(5))
t(lambda: g().throw('str'))
t(lambda: g().throw(int))
t(lambda: g().throw())
t(lambda: g().throw(None))
x = g()
t(lambda: x.throw(ZeroDivisionError))
t(lambda: next(x, 'closed'))
t(lambda: x.throw(ZeroDivisionError('again')))
t(lambda: x.close())

# --- close
def g():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print('exit')
        raise
    finally:
        print('cleanup')
x = g()
next(x)
print(x.close(), x.close(), next(x, 'done'))
y = g()
print(y.close(), list(y))
def returns():
    try: yield 1
    except GeneratorExit: return 'value from close'
r = returns(); next(r)
print(r.close())
def stubborn():
    while True:
        try: yield 1
        except GeneratorExit: pass
s = stubborn(); next(s)
try:
    s.close()
except RuntimeError as e:
    print(e)
def other():
    try: yield
    finally: raise KeyError('from finally')
o = other(); next(o)
try: o.close()
except KeyError as e: print(repr(e), repr(e.__context__))
# the stubborn one stays alive; drop it while it is running is not shown here
try: s.throw(ValueError)
except ValueError: print('ended')

# --- yield from
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def inner():
    x = yield 'a'
    print('inner got', x)
    y = yield 'b'
    print('inner got', y)
    return 'inner result'
def outer():
    r = yield from inner()
    print('outer has', r)
    z = yield 'c'
    return z
o = outer()
print(next(o), o.send(1), o.send(2))
try:
    o.send('last')
except StopIteration as e:
    print(e.value)
def multi():
    yield from [1, 2]
    yield from 'ab'
    yield from range(2)
    yield from {7: 8}
    r = yield from ()
    yield r
print(list(multi()))
def bad():
    yield from 5
t(lambda: list(bad()))
def bad2():
    yield from None
t(lambda: next(bad2()))

# --- yield from forwards throw and close
def inner():
    try:
        yield 1
        yield 2
    except ValueError as e:
        print('inner caught', e)
        yield 'handled'
    finally:
        print('inner finally')
def outer():
    try:
        yield from inner()
        yield 'after'
    finally:
        print('outer finally')
o = outer()
print(next(o), o.throw(ValueError('v')), next(o))
o.close()
o = outer()
next(o)
o.close()
o = outer()
next(o)
try: o.throw(KeyError('k'))
except KeyError as e: print('escaped', e)

# --- yield from over a plain iterator with send and throw
def g():
    yield from [1, 2, 3]
x = g()
next(x)
try: x.send('value')
except AttributeError as e: print(e)
x = g(); next(x)
try: x.throw(ValueError('thrown'))
except ValueError as e: print('passed', e)
print(next(x, 'over'))
x = g(); next(x); print(x.close(), next(x, 'over'))
x = g(); print(x.send(None), x.send(None))

# --- StopIteration inside a generator becomes RuntimeError
def g():
    yield 1
    raise StopIteration('oops')
x = g(); next(x)
try:
    next(x)
except RuntimeError as e:
    print(e, repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
def h():
    yield next(iter([]))
try: list(h())
except RuntimeError as e: print(e, repr(e.__cause__))
def k():
    try: yield next(iter(()))
    except StopIteration: yield 'handled inside'
print(list(k()))
try: list(next(iter([])) for _ in range(3))
except RuntimeError as e: print(e)

# --- reentrancy
def g():
    print('try next')
    try: next(me)
    except ValueError as e: print(e)
    yield 1
    me.send(2)
me = g()
next(me)
try: next(me)
except ValueError as e: print('outer', e)
def c():
    try: m2.close()
    except ValueError as e: print(e)
    yield
m2 = c(); next(m2)
def t():
    try: m3.throw(KeyError)
    except ValueError as e: print(e)
    yield
m3 = t(); next(m3)

# --- generator in for, with return and break, finally runs when closed
def g(n):
    try:
        for i in range(n): yield i
    finally:
        print('g cleaned')
def first(n):
    x = g(n)
    for v in x:
        if v == 2:
            x.close()
            return v
print(first(5))
for v in g(2): print(v)
x = g(3)
a, b, c = x
print(a, b, c)

# --- yield as an expression everywhere
def g():
    x = (yield 1) + (yield 2)
    print('x', x)
    l = [(yield 3), (yield 4)]
    print(l)
    d = {(yield 5): (yield 6)}
    print(d)
    f = f'{(yield 7)}'
    print(f)
    print((yield), (yield 8, 9))
    if (yield 10): print('true')
    return (yield 11)
x = g()
v = next(x)
i = 100
try:
    while True:
        print('yielded', v)
        i += 1
        v = x.send(i)
except StopIteration as e:
    print('value', e.value)

# --- attributes of a generator
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def g(a):
    b = 1
    yield a
x = g(5)
print(type(x).__name__, x.__name__, x.__qualname__, x.gi_running, x.gi_yieldfrom, x.gi_suspended)
next(x)
print(x.gi_suspended, x.gi_running, iter(x) is x)
x.__name__ = 'renamed'
print(x.__name__)
t(lambda: x.nope)
t(lambda: len(x))
t(lambda: x[0])
t(lambda: bool(x))
t(lambda: x + 1)
t(lambda: g())
t(lambda: next(g))
t(lambda: type(g))
t(lambda: (i for i in ()).__name__)
t(lambda: (lambda: (yield))().__name__)
def outer():
    def inner(): yield
    return inner()
print(outer().__qualname__)

# --- infinite generators and pipelines
def count(n=0):
    while True:
        yield n
        n += 1
def take(n, it):
    for _, x in zip(range(n), it): yield x
def evens(it):
    for x in it:
        if x % 2 == 0: yield x
def squares(it): return (x * x for x in it)
print(list(take(5, squares(evens(count(3))))))
def tree(t):
    if t:
        l, v, r = t
        yield from tree(l)
        yield v
        yield from tree(r)
print(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))
def fib():
    a, b = 0, 1
    while 1:
        yield a
        a, b = b, a + b
print([x for x, _ in zip(fib(), range(15))])
def chunks(l, n):
    for i in range(0, len(l), n): yield l[i:i + n]
print(list(chunks('abcdefgh', 3)))

# --- exceptions pass through and finish the generator
def g():
    yield 1
    1 / 0
    yield 2
x = g()
print(next(x))
try: next(x)
except ZeroDivisionError as e: print(e)
print(list(x), next(x, None))
def h():
    yield from g()
    yield 'unreached'
try: print(list(h()))
except ZeroDivisionError as e: print('through', e)
def k():
    try:
        yield from g()
    except ZeroDivisionError:
        yield 'recovered'
print(list(k()))

# --- try/finally/return inside generators
def g():
    try:
        yield 1
        return 'a'
    finally:
        yield 'in finally'
x = g()
print(next(x), next(x))
try: next(x)
except StopIteration as e: print(e.value)
def h():
    for i in range(3):
        try: yield i
        finally: print('f', i)
print(list(h()))
def k():
    with memoryview(b'abc') as m:
        for b in m: yield b
print(list(k()))

# --- recursion of generators and permutations
def perms(l):
    if not l: yield []
    for i in range(len(l)):
        for p in perms(l[:i] + l[i + 1:]): yield [l[i]] + p
print([''.join(p) for p in perms(list('abc'))])
def subsets(s):
    if not s:
        yield ()
    else:
        for x in subsets(s[1:]):
            yield x
            yield (s[0],) + x
print(sorted(subsets((1, 2, 3))))
def hanoi(n, a, b, c):
    if n:
        yield from hanoi(n - 1, a, c, b)
        yield a + c
        yield from hanoi(n - 1, b, a, c)
print(list(hanoi(3, 'A', 'B', 'C')))

# --- coroutine style averager
def averager():
    total = count = 0
    avg = None
    while True:
        x = yield avg
        if x is None: break
        total += x; count += 1
        avg = total / count
    return total, count
a = averager(); next(a)
print(a.send(10), a.send(20), a.send(60))
def grouper(results, key):
    while True:
        results[key] = yield from averager()
res = {}
for key, vals in (('x', [1, 2]), ('y', [5])):
    gr = grouper(res, key); next(gr)
    for v in vals: gr.send(v)
    gr.send(None)
print(res)
