# await in every kind of expression.
def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e: return e.value
async def v(x):
    print(x, end=' ')
    return x
async def main():
    print(await v(1) + await v(2) * await v(3))
    print([await v(i) for i in range(2)], {await v('k'): await v('w')}, (await v(4),), {await v(5)})
    print(f'{await v(6)} {await v(7):>{await v(3)}}')
    print(await v(1) if await v(0) else await v(2), await v(0) or await v(9), await v(1) and await v(8))
    print((await v([1, 2, 3]))[await v(1)], (await v('abc')).upper(), -(await v(5)), not await v(0), await v(2) ** 2)
    def f(*a, **k): return a, k
    print(f(await v(1), *await v([2]), k=await v(3), **await v({'z': 4})))
    x, *y = await v('abc')
    d = {}
    d[await v('key')] = await v('val')
    print(x, y, d, (w := await v(11)), w)
    if await v(1): print('if')
    while (n := await v(0)): pass
    for i in await v([1]): print('for', i)
    assert await v(True), await v('never')
    try: raise await v(ValueError('e'))
    except ValueError as e: print(e)
    return await v('done')
print(run(main()))

# --- yield inside async with finally and exceptions
def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e: return e.value
async def source():
    for i in range(5):
        try:
            yield i
        except ValueError as e:
            print('thrown', e)
            yield 'recovered'
        finally:
            print('finally', i)
async def main():
    s = source()
    print(await s.__anext__(), await s.athrow(ValueError('x')), await s.__anext__())
    async for x in s:
        print('loop', x)
        if x == 3: break
    await s.aclose()
    out = []
    async for x in source(): out.append(x)
    return out
print(run(main()))

# --- asynchronous comprehensions nest
def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e: return e.value
async def r(n):
    for i in range(n): yield i
async def double(x): return x * 2
async def main():
    print([[y async for y in r(x)] async for x in r(3)])
    print([x + y async for x in r(2) for y in (10, 20)], [x + y for x in (1, 2) async for y in r(2)])
    print([await double(x) async for x in r(4) if await double(x) > 2], {x: await double(x) async for x in r(2)})
    print(sorted({x % 2 async for x in r(5)}), sum([x async for x in r(5)]), [x async for x in (y * 3 async for y in r(3))])
    g = (await double(x) for x in range(3))
    print(type(g).__name__, [x async for x in g])
    n = 10
    print([x + n async for x in r(2)], [(lambda: x + n)() async for x in r(2)])
    try: [1 / x async for x in r(2)]
    except ZeroDivisionError as e: print(e)
    return [x async for x in r(0)]
print(run(main()))

# --- return, break and continue inside async for and async with
import asyncio
async def r(n):
    for i in range(n): yield i
async def f(n):
    async for x in r(10):
        if x == n: return x
        if x % 2: continue
        if x == 6: break
    else: return 'else'
    return 'broke'
async def g():
    lock = asyncio.Lock()
    for i in range(3):
        async with lock:
            if i == 0: continue
            if i == 1: break
    return i, lock.locked()
async def h():
    lock = asyncio.Lock()
    async with lock: return 'inside', lock.locked()
async def main():
    print(await f(2), await f(8), await f(3), await g(), await h())
    async for x in r(3):
        try:
            if x == 1: continue
            print('x', x)
        finally: print('fin', x)
asyncio.run(main())

# --- async functions are functions
async def f(a: int, b=2, *args, c=3, **kw) -> str:
    """Doc."""
    return a
print(f.__name__, f.__doc__, f.__defaults__, f.__kwdefaults__, type(f).__name__, f.__annotations__)
for args, kw in (((), {}), ((1, 2, 3), {'d': 4}), ((1,), {'a': 2})):
    try:
        c = f(*args, **kw)
        print(type(c).__name__, c.__name__, c.__qualname__)
        c.close()
    except TypeError as e: print(e)
f.x = 5
print(f.x, callable(f), f is f)
c = f(1)
print(c.cr_await, c.cr_running, hasattr(c, '__await__'), hasattr(c, '__iter__'), hasattr(c, '__next__'), bool(c))
try: c.send(None)
except StopIteration as e: print(e.value)
for op in (lambda: c.send(None), lambda: c.throw(ValueError), lambda: c.close(), lambda: next(c), lambda: c + 1, lambda: c(), lambda: c.nope):
    try: print(op())
    except Exception as e: print(type(e).__name__, e)

# --- awaiting the same thing twice, running twice, ordering
import asyncio
async def f():
    print('f runs')
    return 1
async def main():
    c = f()
    print(await c)
    try: await c
    except RuntimeError as e: print(e)
    t = asyncio.create_task(f())
    print(await t, await t, t.result())
    try: await asyncio.gather(c)
    except RuntimeError as e: print(e)
    r = await asyncio.gather(f(), f(), f())
    print(r)
asyncio.run(main())
try: asyncio.run(f)
except (TypeError, ValueError) as e: print(type(e).__name__)

# --- exceptions from tasks that nobody awaits are kept in the task
import asyncio
async def bad(): raise ValueError('kept')
async def main():
    t = asyncio.create_task(bad())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print(t.done(), repr(t.exception()))
    done, pending = await asyncio.wait([asyncio.create_task(bad()), asyncio.create_task(asyncio.sleep(0, 'fine'))])
    print(sorted(repr(d.exception()) for d in done), len(pending))
    res = await asyncio.gather(bad(), asyncio.sleep(0, 'ok'), return_exceptions=True)
    print(res)
    try: await asyncio.gather(asyncio.sleep(0.01), bad())
    except ValueError as e: print('first', e)
asyncio.run(main())

# --- contextual cancellation and timeouts nest
import asyncio
async def main():
    try:
        async with asyncio.timeout(0.05):
            try:
                async with asyncio.timeout(0.01): await asyncio.sleep(1)
            except TimeoutError: print('inner')
            await asyncio.sleep(0)
            print('outer goes on')
            await asyncio.sleep(1)
    except TimeoutError: print('outer')
    async def child():
        try: await asyncio.sleep(1)
        except asyncio.CancelledError:
            await asyncio.sleep(0)
            print('cleaned')
            raise
    t = asyncio.create_task(child())
    await asyncio.sleep(0)
    t.cancel()
    try: await t
    except asyncio.CancelledError: print('cancelled', t.cancelled())
    async with asyncio.timeout(1) as cm:
        cm.reschedule(asyncio.get_running_loop().time() + 2)
        await asyncio.sleep(0)
    print(cm.expired())
asyncio.run(main())
