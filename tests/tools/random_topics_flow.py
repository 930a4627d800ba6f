"""Topics about control: try and loops in each other, groups, generators, coroutines, with."""

ERRORS = ["ValueError", "KeyError", "TypeError", "ZeroDivisionError", "IndexError", "RuntimeError", "StopIteration", "OSError", "LookupError", "Exception", "ArithmeticError", "AssertionError", "AttributeError"]


def raising(w):
    error = w.pick(ERRORS[:8])
    return w.pick([f"raise {error}('{w.pick('abc')}')", f"raise {error}", "1 / 0", "[][1]", "{}['k']", f"raise {error}({w.number(0, 9)}) from {w.pick(['None', 'KeyError(1)', 'ValueError'])}", "int('x')", "None.x", "assert 0, 'no'", "raise", "undefined"])


class Flow:
    """A body of statements in which try, loops and ways out of them nest; each step says where it is."""

    def __init__(self, w, in_function=True, yields=None, yields_in_finally=True):
        self.w = w
        self.in_function = in_function
        self.yields = yields
        self.yields_in_finally = yields_in_finally
        self.finals = 0  # how many finally bodies are around
        self.step = 0

    def mark(self):
        self.step += 1
        return f"print({self.step})"

    def leave(self, loop, in_finally=False):
        w = self.w
        ways = ["raise"] * 2 + ([] if in_finally else [])
        if self.in_function and not in_finally:
            ways += ["return"] * 2
        if loop and not in_finally:
            ways += ["break", "continue"]
        way = w.pick(ways)
        if way == "raise":
            return raising(w)
        return f"return {w.pick(['1', '[i for i in range(2)]', 'print(0)', repr('r')])}" if way == "return" else way

    def simple(self, loop, in_finally):
        w = self.w
        if self.yields and w.chance(0.45) and (self.yields_in_finally or not self.finals):
            return self.yields()
        if w.chance(0.35):
            text = self.leave(loop, in_finally)
            if loop and w.chance(0.6):
                return f"if {loop} {w.pick(['==', '!=', '>'])} {w.number(0, 2)}: {text}"
            return f"if {w.pick(['True', 'False', 'k', 'not k', 'k > 1'])}: {text}" if w.chance(0.6) else text
        return w.pick([self.mark(), self.mark(), "k += 1", "print(k)"])

    def body(self, indent, depth, loop, in_finally=False):
        lines = []
        for _ in range(self.w.number(1, 2)):
            lines += self.statement(indent, depth, loop, in_finally)
        return lines

    def statement(self, indent, depth, loop, in_finally):
        w, pad = self.w, "    " * indent
        if depth <= 0 or w.chance(0.25):
            return [pad + self.simple(loop, in_finally)]
        kind = w.number(0, 9)
        inner = lambda loop=loop, fin=in_finally: self.body(indent + 1, depth - 1, loop, fin)
        if kind < 5:
            lines = [pad + "try:"] + inner()
            handlers = w.number(0, 2)
            for number in range(handlers):
                name = f"e{self.step}{indent}"
                types = w.pick([w.pick(ERRORS), w.pick(ERRORS), "Exception", f"({w.pick(ERRORS)}, {w.pick(ERRORS)})"])
                lines.append(pad + f"except {types}{w.pick(['', f' as {name}'])}:")
                if lines[-1].endswith(f"as {name}:"):
                    lines.append(pad + f"    print({self.step}, said({name}){'' if w.native else f', said({name}.__context__)'})")
                lines += inner()
            if handlers and w.chance(0.3):
                lines += [pad + "else:"] + inner()
            if not handlers or w.chance(0.5):
                self.finals += 1
                lines += [pad + "finally:", pad + "    " + self.mark()] + inner(fin=True, loop=None)
                self.finals -= 1
            return lines
        if kind < 7:
            name = f"i{indent}"
            lines = [pad + (f"for {name} in range({w.number(1, 3)}):" if w.chance(0.7) else f"for {name} in {w.pick(['(0, 2)', '[1]', 'iter([0, 1, 2])', '{0: 1, 1: 2}'])}:")] + inner(loop=name, fin=False)
            if w.chance(0.4):
                lines += [pad + "else:"] + inner()
            return lines
        if kind == 7:
            name = f"n{indent}"
            return [pad + f"{name} = 0", pad + f"while {name} < {w.number(1, 3)}:", pad + f"    {name} += 1"] + inner(loop=name, fin=False) + ([pad + "else:"] + inner() if w.chance(0.3) else [])
        if kind == 8:
            return [pad + f"with memoryview(b'{w.pick(['a', 'bc'])}') as m{indent}{w.pick(['', ', memoryview(m' + str(indent) + ')'])}:"] + inner()
        return [pad + f"if {w.pick(['k', 'not k', 'k > 1', 'k == 1 or k > 3'])}:"] + inner() + ([pad + "else:"] + inner() if w.chance(0.5) else [])


