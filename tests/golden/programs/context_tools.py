# Context managers of every kind: cleanup order, suppression, transactions, stacks.
from contextlib import contextmanager, ExitStack, suppress, nullcontext, closing

@contextmanager
def section(name, log):
    log.append(f'enter {name}')
    try:
        yield name.upper()
    except LookupError as e:
        log.append(f'{name} swallowed {e!r}')
    finally:
        log.append(f'exit {name}')

@contextmanager
def transaction(store):
    before = dict(store)
    try:
        yield store
    except Exception:
        store.clear()
        store.update(before)
        raise

log = []
with section('a', log) as a, section('b', log) as b:
    log.append(a + b)
    raise KeyError('k')
print(log)

store = {'x': 1}
for change in ({'x': 2, 'y': 3}, {'z': 1 / 1}, None):
    try:
        with transaction(store) as s:
            s['tmp'] = True
            s.update(change)
            del s['tmp']
    except TypeError as e:
        print('rolled back:', e)
    print(store)

def resource(name, fail=False):
    @contextmanager
    def manager():
        print('open', name)
        try: yield name
        finally:
            print('close', name)
            if fail: raise OSError(f'closing {name}')
    return manager()

try:
    with ExitStack() as stack:
        names = [stack.enter_context(resource(n, n == 'two')) for n in ('one', 'two', 'three')]
        stack.callback(print, 'callback', len(names), sep='=')
        raise RuntimeError('body')
except OSError as e:
    print(repr(e), '| context:', repr(e.__context__))

with ExitStack() as stack:
    stack.enter_context(resource('kept'))
    kept = stack.pop_all()
print('after the with')
kept.close()

with suppress(ZeroDivisionError, KeyError): print({}['missing'])
with nullcontext(42) as n: print(n)

def counting():
    try:
        for i in range(10): yield i
    finally: print('generator closed')
with closing(counting()) as c: print(next(c), next(c))

def once():
    with section('return', log) as r: return r
print(once(), log[-1])

def loop():
    for i in range(3):
        with section(f'loop{i}', log):
            if i == 0: continue
            if i == 1: raise IndexError(i)
            break
    return log[-6:]
print(*loop(), sep='\n')

@contextmanager
def broken(): 
    if False: yield
try:
    with broken(): pass
except RuntimeError as e: print(e)
@contextmanager
def twice(): yield 1; yield 2
try:
    with twice(): pass
except RuntimeError as e: print(e)

@section('decorated', log)
def work(x): return x * 2
print(work(21), log[-2:])
