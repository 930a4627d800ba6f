# Timeouts, broken barriers, as_completed, conditions; what is left at the end is cancelled.
import asyncio
async def forever():
    try: await asyncio.sleep(1000)
    finally: print('cleanup')
async def main():
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(1)
    except TimeoutError as e: print(repr(e), repr(e.__cause__))
    b = asyncio.Barrier(2)
    async def enter():
        try: await b.wait()
        except asyncio.BrokenBarrierError as e: print('broken', e)
    t = asyncio.create_task(enter())
    await asyncio.sleep(0)
    await b.abort()
    await t
    print(b.broken, b.n_waiting)
    async for f in asyncio.as_completed([asyncio.sleep(.02, 'b'), asyncio.sleep(.01, 'a')]): print(f.result())
    try:
        for c in asyncio.as_completed([asyncio.sleep(.02, 'b'), asyncio.sleep(1, 'a')], timeout=.1): print(await c)
    except TimeoutError: print('timeout')
    c = asyncio.Condition()
    st = []
    async def waiter():
        async with c: print('predicate', await c.wait_for(lambda: st))
    t = asyncio.create_task(waiter())
    await asyncio.sleep(0)
    async with c: c.notify_all()
    await asyncio.sleep(0)
    async with c:
        st.append(1)
        c.notify()
    await t
    t = asyncio.create_task(asyncio.sleep(100))
    t.cancel('message')
    print(await asyncio.gather(t, return_exceptions=True))
    q = asyncio.Queue()
    getter = asyncio.create_task(q.get())
    await asyncio.sleep(0)
    q.shutdown()
    try: await getter
    except asyncio.QueueShutDown as e: print(type(e))
    left = asyncio.create_task(forever())
    await asyncio.sleep(0)
    raise ValueError('main')
try: asyncio.run(main())
except ValueError as e: print(e)

# --- wordings and states
import asyncio
def show(f):
    try: return f()
    except BaseException as e: return type(e).__name__ + ': ' + str(e)
async def f(): return 1
async def main():
    loop = asyncio.get_running_loop()
    print(show(lambda: loop.call_later(None, f)), show(lambda: asyncio.sleep()))
    print(show(lambda: asyncio.Semaphore(-1)), show(lambda: asyncio.Barrier(0)))
    t = loop.create_task(f(), name='T')
    print(show(lambda: t.set_result(1)), show(lambda: t.exception()))
    print(t)
    await t
    print(t)
    future = loop.create_future()
    print(future, show(lambda: future.set_exception(5)))
    future.set_exception(KeyError('k'))
    print(future, repr(future.exception()))
    try: await asyncio.wait_for(asyncio.sleep(1), -1)
    except TimeoutError as e: print(repr(e.__cause__))
    h = loop.call_later(5, print)
    print(h.cancelled(), h.cancel(), h.cancelled())
    print(asyncio.isfuture(future), asyncio.iscoroutine(5))
asyncio.run(main())
with asyncio.Runner() as r:
    print(show(lambda: r.run(5)))

# --- KeyboardInterrupt and SystemExit leave groups and the loop
import asyncio
async def main():
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(asyncio.sleep(1))
            raise KeyboardInterrupt('body')
    except KeyboardInterrupt as e: print('KeyboardInterrupt', e)
    raise SystemExit(3)
try: asyncio.run(main())
except SystemExit as e: print('exit', e.code)

# --- cancelling gather and shield
import asyncio
async def patient():
    try: await asyncio.sleep(10)
    except asyncio.CancelledError:
        print('cancelled', asyncio.current_task().cancelling())
        raise
async def main():
    g = asyncio.gather(patient(), patient())
    await asyncio.sleep(0)
    print(g.cancel())
    try: await g
    except asyncio.CancelledError as e: print('gather', e.args)
    s = asyncio.shield(asyncio.create_task(asyncio.sleep(.01, 's')))
    s.cancel()
    try: await s
    except asyncio.CancelledError: print('shield')
asyncio.run(main())
