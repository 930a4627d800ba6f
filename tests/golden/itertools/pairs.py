# Loops with two targets over iterators that give pairs (CPython 3.14 library, itertools).
from itertools import *

def makers():
    yield 'combinations', lambda: combinations('abcd', 2)
    yield 'combinations_with_replacement', lambda: combinations_with_replacement('abc', 2)
    yield 'permutations', lambda: permutations(range(4), 2)
    yield 'permutations of two', lambda: permutations([1, 2])
    yield 'product', lambda: product('ab', range(3))
    yield 'product repeated', lambda: product([1, 2, 3], repeat=2)
    yield 'pairwise', lambda: pairwise('abcde')
    yield 'batched', lambda: batched(range(6), 2)
    yield 'zip_longest', lambda: zip_longest('abc', range(5), fillvalue='-')
    yield 'zip_longest second', lambda: zip_longest(range(5), 'abc')
    yield 'zip_longest same', lambda: zip_longest('ab', 'cd')
    yield 'zip', lambda: zip('abc', [1, 2, 3])
    yield 'enumerate', lambda: enumerate('abc', 5)
    yield 'items', lambda: iter({'a': 1, 'b': 2, 'c': 3}.items())
    yield 'chain', lambda: chain(combinations('abc', 2), [(1, 2), [3, 4], 'xy'], zip('a', 'b'), pairwise('wxyz'))
    yield 'list', lambda: iter([(1, 2), [3, 4], 'ab', {5: 0, 6: 0}])
    yield 'groupby', lambda: ((key, ''.join(group)) for key, group in groupby('aabcc'))

def shapes():
    yield 'as it is', lambda it: it
    yield 'islice', lambda it: islice(it, 3)
    yield 'islice beyond', lambda it: islice(it, 100)
    yield 'islice from', lambda it: islice(it, 1, 4)
    yield 'islice by two', lambda it: islice(it, 0, None, 2)
    yield 'islice from by two', lambda it: islice(it, 1, 4, 2)
    yield 'islice none', lambda it: islice(it, 2, 2)
    yield 'islice of islice', lambda it: islice(islice(islice(islice(it, 9), 8), 1, None), 5)
    yield 'chain', lambda it: chain(it)
    yield 'tee', lambda it: tee(it)[1]

for name, make in makers():
    for shape, of in shapes():
        it = of(make())
        loop = []
        for x, y in it:
            loop.append((x, y))
        want = [(x, y) for x, y in [tuple(pair) for pair in of(make())]]
        generated = list((x, y) for x, y in of(make()))
        print(name, shape, loop, loop == want == generated == [(x, y) for x, y in of(make())], [y for x, y in of(make()) if x != 1],
              {x: y for x, y in of(make())} == dict(want), len({(y, x) for x, y in of(make())}), next(it, 'end'), list(it))

# --- stopped in the middle and read again
from itertools import *

for make in (lambda: combinations('abcd', 2), lambda: combinations_with_replacement('abc', 2), lambda: permutations(range(4), 2), lambda: product('ab', repeat=2),
             lambda: pairwise('abcde'), lambda: batched(range(10), 2), lambda: zip_longest('a', 'bcd'), lambda: islice(combinations('abcd', 2), 1, 5),
             lambda: islice(pairwise('abcdef'), 0, 5, 2), lambda: chain(pairwise('abc'), product('ab', 'cd')), lambda: iter({1: 2, 3: 4, 5: 6}.items())):
    it = make()
    for x, y in it:
        break
    print(x, y, next(it), end=' ')
    for x, y in it:
        print(x, y, end=' ')
        if x == 'b' or x == 1:
            break
    print(list(it))
    for x, y in it:
        print('never')

# --- one target, three targets, nested ones
from itertools import *

print([x + y + z for x, y, z in combinations('abcd', 3)], [x for x, in combinations('ab', 1)])
for i, (x, y) in enumerate(combinations('abc', 2)):
    print(i, x, y, end=' ')
for (a, b), (c, d) in combinations([(1, 2), (3, 4), (5, 6)], 2):
    print(a, b, c, d, end=' ')
for first, *rest in pairwise('abc'):
    print(first, rest, end=' ')
d = {}
for d['x'], d['y'] in product('ab', [1, 2]):
    print(d, end=' ')
it = pairwise('abcd')
for it, y in it:
    print(it, y, end=' ')
x = [1, 2, 3]
for x, x in permutations(x, 2):
    print(x, end=' ')
print()

# --- not two
from itertools import *

for make in (lambda: combinations('abcd', 3), lambda: combinations('ab', 1), lambda: combinations('ab', 0), lambda: permutations('abc'), lambda: product('a', 'b', 'c'),
             lambda: product(), lambda: batched('abcde', 2), lambda: batched('abc', 2, strict=True), lambda: batched('abcdef', 3), lambda: zip_longest('ab'), lambda: islice(combinations('abcd', 3), 2),
             lambda: islice([1, 2], 2), lambda: chain(['ab', 'abc', 'ab']), lambda: zip_longest('ab', 'c', 'd')):
    it = make()
    try:
        for x, y in it:
            print(x, y, end=' ')
        print('end')
    except (TypeError, ValueError) as e:
        print(repr(e), list(it))

# --- the source changes
from itertools import *

d = {1: 2, 3: 4, 5: 6, 7: 8}
for make in (lambda: pairwise(d), lambda: batched(d, 2), lambda: zip_longest(d, 'abcdefgh'), lambda: zip_longest('abcdefgh', d), lambda: islice(d.items(), 3), lambda: islice(pairwise(d), 3),
             lambda: chain(d.items(), [(1, 2)]), lambda: iter(d.items())):
    it = make()
    try:
        for x, y in it:
            print(x, y, end=' ')
            if x == 1 or y == 1:
                d[len(d) * 10] = 0
        print('end')
    except RuntimeError as e:
        print(repr(e), end=' ')
        try:
            print(list(it))
        except RuntimeError as e:
            print(repr(e))
pool = [1, 2, 3]
seen = []
for x, y in pairwise(pool):
    seen.append((x, y))
    if len(pool) < 6:
        pool.append(x * 10)
print(seen)
seen = []
for x, y in batched(pool, 2):
    seen.append((x, y))
    if len(pool) < 9:
        pool.append(0)
        pool.append(1)
print(seen)

# --- sums over many
from itertools import *

print(sum(x * y for x, y in islice(combinations(range(200), 2), 5000)), sum(x - y for x, y in permutations(range(60), 2)), sum(x * y for x, y in product(range(50), repeat=2)))
print(sum(y - x for x, y in pairwise(range(0, 3000, 3))), sum(x * y for x, y in batched(range(2000), 2)), sum(x * y for x, y in zip_longest(range(500), range(700), fillvalue=2)))
print(sum(x * 0.5 + y for x, y in combinations_with_replacement(range(70), 2)), sum(x * y for x, y in {i: i + 1 for i in range(1000)}.items()))
print(sum(x * y for x, y in product([2**40, -2**45, 3], repeat=2)), sum(x + y for x, y in product([2**46 - 1, 2**46 - 5, -2**46], repeat=2)), sum(x for x in chain([2**46, -2**47, 2**47 - 1], [-1, 2**60])))
print(sum(x + y for x, y in product([0.1, 1e16, -1e16], repeat=2)), sum(x for x, y in [(True, 1), (2, 1), (0.5, 1), (False, 1), (1j, 1)]))
