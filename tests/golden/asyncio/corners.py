# Timeouts in odd places.
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    t = asyncio.timeout(1)
    try: t.reschedule(2)
    except RuntimeError as e: print(e)
    print(t.expired())
    async with t:
        try:
            async with t: pass
        except RuntimeError as e: print(e)
        t.reschedule(None)
        print(t.when())
        t.reschedule(loop.time() + 5)
        print(t.when() > loop.time(), t.expired())
    try: t.reschedule(1)
    except RuntimeError as e: print(e)
    try:
        async with asyncio.timeout(-1): print('in'); await asyncio.sleep(0); print('not here')
    except TimeoutError as e: print('negative', repr(e), repr(e.__cause__))
    try:
        async with asyncio.timeout(0.01) as outer:
            try:
                async with asyncio.timeout(10) as inner: await asyncio.sleep(1)
            except TimeoutError: print('wrong')
    except TimeoutError: print('outer', outer.expired(), inner.expired())
    try:
        async with asyncio.timeout(10) as outer:
            try:
                async with asyncio.timeout(0.01) as inner: await asyncio.sleep(1)
            except TimeoutError: print('inner', outer.expired(), inner.expired())
            print('goes on')
    except TimeoutError: print('wrong')
    try:
        async with asyncio.timeout(0.01):
            try: await asyncio.sleep(1)
            finally: raise ValueError('from finally')
    except ValueError as e: print(repr(e), repr(e.__context__))
    async with asyncio.timeout_at(loop.time() + 3) as cm: pass
    print(cm.expired())
    try: await asyncio.wait_for(asyncio.sleep(1), timeout=0.01)
    except TimeoutError as e: print(repr(e), repr(e.__cause__), e.__suppress_context__)
    fut = loop.create_future()
    try: await asyncio.wait_for(fut, 0.01)
    except TimeoutError: print(fut.cancelled())
    fut = loop.create_future(); fut.set_result(7)
    print(await asyncio.wait_for(fut, 0), await asyncio.wait_for(fut, -5))
asyncio.run(main())

# --- wait
import asyncio
async def w(n, t, bad=False):
    await asyncio.sleep(t)
    if bad: raise ValueError(n)
    return n
async def main():
    def tasks(): return [asyncio.create_task(w('a', 0.5)), asyncio.create_task(w('b', 0.01, True)), asyncio.create_task(w('c', 0.3))]
    for how in (asyncio.FIRST_COMPLETED, asyncio.FIRST_EXCEPTION, asyncio.ALL_COMPLETED):
        ts = tasks()
        done, pending = await asyncio.wait(ts, return_when=how)
        print(how, len(done), len(pending), sorted(t.result() if not t.exception() else repr(t.exception()) for t in done), type(done).__name__)
        for t in pending: t.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
    done, pending = await asyncio.wait([asyncio.create_task(w('x', 1))], timeout=0.01)
    print(len(done), len(pending), [t.cancel() for t in pending])
    for bad in ([], [w('y', 0)], 5, w('z', 0)):
        try: await asyncio.wait(bad)
        except (TypeError, ValueError) as e: print(type(e).__name__, e)
        if hasattr(bad, 'close'): bad.close()
        elif bad and bad != 5: bad[0].close()
    try: await asyncio.wait([asyncio.create_task(w('q', 0))], return_when='nope')
    except ValueError as e: print(e)
    done, pending = await asyncio.wait({asyncio.create_task(w('s', 0))}, timeout=0)
    print(len(done), len(pending))
asyncio.run(main())

# --- as_completed
import asyncio
async def w(n, t, bad=False):
    await asyncio.sleep(t)
    if bad: raise ValueError(n)
    return n
