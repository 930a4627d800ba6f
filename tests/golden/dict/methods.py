# get, setdefault, pop, popitem, update.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

d = {'a': 1, 'b': 2}
print(d.get('a'), d.get('z'), d.get('z', 0), d.setdefault('a', 9), d.setdefault('c'), d.setdefault('d', []), d, d.pop('c'), d.pop('zz', None), d.pop('zz', 5), d, d.popitem(), d, d.update({'e': 5}), d, d.update([('f', 6)], g=7), d, d.update(a=0), d, d.update(), d.copy() == d, d.copy() is d, d.clear(), d)
t(lambda: {}.popitem())
t(lambda: {}.pop('k'))
t(lambda: {}.pop())
t(lambda: {}.pop(1, 2, 3))
t(lambda: {}.get())
t(lambda: {}.get([]))
t(lambda: {}.get(1, 2, 3))
t(lambda: {}.get(k=1))
t(lambda: {}.setdefault())
t(lambda: {}.setdefault([], 1))
t(lambda: {}.setdefault(1, 2, 3))
t(lambda: {}.update(5))
t(lambda: {}.update([1]))
t(lambda: {}.update(['abc']))
t(lambda: {}.update([(1,)]))
t(lambda: {}.update([(1, 2, 3)]))
t(lambda: {}.update(None))
t(lambda: {}.update({}, {}))
t(lambda: {}.update('ab'))
t(lambda: {}.update(['ab', 'cd']))
t(lambda: {}.update([([], 1)]))
t(lambda: {}.clear(1))
t(lambda: {}.copy(1))
t(lambda: {}.keys(1))
t(lambda: {}.pop([]))
t(lambda: {}.pop(key='a'))
t(lambda: {}['k'])
t(lambda: {}[[]])
t(lambda: {1: 2}[{}])
t(lambda: {}[1.5])
t(lambda: {}['it\'s'])
t(lambda: {}[None])
t(lambda: {}[(1, 2)])

# --- construction
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(dict(), dict(a=1), dict({'a': 1}), dict([('a', 1), ('b', 2)]), dict(['ab', 'cd']), dict([[1, 2]]), dict(zip('ab', [1, 2])), dict({'a': 1}, b=2), dict([('a', 1)], a=2), dict(**{'x': 1}), {'a': 1, 'a': 2}, {1: 'a', 1.0: 'b', True: 'c'}, {**{'a': 1}, 'a': 2}, dict(enumerate('ab')), dict.fromkeys('ab'), dict.fromkeys([1, 2], 0), dict.fromkeys('aab', []), dict(((i, i * i) for i in range(3))), dict(dict(a=1)), dict({'a': 1}.items()), dict(((1, 2), [3, 4])))
t(lambda: dict(5))
t(lambda: dict([1]))
t(lambda: dict(['a']))
t(lambda: dict([(1, 2, 3)]))
t(lambda: dict([(1, 2), (3,)]))
t(lambda: dict(None))
t(lambda: dict(1, 2))
t(lambda: dict('ab'))
t(lambda: dict([([], 1)]))
t(lambda: dict(**{1: 2}))
t(lambda: dict.fromkeys())
t(lambda: dict.fromkeys(5))
t(lambda: dict.fromkeys([[]]))
t(lambda: dict.fromkeys('a', 1, 2))
t(lambda: {[]: 1})
t(lambda: {{}: 1})
t(lambda: {{1}: 1})
t(lambda: {(1, []): 1})
t(lambda: {bytearray(): 1})
t(lambda: {slice(1): 1})
t(lambda: {1: 2, **5})
t(lambda: {**[(1, 2)]})

# --- operators
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

a, b = {'x': 1, 'y': 2}, {'y': 3, 'z': 4}
print(a | b, b | a, a | {}, a == {'y': 2, 'x': 1}, a != b, 'x' in a, 1 in a, 'q' not in a, len(a), bool({}), not a, list(a), [*a], {*a} == {'x', 'y'}, max(a), sorted(a, reverse=True), a.__contains__('x'), a.__getitem__('x'), a.__len__(), dict.__or__(a, b), a.__or__(5), a.__eq__(b), a.__eq__(5))
a |= b
print(a)
a |= [('w', 0)]
print(a)
t(lambda: a | [('q', 1)])
t(lambda: [] | a)
t(lambda: a | 5)
t(lambda: a + b)
t(lambda: a - b)
t(lambda: a & b)
t(lambda: a < b)
t(lambda: a * 2)
t(lambda: -a)
t(lambda: hash(a))
t(lambda: a())
t(lambda: a.x)
t(lambda: a['nope'])
t(lambda: a[0])
t(lambda: a[1:2])
def f():
    d = {}
    d |= 5
