"""Damages a program the way people do: for comparing SyntaxErrors."""

import random
import re

TOKEN = re.compile(r"\s+|[A-Za-z_]\w*|\d[\w.]*|'[^'\n]*'|\"[^\"\n]*\"|\*\*=|//=|:=|->|[-+*/%&|^<>=!]=|\*\*|//|<<|>>|.", re.S)
INSERTED = """( ) [ ] { } : , ; . = == := + * ** / ! @ -> if else for in is not and or lambda def class return yield await import
from as pass del None True 0 1 x 'a' " ' f' b'a' 0x 1_ 1e $ ? \\ ... async try except finally with global nonlocal raise match print while
elif case type 007 1.2.3 0b2 0777 café # \t""".split(" ") + ["\n", " ", "    ", "\t", "\\\n", "'''", '"""', "f'{", "f'{x!}'", "f'{}'", "(x for x in y)", "*x", "**x", "x=1", "1 = ", "x y"]


def damage(text, seed):
    """A short piece of the program with one to three mistakes in it."""
    chooser = random.Random(seed * 7919 + 1)
    lines = text.split("\n")
    # Whole top-level statements; mistakes deep inside a long program are all alike.
    starts = [i for i, line in enumerate(lines) if line and not line[0].isspace() and not line.startswith(("else", "elif", "except", "finally"))]
    first = chooser.randrange(len(starts))
    last = min(first + chooser.randrange(1, 4), len(starts) - 1)
    piece = "\n".join(lines[starts[first] : starts[last] if last > first else None])
    tokens = TOKEN.findall(piece) or ["x"]
    for _ in range(chooser.choice([1, 1, 1, 2, 3])):
        at = chooser.randrange(len(tokens))
        kind = chooser.randrange(7)
        if kind == 0:
            del tokens[at]
        elif kind == 1:
            tokens.insert(at, chooser.choice(INSERTED))
        elif kind == 2:
            tokens[at] = chooser.choice(INSERTED)
        elif kind == 3:
            tokens.insert(at, tokens[at])
        elif kind == 4:
            other = chooser.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 5:
            del tokens[at : at + chooser.randrange(1, 6)]
        else:
            tokens = tokens[: at + 1]
        tokens = tokens or ["x"]
    return "".join(tokens) + chooser.choice(["\n", "\n", "\n", ""])