async def main():
    for c in asyncio.as_completed([w('a', 0.03), w('b', 0.01), w('c', 0.02)]): print(await c)
    ts = [asyncio.create_task(w(n, t), name=n) for n, t in (('x', 0.02), ('y', 0.01))]
    async for t in asyncio.as_completed(ts): print(t.get_name(), await t, t in ts)
    for c in asyncio.as_completed([w('slow', 1), w('fast', 0)], timeout=0.02):
        try: print(await c)
        except TimeoutError as e: print('timeout', repr(e))
    try:
        async for t in asyncio.as_completed([w('slow', 1)], timeout=0.01): print(await t)
    except TimeoutError as e: print('timeout', repr(e))
    for c in asyncio.as_completed([w('bad', 0, True)]):
        try: await c
        except ValueError as e: print(repr(e))
    for c in asyncio.as_completed([]): print('never')
    try: asyncio.as_completed(5)
    except TypeError as e: print(e)
    c = w('alone', 0)
    try: asyncio.as_completed(c)
    except TypeError as e: print(e)
    c.close()
    print(type(asyncio.as_completed([])).__name__)
asyncio.run(main())

# --- shield
import asyncio
async def work(n):
    try: await asyncio.sleep(0.02); print('finished', n); return n
    except asyncio.CancelledError: print('cancelled', n); raise
async def main():
    inner = asyncio.create_task(work(1))
    async def outer(): return await asyncio.shield(inner)
    o = asyncio.create_task(outer())
    await asyncio.sleep(0)
    o.cancel()
    try: await o
    except asyncio.CancelledError: print('outer cancelled', inner.done(), inner.cancelled())
    print(await inner)
    s = asyncio.shield(asyncio.create_task(work(2)))
    print(type(s).__name__, await s)
    inner = asyncio.create_task(work(3)); s = asyncio.shield(inner)
    await asyncio.sleep(0)
    inner.cancel()
    try: await s
    except asyncio.CancelledError: print('inner was cancelled', s.cancelled())
    done = asyncio.create_task(work(4)); await done
    print(asyncio.shield(done) is done)
    try: asyncio.shield(5)
    except TypeError as e: print(e)
asyncio.run(main())

# --- cancelling: counts, messages, order
import asyncio
async def stubborn():
    for i in range(3):
        try: await asyncio.sleep(1)
        except asyncio.CancelledError as e: print('refused', i, e.args)
    return 'done anyway'
async def main():
    t = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    for m in ('one', None, 'three'):
        print(t.cancel(m) if m else t.cancel(), t.cancelling())
        await asyncio.sleep(0)
    print(t.uncancel(), t.cancelling(), await t, t.cancelled(), t.cancel())
    async def sleeper(n):
        try: await asyncio.sleep(1)
        except asyncio.CancelledError as e: print('cancel', n, e.args); raise
    ts = [asyncio.create_task(sleeper(i)) for i in range(3)]
    await asyncio.sleep(0)
    for t in reversed(ts): t.cancel(f'no {t.get_name() is not None}')
    r = await asyncio.gather(*ts, return_exceptions=True)
    print([repr(x) for x in r], [t.cancelled() for t in ts])
    t = asyncio.create_task(sleeper('unstarted')); t.cancel('early')
    try: await t
    except asyncio.CancelledError as e: print('early', e.args)
    g = asyncio.gather(sleeper('g1'), sleeper('g2')); await asyncio.sleep(0); print(g.cancel())
    try: await g
    except asyncio.CancelledError as e: print('gather', e.args, g.cancelled())
    try: ts[0].result()
    except asyncio.CancelledError as e: print(repr(e))
    try: ts[0].exception()
    except asyncio.CancelledError as e: print(repr(e))
asyncio.run(main())

# --- task groups
import asyncio
async def fail(n, t=0):
    await asyncio.sleep(t); raise ValueError(n)
async def wait_long(n):
    try: await asyncio.sleep(5)
    except asyncio.CancelledError: print('cancelled', n); raise