def try_nests(w):
    name = w.fresh("f")
    w.emit(f"def {name}(k):")
    for line in Flow(w).body(1, 4, None):
        w.emit(line)
    w.emit(f"    return 'end'")
    for value in range(w.number(1, 3)):
        w.probe(f"{name}({value})")


def group(w, depth=2):
    members = []
    for _ in range(w.number(1, 3)):
        if depth and w.chance(0.35):
            members.append(group(w, depth - 1))
        else:
            members.append(w.pick([f"{w.pick(ERRORS[:6])}({w.number(0, 9)})", "KeyError('k')", "OSError(2, 'x')", "ValueError('two\\nlines')", "TypeError()"]))
    return f"ExceptionGroup({w.pick([repr('g'), repr('outer'), repr('')])}, [{', '.join(members)}])"


def groups(w):
    form = w.number(0, 4)
    if form == 0:
        name = w.fresh("g")
        w.emit(f"{name} = {group(w)}")
        choice = w.pick(ERRORS[:6] + ["(ValueError, KeyError)", "lambda e: isinstance(e, KeyError)", "lambda e: e.args == (1,)", "ExceptionGroup", "Exception", "5", "(int,)"])
        w.probe(f"{name}.{w.pick(['split', 'subgroup'])}({choice})")
        w.probe(w.pick([f"{name}.exceptions", f"{name}.message", f"{name}.derive([ValueError(1)])", f"repr({name})", f"str({name})", f"{name}.args", f"{name}.derive([])"]))
        return
    error = group(w) if w.chance(0.8) else f"{w.pick(ERRORS[:6])}(1)"
    lines = ["try:", f"    raise {error}{w.pick(['', '', ' from KeyError(3)', ' from None'])}"]
    for number in range(w.number(1, 3)):
        types = w.pick([w.pick(ERRORS[:11]), w.pick(ERRORS[:6]), f"({w.pick(ERRORS[:6])}, {w.pick(ERRORS[:6])})"])
        lines.append(f"except* {types} as e{number}:")
        lines.append(f"    print({number}, repr(e{number}), said(e{number}.__context__))")
        if w.chance(0.3):
            lines.append("    " + w.pick([raising(w), f"raise e{number}", "raise", f"raise e{number}.exceptions[0]", f"e{number}.add_note('n')"]))
    if w.chance(0.3):
        lines += ["else:", "    print('else')"]
    if w.chance(0.3):
        lines += ["finally:", "    print('finally')"]
    w.probe_block("\n".join(lines))


def contexts(w):
    """Chains of causes and contexts, and what the traceback makes of them."""
    lines, depth = [], w.number(1, 3)
    for level in range(depth):
        pad = "    " * level
        lines += [pad + "try:"]
    lines.append("    " * depth + raising(w))
    for level in reversed(range(depth)):
        pad = "    " * level
        name = f"e{level}"
        lines.append(pad + f"except {w.pick(['Exception', 'Exception', w.pick(ERRORS)])} as {name}:")
        lines.append(pad + f"    print(said({name}), said({name}.__cause__), said({name}.__context__), {name}.__suppress_context__)")
        lines.append(pad + "    " + w.pick([raising(w), f"raise ValueError({level}) from {name}", f"raise KeyError({level}) from None", "raise", f"raise {name}", f"{name}.add_note('note {level}'); raise", f"raise ExceptionGroup('eg', [{name}, ValueError({level})])", f"raise {name}.with_traceback(None)", f"raise RuntimeError({level})", f"x = {name}"]))
    w.probe_block("\n".join(lines))


