"""Topics about functions: parameters and arguments, scopes, comprehensions, targets, order of evaluation."""

import symtable


def signature(w):
    """(text of the parameters, their names by kind)"""
    names = iter("a b c d e f g h".split())
    parts, known = [], []
    default = lambda: w.pick(["1", "'d'", "None", "[]", "(1, 2)"])
    positional_only = w.number(0, 2) if w.chance(0.3) else 0
    had_default = False
    for number in range(positional_only + w.number(0, 3)):
        name = next(names)
        known.append(name)
        if had_default or w.chance(0.3):
            had_default = True
            parts.append(f"{name}={default()}")
        else:
            parts.append(name)
        if positional_only and number == positional_only - 1:
            parts.append("/")
    star = w.pick(["", "", "*args", "*"])
    keyword_only = w.number(1, 3) if star == "*" else w.number(0, 2) if star else 0
    if star:
        parts.append(star)
    for _ in range(keyword_only):
        name = next(names)
        known.append(name)
        parts.append(name + w.pick(["", f"={default()}"]))
    if w.chance(0.25):
        parts.append("**kw")
    return ", ".join(parts), known


def arguments(w, known):
    result = [w.pick(["1", "2", "'x'", "None", "[3]"]) for _ in range(w.number(0, 4))]
    if w.chance(0.2):
        result.append(w.pick(["*[7, 8]", "*()", "*'ab'", "*range(3)", "*5", "*{}", "*(x for x in 'q')"]))
    used = set()
    for _ in range(w.number(0, 2)):
        name = w.pick(known + ["z", "aa", "bb", "self"]) if known else "z"
        if name not in used:
            used.add(name)
            result.append(f"{name}={w.number(0, 9)}")
    if w.chance(0.2):
        name = w.pick(known + ["z"]) if known else "z"
        result.append(w.pick([f"**{{'{name}': 5}}", "**{}", "**5", "**{1: 2}", f"**dict({name}=1, y=2)", "**{'a b': 1}"]))
    return ", ".join(result)


def calls(w):
    parameters, known = signature(w)
    name = w.fresh("f")
    if w.chance(0.2):
        w.emit(f"{name} = lambda {parameters}: ({', '.join(known)}{',' if known else ''})")
    else:
        w.emit(f"def {name}({parameters}): return ({', '.join(known)}{',' if known else ''}){' + args' if '*args' in parameters else ''}{' + tuple(kw.items())' if '**kw' in parameters else ''}")
    for _ in range(w.number(1, 4)):
        w.probe(f"{name}({arguments(w, known)})")
    if w.chance(0.3):
        w.probe(w.pick([f"{name}.__defaults__", f"{name}.__kwdefaults__", f"{name}.__name__, {name}.__qualname__", f"{name}.__annotations__", f"{name}.__doc__", f"{name}.nothing", f"{name}.__dict__"]))
    if w.chance(0.15):
        w.probe_block(w.pick([f"{name}.x = 1\nprint({name}.x, {name}.__dict__)\ndel {name}.x\n{name}.x", f"{name}.__name__ = 'other'\n{name}(1, 2, 3, 4, 5, 6, 7, 8, 9)", f"{name}.__defaults__ = (1, 2)\nprint({name}())", f"{name}.__name__ = 5", f"del {name}.__name__", f"{name}.__qualname__ = 'a.b'\n{name}(q=1, w=2)", f"{name}.__kwdefaults__ = {{'c': 3}}\nprint({name}())"]))


NAMES = ["p", "q", "r"]


