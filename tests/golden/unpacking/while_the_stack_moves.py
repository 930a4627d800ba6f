# native functions called by native iterators, where an instruction waits: the stack may move below it
import itertools
import operator

def products():
    return itertools.accumulate([1, 2, 3], operator.mul)

def f():
    a, b, c = products()
    print(a, b, c)
    first, *rest = products()
    print(first, rest)
    for a, b in zip(products(), products()):
        print(a, b)
    for i, x in enumerate(products()):
        print(i, x)
    for a, b in itertools.pairwise(products()):
        print(a, b)
    for a, b in itertools.batched(itertools.accumulate([1, 2, 3, 4], operator.add), 2):
        print(a, b)
    for a, b in itertools.zip_longest(products(), products()):
        print(a, b)
    for a, b, c in zip(products(), products(), products()):
        print(a, b, c)
    for x in products():
        print(x)
    print(6 in products(), 7 in products(), 6 not in products(), 7 not in products())
    if 6 in products():
        print('in')
    if 7 not in products():
        print('not in')
    while 5 in products():
        print('never')
    x, y = 1, [*products()]
    print(x, y, max(products()), min(products()), sum(products()))
    print(sorted(products(), key=operator.neg), dict(zip(products(), 'abc')))
    print(list(map(operator.add, products(), products())))
    print([a + b for a, b in zip(map(abs, [-1, -2]), map(abs, [-3, -4]))])
    print([x for x in map(abs, [-1, -2])], [*filter(operator.not_, [0, 1, '', 2])])
    print(*map(abs, [-1]), sep=str(-2 in map(abs, [-2])))

f()

# --- comparisons that call natives
import functools
import operator
key = functools.cmp_to_key(operator.sub)
a, b = key(1), key(2)
x, y = 10, 20
if a < b:
    print('less', x, y)
while a > b:
    print('never')
print(a < b, a > b, a == b, a <= b, a >= b, sorted([3, 1, 2], key=key), x, y)
