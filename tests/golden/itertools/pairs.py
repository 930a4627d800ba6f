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

# --- zip, enumerate and map as sources of others, dicts of pairs
from itertools import *

a, b = [1, 2, 3, 4, 5], 'vwxyz'
print(list(islice(zip(a, b), 1, 4)), [(i, x, y) for i, (x, y) in enumerate(zip(a, b))], list(pairwise(enumerate('abc', 4))), list(batched(zip(a, b), 2)))
print(list(zip(zip(a, b), enumerate(b))), list(zip(zip(zip(zip(zip(zip(a)))))))[:2], list(enumerate(enumerate(enumerate(enumerate(enumerate('ab')))))))
print(list(chain(zip(a, b), enumerate(a))), list(cycle(zip('ab', 'cd')) and islice(cycle(zip('ab', 'cd')), 5)), list(compress(zip(a, b), a)), list(zip_longest(zip(a), enumerate('ab'))))
print(dict(zip(a, b)), dict(enumerate(b)), dict(zip('aba', a)), dict(combinations('abc', 2)), dict(pairwise(a)), dict(product('ab', 'cd')), dict(zip_longest('ab', 'c')), dict(batched(a[1:], 2)))
print(dict(islice(zip(a, b), 2), z=1), dict(chain({1: 2}.items(), [(3, 4)], ['xy'])), dict(iter({5: 6}.items())), dict(map(lambda x: (x, x), a)))
d = {0: 0}
d.update(zip(a, b))
d |= enumerate('ab')
print(d, d | dict(zip('p', 'q')))
print(list(map(pow, [2, 3, 4], [5, 6, 7])), list(map(pow, [2, 3], [5, 6], [7, 8])), list(map(max, a, a, a, a)), list(map(max, a, a, a, a, a)), list(map(lambda *x: x, 'ab', enumerate('cd'), zip('ef'))))
print(sum(map(pow, a, a)), max(map(lambda x, y: x * y, a, a)), ''.join(map(str, islice(zip(a), 2))), list(map(pow, a, iter([1, 2]))), sorted(zip(b, a), reverse=True)[:2])
for make in (lambda: zip([[1], [2]], 'ab'), lambda: combinations([[], {}], 2), lambda: zip('abc'), lambda: enumerate, lambda: zip('ab', 'cd', 'ef'), lambda: combinations('abc', 3)):
    try:
        print(dict(make()))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
d = {}
it = zip('abc', [1, [], 2], strict=True)
try:
    d.update(zip([1, [], 2], 'abc'))
except TypeError as e:
    print(e, d)
for make in (lambda x, y: zip(x, y, strict=True), lambda x, y: map(max, x, y, strict=True)):
    for x, y in ("ab", "cd"), ("ab", "c"), ("a", "cd"), ("", "c"), ("", ""):
        try:
            for p, q in islice(make(x, y), 9):
                print(p, q, end=' ')
            print('end')
        except ValueError as e:
            print(type(e).__name__, e)
x = iter(range(7))
print([(p, q) for p, q in zip(x, x)], list(x))
x = iter(range(7))
print(dict(zip(x, x)), [p for p, q in islice(enumerate(zip(range(5), range(3))), 1, None)])
z = zip([1, 2, 3], iter([4, 5]))
for p, q in z:
    print(p, q, next(z, None), end=' ')
print(list(z))

# --- sums of what is true
print(sum(x > 2 for x in range(6)), sum([True, False, True, True]), sum((x > 2 for x in range(6)), 0.5), sum([0.5, True, 2, 2**50, False]), sum([True], True))
print(sum([2**46, True, 2**46, True, 2**46, -1]), sum([0.1] * 10 + [1]), sum([1e16, 1, -1e16, 1.0, True]), sum([2**47 - 1, True]), sum((-2**47, -1, True)), sum([True, 1j, True]))
print(sum([1.0, 2**53 + 1, -2.0**53]), sum([0.5, 2**1000]), sum([-0.0, 0]), sum([-0.0], -0.0), sum(x for x in (0.0, -0.0)))
