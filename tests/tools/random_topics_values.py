"""Topics about the built-in types: numbers, text, bytes, containers, formatting."""

INTS = ["0", "1", "-1", "2", "3", "7", "-7", "10", "13", "97", "100", "-100", "255", "256", "-256", "1000", "65535", "123456789",
        "2**30", "-2**30 + 1", "2**46", "2**47 - 1", "2**47", "-2**47", "-2**47 - 1", "2**48", "2**52", "2**53 + 1", "2**62", "2**63 - 1", "2**63", "-2**63", "2**64", "2**64 + 1",
        "-2**64", "10**18", "10**19", "10**30 + 7", "-10**30", "2**100 - 3", "3**80", "-3**70", "10**60 // 7", "7**150", "True", "False"]
SMALL = ["0", "1", "2", "3", "4", "5", "8", "12", "31", "32", "33", "63", "64", "65", "100", "-1", "-2"]
FLOATS = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "1.5", "2.5", "3.5", "-2.5", "0.1", "0.2", "0.3", "1e16", "1e15", "9007199254740993.0", "123456789.125",
          "1e22", "1e23", "1e-4", "1e-5", "0.0001234", "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308", "float('inf')",
          "-float('inf')", "float('nan')", "1/3", "2/3", "-1/7", "1e300", "1e100", "12345.6789", "0.05", "2.675", "1.005", "1e21", "4.35", "99999.5", "0.999999"]
COMPLEXES = ["0j", "1j", "-1j", "1+2j", "-0.0-0j", "1.5-2.5j", "3+0j", "complex(0, -0.0)", "complex('inf')", "complex('nan+1j')", "1e20+1e-20j", "(2+1j)"]
CHARACTERS = ["a", "b", "Z", "0", "9", " ", "\\t", "\\n", "\\r", "\\x0b", "\\x0c", "\\x1c", "\\x1f", "\\x85", "\\xa0", "\\xad", "\\xb2", "\\xb5", "\\xdf", "\\xe9", "\\xff", "\\u0130", "\\u0131",
              "\\u0149", "\\u01c5", "\\u01f0", "\\u0301", "\\u0345", "\\u0390", "\\u03a3", "\\u03c2", "\\u03c3", "\\u0660", "\\u0969", "\\u1e9e", "\\u1f88", "\\u1fb3", "\\u2028", "\\u2029", "\\u2160",
              "\\u216b", "\\u2460", "\\u3000", "\\u4e00", "\\ufb01", "\\uff11", "\\ufeff", "\\U0001d7d8", "\\U00010400", "\\U00010428", "\\U0001f600", "\\U0001f1e6", "\\x00", "\\x7f", "_", "-", ".", ",", "'", "\\\"", "%", "{", "}"]
WORDS = ["", "a", "abc", "Hello World", "x,y,,z", "  pad\\t", "aXbXc", "ababab", "tEsT it's", "123", "-12", "1_000", "0x1f", "\\xdf\\u0130", "caf\\xe9", "a\\nb\\r\\nc\\x85d\\u2028e", "\\U0001f600\\u0301", "\\t\\tx\\ty", "aaaa"]


def text(w):
    if w.chance(0.5):
        return f'"{w.pick(WORDS)}"'
    return '"' + "".join(w.some(CHARACTERS, 0, 6)) + '"'


def raw_bytes(w):
    return "b" + w.pick(["''", "'a'", "'abc'", "'Hello World'", "'x,y,,z'", "'  pad\\t'", "'\\x00\\xff'", "'aXbXc'", "'ababab'", "'1_0'", "'-12'", "'a\\nb\\r\\nc\\x85'", "'\\xc3\\xa9'", "'\\t\\tx'"])


def integer(w):
    if w.chance(0.25):
        return str(w.random.getrandbits(w.pick([8, 31, 47, 48, 63, 64, 65, 128, 200])) * w.pick([1, -1]))
    return w.pick(INTS)


def floating(w):
    if w.chance(0.3):
        return repr(w.random.uniform(-1, 1) * 10 ** w.number(-12, 22))
    return w.pick(FLOATS)


def number(w):
    return w.pick([integer, integer, floating, floating, lambda w: w.pick(COMPLEXES)])(w)


def bound(w):
    return w.pick(["None", "0", "1", "2", "3", "-1", "-2", "-3", "5", "-6", "100", "-100", "2**70", "-2**70", "True"])


def slicing(w):
    form = w.number(0, 9)
    part = lambda: w.pick(["", bound(w)])
    if form < 5:
        return f"{part()}:{part()}:{w.pick(['', '1', '2', '3', '-1', '-2', '-3', '100', '-100', '2**70', '-2**70', 'None'])}"
    if form < 9:
        return f"{part()}:{part()}"
    return w.pick(["0", "-1", "3", "2**70", "True", "'a'", "1.5", "None", "0:'a'", "::0", "()", "1, 2", "::1.0", "..."])


def hashable(w):
    return w.pick(["0", "1", "2", "3", "-1", "0.0", "-0.0", "1.0", "2.0", "2.5", "True", "False", "'a'", "'b'", "''", "None", "(1,)", "(1.0,)", "(True, 'a')", "2**64", "float(2**64)", "0j", "1+0j", "b'a'", "frozenset({1})", "range(3)", "range(0)"])


