# run, create_task, await order.
import asyncio
async def w(n, t):
    print('start', n)
    await asyncio.sleep(t)
    print('end', n)
    return n * 10
async def main():
    print(await w(1, 0))
    a = asyncio.create_task(w(2, 0.02))
    b = asyncio.create_task(w(3, 0.01))
    print('created')
    print(await a, await b)
    return 'main result'
print(asyncio.run(main()))

# --- gather
import asyncio
async def w(n, t):
    await asyncio.sleep(t)
    if n == 'bad': raise ValueError('bad one')
    return n
async def main():
    print(await asyncio.gather(w('a', .03), w('b', .01), w('c', 0)))
    print(await asyncio.gather())
    r = await asyncio.gather(w('a', 0), w('bad', 0), return_exceptions=True)
    print([repr(x) for x in r])
    try: await asyncio.gather(w('a', 0), w('bad', 0))
    except ValueError as e: print('raised', e)
    print(await asyncio.gather(*[w(i, .01 * (3 - i)) for i in range(3)]))
asyncio.run(main())

# --- wait_for and timeout
import asyncio
async def slow(): 
    try: await asyncio.sleep(5)
    except asyncio.CancelledError: print('cancelled'); raise
    return 'never'
async def quick(): return 'quick'
async def main():
    print(await asyncio.wait_for(quick(), 1), await asyncio.wait_for(quick(), None))
    try: await asyncio.wait_for(slow(), 0.01)
    except asyncio.TimeoutError as e: print(type(e).__name__, repr(str(e)), asyncio.TimeoutError is TimeoutError)
    try:
        async with asyncio.timeout(0.01): await slow()
    except TimeoutError: print('timed out')
    async with asyncio.timeout(None) as t: print(await quick(), t.when())
    async with asyncio.timeout(5) as t:
        await quick()
    print(t.expired())
    try: await asyncio.wait_for(slow(), 0)
    except TimeoutError: print('zero')
asyncio.run(main())

# --- cancel
import asyncio
async def work():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError as e:
        print('cancelling', e.args)
        raise
    finally:
        print('cleanup')
async def stubborn():
    try: await asyncio.sleep(10)
    except asyncio.CancelledError: return 'refused'
async def main():
    t = asyncio.create_task(work())
    await asyncio.sleep(0)
    print(t.cancel('reason'), t.done(), t.cancelling())
    try: await t
    except asyncio.CancelledError as e: print('main saw', e.args)
    print(t.cancelled(), t.done(), t.cancel())
    s = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    s.cancel()
    print(await s, s.cancelled())
    n = asyncio.create_task(work())
    n.cancel()
    try: await n
    except asyncio.CancelledError: print('never started')
    print(issubclass(asyncio.CancelledError, Exception), issubclass(asyncio.CancelledError, BaseException))
asyncio.run(main())

# --- task results, exceptions and names
import asyncio
async def ok(): return 5
async def bad(): raise KeyError('k')
async def main():
    t = asyncio.create_task(ok(), name='first')
    print(t.get_name(), t.done())
    try: t.result()
    except asyncio.InvalidStateError as e: print(type(e).__name__, e)
    await t
    print(t.done(), t.result(), t.exception(), t.cancelled())
    u = asyncio.create_task(bad())
    try: await u
    except KeyError as e: print(repr(e))
    print(repr(u.exception()), u.done())
    try: u.result()
    except KeyError: print('again')
    t.set_name('renamed')
    print(t.get_name(), asyncio.current_task().get_name().startswith('Task-'), len(asyncio.all_tasks()))
    log = []
    v = asyncio.create_task(ok())
    v.add_done_callback(lambda f: log.append(f.result()))
    await v
    await asyncio.sleep(0)
    print(log, await v, await v)
asyncio.run(main())

# --- TaskGroup
import asyncio
async def w(n, t=0, fail=False):
    await asyncio.sleep(t)
    print('w', n)
    if fail: raise ValueError(n)
    return n
async def main():
    async with asyncio.TaskGroup() as tg:
        a = tg.create_task(w(1, .02))
        b = tg.create_task(w(2, .01))
    print(a.result(), b.result())
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(w('x', .01, True))
            c = tg.create_task(w('never', 5))
    except* ValueError as eg:
        print(repr(eg), c.cancelled())
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(w('q', .01))
            raise KeyError('body')
    except* KeyError as eg: print([repr(e) for e in eg.exceptions])
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(w('p', 0, True))
            tg.create_task(w('r', 0, True))
    except ExceptionGroup as eg: print(eg, [str(e) for e in eg.exceptions])
asyncio.run(main())

# --- Queue: producer and consumers
import asyncio
async def producer(q):
    for i in range(5):
        await q.put(i)
        print('put', i, q.qsize())
    await q.put(None)
