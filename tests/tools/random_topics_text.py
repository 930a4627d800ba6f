"""Topics about source text: f-strings, templates, eval and exec, depth, width, type syntax, tracebacks."""

from random_topics_values import bound, floating, integer, spec, text


def field(w, depth, quote):
    """The inside of { } in an f-string."""
    expression = w.pick(["x", "y", "z", "x + 1", "y[0]", "z['k']", "len(y)", "(lambda: x)()", "y and x", "x if y else z", "[i for i in y]", "{'a': 1}['a']", "-x", "(x := 5)", "x == 3", "x != 3", "*y,", "x, y", "f'{x}'", "'a' 'b'", "not x", "x<3", "x.real", " x ", "{1, 2}", "{**z}",
                        "y[::-1]", "''.join(y)", "undefined", "1 / 0", "1_000", "0x1f", "1.5e3", "z.get('q')", "x.__class__.__name__", "\nx\n", "x # c\n", "yield_"])
    if expression.startswith("{"):
        expression = " " + expression
    if expression == "{1, 2}":
        expression = "{1}"
    if quote in ("'", '"') and "\n" in expression and w.chance(0.5):
        expression = "x"
    equals = w.pick(["", "", "", "=", " = ", "= ", " ="])
    conversion = w.pick(["", "", "", "", "!r", "!s", "!a"])
    colon = ""
    if w.chance(0.35):
        form = w.number(0, 5)
        if form == 0 and depth:
            colon = ":" + w.pick(["", ">", "*<"]) + "{" + w.pick(["x", "x + 2", "4", "'5'", "{}", "x!r:>{x}", "x!s", "y"]) + "}"
        elif form == 1:
            colon = ":" + w.pick([">10", "<5", "^7", "05", "", ".2f", "x", "{{", "}}", "%Y", " ", "\\x41", "!r", "a:b"])
        else:
            colon = ":" + spec(w)
    return "{" + expression + equals + conversion + colon + "}"


def fstring(w, prefix="f"):
    quote = w.pick(["'", '"', '"', "'''", '"""'])
    parts = []
    for _ in range(w.number(1, 4)):
        parts.append(w.pick(["", "a", " ", "{{", "}}", "\\n", "\\x41", "\\u00e9", "%s", "it", "\\N{BULLET}", "-"]))
        if w.chance(0.8):
            parts.append(field(w, 2, quote))
    return w.pick([prefix, prefix, prefix, prefix.upper(), "r" + prefix, prefix + "R"]) + quote + "".join(parts) + quote


def fstrings(w):
    w.emit("x = 3; y = ['p', 'q']; z = {'k': 1.5}; yield_ = 'caf\\xe9'")
    literal = fstring(w)
    if w.chance(0.15):
        literal += " " + w.pick([fstring(w), "'plain'", '"{x}"'])
    w.probe(literal)


def templates(w):
    w.emit("x = 3; y = ['p', 'q']; z = {'k': 1.5}; yield_ = 'caf\\xe9'")
    literal = fstring(w, "t")
    w.probe(w.pick([f"{literal}", f"{literal}.strings", f"{literal}.values", f"[(i.expression, i.conversion, i.format_spec) for i in {literal}.interpolations]", f"list({literal})[:2]", f"({literal} + {fstring(w, 't')}).strings", f"{literal} + 'a'"]))


def evaluated(w):
    expression = w.pick(["1 + ", "x", "y = 1", "(", "[1, 2", "x +* y", "1 if 2", "a b", "lambda", "'abc", "f'{'", "1 / 0", "undefined + 1", "[i for i in range(3)]", "  1", "1\\n", "\\n1", "print(1)", "def f(): pass", "x := 1", "(x := 9)", "return 1", "yield", "await x", "import math", "__name__", "x.foo", "1;2", "1,", "*x", "**x", "{1: 2}[3]", "0777", "1__0", "é", "x$", "'\\\\N{foo}'", "not", "a.b.c", "None = 1", "f() = 1", "if x: pass", "x if", "for", "[x for]", "print 1", "exec 'a'", "1 2", "1a", "(1", "1)", "{", "}", "[)", "'''", "#", "x == = 1", "\\\\", "raise", "assert 0, 'm'", "del x", "x[", "f(a=1, 2)", "f(**a, *b)", "f(a for a in b, c)", "lambda x: (yield)", "a, b += 1", "x: int", "!x", "x++"])
    expression = expression.replace("\\\\", "\\\\")
    names = w.pick(["", "", ", {}", ", {'x': 5}", ", {'x': 5}, {'y': 6}", ", None", ", 5", ", globals=dict(x=1)" if not w.native else ""])
    w.emit("x = 10")
    form = w.number(0, 3)
    if form < 2:
        w.probe(f'eval("{expression}"{names})')
    elif form == 2:
        w.probe_block(f'exec("{expression}"{names})\nprint(x)')
    else:
        w.probe_block(f'code = compile("{expression}", {w.pick([repr("f.py"), repr("<string>"), repr("")])}, {w.pick([repr("eval"), repr("exec"), repr("exec"), repr("nope")])})\nprint(exec(code))')


