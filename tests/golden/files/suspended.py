# Files in the middle of other things: sort keys, generators, exits.
# --- in callbacks
# files: yes
import os
os.chdir('/tmp')
import json
for i in range(5): open(f'f{i}', 'w').write(str((i * 7) % 5))
print(sorted((f'f{i}' for i in range(5)), key=lambda n: open(n).read()))
print(max(os.listdir(), key=os.path.getsize) in os.listdir(), list(map(lambda n: open(n).read(), sorted(os.listdir()))))
def lines(name):
    with open(name) as f:
        yield from f
open('g', 'w').write('1\n2\n3\n')
print(sum(int(l) for l in lines('g')), [*map(str.strip, open('g'))], list(zip(open('g'), open('g'))), dict(enumerate(open('g'))))
a, *b = open('g'); print(a, b); print(''.join(open('g')), set(open('g')) == {'1\n', '2\n', '3\n'}, '2\n' in open('g'))
print(list(filter(None, open('g'))), [l for l in open('g') if l > '1'], {k: v for k, v in enumerate(open('g'))}, sorted(open('g'), reverse=True))
x = iter(open('g')); print(next(x), list(x)); print(*open('g'), sep='|')
import itertools
print(list(itertools.islice(open('g'), 2)), list(itertools.chain(open('g'), open('g'))), list(itertools.zip_longest(open('g'), 'ab')))
json.dump({'a': [1, None]}, open('j', 'w')); print(json.load(open('j')), open('j').read())
print([open('g').read(i) for i in range(3)], all(open('g')), any(open('g')), max(open('g')), tuple(open('g')), open('g').read().split())

# --- in context managers
# files: yes
import os
os.chdir('/tmp')
import contextlib
@contextlib.contextmanager
def opened(name, mode):
    f = open(name, mode)
    try: yield f
    finally: f.write('end'); f.close()
with opened('a', 'w') as f: f.write('x')
print(open('a').read())
with contextlib.ExitStack() as stack:
    files = [stack.enter_context(open(f'{i}', 'w')) for i in range(3)]
    for f in files: f.write(f.name)
print([f.closed for f in files], [open(f'{i}').read() for i in range(3)])
with contextlib.redirect_stdout(open('out', 'w')) as f: print('hidden')
f.close(); print(open('out').read())
def gen():
    with open('a') as f:
        while c := f.read(1): yield c
print(list(gen())); g = gen(); next(g); g.close()

# --- asynchronously
# files: yes
import os
os.chdir('/tmp')
import asyncio
async def write(n):
    with open(f'{n}', 'w') as f:
        for i in range(3):
            f.write(str(i)); await asyncio.sleep(0)
    return open(f'{n}').read()
async def main():
    print(await asyncio.gather(*(write(n) for n in range(3))))
asyncio.run(main())

# --- uncaught
# files: yes
import os
os.chdir('/tmp')
def f(): return open('nope/file')
f()

# --- uncaught in the library
# files: yes
import os
os.chdir('/tmp')
os.listdir('nope')