class Scopes:
    """Functions in functions that share a few names in every way there is."""

    def __init__(self, w):
        self.w = w

    def use(self):
        w = self.w
        name, other = w.pick(NAMES), w.pick(NAMES)
        return w.pick([
            f"print('{name}', {name})", f"print('{name}', {name})", f"{name} = {w.number(0, 99)}", f"{name} = {w.number(0, 99)}", f"{name} += 1", f"del {name}", f"print([{name} for {name} in range(2)], {other})", f"print([{other} for {name} in range(2)])", f"print((lambda {name}={name}: {name})())", f"print((lambda: {name})())", f"print([({name} := i) for i in range(2)], {name})",
            f"for {name} in range(2): pass", f"{name}, {other} = {other}, {name}" if name != other else f"{name} = 5", f"try: 1 / 0\nexcept Exception as {name}: pass", f"import math as {name}" if w.chance(0.2) else f"{name} = 7", f"print(list({name} for _ in 'a'))", f"print(eval('{name}'))", f"print({{{name}: {other} for {name} in 'a'}})", f"exec('{name} = 50')\nprint('{name}', {name})" if w.chance(0.5) else f"print({name})", f"{name}: int = 3", f"{name}: int",
            f"print([[{name} for {other} in 'a'] for {name} in 'b'])", f"print([(lambda: {name})() for {name} in range(2)])", f"if {name}: {other} = 1", f"while {name}: break", f"with memoryview(b'a') as {name}: pass\n{name} = 1", f"def {name}(): return {other}\nprint(callable({name}))\n{name} = 6", f"print(f'{{{name}=}}')", f"assert {name} is not None",
        ])

    def function(self, depth, indent):
        w, pad = self.w, "    " * indent
        name = w.fresh("f")
        parameters = w.pick(["", "", w.pick(NAMES), f"{w.pick(NAMES)}=1", f"*{w.pick(NAMES)}"])
        lines = [pad + f"def {name}({parameters}):"]
        inside = pad + "    "
        free = [n for n in NAMES if n not in parameters]
        if free and w.chance(0.45):
            shared = w.pick(free)
            if indent and w.chance(0.6):
                lines.append(inside + f"nonlocal {shared}")
            else:
                lines.append(inside + f"global {shared}")
        for _ in range(w.number(1, 4)):
            if depth and w.chance(0.35):
                lines += self.function(depth - 1, indent + 1)
            else:
                lines += [inside + line for line in self.use().split("\n")]
        call = f"{name}({w.pick(['', '', '1', '2, 3'])})"
        lines += [pad + w.pick([f"print({call})", call, f"try: {call}\n{pad}except Exception as e: print(said(e))", f"try: {call}\n{pad}except (NameError, TypeError) as e: print(said(e))"])]
        return lines


def inlined_wrongly(text):
    """CPython 3.14 confuses a free variable with that of a comprehension in the function: it forgets the first
    when an inner function uses the second, and when the function hands the first on to an inner function without
    using it, that gets the second."""
    def wrong(table):
        symbols = table.get_symbols() if table.get_type() == "function" else []
        free = {s.get_name() for s in symbols if s.is_free() or s.is_nonlocal()}
        handed_on = {s.get_name() for s in symbols if s.is_free() and not s.is_referenced() and not s.is_nonlocal()}
        inlined = [child for child in table.get_children() if child.get_name() in ("listcomp", "setcomp", "dictcomp")]
        captured = {s.get_name() for child in inlined for inner in child.get_children() for s in inner.get_symbols() if s.is_free() or s.is_nonlocal()}
        bound = {s.get_name() for child in inlined for s in child.get_symbols() if s.is_local()}
        return bool(free & bound & (captured | handed_on)) or any(wrong(child) for child in table.get_children())

    return wrong(symtable.symtable(text, "scopes", "exec"))


def scopes(w):
    for name in NAMES:
        if w.chance(0.6):
            w.emit(f"{name} = '{name}0'")
    text = "\n".join(Scopes(w).function(2, 0))
    try:
        compile(text, "scopes", "exec")
    except SyntaxError:
        if w.chance(0.9):
            return  # a nonlocal that is not there: once in a while the whole program is wrong
        if w.native:
            return
    else:
        if inlined_wrongly(text):
            return
    w.probe_block(text)
    w.probe(f"sorted((n, v) for n, v in globals().items() if n in {NAMES} and type(v) in (int, str))")


def targets(w):
    """What is assigned to, in which order, and what goes wrong there."""
    w.emit("box = {}; row = [0, 1, 2, 3]")
    value = lambda: w.pick(["1", "(1, 2)", "[1, 2, 3]", "'ab'", "{1: 2}", "range(3)", "5", "None", "(1, (2, 3))", "[1, [2, 3, 4]]", "iter('xyz')", "(x for x in 'abcd')", "{}", "'abcdef'", "b'ab'"])

    def target(depth=2):
        form = w.number(0, 11)
        if form < 5 or not depth:
            return w.pick(["a", "b", "c", "box['k']", "row[log(1)]", "row[9]", "log(box)[log('i')]", "row[0:2]"])
        if form < 10:
            items = [target(depth - 1) for _ in range(w.number(1, 3))]
            if w.chance(0.35):
                items[w.random.randrange(len(items))] = "*" + w.pick(["s", "rest", "box['rest']"])
            text = ", ".join(items)
            return w.pick([f"({text},)", f"[{text}]"])
        return w.pick(["().x", "len.x", "None[0]", "box.x", "'a'[0]", "row[log('z')]"])

    form = w.number(0, 8)
    if form < 4:
        text = f"{target()} = {value()}" if w.chance(0.6) else f"{target()} = {target()} = {value()}"
    elif form == 4:
        text = f"{w.pick(['a', 'box[log(1)]', 'row[log(0)]', 'row[1:2]', 'row[-9]', 'log(row)[log(2)]', 'box.x', 'missing', 'box[log([])]'])} {w.pick(['+=', '-=', '*=', '//=', '%=', '**=', '|=', '@=', '>>=', '/='])} {w.pick(['1', 'log(2)', '[1]', repr('a'), '0', 'None'])}"
    elif form == 5:
        text = f"for {target()} in [{value()}, {value()}]: print('turn')"
    elif form == 6:
        text = f"del {w.pick(['a', 'box[log(1)]', 'row[log(0)], row[log(0)]', 'row[::2]', '(a, b)', '[a, [b]]', 'row[9]', 'box.x', 'a, a', 'missing', '()[0]'])}"
    elif form == 7:
        text = f"{w.pick(['box[log(1)]: log(int) = log(5)', 'a: log(int)', 'b: missing = 3', '(c): int = 4', 'box.x: int = 1', 'row[9]: int', 'row[log(0)]: log(str)'])}"
    else:
        text = f"print([{w.pick(['a', '(a, b)', 'a, *b', '[a, b]'])} for {w.pick(['a, b', '(a, *b)', 'a, (b,)', '[a, b]'])} in [{value()}, {value()}]])" if w.chance(0.5) else f"print([a for a, b in [{value()}]])"
        try:
            compile(text, "targets", "exec")
        except SyntaxError:
            return
    w.emit("a = 10; b = [20]; c = 'c'")
    names = "sorted((n, v) for n, v in globals().items() if n in ('a', 'c') and isinstance(v, (int, str)))"
    w.probe_block(text)
    w.probe_block(f"print(box, row, b)\nprint({names})" if "iter" not in text else "print(len(row))")