async def main():
    try:
        async with asyncio.TaskGroup() as g:
            g.create_task(fail('a')); g.create_task(wait_long('w')); g.create_task(fail('b'))
    except* ValueError as e: print(e.message, sorted(repr(x) for x in e.exceptions))
    try:
        async with asyncio.TaskGroup() as g:
            g.create_task(wait_long('body'))
            await asyncio.sleep(0)
            raise KeyError('in body')
    except* KeyError as e: print(repr(e))
    g = asyncio.TaskGroup()
    c = fail('x')
    try: g.create_task(c)
    except RuntimeError as e: print(e)
    c.close()
    print(repr(g))
    async with g: print(repr(g))
    print(repr(g))
    try:
        async with g: pass
    except RuntimeError as e: print(e)
    c = fail('y')
    try: g.create_task(c)
    except RuntimeError as e: print(e)
    c.close()
    async with asyncio.TaskGroup() as g:
        t = g.create_task(asyncio.sleep(0, 'r'), name='named')
        print(t.get_name())
    print(t.result())
    async def nested():
        async with asyncio.TaskGroup() as g:
            g.create_task(fail('deep'))
    try:
        async with asyncio.TaskGroup() as g: g.create_task(nested())
    except* ValueError as e: print(repr(e))
    async def cancel_me():
        async with asyncio.TaskGroup() as g: g.create_task(wait_long('child'))
    t = asyncio.create_task(cancel_me()); await asyncio.sleep(0.01); t.cancel()
    try: await t
    except asyncio.CancelledError: print('group cancelled')
asyncio.run(main())

# --- futures and their reprs
import asyncio
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, '-', e)
async def main():
    loop = asyncio.get_running_loop()
    f = loop.create_future()
    print(f)
    t(f.result); t(f.exception); t(lambda: f.set_exception(5)); t(lambda: f.set_exception(StopIteration)); t(lambda: f.set_exception(ValueError))
    print(f)
    t(f.result); t(f.exception); t(lambda: f.set_result(1)); t(f.cancel); t(f.done); t(f.cancelled)
    f = loop.create_future(); f.set_result('x' * 5); print(f)
    f = loop.create_future(); f.cancel('why'); print(f); t(f.result); t(f.exception)
    f = loop.create_future(); f.add_done_callback(print); print(f.remove_done_callback(print), f.remove_done_callback(print)); f.cancel()
    order = []
    f = loop.create_future()
    for i in range(3): f.add_done_callback(lambda fut, i=i: order.append((i, fut.result())))
    f.set_result('v'); print(order); await asyncio.sleep(0); print(order)
    t(lambda: asyncio.isfuture(f)); t(lambda: asyncio.iscoroutine(f)); t(lambda: asyncio.ensure_future(f) is f); t(lambda: asyncio.ensure_future(5))
    async def co(): return 1
    task = asyncio.ensure_future(co()); t(lambda: task.set_result(1)); t(lambda: task.set_exception(ValueError())); t(task.get_coro().__name__.upper); print(await task)
    t(lambda: asyncio.create_task(5)); t(lambda: asyncio.current_task() in asyncio.all_tasks()); t(lambda: len(asyncio.all_tasks()))
asyncio.run(main())
t(lambda: asyncio.get_running_loop()); t(lambda: asyncio.current_task()); t(lambda: asyncio.run(5))
c = main()
t(lambda: asyncio.create_task(c)); c.close()

# --- Runner
import asyncio
async def co(x): await asyncio.sleep(0); return x
with asyncio.Runner() as r:
    print(r.run(co(1)), r.run(co(2)), r.get_loop().is_running(), r.get_loop().is_closed())
    loop = r.get_loop()
    try: r.run(5)
    except TypeError as e: print(e)
    async def bad(): raise ValueError('b')
    try: r.run(bad())
    except ValueError as e: print(e)
print(loop.is_closed())
c = co(3)
try: r.run(c)
except RuntimeError as e: print(e)
c.close()
async def inside():
    c = co(4)
    try: asyncio.run(c)
    except RuntimeError as e: print(e)
    c.close()