async def consumer(q):
    total = 0
    while (x := await q.get()) is not None:
        print('got', x)
        total += x
        q.task_done()
    return total
async def main():
    q = asyncio.Queue(maxsize=2)
    _, total = await asyncio.gather(producer(q), consumer(q))
    print(total, q.empty(), q.full(), q.maxsize)
    try: q.get_nowait()
    except asyncio.QueueEmpty as e: print(type(e).__name__)
    q.put_nowait(1); q.put_nowait(2)
    try: q.put_nowait(3)
    except asyncio.QueueFull as e: print(type(e).__name__)
    p = asyncio.PriorityQueue()
    for x in (3, 1, 2): p.put_nowait(x)
    print([p.get_nowait() for _ in range(3)])
    l = asyncio.LifoQueue()
    for x in 'abc': l.put_nowait(x)
    print([await l.get() for _ in range(3)])
asyncio.run(main())

# --- Queue.join and task_done
import asyncio
async def worker(name, q):
    while True:
        x = await q.get()
        await asyncio.sleep(x * .01)
        print(name, x)
        q.task_done()
async def main():
    q = asyncio.Queue()
    for x in (3, 1, 2, 1): q.put_nowait(x)
    ws = [asyncio.create_task(worker(f'w{i}', q)) for i in range(2)]
    await q.join()
    for w in ws: w.cancel()
    r = await asyncio.gather(*ws, return_exceptions=True)
    print([type(x).__name__ for x in r])
    try: q.task_done()
    except ValueError as e: print(e)
    q.shutdown()
    try: await q.put(1)
    except asyncio.QueueShutDown as e: print(type(e).__name__)
asyncio.run(main())

# --- Lock, Event, Semaphore, Condition, Barrier
import asyncio
log = []
async def locked(n, lock):
    async with lock:
        log.append(f'in{n}')
        await asyncio.sleep(0)
        log.append(f'out{n}')
async def waiter(ev, n):
    await ev.wait()
    log.append(f'ev{n}')
async def cons(c):
    async with c:
        await c.wait()
        log.append('notified')
async def main():
    lock = asyncio.Lock()
    await asyncio.gather(*(locked(i, lock) for i in range(3)))
    print(log, lock.locked()); log.clear()
    ev = asyncio.Event()
    ts = [asyncio.create_task(waiter(ev, i)) for i in range(2)]
    await asyncio.sleep(0)
    print(ev.is_set()); ev.set(); await asyncio.gather(*ts); print(log, ev.is_set()); ev.clear(); log.clear()
    sem = asyncio.Semaphore(2)
    active = peak = 0
    async def job():
        nonlocal active, peak
        async with sem:
            active += 1; peak = max(peak, active)
            await asyncio.sleep(0.01)
            active -= 1
    await asyncio.gather(*(job() for _ in range(5)))
    print(peak, sem.locked())
    c = asyncio.Condition()
    ts = [asyncio.create_task(cons(c)) for _ in range(2)]
    await asyncio.sleep(0)
    async with c: c.notify_all()
    await asyncio.gather(*ts)
    print(log)
    try: lock.release()
    except RuntimeError as e: print(e)
    bs = asyncio.BoundedSemaphore(1)
    try: bs.release()
    except ValueError as e: print(e)
    b = asyncio.Barrier(3)
    print(sorted(await asyncio.gather(*(b.wait() for _ in range(3)))), b.parties)
asyncio.run(main())

# --- wait and as_completed
import asyncio
async def w(n, t):
    await asyncio.sleep(t)
    if n == 'err': raise ValueError('err')
    return n
async def main():
    ts = [asyncio.create_task(w(i, .01 * i)) for i in (3, 1, 2)]
    done, pending = await asyncio.wait(ts, return_when=asyncio.FIRST_COMPLETED)
    print([t.result() for t in done], len(pending))
    done, pending = await asyncio.wait(ts, timeout=1)
    print(sorted(t.result() for t in done), len(pending))
    for c in asyncio.as_completed([w('a', .03), w('b', .01), w('c', .02)]): print(await c)
    ts = [asyncio.create_task(w(n, t)) for n, t in (('err', .01), ('x', 5))]
    done, pending = await asyncio.wait(ts, return_when=asyncio.FIRST_EXCEPTION)
    print([repr(t.exception()) for t in done], len(pending))
    for p in pending: p.cancel()
    d, p = await asyncio.wait([asyncio.create_task(w('slow', 5))], timeout=.01)
    print(len(d), len(p)); [x.cancel() for x in p]
    try: await asyncio.wait([])
    except ValueError as e: print(e)
asyncio.run(main())

