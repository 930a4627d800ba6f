#!/usr/bin/env python3
"""Runs programs and scripts that hold much, and fails when one of them uses memory that its account was not charged.

    account_test.py PYSUB_COUNTED PYSUB_SHELL_COUNTED [--only=REGEX] [--sample=N] [--random=N] [--seed=N] [--megabytes=N]
                    [--slack=BYTES] [--share=PERCENT] [--seconds=N] [--jobs=N]

Both programs are linked with counted_malloc.cc. What is allowed to be in use is what docs/memory-account.md promises: what is charged,
a quarter of that, and 4 MiB. With less more is found, which is not always a fault: that is for looking around. There are

    sh: SCRIPT        large_scripts.py: words of --megabytes through every command, builtin and expansion; streams; lists
    py: NAME          the programs of tests/limits and of large_scripts.py
    natives: OWNER    every native with large arguments, made by tests/clock/natives.py: one run goes on behind what the last one found
    golden: NAME      the cases of tests/golden
    random py: SEED   programs of tests/tools/random_programs.py, --random of them
    random sh: SEED   scripts of tests/tools/shell_growth.py, which make large words and lists, --random of them

Findings are shown once for each place that allocated.
"""

import argparse
import collections
import glob
import os
import random
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
for folder in ("clock", "tools", "limits", "account"):
    sys.path.insert(0, os.path.join(TESTS, folder))
import golden
import random_programs
import shell_growth
from clock_distance import TYPES, modules_of
from large_scripts import large_python, large_shell
from programs import PROGRAMS
from runs import Run, run_all

PYTHON_MEMORY = 64 << 20
NATIVES = os.path.join(TESTS, "clock", "natives.py")


def of_shell(options, script):
    return [Run([options.shell, "--timeout=5", "-c", script], 90, options.slack, options.share)]


def of_python(options, code, arguments=()):
    with tempfile.NamedTemporaryFile(suffix=".py") as file:
        file.write(code.encode("utf-8", "surrogateescape"))
        file.flush()
        return [Run([options.pysub, "--clock=virtual", "--seed=0", f"--max-memory={PYTHON_MEMORY}", f"--max-duration={min(options.seconds, 1)}", *arguments, file.name], 90, options.slack, options.share)]


def of_natives(options, owner):
    """Each --sample'th call, in as many runs as it takes."""
    runs, first = [], 0
    while True:
        run = Run([options.pysub, "--clock=virtual", "--seed=0", "--max-memory=1500MB", f"--max-duration={options.seconds}", NATIVES, owner, str(first), str(options.sample), ""], 600, options.slack, options.share)
        runs.append(run)
        calls = re.findall(r"(?m)^CALL (\d+) (.*)$", run.error)
        run.what = calls[-1][1] if calls else ""
        if run.status == 0 or not calls or int(calls[-1][0]) < first:
            return runs
        first = int(calls[-1][0]) + 1


def all_runs(options):
    runs = [(f"sh: {script}", of_shell, script) for script in large_shell(options.megabytes)]
    runs += [(f"py: {name}", of_python, code) for name, code in {**PROGRAMS, **large_python()}.items()]
    for path in sorted(glob.glob(os.path.join(TESTS, "golden", "*", "*.py"))):
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            cases = golden.cases(file.read())
        name = os.path.relpath(path, os.path.join(TESTS, "golden"))
        runs += [(f"golden: {name} {case.heading}", of_python, case.source, [f"--limit={limit}" for limit in case.limits]) for case in cases]
    seeds = range(options.seed, options.seed + options.random)
    runs += [(f"random py: {seed}", of_python, random_programs.program(seed)) for seed in seeds]
    runs += [(f"random sh: {seed}", of_shell, shell_growth.growth(random.Random(f"{seed}:0"))) for seed in seeds]
    runs = [run for run in runs if re.search(options.only, run[0])][:: options.sample]
    # (Their calls are sampled, not they.)
    natives = [(f"natives: {owner}", of_natives, owner) for owner in modules_of(options.pysub) + ["type " + name for name in TYPES]]
    return runs + [run for run in natives if re.search(options.only, run[0])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pysub")
    parser.add_argument("shell")
    parser.add_argument("--only", default="", help="of the names above")
    parser.add_argument("--sample", type=int, default=1, help="only each Nth run")
    parser.add_argument("--random", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--megabytes", type=int, default=8, help="how long the words of scripts are")
    parser.add_argument("--slack", type=int, default=4 << 20)
    parser.add_argument("--share", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=5, help="what a native may take; other programs at most one")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    runs = all_runs(options)
    places = collections.defaultdict(list)
    died = count = 0
    for name, finished in run_all([(name, lambda kind=kind, what=what: kind(options, *what)) for name, kind, *what in runs], options.jobs):
        for run in finished:
            count += 1
            title = f"{name} {run.what}"[:300]
            if run.place is not None:
                if run.place not in places:
                    print(f"{title}\n{run.report}", flush=True)
                places[run.place].append(title)
            elif run.died():
                died += 1
                print(f"{title}: status {run.status}: {run.error[-200:]}", flush=True)
    for place, found in sorted(places.items(), key=lambda item: -len(item[1])):
        print(f"{len(found)} by {place}")
        for title in found[:5]:
            print(f"    {title}")
    print(f"{count} runs, {sum(map(len, places.values()))} passed their accounts in {len(places)} places, {died} ended by a signal")
    sys.exit(1 if places or died or not runs else 0)


if __name__ == "__main__":
    main()
