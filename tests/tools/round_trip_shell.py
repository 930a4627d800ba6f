#!/usr/bin/env python3
"""Random functions, printed by declare -f and read back: the same text again, and a function that does the same.

    round_trip_shell.py --shell=PATH/TO/pysub-shell [--count=N] [--seed=N] [--show=N] [--one=SEED]

Function i is made from the seed "SEED:i" alone. It is made of compound commands in each other, here-documents in all
places and [[ ]] of all shapes, and always ends. pysub-shell calls it, prints it, reads that back, calls and prints it
again. bash 5.2 does the same: what the function prints must be what it prints there, and the text that of bash where
bash's own comes back (here-documents in conditions and before || it writes where it cannot read them). Exit status:
0 all well, 1 there are differences, 77 there is no bash 5.2 to compare with.
"""

import argparse
import concurrent.futures
import os
import random
import shutil
import sys
import tempfile

from differential_shell import BASH, has_oracle, run

MARK = "=-=-=\n"


class Maker:
    """One function. Bodies of here-documents wait in `pending` for the end of their line."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pending = []
        self.documents = 0

    def chance(self, share):
        return self.random.random() < share

    def pick(self, items):
        return self.random.choice(items)

    # The end of a line, behind which the here-documents of the line stand.
    def newline(self):
        bodies, self.pending = "".join(self.pending), []
        return "\n" + bodies

    # What separates two commands, or ends one in front of a word.
    def end(self):
        return self.newline() if self.chance(0.4) else "; "

    def document(self):
        self.documents += 1
        name = f"D{self.documents}"
        body = f"text {self.documents}\n" + ("  $1 `echo sub` $(echo com)\n" if self.chance(0.3) else "")
        written, strips = name, ""
        if self.chance(0.2):
            written = self.pick([f"'{name}'", f'"{name} x"', f"\\{name}"])
            name = name + " x" if " " in written else name
        if self.chance(0.2):
            strips, body = "-", "\t" + body
        self.pending.append(body + name + "\n")
        return f"<<{strips}{written}"

    def redirects(self):
        parts = []
        if self.chance(0.15):
            parts.append(self.pick([">&2", "2>&1", "2>/dev/null", "</dev/null", "3>&1", "<<< 'a  b'", "&>/dev/null", ">>/dev/null"]))
        if self.chance(0.15):
            parts.append(self.document())
        return "".join(" " + part for part in parts)

    def simple(self):
        number = self.random.randrange(100)
        return self.pick([
            lambda: f"echo {number}",
            lambda: f"echo '{number}  x' \"$1\"",
            lambda: f"cat {self.document()}",
            lambda: f"cat {self.document()} | sed s/text/{number}/",
            lambda: f"grep -c text {self.document()}",
            lambda: f"read x {self.document()}",
            lambda: f"x={number} printf '%s\\n' a",
            lambda: self.pick(["true", "false", ":"]) + self.redirects(),
            lambda: f"echo {number}" + self.redirects(),
        ])()

    def operand(self):
        return self.pick(["a", "b", "''", '"$1"', "$1", "/nope", "$#", '"a b"', "${1:-c}"])

    def test(self, depth):
        form = self.random.random()
        if depth > 0 and form < 0.35:
            return f"{self.test(depth - 1)} {self.pick(['&&', '||'])} {self.test(depth - 1)}"
        if depth > 0 and form < 0.6:
            return f"( {self.test(depth - 1)} )"
        if form < 0.75:
            return f"! {self.primary(depth)}"
        return self.primary(0)

    # What a ! stands before: a test or one in parentheses.
    def primary(self, depth):
        if self.chance(0.2):
            return "! " + self.primary(depth)
        if depth > 0 and self.chance(0.5):
            return f"( {self.test(depth - 1)} )"
        return self.pick([
            lambda: self.operand(),
            lambda: f"{self.pick(['-n', '-z', '-e', '-f', '-d', '-v x -o -n'.split()[0]])} {self.operand()}",
            lambda: f"{self.operand()} {self.pick(['==', '=', '!=', '<', '>'])} {self.operand()}",
            lambda: f"{self.random.randrange(3)} {self.pick(['-eq', '-ne', '-lt', '-le', '-gt', '-ge'])} $#",
            lambda: f"{self.operand()} =~ {self.pick(['^a', '(a|b)$', 'b+', '.'])}",
            lambda: f"{self.operand()} == {self.pick(['a*', '?', '[ab]', '*'])}",
        ])()

    def condition(self, depth):
        if self.chance(0.4):
            return f"[[ {self.test(3)} ]]" + self.redirects()
        return self.list(depth - 1, 2)

    # Commands with a separator between them, and none behind the last.
    def list(self, depth, most=3):
        text = f"g() {{ {self.list(depth - 1)}{self.end()}}}{self.end()}" if depth > 1 and self.chance(0.05) else ""
        text += self.pipeline(depth)
        for _ in range(self.random.randrange(most)):
            text += self.pick([" && ", " || ", None, None]) or self.end()
            text += self.pipeline(depth)
        return text

    def pipeline(self, depth):
        text = "! " if self.chance(0.1) else ""
        text += self.command(depth)
        if self.chance(0.15):
            text += " | " + self.pick(["cat", "{ cat; }", "(cat)", "while read -r y; do echo \"<$y>\"; done"])
        return text

    def loop(self, depth):
        number = self.random.randrange(3)
        head = self.pick([
            lambda: f"for i in a 'b {number}'{self.end()}",
            lambda: f"for ((j = {number}; j < 3; j++)){self.end()}",
            lambda: f"while {self.condition(depth)}{self.end()}",
            lambda: f"until {self.condition(depth)}{self.end()}",
        ])()
        body = self.list(depth - 1)
        leaves = self.end() + "break" if head.startswith(("while", "until")) else ""
        return f"{head}do {body}{leaves}{self.end()}done"

    def choice(self, depth):
        clauses = ""
        for _ in range(self.random.randrange(1, 3)):
            clauses += f"{self.pick(['a', 'a|b', '*', '[0-9]*'])}) {self.list(depth - 1)}{self.pick([' ;;', ' ;&', ' ;;&'])}{self.newline()}"
        return f"case {self.operand()} in {clauses}esac"

    def decision(self, depth):
        text = f"if {self.condition(depth)}{self.end()}then {self.list(depth - 1)}{self.end()}"
        if self.chance(0.3):
            text += f"elif {self.condition(depth)}{self.end()}then {self.list(depth - 1)}{self.end()}"
        if self.chance(0.4):
            text += f"else {self.list(depth - 1)}{self.end()}"
        return text + "fi"

    def command(self, depth):
        if depth <= 0 or self.chance(0.4):
            return self.simple()
        return self.pick([
            lambda: f"{{ {self.list(depth - 1)}{self.end()}}}",
            lambda: f"( {self.list(depth - 1)} )",  # (A parenthesis behind this one may begin an expression.)
            lambda: self.decision(depth),
            lambda: self.loop(depth),
            lambda: self.choice(depth),
            lambda: f"[[ {self.test(3)} ]]",
            lambda: f"(( {self.random.randrange(3)} ))",
        ])() + self.redirects()

    def script(self):
        text = f"f() {{ {self.list(3, 4)}{self.newline()}}}{self.redirects() if self.chance(0.3) else ''}{self.newline()}"
        call = "( f a 3>/dev/null ) 2>&1; echo $?\n"
        show = f"printf '{MARK[:-1]}\\n'\n"
        return f"{text}{call}{show}declare -f f; t=$(declare -f f)\nunset -f f; eval \"$t\"\n{show}{call}{show}declare -f f\n"


def parts(answer):
    """What the function printed, its text, and both again behind reading it back."""
    found = answer[0].decode("utf-8", "backslashreplace").split(MARK)
    return found if len(found) == 4 else None


def lines(text):
    """What the two ends of a pipeline write to the same place comes in any order."""
    return sorted(text.splitlines())


def play(shell, seed, directory):
    script = Maker(seed).script()
    os.makedirs(directory)
    theirs = run(BASH, "bash", script, directory)
    ours = run(shell, "bash", script, "/")
    them, us = parts(theirs), parts(ours)
    fault = ""
    if us is None or lines(us[0]) != lines(us[2]) or us[1] != us[3]:
        fault = "it does not come back"
    elif theirs[2] == "timeout" or not theirs[0]:
        fault = "bash has no answer"
    elif lines(us[0]) != lines(theirs[0].decode("utf-8", "backslashreplace").split(MARK)[0]):
        fault = "it does something else in bash"
    elif them is not None and them[0] == them[2] and them[1] == them[3] and them[1] != us[1]:
        fault = "bash has another text"
    return seed, script, theirs, ours, fault


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shell", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--one")
    options = parser.parse_args()
    if not has_oracle():
        print("skipped: there is no bash 5.2 here")
        return 77
    shell = os.path.abspath(options.shell)
    seeds = [options.one] if options.one else [f"{options.seed}:{i}" for i in range(options.count)]
    root = tempfile.mkdtemp(prefix="round_trip_shell.")
    try:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda item: play(shell, item[1], os.path.join(root, str(item[0]))), enumerate(seeds)))
    finally:
        shutil.rmtree(root, ignore_errors=True)
    bad = [result for result in results if result[4]]
    for seed, script, theirs, ours, fault in (results if options.one else bad[: options.show]):
        print(f"==== {seed}: {fault or 'well'}\n{script}")
        for name, answer in (("bash", theirs), ("pysub-shell", ours)):
            print(f"---- {name}: {answer[2]}\n{answer[0].decode('utf-8', 'backslashreplace')}{answer[1].decode('utf-8', 'backslashreplace')}")
    print(f"{len(results)} functions, {len(bad)} faults" + (": " + " ".join(f"{result[0]} ({result[4]})" for result in bad[:20]) if bad else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
