#!/usr/bin/env python3
"""Tells whether B is slower than A, both stored by run.py: a regression, or noise.

    compare.py A B [--engine pysub] [--tolerance 0.03]

Compared are ratios to the baseline engine within each round, so A and B may come from different days. A program counts as
slower when its ratio grew by more than the tolerance and by more than what the spread of the rounds explains. Exit
status 1 then, or when a program of A fails in B.
"""

import argparse
import math
import sys

from results import EMPTY, Results, geometric_mean


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--engine", default="pysub")
    parser.add_argument("--tolerance", type=float, default=0.03)
    options = parser.parse_args()
    a, b = Results(options.a), Results(options.b)
    worse, changes = 0, []
    for program in a.programs:
        if program == EMPTY or not a.programs[program].get(options.engine) or a.baseline(program) in (None, options.engine):
            continue
        if not b.programs.get(program, {}).get(options.engine):
            reason = b.failed.get(options.engine, {}).get(program)
            if reason:
                print(f"{program:24} FAILS  {reason}")
                worse += 1
            continue
        before, after = a.ratio(program, options.engine), b.ratio(program, options.engine)
        noise = math.hypot(a.noise(program, options.engine), b.noise(program, options.engine))
        change = after / before - 1
        changes.append(after / before)
        certain = abs(after - before) > noise
        verdict = "" if not certain or abs(change) <= options.tolerance else "SLOWER" if change > 0 else "faster"
        worse += verdict == "SLOWER"
        print(f"{program:24} {before:.3f} -> {after:.3f}  {change:+7.1%}  (noise {noise / before:.1%})  {verdict}")
    print(f"geometric mean {geometric_mean(changes) - 1:+.1%}; {worse} slower or failing of {len(changes)}")
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
