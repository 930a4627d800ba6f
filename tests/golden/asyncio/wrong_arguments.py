# asyncio: what is no loop, no future, no exception, where one is expected.
# oracle: native
import asyncio

async def main():
    print(asyncio.all_tasks(5), asyncio.current_task(5))
    coroutine = nothing()
    for make in (lambda: asyncio.Future(loop=5), lambda: asyncio.ensure_future(coroutine, loop="x")):
        try:
            print(make())
        except AttributeError as e:
            print(type(e).__name__)
    coroutine.close()

async def nothing():
    pass

asyncio.run(main())

# --- gather refuses its second argument: the first is as before
# oracle: native
import asyncio

async def main():
    future = asyncio.get_running_loop().create_future()
    try:
        asyncio.gather(future, 5)
    except TypeError as e:
        print(e)
    future.set_result(1)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print(future.result())

asyncio.run(main())

# --- a group that was not entered
# oracle: native
import asyncio

async def main():
    group = asyncio.TaskGroup()
    try:
        print(await group.__aexit__(None, None, None))
    except Exception as e:
        print(type(e).__name__)

asyncio.run(main())
