"""Random programs over modules, written by grammars: what a module offers, applied to fitting and unfitting arguments.

A grammar is a table of productions. "<name>" in one stands for any production of `name`; names that a grammar
does not define are those of COMMON. A probe is an expression, or with a line break a piece of a program that
prints by itself.
"""

import ast
import re

import random_module_grammars
from random_topics import PRELUDE, TopicWriter
from random_topics_values import floating, integer, text

# Modules that CPython has written in Python: what they say of an operand of a type that they were not made for depends on
# which of their lines sees it first, so they get such operands only where a grammar writes them.
IN_PYTHON = {
    "calendar", "random", "statistics", "fractions", "json", "csv", "textwrap", "difflib", "string", "urllib", "pprint", "contextlib",
    "typing", "logging", "base64", "copy", "types", "files", "zoneinfo", "secrets", "locale", "warnings", "gzip", "time",
}  # fmt: skip
REFERENCE = re.compile(r"<([a-z_][a-z_0-9]*)>")
DEEPEST = 6

COMMON = {
    "int": integer,
    "float": floating,
    "str": text,
    "number": ["<int>", "<float>", "<small>", "<small>"],
    "small": ["0", "1", "2", "3", "5", "7", "10", "-1", "-2", "-7", "12", "25", "100"],
    "wrong": ["None", "'a'", "b'a'", "1.5", "(-1)", "[]", "()", "{}", "object", "(2**70)", "len", "True", "''", "0", "1j"],
    "ints": ["[]", "[<small>]", "[<small>, <small>, <small>]", "[3, 1, 2]", "range(5)", "(1, 2, 2, 3)", "[<int>, <int>]", "list(range(10))"],
    "floats": ["[<float>, <float>]", "[1.5, 2.5, 3.5]", "[<float>, <small>, <float>]", "[0.1] * 10"],
    "words": ["[]", "['a']", "['b', 'a', 'c']", "['apple', 'Banana', 'cherry']", "'hello world'.split()", "[<str>, <str>]", "list('abcab')"],
    "pairs": ["[('a', 1), ('b', 2)]", "[(1, 'x'), (1, 'y'), (2, 'z')]", "[]", "[(<small>, <str>)]"],
    "dict": ["{}", "{'a': 1}", "{'b': 2, 'a': [1, 2]}", "{1: 'x', 'k': None}", "{<str>: <small>}"],
    "object": ["<int>", "<float>", "<str>", "<ints>", "<dict>", "None", "True", "(1, 'a')", "{3, 1, 2}", "b'xy'", "[[1, [2]], {'a': (3,)}]"],
    "bool": ["True", "False"],
    "bytes": ["b''", "b'a'", "b'hello world'", "bytes(range(256))", "b'\\x00\\xff\\x80'", "b'abc' * 20", "bytearray(b'xyz')", "<str>.encode('utf-8', 'replace')"],
    "key": ["len", "str", "abs", "lambda x: -x", "lambda x: x % 3", "str.lower", "None", "repr"],
    "comma": ["", "", ""],
}


def is_operand(text):
    """An expression, not a part of a format, a keyword argument, the name of a method."""
    if text.isidentifier() or "\n" in text:
        return False
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


class ModuleWriter(TopicWriter):
    def __init__(self, seed, native, names):
        super().__init__(seed, native)
        self.names = names
        self.polite = False

    def expand(self, grammar, symbol, depth=0):
        rule = grammar.get(symbol) or COMMON[symbol]
        if callable(rule):
            return rule(self)
        production = self.pick(rule)
        if depth >= DEEPEST:  # the shortest ones end
            production = min(rule, key=lambda text: text.count("<"))
        return REFERENCE.sub(lambda found: self.reference(grammar, found, depth), production)

    def reference(self, grammar, found, depth):
        name = found.group(1)
        if name not in grammar and name not in COMMON:
            return found.group()
        expanded = self.expand(grammar, name, depth + 1)
        if not self.polite and self.chance(0.02) and is_operand(expanded):
            return self.expand(grammar, "wrong", depth + 1)
        return expanded

    def program(self):
        self.emit(PRELUDE.format(detail="" if self.native else " + ': ' + str(e)"))
        chosen = sorted(set(self.some(self.names, 1, 2)))
        if "files" in chosen:
            self.lines.insert(0, "# files: yes")
        for name in chosen:
            grammar = random_module_grammars.GRAMMARS[name]
            self.polite = name in IN_PYTHON
            self.emit(grammar["import"])
            for _ in range(self.number(2, 7)):
                probe = self.expand(grammar, "probe")
                if "\n" in probe:
                    self.probe_block(probe)
                else:
                    self.probe(probe)
        self.ending()
        return "\n".join(self.lines) + "\n"


def program(seed, native, names):
    """`names` of modules; "all" stands for every one that has a grammar."""
    every = sorted(random_module_grammars.GRAMMARS)
    return ModuleWriter(seed, native, every if "all" in names else sorted(names)).program()
