#!/usr/bin/env python3
"""Compares re with CPython 3.14's on random patterns and texts.

  differential_re.py --make SEED COUNT > program.py

The program prints one line a pattern: run it with both interpreters and compare. Texts are short, so that
CPython's matcher ends on every pattern.
"""
import random
import sys

PIECES = ["a", "b", "c", "ab", ".", r"\w", r"\d", r"\s", r"\b", r"\B", "^", "$", "[ab]", "[^a]", "[a-c1]", r"[\d_]", "é", "[é-ü]", r"\W",
          r"[^\w]", r"\S", r"\D", "A", "k", "ſ", r"\A", r"\Z", r"\.", "x", "1", " ", "[^é]", "[]a]", "[a-]", r"\n"]
QUANTIFIERS = ["*", "+", "?", "{2}", "{1,2}", "{,2}", "{2,}", "*?", "+?", "??", "{1,3}?", "*+", "++", "?+", "{1,2}+", "{0}"]
CHARS = "aabbcc1 xAké\nſKi.-_ü"


def sequence(rng, depth, groups):
    return "".join(item(rng, depth, groups) for _ in range(rng.randint(0 if depth else 1, 3)))


def alternation(rng, depth, groups):
    return "|".join(sequence(rng, depth, groups) for _ in range(rng.choice([1, 1, 1, 2, 2, 3])))


def group(rng, depth, groups):
    kind = rng.random()
    if kind < 0.45:
        groups[0] += 1
        return "(" + alternation(rng, depth - 1, groups) + ")"
    if kind < 0.65:
        return "(?:" + alternation(rng, depth - 1, groups) + ")"
    if kind < 0.73:
        return "(?=" + alternation(rng, depth - 1, groups) + ")"
    if kind < 0.79:
        return "(?!" + alternation(rng, depth - 1, groups) + ")"
    if kind < 0.83:
        return rng.choice(["(?<=", "(?<!"]) + rng.choice(["a", "ab", r"\w", "[^b]", "é", "a|b", "(?:ab|bc)"]) + ")"
    if kind < 0.88:
        return "(?>" + alternation(rng, depth - 1, groups) + ")"
    if kind < 0.92:
        return "(?i:" + alternation(rng, depth - 1, groups) + ")"
    if kind < 0.96 and groups[0]:
        return f"(?({rng.randint(1, groups[0])})" + sequence(rng, depth - 1, groups) + "|" + sequence(rng, depth - 1, groups) + ")"
    if groups[0]:
        return "\\" + str(rng.randint(1, groups[0]))
    return "(?:" + alternation(rng, depth - 1, groups) + ")"


def item(rng, depth, groups):
    text = group(rng, depth, groups) if depth > 0 and rng.random() < 0.4 else rng.choice(PIECES)
    if rng.random() < 0.35:
        text += rng.choice(QUANTIFIERS)
    return text


def make(seed, count):
    rng = random.Random(seed)
    cases = []
    for _ in range(count):
        groups = [0]
        pattern = alternation(rng, rng.choice([1, 2, 2, 3]), groups)
        flags = rng.choice([0, 0, 0, 2, 8, 16, 2 | 8, 256, 256 | 2])
        texts = ["".join(rng.choice(CHARS) for _ in range(rng.randint(0, 9))) for _ in range(4)]
        cases.append((pattern, flags, texts))
    print("import re, sys")
    print("def spans(m): return m and (m.regs, m.lastindex)")
    print("CASES =", cases)
    print("""
for number, (pattern, flags, texts) in enumerate(CASES):
    try:
        p = re.compile(pattern, flags)
    except Exception as e:
        print(number, ascii(pattern), type(e).__name__, ascii(str(e)))
        continue
    out = []
    for t in texts:
        out.append((spans(p.match(t)), spans(p.search(t)), spans(p.fullmatch(t)), [spans(m) for m in p.finditer(t)], p.findall(t),
                    p.split(t), p.sub("<\\\\g<0>>", t), p.sub(lambda m: str(m.span()), t), spans(p.search(t, 1, 5))))
        b = t.encode("latin-1", "replace")
    print(number, ascii(pattern), flags, ascii(out))
""")


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] != "--make":
        sys.exit(__doc__)
    make(int(sys.argv[2]), int(sys.argv[3]))
