# Assignment targets: tuples, lists, nested, starred.
a, b = 1, 2; print(a, b)
[a, b] = (3, 4); print(a, b)
(a), b = 5, 6; print(a, b)
a, = [7]; print(a)
[a] = 'x'; print(a)
() = []; [] = ''; print('empty ok')
(a, (b, [c, d])), e = (1, (2, 'xy')), 5; print(a, b, c, d, e)
a, b = b, a; print(a, b)
a = b, c = 1, 2; print(a, b, c)
x = y = z = []; x.append(1); print(x, y, z)
for i, (j, k) in [(1, (2, 3)), (4, 'ab')]: print(i, j, k)
a, b, c = 'xyz'; print(a, b, c)
a, b = {1: 'p', 2: 'q'}; print(a, b)
a, b = (i * i for i in (3, 4)); print(a, b)

# --- starred targets
a, *b = 1, 2, 3; print(a, b)
*a, b = 1, 2, 3; print(a, b)
a, *b, c = 1, 2; print(a, b, c)
a, *b, c = range(6); print(a, b, c)
*a, = 'abc'; print(a)
[*a] = (); print(a)
a, (b, *c), *d = 1, (2, 3, 4), 5, 6; print(a, b, c, d)
(a, *b), c = 'xyz', 9; print(a, b, c)
for a, *b in [(1, 2, 3), 'xy', [7]]: print(a, b)
*a, b = {1: 2}; print(a, b)
a, *[b, c] = 1, 2, 3; print(a, b, c)
a, *(b, *c) = 1, 2, 3, 4; print(a, b, c)

# --- wrong counts
def tr(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
def a1(): a, b = 1,
def a2(): a, b = 1, 2, 3
def a3(): a, b, c = 'xy'
def a4(): a, = []
def a5(): a, b = {}
def a6(): () = [1]
def a7(): a, *b = []
def a8(): a, *b, c = [1]
def a9(): a, b, *c, d = 'ab'
def b1(): a, b = 5
def b2(): a, b = None
def b3(): [a] = 1.5
def b4(): *a, = 7
def b5(): a, b = iter([1, 2, 3])
def b6(): a, (b, c) = 1, 2
def b7(): a, (b, c) = 1, [2]
def b8(): a, b = len
def b9(): a, b = (x for x in range(9))
def c1(): a, b = range(5)
def c2(): a, b = {1: 1, 2: 2, 3: 3}
def c3(): a, b = {1, 2, 3}
def c4(): a, b = b'abc'
def c5(): a, b = [1, 2, 3, 4]
for f in (a1, a2, a3, a4, a5, a6, a7, a8, a9, b1, b2, b3, b4, b5, b6, b7, b8, b9, c1, c2, c3, c4, c5): tr(f)

# --- targets are assigned left to right
a = [0, 1, 2]
i = 0
i, a[i] = 2, 'x'
print(i, a)
a[i], i = 'y', 0
print(i, a)
x = [1, 2]
x[0], x = 5, 6
print(x)
d = {}
d['a'], d['b'], *d['c'] = 1, 2, 3, 4
print(d)
def f(): pass
f.x, f.y = 1, 2
print(f.x, f.y)
l = [1, 2, 3, 4]
l[1:3], z = [9], 0
print(l, z)
i = j = k = 0
arr = [0] * 3
arr[i], i = 1, 1
arr[i], i = 2, 2
print(arr, i)

# --- partial assignment happens before an error
try:
    a, (b, c), d = 1, (2,), 3
except ValueError as e:
    print(e)
try: print(a)
except NameError as e: print(e)
try: print(b)
except NameError as e: print(e)
try:
    a, b['k'] = 5, 6
except NameError as e: print(e)
print(a)

# --- exhausting: unpacking asks for one more item
def g():
    for i in range(5):
        print('yield', i)
        yield i
try:
    a, b = g()
except ValueError as e:
    print(e)
it = iter(range(10))
a, b = next(it), next(it)
print(a, b, list(it))

# --- unpacking in displays and calls
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print([*'ab', *[1, 2], *{3: 4}, *range(2)], (*'ab',), {*'a', 'b'} == {'a', 'b'})
print({**{'a': 1}, **{'a': 2}, 'c': 3}, {'a': 0, **{'a': 1}}, dict(**{'x y': 1}))
print([*[], *()], (*[],), {**{}}, [*[*[*[1]]]])
a = [1, 2]
print([0, *a, 3], (*a, *a), {**dict(zip('ab', a))})
def f(): return *a, 3
print(f())
def g(): yield *a, 4
print(list(g()))
for x in *a, 9: print(x, end=' ')
print()
x = *a, *'z'; print(x)
d = {1: 2}
print(d[*'ab',] if ('a', 'b') in d else 'no', {(1, 2): 'tuple key'}[*[1, 2]])
t(lambda: [*5])
t(lambda: [*None])
t(lambda: (*1.5,))
t(lambda: {*1})
t(lambda: {**5})
t(lambda: {**[1]})
t(lambda: {**[(1, 2)]})
t(lambda: {**None})
t(lambda: print(*5))
t(lambda: print(**5))
t(lambda: print(**[1]))
t(lambda: dict(**{1: 2}))
t(lambda: dict(*[1]))
t(lambda: [*[[]], *{[]}])

# --- swapping and rotating many values
a, b, c, d = 1, 2, 3, 4
a, b, c, d = d, c, b, a
print(a, b, c, d)
l = [5, 3, 9, 1]
for i in range(len(l)):
    for j in range(len(l) - 1 - i):
        if l[j] > l[j + 1]:
            l[j], l[j + 1] = l[j + 1], l[j]
print(l)
x, y, z = 0, 1, 2
x, y, z = y, z, x
print(x, y, z)
fib = []
a, b = 0, 1
while a < 50:
    fib.append(a)
    a, b = b, a + b
print(fib)
