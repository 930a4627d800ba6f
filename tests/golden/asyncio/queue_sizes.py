# asyncio.Queue(maxsize): a float is one too; str() shows no place. CPython 3.14 library, "asyncio.Queue".
import asyncio

for size in 1.5, 2.0, -0.5, 0.0, float('inf'), float('nan'), float('-inf'), True, 3:
    queue = asyncio.Queue(maxsize=size)
    put = 0
    while put < 5 and not queue.full():
        queue.put_nowait(put)
        put += 1
    print(queue.maxsize, put, queue.full(), queue)
for make in asyncio.PriorityQueue, asyncio.LifoQueue:
    queue = make(1.25)
    queue.put_nowait('b')
    queue.put_nowait('a')
    print(queue, f'{queue!s}', '%s' % queue)
    try:
        queue.put_nowait(0)
    except asyncio.QueueFull as e:
        print(repr(e))