def executed(w):
    """exec of whole programs, with their namespaces."""
    source = w.pick(["a = 1\\nb = a + 1", "def f(): return a\\na = 5\\nr = f()", "r = [i * k for i in range(2)]", "global g\\ng = 7", "import math\\nr = math.pi", "for i in range(3): r = i", "r = locals() is globals()", "x += 1", "del x", "def f(n): return n and f(n - 1)\\nr = f(3)", "r = [x for _ in 'a']", "r = (lambda: x)()", "def f():\\n    raise ValueError(x)\\nf()", "r = eval('x + 1')", "exec('r = x')", "try: 1/0\\nexcept Exception as e: r = said(e)", "'doc'\\nr = __doc__ if '__doc__' in globals() else 0", "x: int = 4\\nr = x", "r = [k := 1, k]", "async def f(): return 4\\nr = 1", "def g():\\n    yield x\\nr = list(g())"])
    spaces = w.pick(["{'x': 1, 'k': 2, 'said': said}", "{'x': 1, 'k': 3, 'said': said}, {}", "{'said': said}, {'x': 4, 'k': 5}"])
    w.probe_block(f'spaces = [{spaces}]\nexec("{source}", *spaces)\nprint([sorted((k, v) for k, v in s.items() if k in ("r", "x", "a", "b", "g", "k") and isinstance(v, (int, list, str))) for s in spaces])')


