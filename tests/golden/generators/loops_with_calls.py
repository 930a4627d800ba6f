# A generator that a loop reads may stay on the stack between two items. What the body of the loop does there - calls of
# all kinds, exceptions, other generators, the generator itself - must never show in what it goes on with.
import collections
import functools


def numbers(n):
    a, b, c, d = 1, "two", [3], (4,)
    for i in range(n):
        e = i * i
        yield i
        assert (a, b, c, d, e) == (1, "two", [3], (4,), i * i)


def doubled(source):
    for x in source:
        before = x
        y = yield 2 * x
        assert before == x and y is None


def added(source):
    total = 0
    for x in source:
        total += x
        yield total


def chain(n):
    return added(doubled(numbers(n)))


def small(x):
    return x + 1


def large(x, y=2, *rest, z=3, **names):
    a = b = c = d = e = f = g = h = i = j = k = l = m = n = x
    return sum((a, b, c, d, e, f, g, h, i, j, k, l, m, n, y, z, *rest, *names.values()))


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


Item = collections.namedtuple("Item", "x y z", defaults=(1, 2))


bodies = {
    "nothing": lambda x: x,
    "small": lambda x: small(x),
    "large": lambda x: large(x),
    "large, more": lambda x: large(x, 1, 2, 3, 4, 5, 6, z=9, u=1, v=2),
    "spread": lambda x: large(*range(30), **{"k%d" % i: i for i in range(30)}),
    "spread in vain": lambda x: failing(lambda: small(*range(40))),
    "named in vain": lambda x: failing(lambda: small(x, nothing=1)),
    "deep": lambda x: deep(50),
    "method": lambda x: [1, x].count(x) + "a b".split(maxsplit=1, sep=" ").index("b", 0, 5) + [3].index(*[3, 0]),
    "unbound": lambda x: str.center(str(x), 5, "*") + dict.fromkeys("ab", x).get("c", "-"),
    "named tuple": lambda x: Item(x, z=5)._replace(y=x, z=7) + Item(*range(3)) + Item._make([x, x, x]),
    "partial": lambda x: functools.partial(functools.partial(large, 1), 2, z=x)(),
    "partial of a method": lambda x: functools.partial("a b c".split, maxsplit=1)(" "),
    "natives": lambda x: [int("7"), round(2.5), "a,b".split(","), str(x).center(9, "*"), "x".join("ab"), pow(2, x, 7)],
    "natives in vain": lambda x: (failing(lambda: int("a")), failing(lambda: [].pop()), failing(lambda: "".join([1]))),
    "keys": lambda x: sorted([3, 1, 2], key=lambda k: -k, reverse=True) + [max(range(5), key=lambda k: -k)],
    "map": lambda x: list(map(small, range(4))) + list(map(lambda a, b: a * b, range(3), range(3))),
    "sum": lambda x: sum(small(k) for k in range(5)),
    "another loop": lambda x: [y for y in chain(4)],
    "unpacking": lambda x: [a + b for a, b in [(x, 1), (x, 2)]],
    "next": lambda x: next(chain(3)) + next(iter(numbers(x + 1))),
    "a default": lambda x: next(chain(0), "none"),
    "format": lambda x: f"{x:>5}{x!r}{Item(x).z:03}" + "%s-%d" % ("a", x) + "{0} {b}".format(x, b=2),
    "exec": lambda x: eval("small(x) + large(x)", {"small": small, "large": large, "x": x}),
    "garbage": lambda x: len([[k] * 10 for k in range(3000)]),
    "reduce": lambda x: functools.reduce(lambda a, b: a + small(b), range(4), x),
    "cache": lambda x: cached(x) + cached(x),
    "sorted by a native": lambda x: sorted("bA", key=str.lower) + [*map(str.upper, "ab"), *filter(None, [x, 0, 1])],
}


@functools.lru_cache(maxsize=3)
def cached(x, *, y=2):
    return large(x, y)