def ints(w):
    a, b = integer(w), integer(w)
    form = w.number(0, 11)
    if form < 4:
        w.probe(f"({a}) {w.pick(['+', '-', '*', '//', '%', '&', '|', '^', '/', '<', '==', '>='])} ({b})")
    elif form == 4:
        w.probe(f"({a}) {w.pick(['<<', '>>', '**'])} {w.pick(SMALL) if w.chance(0.9) else '2.0'}")
    elif form == 5:
        w.probe(f"pow({a}, {integer(w)}, {b})" if w.chance(0.6) else f"divmod({a}, {b})")
    elif form == 6:
        w.probe(f"({a}).{w.pick(['bit_length()', 'bit_count()', 'as_integer_ratio()', 'real' if w.native else 'is_integer()', 'conjugate()', 'numerator', '__index__()', '__neg__()'])}")
    elif form == 7:
        w.probe(f"({a}).to_bytes({w.pick(['1', '2', '4', '8', '9', '16', '0', '-1'])}, {w.pick(['little', 'big', 'big', 'big', 'middle'])!r}{w.pick(['', '', ', signed=True', ', signed=False'])})")
    elif form == 8:
        w.probe(f"int.from_bytes({w.pick([raw_bytes(w), '[1, 255, 3]', 'bytearray(9)', '[256]', '(1, None)'])}, {w.pick(['little', 'big'])!r}{w.pick(['', ', signed=True'])})")
    elif form == 9:
        digits = w.pick(["12", " 12 ", "-12", "+7", "1_000", "1__0", "_1", "0x1f", "0b101", "0o17", "ff", "zz", "", "-", "1.0", "0_7", "007", "\\u0661\\u0662", "\\uff11", "1 2", "0b2", "1e3", "\\x001"])
        w.probe(f'int("{digits}"{w.pick(["", "", ", 0", ", 10", ", 16", ", 2", ", 36", ", 8", ", 1", ", 37", ", -1"])})')
    elif form == 10:
        w.probe(f"round({a}, {w.pick(['-1', '-2', '-3', '0', '2', '-20', 'None', '-100', '1.0'])})")
    else:
        w.probe(f"{w.pick(['hex', 'oct', 'bin', 'str', 'abs', 'float', 'bool', '~', '-', '+', 'complex', 'repr', 'str' if w.native else 'chr'])}({a})")


def floats(w):
    a, b = floating(w), floating(w)
    form = w.number(0, 10)
    if form < 3:
        w.probe(f"({a}) {w.pick(['+', '-', '*', '/', '//', '%', '<', '<=', '==', '!='])} ({w.pick([b, integer(w)])})")
    elif form == 3:
        w.probe(f"divmod({a}, {b})")
    elif form == 4:
        w.probe(f"round({a}, {w.pick(['0', '1', '2', '3', '5', '10', '-1', '-2', '-5', '300', '-400', '16', 'None', '1.5'])})")
    elif form == 5:
        w.probe(f"{w.pick(['round', 'int', 'str', 'repr', 'abs', 'bool', '-', '+', '~', 'complex', 'float'])}({a})")
    elif form == 6:
        w.probe(f"({a}).{w.pick(['hex()', 'is_integer()', 'as_integer_ratio()', 'conjugate()', 'real', 'imag', '__int__()', '__trunc__()', '__floor__()', '__ceil__()'])}")
    elif form == 7:
        digits = w.pick(["1.5", " 1.5\\n", "1e5", "1E+5", "-.5", "5.", ".", "", "inf", "-Infinity", "nan", "+nan", "1_0.0_1", "1__0", "0x10", "1e", "1e400", "1e-400", "\\u0661.5", "infinit", "1.5.2", "--1", "1 2", "9007199254740993", "0.1e1_0", "1,5"])
        w.probe(f'float("{digits}")')
    elif form == 8:
        digits = w.pick(["0x1p0", "0x1.8p+1", "-0x.8p-3", "1.8", "0x1.fffffffffffffp1023", "0x1p1024", "inf", "nan", "0x", "0x1.00000000000008p0", "zz", " 0X1P-1074 ", "0x1p-1075"])
        w.probe(f"float.fromhex({digits!r})")
    elif form == 9:
        w.probe(f"({a}) ** {w.pick(['0', '1', '2', '-1', '3', '0.0', 'float(-2)'])}")
    else:
        w.probe(f"sorted([{a}, {b}, {integer(w)}, {integer(w)}]), max({a}, {b}), sum([{a}, {b}, {integer(w)}])")


def complexes(w):
    a, b = w.pick(COMPLEXES), w.pick([w.pick(COMPLEXES), w.pick(["2", "0", "-1.5", "2**70"])])
    w.probe(w.pick([
        f"({a}) {w.pick(['+', '-', '*', '==', '!='])} ({b})", f"({a}) {w.pick(['<', '//', '%', '/'])} ({b})", f"({a}) ** {w.pick(['0', '1', '2', '3', '-1'])}", f"({a}).{w.pick(['real', 'imag', 'conjugate()'])}",
        f"{w.pick(['str', 'bool', '-', '+', 'repr', 'int', 'float'])}({a})", f"complex({w.pick(['1', '1.5', 'True', '2**64'])}, {w.pick(['0', '-1.5', '2'])})", f"format({a}, {w.pick(['', '.2f', '+.1e', '>20', '<20.3g', '_^15', '05', '=9', ',.1f', '#', 'd', 's'])!r})",
        f"complex({w.pick(['1+2j', '1j', 'j', ' 1-2j ', '1 + 2j', '(1+2j)', '((1))', 'infj', 'nan-infj', '1e5', '', '1+', '+j', '1_0j', 'i'])!r})",
    ]))


