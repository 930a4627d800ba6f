# Augmented assignment evaluates its target once and mutates lists in place.
def f(tag, v):
    print("eval", tag)
    return v
a = [1, 2, 3]
f("list", a)[f("index", 1)] += f("value", 10)
print(a)
d = {'k': [1]}
d[f("key", 'k')] += f("rhs", (2, 3))
print(d)
f("d", d)['n'] = f("first", 5)
print(d)

# --- list += keeps identity, list + does not
a = b = [1]
a += [2]
print(a is b, b)
a = a + [3]
print(a is b, a, b)
a = b = [1]
a *= 3
print(a is b, b)
t = u = (1,)
t += (2,)
print(t is u, t, u)
s = v = {1}
s |= {2}
print(s is v, v)
s &= {2}
print(s is v, v)
s ^= {2, 9}
print(v)
s -= {9}
print(v)
d = e = {'a': 1}
d |= {'b': 2}
print(d is e, e)
d |= [('c', 3)]
print(e)
ba = bb = bytearray(b'a')
ba += b'b'
ba *= 2
print(ba is bb, bb)

# --- += with any iterable on a list
l = []
l += 'ab'
l += (1, 2)
l += {3: 4}
l += range(2)
l += (x * x for x in range(3))
print(l)
l = [1, 2, 3]
l += l
print(l)
try:
    l += None
except TypeError as e:
    print(e)

# --- the famous tuple item +=
t = ([1], 2)
try:
    t[0] += [5]
except TypeError as e:
    print(e)
print(t)
try:
    t[1] += 1
except TypeError as e:
    print(e)
print(t)

# --- augmented assignment on slices, attributes, nested
a = list(range(6))
a[1:3] += [10, 20]
print(a)
a[::2] *= 1
print(a)
a[:0] += [7]
print(a)
def f(): pass
f.n = 1
f.n += 5
f.n **= 2
print(f.n)
m = {'x': {'y': [0, 1]}}
m['x']['y'][-1] -= 7
print(m)
try:
    m['x']['z'] += 1
except KeyError as e:
    print(repr(e))
try:
    f.zz += 1
except AttributeError as e:
    print(e)
try:
    undefined_name += 1
except NameError as e:
    print(e)

# --- evaluation order of binary and comparison operators
def v(x):
    print(x, end=' ')
    return x
v(1) + v(2) * v(3)
print()
(v(1) + v(2)) * v(3)
print()
v(2) ** v(3) ** v(1)
print()
v(1) < v(2) < v(0) < v(9)
print()
v(0) or v('') or v(3) or v(4)
print()
v(1) and v(0) and v(5)
print()
print(v('t') if v(0) else v('f'))
[v(1), v(2)][v(1)]
print()
{v('k1'): v('v1'), v('k2'): v('v2')}
print()
d = {}
d[v('key')] = v('value')
print()
a = [0, 0]
a[v(0)], a[v(1)] = v(5), v(6)
print(a)