# --- futures
import asyncio
async def main():
    loop = asyncio.get_running_loop()
    f = loop.create_future()
    loop.call_soon(f.set_result, 'soon')
    print(await f, f.done(), f.result())
    g = loop.create_future()
    loop.call_later(0.01, g.set_exception, ValueError('later'))
    try: await g
    except ValueError as e: print(e)
    h = loop.create_future()
    try: h.result()
    except asyncio.InvalidStateError as e: print(e)
    h.set_result(1)
    try: h.set_result(2)
    except asyncio.InvalidStateError as e: print(e)
    k = loop.create_future()
    print(k.cancel(), k.cancelled())
    try: await k
    except asyncio.CancelledError: print('cancelled')
    order = []
    loop.call_soon(order.append, 1); loop.call_soon(order.append, 2); loop.call_later(0, order.append, 3)
    await asyncio.sleep(0.01)
    print(order)
asyncio.run(main())

# --- errors of use
import asyncio
async def f(): return 1
try: asyncio.run(5)
except (TypeError, ValueError) as e: print(type(e).__name__, e)
try: asyncio.get_running_loop()
except RuntimeError as e: print(e)
c = f()
try: asyncio.create_task(c)
except RuntimeError as e: print(e)
c.close()
async def main():
    c = f()
    try: asyncio.run(c)
    except RuntimeError as e: print(e)
    c.close()
    c = f()
    await c
    try: await c
    except RuntimeError as e: print(e)
    try: await asyncio.gather(5)
    except TypeError as e: print(e)
    try: asyncio.create_task(5)
    except TypeError as e: print(e)
    try: await asyncio.sleep('x')
    except TypeError as e: print(e)
    print(await asyncio.sleep(0, 'result'), await asyncio.sleep(0.001, result=5))
asyncio.run(main())
print(asyncio.run(f()), asyncio.run(f()), asyncio.iscoroutine(5))

# --- exceptions out of run
import asyncio
async def bad():
    await asyncio.sleep(0)
    raise ValueError('from task')
async def main():
    t = asyncio.create_task(bad())
    try: await t
    except ValueError as e: print('awaited', e)
    raise KeyError('from main')
try: asyncio.run(main())
except KeyError as e: print(repr(e))
async def ex(): raise SystemExit(3)
try: asyncio.run(ex())
except SystemExit as e: print('exit', e.code)

# --- order of ready tasks
import asyncio
log = []
async def t(n):
    for i in range(3):
        log.append(f'{n}{i}')
        await asyncio.sleep(0)
async def main():
    a, b = asyncio.create_task(t('a')), asyncio.create_task(t('b'))
    await t('m')
    await a; await b
    print(' '.join(log)); log.clear()
    await asyncio.gather(t('x'), t('y'))
    print(' '.join(log)); log.clear()
    for n, d in (('p', .03), ('q', .01), ('r', .02)):
        asyncio.create_task(late(n, d))
    await asyncio.sleep(.05)
    print(log)
async def late(n, d):
    await asyncio.sleep(d)
    log.append(n)
asyncio.run(main())

# --- async generators and comprehensions inside tasks
import asyncio
async def ticker(n, d):
    for i in range(n):
        await asyncio.sleep(d)
        yield i
async def main():
    print([x async for x in ticker(3, .001)])
    async def total(name, n):
        s = 0
        async for x in ticker(n, .001): s += x
        return name, s
    print(await asyncio.gather(total('a', 3), total('b', 5)))
    print({k: v for k, v in await asyncio.gather(total('c', 2), total('d', 4))})
    agen = ticker(10, 0)
    async for x in agen:
        if x == 2: break
    await agen.aclose()
    print(x)
asyncio.run(main())

# --- shield, to cancel or not
import asyncio
async def important():
    await asyncio.sleep(.02)
    print('important done')
    return 'r'
async def main():
    t = asyncio.create_task(important())
    try: await asyncio.wait_for(asyncio.shield(t), .01)
    except TimeoutError: print('timeout, still running', t.done())
    print(await t)
    async def parent():
        await asyncio.sleep(1)
    p = asyncio.create_task(parent())
    await asyncio.sleep(0)
    p.cancel()
    r = await asyncio.gather(p, return_exceptions=True)
    print(type(r[0]).__name__)
asyncio.run(main())

# --- Runner
import asyncio
async def f(x): return x
with asyncio.Runner() as r:
    print(r.run(f(1)), r.run(f(2)))

# --- running synchronously looking code
import asyncio
async def fetch(url):
    await asyncio.sleep(len(url) * .001)
    return {'url': url, 'len': len(url)}
async def main():
    urls = ['aaa', 'b', 'cc']
    sem = asyncio.Semaphore(2)
    async def limited(u):
        async with sem: return await fetch(u)
    results = await asyncio.gather(*map(limited, urls))
    for r in sorted(results, key=lambda r: r['len']): print(r)
    tasks = {u: asyncio.create_task(fetch(u)) for u in urls}
    print({u: (await t)['len'] for u, t in tasks.items()})
if __name__ == '__main__': asyncio.run(main())