def generators(w):
    name, it = w.fresh("g"), w.fresh("it")
    w.emit(f"def {name}(k, sub=()):")
    yields = lambda: w.pick([f"yield {w.number(0, 99)}", f"print('got', (yield {w.number(0, 99)}))", "k = (yield k) or 0", "print('from', (yield from sub))", f"yield from [{w.number(0, 9)}, {w.number(0, 9)}]", "yield", f"x = [(yield), 1]", "yield (yield 5)", "print(sum([1, (yield 7) or 0]))"])
    w.emit(f"    yield {w.pick(['k', '0', repr('first')])}" if w.chance(0.7) else "    if 0: yield")
    for line in Flow(w, yields=yields).body(1, 3, None):
        w.emit(line)
    w.emit(f"    return {w.pick(['k', repr('done'), 'None'])}")
    w.emit(f"def {name}_sub(n):\n    for i in range(n):\n        try: print('sub', (yield i))\n        except {w.pick(ERRORS[:6])} as e: print('sub', said(e))\n    return n * 10")
    argument = f"{w.number(0, 3)}" + w.pick(["", f", {name}_sub(1)", f", {name}_sub(3)", ", [8, 9]", ", (i for i in 'ab')", ", range(2)", ", 5"])
    w.emit(f"{it} = {name}({argument})")
    for _ in range(w.number(2, 6)):
        w.probe(w.pick([f"next({it})", f"next({it})", f"next({it}, 'end')", f"{it}.send({w.pick(['None', '1', '2', repr('s')])})", f"{it}.throw({w.pick(ERRORS[:6 if w.native else 7])}({w.pick(['', '1', repr('t')])}))", f"{it}.throw({w.pick(ERRORS[:6])})", f"{it}.close()", f"list({it})", f"{it}.gi_running", f"{it}.gi_yieldfrom is None", f"[*{it}]"]))
    # Nothing in pysub runs the rest of a generator when it is thrown away.
    w.emit(f"for _ in range(20):\n    try:\n        {it}.close()\n        break\n    except BaseException as e: print(said(e))")


def stops(w):
    """StopIteration where it must not come from, generators that are running, and the like."""
    w.probe_block(w.pick([
        "def g():\n    raise StopIteration(1)\n    yield\nprint(list(g()))", "def g():\n    yield next(iter([]))\nprint(list(g()))", "print(list(next(iter([])) for _ in 'a'))", "def g():\n    yield 1\n    it.send(None)\nit = g()\nprint(list(it))", "def g():\n    yield from it\nit = g()\nprint(list(it))",
        "print([x for x in map(next, [iter([1]), iter([])])])", "print(list(map(next, [iter([1]), iter([])])))", "def g():\n    try: yield 1\n    except GeneratorExit: yield 2\nx = g(); next(x); x.close()", "def g():\n    try: yield 1\n    finally: return 5\nx = g(); next(x); print(x.close())" if not w.native else "pass",
        "def g():\n    try: yield 1\n    except GeneratorExit: return 7\nx = g(); next(x); print(x.close())" if not w.native else "pass", "def g():\n    return 3\n    yield\ndef h():\n    print((yield from g()))\n    yield 1\nprint(list(h()))", "def g(): yield\ng().send(1)", "def g(): yield\nx = g(); x.throw(ValueError('early'))", "def g():\n    yield from 5\nlist(g())", "x = (i for i in 5)", "x = (i for i in [1] for j in i)\nprint(next(x))",
        "def g():\n    while True:\n        try: print((yield))\n        except ValueError as e: print(e)\nx = g(); next(x); x.send(1); x.throw(ValueError('v')); x.throw(KeyError('k'))", "it = iter([1, 2, 3].pop, 1)\nprint(list(it))", "l = [1, 2, 3]\nit = iter(l)\nnext(it); l.clear()\nprint(list(it)); l.append(5); print(list(it))", "it = iter(int, 1)\nprint(next(it), next(it))", "print(list(zip([1, 2, 3], it := iter([4]))), list(it))", "a = iter([1, 2, 3, 4, 5])\nprint(list(zip(a, a)))",
        "print(next(iter([]), *[5]), next(iter([1])))\nnext(5)", "print(*(x * y for x in range(3) for y in range(x) if y), sep='-')", "print(list(map(lambda a, b: a + b, [1, 2], [3])), list(filter(lambda x: x and 1 / x, [1, 0])))", "print(sum(x for x in [1, 'a']))", "d = {1: 2}\nit = iter(d)\nd[3] = 4\nnext(it)", "print(list(zip(range(3), 'ab', strict=True)))", "print(list(zip('ab', range(3), strict=True)))", "print(list(zip('ab', range(3), (i for i in 'q'), strict=True)))",
    ]))


