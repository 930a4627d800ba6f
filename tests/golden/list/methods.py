# append, extend, insert.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

l = []
print(l.append(1), l, l.extend([2, 3]), l, l.extend('ab'), l, l.extend(()), l.insert(0, 'z'), l, l.insert(-1, 'y'), l, l.insert(100, 'end'), l.insert(-100, 'start'), l)
l.extend(x for x in range(2))
l.extend({5: 6})
l.extend(l[:2])
print(l)
l = [1]
l.append(l)
print(l, len(l), l[1] is l)
t(lambda: l.append())
t(lambda: l.append(1, 2))
t(lambda: l.extend(5))
t(lambda: l.extend(None))
t(lambda: l.extend())
t(lambda: l.extend([1], [2]))
t(lambda: l.insert(0))
t(lambda: l.insert())
t(lambda: l.insert('a', 1))
t(lambda: l.insert(1.0, 1))
t(lambda: l.insert(None, 1))
t(lambda: l.insert(2**70, 'far'))
t(lambda: l.insert(-2**70, 'near'))
t(lambda: l.append(x=1))
t(lambda: len(l))

# --- extend keeps what it got before an error
l = [0]
def g():
    yield 1
    yield 2
    raise ValueError('stop here')
try: l.extend(g())
except ValueError as e: print(e, l)
try: l += g()
except ValueError as e: print(e, l)
try: l[1:] = g()
except ValueError as e: print(e, l)
l = [1, 2]
l.extend(l)
print(l)
l.extend(list(l))
print(l)

# --- pop, remove, clear
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

l = list('abcdef')
print(l.pop(), l.pop(0), l.pop(-2), l.pop(1), l, l.remove('b'), l, l.clear(), l)
t(lambda: [].pop())
t(lambda: [].pop(0))
t(lambda: [1].pop(1))
t(lambda: [1].pop(-2))
t(lambda: [1].pop('a'))
t(lambda: [1].pop(1.0))
t(lambda: [1].pop(None))
t(lambda: [1].pop(0, 1))
t(lambda: [1].pop(2**70))
t(lambda: [1].remove(2))
t(lambda: [1].remove())
t(lambda: [[1]].remove([1]))
t(lambda: [].clear(1))
t(lambda: [1, 1.0, True].remove(True))
l = [1, 2, 1, 1.0, True]
l.remove(1)
print(l)
l.remove(1)
print(l)
l = [float('nan')]
l.remove(l[0])
print(l)

# --- index and count
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

l = [1, 2, 3, 2, 1, 2.0, True, 'a', None]
print(l.index(2), l.index(2, 2), l.index(2, -5), l.index(1, 1), l.index(1, 0, 1), l.index(None), l.count(2), l.count(1), l.count('x'), l.count(True), l.index(True), l.index(2, -100, 100), [[1], [1]].count([1]), [1, [2]].index([2]))
t(lambda: l.index(9))
t(lambda: l.index('zz'))
t(lambda: l.index(1, 1, 3))
t(lambda: l.index())
t(lambda: l.index(1, 'a'))
t(lambda: l.index(1, None))
t(lambda: l.index(1, 2, 3, 4))
t(lambda: l.index([1]))
t(lambda: l.count())
t(lambda: l.count(1, 2))
t(lambda: l.index(1, 2**70))
t(lambda: l.index(1, -2**70, 2**70))
t(lambda: [].index(0))

# --- sort and reverse
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

