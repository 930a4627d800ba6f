#!/usr/bin/env python3
"""Runs programs and scripts that hold much, and fails when one of them uses memory that its account was not charged.

    account_test.py PYSUB_COUNTED PYSUB_SHELL_COUNTED [--only=PATTERN] [--sample=N] [--slack=BYTES] [--share=PERCENT] [--jobs=N]

Both programs are linked with counted_malloc.cc. Without --slack and --share what is allowed is what docs/memory-account.md promises:
8 MiB and a quarter of the limit more than what is charged. With a small slack more is found, which is not always a
fault: that is for looking around. Failures are grouped by the place that allocated.
"""

import argparse
import collections
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "limits"))
from large_scripts import SCRIPTS, large_python
from programs import PROGRAMS
from runs import Run, run_all

SHELL_MEMORY = 256 << 20  # the default limit of a shell
PYTHON_MEMORY = 64 << 20
MOST = 8 << 20  # beside a quarter of the limit


def of_shell(program, script, slack, share):
    return lambda: Run([program, "--timeout=5", "-c", script], 90, slack, share)


def of_python(program, code, slack, share):
    def run():
        with tempfile.NamedTemporaryFile(suffix=".py") as file:
            file.write(code.encode())
            file.flush()
            return Run([program, f"--max-memory={PYTHON_MEMORY}", "--max-duration=1", file.name], 90, slack, share)

    return run


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pysub")
    parser.add_argument("shell")
    parser.add_argument("--only", default="")
    parser.add_argument("--sample", type=int, default=1, help="only each Nth run")
    parser.add_argument("--slack", type=int)
    parser.add_argument("--share", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    allowed = lambda limit: MOST + limit // 4 if options.slack is None else options.slack
    runs = [(f"sh: {script}", of_shell(options.shell, script, allowed(SHELL_MEMORY), options.share)) for script in SCRIPTS]
    python = {**PROGRAMS, **large_python()}
    runs += [(f"py: {name}", of_python(options.pysub, code, allowed(PYTHON_MEMORY), options.share)) for name, code in python.items()]
    runs = [run for run in runs if re.search(options.only, run[0])][:: options.sample]
    places = collections.defaultdict(list)
    died = 0
    for name, run in run_all(runs, options.jobs):
        if run.place is not None:
            places[run.place].append((name, run.report))
        elif run.died():
            died += 1
            print(f"{name[:200]}: status {run.status}: {run.error[-200:]}", flush=True)
    for place, found in sorted(places.items(), key=lambda item: -len(item[1])):
        print(f"{len(found)} by {place}")
        for name, _ in found[:5]:
            print(f"    {name[:200]}")
        print(found[0][1])
    print(f"{len(runs)} runs, {sum(map(len, places.values()))} passed their accounts in {len(places)} places, {died} ended by a signal")
    sys.exit(1 if places or died or not runs else 0)


if __name__ == "__main__":
    main()
