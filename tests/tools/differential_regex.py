#!/usr/bin/env python3
"""Compares grep and sed of the shell with the machine's own, with random patterns over short and long lines.

    differential_regex.py PYSUB_SHELL [--count=N] [--seed=N]

Lines are long enough that RE2 may not search them, and short enough that it does; both must find what GNU's tools find. Only whole
matches are compared: which part of a match a group has is a matter in which GNU's own tools differ from each other. sed gets
lines of ASCII: GNU's finds empty matches within a character. Places at the edges of words are left out: repeated or beside other
alternatives, GNU's forgets what stood before them and misses matches that are there.
"""

import argparse
import os
import random
import shlex
import subprocess
import sys
import tempfile

ATOMS = ["a", "b", "c", "ab", ".", "[ab]", "[^a]", "[[:alpha:]]", "[[:digit:]]", "\\w", "\\W", "x", "1", " ", "[a-c1]", "[^[:space:]]", "é", "[éü]"]


def pattern(source, depth=2):
    branches = []
    for _ in range(1 + (source.random() < 0.25)):
        branch = ""
        for _ in range(source.randint(1, 4)):
            atom = "(" + pattern(source, depth - 1) + ")" if depth and source.random() < 0.25 else source.choice(ATOMS)
            branch += atom + source.choice(["", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}"])
        branches.append(branch)
    return "|".join(branches)


def lines(source, letters):
    return "".join("".join(source.choice(letters) for _ in range(size)) + "\n" for size in (0, 3, 8, 30, 200, 12_000))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shell")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    failed = 0
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    for number in range(options.count):
        source = random.Random(options.seed + number)
        with tempfile.TemporaryDirectory() as folder:
            for name, letters in (("t", "aabbcx1 _é一"), ("s", "aabbcx1 _")):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(lines(source, letters))
            text = pattern(source)
            quoted = shlex.quote(text)
            insensitive = "i" if source.random() < 0.3 else ""
            script = f"grep -no{insensitive}E -- {quoted} t; echo $?; grep -vc{insensitive}E -- {quoted} t; grep -qxE -- {quoted} <<< '' || grep -cw{insensitive}E -- {quoted} t; sed -E -- {shlex.quote('s/' + text + '/<&>/g' + insensitive.upper())} s; echo $?"
            try:
                wanted = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, timeout=20).stdout
            except subprocess.TimeoutExpired:
                continue  # GNU's own takes that long
            found = subprocess.run([options.shell, "--timeout=60", "--mount", f"{folder}:/t:ro", "--cwd", "/t", "-c", script], capture_output=True, timeout=120).stdout
        if wanted != found:
            failed += 1
            one, two = wanted.split(b"\n"), found.split(b"\n")
            at = next((i for i, (x, y) in enumerate(zip(one, two)) if x != y), min(len(one), len(two)))
            print(f"seed {options.seed + number}: {text!r} {insensitive}: line {at}: wanted {one[at:at + 1]!r:.150}, found {two[at:at + 1]!r:.150}", flush=True)
    print(f"{options.count - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