l = [3, 1, 2]
print(l.sort(), l, l.sort(reverse=True), l, l.reverse(), l)
l = ['bb', 'a', 'ccc', 'A', 'B']
l.sort(); print(l)
l.sort(key=len); print(l)
l.sort(key=str.lower, reverse=True); print(l)
l.sort(key=lambda s: (-len(s), s)); print(l)
l.sort(key=None, reverse=0); print(l)
t(lambda: l.sort(len))
t(lambda: l.sort(cmp=1))
t(lambda: l.sort(key=5))
t(lambda: l.sort(reverse='x'))
t(lambda: l.sort(reverse=None))
t(lambda: [1, 'a'].sort())
t(lambda: [1, None].sort())
t(lambda: [None, None].sort())
t(lambda: [None].sort())
t(lambda: [1j, 2].sort())
t(lambda: [[1], ['a']].sort())
t(lambda: [(1, 'a'), (1, 2)].sort())
t(lambda: [{}, {}].sort())
t(lambda: ['a', b'a'].sort())
t(lambda: [1].reverse(1))
t(lambda: [3, 1].sort(key=lambda x: 1 / 0))

# --- sort is stable, with key and reverse
data = [('b', 2), ('a', 1), ('c', 2), ('d', 1), ('e', 2)]
print(sorted(data, key=lambda p: p[1]), sorted(data, key=lambda p: p[1], reverse=True), sorted(data, key=lambda p: -p[1]))
print(sorted([True, 1, 1.0, 0, False, 0.0]), sorted([1.0, 1, True], reverse=True))
print(sorted('hello world'), sorted({3: 1, 1: 2}), sorted((3, 2, 1)), sorted(range(5), reverse=True), sorted([]), sorted('bca', key=lambda c: {'a': 2, 'b': 1, 'c': 0}[c]))

# --- the list is empty while it is sorted
l = [3, 1, 2]
def key(x):
    print(x, l)
    return x
l.sort(key=key)
print(l)
l = [2, 1, 3]
def bad(x):
    l.append(x)
    return x
try: l.sort(key=bad)
except ValueError as e: print(e, l)
l = [3, 2, 1]
def err(x):
    if x == 1: raise KeyError('in key')
    return x
try: l.sort(key=err)
except KeyError as e: print(e, l)
l = [3, 'a', 2, 1]
try: l.sort()
except TypeError as e: print(e, sorted(map(str, l)))

# --- copy is shallow
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

l = [1, [2]]
c = l.copy()
d = l[:]
e = list(l)
f = [*l]
l[1].append(3)
l.append(4)
print(c, d, e, f, l, c is l, c[1] is l[1])
t(lambda: l.copy(1))

# --- list() of everything
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(list(), list('abc'), list((1, 2)), list({1: 2}), list({5}), list(range(3)), list(b'ab'), list(x for x in 'q'), list(map(str, [1])), list(zip('ab', [1, 2])), list({'a': 1}.items()), list(reversed([1, 2])), list(enumerate('x')), list(filter(None, [0, 1])), list(iter([1])), list(memoryview(b'z')))
t(lambda: list(5))
t(lambda: list(None))
t(lambda: list(1, 2))
t(lambda: list(x=1))
t(lambda: list(len))
t(lambda: list(1.5))

# --- wrong arguments through the type
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: list.append())
t(lambda: list.append(5, 1))
t(lambda: list.append([], 1))
t(lambda: list.append([]))
t(lambda: list.sort())
t(lambda: list.pop(()))
t(lambda: list.index([1], 1))
t(lambda: list.__len__([1, 2]))
t(lambda: list.__len__('a'))
t(lambda: [].__len__(1))
t(lambda: [1].__getitem__(0))
t(lambda: [1].__getitem__(5))
t(lambda: [1].__contains__(1))
t(lambda: [1].__add__([2]))
t(lambda: [1].__add__(2))
t(lambda: [1].__mul__(2))
t(lambda: [1].__mul__('a'))
t(lambda: [1].__eq__([1]))
t(lambda: [1].__eq__((1,)))
t(lambda: [1].__lt__([2]))
t(lambda: [1].__iter__().__next__())
t(lambda: [1, 2].__reversed__().__next__())
t(lambda: [1].__iadd__((2,)))
t(lambda: [1].__imul__(2))
t(lambda: [1].__setitem__(0, 2))
t(lambda: [1].__delitem__(0))
t(lambda: [1].__hash__)
t(lambda: [1].__repr__())
t(lambda: [1].nope)
t(lambda: setattr([], 'x', 1))
