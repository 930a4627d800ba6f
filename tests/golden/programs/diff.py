# A line diff, a patch function and a three-way merge.
def lcs_table(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            table[i][j] = table[i + 1][j + 1] + 1 if a[i] == b[j] else max(table[i + 1][j], table[i][j + 1])
    return table


def diff(a, b):
    table = lcs_table(a, b)
    i = j = 0
    while i < len(a) or j < len(b):
        if i < len(a) and j < len(b) and a[i] == b[j]:
            yield " ", a[i]
            i, j = i + 1, j + 1
        elif j == len(b) or i < len(a) and table[i + 1][j] >= table[i][j + 1]:
            yield "-", a[i]
            i += 1
        else:
            yield "+", b[j]
            j += 1


def patch(a, changes):
    out, source = [], iter(a)
    for mark, line in changes:
        if mark == "+":
            out.append(line)
            continue
        actual = next(source, None)
        if actual != line:
            raise ValueError(f"conflict: expected {line!r}, found {actual!r}")
        if mark == " ":
            out.append(line)
    rest = list(source)
    if rest:
        raise ValueError(f"{len(rest)} lines left over")
    return out


def hunks(changes, context=1):
    changes = list(changes)
    marked = [i for i, (m, _) in enumerate(changes) if m != " "]
    groups = []
    for i in marked:
        if groups and i - groups[-1][1] <= 2 * context:
            groups[-1][1] = i
        else:
            groups.append([i, i])
    for start, end in groups:
        start, end = max(start - context, 0), min(end + context, len(changes) - 1)
        old = sum(m != "+" for m, _ in changes[:start]) + 1
        new = sum(m != "-" for m, _ in changes[:start]) + 1
        body = changes[start:end + 1]
        yield f"@@ -{old},{sum(m != '+' for m, _ in body)} +{new},{sum(m != '-' for m, _ in body)} @@"
        yield from (m + line for m, line in body)


old = "the\nquick\nbrown\nfox\njumps\nover\nthe\nlazy\ndog".split("\n")
new = "the\nslow\nbrown\nfox\nleaps\nover\nthe\nvery\nlazy\ndog\n!".split("\n")
changes = list(diff(old, new))
print("\n".join(hunks(changes)))
print(patch(old, changes) == new, sum(m == " " for m, _ in changes), patch(new, [({"+": "-", "-": "+"}.get(m, m), l) for m, l in changes]) == old)
for bad in (old[1:], old + ["extra"], ["x"] + old):
    try:
        patch(bad, changes)
    except ValueError as e:
        print(e)
print(list(diff([], [])), list(diff("a", "")), "".join(m + c for m, c in diff("kitten", "sitting")))


def similarity(a, b):
    return 2 * lcs_table(a, b)[0][0] / (len(a) + len(b)) if a or b else 1.0


words = ["apple", "ape", "applet", "maple", "people", "apply"]
print([(w, round(similarity("appel", w), 2)) for w in sorted(words, key=lambda w: -similarity("appel", w))])


def merge(base, ours, theirs):
    def edits(other):
        table, position = {}, 0
        for mark, line in diff(base, other):
            if mark == "+":
                table.setdefault(position, [[], True])[0].append(line)
            else:
                if mark == "-":
                    table.setdefault(position, [[], True])[1] = False
                position += 1
        return table
    a, b, out, conflicts = edits(ours), edits(theirs), [], 0
    for i in range(len(base) + 1):
        x, y = a.get(i, [[], True]), b.get(i, [[], True])
        if x[0] and y[0] and x[0] != y[0]:
            conflicts += 1
            out += ["<<<<", *x[0], "====", *y[0], ">>>>"]
        else:
            out += x[0] or y[0]
        if i < len(base) and x[1] and y[1]:
            out.append(base[i])
    return out, conflicts


print(merge(list("abcdef"), list("abXcdef"), list("abcdeYf")))
print(merge(list("abc"), list("aXc"), list("aYc")), merge(list("abc"), list("ac"), list("abcd")))
