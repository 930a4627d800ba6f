# Every place where a program can be when it asks its host. The test of stops (tests/unit/osbridge) takes the
# function ask away from each case and answers as it would have.

def ask(x=None, *rest, **named):
    return x
ask(1)
print('after')

# --- an expression
def ask(x=None, *rest, **named):
    return x
print(ask(1) + ask(2) * ask(3))

# --- keyword arguments
def ask(x=None, *rest, **named):
    return x
print(ask(1, 2, key=3))

# --- star arguments
def ask(x=None, *rest, **named):
    return x
args = (1, 2)
named = {'a': 3}
print(ask(*args, **named))

# --- arguments of a call
def ask(x=None, *rest, **named):
    return x
print(max(ask(1), ask(5), ask(3)))

# --- nested calls
def ask(x=None, *rest, **named):
    return x
print(ask(ask(ask('x') + 'y') + 'z'))

# --- a method's argument
def ask(x=None, *rest, **named):
    return x
l = []
l.append(ask(1))
l.extend([ask(2), ask(3)])
print(l)

# --- a subscript
def ask(x=None, *rest, **named):
    return x
l = [10, 20, 30]
print(l[ask(1)], l[ask(0):ask(2)])
l[ask(2)] = ask(99)
print(l)

# --- an augmented assignment
def ask(x=None, *rest, **named):
    return x
x = 1
x += ask(2)
d = {'a': 1}
d['a'] += ask(5)
print(x, d)

# --- displays
def ask(x=None, *rest, **named):
    return x
print([ask(1), ask(2)], (ask(3),), {ask(4)}, {ask('k'): ask('v')})

# --- unpacking
def ask(x=None, *rest, **named):
    return x
a, *b = ask([1, 2, 3])
print(a, b, [*ask([4]), *ask((5, 6))])

# --- a comparison chain
def ask(x=None, *rest, **named):
    return x
print(ask(1) < ask(2) < ask(3), ask(1) < ask(0) < ask(9))

# --- and, or, not
def ask(x=None, *rest, **named):
    return x
print(ask(0) or ask(1), ask(0) and ask(2), not ask(0))

# --- a conditional expression
def ask(x=None, *rest, **named):
    return x
print(ask('a') if ask(True) else ask('b'))

# --- an if statement
def ask(x=None, *rest, **named):
    return x
if ask(False):
    print('no')
elif ask(True):
    print('yes')

# --- a while condition
def ask(x=None, *rest, **named):
    return x
n = 0
while ask(n < 3):
    n += 1
print(n)

# --- a while body with else
def ask(x=None, *rest, **named):
    return x
n = 0
while n < 3:
    n += ask(1)
else:
    print('else', n)

# --- a for iterable and body
def ask(x=None, *rest, **named):
    return x
for x in ask([1, 2, 3]):
    print(ask(x * 2))

# --- for with enumerate and zip
def ask(x=None, *rest, **named):
    return x
for i, (a, b) in enumerate(zip(ask('ab'), ask('cd'))):
    print(i, ask(a), ask(b))

# --- the key of sorted
def ask(x=None, *rest, **named):
    return x
print(sorted([3, 1, 2], key=ask))
print(sorted(['b', 'a'], key=lambda s: ask(s), reverse=True))

# --- the key of list.sort
def ask(x=None, *rest, **named):
    return x
l = [5, 2, 8, 1]
l.sort(key=lambda x: -ask(x))
print(l)

# --- the key of min and max
def ask(x=None, *rest, **named):
    return x
print(min([3, 1, 2], key=ask), max('abc', key=lambda c: ask(c)))

# --- min and max of a generator
def ask(x=None, *rest, **named):
    return x
print(min(ask(x) for x in [3, 1, 2]), max((ask(x) for x in []), default=ask('none')))

# --- map
def ask(x=None, *rest, **named):
    return x
print(list(map(ask, [1, 2, 3])))
for x in map(lambda a, b: ask(a) + b, [1, 2], [10, 20]):
    print(x)

# --- filter
def ask(x=None, *rest, **named):
    return x
print(list(filter(ask, [0, 1, 2, 0])))
print(next(filter(lambda x: ask(x) > 1, [1, 2, 3])))

# --- zip over generators
def ask(x=None, *rest, **named):
    return x