asyncio.run(inside())
async def leftover():
    async def forever():
        try: await asyncio.sleep(100)
        finally: print('cleaned up')
    asyncio.create_task(forever()); await asyncio.sleep(0); return 'left'
print(asyncio.run(leftover()))
print(asyncio.run(co(6), debug=False))

# --- what the exception handler is told
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    said = []
    loop.set_exception_handler(lambda l, c: said.append((c['message'], repr(c.get('exception')))))
    loop.call_exception_handler({'message': 'by hand', 'exception': ValueError(1)})
    print([(m.split('(')[0], e) for m, e in said], loop.get_exception_handler() is not None)
    loop.set_exception_handler(None)
    print(loop.get_exception_handler())
    try: loop.set_exception_handler(5)
    except TypeError as e: print(e)
asyncio.run(main())

# --- handles and timers
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    order = []
    h = loop.call_later(0.02, order.append, 'later'); loop.call_soon(order.append, 'soon'); h2 = loop.call_at(loop.time() + 0.01, order.append, 'at')
    dead = loop.call_later(0.005, order.append, 'dead'); dead.cancel()
    print(h.cancelled(), dead.cancelled(), h.when() > h2.when(), order)
    await asyncio.sleep(0.04)
    print(order)
    try: loop.call_later(None, print)
    except TypeError as e: print(e)
    print(loop.is_running(), loop.is_closed(), loop.get_debug())
    try: loop.run_until_complete(None)
    except (RuntimeError, TypeError) as e: print(type(e).__name__, e)
asyncio.run(main())

# --- locks in odd places
import asyncio
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, '-', e)
async def main():
    l = asyncio.Lock()
    t(l.release); t(l.locked); print(await l.acquire(), l.locked())
    waiters = [asyncio.create_task(l.acquire()) for _ in range(2)]
    await asyncio.sleep(0)
    waiters[0].cancel(); l.release(); await asyncio.sleep(0.01); print([w.cancelled() for w in waiters], l.locked())
    s = asyncio.BoundedSemaphore(1)
    t(s.release); t(lambda: asyncio.Semaphore(-1)); await s.acquire(); print(s.locked()); s.release()
    c = asyncio.Condition()
    t(c.notify); t(c.notify_all)
    async with c: t(lambda: c.notify(3)); print(await c.wait_for(lambda: True))
    try: await c.wait()
    except RuntimeError as e: print(e)
    e = asyncio.Event(); print(e.is_set()); e.set(); print(await e.wait(), e.is_set()); e.clear(); print(e.is_set())
    q = asyncio.Queue(1)
    t(q.get_nowait); q.put_nowait(1); t(lambda: q.put_nowait(2)); t(q.full); t(q.qsize); t(q.task_done); t(q.task_done)
    q.shutdown(); t(lambda: q.put_nowait(3)); print(await q.get())
    try: await q.get()
    except asyncio.QueueShutDown as e: print(repr(e))
    p = asyncio.PriorityQueue(); [p.put_nowait(x) for x in (3, 1, 2)]; print([p.get_nowait() for _ in range(3)])
    p = asyncio.LifoQueue(); [p.put_nowait(x) for x in (3, 1, 2)]; print([p.get_nowait() for _ in range(3)], p.empty(), p.maxsize)
    b = asyncio.Barrier(2)
    print(b.parties, b.n_waiting, b.broken)
    r = await asyncio.gather(b.wait(), b.wait()); print(sorted(r))
    w = asyncio.create_task(b.wait()); await asyncio.sleep(0); print(b.n_waiting); await b.abort()
    try: await w
    except asyncio.BrokenBarrierError as e: print(repr(e))
    t(lambda: asyncio.Barrier(0))
    try:
        with l: pass
    except TypeError as e: print(e)
asyncio.run(main())
