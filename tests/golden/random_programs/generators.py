# Found by random programs: throwing into generators that have not started or are done.
def g():
    yield 1
try: g().throw(StopIteration(5))
except BaseException as e: print(repr(e), e.__cause__)
async def ag(): yield 1
def drive(c):
    try: c.send(None)
    except BaseException as e: print(repr(e), e.__cause__)
drive(ag().athrow(StopIteration))
drive(ag().athrow(StopAsyncIteration))
drive(ag().athrow(ValueError))
async def f(): pass
try: f().throw(StopIteration)
except BaseException as e: print(repr(e))
it = g()
try: it.throw(KeyError)
except KeyError: print(list(it))
it.throw(KeyError(2))

# --- the line of a generator that has not started
def g():
    yield 1
it = g()
it.throw(StopIteration)

# --- asynchronous loops are marked as a whole
async def g():
    yield 1
    i
async def f():
    async for j in g():
        pass
f().send(None)

# --- and comprehensions
async def g():
    yield 1
    i
async def f():
    return [k for k in [1] for j in [
       2] if [j async for j in g()]]
f().send(None)

# --- and generator expressions
async def g():
    yield 1
    i
async def f():
    return [x async for x in (y async for y in g())]
f().send(None)

# --- more defaults than parameters
def f(a, *, b=(1, 2)): return a, b
f.__defaults__ = (1, 2)
print(f())
f(1, 2)

# --- the context of what is thrown into generators
def chain(e):
    shown = []
    while e is not None:
        shown.append(repr(e))
        e = e.__context__
    return shown
def show(name, f):
    try: print(name, "value", f())
    except BaseException as e: print(name, chain(e))
def plain(): yield 1
def handling():
    try: raise ValueError("own")
    except ValueError:
        yield 1
        yield 2
def catching():
    try: yield 1
    except KeyError as e: print("caught", chain(e))
    yield 5
def raising():
    try: yield 1
    except BaseException as e:
        print("caught", chain(e))
        raise IndexError("new")
def nested():
    try: raise ValueError("own")
    except ValueError:
        try: yield 1
        except BaseException as e:
            print("caught", chain(e))
            raise
def from_list(): yield from [1, 2]
def started(g):
    next(g)
    return g
def ended(g):
    list(g)
    return g
def caught_later(f):
    try: 1 / 0
    except ZeroDivisionError:
        x = yield from f()
        try: print("goes on", x, end=" ")
        finally: raise
def through(g):
    yield from g
async def coroutine(f):
    try: 1 / 0
    except ZeroDivisionError: await f()
async def asynchronous():
    try: yield 1
    except KeyError as e: print("caught", chain(e))
    yield 2
async def waiting():
    g = asynchronous()
    await g.asend(None)
    return await g.athrow(KeyError("a"))
def tests():
    for f in (plain, handling, catching, raising, nested, from_list):
        for wrap in (lambda f: f(), lambda f: caught_later(f), lambda f: through(caught_later(f))):
            show(f.__name__, lambda: wrap(f).throw(KeyError("t")))
            show(f.__name__, lambda: started(wrap(f)).throw(KeyError))
            show(f.__name__, lambda: started(wrap(f)).throw(GeneratorExit()))
            show(f.__name__, lambda: started(wrap(f)).close())
            old = KeyError("has one")
            old.__context__ = OSError("old")
            show(f.__name__, lambda: started(wrap(f)).throw(old))
        show(f.__name__, lambda: ended(f()).throw(KeyError("e")) if f is plain else 0)
    show("await", lambda: coroutine(waiting).send(None))
tests()
print("handled")
try: raise NameError("outer")
except NameError: tests()

# --- what is handled comes back when the delegate answers
def inner():
    try: yield 1
    except KeyError: pass
    yield 2
    return 3
def outer():
    try: 1 / 0
    except ZeroDivisionError:
        print((yield from inner()))
        try: raise
        except ZeroDivisionError as e: print(repr(e))
g = outer()
print(next(g), g.throw(KeyError), next(g, "end"))
g = outer()
next(g)
g.throw(KeyError)
try: g.throw(IndexError("late"))
except IndexError as e: print(repr(e.__context__))