def order(w):
    """Everything says when it is evaluated."""
    def e(depth):
        n = w.number(0, 3)
        leaf = f"log({w.pick([n, n, n, n, repr('s'), '[1, 2]', '{1: 2}', 'None', '()'])})"
        if depth <= 0:
            return leaf
        x = lambda: e(depth - 1)
        return w.pick([
            lambda: leaf, lambda: f"({x()} {w.pick(['+', '-', '*', '<', '==', 'in', 'is', '//', 'and', 'or', 'and', 'or', '%'])} {x()})", lambda: f"({x()} {w.pick(['<', '==', '>=', 'in', '!='])} {x()} {w.pick(['<', '==', 'not in'])} {x()})", lambda: f"({x()} if {x()} else {x()})", lambda: f"[{x()}, *{x()}, {x()}]", lambda: f"{{{x()}: {x()}, **{x()}}}", lambda: f"{x()}[{x()}]", lambda: f"log([1, 2])[{x()}:{x()}]",
            lambda: f"log({x()}, {x()}, *{x()})", lambda: f"dict(k={x()}, j={x()}, **{x()})", lambda: f"(lambda v={x()}: {x()})()", lambda: f"[{x()} for y in {x()} if {x()}]", lambda: f"(y := {x()})", lambda: f"not {x()}", lambda: f"f'{{{x()}}}{{{x()}!r:>{{log(5)}}}}'" if w.native is False else x(), lambda: f"({x()}, {x()})", lambda: f"{{log({n}), log({w.number(0, 9)})}}", lambda: f"{x()}.{w.pick(['real', 'x'])}", lambda: f"next(({x()} for _ in {x()}), {x()})", lambda: f"print({x()}, sep={x()})",
        ])()
    text = e(3)
    # No set of strings is printed, nor what is compared by identity.
    w.probe_block(f"x = {text}\nprint(type(x).__name__)")


def comprehensions(w):
    source = lambda: w.pick(["range(3)", "'abc'", "[1, 2, 3]", "{1: 2, 3: 4}", "[[1, 2], [3]]", "row", "(4, 5)", "[(1, 2), (3, 4)]", "5", "missing", "range(x)" if w.chance(0.3) else "range(2)"])
    inner = w.pick(["x", "(x, y)", "x * 2", "[y for y in range(2)]", "lambda: x", "(lambda: x)()", "[z := x, z]", "{x}", "f'{x}{y}'", "y", "1 / x", "row[x]", "[x for x in 'q']", "(x, [(x, y) for y in range(2)])"])
    clauses = f"for {w.pick(['x', 'x', 'x, y', '(x, *y)', 'row[0]', 'x.y'])} in {source()}"
    for _ in range(w.number(0, 2)):
        clauses += w.pick([f" for y in {source()}", f" if {w.pick(['x', 'x != 1', '(w := x)', 'y', 'x in row', 'True'])}", " for y in [x]", " for x in range(2)"])
    w.emit("row = [1, 2, 3]; y = 'y'; x = 'outer'")
    form = w.pick(["[{}]", "[{}]", "list({})", "sum([1 for _ in [{}]])", "{{k: 1 for k in [repr({}) for _ in 'a']}}", "any({})", "tuple({})", "dict(enumerate([{}]))", "[*({})]"])
    text = form.format(f"{inner} {clauses}")
    where = w.number(0, 3)
    if "lambda: x" in inner and "()()" not in inner and "(lambda" not in inner:
        text = f"[f() for f in [{inner} {clauses}]]"
    if where == 0:
        w.probe(text)
    else:
        name = w.fresh("f")
        w.emit(f"def {name}(x='arg'{w.pick(['', ', y=5'])}):")
        w.emit(f"    {w.pick(['pass', 'row = [7, 8, 9]', 'global row', 'y = [1]', 'z = 3'])}")
        w.emit(f"    return {text}, x")
        w.probe(f"{name}({w.pick(['', '1', '[4]'])})")
    w.probe("x, y, row")