def deep(w):
    """As deep or wide as the compiler's registers, jumps and tables have to bear."""
    n = w.pick([5, 15, 30, 60])
    many = w.pick([40, 150, 170, 255, 256, 257, 300, 700])
    form = w.number(0, 14)
    if form == 0:
        w.probe("(" * n + "1" + " + 1)" * n)
    elif form == 1:
        w.probe("[" * n + "]" * n)
    elif form == 2:
        w.probe("".join(f"abs({w.pick(['-', '', '~'])}" for _ in range(n)) + "5" + ")" * n)
    elif form == 3:
        w.probe(" + ".join(str(w.number(0, 9)) for _ in range(many)))
    elif form == 4:
        w.probe("sum([" + ", ".join(str(i) for i in range(many)) + "])")
    elif form == 5:
        name = w.fresh("f")
        w.emit(f"def {name}(*args, **kw): return len(args), args[-1:], sorted(kw)[:2], len(kw)")
        w.probe(f"{name}({', '.join(str(i) for i in range(many))}{w.pick(['', ', *[1, 2]', ', k=1', ', **dict(a=1)'])})")
        w.probe(f"{name}({', '.join(f'k{i}={i}' for i in range(many))})")
    elif form == 6:
        name = w.fresh("f")
        w.emit(f"def {name}():")
        for i in range(many):
            w.emit(f"    v{i} = {i if i % 5 else f'v{i - 1} + 1' if i else '0'}")
        last = many - 1
        w.emit(f"    {w.pick([f'return v0, v{last}', f'return [v{last} + k for k in range(2)], v{many // 2}', f'def g(): return v{last}' + chr(10) + f'    v{last} += 1' + chr(10) + '    return g()', f'for v{last} in range(3): v0 += v{last}' + chr(10) + f'    return v0, v{last}', f'v{last}, v0 = v0, v{last}' + chr(10) + f'    return v{last}, v0', f'del v{last}' + chr(10) + f'    return v{last}', f'return f' + repr('{v' + str(last) + '}'), f'try: v{last} / 0' + chr(10) + f'    except ZeroDivisionError as v{last}: return said(v{last})', f'with memoryview(b' + repr('a') + f') as v{last}: return v{last}[0]', f'a, *v{last} = range(4)' + chr(10) + f'    return v{last}'])}")
        w.probe(f"{name}()")
    elif form == 7:
        name = w.fresh("f")
        w.emit(f"def {name}({', '.join(f'p{i}' for i in range(many))}): return p0, p{many - 1}")
        w.probe(f"{name}({', '.join('1' for _ in range(many - w.number(0, 2)))})")
        w.probe(f"{name}(*range({many}))")
    elif form == 8:
        depth = min(n, 15)
        text = "\n".join("    " * i + w.pick([f"if {i} < 99:", f"for a{i} in (1,):", "while True:", "try:"]) for i in range(depth)).split("\n")
        closing = []
        for i in reversed(range(depth)):
            if text[i].strip() == "try:":
                closing.append("    " * i + "finally: print(" + str(i) + ")")
            if text[i].strip() == "while True:":
                closing.append("    " * i + "    break")
        w.probe_block("\n".join(text + ["    " * depth + w.pick(["print('deep')", "1 / 0", "print('x')"])] + closing))
    elif form == 9:
        w.probe_block("x = " + str(w.number(0, many)) + "\n" + "\n".join(f"{'el' if i else ''}if x == {i}: print('is {i}')" for i in range(min(many, 300))) + "\nelse: print('none')")
    elif form == 10:
        w.probe("{" + ", ".join(f"{i}: '{i}'" for i in range(many)) + "}[" + str(w.number(0, many)) + "]")
    elif form == 11:
        w.probe_block("for i in range(2):\n" + "\n".join(f"    x{j} = i + {j}" for j in range(many)) + f"\nprint(x0, x{many - 1})")
    elif form == 12:
        depth = min(n, 12)
        w.probe_block("\n".join("    " * i + f"def f{i}(a{i}={i}):" for i in range(depth)) + "\n" + "    " * depth + f"return {' + '.join(f'a{i}' for i in range(depth))}\n" + "\n".join("    " * i + f"return f{i}()" for i in reversed(range(1, depth))) + "\nprint(f0())")
    elif form == 13:
        w.probe(" ".join(["not"] * n) + " 1" + " and 1" * n + " or 0" * n)
    else:
        w.probe(f"'{'a' * many}' 'b' + f'{'{1}' * n}'")


def types_syntax(w):
    bound_text = w.pick(["", ": int", ": (int, str)", " = int", ": int = bool", ": undefined", ": 1 / 0"])
    w.probe_block(w.pick([
        f"type A[T{bound_text}] = list[T]\nprint(A, A.__name__, A.__type_params__, A.__value__)", f"type A[T{bound_text}] = dict[str, T]\nprint(A.__type_params__[0].__bound__)\nprint(A.__type_params__[0].__constraints__)", f"def f[T{bound_text}](x: T) -> T: return x\nprint(f(1), f.__type_params__)\nprint(f.__annotations__)", "type A = int | undefined\nprint(A)\nprint(A.__value__)", "type A[*Ts, **P] = 1\nprint(A.__type_params__, A.__value__)", "type = 5\nprint(type)", "type X = X | None\nprint(X.__value__)", "type A[T] = T\nprint(A[int], A[int].__args__, A[int].__origin__)",
        "def f(x: undefined, y: 1 / 0 = 2): return y\nprint(f(1))\nprint(f.__annotations__)", "def f(x: int, *a: str, k: 'fwd' = 1, **kw: float) -> None: pass\nprint(f.__annotations__)", "x: int = 1\ny: undefined\nprint(__annotations__)", "def f():\n    x: undefined\n    y: int = 3\n    return y\nprint(f())", "def f():\n    x: int\n    return x\nprint(f())", "print(list[int], dict[str, list[int]], tuple[int, ...], type[int], set[str])", "print(int | str, int | None, list[int] | str, (int | str) == (str | int))", "print(isinstance(1, int | str), isinstance(None, int | None), isinstance([], list | int))", "print(list[int] == list[int], list[int]([1]), isinstance([], list[int]))", "def outer[T]():\n    def inner[U](x: T, y: U): return T, U\n    return inner\nprint(outer()(1, 2), outer.__type_params__)", "async def f[T](x: T): return x\nprint(f.__type_params__)",
    ]))


