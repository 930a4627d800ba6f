# return, break and continue through finally and with; what is handled when.
log = []
def note(x): log.append(x); return x
def flush():
    print(log); log.clear()
def r1():
    try:
        return note('value')
    finally:
        note('finally')
def r2():
    for i in range(3):
        try:
            if i == 0: continue
            if i == 1: break
        finally:
            note(i)
    else:
        note('else')
    return i
def r3():
    try:
        try:
            raise KeyError(1)
        finally:
            note('inner')
    except KeyError as e:
        note(repr(e))
        return 'caught'
    finally:
        note('outer')
def r4():
    while True:
        try:
            try:
                return note('r')
            finally:
                note('f1')
                break
        finally:
            note('f2')
    return 'after'
def r5(x):
    try:
        x = 1
        return x
    finally:
        x = 2
        note(x)
def r6():
    try:
        raise ValueError('a')
    except ValueError:
        try:
            raise KeyError('b')
        except KeyError as e:
            note((type(e.__context__).__name__, e.__context__.args))
        try:
            raise
        except ValueError as again:
            note(again.args)
    try:
        raise
    except RuntimeError as e:
        note(str(e))
def r7():
    for i in range(2):
        try:
            raise ValueError(i)
        except ValueError as e:
            if i == 0: continue
            return lambda: e
def r8():
    try:
        pass
    except ValueError:
        note('no')
    else:
        try:
            return note('else')
        finally:
            note('ef')
    finally:
        note('of')
for f in (r1, r2, r3, r4, lambda: r5(0), r6, r8):
    print(f()); flush()
try: r7()()
except NameError as e: print(e)

# --- with
class_like = []
import contextlib
@contextlib.contextmanager
def m(name, swallow=False):
    print('enter', name)
    try:
        yield name
    except Exception as e:
        print('exit', name, repr(e))
        if not swallow: raise
    else:
        print('exit', name)
def w1():
    with m('a') as a, m('b', True) as b:
        print(a, b)
        raise ValueError('in')
    return 'swallowed'
def w2():
    for i in range(3):
        with m(i):
            if i == 1: continue
            if i == 2: return i
def w3():
    with m('x'), m('y'):
        raise KeyError('z')
print(w1()); print(w2())
try: w3()
except KeyError as e: print('out', e)
with (m('p') as p, m('q')): print(p)

# --- nested handlers, and the state after them
def s(x):
    out = []
    try:
        try:
            if x == 0: raise ValueError('v')
            if x == 1: raise TypeError('t')
            if x == 2: raise OSError('o')
            out.append('fine')
        except ValueError as e:
            out.append(('v', str(e)))
            if x == 0:
                try: raise RuntimeError('r') from e
                except RuntimeError as e2: out.append((str(e2), str(e2.__cause__)))
        except (TypeError, LookupError):
            out.append('t')
            raise
        else:
            out.append('else')
        finally:
            out.append('fin')
    except Exception as e:
        out.append((type(e).__name__, str(e)))
    try: e
    except NameError as n: out.append(str(n))
    return out
for x in range(4): print(s(x))

# --- generators in try
def g():
    try:
        x = yield 1
        print('got', x)
        try:
            yield 2
        finally:
            print('inner')
            yield 'from finally'
    except GeneratorExit:
        print('exit')
        raise
    except ValueError as e:
        yield str(e)
    finally:
        print('outer')
it = g(); print(next(it), it.send('s'), next(it)); print(list(it))
it = g(); next(it); print(it.throw(ValueError('thrown'))); print(next(it, 'end'))
it = g(); next(it); next(it); it.throw(KeyError('k')) and None
try: next(it)
except KeyError as e: print(repr(e))
def d():
    r = yield from g()
    return r
print(list(d()))

# --- evaluation order
def v(x): print(x, end=' '); return x
def order():
    d = {}
    v(d)[v('k')] = v('val')
    v(d)[v('k')] += v('2')
    print(d)
    print({v(1): v(2), v(3): v(4)}, [v(5), *v([6]), v(7)], v(8) if v(9) else v(10))
    print(v(1) < v(2) < v(0) < v(5), v(0) and v(1) or v(2), not v(3))
    def f(*a, **k): return a, k
    print(f(v(1), *v([2]), x=v(3), **v({'y': 4})))
    (v(d))[v('a')], v([0])[v(0)] = v(1), v(2)
    print(v('abc')[v(0):v(2)], f"{v(1)}{v(2):{v(3)}}")
    x = v(1), v(2)
    del v(d)[v('a')]
    assert v(1), v('never')
    print((lambda y=v('default'): y)(), [v(i) for i in v([1, 2]) if v(i)])
order()
try: undefined_function(v('argument'))
except NameError as e: print(e)
try: (5).no_method(v('argument'))
except AttributeError as e: print(e)
nothing = None
try: nothing[v('index')]
except TypeError as e: print(e)
try: v(1)(v(2))
except TypeError as e: print(e)
def late():
    try: not_yet(v('a'))
    except NameError as e: print(e)
late()
def not_yet(x): return x
