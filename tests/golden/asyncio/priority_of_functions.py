# asyncio.PriorityQueue: what compares its items. CPython 3.14 library, "asyncio.PriorityQueue".
import asyncio

queue = asyncio.PriorityQueue()
for item in (2, 'b'), (1, 'z'), (2, 'a'):
    queue.put_nowait(item)
print([queue.get_nowait() for _ in range(3)])

# --- functions of the program
# CPython: put_nowait() and get_nowait() compare items within themselves, where no function of the program can run
import asyncio
import functools

key = functools.cmp_to_key(lambda a, b: a - b)
queue = asyncio.PriorityQueue()
queue.put_nowait(key(3))
try:
    queue.put_nowait(key(1))
except TypeError as e:
    print(e)
