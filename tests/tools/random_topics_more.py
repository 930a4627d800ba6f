"""Topics about what the others reach seldom: every method of the bytes types, exception objects, views,
attributes, coroutine objects, stars everywhere, assignment expressions, deletion, uncaught groups."""

from random_topics_flow import ERRORS, group, raising
from random_topics_values import bound, integer, raw_bytes, slicing

BUILTIN_ERRORS = """ArithmeticError AssertionError AttributeError BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError
ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning Exception
FileExistsError FileNotFoundError FloatingPointError FutureWarning ImportError ImportWarning IndentationError IndexError InterruptedError
IsADirectoryError KeyError LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError
PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError
RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError TabError TimeoutError TypeError UnboundLocalError UnicodeError
UnicodeWarning UserWarning ValueError Warning ZeroDivisionError BaseException GeneratorExit KeyboardInterrupt SystemExit""".split()

NO_ARGUMENTS = "capitalize isalnum isalpha isascii isdigit islower isspace istitle isupper lower swapcase title upper copy".split()
SEARCHES = "count find index rfind rindex startswith endswith".split()
STRIPS = "strip lstrip rstrip removeprefix removesuffix partition rpartition".split()


def bytes_methods(w):
    kind = w.pick(["bytes", "bytearray"])
    value = raw_bytes(w) if kind == "bytes" else f"bytearray({raw_bytes(w)})"
    part = w.pick([raw_bytes(w), raw_bytes(w), "b'b'", "bytearray(b'a')", "memoryview(b'b')", "97", "256", "-1", "'a'", "None", "[98]"])
    limits = w.pick(["", "", f", {bound(w)}", f", {bound(w)}, {bound(w)}"])
    form = w.number(0, 9)
    if form < 2:
        w.probe(f"{value}.{w.pick(NO_ARGUMENTS)}({w.pick(['', '', '', '1'])})")
    elif form < 4:
        choice = w.pick([part, f"({part}, b'x')"])
        w.probe(f"{value}.{w.pick(SEARCHES)}({choice}{limits})")
    elif form == 4:
        w.probe(f"{value}.{w.pick(STRIPS)}({part})")
    elif form == 5:
        w.probe(f"{value}.{w.pick(['split', 'rsplit'])}({w.pick(['', part, part + ', 1', 'None, 1', 'sep=' + part, 'maxsplit=2'])})")
    elif form == 6:
        w.probe(f"{value}.{w.pick(['ljust', 'rjust', 'center', 'zfill'])}({w.pick(['0', '5', '12', '-3'])}{w.pick(['', '', ', ' + part])})")
    elif form == 7:
        w.probe(f"{value}.{w.pick(['replace'])}({part}, {raw_bytes(w)}{w.pick(['', ', 1', ', -1', ', 0'])})")
    elif form == 8:
        w.probe(w.pick([
            f"{value}.expandtabs({w.pick(['', '4', '0', '-1'])})", f"{value}.splitlines({w.pick(['', 'True', 'keepends=1'])})", f"{value}.join({w.pick(['[b' + repr('a') + ', b' + repr('b') + ']', '[]', '[1]', '5', 'b' + repr('xy'), '[bytearray(b' + repr('q') + ')]'])})",
            f"{value}.hex({w.pick(['', repr(':'), repr('-') + ', 2', repr('-') + ', -2', repr('ab'), 'b' + repr('_')])})", f"{kind}.fromhex({w.pick([repr('00ff'), repr(' 61 62 '), repr('6'), repr('zz'), repr('61z2'), 'b' + repr('6162'), '5'])})",
            f"{value}.translate({w.pick(['None', 'bytes.maketrans(b' + repr('ab') + ', b' + repr('xy') + ')', 'b' + repr('ab'), '5'])}{w.pick(['', ', b' + repr('X'), ', delete=b' + repr('a')])})", f"{kind}.maketrans({raw_bytes(w)}, {raw_bytes(w)}) and 1",
            f"{value}.decode({w.pick(['', repr('utf-8'), repr('ascii'), repr('latin-1'), repr('utf-16'), repr('ascii') + ', ' + repr('replace'), repr('utf-8') + ', ' + repr('ignore'), 'errors=' + repr('backslashreplace'), repr('nope')])})",
        ]))
    else:
        w.probe(w.pick([f"{value} + {part}", f"{value} * {w.pick(['0', '2', '-1', repr('a')])}", f"{part} in {value}", f"{value}[{slicing(w)}]", f"{value} {w.pick(['<', '==', '>=', '!='])} {part}", f"list({value})", f"{kind}({w.pick(['3', '-1', '[1, 2]', '[256]', repr('a'), repr('é') + ', ' + repr('utf-8'), 'range(3)', '{}', '1.5', 'None', 'b' + repr('q')])})",
                         f"{value} % {w.pick(['1', '(1,)', '()', '{b' + repr('a') + ': 1}'])}", f"b'%b|%5d|%-4s|%x|%c|%a' % ({part}, {integer(w)}, b'q', {w.pick(['255', '-1', '1.5'])}, {w.pick(['65', 'b' + repr('z'), '300'])}, 'é')", f"hash({value}) is None" if kind == "bytearray" else f"{value}.__bytes__()"]))


