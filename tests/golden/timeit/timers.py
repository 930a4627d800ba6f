# timeit: CPython 3.14 library, "timeit".
import timeit, sys
def t(f, *a, **k):
    try: print(f(*a, **k))
    except BaseException as e: print(type(e).__name__, e)
class_free_clock = iter(range(0, 10**9, 5)).__next__
ticks = [0]
def clock():
    ticks[0] += 1
    return ticks[0]
T = timeit.Timer
x = T('n += 1', 'global n; n = 0', timer=clock, globals=globals())
try: print(x.timeit(5), n)
except Exception as e: print(type(e), e)
print(timeit.timeit(timer=clock), timeit.repeat(timer=clock, repeat=3, number=2), timeit.default_number, timeit.default_repeat)
calls = []
print(timeit.timeit(lambda: calls.append(1), timer=clock, number=7), len(calls), timeit.timeit(stmt=lambda: None, setup=lambda: calls.append(2), timer=clock, number=2), len(calls))
for a in (('return',), ('yield',), ('break',), ('continue',), ('pass', 'return'), ('pass', 'break'), ('x = (', ), (3,), ('pass', None), ('  pass',), ('from timeit import *',)): t(T, *a)
t(T('1/0').timeit, 1)
def t2():
    try: T('1/0', timer=clock).timeit(1)
    except: T('1/0').print_exc(file=sys.stdout)
q = T('a\nb', 'a = 1\nb = 2', clock); print(q.src); print(q.timeit(3))
print(T(len, len, clock).src)
class_free = [0.0]
def slow():
    class_free[0] = class_free[0] * 1.7 + 0.01
    return class_free[0]
print(T('pass', timer=slow).autorange(), T('pass', timer=lambda: 0.15 * slow()).autorange(lambda n, d: print(n, round(d, 3))))
sys.stderr = sys.stdout
def fake(units):
    box = [0.0]
    def timer(): box[0] += units; return box[0]
    return lambda old: timer
for args in (['-n', '3', 'pass'], ['-n3', '-r2', '-s', 'x=1', 'x', 'x'], ['-v', 'pass'], ['-u', 'msec', '-n2', 'pass'], ['-u', 'zz'], ['-vv', '-n1', 'pass'], ['-q'], ['-n'], ['--number=2', '--unit', 'usec', 'pass'], ['-n1'], ['-p', '-n1', 'pass'], ['--bad'], ['-n', '4']):
    for u in (2.5, 0.0012345, 1e-7):
        print(args, u); t(timeit.main, args, _wrap_timer=fake(u)) if '-v' not in args or u > 1 else None
g = {'y': 5}; print(timeit.timeit('y', globals=g, number=1, timer=clock)); t(timeit.timeit, 'zzz', number=1)
