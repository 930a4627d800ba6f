#!/usr/bin/env python3
"""Runs patterns that explode in backtracking engines on long texts, under limits.

    patterns_test.py PYSUB CASES [--characters=N]

CASES is a program with a list CASES of (pattern, begin, middle, end), tests/golden/re/explosive_patterns.py; the
text repeats `middle` until it is N characters long. Each search must end, with a result or with the message of
the limit of steps, and take no more CPU time than that limit stands for. Most patterns have a result: what an
automaton can match takes time that grows with the text.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile

STEPS = 20_000_000
SECONDS = 6.0  # what so many steps may take, also on a slow machine
LIMIT = f"TimeoutError: step limit of {STEPS} exceeded"
# Look-around, references back, groups that do not go back, conditions.
NO_AUTOMATON = re.compile(r"\(\?[=!>(]|\(\?<[=!]|\(\?P=|\\[1-9]|[*+?}]\+")
# How many of the others may need more steps than there are: counted repetitions are large automata.
MOST_LIMITED = 0


def run(pysub, pattern, text):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as program:
        program.write(f"import re\nprint(re.search({pattern!r}, {text}))\n")
        program.flush()
        done = subprocess.run(
            [pysub, "--stats=json", f"--max-steps={STEPS}", "--max-duration=60", program.name],
            capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120,
        )
    *_, last, stats = ["", *done.stderr.rstrip("\n").split("\n")]
    return done.returncode, last, json.loads(stats)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pysub")
    parser.add_argument("cases")
    parser.add_argument("--characters", type=int, default=20_000)
    options = parser.parse_args()
    names = {}
    with open(options.cases) as file:
        exec(file.read().split("\nfor ")[0], names)
    bad = limited = 0
    for pattern, begin, middle, end in names["CASES"]:
        text = f"{begin!r} + {middle!r} * {options.characters // len(middle)} + {end!r}"
        status, last, stats = run(options.pysub, pattern, text)
        if status != 0 and (status != 1 or last != LIMIT):
            print(f"{pattern}: exit status {status}: {last[:200]}")
            bad += 1
        elif stats["cpu_seconds"] > SECONDS:
            print(f"{pattern}: {stats['cpu_seconds']:.2f} s for {stats['steps']} steps")
            bad += 1
        elif status != 0 and not NO_AUTOMATON.search(pattern):
            print(f"{pattern}: no result in {STEPS} steps")
            limited += 1
    if limited > MOST_LIMITED:
        bad += limited - MOST_LIMITED
    print(f"{len(names['CASES']) - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)


main()
