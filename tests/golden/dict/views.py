# keys, values, items: views follow the dict.
d = {'a': 1, 'b': 2}
k, v, i = d.keys(), d.values(), d.items()
print(k, v, i, len(k), len(v), len(i), 'a' in k, 1 in v, ('a', 1) in i, ('a', 2) in i, 5 in i, list(k), list(v), list(i), type(k).__name__, type(v).__name__, type(i).__name__)
d['c'] = 3
del d['a']
print(k, v, i, list(reversed(k)), k.mapping, k == {'b', 'c'}, i == {('b', 2), ('c', 3)}, v == v, d.values() == d.values(), d.keys() == d.keys(), d.items() == d.items(), {}.keys(), {}.values(), {}.items(), bool({}.keys()))

# --- set operations of views
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

a, b = {'x': 1, 'y': 2}, {'y': 2, 'z': 3}
print(sorted(a.keys() | b.keys()), a.keys() & b.keys(), sorted(a.keys() ^ b.keys()), a.keys() - b.keys(), sorted(a.items() | b.items()), a.items() & b.items(), sorted(a.items() ^ b.items()), a.items() - b.items(), a.keys() & ['y', 'q'], sorted(a.keys() | 'zz'), {'x'} | a.keys() == {'x', 'y'}, {'x'} & a.keys(), a.keys() - {'x'}, {'x', 'y', 'q'} - a.keys())
print(a.keys() <= {'x', 'y', 'z'}, a.keys() < a.keys(), a.keys() >= {'x'}, a.keys() > set(), a.keys() == {'x', 'y'}, a.keys() != b.keys(), a.keys().isdisjoint(['q']), a.keys().isdisjoint(b), a.items().isdisjoint([('x', 1)]), {'x', 'y'} >= a.keys(), a.items() >= {('x', 1)})
t(lambda: a.values() & b.values())
t(lambda: a.values() == {1, 2})
t(lambda: a.keys() + b.keys())
t(lambda: a.keys() & 5)
t(lambda: a.keys() | None)
t(lambda: a.keys() - 5)
t(lambda: a.keys() < [1])
t(lambda: a.keys() == ['x', 'y'])
t(lambda: a.keys()[0])
t(lambda: a.values()[0])
t(lambda: a.items()[0])
t(lambda: a.keys().append(1))
t(lambda: hash(a.keys()))
t(lambda: a.keys().isdisjoint(5))
t(lambda: {'k': []}.items() & set())
t(lambda: {'k': []}.items() | set())
t(lambda: a.keys().mapping['q'])
t(lambda: setattr(a.keys(), 'mapping', 1))
t(lambda: next(a.keys()))
t(lambda: len(a.values()))
t(lambda: sorted(a.items(), key=lambda p: -p[1]))
t(lambda: max(a.values()))
t(lambda: sum(a.values()))
t(lambda: ','.join(a))
t(lambda: ','.join(a.keys()))
t(lambda: [*a.items()])
t(lambda: iter(a.items()).__length_hint__())

# --- views of nested values repr
d = {'k': [1, {'z': 2}], 2: ('t',)}
print(d.items(), d.values(), d.keys())
d['self'] = d.values()
print(repr(d['self'])[:40])
m = d.keys().mapping
print(m[2], len(m), type(m).__name__)
try: m['x'] = 1
except TypeError as e: print(e)