def nested_calls(w):
    """Recursion, closures over loop variables, defaults that live on, decorators in a row."""
    n = w.number(0, 6)
    w.probe_block(w.pick([
        f"def f(n): return {w.pick(['1 if n < 2 else n * f(n - 1)', '[] if n == 0 else [n, *f(n - 1)]', 'n and f(n - 1) + n', 'f(n - 1) if n else 1 / n', '(f(n - 1), n) if n > 0 else ()'])}\nprint(f({n}))", "def f(x, acc=[]):\n    acc.append(x)\n    return acc\nprint(f(1), f(2), f(3, []), f.__defaults__)", "fs = [lambda i=i: i for i in range(3)] + [lambda: i for i in range(3)]\nprint([f() for f in fs])",
        "def d(tag):\n    print('make', tag)\n    def wrap(f):\n        print('wrap', tag, f.__name__)\n        def inner(*a, **k): return (tag, f(*a, **k))\n        return inner\n    return wrap\n@d('a')\n@d('b')\ndef f(x, *, y=1): return x, y\nprint(f(1), f.__name__, f.__qualname__)\nprint(f(1, 2))", "def outer():\n    def get(): return v\n    def put(x):\n        nonlocal v\n        v = x\n    return get, put\n    v = 0\nget, put = outer()\nput(5)\nprint(get())", "def outer():\n    def get(): return v\n    print(get())\n    v = 0\nouter()",
        "def f():\n    x = 1\n    def g():\n        def h(): return x\n        return h\n    x = 2\n    return g()()\nprint(f())", "def f(n):\n    if n: return g(n - 1)\n    raise ValueError('deep')\ndef g(n): return f(n)\nf(" + str(n) + ")", "def f(): f()\nf()", "def f(n): return g(n)\ndef g(n): return f(n + 1)\nf(0)", "f = lambda n: n and f(n - 1)\nprint(f(50)); f(5000)", "def f(*, a): pass\nf()\n", "def f(a, b): pass\nf(1)\n", "def f(a, b, *, c, d): pass\nf(1, 2)", "def f(a, /, b, *, c): pass\nf(a=1, b=2, c=3)", "def f(name, value): pass\nf(nam=1, value=2)", "len(1, 2)", "print(1, foo=2)", "int('1', bas=2)", "[].sort(lambda x: x)", "sorted()", "sorted([], [], [])", "max(1, 2, 3, foo=1)", "'a'.split(1, 2, 3)", "{}.get()", "str.upper()", "str.upper(5)", "list.append([1])", "dict.fromkeys()", "(5).bit_length(1)", "isinstance(1)", "isinstance(1, 'a')", "isinstance(1, (int, (str, [5])))", "getattr(1)", "range()", "range(1, 2, 3, 4)", "enumerate()", "enumerate([], 1, 2)", "zip(strict=1, foo=2)", "reversed()", "print(*[1, 2], **{'sep': '-', 'end': '!' + chr(10)})", "print(1, sep=5)", "print(1, end=[])", "input(1, 2)", "iter(1, 2)", "next()", "hasattr(1, 2)", "setattr(1, 'a')", "pow()", "pow(1)", "round()", "sum()", "sum([], [], [])", "divmod(1)", "chr()", "ord('')", "abs()", "any()", "callable(1, 2)", "float(1, 2)", "bool(1, 2)", "int(1, 2)", "int('1', x=1)", "str(1, 2, 3, 4)", "bytes(1, 2, 3, 4)", "list(1, 2)", "tuple(1, 2)", "set(1, 2)", "dict(1, 2)", "slice(1, 2, 3, 4)", "complex(1, 2, 3)", "object(1)", "type()", "type(1, 2)", "memoryview()", "bytearray(1, 2, 3, 4)", "frozenset(1, 2)", "eval()", "exec()", "compile()", "vars(1)", "dir(1, 2)", "id()", "hash()", "format()", "repr()", "ascii()", "bin()", "hex(1.5)", "globals(1)", "locals(1)",
    ]))


TOPICS = [calls, calls, calls, scopes, scopes, targets, targets, order, order, comprehensions, comprehensions, nested_calls, nested_calls]
NEWER = {calls, scopes, comprehensions, nested_calls, targets}
