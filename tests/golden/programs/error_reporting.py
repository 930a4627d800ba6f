# Errors wrapped, chained, grouped, annotated; cleanup that must run; a final uncaught one.
import sys

def step(name, fn, *args):
    try:
        return fn(*args)
    except Exception as e:
        e.add_note(f'in step {name!r}')
        raise

def load(text):
    items = {}
    problems = []
    for n, line in enumerate(text.splitlines(), 1):
        try:
            key, value = line.split('=')
            items[key.strip()] = int(value)
        except ValueError as e:
            e.add_note(f'line {n}: {line!r}')
            problems.append(e)
    if problems: raise ExceptionGroup('bad config', problems)
    return items

print(load('a=1\nb = 2'))
try: load('a=1\noops\nc=x\nd=1=2')
except* ValueError as group:
    for e in group.exceptions: print(type(e).__name__, e, e.__notes__)

def lookup(table, path):
    here = table
    for i, part in enumerate(path.split('.')):
        try: here = here[part]
        except (KeyError, TypeError, IndexError) as e:
            raise LookupError(f'{".".join(path.split(".")[:i + 1])} is missing') from e
    return here
tree = {'a': {'b': [10, 20]}, 'c': None}
for path in ('a.b', 'a.x', 'a.b.0', 'c.d'):
    try: print(path, lookup(tree, path))
    except LookupError as e: print(path, '->', e, '| because', repr(e.__cause__), '|', e.__suppress_context__)

def cleanup_order():
    order = []
    def inner():
        try:
            order.append('try')
            return 'from try'
        finally:
            order.append('finally')
    def override():
        for i in range(3):
            try:
                if i == 1: raise StopAsyncIteration
                order.append(i)
            except StopAsyncIteration: order.append('skip'); continue
            else: order.append('else')
            finally: order.append('f')
        return order
    return inner(), override()
print(cleanup_order())

def handler():
    exc_type, exc, tb = sys.exc_info()
    lines = []
    while tb is not None:
        lines.append(tb.tb_lineno)
        tb = tb.tb_next
    return exc_type.__name__, str(exc), len(lines)
def deep(n): return 1 // n if n == 0 else deep(n - 1)
try: deep(3)
except ZeroDivisionError: print(handler(), sys.exc_info()[0] is ZeroDivisionError)
print(sys.exc_info())

try:
    try: {}['first']
    except KeyError: [][1]
except IndexError as e: print(repr(e), repr(e.__context__), e.__cause__)
try:
    try: int('zz')
    except ValueError: raise RuntimeError('hidden') from None
except RuntimeError as e: print(repr(e), repr(e.__context__), e.__suppress_context__)

checks = [lambda: [] + (), lambda: 'a' + 1, lambda: {}[[]], lambda: None.x, lambda: (1).real.nope, lambda: [1, 2][5], lambda: int('1.5'), lambda: 'x'.join([1]), lambda: len(5), lambda: sum(['a']),
          lambda: max([]), lambda: next(iter(())), lambda: undefined, lambda: [*5], lambda: dict([1]), lambda: float('nan?'), lambda: range(1, 2, 0), lambda: 'abc'.index('z'), lambda: b'a' + 'b', lambda: 2 ** 'x', lambda: f'{1:q}', lambda: '%d' % 'x', lambda: chr(-1), lambda: sorted([1, 'a']), lambda: (lambda a, b: 0)(1), lambda: print(end=5)]
for i, check in enumerate(checks):
    try: print(i, check())
    except Exception as e: print(i, type(e).__name__, '-', e)
step('outer', step, 'inner', lookup, tree, 'a.b.c')
