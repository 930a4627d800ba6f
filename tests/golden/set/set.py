# set: construction and repr.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(set(), {1}, {1, 1.0, True}, set('aab') == {'a', 'b'}, set([3, 1, 2]), set(range(3)), {1, 2, 3}, set({1: 2}), set((1,)), {(1, 2)}, {None}, {frozenset({1})}, set('') , {*[1, 2], *(2, 3)}, {x % 3 for x in range(9)}, len({1, 2, 2}), frozenset(), frozenset([1]), frozenset({2, 1}), [set()], {(): set()})
t(lambda: set(5))
t(lambda: set(None))
t(lambda: set([[]]))
t(lambda: set([{}]))
t(lambda: {[]})
t(lambda: {{}})
t(lambda: {{1}})
t(lambda: set(1, 2))
t(lambda: set(x=1))
t(lambda: set([1, [2]]))
t(lambda: frozenset(5))
t(lambda: frozenset([[]]))
t(lambda: frozenset(1, 2))
t(lambda: hash({1}))
t(lambda: hash(frozenset({1, 2})) == hash(frozenset({2, 1})))
t(lambda: {frozenset([1]): 'v'}[frozenset([1])])
t(lambda: {1} + {2})
t(lambda: {1} * 2)
t(lambda: {1}.x)
t(lambda: -{1})

# --- order of integers is CPython's
# oracle: native
print({3, 1, 2}, {10, 5, 1}, {8, 0, 16}, {9, 1, 17}, {-1, -2, -3}, {100, 200, 300}, set(range(10, 0, -1)), {32, 64, 96, 1}, set([7, 15, 23]), set([5, 3, 5, 1]), {1, 'a', 1.0} == {'a', 1}, {0, -1, 1}, set(range(0, 100, 7)), {31, 30, 29, 33, 65})
s = set()
for i in (20, 4, 12, 28, 36): s.add(i); print(s, end=' ')
print()
for i in (4, 36): s.discard(i); print(s, end=' ')
s.add(44); s.add(52)
print(s, s.pop(), s, list(s), [x for x in s])
s = set(range(50))
s -= set(range(5, 48))
print(s, s.copy(), s | {100}, s & {48, 49, 0}, {*s, 7})

# --- methods that change
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

s = {1, 2}
print(s.add(3), s, s.add(3), s, s.remove(1), s, s.discard(99), s, s.update([4], (5,), {6: 0}), s, s.intersection_update([2, 3, 4]), s, s.difference_update([2]), s, s.symmetric_difference_update([3, 9]), s, s.clear(), s, s.update(), s.copy())
t(lambda: {1}.remove(2))
t(lambda: {1}.remove('x'))
t(lambda: {1}.remove([]))
t(lambda: {1}.remove({5}))
t(lambda: {1}.discard([]))
t(lambda: {1}.add([]))
t(lambda: {1}.add())
t(lambda: {1}.add(1, 2))
t(lambda: set().pop())
t(lambda: {1}.pop(0))
t(lambda: {1}.update(5))
t(lambda: {1}.update([[]]))
t(lambda: {1}.update([1], 5))
t(lambda: {1}.clear(1))
t(lambda: {1}.discard())
t(lambda: {1}.intersection_update(5))
t(lambda: {1}.symmetric_difference_update([1], [2]))
t(lambda: {1}.symmetric_difference_update())
t(lambda: {frozenset({1})}.remove({1}))
t(lambda: {1} in {frozenset({1})})

# --- algebra
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

a, b = {1, 2, 3}, {3, 4}
print(a | b, a & b, a - b, a ^ b, a.union(b), a.intersection(b), a.difference(b), a.symmetric_difference(b), a.union([9], (8,)), a.intersection([1, 3], {3}), a.difference([1], [2]), a.union(), a.intersection(), a.union('x') == a | {'x'}, a.isdisjoint([9]), a.isdisjoint(b), a.issubset([1, 2, 3, 4]), a.issuperset([1]), a <= a, a < a, a < {1, 2, 3, 4}, a >= {1}, a > b, a == {3, 2, 1}, a != b, a == frozenset(a), {1} < {2}, {1} > {2}, set() <= a)
print(type(a | frozenset(b)).__name__, type(frozenset(a) | b).__name__, frozenset(a) & b, type(frozenset(a) - b).__name__, frozenset(a) == a, a in [frozenset(a)], type(a.union(frozenset())).__name__, frozenset(a).union([5]), frozenset(a).copy() is frozenset(a) or True)
t(lambda: a | [1])
t(lambda: [1] | a)
t(lambda: a & (1,))
t(lambda: a - [1])
t(lambda: a ^ 'x')
t(lambda: a < [1])
t(lambda: a <= 5)
t(lambda: a.union(5))
t(lambda: a.intersection([[]]))
t(lambda: a.difference([[]]))
t(lambda: a.issubset(5))
t(lambda: a.issuperset([[]]))
t(lambda: a.isdisjoint(5))
t(lambda: a.isdisjoint())
t(lambda: a.symmetric_difference([1], [2]))
t(lambda: a | None)
t(lambda: a.union(None))
t(lambda: frozenset(a).add)
t(lambda: a | {1: 2}.keys())

