#!/usr/bin/env python3
"""Calls everything that a program can reach from the modules of the library, with odd arguments.

    reachable.py --pysub build/fast/bin/pysub                     what ctest runs: a few calls of each
    reachable.py --pysub build/dev/bin/pysub --rounds 100         more of them; with a dev build sanitizers and assertions watch
    reachable.py --pysub ... --rounds 100 --seed 7 pathlib io     other arguments, only these modules

What is reached is what attributes, dir(), vars() and containers show, the library's helpers and their arguments that nobody
documents among them (edge_calls.py keeps to what CPython has, too). A SystemError, an assertion or a crash is a fault: it
says that C++ trusted what a program can give.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "modules"))
import module_names

PROGRAM = os.path.join(HERE, "reachable_program.py")
LIMITS = ["--clock=virtual", "--seed=0", "--max-memory", "100MB", "--max-steps", "30000000", "--max-recursion-depth", "200"]
# Ends of a run that are no fault: a limit, or what the program did to its own streams and settings.
ENDS = (0, 1, 2)


def modules(pysub):
    """All of the library, parts of packages too."""
    asked = subprocess.run([pysub, "-c", "import sys; print(*sys.stdlib_module_names)"], capture_output=True, text=True, check=True)
    # (Modules whose code is a program end when they are imported.)
    return sorted((set(module_names.MODULE_NAMES) | set(asked.stdout.split())) - {"__main__", "this"})


def run(pysub, name, rounds, seed):
    """The faults of one module: a set of lines."""
    faults, calls, first = set(), 0, 0
    while True:
        command = [pysub, *LIMITS, PROGRAM, name, str(first), str(rounds), str(seed)]
        try:
            done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=300)
            output, status = done.stdout.decode("utf-8", "replace"), done.returncode
            errors = done.stderr.decode("utf-8", "replace")
        except subprocess.TimeoutExpired as e:
            output, status, errors = (e.stdout or b"").decode("utf-8", "replace"), -100, ""
        at = [line for line in output.splitlines() if re.match(r"at \d+ ", line)]
        faults.update(line for line in output.splitlines() if line.startswith("FAULT "))
        if status not in ENDS:
            faults.add(f"FAULT {name}: {at[-1] if at else 'the start'} ended with status {status}: {errors[-2000:]}")
        reached = int(at[-1].split()[1]) if at else first
        if re.search(r"^end \d+$", output, re.M):
            return faults, reached * rounds
        if not at:
            faults.add(f"FAULT {name}: nothing was called: {errors[-500:]}")
            return faults, 0
        first = max(reached, first + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pysub", required=True)
    parser.add_argument("--rounds", type=int, default=4, help="calls of each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    names = options.modules or modules(options.pysub)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda name: run(options.pysub, name, options.rounds, options.seed), names))
    faults = sorted(fault for found, _ in answers for fault in found)
    for fault in faults:
        print(fault)
    print(f"{sum(calls for _, calls in answers)} calls of {len(names)} modules, {len(faults)} faults")
    return 1 if faults or len(names) < (60 if not options.modules else 1) else 0


if __name__ == "__main__":
    sys.exit(main())