def failing(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def in_function(body):
    out = []
    for x in chain(6):
        out.append(body(x))
    return x, out[-1]


for name, body in bodies.items():
    found = []
    for x in chain(6):
        found.append(body(x))
    print(name, x, found[-1], in_function(body), [x for x in chain(6) if [body(x)]])


# The calls are in the loop itself, not in a function that it calls.
def here():
    out = []
    for x in chain(8):
        out.append(int("5"))
        out.append(str(x).encode("utf-8", "strict"))
        out.append("a b c".split(None, 1))
        out.append(sorted([x, 1], key=small))
        out.append(dict(a=x, b=2))
        out.append(print(x, end=" "))
        out.append(Item(x, z=3))
        out.append("{} {b!r:>4}".format(x, b=str))
        out.append([x, 1, 2].index(2, 0, -1) if x < 0 else max(x, 3, key=None, default=2) if x < -1 else None)
        out.append(large(x, 1, 2, 3, z=5, w=6))
        out.append(large(*(x, 1), **{"z": 2}))
        try:
            small(1, 2, 3)
        except TypeError as e:
            out.append(str(e))
        try:
            "abc".index("z", 0, 3)
        except ValueError as e:
            out.append(str(e))
        try:
            large(**{1: 2})
        except TypeError as e:
            out.append(str(e))
    return x, out


print(here())


# One call in each loop, at the very end of the registers, with parameters that are not given.
partial = functools.partial(large, 1, z=4)
bound = "a-b-c".split
calls = """
"a b".split()
"a b".split(None)
"a b".split(maxsplit=1)
"ab".encode()
"ab".encode(errors="strict")
"a%d" % x
"ab".find("b")
"ab".replace("a", str(x))
"{} {y}".format(x, y=[numbers][1:])
"ab".center(5)
int("11")
int("11", base=2)
str(b"a", "utf-8")
str(x)
round(2.567)
round(number=2.567, ndigits=x % 3)
pow(2, 3)
pow(base=2, exp=x, mod=7)
sorted([3, 1])
sorted([3, 1], key=small)
sorted([3, 1], reverse=True, key=numbers and small)
max(x, 1)
max([x], default=numbers)
min([x, 1], key=small)
sum([x], start=1)
enumerate("ab", start=x).__next__()
dict(a=1, numbers=2, chain=3)
dict(a=added, b=doubled, c=numbers)["a"] is added
list(map(numbers, range(2)))[0].close()
[numbers, added, doubled].index(doubled, 0)
[].append(added)
[3, 1].sort(key=small)
{}.get(x)
{1: added}.pop(1, numbers) is added
{}.setdefault(added, added) is added
Item(x)
Item(x, y=added).y is added
Item(*[1, 2], **{"z": added}).z is added
large(x)
large(x, 1, 2, 3, 4, 5, 6, 7, 8)
large(x, z=1)
large(x, a=1, b=2, c=3, d=4, e=5, f=6, g=7)
large(*range(20), **{"a": 1, "b": 2})
large(*[added][:0], x, **{"z": 3})
partial()
partial(2, 3, z=5)
bound("-")
bound(sep="-", maxsplit=1)
cached(x)
cached(x, y=x)
failing(lambda: x)
small(x)
functools.reduce(lambda a, b: a + b, [x], added and 1)
divmod(x, 3)
isinstance(x, int)
getattr(x, "real")
getattr(x, "nothing", added) is added
hasattr(x, "nothing")
callable(added)
next(iter([x]))
next(iter([]), added) is added
zip([x], [1], strict=True).__next__()
print(end="")
print("", sep="", end="")
[*map(small, [x])]
f"{x:>{5}}"
[k for k in [x]]
(lambda *a, **k: (a, len(k)))(x, added=added)
"""
for call in calls.split("\n")[1:-1]:
    names = dict(globals())
    exec(f"def loop(g):\n  for x in g:\n    y = {call}\n  return x, y", names)
    print(call, names["loop"](chain(5)), names["loop"](numbers(5)))

wrong = """
int(x=1)
small()
small(1, 2)
small(1, y=2)
small(x=1, **{"y": 2})
small(*[1, 2, 3])
large()
large(1, x=2)
large(**{1: 2})
large(*1)
large(1, **1)
int("x")
int("1", base=99)
"a".split(1)
"a".split(nothing=1)
"a".index("b")
[].index(x)
sorted(x)
sorted([1], nothing=2)
dict(1)
pow(2, mod=3)
Item(*range(5))
Item(nothing=1)
partial(x=2)
bound(1, 2, 3)
x()
x.nothing
x + added
added(x).send(1)
"""
for call in wrong.split("\n")[1:-1]:
    names = dict(globals())
    exec(f"""
def loop(g):
  for x in g:
    try:
      {call}
    except Exception as e:
      y = e
  return x, y
""", names)
    x, y = names["loop"](chain(5))
    print(call, x, f"{type(y).__name__}: {y}")


# The generator itself in the body.
def itself():
    g = chain(12)
    for x in g:
        y = next(g, None)
        print((x, y), end=" ")
    print()
    g = doubled(numbers(9))
    for x in g:
        if x == 4:
            print(g.send(None), end=" ")
        if x == 10:
            print(failing(lambda: g.throw(KeyError("here"))), end=" ")
        print(x, end=" ")
    print()
    g = numbers(9)
    for x in g:
        if x == 3:
            g.close()
    print(x)


itself()


def patient():
    got = []
    n = 0
    while n < 9:
        try:
            got.append((yield n))
        except ValueError as e:
            got.append(str(e))
        n += 1
    return got


def read(g, n):
    out = []
    for x in g:
        out.append(x)
        if len(out) == n:
            return out
    return out


# One generator read by loops at many depths.
def at(depth, g):
    if depth == 0:
        return read(g, 2)
    return at(depth - 1, g) + read(g, 1)


g = chain(30)
print(at(3, g), read(g, 2), at(0, g), next(g), at(2, g))

g = patient()
for x in g:
    if x % 3 == 1:
        print(g.throw(ValueError(x)), end=" ")
    elif x % 3 == 2:
        print(g.send(x), end=" ")
    print(x, end=" ")
print()


# Two generators in turn, as coroutines do.
def averages():
    total = count = 0
    value = None
    while True:
        value = yield (total / count if count else 0.0)
        total, count = total + value, count + 1


def many_locals():
    a = b = c = d = e = f = g = h = i = j = k = l = m = n = o = p = q = r = s = t = 0
    while True:
        x = yield a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t
        a = b = c = d = e = f = g = h = i = j = k = l = m = n = o = p = q = r = s = t = x


for make in averages, many_locals:
    a = make()
    next(a)
    print([a.send(x) for x in chain(7)])
    for x in chain(7):
        last = a.send(x)
        if x == 12:
            last = a.send(small(x)), a.send(large(x)), deep(5)
            list(chain(3))
    print(last)


# Exceptions that leave the loop, and a loop that goes on after one.
def interrupted():
    g = chain(10)
    for attempt in range(3):
        try:
            for x in g:
                if x % 4 == 2:
                    raise ValueError(x)
        except ValueError as e:
            print("raised", e, end=" ")
    print(list(g))


interrupted()


def handling():
    try:
        raise KeyError("outer")
    except KeyError:
        for i in range(3):
            yield i, failing(lambda: int("x"))


for x in handling():
    try:
        raise IndexError(x)
    except IndexError as e:
        print(e, e.__context__, end=" ")
print()


def recursive(n):
    if n:
        for x in recursive(n - 1):
            yield x
            if x == n:
                for y in recursive(n - 2 if n > 1 else 0):
                    yield -y
    yield n


print(list(recursive(6)))
for x in recursive(5):
    for y in recursive(3):
        if x == y:
            print(x, end=" ")
print()


def walk(tree):
    left, value, right = tree
    if left:
        yield from walk(left)
    yield value
    if right:
        for x in walk(right):
            yield x


def tree(lo, hi):
    if lo >= hi:
        return None
    mid = (lo + hi) // 2
    return tree(lo, mid), mid, tree(mid + 1, hi)


print(sum(x * small(x) for x in walk(tree(0, 40))), [x for x in walk(tree(0, 10)) if large(x)])
