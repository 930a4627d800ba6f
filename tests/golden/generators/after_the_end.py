# What a generator answers when it has ended: by exhaustion, by an exception, by close().
def empty():
    got = yield from ()


g = empty()
print(next(g, "default"))
for call in [lambda: g.send(0), lambda: g.send(None), lambda: next(g), lambda: g.__next__()]:
    try:
        print(call())
    except StopIteration as stop:
        print(repr(stop), stop.value)
print(list(g), next(g, "again"))

# --- ended by an exception


def fails():
    yield 1
    raise KeyError("k")


g = fails()
print(next(g))
try:
    next(g)
except KeyError as error:
    print(repr(error))
try:
    g.send(5)
except StopIteration as stop:
    print(repr(stop))
g.close()
try:
    g.throw(ValueError("v"))
except ValueError as error:
    print(repr(error))

# --- closed before it began


def never():
    print("not reached")
    yield


g = never()
g.close()
try:
    g.send(1)
except StopIteration as stop:
    print(repr(stop))
g = never()
try:
    g.throw(ValueError("at the start"))
except ValueError as error:
    print(repr(error))
print(next(g, "ended"))