def numbers_mixed(w):
    a, b = number(w), number(w)
    # A NaN is not equal to itself, and whether two are the same object is the interpreter's affair.
    form = w.pick([0, 3]) if "nan" in a + b else w.number(0, 3)
    if form == 0:
        w.probe(f"({a}) {w.pick(['+', '-', '*', '==', '!=', '<', '>='])} ({b})")
    elif form == 1:
        w.probe(f"{{{a}: 'x', {b}: 'y', 1: 'one', True: 'true'}}")
    elif form == 2:
        w.probe(f"[{a}, {b}].index({w.pick([a, b, '1', '1.0'])}), ({a}) in [{b}, {a}], [{a}, 1, True, 1.0].count(1)")
    else:
        w.probe(f"({a}) {w.pick(['<', '<=', '==', '!=', 'is not'])} ({b}) {w.pick(['<', '<=', '==', '!=', 'in', 'not in'])} {w.pick([number(w), '[1]', '(0, 1)'])}")


def any_number(w):
    return w.pick([integer(w), floating(w), w.pick(["'a'", "None", "'5'", "[]"])])


def strings(w):
    s = text(w)
    t, u = text(w), text(w)
    n = w.pick(["0", "1", "2", "3", "5", "10", "-1", "-2"])
    wrong = w.pick(["1", "None", "b'a'", "['a']", "1.5"]) if w.chance(0.1) else None
    t = wrong or t
    none = lambda *names: f"{s}.{w.pick(names)}()"
    forms = [
        lambda: none("upper", "lower", "title", "capitalize", "swapcase", "casefold"), lambda: none("upper", "lower", "title", "capitalize", "swapcase", "casefold"),
        lambda: f"{s}.{w.pick(['isalnum', 'isalpha', 'isascii', 'isdecimal', 'isdigit', 'isidentifier', 'islower', 'isnumeric', 'isprintable', 'isspace', 'istitle', 'isupper'])}()",
        lambda: f"{s}.{w.pick(['strip', 'lstrip', 'rstrip'])}({w.pick(['', t, 'None'])})",
        lambda: f"{s}.{w.pick(['split', 'rsplit'])}({w.pick(['', t, 'None, ' + n, t + ', ' + n, 'maxsplit=' + n, 'sep=' + t])})",
        lambda: f"{s}.splitlines({w.pick(['', 'True', 'keepends=False', '1'])})",
        lambda: f"{s}.{w.pick(['find', 'rfind', 'index', 'rindex', 'count', 'startswith', 'endswith'])}({t}{w.pick(['', '', ', ' + bound(w), ', ' + bound(w) + ', ' + bound(w)])})",
        lambda: f"{s}.{w.pick(['startswith', 'endswith'])}(({t}, {u}){w.pick(['', ', 1'])})",
        lambda: f"{s}.replace({t}, {u}{w.pick(['', ', 1', ', 0', ', -1', '' if w.native else ', count=2'])})",
        lambda: f"{s}.{w.pick(['center', 'ljust', 'rjust'])}({w.number(0, 12)}{w.pick(['', ', ' + repr('*'), ', ' + repr(chr(0x1f600)), ', ' + repr('ab'), ', ' + repr('')])})",
        lambda: f"{s}.zfill({w.number(0, 10)})", lambda: f"{s}.expandtabs({w.pick(['', '0', '1', '4', '8', '-1', 'tabsize=3'])})",
        lambda: f"{s}.{w.pick(['partition', 'rpartition', 'removeprefix', 'removesuffix', '__contains__', '__add__'])}({t})",
        lambda: f"{t}.join([{s}, {u}])" if wrong is None else f"{s}.join({w.pick(['[1]', 'None', '5', repr('abc'), '[' + s + ', None]'])})",
        lambda: f"{s}.encode({w.pick(['', repr('utf-8'), repr('ascii'), repr('latin-1'), repr('utf-16'), repr('utf-16-le'), repr('utf-32-be'), repr('utf-8-sig'), repr('utf8'), repr('ascii') + ', ' + repr('replace'), repr('ascii') + ', ' + repr('ignore'), repr('ascii') + ', ' + repr('backslashreplace'), repr('ascii') + ', ' + repr('xmlcharrefreplace'), repr('latin1') + ', errors=' + repr('namereplace'), repr('nope')])})",
        lambda: f"{s}.translate({w.pick(['{97: 98, 98: None}', '{97: ' + u + '}', 'str.maketrans(' + repr('abc') + ', ' + repr('xyz') + ')', 'str.maketrans({' + repr('a') + ': 1})', '[]', '{97: 1.5}', '{97: -1}', repr('abc') + ' * 40'])})",
        lambda: f"{s}[{slicing(w)}]", lambda: f"{s}[{slicing(w)}]", lambda: f"{s} {w.pick(['+', '<', '>=', '==', 'in', 'not in', '%'])} {t}", lambda: f"{s} * {w.pick(['0', '2', '-1', 'True', '1.5', 'None', repr('a')])}",
        lambda: f"{w.pick(['repr', 'ascii', 'len', 'list', 'sorted', 'bool', 'ord', 'tuple', 'str', 'max', 'min', 'eval'])}({s})",
        lambda: f"chr({w.pick(['0', '65', '233', '0x110000', '-1', '0xd800', '0x1f600', '1.5', repr('a'), '2**70'])})",
        lambda: f"str({w.pick([raw_bytes(w) + ', ' + repr('utf-8'), raw_bytes(w) + ', ' + repr('ascii') + ', ' + repr('replace'), 'object=' + s, '1, 2', s + ', ' + repr('utf-8'), ''])})",
        lambda: f"str.maketrans({w.pick([s + ', ' + u, '{1: 2, ' + repr('a') + ': None}', '{' + repr('ab') + ': 1}', repr('ab') + ', ' + repr('cd') + ', ' + u, '5'])})",
    ]
    w.probe(w.pick(forms)())


