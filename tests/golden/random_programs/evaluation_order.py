# Found by random programs: who fails first when several parts of an expression are wrong.
def t(f):
    try: f()
    except Exception as e: print(repr(e), repr(e.__context__))
x = 5
y = [1]
t(lambda: x.nothing(undefined))
t(lambda: y.append(undefined))
t(lambda: x.nothing(y[9]))
t(lambda: x.nothing(1, f'{x:s}{undefined}'))
t(lambda: y.append(f'{x:s}{undefined}'))
t(lambda: f'{x:s}{undefined:>9}{x:d}')
t(lambda: f'{x:d}{undefined:>9}{x:d}')
t(lambda: f'{x:d}{y[5]:>9}{x:d}')
t(lambda: f'{x:d}{x:s}{y:d}{x:d}')
t(lambda: x.a.b(x.c))
t(lambda: x.real.b(x.c, k=y.d))
t(lambda: y.append(x.nothing(undefined)))

# --- in try, with and loops
def f(a):
    try:
        try:
            a.nothing(undefined)
        finally:
            print('finally')
    except AttributeError as e:
        try: e.args.nope(1 / 0)
        except AttributeError as e2: print(e2, e2.__context__)
    for i in range(2):
        try:
            if i: a.nothing(undefined2, 1 / 0)
            f'{a:q}{undefined}'
        except Exception as e: print(e)
    with memoryview(b'a') as m:
        m.nothing(undefined)
def g():
    try:
        yield 1
        x.nothing(undefined)
    except AttributeError as e: print('g', e)
    yield 2
x = 5
print(list(g()))
f(3)

# --- a lone *iterable is read after the keywords
def log(*a):
    print(*a)
    return a[-1]
def items():
    print('read')
    yield 1
def f(*a, **k): return a, k
print(f(*items(), **log({'a': 1})))
print(f(0, *items(), **log({'a': 1})))
try: f(*0, **0)
except TypeError as e: print(e)
try: f(1, *0, **0)
except TypeError as e: print(e)

# --- which value of an f-string failed: the first
x = 5
print(f"{x:d} {x:s} {x:q}")

# --- or the second
x = 5
print(f"{x:>4} {x:.2f}{x + 1:d} {x!r:d} {x:q}")

# --- before what follows is looked up
x = 5
print(f"{x:s} {x.y:d} {x:q}")
