# finally blocks that swallow, without leaving keywords.
def f(n):
    log = []
    for i in range(n):
        try:
            log.append(f't{i}')
            if i == 1: raise ValueError
            if i == 2: continue
            if i == 3: break
        except ValueError:
            log.append('e')
        else:
            log.append('l')
        finally:
            log.append('f')
            try: raise KeyError
            except KeyError: log.append('k')
            finally: log.append('ff')
    else:
        log.append('noloop')
    return ' '.join(log)
for n in range(6): print(f(n))

# --- finally sees and changes state, the return value is already fixed
def f():
    d = {'v': 1}
    n = 1
    try:
        return n, d
    finally:
        n = 2
        d['v'] = 2
print(f())
def g():
    l = []
    try:
        l.append('try')
        return l
    finally:
        l.append('finally')
print(g())

# --- nested finally with return at each level
def f(where):
    try:
        try:
            try:
                if where == 1: return 'r1'
                if where == 2: raise ValueError('r2')
            finally:
                print('f1', end=' ')
                if where == 3: raise KeyError('r3')
        except ValueError as e:
            print('caught', e, end=' ')
            if where == 2: return 'after catch'
        finally:
            print('f2', end=' ')
    finally:
        print('f3', end=' ')
    return 'end'
for w in range(4):
    try: print(f(w))
    except KeyError as e: print('out', e)

# --- generators and finally
def g():
    for i in range(3):
        try:
            x = yield i
            if x: return 'returned'
        except GeneratorExit:
            print('exit')
            raise
        finally:
            print('f', i)
a = g(); next(a); next(a); a.close()
b = g(); next(b)
try: b.send('stop')
except StopIteration as e: print(e.value)
c = g(); next(c)
try: c.throw(ValueError('v'))
except ValueError as e: print('v')
print(list(g()))

# --- with, try and loops together
def f(k):
    out = []
    for i in range(4):
        with memoryview(b'abc') as m:
            try:
                if i == k: raise ValueError(i)
                if i == k + 1: continue
                out.append(m[i])
            except ValueError as e:
                out.append(str(e))
            except IndexError:
                out.append('index')
                break
            finally:
                out.append('f')
        out.append('w')
    return out
for k in range(-1, 4): print(f(k))

# --- deep unwinding runs every finally in order
def f(n, log):
    try:
        if n == 0: raise LookupError('bottom')
        f(n - 1, log)
    finally:
        log.append(n)
log = []
try: f(30, log)
except LookupError as e: print(e, log)
def g(n):
    try: return g(n - 1) + 1 if n else 0
    finally: log.append(n) if n % 10 == 0 else None
log.clear()
print(g(30), log)