def bytes_like(w):
    b, c = raw_bytes(w), raw_bytes(w)
    if w.chance(0.3):
        b = f"bytearray({b})"
    wrong = w.pick(["'a'", "1", "None", "300", "-1", "[1]", "1.5"]) if w.chance(0.15) else None
    c = wrong or w.pick([c, c, c, "97", f"bytearray({c})", f"memoryview({c})"])
    s = b
    forms = [
        lambda: f"{s}.{w.pick(['upper', 'lower', 'title', 'capitalize', 'swapcase', 'isalnum', 'isalpha', 'isascii', 'isdigit', 'islower', 'isspace', 'istitle', 'isupper', 'copy', 'hex'])}()",
        lambda: f"{s}.{w.pick(['strip', 'lstrip', 'rstrip'])}({w.pick(['', c, 'None'])})", lambda: f"{s}.{w.pick(['split', 'rsplit'])}({w.pick(['', c, 'None, 1', c + ', 1'])})", lambda: f"{s}.splitlines({w.pick(['', 'True'])})",
        lambda: f"{s}.{w.pick(['find', 'rfind', 'index', 'rindex', 'count', 'startswith', 'endswith'])}({c}{w.pick(['', '', ', ' + bound(w), ', ' + bound(w) + ', ' + bound(w)])})",
        lambda: f"{s}.replace({c}, {raw_bytes(w)}{w.pick(['', ', 1', ', -1'])})", lambda: f"{s}.{w.pick(['center', 'ljust', 'rjust'])}({w.number(0, 12)}{w.pick(['', ', b' + repr('*'), ', b' + repr('ab'), ', ' + repr('*')])})",
        lambda: f"{s}.zfill({w.number(0, 8)})", lambda: f"{s}.expandtabs({w.pick(['', '0', '4'])})", lambda: f"{s}.{w.pick(['partition', 'rpartition', 'removeprefix', 'removesuffix', '__contains__'])}({c})", lambda: f"{s}.join([{s}, {c}])",
        lambda: f"{s}.decode({w.pick(['', repr('ascii'), repr('latin-1'), repr('utf-8') + ', ' + repr('replace'), repr('utf-8') + ', ' + repr('ignore'), repr('ascii') + ', ' + repr('backslashreplace'), repr('utf-16'), repr('utf-16-le') + ', ' + repr('replace'), repr('nope'), 'errors=' + repr('surrogateescape')])})",
        lambda: f"{s}.translate({w.pick(['None, b' + repr('a'), 'bytes(range(256))', 'b' + repr('x'), 'bytes.maketrans(b' + repr('a') + ', b' + repr('z') + ')', 'None'])})",
        lambda: f"{s}.hex({w.pick(['', repr('-'), repr(':') + ', 2', repr('') , repr('ab'), repr('-') + ', -2', repr('_') + ', bytes_per_sep=3'])})", lambda: f"{s}[{slicing(w)}]", lambda: f"{s}[{slicing(w)}]",
        lambda: f"{s} {w.pick(['+', '<', '==', 'in', '*', '%', '!='])} {c}", lambda: f"{w.pick(['bytes', 'bytearray'])}({w.pick([c, '3', '-1', '[1, 2, 255]', '[256]', repr('a'), repr('a') + ', ' + repr('utf-8'), 'range(3)', 'None', '1.5', '[' + repr('a') + ']', 'True', 'source=b' + repr('q')])})",
        lambda: f"bytes.fromhex({w.pick([repr('00 ff'), repr('0'), repr('zz'), repr(' 1a2B '), repr('1 2'), 'b' + repr('00ff') if not w.native else repr('aa'), '5'])})", lambda: f"list(memoryview({s})[{w.pick(['::-1', '1:', ':-1', '::2'])}])",
        lambda: f"memoryview({s}).{w.pick(['tobytes()', 'tolist()', 'nbytes', 'readonly', 'format', 'shape', 'hex()', 'itemsize', 'cast(' + repr('b') + ').tolist()', 'ndim', 'contiguous'])}",
        lambda: f"{w.pick(['repr', 'len', 'list', 'sorted', 'sum', 'max', 'bool', 'set', 'ascii'])}({s})",
    ]
    w.probe(w.pick(forms)())


