# Iterators whose source reads the very iterator that reads it (CPython 3.14 library, itertools).
from itertools import *

def over(make):
    def source():
        yield 1
        try:
            print('in', list(it))
        except ValueError as e:
            print(e)
        yield 2
    it = make(source())
    try:
        print(list(it))
    except ValueError as e:
        print('out', e)
    print(next(it, 'end'))

for make in (lambda g: map(str, g),
             lambda g: map(max, g, count()),
             lambda g: map(max, count(), g),
             lambda g: filter(None, g),
             lambda g: filterfalse(None, g),
             lambda g: enumerate(g),
             lambda g: accumulate(g),
             lambda g: takewhile(bool, g),
             lambda g: dropwhile(lambda n: n < 0, g),
             lambda g: starmap(max, zip(g, count())),
             lambda g: chain([0], g, [3]),
             lambda g: zip(g),
             lambda g: zip(g, count()),
             lambda g: zip(count(), g),
             lambda g: zip("abc", g),
             lambda g: zip_longest(g),
             lambda g: zip_longest(g, "abc"),
             lambda g: zip_longest("abc", g),
             lambda g: compress(g, count(1)),
             lambda g: compress("abcdef", g),
             lambda g: ((k, *g) for k, g in groupby(g))):
    over(make)

# --- a function that reads it
from itertools import *

def over(read, make, when):
    def function(n):
        if n == when:
            print('in', read(it), end=' ')
        return n
    it = make(map(function, range(1, 6)))
    print('out', read(it), end=' ')
    print('then', read(it))

for make in (lambda g: g, lambda g: map(str, g), lambda g: map(max, g, count()), lambda g: map(max, count(), g), lambda g: filter(None, g), lambda g: filterfalse(None, g),
             lambda g: enumerate(g), lambda g: accumulate(g), lambda g: takewhile(bool, g), lambda g: dropwhile(lambda n: n < 0, g),
             lambda g: starmap(max, zip(g, count())), lambda g: chain([0], g, [3]), lambda g: zip(g), lambda g: zip(g, count()), lambda g: zip(count(), g),
             lambda g: zip_longest(g), lambda g: compress(g, count(1))):
    for read in (list, lambda it: [].extend(it), lambda it: next(it, 'end'), lambda it: list(islice(it, 2)), lambda it: max(it, default=0),
                 lambda it: all(x != 3 for x in it)):
        over(read, make, 1)
        over(read, make, 3)

# --- each call of next has a round of its own
from itertools import *

def over(make, when):
    def function(n):
        if n == when:
            print('in', next(it), end=' ')
        return n
    it = make(map(function, range(1, 6)))
    print('out', list(it))

for make in (lambda g: zip_longest(g, 'abcdef'), lambda g: zip_longest('abcdef', g), lambda g: zip_longest('abcdef', 'rs', g, 'xyz'),
             lambda g: zip_longest('ab', g, fillvalue=0), lambda g: compress('abcdef', g), lambda g: pairwise(g), lambda g: batched(g, 2), lambda g: batched(g, 3)):
    for when in (1, 2, 3):
        over(make, when)

# --- islice, pairwise, batched and cycle whose source reads them to their end
# CPython: reads memory that it has freed
from itertools import *

def over(make, when):
    def function(n):
        if n == when:
            print('in', list(islice(it, 9)), end=' ')
        return n
    it = make(map(function, range(1, 6)))
    print('out', list(islice(it, 9)), 'then', list(islice(it, 9)))

for make in (lambda g: islice(g, 9), lambda g: islice(g, 1, 9, 2), lambda g: islice(g, 3, None), lambda g: pairwise(g), lambda g: batched(g, 2), lambda g: cycle(g)):
    for when in (1, 2, 3):
        over(make, when)
