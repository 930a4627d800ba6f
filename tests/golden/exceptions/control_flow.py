# try, except, else, finally: the order of everything.
def f(exc):
    print('---', exc)
    try:
        print('try')
        if exc: raise exc
    except ValueError as e:
        print('ValueError', e)
    except (KeyError, IndexError) as e:
        print('lookup', repr(e))
    except ArithmeticError:
        print('arith')
    except Exception as e:
        print('other', type(e).__name__)
    else:
        print('else')
    finally:
        print('finally')
    print('after')
for e in (None, ValueError('v'), KeyError('k'), IndexError(), ZeroDivisionError('z'), TypeError('t')): f(e)
try: f(KeyboardInterrupt())
except BaseException as e: print('escaped', repr(e))

# --- return and finally
def a():
    try: return print('try') or 'value'
    finally: print('finally')
def b():
    x = 1
    try: return x
    finally: x = 2
def c():
    l = []
    try: return l
    finally: l.append('late')
def d():
    try:
        try: return 'inner'
        finally: print('f1')
    finally: print('f2')
def e():
    for i in range(5):
        try:
            if i == 2: return i
        finally: print('loop', i)
def f():
    try: raise ValueError('x')
    except ValueError: return 'handler'
    finally: print('f')
def g():
    try: pass
    except ValueError: pass
    else: return 'else'
    finally: print('g')
for fn in (a, b, c, d, e, f, g): print(fn())

# --- exceptions in handlers and in else
def a():
    try: raise ValueError(1)
    except ValueError: raise KeyError(2)
def b():
    try: raise ValueError(1)
    except ValueError as e: raise KeyError(2) from e
def c():
    try: raise ValueError(1)
    except ValueError: raise KeyError(2) from None
def d():
    try: pass
    except ValueError: print('not here')
    else: raise ValueError('in else')
def e():
    try: raise ValueError(1)
    finally: raise KeyError(2)
def f():
    try: raise ValueError(1)
    except KeyError: pass
def g():
    try:
        try: raise ValueError(1)
        finally: print('inner finally')
    except ValueError: raise
def h():
    try: raise ValueError(1)
    except TypeError: pass
    except ValueError: raise TypeError(3)
    except KeyError: print('no')
for fn in (a, b, c, d, e, f, g, h):
    try: fn()
    except Exception as x:
        print(fn.__name__, repr(x), repr(x.__context__), repr(x.__cause__), x.__suppress_context__)

# --- nested handlers and re-raise
def f():
    try:
        try:
            raise ValueError('first')
        except ValueError:
            try:
                raise KeyError('second')
            except KeyError as e:
                print(repr(e.__context__))
            raise
    except ValueError as e:
        print('outer', e, e.__context__)
f()
try:
    raise
except RuntimeError as e:
    print(e)
def g():
    raise
try:
    try: raise KeyError('k')
    except KeyError: g()
except KeyError as e: print('reraised from g', e)
try: g()
except RuntimeError as e: print(e)

# --- bare raise after the handler finished
def f():
    try: 1/0
    except ZeroDivisionError: pass
    raise
try: f()
except RuntimeError as e: print(e, e.__context__)

# --- raise forms
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: (_ for _ in ()).throw(ValueError))
def tr(f):
    try: f()
    except BaseException as e: print(type(e).__name__, e.args, repr(e.__cause__), e.__suppress_context__)
def a(): raise ValueError
def b(): raise ValueError('m')
def c(): raise ValueError('m', 1, 2)
def d(): raise 5
def e(): raise 'text'
def f(): raise None
def g(): raise int
def h(): raise ValueError from KeyError
def i(): raise ValueError from KeyError('k')
def j(): raise ValueError from 5
def k(): raise ValueError from None
def l(): raise undefined
def m(): raise (ValueError, KeyError)
def n(): raise [ValueError]
def o(): raise ValueError() from 'str'
def p(): raise ValueError from int
def q(): raise lambda: 0
def r(): raise BaseException('b')
def s(): raise SystemExit(3)
def t2(): raise StopIteration(5)
for fn in (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t2): tr(fn)

# --- except clauses evaluated lazily, in order
def v(x):
    print('eval', getattr(x, '__name__', x))
    return x
try: raise KeyError
except v(ValueError): print('no')
except v(LookupError): print('yes')
except v(Exception): print('not evaluated')
try: pass
except v(ValueError): pass
try:
    try: raise KeyError('orig')
    except 5: print('no')