def bytearray_changes(w):
    name = w.fresh("b")
    value = w.pick(["97", "0", "255", "256", "-1", "'a'", "b'xy'", "None"])
    w.emit(f"{name} = bytearray({raw_bytes(w)})")
    for _ in range(w.number(1, 4)):
        w.probe_block(w.pick([
            f"{name}.append({value})", f"{name}.extend({w.pick([raw_bytes(w), '[1, 2]', '[300]', repr('a'), name, '5'])})", f"{name}.insert({bound(w)}, {value})", f"print({name}.pop({w.pick(['', '0', '-1', '9'])}))",
            f"{name}.remove({value})", f"{name}.reverse()", f"{name}[{slicing(w)}] = {w.pick([raw_bytes(w), '[1, 2]', '7', repr('a'), name])}", f"del {name}[{slicing(w)}]", f"{name} += {w.pick([raw_bytes(w), '[1]', repr('a'), name])}", f"{name} *= {w.pick(['0', '2', '-1'])}", f"{name}.clear()",
        ]) + f"\nprint({name})")


def sequences(w):
    items = ", ".join(w.some(["0", "1", "2", "3", "-1", "1.0", "True", "'a'", "None", "[1]", "(2,)", "2.5"], 0, 7))
    s = w.pick([f"[{items}]", f"[{items}]", f"tuple([{items}])"])
    if w.chance(0.2):
        s = w.pick(["range(10)", "range(3, 30, 4)", "range(10, 0, -3)", "range(0)", "range(2**70, 2**70 + 9, 4)", "range(-5, 5)"])
    item = w.pick(["0", "1", "3", "1.0", "True", "'a'", "None", "[1]", "9", "2**70"])
    limits = w.pick(["", ", " + bound(w), ", " + bound(w) + ", " + bound(w)]) if "range" not in s else ""
    w.probe(w.pick([
        f"{s}[{slicing(w)}]", f"{s}[{slicing(w)}]", f"{s}.index({item}{limits})", f"{s}.count({item})", f"{item} in {s}",
        f"{s} + {w.pick(['[7]', '(7,)', 'range(2)', s])}", f"{s} * {w.pick(['0', '2', '-1', '1.5', repr('a')])}",
        f"{s} {w.pick(['==', '<', '!=', '>='])} {w.pick([s, '[1, 2]', '(1,)', '[]', 'range(10)', 'range(0, 10, 1)'])}",
        f"sorted({s}{w.pick(['', ', reverse=True', ', key=str', ', key=lambda x: 1 / x', ', key=repr', ', key=None', ', key=5', ', reverse=2'])})",
        f"{w.pick(['sum', 'min', 'max', 'any', 'all', 'len', 'list', 'dict', 'tuple', 'bool', 'sorted'])}({s})", f"sorted(set({s}), key=repr)", f"list({w.pick(['reversed', 'enumerate', 'iter'])}({s}))",
        f"{w.pick(['min', 'max'])}({s}, key={w.pick(['str', 'repr', 'lambda x: -x', 'len', 'None'])}{w.pick(['', ', default=0'])})",
        f"slice({bound(w)}, {bound(w)}, {bound(w)}).indices({w.pick(['5', '0', '10', '-1', '2**70'])})",
    ]))


def list_changes(w):
    name = w.fresh("l")
    w.emit(f"{name} = [{', '.join(w.some(['0', '1', '2', '3', '4', '5', repr('a'), '1.0'], 0, 8))}]")
    for _ in range(w.number(1, 4)):
        item = w.pick(["1", "'a'", "9", "1.0", "[]"])
        w.probe_block(w.pick([
            f"{name}[{slicing(w)}] = {w.pick(['[7, 8]', '[]', '(9,)', 'range(3)', repr('xy'), name, '5', 'iter([1, 2])', '{}', name + '[::-1]'])}", f"{name}[{slicing(w)}] = {w.pick(['[7, 8]', '[]', '(9,)', 'range(3)', repr('xy'), name, '5'])}", f"del {name}[{slicing(w)}]",
            f"del {name}[{slicing(w)}]", f"{name}.insert({bound(w)}, {item})", f"print({name}.pop({w.pick(['', '0', '-1', '9', '-9', repr('a'), '1.0'])}))", f"{name}.remove({item})", f"{name}.extend({w.pick(['[1]', repr('ab'), '5', name, '{1: 2}', 'None', '(x for x in range(2))'])})",
            f"{name}.sort({w.pick(['', 'reverse=True', 'key=str', 'key=lambda x: ' + name + '.append(1)', 'key=lambda x: 1 // 0', 'key=5', '1'])})", f"{name}.reverse()", f"{name} += {w.pick(['[1]', repr('ab'), '5', name, 'range(2)'])}", f"{name} *= {w.pick(['0', '2', '-1', '1.5'])}",
            f"{name}[{slicing(w)}] += {w.pick(['1', '[1]', repr('a')])}", f"for x in {name}:\n    if len({name}) < 12: {name}.append(x)\n    else: break",
        ]) + f"\nprint({name})")


