# A cooperative scheduler made of generators, then the same with asyncio.
import asyncio


def scheduler(tasks):
    clock, queue, order = 0, [], 0
    for task in tasks:
        queue.append((0, order, task, None))
        order += 1
    while queue:
        queue.sort(key=lambda item: item[:2])
        when, _, task, value = queue.pop(0)
        clock = max(clock, when)
        try:
            delay = task.send(value)
        except StopIteration as stop:
            print(f"[{clock:>3}] finished with {stop.value!r}")
            continue
        queue.append((clock + delay, order, task, clock + delay))
        order += 1
    return clock


def worker(name, delays):
    total = 0
    for delay in delays:
        now = yield delay
        total += delay
        print(f"[{now:>3}] {name} woke")
    return name, total


print(scheduler([worker("a", [3, 3]), worker("b", [1, 1, 1, 1]), worker("c", [5])]))


async def stage(name, source, sink, transform):
    while (item := await source.get()) is not None:
        result = transform(item)
        print(f"{name}: {item} -> {result}")
        await sink.put(result)
    await sink.put(None)


async def pipeline():
    q1, q2, q3 = asyncio.Queue(), asyncio.Queue(1), asyncio.Queue()
    for n in range(1, 5):
        q1.put_nowait(n)
    q1.put_nowait(None)
    await asyncio.gather(stage("square", q1, q2, lambda x: x * x), stage("label", q2, q3, lambda x: f"<{x}>"))
    out = []
    while (item := await q3.get()) is not None:
        out.append(item)
    return out


print(asyncio.run(pipeline()))


async def event_bus():
    handlers = {}

    def on(event):
        def register(f):
            handlers.setdefault(event, []).append(f)
            return f
        return register

    async def emit(event, *args):
        return await asyncio.gather(*(h(*args) for h in handlers.get(event, [])))

    @on("greet")
    async def polite(name):
        await asyncio.sleep(0.002)
        return f"Good day, {name}"

    @on("greet")
    async def short(name):
        return f"Hi {name}"

    @on("fail")
    async def broken():
        raise ValueError("handler broke")

    print(await emit("greet", "Ann"), await emit("nothing"))
    try:
        await emit("fail")
    except ValueError as e:
        print("caught", e)


asyncio.run(event_bus())


async def retrying():
    attempts = 0

    async def unreliable():
        nonlocal attempts
        attempts += 1
        await asyncio.sleep(0)
        if attempts < 3:
            raise ConnectionError(f"attempt {attempts}")
        return "connected"

    for delay in (0.001, 0.002, 0.004):
        try:
            return await unreliable()
        except ConnectionError as e:
            print("retry after", e)
            await asyncio.sleep(delay)
    return "gave up"


print(asyncio.run(retrying()))
