# Programs that stand at questions to their host: in the middle of whatever can wait.
import time
for i in range(3):
    name = input('name? ')
    time.sleep(.5)
    print(name, fetch(name, limit=i), time.time())

# --- in natives that call back
import functools, itertools
print(sorted([3, 1, 2], key=fetch), min('abc', key=lambda c: lookup(c)), list(map(fetch, range(3), 'abc')))
print(functools.reduce(lambda a, b: fetch(a, b), range(4)), list(filter(ask, [1, 2])), sum(fetch(i) for i in range(3)))
print([*itertools.takewhile(lambda i: ask(i), [1, 2])], {fetch(i): fetch(i + 1) for i in range(3)}, f'{fetch(1):>{fetch(2)}}')

# --- in handlers, with blocks and generators
from contextlib import contextmanager, ExitStack
@contextmanager
def opened(name):
    handle = open_it(name)
    try:
        yield handle
    finally:
        close_it(handle)
def values():
    for i in range(3):
        try:
            yield fetch(i)
        except ValueError as e:
            note(e)
with opened('a') as a, ExitStack() as stack:
    stack.callback(close_it, 'b')
    stack.enter_context(opened('c'))
    try:
        raise ValueError(fetch(1))
    except ValueError as e:
        note(str(e), input())
        for value in values():
            note(value)

# --- in the middle of imports
first()
import json, argparse, decimal, random, uuid, pathlib
second()
import configparser, logging, zoneinfo, statistics
print(random.SystemRandom().random() < 2, uuid.uuid4().version, json.dumps({'a': third()}))

# --- asyncio
import asyncio
async def work(n):
    await asyncio.sleep(n / 10)
    return await_me(n) + 1
async def main():
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work(i)) for i in range(4)]
    print([task.result() for task in tasks])
    async with asyncio.timeout(5):
        print(await asyncio.gather(work(1), work(2), asyncio.to_thread(fetch, 3)))
    queue = asyncio.Queue(1)
    async def put():
        for i in range(3):
            await queue.put(fetch(i))
    task = asyncio.create_task(put())
    for i in range(3):
        print(await asyncio.wait_for(queue.get(), 2))
    await task
    async def numbers():
        for i in range(3):
            yield fetch(i)
            await asyncio.sleep(0.1)
    print([n async for n in numbers()])
asyncio.run(main())

# --- files, environment and streams
import os, sys, pathlib, tempfile, shutil, glob, datetime
for act in (lambda: open('/tmp/a', 'w').write('text'), lambda: open('/tmp/a').read(), lambda: os.listdir('/'), lambda: [*os.walk('/')], lambda: os.stat('/tmp'),
            lambda: list(pathlib.Path('/').iterdir()), lambda: pathlib.Path('/tmp/b').write_bytes(b'x'), lambda: os.makedirs('/tmp/x/y'), lambda: shutil.rmtree('/tmp/x'),
            lambda: os.environ['HOME'], lambda: os.getenv('A', 1), lambda: sys.stdin.readline(), lambda: sys.stdin.read(), lambda: list(sys.stdin), lambda: sys.stdin.buffer.read(3),
            lambda: tempfile.mkdtemp(), lambda: glob.glob('/tmp/*'), lambda: os.rename('/tmp/a', '/tmp/b'), lambda: os.urandom(8), lambda: datetime.datetime.now(),
            lambda: os.chdir('/tmp'), lambda: os.path.realpath('a/../b'), lambda: os.access('/tmp', 4)):
    try:
        print(act())
    except (OSError, KeyError, TypeError, ValueError) as e:
        print(type(e).__name__)

# --- in code of code
exec("x = fetch(1)\nfor i in range(2): note(i, input())", {'fetch': fetch, 'note': note, 'input': input})
print(eval('fetch(1) + fetch(2)'), [eval('lookup(i)') for i in range(2)])
def deep(n):
    return fetch(n) if n == 0 else deep(n - 1) + 1
print(deep(30))
import re, string
print(re.sub('.', lambda m: str(fetch(m[0])), 'abc'), '{0.x}'.format(type('') and 1 .__class__) if ask() is None else '', json_hook(1))
