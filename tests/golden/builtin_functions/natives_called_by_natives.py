# Builtin functions, types and methods as the functions of map, filter, sorted, reduce (CPython 3.14 library, Built-in Functions).
from functools import reduce, partial
from itertools import starmap, accumulate, takewhile, groupby
import math
import operator

print(list(map(str, [1, 'a', None, 2.5])), list(map(int, ['1', ' 2 ', 3.9])), list(map(int, ['11', '22'], [3, 4])), list(map(bool, [0, 1, '', 'x'])))
print(list(map(float, ['1.5', 2])), list(map(list, ['ab', (1,)])), list(map(tuple, ['ab', [1]])), list(map(len, ['ab', (1,), {}])), list(map(chr, range(97, 100))))
print(list(map(str.upper, ['a', 'b'])), list(map(str.split, ['a b', 'c'])), list(map(str.split, ['a,b', 'c'], [',', None])), list(map(str.join, ',;', [['x', 'y'], 'pq'])))
print(list(map(dict.get, [{1: 2}, {}], [1, 2])), list(map(dict.get, [{1: 2}, {}], [1, 2], [0, 9])), list(map(list.append, [[]], [1])), list(map(int.bit_length, [5, 255])))
print(list(map(abs, [-1, 2.5, True])), list(map(pow, [2, 3], [3, 2])), list(map(pow, [2, 3], [3, 2], [5, 5])), list(map(round, [1.26, 2.5], [1, 0])), list(map(divmod, [7], [2])))
print(list(map(max, [1, 5], [3, 2])), list(map(range, [2], [5])), list(map(slice, [1], [2])), list(map(object.__eq__, [1], [1])), list(map(type, [1, 'a'])), list(map(repr, 'ab')))
print([repr(e) for e in map(ValueError, ['a', 'b'], 'xy')], list(map(complex, [1], [2])), list(map(bytes, [[1, 2], b'x'])), list(map(set, ['aa'])), list(map(isinstance, [1, 'a'], [int, int])))
print(list(filter(str.isdigit, ['1', 'a', '22'])), list(filter(len, ['', 'a'])), sorted(['b', 'A', 'c'], key=str.lower), sorted(['10', '9'], key=int), max(['aa', 'b'], key=len), min([-3, 2], key=abs))
print(reduce(max, [1, 5, 2]), reduce(math.gcd, [12, 18, 27]), reduce(operator.mul, range(1, 6)), list(accumulate([3, 1, 4], max)), list(accumulate([1, 2, 3], operator.mul)), list(starmap(pow, [(2, 3), (3, 2, 5)])))
print(list(map(partial(int, base=2), ['101', '11'])), list(map(math.sqrt, [4, 9])), list(map(math.floor, [1.5])), list(map(operator.itemgetter(1), ['ab', 'cd'])), list(takewhile(str.isalpha, 'ab1c')))
print([(k, list(g)) for k, g in groupby(['a', 'b', 'cc'], len)], dict(map(str.split, ['a 1', 'b 2'])), list(map(next, [iter([1]), iter([2])])), list(map(next, [iter([]), iter([2])], 'ab')))
print(list(map(next, map(iter, ['ab', '', 'cd']))), list(map(sum, [[1, 2], [0.5, 1]])), list(map(sorted, ['ba', (2, 1)])), list(map(any, [[0], [1]])), list(map(enumerate, ['a']))[0].__next__())
print([list(m) for m in map(map, [str, len], [[1, 2], ['a']])], [list(z) for z in map(zip, 'ab', 'cd')], list(map(print, 'ab', 'cd')), list(map(getattr, [1, 'a'], ['real', 'nothing'], [7, 8])))

# --- wrong arguments
def attempt(function, *arguments):
    try:
        print(list(map(function, *arguments)))
    except Exception as e:
        print(type(e).__name__, e)

attempt(len, [1])
attempt(len, ['a'], ['b'])
attempt(str.upper, [1])
attempt(str.upper, ['a'], ['b'])
attempt(str.join, 'a')
attempt(int, ['x'])
attempt(int, ['1'], [2], [3])
attempt(chr, [-1])
attempt(dict.get, [{}])
attempt(dict.get, [[]], [1])
attempt(list.pop, [[]])
attempt(abs, ['a'])
attempt(pow, [1])
attempt(divmod, [1], [0])
attempt(isinstance, [1], [2])
attempt(bool, [1], [2])
attempt(object, [1])
attempt(type(None), [1])
attempt(type(len), [1])
attempt(str.isdigit, [b'1'])
attempt(bytes.upper, ['a'])
attempt(int.bit_length, [True, 'a'])
attempt(str.maketrans, [{1: 2}])
attempt(int.from_bytes, [b'a'])
attempt(3, [1])

# --- natives all the way down
from functools import partial

it = iter([1, 2, 3])
for _ in range(50):
    it = map(abs, it)
print(list(it))
it = iter([[3, 1], [2]])
for _ in range(20):
    it = map(sorted, map(reversed, it))
print(list(it))
print(sorted([3, 1, 2], key=partial(partial(max, 2))), list(map(partial(map, str), [[1], [2, 3]]))[1].__next__())