def bytearrays(w):
    name = w.fresh("ba")
    w.emit(f"{name} = bytearray({raw_bytes(w)})")
    item = lambda: w.pick(["97", "0", "255", "256", "-1", "'a'", "b'a'", "None", "True"])
    more = lambda: w.pick(["b'xy'", "[1, 2]", "[300]", "'ab'", "5", name, "range(3)", "(i for i in b'q')", "[None]", "memoryview(b'm')"])
    for _ in range(w.number(1, 4)):
        w.probe_block(w.pick([
            f"{name}.append({item()})", f"{name}.extend({more()})", f"{name}.insert({bound(w)}, {item()})", f"print({name}.pop({w.pick(['', '0', '-1', '99'])}))", f"{name}.remove({item()})", f"{name}.reverse()", f"{name}.clear()", f"{name} += {more()}", f"{name} *= {w.pick(['2', '0', '-1', '1.5'])}",
            f"{name}[{slicing(w)}] = {more()}", f"{name}[{w.pick(['0', '-1', '5'])}] = {item()}", f"del {name}[{slicing(w)}]", f"{name}.resize({w.pick(['3', '0', '-1', repr('a')])})", f"m = memoryview({name})\ntry: {w.pick([name + '.append(1)', name + '.clear()', name + '[0:0] = b' + repr('a'), 'del ' + name + '[:]', name + ' += b' + repr('z')])}\nfinally: m.release()",
            f"m = memoryview({name})\nm[{w.pick(['0', '-1', '9', ':1', '::-1', 'None'])}] = {w.pick(['1', 'b' + repr('q'), '300', repr('a'), name])}\nm.release()", f"x = {name}.copy()\nx.append(33)\nprint(x, x is {name})",
        ]) + f"\nprint({name})")


# Not l, L, n, P: 32 bits there. Not ?: what is neither 0 nor 1 is a bool by chance.
FORMATS = ["b", "B", "c", "h", "H", "i", "I", "q", "Q", "f", "d", "@b", "x", "bb"]


