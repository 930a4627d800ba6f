# A crawler over an in-memory web with asyncio: workers, timeouts, cancellation, statistics.
import asyncio

WEB = {
    "/": ["/a", "/b", "/missing"],
    "/a": ["/a/1", "/a/2", "/"],
    "/b": ["/slow", "/a"],
    "/a/1": [],
    "/a/2": ["/loop"],
    "/loop": ["/loop"],
    "/slow": ["/never"],
    "/never": [],
}
DELAY = {"/slow": 0.5, "/a": 0.02}


async def fetch(url):
    await asyncio.sleep(DELAY.get(url, 0.01))
    if url not in WEB:
        raise FileNotFoundError(url)
    return WEB[url]


async def crawl(start, workers=3, timeout=0.1):
    queue = asyncio.Queue()
    seen, pages, errors = {start}, {}, {}
    await queue.put((start, 0))

    async def worker(name):
        while True:
            url, depth = await queue.get()
            try:
                async with asyncio.timeout(timeout):
                    links = await fetch(url)
                pages[url] = depth
                for link in links:
                    if link not in seen:
                        seen.add(link)
                        queue.put_nowait((link, depth + 1))
            except TimeoutError:
                errors[url] = "timeout"
            except FileNotFoundError as e:
                errors[url] = f"not found: {e}"
            finally:
                queue.task_done()

    tasks = [asyncio.create_task(worker(i)) for i in range(workers)]
    await queue.join()
    for t in tasks:
        t.cancel()
    outcome = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(o, asyncio.CancelledError) for o in outcome)
    return pages, errors


for workers in (1, 3):
    pages, errors = asyncio.run(crawl("/", workers))
    print(workers, sorted(pages.items()), sorted(errors.items()))


async def bounded_gather(limit, *coroutines):
    semaphore = asyncio.Semaphore(limit)
    running = peak = 0

    async def run(c):
        nonlocal running, peak
        async with semaphore:
            running += 1
            peak = max(peak, running)
            try:
                return await c
            finally:
                running -= 1

    return await asyncio.gather(*map(run, coroutines), return_exceptions=True), peak


async def first_success(*coroutines):
    tasks = {asyncio.create_task(c) for c in coroutines}
    errors = []
    while tasks:
        done, tasks = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for t in done:
            if t.exception() is None:
                for p in tasks:
                    p.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                return t.result(), len(errors)
            errors.append(t.exception())
    raise ExceptionGroup("all failed", errors)


async def after(delay, value):
    await asyncio.sleep(delay)
    if isinstance(value, Exception):
        raise value
    return value


async def ticker(n, interval=0.001):
    for i in range(n):
        await asyncio.sleep(interval)
        yield i


async def merge(*generators):
    queue, finished = asyncio.Queue(), object()

    async def drain(name, g):
        async for x in g:
            await queue.put((name, x))
        await queue.put(finished)

    async with asyncio.TaskGroup() as group:
        for name, g in generators:
            group.create_task(drain(name, g))
        left = len(generators)
        while left:
            item = await queue.get()
            if item is finished:
                left -= 1
            else:
                yield item


async def main():
    results, peak = await bounded_gather(2, *(after(0.01 * i, i) for i in range(4)), after(0, ValueError("bad")))
    print([r if not isinstance(r, Exception) else repr(r) for r in results], peak)
    print(await first_success(after(0.01, ValueError("a")), after(0.03, "late"), after(0.02, "winner")))
    try:
        await first_success(after(0, KeyError("x")), after(0.01, OSError("y")))
    except* KeyError as g:
        print("keys", g.exceptions)
    except* OSError as g:
        print("os", g.exceptions)
    merged = [x async for x in merge(("fast", ticker(4, 0.01)), ("slow", ticker(2, 0.025)))]
    print(sorted(merged), len(merged))
    lock, total = asyncio.Lock(), 0

    async def deposit(n):
        nonlocal total
        async with lock:
            current = total
            await asyncio.sleep(0)
            total = current + n

    await asyncio.gather(*(deposit(n) for n in range(10)))
    print(total)
    done = asyncio.Event()

    async def waiter(name):
        await done.wait()
        return name

    waiting = [asyncio.create_task(waiter(n)) for n in "abc"]
    await asyncio.sleep(0)
    done.set()
    print(await asyncio.gather(*waiting))
    return "finished"


print(asyncio.run(main()))
