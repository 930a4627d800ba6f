# Stability and keys.
import sys
people = [('Dave', 'B', 10), ('Jane', 'B', 12), ('John', 'A', 15), ('Ann', 'A', 12)]
print(sorted(people, key=lambda p: p[2]), sorted(people, key=lambda p: (p[1], -p[2])), sorted(sorted(people, key=lambda p: p[0]), key=lambda p: p[1], reverse=True))
print(sorted('The quick brown Fox'.split(), key=str.lower), sorted([-3, 2, -1], key=abs), sorted(range(10), key=lambda x: x % 3), sorted(range(10), key=lambda x: x % 3, reverse=True))

# --- many sizes against a simple sort
def insertion(l):
    r = []
    for x in l:
        i = len(r)
        while i and r[i - 1] > x: i -= 1
        r.insert(i, x)
    return r
seed = 12345
bad = 0
for n in list(range(40)) + [63, 64, 65, 100, 257]:
    l = []
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) % 2**31
        l.append(seed % 50)
    if sorted(l) != insertion(l) or sorted(l, reverse=True) != insertion(l)[::-1]: bad += 1
    pairs = [(x, i) for i, x in enumerate(l)]
    s = sorted(pairs, key=lambda p: p[0])
    if any(a[0] == b[0] and a[1] > b[1] for a, b in zip(s, s[1:])): bad += 1
    s = sorted(pairs, key=lambda p: p[0], reverse=True)
    if any(a[0] == b[0] and a[1] > b[1] for a, b in zip(s, s[1:])): bad += 1
print(bad)

# --- runs, sawtooths and equal elements
shapes = [list(range(200)), list(range(200, 0, -1)), [5] * 100, list(range(50)) * 4, [i % 7 for i in range(100)], list(range(100)) + list(range(100, 0, -1)), [i ^ 5 for i in range(128)], [-i if i % 2 else i for i in range(100)]]
for l in shapes:
    s = sorted(l)
    print(len(s), all(a <= b for a, b in zip(s, s[1:])), sum(s) == sum(l), s[:3], s[-3:], sorted(l, reverse=True) == s[::-1] )

# --- the key is called once per element, in order
calls = []
def key(x):
    calls.append(x)
    return -x
print(sorted([3, 1, 2, 5], key=key), calls)
calls.clear()
print(min([3, 1, 2], key=key), max([3, 1, 2], key=key), calls)

# --- comparisons of mixed numbers, strings, bytes, nested
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(sorted([1.5, 1, 2, True, 0.5, 2**70, -2**70, float('inf'), float('-inf')]))
print(sorted(['b', 'a', 'B', 'A', 'é', 'z', '', ' ', '10', '9', 'aa', 'ab', '日', '😀', '\uffff']))
print(sorted([b'b', b'', b'a', b'\xff', b'ab']), sorted([(1, 'b'), (0, 'z'), (1, 'a'), (1,), ()]), sorted([[3], [1, 2], [], [1]]), sorted([{1, 2}, {1}, set()], key=len), sorted([False, True, False]), sorted([None], key=str), sorted([frozenset({1}), frozenset()], key=sorted))
t(lambda: sorted([1, 'a', 2]))
t(lambda: sorted([[1], (1,)]))
t(lambda: sorted([3, None, 1]))
t(lambda: sorted(['a', 1, b'x']))
t(lambda: sorted([{}, {}]))
t(lambda: sorted([(1, {}), (1, {})]))
t(lambda: sorted([(1, {}), (2, {})]))
t(lambda: sorted([1, 2, 3], key=lambda x: [1, 'a', 2][x - 1]))
t(lambda: sorted([float('nan'), 1]))
t(lambda: sorted([1+0j]))
t(lambda: sorted([1+0j, 2]))

# --- sort while the comparison fails half way keeps all elements
l = [3, 2, 'x', 1, 5]
try: l.sort()
except TypeError as e: print(e)
print(len(l), sorted(map(str, l)))
l = [3, 1, 2]
it = iter(l)
next(it)
l.sort()
print(list(it), l)

# --- sorting with cmp-like keys without classes
words = ['apple', 'Bob', 'cat', 'apple', 'Dog', 'bob']
print(sorted(words, key=lambda w: (w.lower(), w)), sorted(set(words)), sorted(words, key=words.index), sorted(words, key=len, reverse=True), sorted(words, key=lambda w: (len(w), w)), sorted(words, key=lambda w: [-ord(c) for c in w]))
d = {'b': 3, 'a': 3, 'c': 1}
print(sorted(d, key=d.get), sorted(d.items(), key=lambda kv: (-kv[1], kv[0])), sorted(d, key=lambda k: (d[k], k)), max(d, key=d.get), sorted(d.values()), [k for k, _ in sorted(d.items(), key=lambda kv: kv[1])])