def memoryviews(w):
    data = w.pick(["bytes(range(16))", "bytearray(range(16))", "b'abcdefgh'", "b''", "bytes(8)"])
    name = w.fresh("m")
    w.emit(f"{name} = memoryview({data})")
    for _ in range(w.number(1, 4)):
        part = f"{name}[{slicing(w).replace('2**70', '70')}]"  # strides show how long a word is
        cast = f"{name}.cast({w.pick(FORMATS)!r}{w.pick(['', '', '', ', [2, 8]', ', (4, 4)', ', shape=[2, 2]', ', []'])})"
        view = w.pick([name, name, part, cast, f"{name}[::2]", f"{name}[::-1]", f"{name}.toreadonly()"])
        w.probe_block(w.pick([
            f"v = {view}\nprint({', '.join('v.' + a for a in w.some(['format', 'itemsize', 'nbytes', 'ndim', 'shape', 'strides', 'readonly', 'contiguous', 'c_contiguous', 'f_contiguous', 'suboffsets'], 1, 4))})", f"print({view}.tolist())", f"print({view}.tobytes({w.pick(['', '', repr('C'), repr('F'), 'None', repr('x')])}))", f"print({view}.hex({w.pick(['', repr('-'), repr('-') + ', 2'])}))",
            f"v = {view}\nprint(len(v), v[{w.pick(['0', '-1', '1, 1', '99', '::3', '...', '()', repr('a'), '1:3'])}])", f"print({view} {w.pick(['==', '!='])} {w.pick([data, 'b' + repr('abc'), view, '5'])})", f"print({view}.{w.pick(['index', 'count'])}({w.pick(['97', '0', '3', 'b' + repr('a'), 'None', '300'])}))", f"v = {view}\nv[{w.pick(['0', ':2', '1', '-1', '0, 0'])}] = {w.pick(['7', '255', '256', '-1', 'b' + repr('xy'), 'b' + repr('x'), '1.5', 'True', repr('a')])}\nprint(v.tolist())",
            f"with {view} as v: print(bytes(v))\nv[0]", f"v = {view}\nprint({w.pick(['97', '3', 'b' + repr('a'), '1.0'])} in v, list(reversed(v)))", f"v = {view}\ndel v[0]", f"print(type(iter({view})).__name__, [x for x in {view}][:3])", f"print(type({view}.obj).__name__)", f"v = {view}\nv.release()\nv.release()\nprint(v.{w.pick(['tolist()', 'nbytes', 'readonly', 'format', 'tobytes()', '__len__()'])})", f"print(sum({view}), max({view}))", f"print(bytes({view}), bytearray({view}), {view}.tobytes() == bytes({view}))",
        ]))


def exception_arguments(w):
    return ", ".join(w.some(["1", "'text'", "None", "'two\\nlines'", "(1, 2)", "2.5", "b'x'", "[1]", "''", "'é'"], 0, 3))


def exception_objects(w):
    error = w.pick(BUILTIN_ERRORS)
    name = w.fresh("x")
    keywords = w.pick(["", "", "", "name='n'", "obj=5", "name='n', obj=[]", "path='p'", "name='n', path='p'", "foo=1"])
    arguments = ", ".join(part for part in (exception_arguments(w), keywords) if part)
    if error in ("OSError", "FileNotFoundError", "PermissionError", "BlockingIOError", "ConnectionError") and w.chance(0.7):
        arguments = w.pick(["2, 'No such file'", "2, 'No such file', 'f.txt'", "13, 'denied', 'a', None, 'b'", "17, 'exists'", "1, 'x'", "99, 'unknown'", "'only text'", "2", "4, 'i'", "11, 'again', 5", "'a', 'b'", "32, 'pipe'", "110, 't'", "2, 'x', 3, 4, 5, 6"])
    if error in ("SyntaxError", "IndentationError", "TabError") and w.chance(0.7):
        arguments = w.pick(["'msg'", "'msg', ('f.py', 2, 3, 'a b c')", "'msg', ('f.py', 2, 3, 'a b c', 2, 5)", "'msg', (None, None, None, None)", "'msg', (1, 2)", "", "'msg', ('f.py', 1, 0, 'x\\n')", "'msg', 5"])
    w.probe_block(f"{name} = {error}({arguments})\n" + w.pick([f"print(repr({name}), str({name}), {name}.args)", f"print(repr({name}))\n{name}.args = {w.pick(['(1,)', '()', '[1, 2]', '5', repr('ab')])}\nprint(repr({name}), {name}.args)", f"{name}.add_note({w.pick([repr('note'), repr('two' + chr(10) + 'lines'), '5', repr('')])})\nprint({name}.__notes__)",
        f"print({', '.join('getattr(' + name + ', ' + repr(a) + ', 0)' for a in w.some(['errno', 'strerror', 'filename', 'filename2', 'name', 'path', 'obj', 'msg', 'lineno', 'offset', 'text', 'code', 'value', 'end_lineno', 'end_offset', 'print_file_and_line', 'characters_written', '__cause__', '__context__', '__suppress_context__', '__traceback__', '__notes__', 'message'], 2, 5))})", f"{name}.{w.pick(['custom', 'name', 'errno', 'filename', 'value', 'code', 'msg'])} = {w.pick(['5', repr('v'), 'None'])}\nprint({name}.__dict__, str({name}))", f"{name}.__cause__ = {w.pick(['ValueError(1)', 'None', '5', 'KeyError'])}\nprint(repr({name}.__cause__), {name}.__suppress_context__)", f"print({name} == {error}({arguments}), isinstance({name}, {w.pick(ERRORS)}), issubclass({error}, ({w.pick(ERRORS)}, {w.pick(ERRORS)})))",
        f"print({name}.with_traceback({w.pick(['None', '5'])}) is {name})", f"print({error}.__name__, {error}.__base__.__name__)", f"del {name}.{w.pick(['args', 'custom', '__cause__', '__traceback__', 'name'])}", f"{name}.{w.pick(['__traceback__', '__context__', '__suppress_context__', '__notes__'])} = {w.pick(['5', 'None', 'True', '[1]', repr('ab')])}\nprint(repr({name}))"]))
    if w.chance(0.3):
        w.probes.append(f"e = {error}({arguments})\ne.add_note('note')\nraise e" if error not in ("SystemExit", "KeyboardInterrupt") else f"raise {error}({arguments})")


