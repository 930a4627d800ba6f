# contextvars and asyncio: CPython 3.14 library, "asyncio support".
import asyncio
from contextvars import ContextVar, copy_context

v = ContextVar('v', default='default')


async def child(name):
    print(name, 'starts with', v.get())
    v.set(name)
    await asyncio.sleep(0)
    print(name, 'still has', v.get())
    return v.get()


async def main():
    v.set('main')
    first = asyncio.create_task(child('first'))
    v.set('main 2')
    second = asyncio.create_task(child('second'))
    print(await first, await second, v.get())
    print(await asyncio.gather(child('g1'), child('g2')), v.get())
    print(await child('awaited'), v.get())
    async with asyncio.TaskGroup() as group:
        group.create_task(child('in group'))
    print(v.get())


print(v.get())
asyncio.run(main())
print(v.get())

# --- context= of tasks, callbacks and futures
import asyncio
from contextvars import ContextVar, copy_context

v = ContextVar('v', default=0)


async def setter(value):
    old = v.get()
    v.set(value)
    await asyncio.sleep(0)
    return old, v.get()


async def main():
    loop = asyncio.get_running_loop()
    c = copy_context()
    print(await asyncio.create_task(setter(5), context=c), c[v], v.get())
    print(await loop.create_task(setter(6), context=c), c[v], v.get())
    async with asyncio.TaskGroup() as group:
        t = group.create_task(setter(7), context=c)
    print(t.result(), c[v], t.get_context() is c)
    seen = []
    v.set('here')
    loop.call_soon(lambda: (seen.append(v.get()), v.set('callback')))
    loop.call_soon(lambda: seen.append(v.get()), context=c)
    loop.call_later(0.001, lambda: seen.append(v.get()))
    v.set('later')
    future = loop.create_future()
    future.add_done_callback(lambda f: seen.append(('done', v.get())))
    v.set('latest')
    future.add_done_callback(lambda f: seen.append(('in c', v.get())), context=c)
    future.set_result(None)
    await asyncio.sleep(0.01)
    future.add_done_callback(lambda f: seen.append(('after', v.get())))
    await asyncio.sleep(0)
    print(seen, v.get())
    f = lambda f: seen.append('removed')
    other = loop.create_future()
    other.add_done_callback(f)
    print(other.remove_done_callback(f))


asyncio.run(main())
print(v.get())

# --- Runner has one context; to_thread copies
import asyncio
from contextvars import ContextVar, copy_context

v = ContextVar('v', default=0)


async def step():
    v.set(v.get() + 1)
    return v.get()


with asyncio.Runner() as runner:
    print(runner.run(step()), runner.run(step()), v.get())
    c = copy_context()
    print(runner.run(step(), context=c), c[v], runner.run(step()))


async def main():
    v.set('main')
    task = asyncio.current_task()
    print(task.get_context()[v])


asyncio.run(main())

# --- to_thread copies
# oracle: native
import asyncio
from contextvars import ContextVar, copy_context

v = ContextVar('v', default=0)


def work(x):
    old = v.get()
    v.set(x)
    return old, v.get()


async def main():
    v.set('main')
    print(await asyncio.to_thread(work, 1), v.get())
    print(await asyncio.get_running_loop().run_in_executor(None, work, 2), v.get())


asyncio.run(main())

# --- async generators and context managers
import asyncio
import contextlib
from contextvars import ContextVar

request = ContextVar('request')


@contextlib.asynccontextmanager
async def handling(name):
    token = request.set(name)
    try:
        yield request.get()
    finally:
        request.reset(token)


async def handler(name):
    async with handling(name) as n:
        await asyncio.sleep(0)
        print(n, request.get())
    print(request.get('nothing'))


async def main():
    await asyncio.gather(*(handler(f'r{i}') for i in range(3)))
    print(request.get('nothing'))


asyncio.run(main())
