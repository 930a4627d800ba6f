# del of names, items, slices, attributes.
x = 1
del x
try: x
except NameError as e: print(e)
a = b = c = 1
del a, (b, [c])
for n in 'abc': print(n in globals())
l = list(range(10))
del l[0]; print(l)
del l[-1], l[0]; print(l)
del l[1:3]; print(l)
del l[::2]; print(l)
del l[::-1]; print(l)
d = {'a': 1, 'b': 2}
del d['a']; print(d)
def f(): pass
f.x = 1
del f.x
print(hasattr(f, 'x'))
del ()
del []

# --- del errors
def tr(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
l = [1, 2, 3]
d = {}
def e1(): del l[5]
def e2(): del l['a']
def e3(): del d['zz']
def e4(): del (1, 2)[0]
def e5(): del 'abc'[0]
def e6(): del f.nope
def e7():
    del loc
    loc = 1
def e8():
    global nothere
    del nothere
def e9(): del len.x
def f1(): del (5).x
def f2(): del None[0]
def f3(): del {1}[0]
def f4(): del d[[]]
def f5(): del l[::0]
def f6(): del range(3)[0]
def f7(): del b'a'[0]
def f8(): del (1).real
def f9(): del l.append
def f(): pass
for g in (e1, e2, e3, e4, e5, e6, e7, e8, e9, f1, f2, f3, f4, f5, f6, f7, f8, f9): tr(g)

# --- del in functions and closures
def f():
    x = 1
    del x
    try: return x
    except UnboundLocalError as e: return str(e)
print(f())
def g():
    x = 1
    def h(): return x
    del x
    try: return h()
    except NameError as e: return type(e).__name__, str(e)
print(g())
def k():
    x = 1
    def h():
        nonlocal x
        del x
    h()
    try: return x
    except UnboundLocalError as e: return type(e).__name__, str(e)
print(k())
def m(a):
    del a
    a = 2
    return a
print(m(1))
def n():
    for i in range(3):
        del i
    return 'ok'
print(n())

# --- extended slice deletion
for s in (slice(None, None, 2), slice(1, None, 3), slice(None, None, -1), slice(5, 1, -2), slice(3, 3), slice(-3, None), slice(100, 200)):
    l = list(range(8))
    del l[s]
    print(s, l)
b = bytearray(range(8))
del b[::3]
print(b)
del b[0], b[-1]
print(list(b))