def unicode_errors(w):
    w.probe_block(w.pick([
        f"x = UnicodeDecodeError('utf-8', b'abc', {bound(w)}, {bound(w)}, 'why')\nprint(str(x), x.start, x.end, x.object, x.encoding, x.reason)", f"x = UnicodeEncodeError('ascii', 'a\\xe9\\u20ac\\U0001f600', {w.pick('0123')}, {w.pick('1234')}, 'why')\nprint(str(x), x.args)", f"x = UnicodeTranslateError('a\\xe9b', {w.pick('012')}, {w.pick('123')}, 'why')\nprint(str(x), repr(x))", "UnicodeDecodeError('utf-8', 'abc', 0, 1, 'why')", "UnicodeEncodeError(1, 2)", "x = UnicodeDecodeError('utf-8', b'abc', 0, 1, 'why')\nx.start = 2; x.end = 9; x.reason = 'other'\nprint(x)\nx.object = 5\nprint(x)",
        f"print({w.pick([repr(chr(0xe9) + 'a' + chr(0x20ac)), repr('plain'), repr(chr(0x1f600))])}.encode({w.pick([repr('ascii'), repr('latin-1'), repr('utf-16-le'), repr('cp1252')])}, {w.pick([repr('strict'), repr('ignore'), repr('replace'), repr('xmlcharrefreplace'), repr('backslashreplace'), repr('namereplace'), repr('surrogateescape'), repr('nope')])}))", f"print({w.pick([repr(bytes([255, 254, 97])), 'b' + repr('ok'), repr(bytes([0xe2, 0x82]))])}.decode({w.pick([repr('utf-8'), repr('ascii'), repr('utf-16'), repr('cp1252'), repr('utf-8-sig')])}, {w.pick([repr('strict'), repr('ignore'), repr('replace'), repr('backslashreplace'), repr('surrogateescape'), repr('nope')])}))",
    ]))


def views(w):
    name = w.fresh("d")
    pairs = [str(w.number(0, 6)) + ": " + w.pick(["1", "2", "None", "[]", "(1,)"]) for _ in range(w.number(0, 4))]
    operator = w.pick("&|-^")
    w.emit(f"{name} = {{{', '.join(pairs)}}}")
    view = f"{name}.{w.pick(['keys', 'items', 'keys', 'items', 'values'])}()"
    other = w.pick(["{1, 2}", "[1, 2, 9]", "{1: 2, 3: 4}", "{1: 2}.items()", "{1: 2}.keys()", "frozenset({3})", "set()", "5", "[(1, 2)]", "[[]]", "(x for x in (1, 2))", view, "range(3)", "'ab'"])
    ordered = lambda text: f"sorted({text}, key=repr)"
    w.probe_block(w.pick([
        f"print({ordered(view + operator + other)})", f"print({ordered(other + operator + view)})", f"print({view}.isdisjoint({other}))", f"print({view} {w.pick(['<', '<=', '==', '!=', '>', '>='])} {other})", f"print({w.pick(['1', '(1, 2)', '[]', '(1, [])', 'None'])} in {view})", f"print({view}, len({view}), list(reversed({view})))",
        f"v = {view}\n{name}[99] = 0\nprint(v, len(v))", f"print({view}.mapping[1])", f"{view}.mapping[1] = 2", f"for k in {view}:\n    {name}.{w.pick(['clear()', 'pop(k, 0)', 'update({50: 1})', 'setdefault(60)'])}", f"it = iter({view})\nprint(next(it, 'none'))\nprint(it.__length_hint__(), list(it))", f"print(type({view}).__name__, type(iter({view})).__name__, {view}[0])", f"x = {view}\nx {w.pick(['|=', '&=', '-=', '^='])} {other}\nprint(type(x).__name__)", f"print(sorted({view}.mapping), {view}.mapping == {name})", f"hash({view})",
    ]))