def coroutines(w):
    leaf, middle, main = w.fresh("leaf"), w.fresh("mid"), w.fresh("main")
    w.emit("def wait_generator(x): return (yield x)")
    w.emit(f"async def {leaf}(k):")
    for line in Flow(w).body(1, 2, None):
        w.emit(line)
    w.emit(f"    return k * 2")
    w.emit(f"async def {middle}(k):")
    yields = lambda: w.pick([f"print(await {leaf}(k))", f"k = await {leaf}({w.number(0, 3)})", f"print([await {leaf}(j) for j in range(2)])", f"print({{j: await {leaf}(j) async for j in {main}_gen(2)}})", f"async for j in {main}_gen({w.number(0, 3)}): print('j', j)", f"await {w.pick(['5', 'None', '[]', 'wait_generator(1)'])}", f"print([j async for j in {main}_gen(3) if j])", f"print((await {leaf}(1)) + 1)"])
    w.lines.append("")
    for line in Flow(w, yields=yields).body(1, 3, None):
        w.emit(line)
    w.emit(f"    return {w.pick(['k', f'await {leaf}(k)'])}")
    step = w.pick(["yield i", "yield i * 2", "print((yield i))", "1 / (i - 1); yield i", "if i == 1: return\n        yield i"])
    w.emit(f"async def {main}_gen(n):\n    for i in range(n):\n        {step}\n    print('gen ends')")
    for value in range(w.number(1, 3)):
        w.probe(f"{middle}({value}).send(None)")


def async_generators(w):
    name, it = w.fresh("ag"), w.fresh("it")
    w.emit(f"async def {name}(k):")
    yields = lambda: w.pick([f"yield {w.number(0, 9)}", f"print('got', (yield {w.number(0, 99)}))", "yield k"])
    w.emit("    yield 'first'")
    for line in Flow(w, in_function=False, yields=yields, yields_in_finally=False).body(1, 3, None):
        w.emit(line)
    w.emit(f"def drive(c):\n    try:\n        c.send(None)\n        return 'suspended'\n    except StopIteration as e: return e.value\n    except StopAsyncIteration as e: return 'end'")
    w.emit(f"{it} = {name}({w.number(0, 3)})")
    for _ in range(w.number(2, 5)):
        w.probe(f"drive({it}.{w.pick(['__anext__()', 'asend(None)', 'asend(5)', 'athrow(ValueError(1))', 'athrow(KeyError)', 'aclose()', '__anext__()'])})")
    w.emit(f"for _ in range(20):\n    try:\n        print(drive({it}.aclose()))\n        break\n    except BaseException as e: print(said(e))")
    if w.chance(0.3):
        w.probe(f"drive(anext({it}{w.pick(['', ', 7'])}))")


def with_statements(w):
    w.probe_block(w.pick([
        "with memoryview(b'abc') as m, m[1:] as n:\n    print(n[0])\nm[0]", "with (memoryview(b'a') as a, memoryview(b'b') as b,):\n    print(a[0], b[0])\n    1 / 0", "with memoryview(b'ab') as [x, y]: print(x, y)", "with memoryview(b'ab') as (x, *y): print(x, y)", "with memoryview(b'abc') as d[0]: pass", "with 5: pass", "with 5 as x, 6: pass", "with None as x: pass", "with [] as x: pass",
        "def f():\n    with memoryview(b'a') as m:\n        return m\nf()[0]", "def f():\n    for i in range(3):\n        with memoryview(b'a') as m:\n            if i == 1: break\n            continue\n    return i, m\nprint(f()[0])", "with memoryview(b'a') as m: m.release()\nprint('released')\nm.tobytes()", "with memoryview(5): pass", "l = {}\nwith memoryview(b'ab') as l['m']: print(list(l['m']))", "async def f():\n    async with 5: pass\nf().send(None)", "async def f():\n    with 5: pass\nf().send(None)", "async def f():\n    async with memoryview(b'a'): pass\nf().send(None)", "async def f():\n    async for x in [1]: pass\nf().send(None)",
        "async def f():\n    for x in g(): pass\nasync def g(): yield 1\nf().send(None)", "async def f(): yield 1\nfor x in f(): pass", "async def g(): yield 1\nasync def f():\n    return [x for x in g()]\nf().send(None)", "with (yield_ := memoryview(b'q')): print(yield_[0])",
    ]))


TOPICS = [try_nests, try_nests, try_nests, groups, groups, contexts, generators, generators, generators, stops, coroutines, async_generators, with_statements]
NEWER = {groups, with_statements, async_generators, contexts, coroutines}