def dicts(w):
    name = w.fresh("d")
    pairs = [f"{hashable(w)}: {w.pick(['1', '2', 'None', repr('v'), '[]'])}" for _ in range(w.number(0, 5))]
    w.emit(f"{name} = {{{', '.join(pairs)}}}")
    for _ in range(w.number(1, 4)):
        key, other = hashable(w), hashable(w)
        if w.chance(0.08):
            key = w.pick(["[]", "{}", "set()", "[1]" if w.native else "slice(1)", "([],)"])
        w.probe_block(w.pick([
            f"print({name}[{key}])", f"{name}[{key}] = {other}", f"del {name}[{key}]", f"print({name}.get({key}), {name}.get({key}, {other}))", f"print({name}.pop({key}{w.pick(['', ', None'])}))", f"print({name}.popitem())",
            f"print({name}.setdefault({key}, {other}))", f"{name}.update({w.pick(['{' + key + ': 5}', '[(' + key + ', 6)]', 'a=1', '[1]', '[(1, 2, 3)]', '5', repr('ab'), '[' + repr('ab') + ']', 'None', '{}, b=2', 'dict(c=3).items()', 'zip([1, 2], [3, 4])'])})",
            f"print({key} in {name}, {name} == {{{key}: 1}}, len({name}))", f"print(list({name}), list({name}.values()), list(reversed({name}.items())))", f"print({name} | {w.pick(['{' + key + ': 0}', '[]', '{}', '[(1, 2)]'])})", f"{name} |= {w.pick(['{' + key + ': 0}', '[(' + key + ', 2)]', '5', '{}'])}",
            f"for k in {name}:\n    {w.pick([f'{name}[k] = 1', f'{name}[{other}] = 1', f'del {name}[k]', f'{name}.pop({other}, None)', f'{name}.clear()'])}", f"print({name}.keys() {w.pick('&|-^')} {w.pick(['{1, 2}', '[1]', '{}', name + '.keys()', '5'])} and 1)", f"print(dict.fromkeys({w.pick(['[1, 1.0, True]', repr('ab'), '5', name])}, {other}))",
            f"print({{**{name}, {key}: 1}}, {name}.copy())", f"print({name}.keys() {w.pick(['==', '<', '<='])} {{1, 2}}, {name}.items() {w.pick(['==', '!='])} set(), {key} in {name}.values())", f"print({name})\n{name}.clear()", f"print({{k: v for k, v in {name}.items() if k != {key}}})",
            f"print(max({name}, key={w.pick(['str', 'lambda k: 1', 'repr'])}), sorted({name}, key=repr))",
        ]) + f"\nprint({name})")


def sets(w):
    name = w.fresh("s")
    kind = w.pick(["set", "set", "frozenset"])
    numbers = lambda: "[" + ", ".join(w.some([str(n) for n in range(40)] + ["100", "1000", "2**20"], 0, 8)) + "]"
    w.emit(f"{name} = {kind}({numbers()})")
    for _ in range(w.number(1, 3)):
        other = w.pick([f"set({numbers()})", f"frozenset({numbers()})", numbers(), "{}", "5", "(1, 2)", name, "{1.0, True}", "[[]]"])
        w.probe_block(w.pick([
            f"print({name} {w.pick(['|', '&', '-', '^', '<', '<=', '==', '!=', '>', '>='])} {other})", f"print({name}.{w.pick(['union', 'intersection', 'difference', 'symmetric_difference', 'issubset', 'issuperset', 'isdisjoint'])}({other}))",
            f"{name} {w.pick(['|=', '&=', '-=', '^='])} {other}", f"{name}.{w.pick(['update', 'intersection_update', 'difference_update', 'symmetric_difference_update'])}({other})", f"{name}.{w.pick(['add', 'discard', 'remove'])}({w.pick(['1', '2.0', 'True', '7', '[]', '{1}', '100'])})", f"{name}.{w.pick(['discard', 'remove'])}(frozenset({{1}}))",
            f"print({name}.pop())", f"print(sorted({name}), min({name}), {w.number(0, 9)} in {name}, len({name}))", f"print({name}.union({numbers()}, {other}))", f"for x in {name}: {name}.add(x + 100)", f"print({{x % 7 for x in {name}}}, {name}.copy())", f"{name}.clear()",
        ]) + f"\nprint({name})")


SPEC_TYPES = ["", "d", "s", "f", "F", "e", "E", "g", "G", "n", "%", "x", "X", "o", "b", "r", "q"]


def spec(w):
    result = w.pick(["", "", "", "*", " ", "0", "\\xe9", "_"])
    align = w.pick(["", "<", ">", "^", "="])
    result = result + align if align else ""
    result += w.pick(["", "", "+", "-", " "]) + w.pick(["", "", "", "z"] if not w.native else [""]) + w.pick(["", "", "", "#"]) + w.pick(["", "", "0"]) + w.pick(["", "", "5", "12", "1", "20"]) + w.pick(["", "", "", ",", "_"])
    result += w.pick(["", "", "", ".0", ".1", ".3", ".10", "."]) + ("" if w.native else w.pick(["", "", "", "", "", "", ",", "_"]) if "." in result else "") + w.pick(SPEC_TYPES)
    return result


def formatted(w):
    return w.pick([integer(w), integer(w), floating(w), floating(w), text(w), w.pick(["True", "None", "[1]", "(1,)", "1+2j", "b'a'", "{}", "range(2)", "int", "65", "0x10ffff", "-1"])])