def attributes(w):
    value = w.pick(["5", "'a'", "[1]", "{}", "(lambda x: x)", "len", "None", "int", "1.5", "ValueError('v')", "[].append", "str.upper", "object()", "range(3)", "slice(1, 2)", "1j", "{1}", "b'a'", "(x for x in 'a')", "iter([])", "print"])
    name = w.pick(["x", "real", "__name__", "__doc__", "append", "upper", "args", "start", "__class__", "nothing", "imag", "__len__", "numerator", "__dict__", "__call__", "keys", "", "a b", "__eq__", "__self__"])
    shown = lambda text: f"type({text}).__name__"
    w.probe_block(w.pick([
        f"print({shown('getattr(' + value + ', ' + repr(name) + ')')})", f"print({shown('getattr(' + value + ', ' + repr(name) + ', None)')})", f"print(hasattr({value}, {name!r}))", f"x = {value}\nsetattr(x, {name!r}, 5)\nprint(getattr(x, {name!r}))", f"x = {value}\ndelattr(x, {name!r})", f"print({name!r} in dir({value}), len(dir({value})) > 5)", f"x = {value}\nprint(id(x) == id(x), x is x)", "vars(5)", "vars([])", "def f(): pass\nf.x = 1\nprint(vars(f))", "e = ValueError(1)\ne.x = 2\nprint(vars(e))", f"print(callable({value}), {shown(value)})", f"getattr({value}, {w.pick(['5', 'None', 'b' + repr('a')])})", f"setattr({value}, {w.pick(['5', 'None'])}, 1)",
        f"def f(): pass\nsetattr(f, {name!r}, 5)\nprint(sorted(f.__dict__), getattr(f, {name!r}))\ndelattr(f, {name!r})\nprint(f.__dict__)", "print(object() == object(), object() is None, type(object()).__name__)\nobject().x = 1", "print(isinstance(object(), object), issubclass(int, object), object.__name__, object.__doc__ is None)", f"print(type({value}) is type({value}), type({value}).__module__, type({value}).__qualname__)",
    ]))