def tracebacks(w):
    """Broken expressions over several lines and in odd places: which lines and columns are shown."""
    bad = w.pick(["1 / 0", "undefined", "[][5]", "None.x", "'a' + 1", "{}['k']", "int('x')", "f(1)(2)", "-'a'", "1 < 'a'", "not_there.foo.bar", "'é' + undefined", "len(5)", "[*5]", "{**5}", "print(**5)", "(1)()", "x.y.z[0]", "a[0][1][2]", "f'{undefined}'", "f(undefined)", "(1 / 0) + 2", "1 + (2 / 0)", "'日本' + 1", "x @ y", "a.b(c).d(e)", "~'a'", "x if undefined else y", "1 if 'a' < 1 else 2", "not undefined", "0 in 5", "x is undefined", "(lambda: undefined)()", "undefined[0]", "undefined()", "f(x=undefined)", "f(*undefined)", "undefined.attr", "a[undefined]", "a[undefined:]", "a[1:'x']", "{undefined: 1}", "{1: undefined}", "{[]: 1}", "{[]}", "(undefined for _ in 'a').send(1)"])
    shape = w.pick([
        "{}", "x = {}", "print({})", "x = ({}\n     )", "x = [\n    1,\n    {},\n    2,\n]", "x = (1 +\n     {} +\n     2)", "print(\n    'a',\n    {},\n)", "x = {{\n    'a': {},\n    'b': 2,\n}}", "x = 1, {}, 2", "for i in {}: pass", "while {}: break", "if {}: pass", "with {}: pass", "assert {}, 'no'", "assert 0, {}", "raise {}", "raise ValueError from {}", "del a[{}]", "a[{}] = 1", "a[0] += {}", "x = y = {}", "x, y = {}", "return_ = lambda: {}\nreturn_()", "x = [{} for i in 'a']", "x = [i for i in {}]", "x = [i for i in 'a' if {}]", "x = {{i: {} for i in 'a'}}", "x = list({} for i in 'a')", "def g(p={}): pass", "@({})\ndef g(): pass", "def g():\n    return {}\ng()", "def g():\n    yield {}\nlist(g())", "async def g():\n    return {}\ng().send(None)", "try:\n    {}\nfinally:\n    print('f')", "try:\n    {}\nexcept Exception:\n    raise", "try:\n    {}\nexcept Exception as e:\n    raise KeyError('k') from e", "x = f'{{{}}}'", "x = f'a{{1}}{{{}!r:>5}}b'", "if 1: {}; x = 2", "x = 1; {}; y = 3", "x = 'ééé', {}", "x = {}  # a comment", "f(a, {}, b)", "f(a)({})", "f(\n  a,\n  b=({}),\n)", "x = a.method({})", "x = (\n  a\n  .method({})\n  .other()\n)", "x = '''a\nb''' + ({})", "x = 1 if {} else 2", "x = ({}) if 1 else 2", "x = not ({})", "x = ({}) and 1", "x = 0 or ({})", "x = 1 < ({}) < 3", "x = -({})", "x = ({}).real", "x = ({})[0]", "x = ({})()", "x = [*({})]", "f(*({}))", "f(**({}))", "x: int = {}", "x = (y := {})", "print(({}), file=None)", "exec('{}')" if "'" not in bad and '"' not in bad and "\n" not in bad else "{}", "eval('({})')" if "'" not in bad else "{}", "try: 1 / 0\nexcept {}: pass", "match_ = {}", "x = yield_({})", "return_ = [\n  *[1],\n  ({}),\n][0]", "x = a if b else ({})", "x = sorted([1, 2], key=lambda k: {})", "x = list(map(lambda k: {}, [1]))", "x = max([1], key=lambda k: ({}))", "x = (lambda k={}: k)()",
    ])
    name = w.fresh("e")
    w.emit("x = y = a = b = c = d = e = await_ = [1]\ndef f(*args, **kw): return f")
    statement = shape.format(bad)
    w.probes.append(statement)
    if w.chance(0.6):
        w.emit("try:")
        for line in statement.split("\n"):
            w.emit(line, 1)
        w.emit(f"except Exception as {name}: print(said({name}))")


TOPICS = [fstrings, fstrings, fstrings, templates, evaluated, executed, deep, deep, types_syntax, tracebacks, tracebacks, tracebacks, tracebacks]
NEWER = {fstrings, templates, evaluated, executed, types_syntax, tracebacks}