def format_specs(w):
    value = formatted(w)
    form = w.number(0, 5)
    if form < 2:
        w.probe(f'format({value}, "{spec(w)}")')
    elif form == 2:
        w.probe(f'f"{{{value}:{spec(w)}}}"' if '"' not in value and "{" not in value else f'"{{:{spec(w)}}}".format({value})')
    elif form == 3:
        w.probe(f'"{{:{spec(w)}}}|{{!{w.pick("rsa")}:{w.pick(["", ">8", "<9", "^9.3", "*^12"])}}}".format({value}, {formatted(w)})')
    elif form == 4:
        fields = "".join(w.some(["{}", "{0}", "{1}", "{a}", "{a[0]}", "{a.real}", "{0[0]}", "{!r}", "{0!s:>5}", "{:{}}", "{0:{1}}", "{{", "}}", "{", "}", "{a!x}", "{0.real}", "{a:>{b}}", "{2}", "x", "{a[x]}", "{:{:{}}}", "{0[}", "{!}", "{a b}"], 1, 3))
        arguments = w.some(["1", "2.5", "[3, 4]", repr("s"), "5"], 0, 3)
        arguments += ["a=" + w.pick(["[1]", repr("xyz"), "7", "{" + repr("x") + ": 1}"]), "b=6"]
        w.probe(f'"{fields}".format({", ".join(arguments)})')
    else:
        w.probe(f'"{{a}} {{b:{spec(w)}}}".format_map({{"a": {value}{w.pick(["", ", " + repr("b") + ": " + integer(w)])}}})')


def percent(w):
    fields, values = [], []
    for _ in range(w.number(0, 3)):
        kind = w.pick("ddsrxXoeEfFgGcaiubq%")
        star = w.pick(["", "", "", "", "*"])
        fields.append("%" + w.pick(["", "", "-", "+", " ", "0", "#", "-0", "+#"]) + (star or w.pick(["", "", "5", "12"])) + w.pick(["", "", ".0", ".2", ".5", "."]) + w.pick(["", "", "", "l"]) + kind + w.pick(["", " ", "|"]))
        if star:
            values.append(w.pick(["5", "-6", "0", "'a'"]))
        if kind != "%":
            values.append(formatted(w) if w.chance(0.9) else w.pick(["()", "(1,)", "'ab'"]))
    if w.chance(0.1):
        values.append("1")
    if w.chance(0.1) and values:
        values.pop()
    if w.chance(0.2):
        w.probe(f"'{w.pick(['%(a)s', '%(a)d|%(b)r', '%(a)5.2f', '%(a', '%(c)s', '%(a)', '%()s', '%(a)s %s'])}' % {w.pick(['{' + repr('a') + ': ' + formatted(w) + ', ' + repr('b') + ': 1}', '5', '(1,)', '{}'])}")
    elif w.chance(0.02):
        w.probe(f"'%(a)*d' % {{'a': {w.pick(['5', '-3', repr('x')])}}}")  # not a width that 32 bits cannot hold
    elif w.chance(0.15):
        w.probe(f"b'{''.join(fields)}' % ({', '.join(values)}{',' if len(values) == 1 else ''})")
    else:
        right = f"({', '.join(values)}{',' if len(values) == 1 else ''})" if len(values) != 1 or w.chance(0.6) else values[0]
        w.probe(f"'{''.join(fields)}' % {right if right != '()' or w.chance(0.5) else '[]'}")


POOL = ["0", "1", "-1", "True", "2.5", "'a'", "''", "'abc'", "b'ab'", "[]", "[1, 2]", "()", "(1, 'a')", "{}", "{'a': 1}", "{1, 2}", "None", "int", "len", "range(3)", "slice(1)", "...", "NotImplemented", "1j", "2**70",
        "bytearray(b'x')", "frozenset()", "(lambda x: x)", "iter([1])", "ValueError('v')", "memoryview(b'q')", "str", "list", "dict", "ValueError", "type", "{1: 2}.keys()", "(i for i in [1, 2])", "enumerate('a')", "zip([1])"]
OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^", "<", "<=", "==", "!=", ">", ">=", "in", "not in", "is", "is not", "and", "or"]


def hides_identity(*values):
    """Their repr has an address, or their comparison is by identity."""
    return not any(mark in value for value in values for mark in ("lambda", "iter", "len", "for i", "enumerate", "zip", "memoryview"))


def operators(w):
    a, b = w.pick(POOL), w.pick(POOL)
    operator = w.pick(OPERATORS)
    if operator in ("is", "is not") or "zip" in a and operator in ("in", "not in"):
        return
    form = w.number(0, 3)
    strings = "keys" in a + b and "'" in a + b  # in a set: in any order
    if operator == "|" and not hides_identity(a, b) or operator in ("|", "^") and strings or operator in ("and", "or"):
        w.probe(f"type({a} {operator} {b})")
    elif operator == "**" and "2**70" in b:
        return
    elif form == 3 and operator not in ("<", "<=", "==", "!=", ">", ">=", "in", "not in", "and", "or"):
        w.probe_block(f"x = {a}\nx {operator}= {b}\nprint(type(x))")
    elif form == 2:
        w.probe(f"type({w.pick(['-', '+', '~', 'not '])}({a}))")
    else:
        w.probe(f"{a} {operator} {b}" if hides_identity(a, b) else f"type({a} {operator} {b})")