def coroutine_objects(w):
    name, it = w.fresh("co"), w.fresh("c")
    # Not awaited a coroutine would warn when it is freed: each is closed.
    w.emit(f"def steps(n):\n    got = []\n    for i in range(n): got.append((yield i))\n    return got\nasync def {name}(k):\n    try:\n        x = await waits(k)\n        print('x', x)\n        return k\n    except {w.pick(ERRORS[:6])} as e:\n        print('caught', said(e))\n        return 'handled'\n    finally: print('finally')\nasync def waits(n):\n    return [n{w.pick(['', ', *[i async for i in agen(n)]', ', [j async for i in agen(n) for j in range(i)]', ', {i: i async for i in agen(n)}', ', await nested(n)', ', sorted({i % 2 async for i in agen(3)})'])}]\nasync def nested(n): return n and await nested(n - 1)\nasync def agen(n):\n    for i in range(n):\n        yield i")
    w.emit(f"{it} = {name}({w.number(0, 3)})")
    for _ in range(w.number(1, 4)):
        w.probe(w.pick([f"{it}.send(None)", f"{it}.send(5)", f"{it}.throw({w.pick(ERRORS[:6])}('t'))", f"{it}.throw({w.pick(ERRORS[:6])})", f"{it}.close()", f"{it}.cr_running, {it}.cr_await, {it}.cr_suspended", f"type({it}).__name__, {it}.__name__, {it}.__qualname__", f"next({it})", f"list({it})", f"iter({it})", f"type({it}.__await__()).__name__"]))
    w.emit(f"{it}.close()")
    w.probe_block(w.pick([
        "async def g():\n    yield 1\n    yield 2\na = g()\ntry: a.__anext__().send(None)\nexcept StopIteration as e: print(e.value)\nprint(aiter(a) is a)\ntry: anext(a).send(None)\nexcept StopIteration as e: print(e.value)\ntry: anext(a).send(None)\nexcept StopAsyncIteration as e: print('end')\ntry: anext(a, 'default').send(None)\nexcept StopIteration as e: print(e.value)", "aiter(5)", "aiter([])", "anext(5)", "anext([], 1)", "async def g():\n    async for x in 5: pass\ng().send(None)", "async def g():\n    return [x async for x in [1]]\ng().send(None)", "async def g():\n    async with 5 as x: pass\ng().send(None)", "async def g():\n    await 5\ng().send(None)",
        "async def f(n):\n    r = [i async for i in g(n) if i % 2] + [j for i in range(2) for j in [await h(i)]]\n    return r, {k: await h(k) async for k in g(2)}\nasync def g(n):\n    for i in range(n): yield i\nasync def h(i): return i * 10\ntry: f(4).send(None)\nexcept StopIteration as e: print(e.value)", "async def f(): return 1\nc = f()\ntry: c.send(None)\nexcept StopIteration as e: print(e.value)\nc.send(None)", "async def f(): raise StopIteration(1)\nf().send(None)", "async def f(): raise StopAsyncIteration(1)\nf().send(None)", "async def f():\n    yield 1\n    raise StopAsyncIteration\na = f()\ntry: anext(a).send(None)\nexcept StopIteration: pass\nanext(a).send(None)",
        "async def f():\n    try: yield 1\n    except ValueError as e:\n        print('in', e)\n        yield 2\na = f()\ntry: anext(a).send(None)\nexcept StopIteration as e: print(e.value)\ntry: a.athrow(ValueError('v')).send(None)\nexcept StopIteration as e: print(e.value)\ntry: a.aclose().send(None)\nexcept StopIteration as e: print('closed')\nprint(a.ag_running, a.ag_await, a.ag_suspended)",
    ]))


def stars(w):
    source = lambda: w.pick(["[1, 2]", "(3,)", "'ab'", "range(2)", "{5: 6}", "{7}", "()", "x", "(i for i in 'pq')", "5", "None", "*[9],", "dict(k=1)", "b'ab'", "map(str, [1])"]).replace("*[9],", "[*[9]]")
    mapping = lambda: w.pick(["{'a': 1}", "{}", "dict(b=2)", "{'a': 3, 'c': 4}", "y", "5", "{1: 2}", "None", "[('a', 1)]"])
    w.emit("x = [10, 20]; y = {'a': 100}\ndef show(*a, **k): return a, k")
    w.probe_block(w.pick([
        f"print([*{source()}, *{source()}, 1])", f"print((*{source()}, 0, *{source()}))", f"z = *{source()}, *{source()}\nprint(z)", f"print(show(*{source()}, *{source()}, 5))", f"print(show(1, *{source()}, a=2, **{mapping()}))", f"print(show(**{mapping()}, **{mapping()}))", f"print({{**{mapping()}, **{mapping()}, 'z': 1}})", f"print(sorted({{*{source()}, *{source()}}}, key=repr))", f"for v in *{source()}, 3: print(v)", f"def f(): return *{source()}, 1\nprint(f())", f"def f(): yield *{source()}, 1\nprint(list(f()))", f"a, *b = *{source()}, *{source()}\nprint(a, b)", f"*a, b = {source()}\nprint(a, b)", f"a, *b, c = {source()}\nprint(a, b, c)", f"(a, *b), *c = [{source()}, {source()}, 1]\nprint(a, b, c)", f"*a, = {source()}\nprint(a)",
        f"for a, *b in [{source()}, {source()}]: print(a, b)", f"print([v for v in [*{source()}]], [(a, b) for a, *b in [{source()}]])", f"d = {{}}\nd[*{source()}] = 1\nprint(d)", f"print(show(*{source()}, **{mapping()}, q=3))", f"print(*{source()}, sep='-')", f"del [x[0]], (y['a'])\nprint(x, y)", f"print(len([*{source()}] + [*{source()}]))", f"x[0], *x[1:] = {source()}\nprint(x)", f"[a, [*b, c]] = 1, {source()}\nprint(a, b, c)", f"show(a=1, **{mapping()}, **{{'a': 2}})", f"print(max(*{source()}), min(*{source()}, 3))", f"lambda_ = lambda *a, k=1, **kw: (a, k, kw)\nprint(lambda_(*{source()}, **{mapping()}))", f"print((lambda a, /, *b, c=0: (a, b, c))(*{source()}, c=5))",
    ]))


