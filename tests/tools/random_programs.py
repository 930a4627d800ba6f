#!/usr/bin/env python3
"""Writes random programs of the subset: they end, print the same on every run and use the whole language.

    random_programs.py SEED [--native]     prints the program of that seed

A program's values have known types most of the time, so that it gets far; now and then something has the
wrong type, a name is missing or an index is too large, so that errors and tracebacks are compared too.
Kept out is what depends on the build: hash(), addresses, the order of a set of strings, sizes near 2**31.
With `native` the program keeps to what CPython 3.11 does in the same way: no exception texts, no syntax
that came later.
"""

import random
import sys

from random_snippets import ASYNC_MAINS, FAILING, FAILING_STATEMENTS, NEWER_ODDS, ODDS

INTS = [0, 1, 2, 3, 5, 7, 10, 13, 16, 31, 64, 100, 127, 255, 256, 1000, 65535, 2**31 - 1, 2**31, 2**47 - 1, 2**47,
        2**53, 2**62, 2**63 - 1, 2**63, 2**64, 10**18, 10**25, 2**100]
FLOATS = ["0.0", "0.5", "1.0", "1.5", "2.25", "3.14159", "1e10", "1e-5", "1e100", "123456.789", "0.1", "1e16", "5e-324"]
WORDS = ["", "a", "b", "ab", "abc", "Hello", "hello world", "x,y,z", "  pad ", "MiXed", "1234", "-7", "3.5", "caf\xe9", "\u03a3\u03b1\u03c2",
         "stra\xdfe", "tab\\there", "line\\nbreak", "\U0001f600ok", "aaa", "a-b-c", "k=v", "0x1f", "ABC", "it's", "{}", "%d"]
MODULI = [97, 1000, 65537, 10**9 + 7, 2**31, 2**47, 2**63, 2**64, 2**80, 10**30]
TYPES = ["int", "int", "int", "str", "str", "float", "bool", "ints", "ints", "strs", "dict", "set", "tuple", "bytes"]
ERRORS = ["ValueError", "TypeError", "KeyError", "IndexError", "ZeroDivisionError", "LookupError", "ArithmeticError", "RuntimeError",
          "Exception", "AttributeError", "NameError", "OSError", "StopIteration", "AssertionError"]
SPECS = {
    "int": ["", "d", "5d", "<6", ">6", "^7", "+d", " d", "x", "#x", "08b", "o", "#o", "_", ",", "_x", "*^9", "=+8", "c" ""],
    "float": ["", ".2f", "8.3f", "+.1e", "g", ".3g", "%", ".0%", "010.2f", ",.2f", "n", "<9.1f", "_.1f", "#.3g", "E"],
    "str": ["", "5", "<8", ">8", "^9", "*^7", ".2", "8.3", "s"],
}


class Scope:
    def __init__(self, kind, parent=None):
        self.kind = kind  # module, function, generator, async, lambda
        self.parent = parent
        self.names = {}  # name -> type
        self.functions = []  # (name, parameters, result type, kind)
        self.loop_depth = 0
        self.protected = set()  # loop counters: not to be assigned
        self.declared_global = set()
        self.declared_nonlocal = set()

    def visible(self, wanted):
        names, scope = [], self
        while scope:
            names += [n for n, t in scope.names.items() if t == wanted]
            scope = scope.parent
        return names

    def all_functions(self):
        found, scope = [], self
        while scope:
            found += scope.functions
            scope = scope.parent
        return found


