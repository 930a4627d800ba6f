# Builtins that read a generator to its end: list, sum, min, max, all, any, extend (CPython 3.14 library, Built-in Functions).
def numbers(*values):
    for value in values:
        yield value

print(list(numbers(*range(40))) == list(range(40)), list(numbers()), tuple(numbers(1, 'a')))
print(sum(numbers(1, 2, 3)), sum(numbers(1, 2.5, 3)), sum(numbers(0.1, 0.2, 0.3, 1)), sum(numbers(), 7))
print(sum(numbers(2**46, 2**46, 2**46, 2**70, -5)), sum(numbers(True, 2, True)), sum(numbers(1.5, 10**400 // 10**399)))
print(sum(numbers(1e308, 1e308)), sum(numbers(1e16, 1.0, -1e16)), sum(numbers(1, 2j, 0.5)))
print(sum(numbers([1], [2]), []), sum((x * y for x, y in zip(range(5), range(5)))))
print(min(numbers(3, 1, 2)), max(numbers(3, 1, 2)), min(numbers(2.5, 1.5)), max(numbers(1, 2.5, True)))
print(min(numbers('b', 'a')), max(numbers((1, 2), (1, 3))), min(numbers(0.0, -0.0)), max(numbers(1, True, 1.0)))
print(max(numbers(float('nan'), 1.0)), max(numbers(1.0, float('nan'))), min(numbers(2, 1), key=lambda n: -n))
print(min(numbers(), default='none'), max(numbers(5), default='none'))
print(all(numbers(1, True, 5)), all(numbers(1, 0, 5)), all(numbers()), all(numbers('a', [0], 2.5)), all(numbers(1, '')))
print(any(numbers(0, False, None)), any(numbers(0, 3)), any(numbers()), any(numbers('', [], 0.0)), any(numbers(0, 'a')))
items = [0]
items.extend(numbers(*range(1, 20)))
items += numbers(20, 21)
print(items)
print(sorted(numbers(3, 1, 2)), ','.join(str(n) for n in numbers(1, 2)), dict(numbers((1, 2), (3, 4))), set(numbers(1, 1, 2)))

# --- where it stops
def noisy(n):
    for i in range(n):
        print('give', i)
        yield i
    print('end')

g = noisy(5)
print(any(i == 2 for i in g), next(g))
g = noisy(5)
print(all(i < 1 for i in g), list(g), list(g))
g = noisy(2)
print(next(g), sum(g))

# --- exceptions on the way
def failing(n):
    for i in range(n):
        yield i
    raise KeyError(n)

items = [9]
for read in (list, sum, min, max, all, items.extend, tuple, sorted):
    try:
        print(read(failing(3)))
    except KeyError as e:
        print(read.__name__, repr(e))
print(items)
def asks():
    yield 1
    print(next(iter([])))
for read in (list, sum, max):
    try:
        print(read(asks()))
    except RuntimeError as e:
        print(e, repr(e.__cause__))

# --- a generator that reads itself
def own():
    yield 1
    try:
        print(list(g))
    except ValueError as e:
        print(e)
    yield 2
    print(sum([g.gi_running]))

g = own()
print(list(g))
g = own()
print(sum(g))

# --- handled exceptions stay where they are
import sys
def handling():
    try:
        1 / 0
    except ZeroDivisionError:
        yield 1
        yield repr(sys.exception())
    yield repr(sys.exception())

print(list(handling()))
try:
    raise KeyError('outside')
except KeyError:
    print(list(handling()), repr(sys.exception()))
    print(all(x for x in handling()), max(len(str(x)) for x in handling()))

# --- traceback
def deep():
    yield 1
    yield 2
    yield 'x'

print(list(deep()))
sum(deep())

# --- send and next get what is yielded
def echo():
    got = yield 'start'
    while got is not None:
        got = yield [got, (yield)]
    return 'done'

g = echo()
print(next(g), g.send(1), g.send('two'), g.send(3))
x = g.send('four')
print(x, g.send(5))
try:
    print(g.send(None), next(g))
except StopIteration as e:
    print(repr(e))
def lazily():
    yield from (n * n for n in range(3))
def takes(a, b=lazily(), *, c=0):
    return a + sum(b) + c
g = lazily()
print(takes(next(g), c=next(g)), takes(next(g), g), len(list(lazily())), max(lazily(), default=0))
print([*lazily()], {*lazily()}, (*lazily(), *lazily()), dict(enumerate(lazily())))