def walrus(w):
    value = lambda: w.pick(["5", "[1, 2, 3]", "'abc'", "0", "''", "None", "n", "n + 1", "f(2)"])
    w.emit("n = 1\ndef f(x): return x * 2")
    name = w.pick(["n", "m", "k"])
    text = w.pick([
        f"if ({name} := {value()}): print('yes', {name})\nelse: print('no', {name})", f"while ({name} := {w.pick(['n - 1', 'len(l)'])}) and n > 0:\n    n -= 1\n    print({name}, n)" if name != "n" else "print(n := 3)", f"print([{name} := v for v in range(3)], {name})", f"print([v for v in range(5) if ({name} := v * 2) > 3], {name})", f"print(any(({name} := v) > 1 for v in [0, 1, 2, 3]), {name})", f"print(f'{{({name} := {value()})}} {{{name}}}')", f"x = ({name} := {value()}, {name})\nprint(x)", f"print(({name} := 1) + ({name} := 2), {name})", f"l = [{name} := {value()}, {name}]\nprint(l)", f"print(f({name} := 3), {name})", f"print({{({name} := 'k'): {name}}})", f"def g():\n    return [{name} := i for i in 'ab'], {name}\nprint(g())\nprint(n)", f"def g():\n    nonlocal_ = [(lambda: ({name} := 7))() for _ in 'a']\n    return nonlocal_\nprint(g())", f"def g():\n    global {name}\n    [{name} := i for i in range(3)]\ng()\nprint({name})", f"print(1 if ({name} := {value()}) else 2, {name})", f"assert ({name} := 5) and {name} == 5, {name}", f"print(({name} := {value()}) is {name}, not ({name} := 0))", f"for v in ({name} := [1, 2]): print(v, {name})", f"print((lambda: ({name} := 4) + {name})())", f"print([[{name} := a + b for a in range(2)] for b in range(2)], {name})", f"d = {{}}\nd[{name} := 'key'] = 1\nprint(d, {name})", f"print(x[({name} := 1)] if (x := [1, 2]) else 0)",
    ])
    w.probe_block(text)


def deletions(w):
    w.emit("p = 1; q = [1, 2, 3]; r = {'a': 1}")
    w.probe_block(w.pick([
        "del p\nprint(p)", "def f():\n    global p\n    del p\n    try: p\n    except NameError as e: print(said(e))\n    p = 5\nf()\nprint(p)", "def f(x):\n    def g(): return x\n    print(g())\n    del x\n    g()\nf(1)", "def f(x):\n    def g():\n        nonlocal x\n        del x\n    g()\n    return x\nf(1)", "def f(x):\n    def g():\n        nonlocal x\n        del x\n        x = 9\n    g()\n    return x\nprint(f(1))", "del q[0], q[-1]\nprint(q)", "del q[::2], r['a']\nprint(q, r)", "def f():\n    x = 1\n    del x\n    del x\nf()", "def f():\n    for i in range(2): pass\n    del i\n    return i\nf()", "try: 1 / 0\nexcept ZeroDivisionError as e: pass\nprint(e)", "def f():\n    try: 1 / 0\n    except ZeroDivisionError as e:\n        del e\n    print('fine')\nf()", "del (p, [q])\nprint(p)", "del undefined", "for p in range(2): del p\nprint(p)", "with memoryview(b'a') as m: del m\nprint(m)", "import sys\ndel sys\nsys", "def f(): pass\ndel f\nf()", "del len\n", "def f(a, b=2):\n    del a\n    return locals()\nprint(f(1))", "p = [lambda: p]\ndel p[0]\nprint(p)",
    ]))


