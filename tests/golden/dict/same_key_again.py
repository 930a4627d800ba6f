# What a dict answers for the key that was asked for last, when the dict has changed since.
import collections


def fresh(*parts):
    return "".join(parts)


def changes(size):
    d = {fresh("k", str(i)): i for i in range(size)}
    key = fresh("k", "3")
    print(key in d, d[key], len(d))
    d[key] = "set"
    print(d[key], d.get(key), d.setdefault(key, 0))
    del d[key]
    print(key in d, d.get(key, "gone"))
    d[key] = "again"
    print(d[key], list(d)[-1], d.popitem(), key in d)
    d[key] = "third"
    print(d.pop(key), d.pop(key, "no more"))
    d[key] = 1
    d[key] += 1
    d[key] += d[key]
    print(d[key])
    copy = dict(d)
    d[key] += 1
    print(d[key], copy[key])
    for i in range(40):  # to another table
        d[fresh("n", str(i))] = i
    print(d[key], key in d)
    d.clear()
    print(key in d, d.get(key))
    d[key] = "new"
    garbage = [[i] for i in range(50000)]  # and a collection
    print(d[key], fresh("k", "3") in d, fresh("k", "4") in d)


for size in (5, 8, 9, 30, 400):
    changes(size)

# Keys that are equal and not the same, of every length.
texts = [fresh("ab" * n, tail) for n in range(20) for tail in ("", "x", "y", "é")]
d = {t: i for i, t in enumerate(texts)}
print(len(d), sum(d[fresh(t, "")] == i for i, t in enumerate(texts) if t), fresh("ab" * 40) in d)
near = [t[:-1] + chr(ord(t[-1]) ^ 1) for t in texts if t]
print([n in d for n in near])
few = {t: i for i, t in enumerate(texts[9:16])}
print([few.get(fresh(t, "")) for t in texts[8:18]])

# Other keys.
d = {1: "one", 2.5: "float", (1, 2): "pair", None: "none", 10**20: "big", frozenset([1]): "set", b"b": "bytes", True: "true"}
for key in (1, 1.0, True, 2.5, (1, 2), (1.0, 2.0), None, 10**20, frozenset([1.0]), b"b", bytes([98])):
    print(key, key in d, d[key], d.get(key))
    d[key] += "!"
print(d)

# Two dicts, one key.
a, b = {}, {}
for word in "to be or not to be".split():
    a[word] = a.get(word, 0) + 1
    if word in a:
        b[word] = b.get(word, "") + str(a[word])
print(a, b)

# Orders.
od = collections.OrderedDict((fresh("o", str(i)), i) for i in range(12))
key = fresh("o", "5")
print(od[key])
od.move_to_end(key, last=False)
print(od[key], list(od))
od[key] += 1
od.move_to_end(key)
print(od[key], od.popitem(), key in od)
dd = collections.defaultdict(list)
for i in range(30):
    dd[fresh("g", str(i % 3))].append(i)
    if i % 10 == 9:
        del dd[fresh("g", str(i % 3))]
print(dict(dd))
counter = collections.Counter()
for c in "abracadabra":
    counter[c] += 1
    counter[c] -= c == "b"
print(counter)

# A namespace.
name = fresh("vari", "able")
variable = 1
print(globals()[name])
del variable
print(name in globals(), globals().get(name))
globals()[name] = 2
print(variable)
variable = 3
print(globals()[name])

# While it is walked.
d = {fresh("w", str(i)): i for i in range(10)}
for key in d:
    if key in d:
        d[key] *= 2
print(d)
try:
    for key in d:
        d[key]
        d[fresh(key, "+")] = 0
except RuntimeError as error:
    print(error)