print(list(zip((ask(x) for x in 'ab'), map(ask, [1, 2]))))

# --- enumerate over a generator
def ask(x=None, *rest, **named):
    return x
print(list(enumerate((ask(x) for x in 'ab'), ask(5))))

# --- iter with a sentinel
def ask(x=None, *rest, **named):
    return x
values = [1, 2, 3, 0, 4]
print(list(iter(lambda: ask(values.pop(0)), 0)))

# --- sum, all, any
def ask(x=None, *rest, **named):
    return x
print(sum(ask(x) for x in range(4)), all(ask(x) for x in [1, 0, 1]), any(ask(x) for x in [0, 1]))

# --- list, tuple, set, frozenset, dict of a generator
def ask(x=None, *rest, **named):
    return x
g = lambda: (ask(x) for x in [3, 1])
print(list(g()), tuple(g()), set(g()), sorted(frozenset(g())), dict((ask(k), k) for k in 'ab'))

# --- str.join of a generator
def ask(x=None, *rest, **named):
    return x
print('-'.join(ask(c) for c in 'abc'))

# --- bytes of a generator
def ask(x=None, *rest, **named):
    return x
print(bytes(ask(x) for x in [65, 66]), bytearray(map(ask, [67])))

# --- list.extend and slice assignment of a generator
def ask(x=None, *rest, **named):
    return x
l = [1]
l.extend(ask(x) for x in [2, 3])
l[0:1] = (ask(x) for x in [7, 8])
l += (ask(x) for x in [9])
print(l)

# --- set.update and operators
def ask(x=None, *rest, **named):
    return x
s = {1}
s.update(ask(x) for x in [2, 3])
print(sorted(s | set(map(ask, [4]))), s.isdisjoint(ask(x) for x in [9]))

# --- dict.update and fromkeys
def ask(x=None, *rest, **named):
    return x
d = {}
d.update((ask(k), 1) for k in 'ab')
print(d, dict.fromkeys((ask(x) for x in 'xy'), ask(0)))

# --- in over a generator
def ask(x=None, *rest, **named):
    return x
print(2 in (ask(x) for x in [1, 2, 3]), 5 not in map(ask, [1]))

# --- unpacking a generator
def ask(x=None, *rest, **named):
    return x
a, b = (ask(x) for x in [1, 2])
c, *d = map(ask, [3, 4, 5])
print(a, b, c, d)

# --- star arguments from a generator
def ask(x=None, *rest, **named):
    return x
print(*(ask(x) for x in [1, 2]), *map(ask, [3]))

# --- a list comprehension
def ask(x=None, *rest, **named):
    return x
print([ask(x) for x in ask(range(4)) if ask(x % 2)])

# --- set and dict comprehensions
def ask(x=None, *rest, **named):
    return x
print(sorted({ask(x % 2) for x in range(4)}), {ask(k): ask(v) for k, v in [('a', 1), ('b', 2)]})

# --- nested comprehensions
def ask(x=None, *rest, **named):
    return x
print([[ask(x * y) for x in range(ask(3))] for y in range(2)])

# --- a generator expression
def ask(x=None, *rest, **named):
    return x
g = (ask(x) for x in ask([1, 2]))
print(next(g), next(g), next(g, 'end'))

# --- a generator function
def ask(x=None, *rest, **named):
    return x
def g():
    x = yield ask(1)
    print('sent', ask(x))
    yield ask(2)
    return ask(3)
i = g()
print(next(i), i.send('v'))
try:
    next(i)
except StopIteration as e:
    print(e.value)

# --- yield from
def ask(x=None, *rest, **named):
    return x
def inner():
    r = yield ask(1)
    return ask(r)
def outer():
    r = yield from inner()
    yield ask(r)
g = outer()
print(next(g), g.send('back'))

# --- generator.throw and close
def ask(x=None, *rest, **named):
    return x
def g():
    try:
        yield 1
    except ValueError as e:
        yield ask(str(e))
    finally:
        print('closing', ask('now'))
i = g()
print(next(i), i.throw(ValueError('thrown')))
i.close()

# --- a chain of __next__
def ask(x=None, *rest, **named):
    return x
def count(n):
    while True:
        yield ask(n)
        n += 1