def shifts(w):
    n = w.pick(["1", "5", "-3", "2**40", "-2**70", "0", "True"])
    by = w.pick(["0", "1", "3", "31", "32", "47", "63", "64", "100", "-1"])
    w.probe_block(w.pick([f"x = {n}; k = {by}\nprint(x << k, x >> k)", f"x = {n}\nx <<= {by}\nprint(x)", f"x = {n}; k = {by}\nx <<= k\nprint(x)", f"x = {n}\nx >>= {by}\nprint(x)", f"x = {n}; k = {by}\nx >>= k\nprint(x)", f"x = {n}\nprint(x is None, x is not None, 1 if x is None else 2)", f"x = {n}; y = x\nif x is y: print('same')\nelse: print('other')\nwhile x is not y: break", f"x = {w.pick(['1.5', repr('a'), 'None', '[1]'])}\nx {w.pick(['<<=', '>>=', '<<', '>>'])} {by}"]))


def imports(w):
    w.probe_block(w.pick(["from math import *\nprint(floor(2.5), pi)", "from math import floor as f, ceil\nprint(f(1.5), ceil(1.5))", "import math as m, sys\nprint(m.sqrt(4), sys.maxunicode)", "from math import nope", "from math import flor", "import nope", "import math.nope", "from nope.sub import x", "from . import x", "from .a import b", "import collections.abc\nprint(isinstance([], collections.abc.Sequence))", "print(__import__('math').pi)", "__import__('nope')", "__import__(5)", "def f():\n    import math\n    return math.tau > 6\nprint(f())", "def f():\n    from math import pi, e\n    return pi > e\nprint(f())", "from sys import maxsize, nope", "import json\nprint(json.dumps({'a': [1, None]}))", "from functools import reduce\nprint(reduce(lambda a, b: a * b, [1, 2, 3]))"]))


def many_constants(w):
    """More constants than an instruction has bits for."""
    count = w.pick([200, 300, 600])
    name = w.fresh("f")
    w.emit(f"def {name}(x):\n    return [{', '.join(f'x + {i}.5' if i % 2 else f'{i}.25' for i in range(count))}][{w.pick(['-1', '0', '150', 'x'])}]")
    w.probe(f"{name}({w.number(0, 9)})")


def uncaught_groups(w):
    """The whole report of an exception that nothing catches: groups in groups, causes, notes."""
    lines = ["def thrown(e, *notes, cause=None):", "    for note in notes: e.add_note(note)", "    try:", "        if cause: raise e from cause", "        raise e", "    except BaseException as caught: return caught"]
    w.emit("\n".join(lines))

    def leaf():
        error = w.pick(ERRORS[:8])
        notes = w.pick(["", "", ", 'a note'", ", 'two\\nlines', 'more'", ", ''"])
        cause = w.pick(["", "", "", ", cause=KeyError('c')", ", cause=thrown(ValueError('deep'), 'n')"])
        return w.pick([f"{error}({w.pick(['1', repr('text'), repr('a' + chr(10) + 'b'), ''])})", f"thrown({error}({w.pick(['1', repr('t')])}){notes}{cause})"])

    def tree(depth):
        members = [tree(depth - 1) if depth and w.chance(0.4) else leaf() for _ in range(w.pick([1, 2, 2, 3, 17]) if depth == 2 else w.number(1, 3))]
        made = f"ExceptionGroup({w.pick([repr('g'), repr('outer' + chr(10) + 'line'), repr('')])}, [{', '.join(members)}])"
        return made if w.chance(0.5) else f"thrown({made}{w.pick(['', ', ' + repr('group note')])})"

    w.probes = [w.pick([f"raise {tree(2)}", f"raise {tree(1)} from {leaf()}", f"try: raise {tree(1)}\nexcept* {w.pick(ERRORS[:8])} as e: {raising(w)}", f"try: {raising(w)}\nexcept Exception as e: raise {tree(1)} from {w.pick(['e', 'None', leaf()])}", f"try: {raising(w)}\nfinally: raise {tree(1)}", f"raise {group(w)}", f"x = {tree(1)}\nx.__notes__ = {w.pick(['5', '[1, 2]', repr('text'), '()', 'None'])}\nraise x", f"try: raise {tree(1)}\nexcept* Exception as e:\n    raise"])]


TOPICS = [bytes_methods, bytes_methods, bytes_methods, bytearrays, memoryviews, memoryviews, exception_objects, exception_objects, unicode_errors, views, views, attributes, coroutine_objects, stars, stars, walrus, deletions, shifts, imports, many_constants, uncaught_groups, uncaught_groups]
NEWER = set(TOPICS) - {shifts, many_constants}