def conversions(w):
    value = w.pick(POOL)
    target = w.pick(["int", "float", "complex", "bool", "str", "bytes", "bytearray", "list", "tuple", "set", "frozenset", "dict", "len", "iter", "abs", "hash", "ord", "chr", "bin", "round", "sum", "min", "max", "any", "all", "sorted", "reversed", "next",
                     "callable", "divmod", "isinstance", "range", "slice", "enumerate", "zip", "map", "filter", "repr", "type", "memoryview", "format", "pow", "hex", "getattr", "hasattr", "issubclass", "ascii"])
    count = w.pick([1, 1, 1, 2, 2, 3])
    arguments = ", ".join([value] + [w.pick(POOL) for _ in range(count - 1)])
    call = f"{target}({arguments})"
    if target in ("iter", "reversed", "enumerate", "zip", "map", "filter", "memoryview", "hash", "type", "slice") or not hides_identity(arguments) or "'" in arguments and target in ("set", "frozenset"):
        call = f"type({call})"
    w.probe(call)


def subscripts(w):
    value = w.pick(POOL)
    w.probe_block(w.pick([f"print(type({value}[{w.pick(POOL)}]))", f"x = {value}\nx[{w.pick(POOL)}] = 1\nprint(type(x))", f"x = {value}\ndel x[{w.pick(POOL)}]\nprint(type(x))", f"for x in {value}: print(type(x)); break", f"{w.pick(['a', 'a, b', '*a', '(a, *b)', '[a, [b]]'])} = {value}\nprint('bound')",
                          f"{value}.{w.pick(['nothing', 'real', 'x', '__doc__x', 'append', 'upper'])} = 1", f"{value}()", f"with {value}: print('in')", f"raise {value}", f"print(type(-{value}), type(not {value}))", f"assert {value}, {w.pick(POOL)}", f"print(type([*{value}]), type({{**{value}}}))", f"print(type((lambda *a, **k: (a, k))(*{value}, **{w.pick(POOL)})))"]))


METHODS = {
    "'aXb'": "upper split join replace find index count strip encode format center zfill startswith partition translate expandtabs splitlines removeprefix".split(),
    "[3, 1, 2]": "append extend insert pop remove index count sort reverse copy clear".split(),
    "{'a': 1, 'b': 2}": "get pop popitem setdefault update keys items values copy clear fromkeys".split(),
    "{1, 2}": "add remove discard pop union intersection update difference issubset isdisjoint symmetric_difference copy".split(),
    "b'aXb'": "upper split join replace find index count strip decode hex center startswith translate fromhex".split(),
    "(1, 2)": "index count".split(), "(5)": "bit_length to_bytes from_bytes as_integer_ratio conjugate is_integer".split(), "(2.5)": "hex is_integer fromhex as_integer_ratio".split(),
    "range(5)": "index count".split(), "bytearray(b'ab')": "append extend insert pop remove reverse clear".split(),
}


def methods(w):
    target = w.pick(list(METHODS))
    method = w.pick(METHODS[target])
    arguments = w.some(POOL, 0, 3)
    if w.chance(0.15):
        arguments.append(w.pick(["key=len", "sep='a'", "default=1", "reverse=True", "x=1", "keepends=1", "maxsplit=1"]))
    call = f"x.{method}({', '.join(arguments)})"
    printed = "print(r, x)" if hides_identity(*arguments) and method not in ("keys",) else "print(type(r).__name__)"
    if target == "{1, 2}":  # the order of what is no small int depends on the size of a word
        printed = printed.replace("r, x", "sorted(r, key=repr) if type(r) is set else r, sorted(x, key=repr)")
    w.probe_block(f"x = {target}\nr = {call}\n{printed}")


def sorting(w):
    w.emit("calls = []")
    body = w.pick(["calls.append(x) or -x", "(x % 3, x)", "1 / (x - 2)", "str(x)", "x if x < 5 else None", "[x]", "(x,)", "log(x)", "calls.pop()", "{x}", "x * 1.5", "x < 3"])
    items = ", ".join(str(w.number(-3, 9)) for _ in range(w.number(0, 7)))
    use = w.pick(["sorted({l}, key={k})", "sorted({l}, key={k}, reverse=True)", "max({l}, key={k})", "min({l}, key={k}, default=None)", "list(map({k}, {l}))", "list(filter({k}, {l}))", "sum(map({k}, {l}))", "dict(zip({l}, map({k}, {l})))", "any(map({k}, {l}))", "sorted({l}, key={k}) + calls", "[*map({k}, {l})]", "sorted(set(map({k}, {l})), key=repr)", "all(map({k}, {l}))", "tuple(map({k}, {l}))", "list(zip({l}, map({k}, {l}), strict=True))", "[x for x in map({k}, {l})]", "next(map({k}, {l}), 'none')"])
    w.probe(use.format(l=f"[{items}]", k=f"lambda x: {body}"))


TOPICS = [ints, ints, floats, floats, complexes, numbers_mixed, strings, strings, strings, bytes_like, bytes_like, bytearray_changes, sequences, sequences, list_changes, list_changes, dicts, dicts, sets, format_specs, format_specs, percent, operators, operators,
          conversions, conversions, subscripts, methods, methods, sorting]
NEWER = {numbers_mixed, bytearray_changes, format_specs, percent, strings, bytes_like, methods, conversions, sets, complexes, operators, subscripts, floats}