print([x for x, _ in zip(map(lambda v: ask(v) * 2, filter(lambda v: ask(v) % 2, count(1))), range(3))])

# --- reversed and iter
def ask(x=None, *rest, **named):
    return x
print(list(reversed(ask([1, 2]))), list(iter(ask('ab'))))

# --- a closure and nonlocal
def ask(x=None, *rest, **named):
    return x
def counter():
    n = 0
    def step():
        nonlocal n
        n += ask(1)
        return n
    return step
s = counter()
print(s(), s(), s())

# --- recursion
def ask(x=None, *rest, **named):
    return x
def fact(n):
    return ask(1) if n == 0 else ask(n) * fact(n - 1)
print(fact(6))

# --- a default argument
def ask(x=None, *rest, **named):
    return x
def f(a=ask('default'), *, k=ask('kw')):
    return a, k
print(f(), f(ask(1), k=ask(2)))

# --- a decorator
def ask(x=None, *rest, **named):
    return x
def twice(f):
    return lambda x: ask(f(x)) + f(ask(x))
@ask(twice)
def g(x):
    return ask(x) + 1
print(g(10))

# --- a lambda
def ask(x=None, *rest, **named):
    return x
f = lambda x, y=ask(2): ask(x) + y
print(f(1))

# --- try and except
def ask(x=None, *rest, **named):
    return x
try:
    ask(1)
    1 / ask(0)
except ask(ZeroDivisionError) as e:
    print(ask(str(e)))
else:
    print('else')

# --- else of try
def ask(x=None, *rest, **named):
    return x
try:
    x = ask(1)
except ValueError:
    print('no')
else:
    print(ask(x))

# --- finally
def ask(x=None, *rest, **named):
    return x
def f():
    try:
        return ask('value')
    finally:
        print(ask('finally'))
print(f())

# --- finally while raising
def ask(x=None, *rest, **named):
    return x
try:
    try:
        raise ValueError(ask('message'))
    finally:
        print(ask('cleanup'))
except ValueError as e:
    print(e, e.__context__)

# --- finally with break and continue
def ask(x=None, *rest, **named):
    return x
for i in range(4):
    try:
        if ask(i) == 1:
            continue
        if ask(i) == 3:
            break
        print(i)
    finally:
        print('f', ask(i))

# --- raise from in a handler
def ask(x=None, *rest, **named):
    return x
try:
    try:
        {}[ask('k')]
    except KeyError as e:
        raise RuntimeError(ask('wrapped')) from ask(e)
except RuntimeError as e:
    print(repr(e), repr(e.__cause__))

# --- a bare raise after asking
def ask(x=None, *rest, **named):
    return x
try:
    try:
        raise ValueError('v')
    except ValueError:
        ask(1)
        raise
except ValueError as e:
    print(e)

# --- exception groups
def ask(x=None, *rest, **named):
    return x
try:
    raise ExceptionGroup('g', [ValueError(ask(1)), TypeError(ask(2))])
except* ValueError as e:
    print(ask(repr(e.exceptions)))
except* TypeError as e:
    print(ask(repr(e.exceptions)))

# --- assert
def ask(x=None, *rest, **named):
    return x
try:
    assert ask(True)
    assert ask(0), ask('message')
except AssertionError as e:
    print(e)

# --- f-strings and format
def ask(x=None, *rest, **named):
    return x
print(f'{ask(1)} {ask(2.5):>{ask(8)}.{ask(2)}f} {ask("x")!r}', '{} {k}'.format(ask(1), k=ask(2)), '%s %d' % (ask('a'), ask(3)))

# --- the walrus
def ask(x=None, *rest, **named):
    return x
print([y for x in range(4) if (y := ask(x * x)) > 1], y)

# --- global statement and del
def ask(x=None, *rest, **named):
    return x
def f():
    global g
    g = ask('global')
f()
print(g)
del g
x = [1, 2, 3]
del x[ask(0)]
print(x)

# --- exec and eval
def ask(x=None, *rest, **named):
    return x
exec('a = ask(1)\nfor i in ask(range(2)):\n    print(ask(i), a)')
print(eval('ask(2) + ask(3)'))

# --- an async function
def ask(x=None, *rest, **named):
    return x
import asyncio
async def main():
    print(ask(1))
    await asyncio.sleep(ask(0))
    return ask(2)
