# itertools over generators and with functions that are interrupted at any point.
from itertools import *
from functools import reduce, cmp_to_key, lru_cache, partial
def gen(n, note=''):
    for i in range(n):
        if note: print(note, i)
        yield i
print(list(chain(gen(3), 'ab', gen(2))))
print(list(chain.from_iterable(gen(3) for _ in range(2))))
print(list(islice(gen(10, 'fetch'), 2, 6, 2)))
print(list(pairwise(gen(5))), list(batched(gen(7), 3)))
print(list(accumulate(gen(6))), list(accumulate(gen(6), lambda a, b: a * 2 + b, initial=1)))
print(list(compress(gen(6), cycle([1, 0]))), list(zip_longest(gen(3), 'ab', fillvalue='-')))
print(list(takewhile(lambda x: x < 3, gen(6))), list(dropwhile(lambda x: x < 3, gen(6))))
print(list(filterfalse(lambda x: x % 2, gen(6))), list(starmap(lambda a, b: a + b, zip(gen(4), gen(4)))))
print([(k, list(g)) for k, g in groupby(gen(10), lambda x: x // 3)])
print([k for k, g in groupby(gen(10), lambda x: x // 3)])
a, b, c = tee(gen(5, 'tee'), 3)
print(next(a), next(a), next(b), list(c), list(a), list(b))
print(list(islice(cycle(gen(3)), 8)), list(product(gen(2), repeat=3)))
print(list(permutations(gen(3), 2)), list(combinations(gen(4), 3)))
print(reduce(lambda a, b: a * 10 + b, gen(5)), reduce(lambda a, b: a * 10 + b, gen(3), 7))
print(sorted(gen(8), key=cmp_to_key(lambda a, b: (a % 3 - b % 3) or b - a)))
print(min(gen(8), key=cmp_to_key(lambda a, b: b - a)), max([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(60), fib.cache_info())

# --- what a generator returned does not leak
from itertools import *
def g():
    yield 1
    return 'value'
def outer(it):
    result = yield from it
    print('result', result)
for it in (chain(g()), islice(g(), 5), takewhile(bool, g()), starmap(print, ()), batched(g(), 3), pairwise(g()), zip_longest(g()), tee(g())[0], accumulate(g())):
    print(list(outer(it)))

# --- an exception in the middle
from itertools import *
def bad():
    yield 1
    yield 2
    raise ValueError('bad')
for make in (lambda: chain(bad()), lambda: islice(bad(), 5), lambda: pairwise(bad()), lambda: batched(bad(), 2), lambda: accumulate(bad()), lambda: zip_longest(bad(), [1]), lambda: cycle(bad()), lambda: compress(bad(), [1, 1, 1]), lambda: groupby(bad()), lambda: tee(bad())[0]):
    got = []
    try:
        for x in make(): got.append(x if not isinstance(x, tuple) or not hasattr(x[-1], '__next__') else x[0])
    except ValueError as e:
        print(got, e)

# --- mutation while a native source is read
from itertools import *
d = {1: 2, 3: 4}
try:
    for x in chain(d): d[x + 10] = 1
except RuntimeError as e:
    print(e)
l = [1, 2, 3]
out = []
for x in islice(l, 6):
    out.append(x)
    l.append(x * 10)
print(out)
it = groupby([1, 1, 2, 3, 3])
groups = [g for _, g in it]
print([list(g) for g in groups])
