# A regular expression matcher by derivation to NFA, written from scratch.
def parse(pattern):
    position = 0

    def peek():
        return pattern[position] if position < len(pattern) else ""

    def take():
        nonlocal position
        c = peek()
        position += 1
        return c

    def alternation():
        branches = [concatenation()]
        while peek() == "|":
            take()
            branches.append(concatenation())
        return branches[0] if len(branches) == 1 else ("or", branches)

    def concatenation():
        items = []
        while peek() and peek() not in "|)":
            items.append(repetition())
        return ("cat", items)

    def repetition():
        node = atom()
        while peek() and peek() in "*+?":
            node = ({"*": "star", "+": "plus", "?": "opt"}[take()], node)
        return node

    def atom():
        c = take()
        if c == "(":
            node = alternation()
            if take() != ")":
                raise SyntaxError("missing )")
            return node
        if c == "[":
            return character_class()
        if c == ".":
            return ("set", None, True)
        if c == "\\":
            e = take()
            if not e:
                raise SyntaxError("dangling backslash")
            classes = {"d": "0123456789", "w": "abcdefghijklmnopqrstuvwxyz_0123456789", "s": " \t\n"}
            return ("set", frozenset(classes.get(e, e)), False)
        if c and c in "*+?":
            raise SyntaxError(f"nothing to repeat at {position - 1}")
        return ("set", frozenset(c), False)

    def character_class():
        negate = peek() == "^"
        if negate:
            take()
        chars = set()
        while peek() != "]":
            if not peek():
                raise SyntaxError("missing ]")
            c = take()
            if peek() == "-" and pattern[position + 1:position + 2] not in ("]", ""):
                take()
                chars.update(map(chr, range(ord(c), ord(take()) + 1)))
            else:
                chars.add(c)
        take()
        return ("set", frozenset(chars), negate)

    tree = alternation()
    if peek():
        raise SyntaxError(f"unexpected {peek()!r} at {position}")
    return tree


def build(tree):
    transitions, epsilon = {}, {}
    count = 0

    def state():
        nonlocal count
        count += 1
        epsilon[count] = []
        return count

    def link(node, start):
        kind, *args = node
        if kind == "set":
            end = state()
            transitions.setdefault(start, []).append((args[0], args[1], end))
            return end
        if kind == "cat":
            for item in args[0]:
                start = link(item, start)
            return start
        if kind == "or":
            end = state()
            for branch in args[0]:
                entry = state()
                epsilon[start].append(entry)
                epsilon[link(branch, entry)].append(end)
            return end
        entry, end = state(), state()
        epsilon[start].append(entry)
        last = link(args[0], entry)
        epsilon[last].append(end)
        if kind in ("star", "plus"):
            epsilon[last].append(entry)
        if kind in ("star", "opt"):
            epsilon[start].append(end)
        return end

    first = state()
    final = link(tree, first)
    return first, final, transitions, epsilon


def closure(states, epsilon):
    todo, out = list(states), set(states)
    while todo:
        for s in epsilon[todo.pop()]:
            if s not in out:
                out.add(s)
                todo.append(s)
    return out


def compile_(pattern):
    first, final, transitions, epsilon = build(parse(pattern))

    def match(text, start=0):
        current, best = closure({first}, epsilon), None
        for i in range(start, len(text) + 1):
            if final in current:
                best = i
            if i == len(text) or not current:
                break
            step = {end for s in current for chars, negate, end in transitions.get(s, ()) if (chars is None or text[i] in chars) != (negate and chars is not None)}
            current = closure(step, epsilon)
        return best

    def findall(text):
        i, found = 0, []
        while i <= len(text):
            end = match(text, i)
            if end is None or end == i:
                i += 1
            else:
                found.append(text[i:end])
                i = end
        return found

    return (lambda text: match(text) == len(text)), findall


for pattern, texts in {"a*b": ["b", "aaab", "a", "abb"], "(ab|cd)+": ["ab", "abcd", "abc", ""], "[a-c]x?[^0-9]": ["axz", "bz", "c5", "dxz"], "\\d+(\\.\\d+)?": ["12", "3.14", ".5", "1."], "(a|b)*abb": ["abb", "babaabb", "ab"], "a.c": ["abc", "ac", "a\nc"], "(a?)*": ["", "aaa", "b"], "": ["", "x"], "x|": ["x", "", "y"]}.items():
    full, _ = compile_(pattern)
    print(f"{pattern!r:20}", {t: full(t) for t in texts})
_, findall = compile_("[a-z]+\\d*")
print(findall("abc12 x9 77 y, Z"), compile_("\\w+")[1]("the cat_1 sat"), compile_("(a|b)+")[1]("xxabbaxb"))
for bad in ("(a", "a)", "[a", "*a", "a\\", "a|*"):
    try:
        compile_(bad)
        print(bad, "compiled")
    except SyntaxError as e:
        print(bad, "->", e)
print(compile_("(a*)*b")[0]("a" * 60), compile_("(a|a)*c")[0]("a" * 40 + "c"))