except TypeError as e: print(e, repr(e.__context__))
try:
    try: raise KeyError('orig')
    except (ValueError, 'x'): print('no')
except TypeError as e: print(e)
try:
    try: raise KeyError('orig')
    except int: print('no')
except TypeError as e: print(e)
try:
    try: raise KeyError('orig')
    except (): print('no')
except KeyError as e: print('empty tuple matches nothing', e)
try:
    try: raise KeyError('orig')
    except undefined: print('no')
except NameError as e: print(e, repr(e.__context__))
try: raise KeyError
except ((ValueError, (TypeError,)), KeyError) if False else (ValueError, KeyError): print('tuple')
try:
    try: raise KeyError('nested')
    except (ValueError, (TypeError, KeyError)): print('nested tuples match')
except TypeError as e: print(e)

# --- unparenthesised except with several types (PEP 758)
for x in (ValueError, KeyError, TypeError):
    try:
        raise x
    except ValueError, KeyError:
        print('one of two', x.__name__)
    except TypeError,:
        print('single with comma') 

# --- break and continue in try statements
r = []
for i in range(6):
    try:
        if i == 1: continue
        if i == 2: raise ValueError
        if i == 4: break
        r.append(('body', i))
    except ValueError:
        r.append(('exc', i))
        continue
    else:
        r.append(('else', i))
    finally:
        r.append(('fin', i))
    r.append(('end', i))
else:
    r.append('loop else')
print(r)

# --- while with try in many shapes
def f():
    n = 0
    while True:
        n += 1
        try:
            if n < 3: raise KeyError(n)
            if n < 5: continue
            if n == 6: break
        except KeyError as e:
            print('k', e)
        else:
            print('else', n)
        finally:
            print('f', n)
            if n > 10: n = 0
    return n
print(f())

# --- exception variable unbinding
def f():
    try: raise ValueError('v')
    except ValueError as e:
        saved = e
    return 'e' in locals(), saved.args
print(f())
try: raise KeyError
except KeyError as e: pass
print('e' in globals())
for i in range(2):
    try: raise ValueError(i)
    except ValueError as err: print(err)

# --- the exception being handled
import sys
print(sys.exc_info(), sys.exception())
try:
    raise ValueError('v')
except ValueError:
    print(sys.exc_info()[0], repr(sys.exc_info()[1]), repr(sys.exception()))
    try: raise KeyError('k')
    except KeyError: print(repr(sys.exception()))
    print(repr(sys.exception()))
print(sys.exception())
def f(): return repr(sys.exception())
try: 1/0
except ZeroDivisionError: print(f(), [f() for _ in (1,)])

# --- exceptions through generators keep the caller's handler state
import sys
def g():
    try:
        yield repr(sys.exception())
        raise KeyError('inside')
    except KeyError:
        yield repr(sys.exception())
    yield repr(sys.exception())
x = g()
try:
    raise ValueError('outer')
except ValueError:
    print(next(x), next(x), next(x))
    print(repr(sys.exception()))
def h():
    yield repr(sys.exception())
    yield repr(sys.exception())
y = h()
print(next(y))
try: 1/0
except ZeroDivisionError: print(next(y))

# --- assert
assert True
assert 1, 'not evaluated'
def tr(f):
    try: f()
    except AssertionError as e: print(repr(e), e.args, str(e) or 'empty')
def a(): assert 0
def b(): assert [], 'message'
def c(): assert 1 == 2, (1, 2)
def d(): assert None, None
def e(): assert False, {'k': 1}
def f(): assert '' and 1/0, f'{1 + 1}'
for fn in (a, b, c, d, e, f): tr(fn)
x = 5
try: assert (x := 0), x
except AssertionError as e: print(repr(e))

# --- finally that raises, replaces and chains
def f():
    try:
        raise ValueError('one')
    finally:
        try: raise KeyError('two')
        except KeyError as e: print(repr(e.__context__))
try: f()
except ValueError as e: print(repr(e), e.__context__)
def g():
    try:
        try: raise ValueError('a')
        finally: raise KeyError('b')
    finally:
        raise IndexError('c')
try: g()
except IndexError as e:
    while e: print(repr(e)); e = e.__context__

# --- an exception is not its own context
e = ValueError('self')
try:
    try: raise e
    except ValueError: raise e
except ValueError as x: print(x.__context__)
a, b = KeyError('a'), KeyError('b')
try:
    try: raise a
    except KeyError:
        try: raise b
        except KeyError: raise a
except KeyError as x: print(repr(x), repr(x.__context__), repr(b.__context__))