t(lambda: f())
def g():
    d = {}
    d += {}
t(lambda: g())

# --- deletion and order
d = {'a': 1, 'b': 2, 'c': 3}
del d['a']
d['a'] = 9
d['b'] = 8
print(d, list(d), list(reversed(d)), d.popitem(), next(iter(d)))
d['d'] = 4
del d['c']
d['c'] = 5
print(list(d.items()), list(reversed(d.items())), list(reversed(d.values())), list(reversed(d.keys())))
def tr(k):
    try: del d[k]
    except Exception as e: print(type(e).__name__, e)
tr('zz'); tr([]); tr(1.5); tr(None)
for i in range(100): d[i] = i
for i in range(0, 100, 2): del d[i]
print(len(d), list(d)[:6], list(d)[-2:], 50 in d, 51 in d)

# --- mutation while iterating
def tr(f):
    d = {i: i for i in range(4)}
    try:
        for k in d: f(d, k)
        print('ok', d)
    except RuntimeError as e: print(e, d)
tr(lambda d, k: d.pop(k))
tr(lambda d, k: d.__setitem__(k + 10, 0))
tr(lambda d, k: d.__setitem__(k, 0))
tr(lambda d, k: d.clear())
tr(lambda d, k: (d.pop(k), d.__setitem__(k, 1)))
tr(lambda d, k: d.update({0: 5}))
tr(lambda d, k: d.setdefault(99, 1))
tr(lambda d, k: d.popitem())
d = {1: 1, 2: 2}
for view in (d.keys(), d.values(), d.items()):
    it = iter(view)
    next(it)
    d[len(d) + 1] = 0
    try: next(it)
    except RuntimeError as e: print(e)
    try: next(it)
    except (RuntimeError, StopIteration) as e: print(type(e).__name__, e)
it = iter(d)
list(it)
d['new'] = 1
print(next(it, 'exhausted'))
r = reversed(d)
next(r)
d['q'] = 1
try: next(r)
except RuntimeError as e: print(e)

# --- keys that are equal across types
d = {1: 'int', 'a': 'str', (1, 2): 'tuple', None: 'none', True: 'bool', 1.5: 'float', frozenset({1}): 'fs', b'a': 'bytes', range(2): 'range', ...: 'ell', int: 'type', 2**70: 'big', -1: 'm', 1j: 'c'}
print(d[1.0], d[True], d[1 + 0j], d[(1.0, 2)], d[None], d[frozenset([1.0])], d[b'a'], d[range(0, 2, 1)], d[...], d[int], d[float(2**70)], d[-1.0], d[1j], d['a'], len(d), list(d)[0])
nan = float('nan')
e = {nan: 1}
print(e[nan], nan in e, {0: 'a', -0.0: 'b', False: 'c'})

# --- nested dicts
cfg = {'db': {'host': 'x', 'ports': [1, 2]}, 'debug': False}
print(cfg['db']['ports'][1], cfg.get('db', {}).get('user', 'none'), cfg.get('nope', {}).get('x'))
cfg['db']['ports'].append(3)
cfg['db']['user'] = {'name': 'u'}
cfg.setdefault('log', {}).setdefault('level', 'info')
print(cfg)
c = cfg.copy()
c['db']['host'] = 'changed'
c['debug'] = True
print(cfg['db']['host'], cfg['debug'])
def walk(d, path=()):
    for k, v in d.items():
        if isinstance(v, dict): yield from walk(v, path + (k,))
        else: yield '.'.join(path + (k,)), v
print(dict(walk(cfg)))

# --- counting and grouping
text = 'the cat the dog the end'
count = {}
for w in text.split(): count[w] = count.get(w, 0) + 1
print(count, sorted(count.items(), key=lambda kv: (-kv[1], kv[0])))
groups = {}
for w in text.split(): groups.setdefault(len(w), []).append(w)
print(groups)
inv = {}
for k, v in count.items(): inv.setdefault(v, set()).add(k)
print({k: sorted(v) for k, v in inv.items()})
print({v: k for k, v in count.items()}, dict(sorted(count.items())), min(count, key=count.get), sum(count.values()))
print({k: v for k, v in count.items() if v > 1}, any(v > 2 for v in count.values()), dict.fromkeys(text.split()), list(dict.fromkeys('abracadabra')))
