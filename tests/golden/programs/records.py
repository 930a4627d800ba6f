# Records as dicts, immutable updates, paths, deep equality, schema migration.
def get_in(data, path, default=None):
    for key in path:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return default
    return data


def set_in(data, path, value):
    if not path:
        return value
    key, *rest = path
    if isinstance(data, list):
        copy = data[:]
        copy[key] = set_in(data[key], rest, value)
        return copy
    return {**(data or {}), key: set_in((data or {}).get(key), rest, value)}


def update_in(data, path, function):
    return set_in(data, path, function(get_in(data, path)))


def changes(a, b, path=()):
    if type(a) is not type(b):
        yield path, a, b
    elif isinstance(a, dict):
        for key in [*a, *(k for k in b if k not in a)]:
            if key not in b:
                yield (*path, key), a[key], "<gone>"
            elif key not in a:
                yield (*path, key), "<new>", b[key]
            else:
                yield from changes(a[key], b[key], (*path, key))
    elif isinstance(a, list):
        for i, (x, y) in enumerate(zip(a, b)):
            yield from changes(x, y, (*path, i))
        if len(a) != len(b):
            yield (*path, "length"), len(a), len(b)
    elif a != b:
        yield path, a, b


def deep_copy(x):
    if isinstance(x, dict):
        return {k: deep_copy(v) for k, v in x.items()}
    if isinstance(x, (list, tuple, set)):
        return type(x)(map(deep_copy, x))
    return x


def flatten(data, separator="."):
    if isinstance(data, dict):
        items = data.items()
    elif isinstance(data, list):
        items = enumerate(data)
    else:
        yield "", data
        return
    for key, value in items:
        for rest, leaf in flatten(value, separator):
            yield f"{key}{separator + rest if rest else ''}", leaf


def unflatten(flat, separator="."):
    root = {}
    for path, value in flat.items():
        node = root
        *parents, last = path.split(separator)
        for p in parents:
            node = node.setdefault(p, {})
        node[last] = value
    def fix(node):
        if not isinstance(node, dict):
            return node
        if node and all(k.isdigit() for k in node):
            return [fix(node[k]) for k in sorted(node, key=int)]
        return {k: fix(v) for k, v in node.items()}
    return fix(root)


DOC = {"id": 7, "user": {"name": "Ann", "langs": ["py", "c"], "address": {"city": "Rome", "zip": None}}, "tags": []}
new = update_in(set_in(DOC, ["user", "address", "city"], "Oslo"), ["user", "langs", 0], str.upper)
new = set_in(new, ["meta", "rev"], 2)
print(new, DOC["user"]["address"]["city"], new["tags"] is DOC["tags"], new["user"] is DOC["user"])
for change in changes(DOC, new):
    print(*change)
print(list(changes(DOC, deep_copy(DOC))), list(changes([1, [2]], [1, [3, 4]])), list(changes(1, 1.0)))
print(get_in(DOC, ["user", "langs", 1]), get_in(DOC, ["user", "langs", 9], "none"), get_in(DOC, ["id", "x"]), get_in(DOC, []) is DOC)
flat = dict(flatten(DOC))
print(flat, unflatten(flat))
MIGRATIONS = []


def migration(version):
    def register(f):
        MIGRATIONS.append((version, f))
        return f
    return register


@migration(2)
def split_name(r):
    first, _, last = r.pop("name").partition(" ")
    return {**r, "first": first, "last": last or None}


@migration(3)
def birth_year(r):
    return {**{k: v for k, v in r.items() if k != "age"}, "born": 2024 - r["age"]}


@migration(1)
def normalise(r):
    return {k.lower().strip(): v for k, v in r.items()}


def migrate(record):
    version = record.get("version", 0)
    for target, step in sorted(MIGRATIONS, key=lambda m: m[0]):
        if version < target:
            try:
                record = {**step({k: v for k, v in record.items() if k != "version"}), "version": target}
            except KeyError as e:
                e.add_note(f"in migration {target} ({step.__name__})")
                raise
    return record


print(migrate({"Name ": "Ann Lee", "AGE": 30}), migrate({"version": 2, "first": "Bo", "age": 20}), migrate({"version": 3, "x": 1}))
try:
    migrate({"name": "No Age"})
except KeyError as e:
    print(repr(e), e.__notes__)
people = [{"n": "a", "t": 1}, {"n": "b", "t": 2}, {"n": "c", "t": 1}]
print({t: [p["n"] for p in people if p["t"] == t] for t in {p["t"] for p in people}}, [p for p in people if p["n"] > "a"][0], sorted(people, key=lambda p: (-p["t"], p["n"]))[0]["n"], [{**p, "i": i} for i, p in enumerate(people)][-1])
