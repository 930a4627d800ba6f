# contextvars: CPython 3.14 library, "Context Variables".
from contextvars import ContextVar, Context, Token, copy_context
import re


def show(value):
    print(re.sub('0x[0-9a-f]+', '0x', repr(value)))


def attempt(f, *args, **kwargs):
    try:
        show(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, re.sub('0x[0-9a-f]+', '0x', str(e)))


v = ContextVar('v')
w = ContextVar('w', default=[1])
show(v)
show(w)
attempt(v.get)
print(v.get('fallback'), w.get(), w.get('other'), v.name)
t = v.set(1)
show(t)
print(t.var is v, t.old_value, t.old_value is Token.MISSING, v.get(), v.get(5))
t2 = v.set(2)
print(t2.old_value, v.get())
v.reset(t2)
show(t2)
print(v.get())
attempt(v.reset, t2)
attempt(w.reset, t)
attempt(v.reset, 3)
v.reset(t)
attempt(v.get)

# --- contexts
from contextvars import ContextVar, Context, copy_context
import re


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, re.sub('0x[0-9a-f]+', '0x', str(e)))


a = ContextVar('a')
b = ContextVar('b', default='B')
a.set(1)
c = copy_context()
a.set(2)
print(c[a], a.get(), a in c, b in c, len(c), c.get(a), c.get(b), c.get(b, 9), list(c) == [a], list(c.values()), [k.name for k in c.keys()],
      [(k.name, x) for k, x in c.items()])


def change():
    token = a.set('inside')
    b.set('x')
    return a.get(), b.get(), token


print(c.run(change)[:2], a.get(), b.get(), c[a], c[b])
print(c.run(a.get), c.run(b.get, 'q'), c.run(lambda *args, **kw: (args, kw), 1, 2, k=3))
token = c.run(change)[2]
attempt(a.reset, token)
attempt(c.run, lambda: c.run(print))
attempt(c.run, lambda: 1 / 0)
print(a.get(), c.run(a.get))
d = c.copy()
print(d == c, d is c, d != c, Context() == Context(), c == {}, len(Context()))
d.run(a.set, 'other')
print(d == c, d[a], c[a])
for f, args in ((c.__getitem__, ('a',)), (c.__getitem__, (ContextVar('z'),)), (c.get, (1,)), (c.__contains__, ('a',)), (c.run, ()), (Context, (1,)), (ContextVar, (1,)), (ContextVar, ()), (a.set, ()), (a.get, (1, 2))):
    attempt(f, *args)
print(Context().run(a.get, 'empty'), type(c), ContextVar[int])

# --- tokens as context managers
from contextvars import ContextVar
v = ContextVar('v', default=0)
with v.set(1) as t:
    print(v.get(), t.var is v)
    with v.set(2):
        print(v.get())
    print(v.get())
print(v.get())
try:
    with v.set(3):
        raise ValueError
except ValueError:
    print(v.get())
try:
    with v.set(4) as t:
        v.reset(t)
except RuntimeError as e:
    print('RuntimeError', str(e).partition('>')[2][-27:])

# --- generators see the context of who runs them
from contextvars import ContextVar, copy_context
v = ContextVar('v', default='none')


def numbers():
    for i in range(3):
        v.set(i)
        yield v.get()


g = numbers()
c = copy_context()
print(next(g), v.get(), c.run(next, g), v.get(), c.run(v.get), next(g), v.get(), c.run(v.get))
print(c.run(lambda: [v.set(9) for _ in range(2)] and list(map(lambda x: v.get() + x, [1, 2]))), v.get())
print(c.run(sorted, [3, 1, 2], key=lambda x: v.get() * x))

# --- many variables and contexts
from contextvars import Context, ContextVar, copy_context


def main():
    vs = [ContextVar(str(i)) for i in range(50)]
    contexts = []
    for i, v in enumerate(vs):
        v.set(i)
        contexts.append(copy_context())
    print([len(c) for c in contexts][::7], [sum(c.values()) for c in contexts][::7])
    contexts[10].run(lambda: [v.set(0) for v in vs[:5]])
    print(sum(contexts[10].values()), sum(contexts[11].values()), vs[3].get())


Context().run(main)
