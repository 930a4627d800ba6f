# Builtins that read iterators over generators to their end (CPython 3.14 library, Built-in Functions and itertools).
from itertools import *

def numbers(*values):
    yield from values

def makers():
    yield 'map', lambda: map(lambda n: n + 1, numbers(3, 1, 2))
    yield 'map of two', lambda: map(lambda a, b: a * b, numbers(3, 1, 2), numbers(4, 5, 6, 7))
    yield 'filter', lambda: filter(lambda n: n % 2, numbers(3, 4, 1, 2))
    yield 'filter None', lambda: filter(None, numbers(3, 0, 1))
    yield 'filterfalse', lambda: filterfalse(lambda n: n % 2, numbers(3, 4, 1, 2))
    yield 'islice', lambda: islice(numbers(9, 3, 8, 1, 7), 1, None, 2)
    yield 'accumulate', lambda: accumulate(numbers(3, 1, 2))
    yield 'accumulate with a function', lambda: accumulate(numbers(3, 1, 2), lambda a, b: a * b, initial=1)
    yield 'takewhile', lambda: takewhile(lambda n: n < 5, numbers(3, 1, 5, 2))
    yield 'dropwhile', lambda: dropwhile(lambda n: n < 3, numbers(1, 3, 1, 2))
    yield 'starmap', lambda: starmap(lambda a, b: a - b, numbers((3, 1), [4, 2], (1, 1)))
    yield 'chain', lambda: chain(numbers(3, 1), [4], numbers(), numbers(2))
    yield 'compress', lambda: compress(numbers(3, 1, 2), numbers(1, 0, 5))
    yield 'cycle', lambda: islice(cycle(numbers(3, 1, 2)), 7)
    yield 'tee', lambda: tee(numbers(3, 1, 2))[1]

def pairs():
    yield 'zip', lambda: zip(numbers(3, 1), numbers(5, 4, 9))
    yield 'enumerate', lambda: enumerate(numbers(3, 1, 2), 7)
    yield 'pairwise', lambda: pairwise(numbers(3, 1, 2))
    yield 'batched', lambda: batched(numbers(3, 1, 2, 5), 2)
    yield 'zip_longest', lambda: zip_longest(numbers(3, 1), numbers(5), fillvalue=0)
    yield 'groupby', lambda: ((key, len(list(group))) for key, group in groupby(numbers(1, 1, 2, 3, 3)))
    yield 'map to pairs', lambda: map(divmod, numbers(7, 9), numbers(2, 4))

def extended(it):
    items = ['first']
    items.extend(it)
    return items

def joined(it):
    return '-'.join(map(str, it))

def first_two(it):
    return [*islice(it, 2)], next(it, 'no more')

for name, make in chain(makers(), pairs()):
    print(name, list(make()), tuple(make()), extended(make()), joined(make()), sorted(make()), min(make()), max(make()))
    print(sorted(set(make())), any(make()), all(make()), [*make(), 'last'], first_two(make()), 1 in make(), dict.fromkeys(make()))
for name, make in makers():
    print(name, sum(make()), sum(make(), 0.5), max(make(), key=lambda n: -n), min(make(), default=None))
for name, make in pairs():
    print(name, dict(make()), sum(make(), ()), [x - y for x, y in make()], sum(x * y for x, y in make()))

# --- what any and all have left
from itertools import *
def numbers(n):
    yield from range(n)

for it in (map(lambda n: n, numbers(6)), filter(lambda n: True, numbers(6)), islice(numbers(6), 5), chain(numbers(3), numbers(3)),
           accumulate(numbers(6)), takewhile(lambda n: n < 5, numbers(6)), dropwhile(lambda n: False, numbers(6)),
           compress(numbers(6), numbers(6)), starmap(max, zip(numbers(6), numbers(6)))):
    print(any(n == 2 for n in it), next(it, 'end'), any(it), list(it), list(it), sum(it))
for it in (zip(numbers(4), numbers(4)), enumerate(numbers(4)), pairwise(numbers(5)), batched(numbers(7), 2), zip_longest(numbers(4), numbers(2))):
    print(all(pair[0] < 1 for pair in it), next(it), list(it), list(it), next(it, 'end'))

# --- an exception of the source on the way, and read again
from itertools import *
def failing():
    yield 1
    yield 2
    raise KeyError('source')

