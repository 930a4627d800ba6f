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
