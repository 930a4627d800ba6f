# Generators: pipelines, send, yield from, itertools.
import itertools

def numbers(n):
    for i in range(n):
        yield i

def odd(source):
    for x in source:
        if x % 2:
            yield x

def running(source):
    total = 0
    for x in source:
        total += x
        yield total

def averager():
    total, count, value = 0, 0, 0
    while True:
        value = yield (total / count if count else 0.0)
        total, count = total + value, count + 1

a = averager()
next(a)
last = 0
for x in running(odd(numbers(500000))):
    last = a.send(x % 1000)
pairs = sum(x * y for x, y in itertools.islice(itertools.combinations(range(1100), 2), 500000))
print(round(last, 6), pairs, sum(len(list(g)) for _, g in itertools.groupby(numbers(200000), lambda n: n // 7)))