class Writer:
    def __init__(self, seed, native=False, modules=()):
        self.random = random.Random(seed)
        self.native = native
        self.lines = []
        self.indent = 0
        self.counter = 0
        self.scope = Scope("module")
        self.error_rate = self.random.choice([0, 0, 0.01, 0.03])
        self.size = self.random.choice([6, 10, 16, 24])
        self.comprehension = 0
        self.modules = modules

    # Small helpers.
    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, items):
        return self.random.choice(items)

    def emit(self, text):
        self.lines.append("    " * self.indent + text)

    def fresh(self, prefix="v"):
        self.counter += 1
        return f"{prefix}{self.counter}"

    # Expressions. Each returns text that can stand as an operand (an atom, or in parentheses).
    def expression(self, wanted, depth=3):
        if self.error_rate and self.chance(self.error_rate):
            return self.mistake(wanted, depth)
        if depth <= 0 or self.chance(0.15):
            return self.leaf(wanted)
        if self.chance(0.08):
            return self.generic(wanted, depth)
        if wanted not in ("ints", "strs", "dict", "set", "tuple"):
            return getattr(self, "make_" + wanted)(depth - 1)
        self.comprehension += 1  # some of these put their operands where := is forbidden
        text = getattr(self, "make_" + wanted)(depth - 1)
        self.comprehension -= 1
        return text

    def mistake(self, wanted, depth):
        kind = self.random.randrange(7)
        if kind == 0:
            return self.fresh("missing")
        if kind == 1:
            return f"{self.leaf('ints')}[{self.pick([50, -40])}]"
        if kind == 2:
            return f"{self.leaf('dict')}['nope']"
        if kind == 3:
            return f"({self.leaf('int')} {self.pick(['//', '%', '/'])} 0)"
        if kind == 4:
            return f"({self.leaf(self.pick(['int', 'str', 'ints', 'dict', 'float']))}).{self.pick(['nothing', 'upper()', 'append(1)', 'keys()', 'real', 'x', 'uper', 'apend'])}"
        if kind == 5:
            # Not those of comprehensions (i1, ...): CPython has forgotten them when it looks for what was meant, and
            # pysub has not where eval() makes them local variables.
            names = [n for s in (self.scope,) for n in s.names if n[0] != "i"]
            return (self.pick(names) + "x") if names else "nothing"
        # Not strings in a set: their order there shows in what they cannot be compared with.
        strings = ("str", "strs", "dict") if wanted == "set" else ()
        other = self.pick([t for t in TYPES if t != wanted and t not in strings])
        return self.leaf(other)

    def leaf(self, wanted):
        names = self.scope.visible(wanted)
        if names and self.chance(0.65):
            return self.pick(names)
        return getattr(self, "literal_" + wanted)()

    def literal_int(self):
        if self.chance(0.7):
            value = self.random.randrange(0, 20)
        else:
            value = self.pick(INTS) + self.random.randrange(-2, 3)
        if value < 0:
            return f"({value})"
        form = self.random.randrange(12)
        if form == 0:
            return hex(value)
        if form == 1:
            return f"{value:_}"
        if form == 2:
            return f"(-{value})"
        return str(value)

    def literal_float(self):
        return self.pick(FLOATS) if self.chance(0.8) else f"(-{self.pick(FLOATS)})"

    def literal_bool(self):
        return self.pick(["True", "False"])

    def literal_str(self):
        word = self.pick(WORDS)
        quote = self.pick(['"', '"', "'"])
        if quote in word:
            quote = '"'
        return f"{quote}{word}{quote}"

    def literal_bytes(self):
        return self.pick(["b''", "b'abc'", "b'\\x00\\xff'", "b'hello world'", "b'a,b'", "rb'\\d'"])

    def literal_ints(self):
        return "[" + ", ".join(str(self.random.randrange(-5, 20)) for _ in range(self.random.randrange(0, 6))) + "]"

    def literal_strs(self):
        return "[" + ", ".join(self.literal_str() for _ in range(self.random.randrange(0, 4))) + "]"

    def literal_dict(self):
        keys = self.random.sample(["a", "b", "c", "key", "x1", ""], self.random.randrange(0, 4))
        return "{" + ", ".join(f"{key!r}: {self.random.randrange(-3, 30)}" for key in keys) + "}"

    def literal_set(self):
        items = [str(self.random.randrange(0, 12)) for _ in range(self.random.randrange(0, 5))]
        if self.native and len(items) > 2:
            return "set([" + ", ".join(items) + "])"  # constant sets had another order
        return "{" + ", ".join(items) + "}" if items else "set()"

    def literal_tuple(self):
        items = [self.literal_int() for _ in range(self.random.randrange(0, 4))]
        return "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"

    def generic(self, wanted, depth):
        """Forms that serve every type."""
        kind = self.random.randrange(9)
        inner = lambda: self.expression(wanted, depth - 1)
        if kind == 0:
            return f"({inner()} if {self.expression('bool', depth - 1)} else {inner()})"
        if kind == 1:
            name = self.fresh("p")
            return f"(lambda {name}: {inner()})({self.expression('int', depth - 1)})"
        if kind == 2 and not self.comprehension and self.scope.kind != "lambda":
            value = inner()
            name = self.fresh("w")
            if self.chance(self.error_rate * 5):  # it may stand where it is not always evaluated
                self.scope.names[name] = wanted
            return f"({name} := {value})"
        if kind == 3:
            return f"[{inner()}, {self.leaf('int')}][0]"
        if kind == 4:
            return f"({self.leaf('int')}, {inner()})[-1]"
        if kind == 5:
            return f"{{'k': {inner()}}}['k']"
        if kind == 6:
            return f"next(iter([{inner()}]), {self.leaf(wanted)})"
        if kind == 7:
            functions = [f for f in self.scope.all_functions() if f[2] == wanted and f[3] == "function"]
            if functions:
                return self.call(self.pick(functions), depth)
        return f"({inner()})"

    def call(self, function, depth):
        name, parameters, _, _ = function
        arguments = []
        keyword_only = False
        for parameter, kind, type_name in parameters:
            value = self.expression(type_name, min(depth - 1, 1))
            if kind == "star":
                count = self.random.randrange(0, 3)
                arguments += [self.leaf(type_name) for _ in range(count)]
                if self.chance(0.2):
                    arguments.append("*" + self.leaf("ints"))
                keyword_only = True
            elif kind == "kwargs":
                if self.chance(0.4):
                    arguments.append(f"extra={self.leaf(type_name)}")
                if self.chance(0.2):
                    arguments.append("**{'more': " + self.leaf(type_name) + "}")
            elif kind == "keyword" or keyword_only:
                if kind != "default_keyword" or self.chance(0.5):
                    arguments.append(f"{parameter}={value}")
            elif kind == "default":
                if self.chance(0.5):
                    keyword_only = True  # the next positional would land here
                else:
                    arguments.append(value)
            elif kind == "default_keyword":
                if self.chance(0.5):
                    arguments.append(f"{parameter}={value}")
            else:
                arguments.append(value)
        if self.error_rate and self.chance(self.error_rate * 3):
            if self.chance(0.5) and arguments:
                arguments.pop(self.random.randrange(len(arguments)))
            else:
                arguments.append(self.pick(["1", "zz=1", "*[1, 2, 3, 4, 5, 6]"]))
            positional = [a for a in arguments if "=" not in a or a[0] in "*([{" and not a.startswith("**")]
            arguments = positional + [a for a in arguments if a not in positional]
        if self.chance(0.1) and arguments:
            return f"{name}(\n" + ",\n".join("    " * (self.indent + 2) + a for a in arguments) + f",\n{'    ' * (self.indent + 1)})"
        return f"{name}({', '.join(arguments)})"

    def loop_variables(self, type_name):
        """Opens a comprehension: returns 'for x in xs [if ...]' with x known as type_name inside."""
        name = self.fresh("i")
        if type_name == "int":
            source = self.pick([self.expression("ints", 1), f"range({self.random.randrange(0, 6)})", self.leaf("tuple"),
                                f"sorted({self.leaf('set')})", f"{self.leaf('dict')}.values()"])
        else:
            source = self.pick([self.expression("strs", 1), self.leaf("str"), self.leaf("dict")])
        return name, source

    def comprehend(self, item_type, produce, brackets):
        self.comprehension += 1
        name, source = self.loop_variables(item_type)
        saved = dict(self.scope.names)
        self.scope.names[name] = item_type
        clauses = f"for {name} in {source}"
        if self.chance(0.15):
            other, other_source = self.loop_variables("int")
            self.scope.names[other] = "int"
            clauses += f" for {other} in {other_source}"
        if self.chance(0.4):
            clauses += f" if {self.expression('bool', 1)}"
        item = produce()
        self.comprehension -= 1
        self.scope.names = saved
        return f"{brackets[0]}{item} {clauses}{brackets[1]}"

    def make_int(self, depth):
        e = lambda t="int": self.expression(t, depth)
        kind = self.random.randrange(34)
        if kind < 6:
            operator = self.pick(["+", "-", "*", "+", "-", "&", "|", "^"])
            text = f"{e()} {operator} {e()}"
            return f"({text})"
        if kind == 6:
            return f"({e()} {self.pick(['//', '%'])} {self.pick(['3', '7', '-4', '1000', '(2**65)', f'({e()} or 1)'])})"
        if kind == 7:
            return f"({e()} ** {self.random.randrange(0, 5)})" if depth < 2 else f"({self.leaf('int')} ** 2)"
        if kind == 8:
            return f"({e()} {self.pick(['<<', '>>'])} {self.random.randrange(0, 70)})"
        if kind == 9:
            return f"({self.pick(['-', '+', '~'])}{e()})"
        if kind == 10:
            return f"len({e(self.pick(['str', 'ints', 'strs', 'dict', 'set', 'tuple', 'bytes']))})"
        if kind == 11:
            return f"{self.pick(['sum', 'max', 'min'])}({self.expression('ints', depth)}{'' if self.chance(0.3) else ' or [1]'})"
        if kind == 12:
            produce = lambda: self.expression("int", 1)
            return f"sum({self.comprehend('int', produce, ('', ''))})"
        if kind == 13:
            return f"int({self.expression('float', 0)} // 1e90)" if self.chance(0.2) else f"int({self.pick(['12', '-7', '1_000'])!r})"
        if kind == 14:
            return f"int({self.pick(['ff', '10', '0x1f', '77'])!r}, 16)" if self.chance(0.7) else f"int({self.pick(['0b11', '0o17', 'zz'])!r}, {self.pick(['0', '36', '36'])})"
        if kind == 15:
            return f"{e('dict')}.get({self.literal_str()}, {e()})"
        if kind == 16:
            return f"{e('str')}.{self.pick(['find', 'count', 'rfind'])}({self.literal_str()})"
        if kind == 17:
            return f"abs({e()})"
        if kind == 18:
            return f"divmod({e()}, {self.pick(['7', '-3', '10**9'])})[{self.pick('01')}]"
        if kind == 19:
            return f"pow({e()}, {self.random.randrange(0, 50)}, {self.pick(['97', '1000', '(2**61 - 1)'])})"
        if kind == 20:
            return f"ord({self.pick(['a', 'Z', chr(233), chr(0x1f600)])!r})"
        if kind == 21:
            return f"({e()}).{self.pick(['bit_length()', 'bit_count()', 'conjugate()', 'real', 'numerator'])}"
        if kind == 22:
            return f"({e('bool')} + {e()})"
        if kind == 23:
            return f"{e('ints')}.count({self.random.randrange(0, 9)})"
        if kind == 24:
            return f"round({e('float')} % 1000.0)"
        if kind == 25:
            return f"({e()} and {e()})" if self.chance(0.5) else f"({e()} or {e()})"
        if kind == 26:
            return f"max({e()}, {e()}, key=lambda n: {self.pick(['-n', 'n % 7', 'abs(n)', 'str(n)'])})"
        if kind == 27:
            return f"int.from_bytes({e('bytes')}, {self.pick(['little', 'big'])!r})"
        if kind == 28:
            return f"(*{e('ints')}, {e()})[-1]"
        if kind == 29:
            return f"next({self.comprehend('int', lambda: self.expression('int', 1), ('(', ')'))}, {self.leaf('int')})"
        if kind == 30:
            return f"{e('tuple')}.__len__()" if self.chance(0.1) else f"len({e('tuple')})"
        if kind == 31:
            return f"hash({self.random.randrange(0, 1000)})"
        if kind == 32:
            return f"eval({self.pick(['1 + 2', '[3, 4][1]', 'len([])'])!r})"
        return f"({self.leaf('int')} {self.pick('+-*')} {self.leaf('int')} {self.pick('+-*')} {self.leaf('int')})"

    def make_float(self, depth):
        e = lambda t="float": self.expression(t, depth)
        kind = self.random.randrange(10)
        if kind < 3:
            return f"({e()} {self.pick('+-*')} {e()})"
        if kind == 3:
            return f"({e()} / ({e()} or 1.0))"
        if kind == 4:
            return f"float({self.pick([' 1.5 ', 'inf', '-1e3', '1_0.5', 'nan'])!r})"
        if kind == 5:
            return f"abs({e()})"
        if kind == 6:
            return f"round({e()}, {self.random.randrange(-2, 5)})"
        if kind == 7:
            return f"({self.leaf('int')} / {self.pick(['3', '7', '0.3', '2**60'])})"
        if kind == 8:
            return f"({e()} {self.pick(['//', '%'])} {self.pick(['0.7', '-3.0', '2'])})"
        return f"max({e()}, {e()})"

    def make_bool(self, depth):
        e = lambda t: self.expression(t, depth)
        kind = self.random.randrange(14)
        order = self.pick(["<", "<=", ">", ">=", "==", "!="])
        if kind < 3:
            return f"({e('int')} {order} {e('int')})"
        if kind == 3:
            return f"({e('int')} {order} {e('int')} {self.pick(['<', '<=', '!='])} {e('int')})"
        if kind == 4:
            same = self.pick(["str", "float", "ints", "tuple", "strs"])
            return f"({e(same)} {order} {e(same)})"
        if kind == 5:
            return f"(not {e('bool')})"
        if kind == 6:
            return f"({e('bool')} {self.pick(['and', 'or', '==', '^', '&', '|'])} {e('bool')})"
        if kind == 7:
            return f"({e('int')} {self.pick(['in', 'not in'])} {e(self.pick(['ints', 'set', 'tuple']))})"
        if kind == 8:
            return f"({self.literal_str()} in {e(self.pick(['str', 'strs', 'dict']))})"
        if kind == 9:
            return f"isinstance({e(self.pick(['int', 'str', 'ints']))}, {self.pick(['int', 'str', '(int, float)', 'list', 'int | str', 'object'])})"
        if kind == 10:
            method = self.pick(["isdigit", "isalpha", "isupper", "islower", "isspace", "isidentifier", "istitle", "isalnum", "isascii", "isnumeric"])
            return f"{e('str')}.{method}()"
        if kind == 11:
            return f"{e('str')}.{self.pick(['startswith', 'endswith'])}({self.pick([self.literal_str(), '(' + self.literal_str() + ', ' + self.literal_str() + ')'])})"
        if kind == 12:
            produce = lambda: self.expression("bool", 1)
            return f"{self.pick(['any', 'all'])}({self.comprehend('int', produce, ('', ''))})"
        return f"({e('set')} {self.pick(['<=', '>', '==', '<'])} {e('set')})" if self.chance(0.8) else f"({self.leaf('int')} is {self.pick(['None', 'not None'])})"

    def make_str(self, depth):
        e = lambda t="str": self.expression(t, depth)
        kind = self.random.randrange(22)
        if kind < 2:
            return f"({e()} + {e()})"
        if kind == 2:
            return f"({e()} * {self.random.randrange(-1, 4)})"
        if kind < 6:
            return self.fstring(depth)
        if kind == 6:
            return f"{e()}[{self.slice()}]"
        if kind == 7:
            method = self.pick(["upper", "lower", "title", "capitalize", "swapcase", "casefold", "strip", "lstrip", "rstrip", "expandtabs"])
            return f"{e()}.{method}()"
        if kind == 8:
            return f"{e()}.replace({self.literal_str()}, {self.literal_str()}{self.pick(['', ', 1', ', -1'])})"
        if kind == 9:
            return f"{e()}.{self.pick(['center', 'ljust', 'rjust'])}({self.random.randrange(0, 12)}{self.pick(['', ', ' + repr('*')])})"
        if kind == 10:
            return f"{self.literal_str()}.join({e('strs')})"
        if kind == 11:
            return f"str({e(self.pick(['int', 'float', 'bool', 'ints', 'dict', 'tuple', 'strs', 'bytes']))})"
        if kind == 12:
            return f"{self.pick(['repr', 'ascii'])}({e(self.pick(['str', 'int', 'float', 'strs', 'tuple', 'dict']))})"
        if kind == 13:
            return f"{self.pick(['hex', 'bin', 'oct'])}({e('int')})"
        if kind == 14:
            return f"chr({self.pick(['97', '233', '0x3b1', '128512'])})"
        if kind == 15:
            type_name = self.pick(["int", "float", "str"])
            spec = self.pick(SPECS[type_name])
            if spec == "c":
                spec = "d"
            return f"format({e(type_name)}, {spec!r})"
        if kind == 16:
            return self.percent(depth)
        if kind == 17:
            fields = self.pick(["{} {}", "{1}-{0}", "{0!r:>6}|{1}", "{a} {}{}", "{0:{1}}"])
            if "{a}" in fields:
                return f"'{fields}'.format({e('int')}, {e()}, a={e('float')})"
            if "{1}}" in fields:
                return f"'{fields}'.format({e()}, {self.random.randrange(1, 9)})"
            return f"'{fields}'.format({e()}, {e('int')})"
        if kind == 18:
            return f"{e()}.{self.pick(['partition', 'rpartition'])}({self.pick([',', '-', 'l', ' '])!r})[{self.pick('012')}]"
        if kind == 19:
            return f"{e()}.{self.pick(['zfill(6)', 'removeprefix(' + self.literal_str() + ')', 'removesuffix(' + self.literal_str() + ')', 'strip(' + repr('ab ') + ')'])}"
        if kind == 20:
            return f"{e()}.translate(str.maketrans({{'a': 'X', 'b': None, 'c': 100}}))"
        return f"''.join({self.comprehend('str', lambda: self.expression('str', 1), ('', ''))})"

    def slice(self):
        part = lambda: self.pick(["", "", "0", "1", "2", "-1", "-2", "5", "100", "-100"])
        if self.chance(0.3):
            return f"{part()}:{part()}:{self.pick(['1', '2', '-1', '-2', ''])}"
        return f"{part()}:{part()}"

    def fstring(self, depth):
        parts = []
        for _ in range(self.random.randrange(1, 4)):
            parts.append(self.pick(["", "a", " x=", "{{", "}}", "-"]))
            type_name = self.pick(["int", "float", "str", "ints", "bool", "dict"])
            names = self.scope.visible(type_name)
            inner = self.pick(names) if names and self.chance(0.8) else self.pick(["1 + 2", "len('abc')" if not self.native else "len((1, 2))", "(lambda: 5)()", "[1, 2][0]"])
            if inner[0].isdigit() or "(" in inner or "[" in inner:
                type_name = "int"
            spec = ""
            if type_name in SPECS and self.chance(0.5):
                spec = ":" + self.pick([s for s in SPECS[type_name] if s != "c"])
                if type_name == "int" and self.chance(0.1):
                    spec = ":{3 + 4}"
            conversion = self.pick(["", "", "", "!r", "!s", "!a"]) if not spec else ""
            equals = self.pick(["", "", "", "=", " = "])
            parts.append("{" + inner + equals + conversion + spec + "}")
        if not self.native and self.chance(0.2):
            parts.append("{f\"{'nested'}\"}")
        quote = '"' if not any('"' in p for p in parts) or not self.native else "'''"
        return f"f{quote}{''.join(parts)}{quote}"

    def percent(self, depth):
        e = lambda t: self.expression(t, depth)
        form = self.random.randrange(6)
        if form == 0:
            return f"('%d %s' % ({e('int')}, {e('str')}))"
        if form == 1:
            return f"('%05.1f|%-6s|%+d' % ({e('float')} if {e('bool')} else 1.5, {e('str')}, {e('int')}))"
        if form == 2:
            return f"('%(a)s %(b)r' % {{'a': {e('int')}, 'b': {e('str')}}})"
        if form == 3:
            return f"('%x %o %%' % ({e('int')}, {e('int')}))"
        if form == 4:
            return f"('%s' % {e('str')})"
        return f"('%*d' % ({self.random.randrange(0, 9)}, {e('int')}))"

    def make_bytes(self, depth):
        e = lambda t="bytes": self.expression(t, depth)
        return self.pick([
            lambda: f"({e()} + {e()})", lambda: f"{e('str')}.encode()", lambda: f"{e()}[{self.slice()}]",
            lambda: f"bytes([{self.random.randrange(256)}, {self.random.randrange(256)}])", lambda: f"{e()}.{self.pick(['upper', 'lower', 'strip', 'title'])}()",
            lambda: f"bytes({self.random.randrange(0, 4)})", lambda: f"{e()}.replace(b'a', b'zz')", lambda: f"bytes(bytearray({e()}))",
            lambda: f"({self.random.randrange(0, 60000)}).to_bytes(3, {self.pick(['little', 'big'])!r})", lambda: f"bytes.fromhex('00ff1a')",
            lambda: f"b'%d-%s' % ({self.random.randrange(99)}, {e()})", lambda: f"b','.join([{e()}, {e()}])",
        ])()

    def make_ints(self, depth):
        e = lambda t="ints": self.expression(t, depth)
        kind = self.random.randrange(18)
        if kind < 3:
            return self.comprehend(self.pick(["int", "int", "str"]), lambda: self.expression("int", 1), ("[", "]"))
        if kind == 3:
            return f"({e()} + {e()})"
        if kind == 4:
            return f"{e()}[{self.slice()}]"
        if kind == 5:
            return f"list(range({self.random.randrange(-3, 5)}, {self.random.randrange(0, 10)}, {self.pick([1, 2, 3, -1])}))"
        if kind == 6:
            return f"sorted({e()}{self.pick(['', ', reverse=True', ', key=lambda n: -n', ', key=str', ', key=lambda n: n % 3'])})"
        if kind == 7:
            return f"[*{e()}, {e('int')}, *{e('tuple')}]"
        if kind == 8:
            return f"list(map(lambda n: {self.pick(['n + 1', 'n * n', '-n', 'n % 3', 'len(str(n))'])}, {e()}))"
        if kind == 9:
            return f"list(filter({self.pick(['None', 'lambda n: n > 2', 'lambda n: n % 2'])}, {e()}))"
        if kind == 10:
            return f"list(reversed({e()}))"
        if kind == 11:
            return f"[a * b for a, b in zip({e()}, {e()})]"
        if kind == 12:
            return f"[n + k for n, k in enumerate({e()}, {self.random.randrange(3)})]"
        if kind == 13:
            return f"list({e('dict')}.values())"
        if kind == 14:
            return f"sorted({e('set')})"
        if kind == 15:
            return f"({e()} * {self.random.randrange(0, 3)})"
        if kind == 16:
            return f"[x for row in [{e()}, {e()}] for x in row if x % 2]"
        return f"[{', '.join(e('int') for _ in range(self.random.randrange(1, 4)))}]"

    def make_strs(self, depth):
        e = lambda t="strs": self.expression(t, depth)
        return self.pick([
            lambda: f"{e('str')}.split({self.pick(['', repr(','), repr('-'), 'None, 1', repr('l')])})",
            lambda: f"{e('str')}.splitlines({self.pick(['', 'True'])})",
            lambda: self.comprehend("str", lambda: self.expression("str", 1), ("[", "]")),
            lambda: f"list({e('str')})",
            lambda: f"sorted({e()}{self.pick(['', ', key=len', ', key=str.lower', ', reverse=True'])})",
            lambda: f"list(map(str, {e('ints')}))",
            lambda: f"list({e('dict')})",
            lambda: f"[*{e()}, {e('str')}]",
            lambda: f"({e()} + {e()})",
            lambda: f"{e()}[{self.slice()}]",
            lambda: f"[k + str(v) for k, v in {e('dict')}.items()]",
            lambda: f"{e('str')}.rsplit({self.pick(['', repr('a') + ', 1'])})",
        ])()

    def make_dict(self, depth):
        e = lambda t="dict": self.expression(t, depth)
        return self.pick([
            lambda: f"{{**{e()}, {self.literal_str()}: {e('int')}}}",
            lambda: f"({e()} | {e()})",
            lambda: f"dict(zip({e('strs')}, {e('ints')}))",
            lambda: f"{{k: v for k, v in {e()}.items() if v > {self.random.randrange(0, 9)}}}",
            lambda: self.comprehend("str", lambda: f"{self.expression('str', 1)}: {self.expression('int', 1)}", ("{", "}")),
            lambda: f"dict(a={e('int')}, b={e('int')})",
            lambda: f"dict.fromkeys({e('strs')}, {e('int')})",
            lambda: f"{e()}.copy()",
            lambda: f"{{{self.literal_str()}: {e('int')}, 'z': {e('int')}}}",
        ])()

    def make_set(self, depth):
        e = lambda t="set": self.expression(t, depth)
        small = "[n % 16 for n in " + self.leaf("ints") + "]"
        return self.pick([
            lambda: f"({e()} {self.pick('|&-^')} {e()})",
            lambda: f"set({small})",
            lambda: f"frozenset({small})" if self.chance(0.3) else f"set({small})",
            lambda: f"{{n % 10 for n in {self.leaf('ints')}}}",
            lambda: f"{e()}.{self.pick(['union', 'intersection', 'difference', 'symmetric_difference'])}({small})",
            lambda: f"{{*{e()}, {self.random.randrange(20)}}}",
        ])()

    def make_tuple(self, depth):
        e = lambda t="tuple": self.expression(t, depth)
        return self.pick([
            lambda: f"({e()} + {e()})", lambda: f"tuple({e('ints')})", lambda: f"({e('int')}, {e('int')})", lambda: f"{e()}[{self.slice()}]",
            lambda: f"divmod({e('int')}, {self.pick(['7', '-5'])})", lambda: f"tuple({self.comprehend('int', lambda: self.expression('int', 1), ('', ''))})",
            lambda: f"(*{e()}, *{e('ints')})",
        ])()

    # Statements.
    def assignable(self, type_name):
        names = [n for n, t in self.scope.names.items() if t == type_name and n not in self.scope.protected]
        return self.pick(names) if names and self.chance(0.5) else None

    def bounded(self, type_name, text):
        """Values that loops feed back into themselves must not grow without end."""
        if type_name == "int":
            return f"{text} % {self.pick(MODULI)}" if text.startswith("(") else f"({text}) % {self.pick(MODULI)}"
        if type_name in ("str", "ints", "strs", "tuple", "bytes"):
            return f"({text})[:{self.pick([8, 12, 20])}]"
        if type_name == "dict":
            return f"dict(list(({text}).items())[:6])"
        return text

    def assign(self):
        type_name = self.pick(TYPES)
        kind = self.random.randrange(10)
        name = self.assignable(type_name)
        if kind == 0:
            return self.unpack()
        if kind == 1:
            return self.augment()
        text = self.expression(type_name)
        if name is None and self.scope.loop_depth == 0 and self.chance(0.7):
            name = self.fresh()
        name = name or self.fresh()
        if self.scope.loop_depth or self.scope.kind != "module" or self.chance(0.3):
            text = self.bounded(type_name, text)
        if kind == 2 and self.scope.kind == "module" and self.scope.loop_depth == 0:
            other = self.fresh()
            self.emit(f"{other} = {name} = {text}")
            self.scope.names[other] = type_name
        elif kind == 3 and name not in self.scope.names and self.scope.kind != "module":
            self.emit(f"{name}: {self.pick(['int', 'str', 'list[int]', 'None'])} = {text}")
        else:
            self.emit(f"{name} = {text}")
        self.scope.names[name] = type_name

    def unpack(self):
        a, b = self.fresh(), self.fresh()
        kind = self.random.randrange(6)
        ints = self.expression("ints", 2)
        if kind == 0:
            self.emit(f"{a}, {b} = {self.expression('int', 2)}, {self.expression('int', 2)}")
            types = "int", "int"
        elif kind == 1:
            self.emit(f"{a}, *{b} = [*{ints}, {self.leaf('int')}]")
            types = "int", "ints"
        elif kind == 2:
            self.emit(f"*{b}, {a} = {self.leaf('int')}, *{ints}")
            types = "int", "ints"
        elif kind == 3:
            self.emit(f"({a}, ({b}, _)) = {self.expression('int', 1)}, ({self.expression('str', 1)}, None)")
            types = "int", "str"
        elif kind == 4:
            if self.error_rate:
                self.emit(f"[{a}, {b}] = {ints} + [0]")
            else:
                self.emit(f"[{a}, {b}] = ({ints} + [1, 2])[:2]")
            types = "int", "int"
        else:
            self.emit(f"for {a}, {b} in {self.leaf('dict')}.items(): pass")
            self.emit(f"else: {a}, {b} = 'k', 4")
            types = "str", "int"
        self.scope.names[a], self.scope.names[b] = types

    def augment(self):
        type_name = self.pick(["int", "int", "str", "ints", "float", "set", "dict", "tuple"])
        name = self.assignable(type_name)
        if name is None:
            return self.simple_print()
        small = self.scope.loop_depth == 0 and self.scope.kind == "module"
        if type_name == "int":
            operator = self.pick(["+=", "-=", "^=", "|=", "&=", "//=", "%="] + (["*=", "<<="] if small else []))
            value = {"//=": "3", "%=": "1009", "<<=": "5"}.get(operator) or self.expression("int", 2)
            self.emit(f"{name} {operator} {value}")
        elif type_name == "str":
            self.emit(f"{name} += {self.leaf('str')}")
            self.emit(f"{name} = {name}[-20:]")
        elif type_name == "ints":
            if self.chance(0.3):
                self.emit(f"{name}[{self.slice() if self.chance(0.3) else '1:1'}] = {self.leaf('ints')}" if self.error_rate else f"{name}[1:2] = {self.leaf('ints')}")
            else:
                self.emit(f"{name} += {self.expression('ints', 1)}")
            self.emit(f"del {name}[10:]")
        elif type_name == "float":
            self.emit(f"{name} {self.pick(['+=', '-=', '*=', '/='])} {self.pick(['0.5', '2', '1.25'])}")
        elif type_name == "set":
            self.emit(f"{name} {self.pick(['|=', '-=', '&=', '^='])} {self.literal_set()}")
        elif type_name == "tuple":
            self.emit(f"{name} = ({name} + {self.literal_tuple()})[-6:]")
        else:
            self.emit(f"{name} |= {self.literal_dict()}")

    def mutate(self):
        kind = self.random.randrange(14)
        if kind < 6:
            name = self.assignable("ints")
            if not name:
                return self.assign()
            self.emit(self.pick([
                f"{name}.append({self.expression('int', 1)} % 100)", f"{name}.insert({self.pick(['0', '1', '-1', '99'])}, {self.literal_int()})",
                f"{name}.sort({self.pick(['', 'reverse=True', 'key=lambda n: -n', 'key=abs'])})", f"{name}.reverse()",
                f"if {name}: {name}.pop({self.pick(['', '0', '-1'])})", f"{name}.extend({self.leaf('tuple')})", f"if {name}: {name}[0] = {self.leaf('int')}",
                f"{name}[:] = {name}[:5]", f"if {name}: del {name}[{self.pick(['0', '-1', '::2'])}]", f"if 3 in {name}: {name}.remove(3)",
                f"print({name}.index({self.random.randrange(9)}))" if self.error_rate else f"{name}.clear()",
            ]))
            self.emit(f"del {name}[12:]")
        elif kind < 10:
            name = self.assignable("dict")
            if not name:
                return self.assign()
            key = self.literal_str()
            self.emit(self.pick([
                f"{name}[{key}] = {self.expression('int', 1)}", f"print({name}.setdefault({key}, {self.leaf('int')}))", f"{name}.pop({key}, None)",
                f"{name}.update({self.expression('dict', 1)})", f"{name}.update(q={self.leaf('int')})", f"if {name}: print({name}.popitem())",
                f"print(list({name}.items()), list(reversed({name})))", f"print({key} in {name}, {name} == {self.leaf('dict')})",
                f"del {name}[{key}]" if self.error_rate else f"{name}[{key}] = {name}.get({key}, 0) + 1",
            ]))
            self.emit(f"while len({name}) > 6: {name}.pop(next(iter({name})))")
        else:
            name = self.assignable("set")
            if not name:
                return self.assign()
            self.emit(f"{name} = set({name})")
            self.emit(self.pick([f"{name}.add({self.random.randrange(20)})", f"{name}.discard({self.random.randrange(12)})", f"{name}.update({self.literal_set()})",
                                 f"{name} -= {{1, 2}}", f"{name}.remove({self.random.randrange(12)})" if self.error_rate else f"{name}.clear()"]))

    def simple_print(self):
        type_name = self.pick(TYPES)
        kind = self.random.randrange(6)
        value = self.expression(type_name)
        if type_name == "set":
            value = f"sorted({value})" if not self.native or self.chance(0.5) else value
        if kind == 0:
            self.emit(f"print({value}, {self.expression('int', 1)}, sep={self.pick([', ', '', '-'])!r}, end={self.pick(['!', ' ', ''])!r})")
            self.emit("print()")
        elif kind == 1:
            self.emit(f"print(*{self.expression('ints', 2)}, {value})")
        elif kind == 2 and type_name != "set":
            self.emit(f"print(type({value}).__name__)")
        else:
            self.emit(f"print({value})")

    def block(self, count):
        """Statements that may not run: what they bind is forgotten afterwards, mostly."""
        self.indent += 1
        before = len(self.lines)
        names, functions = dict(self.scope.names), list(self.scope.functions)
        for _ in range(count):
            self.statement()
        if len(self.lines) == before:
            self.emit("pass")
        self.indent -= 1
        if not self.chance(self.error_rate * 2):
            self.scope.names = {n: t for n, t in self.scope.names.items() if n in names}
            self.scope.functions = functions

    def if_statement(self):
        self.emit(f"if {self.expression('bool')}:")
        self.block(self.random.randrange(1, 3))
        if self.chance(0.3):
            self.emit(f"elif {self.expression('bool')}:")
            self.block(1)
        if self.chance(0.5):
            self.emit("else:")
            self.block(self.random.randrange(1, 3))

    def loop(self):
        if self.scope.loop_depth >= 2 or self.indent >= 4:
            return self.assign()
        name = self.fresh("i")
        kind = self.random.randrange(6)
        names = set(self.scope.names)
        self.scope.loop_depth += 1
        if kind < 2:
            self.emit(f"for {name} in range({self.pick(['3', '1, 5', '4, 0, -1', self.pick(['2', '6'])])}):")
            self.scope.names[name] = "int"
        elif kind == 2:
            self.emit(f"for {name} in list({self.expression('ints', 1)})[:5]:")
            self.scope.names[name] = "int"
        elif kind == 3:
            other = self.fresh("k")
            self.emit(f"for {other}, {name} in {self.pick(['enumerate', 'enumerate'])}({self.expression('ints', 1)}[:4]):")
            self.scope.names[name] = self.scope.names[other] = "int"
            self.scope.protected.add(other)
        elif kind == 4:
            self.emit(f"for {name} in {self.expression('strs', 1)}[:4]:")
            self.scope.names[name] = "str"
        else:
            self.emit(f"{name} = {self.random.randrange(2, 6)}")
            self.emit(f"while {name} > 0{self.pick(['', ' and ' + self.expression('bool', 1)])}:")
            self.scope.names[name] = "int"
            self.scope.protected.add(name)
            self.indent += 1
            self.emit(f"{name} -= 1")
            self.indent -= 1
        self.scope.protected.add(name)
        self.block(self.random.randrange(1, 4))
        if self.chance(0.3):
            self.indent += 1
            self.emit(f"if {self.expression('bool', 2)}: {self.pick(['break', 'continue', 'break'])}")
            self.indent -= 1
            if self.chance(0.4):
                self.block(1)
        self.scope.loop_depth -= 1
        if self.chance(0.25):
            self.emit("else:")
            self.block(1)
        if kind != 5 and not self.chance(self.error_rate * 2):
            self.scope.names = {n: t for n, t in self.scope.names.items() if n in names}

    def show_error(self, name):
        if self.native:
            self.emit(f"print('caught', type({name}).__name__)")
        else:
            self.emit(self.pick([f"print('caught', type({name}).__name__, {name})", f"print(repr({name}))", f"print({name}.args, {name}.__cause__ is None, {name}.__context__ is None)"]))

    def emit_snippet(self, text):
        for line in text.split("¶"):
            self.emit(line)

    def failing(self):
        if not self.native and self.chance(0.5):
            return self.emit_snippet(self.pick(FAILING_STATEMENTS))
        text = self.pick(FAILING)
        if self.chance(0.4):
            quoted = f"f'{{{text}}}'" if "'" not in text and "{" not in text else f"len({text})"
            text = self.pick([f"len([{text}])", f"[1, {text}, 2]", f"({text}) + 1", f"print('x', {text}, sep='')", quoted, f"{{1: {text}}}",
                              f"(lambda: {text})()", f"{text} if True else 0", f"[{text} for _ in range(2)]", f"str({text}).upper()"])
        self.emit(f"{self.pick(['', '', 'x = ', 'print(0), '])}{text}")

    def raising(self):
        kind = self.random.randrange(9)
        error = self.pick(ERRORS[:8])
        if kind >= 6:
            self.failing()
        elif kind == 0:
            self.emit(f"raise {error}({self.expression('str', 1)})")
        elif kind == 1:
            self.emit(f"raise {error}({self.leaf('int')}, {self.literal_str()}) from {self.pick(['None', 'KeyError(1)', error])}")
        elif kind == 2:
            self.emit(f"assert {self.expression('bool', 1)}, {self.expression('str', 1)}")
        elif kind == 3:
            self.emit(f"print({self.leaf('int')} // ({self.leaf('int')} - {self.leaf('int')}))")
        elif kind == 4:
            self.emit(f"print({self.leaf('ints')}[{self.leaf('int')} % 9])")
        else:
            self.emit(f"print({self.mistake('int', 1)})")

    def try_statement(self):
        if self.indent >= 4:
            return self.assign()
        self.emit("try:")
        self.block(self.random.randrange(1, 3))
        self.indent += 1
        if self.chance(0.7):
            self.raising()
        self.indent -= 1
        name = self.fresh("e")
        handled = self.chance(0.9)
        if handled:
            form = self.random.randrange(5)
            if form == 0:
                self.emit(f"except ({self.pick(ERRORS)}, {self.pick(ERRORS)}) as {name}:")
            elif form == 1:
                self.emit(f"except {self.pick(ERRORS)} as {name}:")
            else:
                self.emit(f"except Exception as {name}:")
            self.indent += 1
            self.show_error(name)
            if not self.native and self.chance(0.05):
                self.emit(f"{name}.add_note('a note')")
                self.emit("raise" if self.chance(0.5) else f"raise ValueError('again') from {name}")
            elif self.chance(0.06):
                self.emit(f"raise RuntimeError('later'){self.pick(['', ' from ' + name, ' from None'])}")
            self.indent -= 1
            if self.chance(0.4):
                self.block(1)
            if form < 2 and self.chance(0.8):
                self.emit("except Exception:" if self.chance(0.8) else "except:")
                self.block(1)
            if self.chance(0.3):
                self.emit("else:")
                self.block(1)
        if not handled or self.chance(0.3):
            self.emit("finally:")
            self.block(1)

    def except_star(self):
        if self.indent >= 3:
            return self.assign()
        errors = [self.pick(ERRORS[:6]) for _ in range(self.random.randrange(1, 4))]
        members = ", ".join(f"{e}({self.literal_int()})" for e in errors)
        self.emit("try:")
        self.indent += 1
        nested = f"ExceptionGroup('outer', [ExceptionGroup('inner', [{members}]), OSError(2, 'x')])"
        self.emit(f"raise {self.pick([nested, f'ExceptionGroup({self.literal_str()}, [{members}])', errors[0] + '(1)'])}")
        self.indent -= 1
        for error in self.random.sample(ERRORS[:6], 2):
            name = self.fresh("g")
            self.emit(f"except* {error} as {name}:")
            self.indent += 1
            self.emit(f"print(type({name}).__name__, len({name}.exceptions){'' if self.native else ', repr(' + name + ')'})")
            self.indent -= 1
        if self.chance(0.85):
            name = self.fresh("g")
            self.emit(f"except* Exception as {name}:")
            self.indent += 1
            self.emit(f"print('rest', [type(e).__name__ for e in {name}.exceptions])")
            self.indent -= 1

    def parameters(self):
        result, text = [], []
        kinds = self.pick([["plain"], ["plain", "plain"], ["plain", "default"], ["plain", "star"], ["plain", "keyword"], ["slash", "plain", "default"],
                           ["plain", "star", "kwargs"], ["default", "default_keyword"], ["plain", "kwargs"], []])
        star_seen = False
        for index, kind in enumerate(kinds):
            name, type_name = self.fresh("a"), self.pick(["int", "int", "str", "ints"])
            if kind == "star":
                text.append("*" + name)
                star_seen = True
                result.append((name, kind, "int"))
            elif kind == "kwargs":
                text.append("**" + name)
                result.append((name, kind, "int"))
            elif kind in ("keyword", "default_keyword"):
                if not star_seen:
                    text.append("*")
                    star_seen = True
                text.append(name if kind == "keyword" else f"{name}={getattr(self, 'literal_' + type_name)()}")
                result.append((name, kind, type_name))
            elif kind == "default":
                annotation = f": {self.pick(['int', 'object'])}" if self.chance(0.2) else ""
                text.append(f"{name}{annotation}={getattr(self, 'literal_' + type_name)()}")
                result.append((name, kind, type_name))
            else:
                text.append(name)
                result.append((name, kind, type_name))
                if kind == "slash":
                    text.append("/")
        return result, ", ".join(text)

    def open_function(self, kind):
        self.scope = Scope(kind, self.scope)

    def close_function(self):
        self.scope = self.scope.parent

    def bind_parameters(self, parameters):
        for name, kind, type_name in parameters:
            self.scope.names[name] = {"star": "tuple", "kwargs": "dict"}.get(kind, type_name)

    def function(self, kind=None):
        if self.indent >= 2 or self.scope.loop_depth:
            return self.assign()
        kind = kind or self.pick(["function", "function", "function", "generator", "recursive", "counter", "async", "decorated", "async_generator"])
        name = self.fresh("f")
        if kind == "recursive":
            return self.recursive(name)
        if kind == "counter":
            return self.counter_closure(name)
        if kind == "decorated":
            return self.decorated(name)
        if kind == "async":
            return self.coroutines(name)
        if kind == "async_generator":
            return self.async_generator(name)
        parameters, text = self.parameters()
        result = self.pick(["int", "str", "ints", "bool", "dict"])
        if kind == "generator":
            result = "int"
        generic = "[T]" if not self.native and self.chance(0.05) else ""
        arrow = f" -> {self.pick(['int', 'None', 'list[str]'])}" if self.chance(0.1) else ""
        self.emit(f"def {name}{generic}({text}){arrow}:")
        functions, self.scope.functions = self.scope.functions, [f for f in self.scope.functions if self.chance(0.3)]
        self.open_function(kind)
        self.bind_parameters(parameters)
        self.indent += 1
        if self.chance(0.1):
            self.emit('"""A docstring."""')
        self.emit("tick()")
        if kind == "function" and self.chance(0.15):
            outer = [n for n, t in self.scope.parent.names.items() if t == "int" and n not in self.scope.parent.protected]
            if outer:
                shared = self.pick(outer)
                self.emit(f"{'global' if self.scope.parent.kind == 'module' else 'nonlocal'} {shared}")
                self.emit(f"{shared} = ({shared} + 1) % 1000")
        self.indent -= 1
        self.block(self.random.randrange(1, 4))
        self.indent += 1
        if kind == "generator":
            self.emit(f"for y in {self.expression('ints', 1)}[:4]:")
            self.emit(f"    {self.pick(['yield y', 'got = yield y * 2', 'yield (yield y)' if self.chance(0.3) else 'yield y'])}")
            if self.chance(0.3):
                self.emit(f"yield from {self.expression('tuple', 1)}")
            self.emit(f"return {self.expression('int', 1)}")
        elif self.chance(0.9):
            self.emit(f"return {self.expression(result, 2)}")
        else:
            self.emit(f"if {self.expression('bool', 1)}: return {self.expression(result, 2)}")
            self.emit(f"else: return {self.expression(result, 2)}")
        self.indent -= 1
        self.close_function()
        self.scope.functions = functions + [(name, parameters, result, kind)]
        if kind == "generator":
            self.use_generator((name, parameters, result, kind))
        else:
            self.emit(f"print({self.call((name, parameters, result, kind), 2)})")

    def use_generator(self, function):
        call = self.call(function, 1)
        kind = self.random.randrange(6)
        if kind == 0:
            self.emit(f"print(list({call}))")
        elif kind == 1:
            self.emit(f"print(sum({call}), sorted({self.call(function, 1)}))")
        elif kind == 2:
            name = self.fresh("gen")
            self.emit(f"{name} = {call}")
            self.emit(f"print(next({name}, 'none'), next({name}, 'none'))")
            self.emit(f"try: print({name}.send({self.pick(['None', '5'])}))")
            if self.native:
                self.emit("except StopIteration as stop: print('stop')")
                self.emit("except TypeError as error: print('not started')")
            else:
                self.emit("except (StopIteration, TypeError) as stop: print(repr(stop))")
            self.emit(f"{name}.close()")
            self.emit(f"print(list({name}))")
        elif kind == 3:
            name = self.fresh("gen")
            self.emit(f"{name} = {call}")
            self.emit(f"try: next({name}), {name}.throw(KeyError('thrown'))")
            self.emit("except (KeyError, StopIteration) as error: print(type(error).__name__)")
        elif kind == 4:
            self.emit(f"print([a + b for a, b in zip({call}, {self.call(function, 1)})], max({self.call(function, 1)}, default=None))")
        else:
            self.emit(f"a, *b = [*{call}, 7]")
            self.emit("print(a, b)")

    def recursive(self, name):
        self.emit(f"def {name}(n, acc=0):")
        self.indent += 1
        self.emit(self.pick(["if n <= 0: return acc", "if n < 1:\n" + "    " * (self.indent + 1) + "return acc + 1"]))
        self.emit(self.pick([f"return {name}(n - 1, acc + n)", f"return n * {name}(n - 1) + acc", f"return {name}(n - 1) + {name}(n - 2)", f"return {name}(n - 1, acc=acc ^ n)"]))
        self.indent -= 1
        self.emit(f"print({name}({self.random.randrange(0, 12)}))")
        if self.chance(0.1) and self.error_rate:
            self.emit(f"print({name}(5000))" if self.chance(0.3) else f"print({name}('a'))")

    def counter_closure(self, name):
        value = self.expression("int", 1)
        self.emit(f"def {name}(start):")
        self.emit("    count = start")
        self.emit(f"    def step(by={self.random.randrange(1, 5)}):")
        self.emit("        nonlocal count")
        self.emit("        count += by")
        self.emit("        return count")
        self.emit(f"    return step, lambda: count {self.pick('+-*')} {self.random.randrange(1, 9)}")
        step, look = self.fresh("s"), self.fresh("l")
        self.emit(f"{step}, {look} = {name}({value})")
        self.emit(f"print({step}(), {look}(), {step}(10), {look}(), [{step}(i) for i in range(3)])")

    def decorated(self, name):
        wrapper = self.fresh("d")
        self.emit(f"def {wrapper}(function):")
        self.emit("    def inner(*args, **kwargs):")
        self.emit("        print('calling', args, kwargs)")
        self.emit("        return function(*args, **kwargs)")
        self.emit("    return inner")
        self.emit(f"@{wrapper}")
        self.emit(f"def {name}(x, /, y=2, *, z=3):")
        self.emit(f"    return x {self.pick('+-*')} y {self.pick('+-*')} z")
        arguments = self.pick(["1", "1, 5", "1, y=7", "1, z=9", "*[4, 5], **{'z': 6}"] + (["x=1", "1, 2, 3", "1, w=2", ""] if self.error_rate else []))
        self.emit(f"print({name}({arguments}))")

    def coroutines(self, name):
        inner = self.fresh("c")
        self.emit(f"async def {inner}(n):")
        if self.error_rate and self.chance(0.3):
            self.emit("    if n == 1: raise ValueError('in coroutine')")
        self.emit(f"    return n {self.pick('+-*')} {self.random.randrange(1, 9)}")
        self.emit(f"async def {name}(n):")
        self.emit(f"    total = [await {inner}(i) for i in range(n)]")
        if self.chance(0.4):
            self.emit(f"    total.append(await {inner}(await {inner}(n)))")
        self.emit("    return total")
        self.emit(f"try: {name}({self.random.randrange(0, 5)}).send(None)")
        self.emit("except StopIteration as stop: print('result', stop.value)")

    def async_generator(self, name):
        self.emit(f"async def {name}(n):")
        self.emit("    for i in range(n):")
        self.emit(f"        yield i {self.pick('+-*')} {self.random.randrange(1, 9)}")
        consumer = self.fresh("c")
        self.emit(f"async def {consumer}():")
        self.emit(f"    async for x in {name}(3): print('got', x)")
        self.emit(f"    return [x async for x in {name}(4) if x != 2]")
        self.emit(f"try: {consumer}().send(None)")
        self.emit("except StopIteration as stop: print('result', stop.value)")

    def failing_in_functions(self):
        depth = self.random.randrange(3)
        for level in range(depth):
            self.emit(f"def last{level}({self.pick(['', 'a=1', '*args'])}):")
            self.indent += 1
        self.failing()
        for level in reversed(range(depth)):
            self.indent -= 1
            self.emit(f"{self.pick(['', 'return ', 'x = '] if level else ['', 'x = '])}last{level}()")

    def with_asyncio(self):
        worker, main = self.fresh("worker"), self.fresh("main")
        self.emit("import asyncio")
        self.emit(f"async def {worker}(name, rounds):")
        self.emit("    for i in range(rounds):")
        self.emit("        print(name, i)")
        self.emit("        await asyncio.sleep(0)")
        if self.chance(0.3):
            self.emit("    if name == 'b': raise ValueError(name)")
        self.emit("    return name * rounds")
        self.emit(f"async def {main}():")
        text = self.pick(ASYNC_MAINS).replace("WORKER", worker)
        for letter in "ABC":
            text = text.replace(f"{letter})", f"{self.random.randrange(4)})")
        self.indent += 1
        self.emit_snippet(text)
        self.indent -= 1
        self.emit(f"asyncio.run({main}())")

    def finally_flow(self):
        name = self.fresh("f")
        inner = self.pick(["return 'try'", "raise KeyError(1)", "1 / 0", "x = 1"])
        ending = self.pick(["print('finally')", "pass", "x = 2", "return 'finally'"])
        self.emit(f"def {name}():")
        self.emit("    for i in range(3):")
        self.emit("        try:")
        self.emit(f"            if i == {self.random.randrange(3)}: {self.pick(['continue', 'break', inner])}")
        self.emit(f"            {inner}")
        handler = self.pick(["print(i)", "return i", "continue", "break", "raise"])
        self.emit(f"        except {self.pick(['KeyError', 'ZeroDivisionError', 'LookupError'])}: {handler}")
        if self.chance(0.4):
            self.emit(f"        else: {self.pick(['print(0)', 'break', 'continue'])}")
        self.emit(f"        finally: {ending}")
        self.emit("    else: return 'else'")
        self.emit("    return 'end'")
        self.emit(f"try: print({name}())")
        self.emit("except Exception as error: print('caught', type(error).__name__)")

    def odds(self):
        self.emit_snippet(self.pick(ODDS if self.native or self.chance(0.8) else NEWER_ODDS))

    def delete(self):
        names = [n for n in self.scope.names if n not in self.scope.protected and n.startswith("v")]
        if len(names) < 4 or self.scope.loop_depth or self.indent or not self.error_rate:
            return self.assign()
        name = self.pick(names)
        self.emit(f"del {name}")
        if self.chance(0.7):
            del self.scope.names[name]

    def statement(self):
        choices = [(self.assign, 10), (self.simple_print, 6), (self.mutate, 4), (self.if_statement, 3), (self.loop, 3), (self.try_statement, 2.5),
                   (self.function, 4), (self.except_star, 0.6), (self.finally_flow, 0.5), (self.odds, 2), (self.delete, 0.3)]
        self.random.choices([c for c, _ in choices], [w for _, w in choices])[0]()

    def program(self):
        self.emit("ticks = 0")
        self.emit("def tick():")
        self.emit("    global ticks")
        self.emit("    ticks += 1")
        self.emit("    if ticks > 300: raise SystemExit('long enough')")
        for _ in range(self.size):
            self.statement()
        if "asyncio" in self.modules and self.chance(0.5):
            self.with_asyncio()
        if not self.native and self.chance(0.4):
            self.failing_in_functions()
        for name, type_name in list(self.scope.names.items())[:12]:
            if self.chance(0.5):
                self.emit(f"print({name!r}, {'sorted(' + name + ')' if type_name == 'set' else name})")
        return "\n".join(self.lines) + "\n"


def program(seed, native=False, modules=()):
    """`modules`: those the program may import; so far only asyncio makes a difference."""
    return Writer(seed, native, modules).program()


if __name__ == "__main__":
    print(program(int(sys.argv[1]), "--native" in sys.argv), end="")
