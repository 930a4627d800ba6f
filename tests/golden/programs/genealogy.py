# Relations: family tree queries, transitive closure, a tiny logic database.
PARENTS = {"bart": ("homer", "marge"), "lisa": ("homer", "marge"), "maggie": ("homer", "marge"), "homer": ("abe", "mona"), "marge": ("clancy", "jackie"), "patty": ("clancy", "jackie"), "selma": ("clancy", "jackie"), "ling": ("selma",), "herb": ("abe",)}


def ancestors(person, generation=1):
    for parent in PARENTS.get(person, ()):
        yield parent, generation
        yield from ancestors(parent, generation + 1)


def children(person):
    return sorted(c for c, ps in PARENTS.items() if person in ps)


def descendants(person):
    out = set()
    todo = [person]
    while todo:
        for c in children(todo.pop()):
            if c not in out:
                out.add(c)
                todo.append(c)
    return out


def siblings(person):
    mine = set(PARENTS.get(person, ()))
    return {p: "full" if set(PARENTS[p]) == mine else "half" for p in PARENTS if p != person and mine & set(PARENTS[p])}


def cousins(person):
    return sorted(c for parent in PARENTS.get(person, ()) for aunt in siblings(parent) for c in children(aunt))


def relation(a, b):
    common = {}
    for p, g in [(a, 0), *ancestors(a)]:
        for q, h in [(b, 0), *ancestors(b)]:
            if p == q:
                common[p] = g, h
    if not common:
        return "unrelated"
    g, h = min(common.values(), key=sum)
    return {(0, 0): "self", (0, 1): "parent", (1, 0): "child", (0, 2): "grandparent", (2, 0): "grandchild", (1, 1): "sibling", (1, 2): "aunt or uncle", (2, 1): "niece or nephew", (2, 2): "cousin"}.get((g, h), f"{g},{h}")


print(dict(ancestors("bart")), sorted(descendants("clancy")), siblings("homer"), siblings("lisa"), cousins("bart"), children("nobody"))
for pair in (("bart", "lisa"), ("bart", "ling"), ("selma", "bart"), ("abe", "maggie"), ("herb", "marge"), ("bart", "bart"), ("ling", "lisa")):
    print(*pair, relation(*pair))


def draw(person, prefix="", last=True):
    print(prefix + ("└── " if last else "├── ") + person)
    kids = children(person)
    for i, c in enumerate(kids):
        draw(c, prefix + ("    " if last else "│   "), i == len(kids) - 1)


draw("clancy")
draw("abe")
facts = {("parent", p, c) for c, ps in PARENTS.items() for p in ps}


def query(goals, binding=()):
    binding = dict(binding)
    if not goals:
        yield binding
        return
    first, *rest = goals
    for fact in sorted(facts):
        trial = dict(binding)
        for want, have in zip(first, fact):
            if want[0].isupper():
                if trial.setdefault(want, have) != have:
                    break
            elif want != have:
                break
        else:
            yield from query(rest, trial)


print([b["X"] for b in query([("parent", "X", "bart")])])
print(sorted({(b["G"], b["C"]) for b in query([("parent", "G", "P"), ("parent", "P", "C")]) if b["C"] in ("bart", "ling")}))
print(list(query([("parent", "nobody", "X")])), next(query([("parent", "X", "Y"), ("parent", "Y", "lisa")])))


def closure(pairs):
    result = set(pairs)
    while True:
        new = {(a, d) for a, b in result for c, d in result if b == c} - result
        if not new:
            return result
        result |= new


print(sorted(closure({(1, 2), (2, 3), (3, 4)})), len(closure({(a, b) for a, ps in PARENTS.items() for b in ps})))
