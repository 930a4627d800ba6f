#!/usr/bin/env python3
"""Runs the programs of deep_programs.py: each ends by itself, with an exception or by a limit, never by a signal.

    depth_test.py PYSUB [--only=TEXT] [--jobs=N] [--sample=N] [--depth=N]
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import end_if_listing, is_wanted
from deep_programs import programs

LIMITS = ["--clock=virtual", "--seed=0", "--max-duration=5", "--max-memory=400000000"]
SECONDS = 60  # far more than the limit: who is killed then had not noticed it


def complaint(pysub, depth, program):
    """What is wrong with the run, or None."""
    try:
        done = subprocess.run([pysub, *LIMITS, "-c", f"N={depth}\n{program}"], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no end after {SECONDS} s"
    return None if done.returncode in (0, 1) else f"exit status {done.returncode}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pysub")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cases", action="store_true", help="print the programs that would be run")
    parser.add_argument("--sample", type=int, default=1, help="only each Nth program")
    parser.add_argument("--depth", type=int, default=300_000)
    options = parser.parse_args()
    chosen = [program for program in programs() if re.search(options.only, program) and is_wanted(program)][:: options.sample]
    end_if_listing(chosen)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program, found in zip(chosen, pool.map(lambda program: complaint(options.pysub, options.depth, program), chosen)):
            if found:
                bad += 1
                print(f"{found}:\n{program}", flush=True)
    print(f"{len(chosen) - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
