# asyncio: CPython 3.14 library, "Coroutines and tasks"; what is made without a loop, and what a group refuses.
import asyncio
async def work(): pass
def attempt(call, *args):
    try: print(call(*args))
    except RuntimeError as error: print(error)
waits = work()
for call, args in ((asyncio.ensure_future, (waits,)), (asyncio.gather, (waits,)), (asyncio.gather, ()), (asyncio.shield, (waits,)), (asyncio.Future, ()), (asyncio.Task, (waits,)),
                   (asyncio.create_task, (waits,)), (asyncio.current_task, ()), (asyncio.all_tasks, ()), (asyncio.get_running_loop, ()), (asyncio.get_event_loop, ())): attempt(call, *args)
attempt(lambda: list(asyncio.as_completed([waits])))
waits.close()

# --- a group that is over closes what it is given
import asyncio
async def work(): pass
async def refused(group):
    given = work()
    try: group.create_task(given)
    except RuntimeError as error: print(error)
    try: await given
    except RuntimeError as error: print(error)
async def fails(): 1 / 0
async def tries(group):
    try: await asyncio.sleep(5)
    finally: await refused(group)
async def main():
    await refused(asyncio.TaskGroup())
    group = asyncio.TaskGroup()
    try:
        async with group:
            group.create_task(tries(group))
            group.create_task(fails())
    except* ZeroDivisionError as error: print(error.exceptions)
    await refused(group)
    try: group.create_task(7)
    except AttributeError as error: print(error)
asyncio.run(main())

# --- what is due within a millisecond is ready together
# oracle: native
import asyncio
async def fails(number):
    await asyncio.sleep(0.02)
    raise ValueError(number)
async def main():
    try:
        async with asyncio.TaskGroup() as group:
            for number in range(5): group.create_task(fails(number))
    except* ValueError as error: print(error.exceptions)
asyncio.run(main())
