# Construction and operators.
print((), (1,), (1, 2), tuple(), tuple('ab'), tuple([1]), tuple({1: 2}), tuple(x for x in 'z'), 1, (1) , (1,) + (2,), (1, 2) * 2, 2 * (0,), () * 5, (1,) * -1, len((1, 2)), (1, 2)[0], (1, 2)[-1], (1, 2, 3)[::-1], (1, 2, 3)[1:], 1 in (1,), (1, 2) == (1, 2), (1, 2) < (1, 3), (1, 2) == [1, 2], hash((1, 2)) == hash((1, 2)), {(1, 2): 'v'}[1, 2], (1, 2).count(1), (1, 2).index(2), max((3, 1)), sorted((2, 1)), sum((1, 2)), bool(()), bool((0,)))
print(((),), ((1,),), (1, (2, (3,))), ('a',), ("it's",), (None,), repr((1, 2)), str((1,)), f'{(1, 2)}', '%s' % ((1, 2),))

# --- errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

u = (1, 2)
t(lambda: u[2])
t(lambda: u[-3])
t(lambda: u['a'])
t(lambda: u[1.0])
t(lambda: u[None])
t(lambda: u[2**70])
t(lambda: u[::0])
t(lambda: u + [1])
t(lambda: u + 1)
t(lambda: u * 'a')
t(lambda: u * 1.5)
t(lambda: u - u)
t(lambda: u < [1])
t(lambda: u < 1)
t(lambda: u.append)
t(lambda: u.x)
t(lambda: u.count())
t(lambda: u.count(1, 2))
t(lambda: u.index())
t(lambda: u.index(5))
t(lambda: u.index(1, 1))
t(lambda: u.index(1, 'a'))
t(lambda: u.index(2, 0, 1))
t(lambda: u.index(2, -1))
t(lambda: tuple(5))
t(lambda: tuple(None))
t(lambda: tuple(1, 2))
t(lambda: tuple(x=[1]))
t(lambda: hash(([],)))
t(lambda: {([],): 1})
t(lambda: (1, [])[1].append(2))
t(lambda: -u)
t(lambda: u())
t(lambda: (1, 'a') < (1, 2))
t(lambda: tuple.index((1,), 1))
t(lambda: tuple.count([1], 1))
t(lambda: ().__len__())
t(lambda: (1,).__add__(2))
t(lambda: (1,).__getnewargs__())
t(lambda: (1,).__contains__(1))

# --- tuples never change, and are reused
t = (1, [2])
u = t
t += (3,)
print(t, u, t is u, t[1] is u[1])
u[1].append('x')
print(t)
a = (1, 2, 3)
print(a[:] is a, tuple(a) is a, a * 1 is a, a + () is a or a + () == a)
def f(): return 1, 2
x, y = f()
print(f(), x, y, f()[0], [*f(), 3], (*f(), 3), dict([f()]), max(f()))
def swap(p): a, b = p; return b, a
print(swap((1, 2)), swap('xy'))

# --- tuples as keys and records
grid = {(x, y): x * y for x in range(3) for y in range(3)}
print(grid[2, 2], (1, 1) in grid, len(grid), sum(grid.values()), [k for k, v in grid.items() if v == 2], max(grid, key=grid.get), min(grid), sorted(grid)[-1])
people = [('Ann', 30), ('Bob', 25), ('Cy', 35)]
print(sorted(people, key=lambda p: p[1]), max(people, key=lambda p: p[1])[0], [n for n, a in people if a > 26], dict(people), *zip(*people))
for i, (name, age) in enumerate(people): print(i, name, age)

# --- hash of tuples follows equality
print(hash((1, 2)) == hash((1.0, 2)), hash(()) == hash(()), hash((1, (2, 3))) == hash((1, (2, 3))), hash((True,)) == hash((1,)), len({(1, 2), (1.0, 2.0), (True, 2)}), {(0,): 'a'}.get((False,)))
