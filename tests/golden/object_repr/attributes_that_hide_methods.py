# What an object has for itself comes before a method of its type.
import io
s = io.StringIO()
def run(stream):
    for i in range(3):
        stream.write('a')
    return stream.getvalue()
print(run(s))
log = []
s.write = log.append
print(run(s), log)
other = io.StringIO()
print(run(other), log)
del s.write
print(run(s), log)
import random
r = random.Random(1)
r.random = lambda: 0.25
print(r.uniform(0, 8), r.random(), r.triangular(0, 1, .5))
e = ValueError('x')
e.with_traceback = 5
e.add_note = len
print(e.with_traceback, e.add_note([1, 2]))
def f(): pass
f.__call__ = 7
print(f.__call__)
b = io.BytesIO(b'abc')
b.read = lambda: b'mine'
print(b.read(), io.BytesIO.read(b), getattr(b, 'read')())

# --- not every attribute
import uuid
u = uuid.UUID(int=5)
for name in ('hex', 'int', 'other'):
    try:
        setattr(u, name, 1)
    except TypeError as e:
        print(e)
print(u, u.int)
