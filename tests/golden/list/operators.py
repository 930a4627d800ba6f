# Indexing and slicing.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

l = [0, 1, 2, 3, 4, 5]
print(l[0], l[-1], l[True], l[1:4], l[:2], l[4:], l[-2:], l[:-2], l[::2], l[1::2], l[::-1], l[4:1:-1], l[-100:100], l[3:3], l[5:2], l[:], l[::-2], l[10:], l[:-10], l[2:-2], l[-1:-4:-1], l[slice(1, 3)], l[slice(None)])
t(lambda: l[6])
t(lambda: l[-7])
t(lambda: l['a'])
t(lambda: l[1.0])
t(lambda: l[None])
t(lambda: l[1, 2])
t(lambda: l[[0]])
t(lambda: l[2**70])
t(lambda: l[-2**70])
t(lambda: l[:2**70])
t(lambda: l[-2**70:])
t(lambda: l[::0])
t(lambda: l['a':])
t(lambda: l[:'a'])
t(lambda: l[::'a'])
t(lambda: l[1.5:])
t(lambda: l[::None])
t(lambda: l[::2**70])
t(lambda: l[::-2**70])
t(lambda: l[slice])
t(lambda: [][0])
t(lambda: [[1, 2], [3]][1][0])
t(lambda: [[1, 2], [3]][0][2])

# --- operators
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print([1] + [2], [1] * 3, 2 * [0], [1, 2] == [1, 2], [1] < [2], [1, 2] > [1], [1] <= [1], [] == [], [1] != [1.0], 1 in [1], [1] in [[1]], [] in [[]], not [], [0] and 1, len([[], []]), [1] * 0, [1] * -5, [None] * 2, [[]] * 2)
t(lambda: [1] + (2,))
t(lambda: [1] + 'a')
t(lambda: [1] + None)
t(lambda: [1] * [2])
t(lambda: [1] * 1.5)
t(lambda: [1] - [1])
t(lambda: [1] < (2,))
t(lambda: [1] < 5)
t(lambda: -[1])
t(lambda: [1] & [1])
t(lambda: hash([]))
t(lambda: {[]: 1})
t(lambda: {[1]})
t(lambda: [1] @ [2])
t(lambda: [1] ** 2)
t(lambda: [1] / 2)
t(lambda: [1].x)
t(lambda: abs([1]))
t(lambda: int([1]))
t(lambda: [1] % 2)
t(lambda: ~[1])
t(lambda: [1] < [[1]])
t(lambda: [1, 2] < [1, 'a'])
t(lambda: [1] == (1,))
t(lambda: [1] > ['a'])

# --- slice assignment: all lengths
for s in (slice(0, 0), slice(0, 2), slice(2, 4), slice(5, 2), slice(-2, None), slice(10, 20), slice(None, None), slice(-100, 1)):
    for v in ([], ['x'], ['x', 'y', 'z']):
        l = [0, 1, 2, 3]
        l[s] = v
        print(s, v, l)

# --- extended slice assignment
for s, v in ((slice(None, None, 2), 'abc'), (slice(1, None, 2), 'ab'), (slice(None, None, -1), range(5)), (slice(3, 0, -2), 'xy'), (slice(5, 1, 2), ''), (slice(None, None, 3), (7, 8)), (slice(0, 2, 2), 'a')):
    l = [0, 1, 2, 3, 4]
    l[s] = v
    print(s, l)
l = [0, 1, 2, 3, 4]
def tr(s, v):
    try: l[s] = v
    except Exception as e: print(type(e).__name__, e)
tr(slice(None, None, 2), 'ab'); tr(slice(None, None, 2), 'abcd'); tr(slice(None, None, -1), []); tr(slice(0, 0, 2), 'x'); tr(slice(None, None, 2), 5); tr(slice(0, 2), 5); tr(slice(0, 2), None); tr('a', 1); tr(10, 1); tr(slice(None, None, 0), []); tr(slice('a', None), []); tr(2**70, 0)
print(l)

# --- deletion
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def d(*keys):
    l = list(range(8))
    for k in keys: del l[k]
    return l
print(d(0), d(-1), d(0, 0), d(slice(2, 5)), d(slice(None, None, 2)), d(slice(None, None, -3)), d(slice(5, 2)), d(slice(None)), d(slice(-3, None)), d(slice(6, 0, -2)), d(3, -1, slice(0, 2)))
t(lambda: d(8))
t(lambda: d(-9))
t(lambda: d('a'))
t(lambda: d(1.0))
t(lambda: d(slice(None, None, 0)))

# --- nested lists and aliasing
g = [[0] * 3 for _ in range(2)]
h = [[0] * 3] * 2
g[0][0] = h[0][0] = 1
print(g, h, g[0] is g[1], h[0] is h[1])
a = [1, 2, 3]
b = a
b += [4]
b = b + [5]
print(a, b)
a[:] = []
print(a)
m = [[1, 2], [3, 4]]
m[0], m[1] = m[1], m[0]
m[0][1] += 10
m.append(m.pop(0))
print(m)
def f(x, acc=[]):
    acc = acc + [x]
    return acc
print(f(1), f(2))

# --- repr of nested and recursive lists
l = [1, 'a', None, [2.5, (3,)], {4: [5]}, {6}, b'x', ...]
print(l, str(l), repr(l), f'{l}', '%s' % l)
r = [1]
r.append(r)
r.append([r])
print(r)
t = ([],)
t[0].append(t)
print(t)
d = {}
d['me'] = d
d['l'] = [d]
print(d)
print([[[[[]]]]], [(), [], {}, set()], ['\'', "\"", '\n', 'é', '\x00'])

# --- list iterator and mutation while iterating
l = [1, 2, 3]
it = iter(l)
print(next(it), it.__length_hint__())
l.append(4)
print(list(it))
l.append(5)
print(list(it), next(it, 'done'))
it = iter(l)
next(it); next(it)
l.clear()
print(list(it))
l = [1, 2, 3]
r = reversed(l)
print(next(r), r.__length_hint__())
l.pop()
l.pop()
print(list(r))
l = [1, 2, 3, 4]
print([l.pop() for x in l], l)
l = [1, 2, 3]
for i in l:
    if i < 10: l.append(i * 4)
print(l)

# --- lists as stacks, queues, matrices
st = []
for tok in '3 4 + 2 * 7 /'.split():
    if tok in '+-*/':
        b, a = st.pop(), st.pop()
        st.append({'+': a + b, '-': a - b, '*': a * b, '/': a / b}[tok])
    else: st.append(int(tok))
print(st)
q = [1, 2, 3]
q.append(q.pop(0))
print(q, q[::-1], q[1:] + q[:1])
A = [[1, 2], [3, 4]]; B = [[5, 6], [7, 8]]
print([[sum(x * y for x, y in zip(r, c)) for c in zip(*B)] for r in A], [list(r) for r in zip(*A)], sum(A, []))
print([x for r in A for x in r], max(A), min(B), sorted(A + B, reverse=True), [r[:] for r in A], [*map(sum, A)])