print(asyncio.run(main()))

# --- async tasks and gather
def ask(x=None, *rest, **named):
    return x
import asyncio
async def work(n):
    for i in range(2):
        await asyncio.sleep(0)
        print(n, ask(i))
    return ask(n)
async def main():
    print(await asyncio.gather(work('a'), work('b')))
asyncio.run(main())

# --- async for, async with, async comprehension
def ask(x=None, *rest, **named):
    return x
import asyncio
async def numbers():
    for i in range(3):
        yield ask(i)
async def main():
    async for x in numbers():
        print(ask(x))
    print([ask(x) async for x in numbers() if ask(x)])
    lock = asyncio.Lock()
    async with lock:
        print(ask('locked'))
asyncio.run(main())

# --- callbacks of the event loop
def ask(x=None, *rest, **named):
    return x
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    loop.call_soon(lambda: print(ask('soon')))
    loop.call_later(0.01, lambda: done.set_result(ask('later')))
    done.add_done_callback(lambda f: print('callback', ask(f.result())))
    print(await done)
    await asyncio.sleep(0)
asyncio.run(main())

# --- a task group and a timeout
def ask(x=None, *rest, **named):
    return x
import asyncio
async def main():
    async with asyncio.TaskGroup() as group:
        t = group.create_task(asyncio.sleep(0, ask('slept')))
    print(ask(t.result()))
    try:
        async with asyncio.timeout(ask(0.001)):
            await asyncio.sleep(10)
    except TimeoutError:
        print(ask('timeout'))
asyncio.run(main())

# --- finally in a cancelled task
def ask(x=None, *rest, **named):
    return x
import asyncio
async def work():
    try:
        await asyncio.sleep(10)
    finally:
        print(ask('cleanup'))
async def main():
    t = asyncio.create_task(work())
    await asyncio.sleep(0)
    t.cancel()
    try:
        await t
    except asyncio.CancelledError:
        print(ask('cancelled'))
asyncio.run(main())

# --- a condition's predicate
def ask(x=None, *rest, **named):
    return x
import asyncio
async def main():
    condition = asyncio.Condition()
    state = []
    async def waiter():
        async with condition:
            await condition.wait_for(lambda: ask(len(state)))
            print('woken', ask(state))
    t = asyncio.create_task(waiter())
    await asyncio.sleep(0)
    async with condition:
        state.append(ask(1))
        condition.notify_all()
    await t
asyncio.run(main())

# --- str.translate and format_map
def ask(x=None, *rest, **named):
    return x
print('abc'.translate({97: ask('x')}), '{a}'.format_map({'a': ask(1)}))

# --- the arguments of print
def ask(x=None, *rest, **named):
    return x
import sys
print(ask('a'), ask('b'), sep=ask('-'), end=ask('!\n'), file=ask(sys.stdout), flush=ask(True))

# --- splitting a group with a function
def ask(x=None, *rest, **named):
    return x
g = ExceptionGroup('g', [ValueError(1), TypeError(2)])
print(g.split(lambda e: ask(isinstance(e, ValueError))))

# --- annotations
def ask(x=None, *rest, **named):
    return x
def f(x: ask(int)) -> ask(str):
    pass
print(f.__annotations__)

# --- an exception of the host's kind goes through frames
def ask(x=None, *rest, **named):
    return x
def f():
    return ask(1) / ask(0)
def g():
    return [f() for _ in range(1)]
g()

# --- hooks of json.loads
def ask(x=None, *rest, **named):
    return x
import json
print(json.loads('{"a": [1, {"b": 2.5}]}', object_hook=ask, parse_int=lambda t: ask(int(t)), parse_float=ask))
print(json.loads('{"a": 1, "b": NaN}', object_pairs_hook=lambda p: ask(p), parse_constant=ask))

# --- the default of json.dumps
def ask(x=None, *rest, **named):
    return x
import json
print(json.dumps({'a': {2, 1}, 'b': [1j]}, default=lambda o: ask(sorted(o) if isinstance(o, set) else str(o))))

# --- a print to an object
def ask(x=None, *rest, **named):
    return x
import types
lines = []
out = types.SimpleNamespace(write=lambda text: lines.append(ask(text)))
print('a', ask('b'), file=out)
print(repr(''.join(lines)))
