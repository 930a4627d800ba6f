# Workers, rate limits, timeouts and results in order, on a virtual schedule.
import asyncio
from collections import Counter

async def fetch(url, delays, attempts):
    attempts[url] += 1
    await asyncio.sleep(delays.get(url, 0.01))
    if url.endswith('/flaky') and attempts[url] < 3: raise ConnectionError(f'{url} refused (try {attempts[url]})')
    if url.endswith('/gone'): raise LookupError(f'{url} not found')
    return f'<{url}>'

async def with_retry(make, tries, pause=0.001):
    for n in range(1, tries + 1):
        try: return await make()
        except ConnectionError as e:
            if n == tries: raise
            await asyncio.sleep(pause * n)

async def worker(name, queue, results, limit):
    while True:
        index, job = await queue.get()
        try:
            async with limit:
                results[index] = ('ok', await asyncio.wait_for(job(), timeout=0.5))
        except TimeoutError: results[index] = ('timeout', None)
        except Exception as e: results[index] = (type(e).__name__, str(e))
        finally: queue.task_done()

async def main():
    urls = ['a', 'b/flaky', 'c', 'd/gone', 'slow', 'e']
    delays, attempts = {'slow': 30, 'a': 0.02}, Counter()
    queue, results, limit = asyncio.Queue(), {}, asyncio.Semaphore(2)
    for i, url in enumerate(urls): queue.put_nowait((i, lambda url=url: with_retry(lambda: fetch(url, delays, attempts), 3)))
    workers = [asyncio.create_task(worker(f'w{i}', queue, results, limit), name=f'w{i}') for i in range(3)]
    await queue.join()
    for w in workers: w.cancel()
    print(await asyncio.gather(*workers, return_exceptions=True) == [], [w.cancelled() for w in workers])
    for i, url in enumerate(urls): print(f'{url:8}', *results[i])
    print(sorted(attempts.items()))

    async def ticker(n, every):
        for i in range(n):
            yield i
            await asyncio.sleep(every)
    print([i async for i in ticker(4, 0)], {i: i * i async for i in ticker(3, 0) if i})

    progress = []
    async def step(n):
        progress.append(f's{n}')
        await asyncio.sleep(0)
        progress.append(f'e{n}')
        if n == 2: raise ValueError('two')
        return n
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(step(n)) for n in range(4)]
    except* ValueError as eg:
        print('group failed:', [str(e) for e in eg.exceptions])
    print(progress, [t.result() if not t.cancelled() and not t.exception() else 'x' for t in tasks])

    event, order = asyncio.Event(), []
    async def waiter(n):
        await event.wait()
        order.append(n)
    waiting = [asyncio.create_task(waiter(n)) for n in range(3)]
    await asyncio.sleep(0)
    order.append('set'); event.set()
    await asyncio.gather(*waiting)
    print(order)

    balance, lock = 100, asyncio.Lock()
    async def spend(n):
        nonlocal balance
        async with lock:
            seen = balance
            await asyncio.sleep(0)
            balance = seen - n
    await asyncio.gather(*(spend(n) for n in (10, 20, 30)))
    print(balance, lock.locked())
asyncio.run(main())
