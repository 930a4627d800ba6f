#!/usr/bin/env python3
"""Runs the programs of shared_programs.py: each ends by itself, with an exception or by a limit, soon after the limit.

    shared_test.py PYSUB [--only=TEXT] [--jobs=N] [--sample=N] [--first=N]
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import end_if_listing, is_wanted
from shared_programs import programs

LIMITS = ["--seed=0", "--max-duration=0.2", "--max-memory=100000000"]
SECONDS = 20  # far more than the limit: who is killed then had not noticed it


def complaint(pysub, program):
    """What is wrong with the run, or None."""
    begun = time.monotonic()
    try:
        done = subprocess.run([pysub, *LIMITS, "-c", program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no end after {SECONDS} s"
    if done.returncode not in (0, 1, 124):
        return f"exit status {done.returncode}"
    return f"ended after {time.monotonic() - begun:.1f} s" if time.monotonic() - begun > SECONDS / 2 else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pysub")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cases", action="store_true", help="print the programs that would be run")
    parser.add_argument("--sample", type=int, default=1, help="only each Nth program")
    parser.add_argument("--first", type=int, default=0, help="begin with this one")
    options = parser.parse_args()
    chosen = [program for program in programs() if re.search(options.only, program) and is_wanted(program)][options.first :: options.sample]
    end_if_listing(chosen)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program, found in zip(chosen, pool.map(lambda program: complaint(options.pysub, program), chosen)):
            if found:
                bad += 1
                print(f"{found}:\n{program}\n", flush=True)
    print(f"{len(chosen) - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
