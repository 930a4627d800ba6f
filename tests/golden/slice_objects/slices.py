# slice objects.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

s = slice(1, 10, 2)
print(s, s.start, s.stop, s.step, slice(5), slice(None), slice(1, 2), slice('a', 'b'), slice(1, None, -1), s == slice(1, 10, 2), s != slice(1), hash(s) == hash(slice(1, 10, 2)), repr(slice(None, None)), s.indices(5), s.indices(100), slice(None).indices(4), slice(None, None, -1).indices(4), slice(-3, None).indices(10), slice(10, 0, -3).indices(5), slice(-100, 100).indices(3), slice(5, 2).indices(10))
t(lambda: slice())
t(lambda: slice(1, 2, 3, 4))
t(lambda: slice(x=1))
t(lambda: s.indices())
t(lambda: s.indices(-1))
t(lambda: s.indices('a'))
t(lambda: s.indices(1.5))
t(lambda: slice(1, 2, 0).indices(5))
t(lambda: slice('a').indices(5))
t(lambda: slice(1.5).indices(5))
t(lambda: s[0])
t(lambda: len(s))
t(lambda: iter(s))
t(lambda: s < slice(2))
t(lambda: slice(1) < slice(2))
t(lambda: s < 5)
t(lambda: setattr(s, 'start', 5))
t(lambda: s.nope)
t(lambda: s + s)
t(lambda: s())
t(lambda: {slice(1): 1})
t(lambda: hash(slice([])))
t(lambda: slice(2**70).indices(5))
t(lambda: slice(-2**70, 2**70, 2**70).indices(5))
t(lambda: bool(slice(0)))

# --- every start, stop, step on small sequences
def ref(n, a, b, c):
    return [range(n)[i] for i in range(*slice(a, b, c).indices(n))]
bad = total = 0
vals = [None, -7, -3, -1, 0, 1, 2, 5, 8]
for n in (0, 1, 4, 6):
    seq = list(range(n)); st = ''.join(map(str, seq)); by = bytes(seq); tu = tuple(seq)
    for a in vals:
        for b in vals:
            for c in (None, -3, -1, 1, 2, 7):
                e = ref(n, a, b, c)
                total += 1
                if not (seq[a:b:c] == e and list(tu[a:b:c]) == e and list(by[a:b:c]) == e and st[a:b:c] == ''.join(map(str, e)) and list(range(n)[a:b:c]) == e): bad += 1
print(bad, total)

# --- slice objects in use
l = list('abcdef')
mid, rev = slice(2, 4), slice(None, None, -1)
print(l[mid], 'abcdef'[mid], (1, 2, 3, 4)[mid], range(10)[mid], b'abcdef'[rev], l[slice(-2, None)], [l[x] for x in (mid, rev, 0)])
l[mid] = 'XY'
del l[slice(0, 1)]
print(l)
d = {(1, 2): 'tuple', 'k': 1}
print(d[1, 2])
try: d[1:2]
except (TypeError, KeyError) as e: print(type(e).__name__, e)
parts = {'name': slice(0, 5), 'age': slice(5, 8), 'city': slice(8, None)}
line = 'Ann  042Paris'
print({k: line[v].strip() for k, v in parts.items()})
