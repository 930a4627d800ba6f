#!/usr/bin/env python3
"""Compares grep -P and rg -P of the shell with the machine's own (PCRE2), with random patterns full of look-around, back-references,
conditions, calls of groups and quantifiers of all kinds, over random lines.

    differential_perl.py PYSUB_SHELL [--count=N] [--seed=N] [--only=grep|rg]

What takes the real one longer than a second, or what it gives up, is left out; so is what either refuses to compile, unless --errors
asks that both refuse the same with the same words.
"""

import argparse
import os
import random
import shlex
import subprocess
import sys
import tempfile

ATOMS = ["a", "b", "c", "ab", ".", "[ab]", "[^a]", "\\w", "\\W", "\\d", "x", "1", " ", "\\b", "\\B", "^", "$", "\\s", "\\h", "[[:alpha:]]", "[a-c1]", "é", "[éü]",
         "\\R", "\\N", "\\x61", "\\Qa.\\E", "A", "\\p{L}", "\\S"]
QUANTIFIERS = ["", "", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?", "??", "*+", "++", "?+", "{0,2}?", "{1,2}+"]
PLAIN_ATOMS = ["a", "b", "c", "ab", ".", "[ab]", "[^a]", "\\w", "x", "1", "é"]


class Patterns:
    def __init__(self, source):
        self.source = source
        self.groups = 0

    def fixed(self):
        """What a look-behind may have: its alternatives have a length each."""
        def one():
            return "".join(self.source.choice(PLAIN_ATOMS) + self.source.choice(["", "", "{2}"]) for _ in range(self.source.randint(1, 2)))
        return "|".join(one() for _ in range(self.source.choice([1, 1, 2])))

    def group(self, depth):
        kind = self.source.choice(["(", "(", "(", "(?:", "(?:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?i:", "(?|", "(?("])
        if kind == "(?<=" or kind == "(?<!":
            return kind + self.fixed() + ")"
        if kind == "(?(":
            if self.groups and self.source.random() < 0.6:
                head = f"(?({self.source.randint(1, self.groups)})"
            else:
                head = "(?(?=" + self.sequence(0) + ")"
            return head + self.sequence(depth - 1) + (("|" + self.sequence(depth - 1)) if self.source.random() < 0.7 else "") + ")"
        if kind == "(":
            self.groups += 1
        return kind + self.alternatives(depth - 1) + ")"

    def atom(self, depth):
        chance = self.source.random()
        if depth and chance < 0.35:
            return self.group(depth)
        if self.groups and chance < 0.45:
            number = self.source.randint(1, self.groups)
            return self.source.choice([f"\\{number}", f"\\g{{{number}}}", f"(?:\\{number})", f"(?{number})"] if chance < 0.42 else [f"\\{number}"])
        if chance > 0.985:
            return "\\K"
        return self.source.choice(ATOMS)

    def sequence(self, depth):
        made = ""
        for _ in range(self.source.randint(1, 3)):
            atom = self.atom(depth)
            fixed = atom in ("\\b", "\\B", "^", "$", "\\K")
            made += atom + ("" if fixed else self.source.choice(QUANTIFIERS))
        return made

    def alternatives(self, depth):
        return "|".join(self.sequence(depth) for _ in range(self.source.choice([1, 1, 1, 2, 2, 3])))


def lines(source, letters, least=0):
    return b"".join(b"".join(source.choice(letters) for _ in range(source.choice([least, 1, 3, 6, 10, 16]))) + b"\n" for _ in range(12))


def commands(source, quoted, only):
    if only == "rg" or (not only and source.random() < 0.4):
        flags = source.choice(["-o", "-o", "-no", "-n", "-c", "-v", "-io", "-wo", "-x", "-or '<$0:$1>'", "-Uo", "--json", "-r '[$1]'", "--no-unicode -o"])
        # (Behind an empty match the real one goes on within a character, and ends by a signal.)
        name = source.choice("tu") if flags in ("-n", "-c", "-v", "-x") else "t"
        return f"rg -P {flags} -- {quoted} {name}" + (" | grep -v elapsed" if "json" in flags else "")
    # (PCRE2 10.42's JIT believes that bare \\S, \\W and \\D match no letter outside ASCII; (*NO_JIT) does not.)
    name = "t" if any(escape in quoted for escape in ("\\S", "\\W", "\\D")) else source.choice(["t", "t", "u", "i"])
    flags = source.choice(["-o", "-o", "-no", "-n", "-c", "-v", "-io", "-wo", "-xn", "-zo", "-wn", "-bo", "-i", "--color=always", "-co"])
    return f"grep -aP {flags} -- {quoted} {name}"


def run(words, folder, seconds):
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    environment.pop("GREP_COLORS", None)
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL)
    return [part for part in done.stdout.split(b"\n=====\n")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shell")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=["grep", "rg"])
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args()
    failed = passed = left_out = 0
    batch = 50
    for first in range(options.seed, options.seed + options.count, batch):
        source = random.Random(first)
        with tempfile.TemporaryDirectory() as folder:
            utf8 = [letter.encode() for letter in "aaabbbccx1 _é."]
            for name, letters in (("t", [b"a", b"a", b"b", b"b", b"c", b"x", b"1", b" ", b"A", b"."]), ("u", utf8), ("i", utf8 + [b"\xff", b"\xc3"])):
                with open(os.path.join(folder, name), "wb") as file:
                    # (With -r the real rg looks for ^ of an empty line behind the newline before it.)
                    file.write(lines(source, letters, least=name == "t"))
            patterns = [Patterns(source).alternatives(3) for _ in range(min(batch, options.seed + options.count - first))]
            texts = [commands(source, shlex.quote(pattern), options.only) for pattern in patterns]
            wanted = run(["bash", "-c", "".join(f"timeout 1 {text} 2>&1; echo $?; echo =====\n" for text in texts)], folder, 200)
            found = run([options.shell, "--timeout=200", "--mount", f"{folder}:/t:ro", "--cwd", "/t", "-c", "".join(f"{text} 2>&1; echo $?; echo =====\n" for text in texts)], folder, 400)
            for index, text in enumerate(texts):
                one, two = wanted[index], found[index] if index < len(found) else b"(nothing)"
                hard = one.endswith((b"124", b"139")) or any(word in one for word in (b"limit", b"JIT", b"exceeded"))
                refused = one.endswith(b"\n2") and not options.errors
                if hard or refused:
                    left_out += 1
                elif one == two:
                    passed += 1
                else:
                    failed += 1
                    a, b = one.split(b"\n"), two.split(b"\n")
                    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
                    print(f"seed {first}: {text}: line {at}: wanted {a[at:at + 1]!r:.150}, found {b[at:at + 1]!r:.150}", flush=True)
    print(f"{passed} passed, {failed} failed, {left_out} left out")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