# --- augmented operators
s = t = {1, 2, 3}
s |= {4}
s &= {2, 3, 4, 9}
s -= {2}
s ^= {3, 5}
print(s, s is t)
f = g = frozenset({1, 2})
f |= {3}
print(f, g, f is g, type(f).__name__)
def tr(f):
    try: f()
    except TypeError as e: print(e)
def a(): x = {1}; x |= [2]
def b(): x = {1}; x -= 5
def c(): x = {1}; x += {2}
def d(): x = frozenset(); x &= [1]
def e(): x = {1}; x &= 'a'
for fn in (a, b, c, d, e): tr(fn)
s = {1, 2}
s -= s
print(s)
s = {1, 2}; s ^= s; print(s)
s = {1, 2}; s |= s; s &= s; print(s, s.update(s), s.difference_update(s), s)

# --- mutation while iterating
def tr(f):
    s = {0, 1, 2, 3}
    try:
        for x in s: f(s, x)
        print('ok', s)
    except RuntimeError as e: print(e, s)
tr(lambda s, x: s.add(x + 10))
tr(lambda s, x: s.remove(x))
tr(lambda s, x: s.add(x))
tr(lambda s, x: s.clear())
tr(lambda s, x: s.discard(99))
tr(lambda s, x: (s.remove(x), s.add(x)))
it = iter({1, 2, 3})
print(next(it), it.__length_hint__(), list(it), next(it, None))

# --- frozenset
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

f = frozenset([1, 2, 3])
print(f, len(f), 2 in f, f | {4}, f & {1}, f - {1}, f ^ {1, 9}, f == {1, 2, 3}, hash(f) == hash(frozenset([3, 2, 1])), f.union([7]), f.isdisjoint([5]), f.issubset(range(5)), f.copy() is f, frozenset(f) is f, frozenset() == frozenset([]), {f, frozenset([3, 1, 2])}, sorted(f), max(f), list(f), f < {1, 2, 3, 4}, frozenset('a'), repr(frozenset()), bool(frozenset()))
for name in ('add', 'remove', 'discard', 'pop', 'clear', 'update'): print(name, hasattr(f, name), hasattr(set(), name))
t(lambda: f.add(1))
t(lambda: f[0])
t(lambda: f + f)
t(lambda: f.union(1))
t(lambda: frozenset.union(f, [0]))
t(lambda: frozenset.union({1}, [0]))
t(lambda: set.add(f, 1))
t(lambda: set.union(f, [1]))

# --- uses of sets
words = 'a b a c b d'.split()
seen, dups = set(), []
for w in words:
    if w in seen: dups.append(w)
    seen.add(w)
print(dups, sorted(seen), len(set(words)), sorted(set('hello') & set('world')), sorted(set(range(10)) - {x * x for x in range(4)}))
sieve = set(range(2, 60))
for p in range(2, 8): sieve -= set(range(p * p, 60, p))
print(sieve)
graph = {1: {2, 3}, 2: {4}, 3: {4}, 4: set()}
def reach(n):
    out, todo = set(), [n]
    while todo:
        x = todo.pop()
        if x not in out: out.add(x); todo.extend(graph[x])
    return out
print({n: reach(n) for n in graph}, all(reach(n) >= {n} for n in graph))

# --- the order of unions, whatever was added and removed before
seen = 0
x = 1
def some(count, below):
    global x
    numbers = set()
    for _ in range(count):
        x = x * 1103515245 + 12345 & 0x7fffffff
        numbers.add((x >> 8) % below)
    return numbers
for count in 0, 1, 3, 4, 5, 9, 20, 60, 300:
    for more in 0, 1, 4, 7, 12, 33, 200:
        for below in 10, 1000, 1000000:
            a, b = some(count, below), some(more, below)
            for c in a, a - {min(a, default=0)}, a ^ b, frozenset(a), some(2, below) | a:
                for union in c | b, b | c, c.union(b, [3]), c.union(c, b), c.union(), c | c:
                    for item in union: seen = (seen * 31 + item) % 1000003
print(seen)
