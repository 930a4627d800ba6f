# Exception groups.
eg = ExceptionGroup('msg', [ValueError(1), TypeError('t'), ExceptionGroup('in', [KeyError('k')])])
print(eg, '|', repr(eg), '|', eg.message, eg.exceptions, eg.args)
print(eg.subgroup(ValueError), repr(eg.split(ValueError)))
print(repr(eg.subgroup(lambda e: isinstance(e, KeyError))), eg.subgroup(OSError), repr(eg.split((TypeError, KeyError))))
print(eg.split(ExceptionGroup)[0] is eg, repr(eg.derive([OSError(1)])))
print(str(ExceptionGroup('one', [ValueError()])), isinstance(eg, Exception), type(BaseExceptionGroup('x', [ValueError()])), type(BaseExceptionGroup('x', [KeyboardInterrupt()])))

# --- construction errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: ExceptionGroup())
t(lambda: ExceptionGroup('m'))
t(lambda: ExceptionGroup('m', []))
t(lambda: ExceptionGroup('m', 5))
t(lambda: ExceptionGroup('m', [5]))
t(lambda: ExceptionGroup('m', [ValueError]))
t(lambda: ExceptionGroup(5, [ValueError()]))
t(lambda: ExceptionGroup('m', [KeyboardInterrupt()]))
t(lambda: ExceptionGroup('m', (ValueError(),)))
t(lambda: ExceptionGroup('m', {ValueError()}))
t(lambda: ExceptionGroup('m', [ValueError()], 3))
t(lambda: BaseExceptionGroup('m', []))
t(lambda: ExceptionGroup('m', [ValueError()]).split())
t(lambda: ExceptionGroup('m', [ValueError()]).split(5))
t(lambda: ExceptionGroup('m', [ValueError()]).subgroup('x'))
t(lambda: ExceptionGroup('m', [ValueError()]).subgroup((int,)))
t(lambda: ExceptionGroup('m', [ValueError()]).message)
t(lambda: setattr(ExceptionGroup('m', [ValueError()]), 'message', 'x'))
t(lambda: setattr(ExceptionGroup('m', [ValueError()]), 'exceptions', []))

# --- except*
def f(eg):
    try:
        raise eg
    except* ValueError as e:
        print('V', repr(e))
    except* (TypeError, KeyError) as e:
        print('TK', repr(e))
    else:
        print('else')
    finally:
        print('finally')
f(ExceptionGroup('a', [ValueError(1), TypeError(2)]))
f(ExceptionGroup('b', [ValueError(1), ExceptionGroup('n', [ValueError(2), KeyError(3)])]))
f(ValueError('naked'))
try: f(ExceptionGroup('c', [ValueError(1), OSError(2)]))
except ExceptionGroup as e: print('rest', repr(e))
try: f(OSError('naked'))
except OSError as e: print('naked rest', repr(e))
try:
    pass
except* ValueError: print('no')
else: print('else runs')

# --- raising inside except*
def f():
    try:
        raise ExceptionGroup('g', [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError:
        raise KeyError('new')
    except* TypeError as e:
        raise
try: f()
except BaseException as e:
    print(repr(e))
    for x in e.exceptions: print(repr(x), repr(x.__context__), repr(x.__cause__))
def g():
    try: raise ExceptionGroup('g', [ValueError(1)])
    except* ValueError as e: raise KeyError('only') from e
try: g()
except BaseException as e: print(repr(e), repr(e.exceptions[0].__cause__) if isinstance(e, BaseExceptionGroup) else repr(e.__cause__))
def h():
    try: raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
    except* ValueError: pass
try: h()
except ExceptionGroup as e: print(repr(e), e.__context__)

# --- except* with wrong types
def tr(f):
    try: f()
    except BaseException as e: print(type(e).__name__, e)
def a():
    try: raise ValueError
    except* 5: pass
def b():
    try: raise ExceptionGroup('x', [ValueError()])
    except* ExceptionGroup: pass
def c():
    try: raise ExceptionGroup('x', [ValueError()])
    except* (ValueError, BaseExceptionGroup): pass
def d():
    try: raise KeyboardInterrupt
    except* KeyboardInterrupt as e: print(repr(e))
def e():
    try: 1/0
    except* ArithmeticError as g: print(repr(g), g.exceptions)
for f in (a, b, c, d, e): tr(f)

# --- except* name is unbound, loops work around it
for i in range(2):
    try:
        raise ExceptionGroup('g', [ValueError(i)])
    except* ValueError as eg:
        print(eg.exceptions[0].args)
print('eg' in globals())
def f():
    r = []
    for e in (ValueError(1), KeyError(2), None):
        try:
            if e: raise e
        except* ValueError: r.append('v')
        except* KeyError: r.append('k')
        else: r.append('none')
    return r
print(f())

# --- groups keep notes, cause, context and traceback through split
eg = ExceptionGroup('m', [ValueError(1), KeyError(2)])
eg.add_note('note')
eg.__cause__ = OSError('cause')
a, b = eg.split(ValueError)
print(a.__notes__, b.__notes__, repr(a.__cause__), repr(b.__cause__), a.__notes__ is b.__notes__)
n = eg.subgroup([ValueError]) if False else eg.subgroup(KeyError)
print(repr(n), n.__notes__, n.message)
deep = ExceptionGroup('1', [ExceptionGroup('2', [ExceptionGroup('3', [ValueError('deep'), KeyError('k')])]), TypeError()])
print(repr(deep.subgroup(ValueError)))
print(repr(deep.split(lambda e: isinstance(e, (ValueError, TypeError)))))
print(deep.subgroup(lambda e: False), deep.subgroup(lambda e: True) is deep)

# --- a plain except catches the whole group
try: raise ExceptionGroup('g', [ValueError(1)])
except ValueError: print('no')
except ExceptionGroup as e: print('yes', e)
try:
    try: raise ExceptionGroup('g', [ValueError(1)])
    except ValueError: print('no')
except Exception as e: print(type(e).__name__, len(e.exceptions), e.exceptions[0])
def leaves(e):
    if isinstance(e, BaseExceptionGroup):
        for x in e.exceptions: yield from leaves(x)
    else: yield e
print([repr(x) for x in leaves(ExceptionGroup('a', [ValueError(1), ExceptionGroup('b', [KeyError(2), OSError(3)])]))])
