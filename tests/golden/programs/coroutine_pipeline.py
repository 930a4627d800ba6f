# Pipelines of coroutines with send, broadcasting and filtering.
def coroutine(function):
    def start(*args, **kwargs):
        generator = function(*args, **kwargs)
        next(generator)
        return generator
    start.__name__ = function.__name__
    return start


results = []


@coroutine
def sink(label):
    count = 0
    try:
        while True:
            item = yield
            count += 1
            results.append((label, item))
    except GeneratorExit:
        results.append((label, f"closed after {count}"))


@coroutine
def each(function, target):
    try:
        while True:
            target.send(function((yield)))
    except GeneratorExit:
        target.close()


@coroutine
def only(predicate, target):
    try:
        while True:
            item = yield
            if predicate(item):
                target.send(item)
    except GeneratorExit:
        target.close()


@coroutine
def broadcast(*targets):
    try:
        while True:
            item = yield
            for target in targets:
                target.send(item)
    except GeneratorExit:
        for target in targets:
            target.close()


@coroutine
def batch(size, target):
    items = []
    try:
        while True:
            items.append((yield))
            if len(items) == size:
                target.send(tuple(items))
                items = []
    except GeneratorExit:
        if items:
            target.send(tuple(items))
        target.close()


pipeline = broadcast(
    only(lambda x: x % 2 == 0, each(lambda x: x * x, sink("even squares"))),
    batch(4, sink("batches")),
    each(str, only(lambda s: "1" in s, sink("with a one"))),
)
for n in range(1, 14):
    pipeline.send(n)
pipeline.close()
for label in ("even squares", "batches", "with a one"):
    print(label, [item for l, item in results if l == label])


def running(function, initial=None):
    state, count = initial, 0
    while True:
        value = yield state
        count += 1
        state = value if state is None else function(state, value, count)


average = running(lambda mean, x, n: mean + (x - mean) / n)
highest = running(lambda a, b, _: max(a, b))
for g in (average, highest):
    next(g)
print([(average.send(x), highest.send(x)) for x in (10, 20, 30, 25)])


def zip_longest(*iterables, fill=None):
    iterators = [iter(i) for i in iterables]
    active = len(iterators)
    while True:
        row = []
        for i, it in enumerate(iterators):
            try:
                row.append(next(it))
            except StopIteration:
                active -= 1
                if not active:
                    return
                iterators[i] = iter(lambda: fill, object())
                row.append(fill)
        yield tuple(row)


def window(iterable, n):
    it = iter(iterable)
    current = tuple(x for x, _ in zip(it, range(n)))
    if len(current) == n:
        yield current
    for x in it:
        current = current[1:] + (x,)
        yield current


def groupby(iterable, key):
    groups, last = [], object()
    for x in iterable:
        k = key(x)
        if k != last:
            groups = []
            last = k
            yield k, groups
        groups.append(x)


def round_robin(*iterables):
    iterators = [iter(i) for i in iterables]
    while iterators:
        for it in iterators[:]:
            try:
                yield next(it)
            except StopIteration:
                iterators.remove(it)


print(list(zip_longest("abc", "x", range(2), fill="-")))
print(list(window("abcde", 3)), list(window([1], 2)), list(round_robin("ABC", "D", "EF")))
print([(k, g) for k, g in list(groupby([1, 1, 2, 3, 3, 1], lambda x: x))])


def flatten(x, depth=-1):
    if isinstance(x, (list, tuple)) and depth:
        for item in x:
            yield from flatten(item, depth - 1)
    else:
        yield x


print(list(flatten([1, [2, (3, [4]), []], "ab"])), list(flatten([1, [2, [3]]], 2)))


def primes():
    yield 2
    composites, n = {}, 3
    while True:
        step = composites.pop(n, None)
        if step is None:
            yield n
            composites[n * n] = 2 * n
        else:
            m = n + step
            while m in composites:
                m += step
            composites[m] = step
        n += 2


def take(n, iterable):
    return [x for x, _ in zip(iterable, range(n))]


print(take(20, primes()), next(p for p in primes() if p > 1000))
