# A pipeline of generators: parse, clean, window, aggregate; coroutines by send().
from itertools import islice, groupby, chain, accumulate, takewhile
from collections import deque, Counter, defaultdict

RAW = 'id,city,temp\n1,Oslo,3.5\n2,Rome,18\n3,Oslo,n/a\n4,Cairo,31.25\n\n5,Rome,17.5\n6,Oslo,-2\n7,Lima,19\n8,,5\n'

def lines(text):
    for line in text.split('\n'):
        if line: yield line

def rows(source):
    header = next(source).split(',')
    for line in source:
        yield dict(zip(header, line.split(','), strict=True))

def clean(source, bad):
    for row in source:
        try:
            if not row['city']: raise ValueError('no city')
            yield row | {'id': int(row['id']), 'temp': float(row['temp'])}
        except ValueError as e:
            bad.append((row['id'], str(e)))

def window(source, size):
    buffer = deque(maxlen=size)
    for item in source:
        buffer.append(item)
        if len(buffer) == size: yield tuple(buffer)

bad = []
data = list(clean(rows(lines(RAW)), bad))
print(*data, sep='\n')
print(bad)
print([round(sum(r['temp'] for r in w) / len(w), 3) for w in window(data, 3)])

cities = defaultdict(list)
for row in data: cities[row['city']].append(row['temp'])
print({c: (min(t), max(t), sum(t) / len(t)) for c, t in sorted(cities.items())})
print(Counter(r['city'] for r in data).most_common(2))
print([(k, [r['id'] for r in g]) for k, g in groupby(sorted(data, key=lambda r: r['temp'] > 10), key=lambda r: r['temp'] > 10)])

def averager():
    total, count, average = 0.0, 0, None
    while True:
        value = yield average
        if value is None: return f'{count} values, average {average}'
        total += value; count += 1
        average = total / count

def collect(results):
    while True:
        results.append((yield from averager()))

results = []
sink = collect(results)
next(sink)
for group in ([1, 2, 3], [10.5], [4, -4]):
    for value in group: sink.send(value)
    sink.send(None)
print(results)
sink.close()

def primes():
    yield 2
    known = []
    for n in range(3, 10 ** 9, 2):
        if all(n % p for p in takewhile(lambda p: p * p <= n, known)):
            known.append(n)
            yield n
print(list(islice(primes(), 12)), next(p for p in primes() if p > 1000))

def tree(n, depth=0):
    yield depth, n
    if n > 1:
        yield from tree(n // 2, depth + 1)
        yield from tree(n - n // 2, depth + 1)
print(' '.join(f'{d}:{n}' for d, n in tree(5)))
print(list(accumulate([3, 1, 4, 1, 5], max)), list(chain.from_iterable([[1], (), [2, 3]])))

def guarded():
    try:
        while True:
            try: yield 'ready'
            except ValueError as e: print('handled', e)
    finally: print('closed')
g = guarded()
print(next(g), g.throw(ValueError('oops')), next(g))
g.close()
try: next(g)
except StopIteration: print('stopped')
