# contextlib: the synchronous half.
from contextlib import *
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, '|', e)
@contextmanager
def cm(x=1, *, fail=None):
    "cm doc"
    print('enter', x)
    try:
        yield x
    except ValueError as e:
        print('caught', e)
        if fail: raise fail
    finally:
        print('exit', x)
def f():
    with cm(5) as v: print('in', v)
t(f)
def f():
    with cm(5) as v: raise ValueError('a')
t(f)
def f():
    with cm(5) as v: raise KeyError('a')
t(f)
def f():
    with cm(5, fail=TypeError('x')) as v: raise ValueError('a')
t(f)
def f():
    with cm(5, fail=StopIteration('x')) as v: raise ValueError('a')
t(f)
def f():
    with cm(5): raise StopIteration('stop')
t(f)
print(cm.__name__, cm.__doc__, cm.__wrapped__.__name__, cm.__module__, cm.__qualname__)
@contextmanager
def never():
    if 0: yield
t(lambda: never().__enter__())
@contextmanager
def twice():
    yield 1
    yield 2
def f():
    with twice(): pass
t(f)
@contextmanager
def swallow_twice():
    try: yield 1
    except BaseException: pass
    yield 2
def f():
    with swallow_twice(): 1/0
t(f)
c = cm(3)
with c: pass
def f():
    with c: pass
t(f)
t(lambda: cm(1,2,3))
@cm(7)
def deco(a, b=2):
    "deco doc"
    print('deco', a, b)
    return a+b
t(lambda: deco(1)); t(lambda: deco(1, b=5)); print(deco.__name__, deco.__doc__)
@cm(8)
def deco2(): raise ValueError('in deco')
t(deco2)
@contextmanager
def notgen(): return 3
t(lambda: notgen().__enter__())
# suppress
def f():
    with suppress(KeyError, ValueError): raise ValueError
    print('after')
    with suppress(): raise ValueError(1)
t(f)
def f():
    with suppress(ValueError): raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
t(f)
def f():
    with suppress(ValueError): raise ExceptionGroup('g', [ValueError(1)])
    return 'ok'
t(f)
t(lambda: suppress(ValueError).__exit__(None,None,None))
def f():
    with suppress(3): raise ValueError
t(f)
# closing
def gen():
    try: yield 1
    finally: print('gen closed')
def f():
    with closing(gen()) as g: print(next(g))
    return g
t(lambda: type(f()).__name__)
def f():
    with nullcontext() as a, nullcontext(5) as b: return a, b
t(f)
t(lambda: closing()); t(lambda: nullcontext(1,2))
# ExitStack
def f():
    with ExitStack() as st:
        st.enter_context(cm(1)); st.enter_context(cm(2))
        st.callback(print, 'cb', 1, sep='-')
        @st.callback
        def _(): print('deco cb')
        st.push(lambda *a: print('pushed', a[:2]))
        st.push(cm(9))
        print('body')
t(f)
def f():
    with ExitStack() as st:
        st.callback(lambda: 1/0)
        st.callback(print, 'x')
        raise KeyError('body')
t(f)
def f():
    with ExitStack() as st:
        st.push(lambda t,e,tb: (print('got', repr(e)), True)[1])
        st.callback(lambda: 1/0)
        raise KeyError('body')
    return 'suppressed'
t(f)
def f():
    with ExitStack() as st:
        def bad(*a): raise ValueError('second')
        st.push(bad)
        def bad1(*a): raise ValueError('first')
        st.push(bad1)
t(f)
def f():
    with ExitStack() as st:
        st.enter_context(cm(1))
        keep = st.pop_all()
    print('left')
    keep.close()
t(f)
t(lambda: ExitStack().enter_context(3)); t(lambda: ExitStack().push(3)); t(lambda: ExitStack().close()); t(lambda: ExitStack().__exit__(1))
def f():
    with ExitStack() as st: st.push(3)
t(f)
def f():
    with ExitStack() as st:
        st.callback(st.callback, print, 'nested')
t(f)
t(lambda: isinstance(cm(1), AbstractContextManager)); t(lambda: isinstance(3, AbstractContextManager)); t(lambda: issubclass(ExitStack, AbstractContextManager)); t(lambda: isinstance(AsyncExitStack(), AbstractAsyncContextManager)); t(lambda: isinstance(cm(1), ContextDecorator))
t(lambda: AbstractContextManager)