for make in (lambda: map(str, failing()), lambda: filter(None, failing()), lambda: zip(failing(), count()), lambda: zip(count(), failing()),
             lambda: enumerate(failing()), lambda: islice(failing(), 9), lambda: pairwise(failing()), lambda: accumulate(failing()),
             lambda: takewhile(bool, failing()), lambda: dropwhile(lambda n: n < 2, failing()), lambda: starmap(print, zip(failing())),
             lambda: chain([0], failing(), [3, 4]), lambda: batched(failing(), 2), lambda: batched(failing(), 3),
             lambda: zip_longest(failing(), [1, 2, 3, 4]), lambda: zip_longest([1, 2, 3, 4], failing()),
             lambda: compress(failing(), [1, 1, 1, 1]), lambda: compress(count(), failing()), lambda: cycle(failing()), lambda: tee(failing())[0],
             lambda: groupby(failing())):
    for read in (list, lambda it: [].extend(it), lambda it: any(x == 5 for x in it), lambda it: ''.join(it), set, sorted):
        it = make()
        try:
            print(read(it))
        except (KeyError, TypeError) as e:
            print(repr(e), type(it).__name__, end=' ')
            try:
                print([x if isinstance(x, (int, str)) else x[0] for x in islice(it, 4)])
            except Exception as e:
                print(repr(e))

# --- an exception of the function on the way, and read again
from itertools import *
def numbers():
    yield from range(1, 8)
def not_three(n, *more):
    if n == 3:
        raise ValueError('three')
    return True
def add(a, b):
    not_three(b)
    return a + b

for make in (lambda: map(not_three, numbers()), lambda: map(not_three, numbers(), numbers()), lambda: filter(not_three, numbers()),
             lambda: takewhile(not_three, numbers()), lambda: dropwhile(not_three, numbers()), lambda: filterfalse(not_three, numbers()),
             lambda: starmap(not_three, zip(numbers())), lambda: accumulate(numbers(), add), lambda: accumulate(numbers(), add, initial=10),
             lambda: groupby(numbers(), not_three)):
    for read in (list, sum, max, set, lambda it: [].extend(it), lambda it: all(x or True for x in it)):
        it = make()
        try:
            print(read(it))
        except (ValueError, TypeError) as e:
            print(repr(e), type(it).__name__, end=' ')
            try:
                print([x if isinstance(x, int) else x[0] for x in it])
            except ValueError as e:
                print('again', e)

# --- a source that goes on after its exception
from itertools import *
def make(limit=7):
    def give(n):
        if n == 3:
            raise ValueError('three')
        return n
    return map(give, range(1, limit))

for name, it in (('zip', zip(make(), count())), ('zip second', zip(count(), make())), ('enumerate', enumerate(make())), ('islice', islice(make(), 4)),
                 ('islice from', islice(make(), 2, 5)), ('chain', chain(make(), 'ab')), ('takewhile', takewhile(bool, make())), ('dropwhile', dropwhile(lambda n: n < 4, make())),
                 ('compress', compress(make(), count(1))), ('compress second', compress(count(), make())), ('starmap', starmap(max, zip(make(), count()))),
                 ('filter', filter(None, make())), ('filterfalse', filterfalse(lambda n: n > 6, make())), ('pairwise', pairwise(make())), ('batched', batched(make(), 2)), ('batched of 3', batched(make(), 3)),
                 ('zip_longest', zip_longest(make(), 'abcdefgh')), ('zip_longest second', zip_longest('abcdefgh', make())), ('accumulate', accumulate(make())),
                 ('cycle', islice(cycle(make()), 9)), ('tee', tee(make())[0]), ('groupby', (k for k, _ in groupby(make()))), ('map', map(str, make())),
                 ('chain of chains', chain.from_iterable(map(lambda it: it, [make(), 'cd'])))):
    got = []
    for _ in range(2):
        try:
            got.extend(it)
        except ValueError as e:
            got.append(str(e))
    print(name, got)

# --- strict
from itertools import *
def numbers(n):
    for i in range(n):
        yield i
    print('end of', n)

for iterables in ((3, 3), (3, 2), (2, 3), (2, 2, 3), (3, 3, 2), (3, 2, 3), (0, 1), (1, 0), (0, 0), (4,)):
    for make in (lambda: zip(*map(numbers, iterables), strict=True), lambda: map(lambda *a: a, *map(numbers, iterables), strict=True)):
        for read in (list, dict, lambda it: sum(x[0] for x in it)):
            it = make()
            try:
                print(iterables, read(it))
            except (ValueError, TypeError, IndexError) as e:
                print(iterables, repr(e))
            try:
                print(list(it))
            except ValueError as e:
                print('again', e)
