#!/usr/bin/env python3
"""What limits cost: the same programs with all limits on and with none.

    limits.py [--rounds N] [--match TEXT] [--out FILE] [--check]

By time: the programs of programs/ in interleaved rounds, as run.py does it; ratios within a round. By instructions: those of
instructions.py, counted by callgrind, without start-up. --check: exit status 1 if a mean is above 1 % more.
"""

import argparse
import os
import sys

import instructions
import run
from report import cell, table
from results import EMPTY, Results, geometric_mean, median

ON, OFF = "pysub", "pysub without limits"
GOAL = 1.01


def time_rows(results):
    """(rows, mean): CPU time on to off, start-up subtracted."""
    rows, ratios = [], []
    for program in results.programs:
        if program == EMPTY:
            continue
        on, off = results.net(program, ON), results.net(program, OFF)
        each = [on[number] / off[number] for number in on if number in off]
        ratios.append(median(each))
        rows.append([program, f"{median(off.values()):.3f} s", f"{median(on.values()):.3f} s", cell(ratios[-1], 3)])
    mean = geometric_mean(ratios)
    return rows + [["**geometric mean**", "", "", f"**{cell(mean, 3)}**"]], mean


def instruction_rows(match):
    pysub = os.path.join(run.PLACES["bin"], "pysub")
    base = {limits is not None: instructions.count(pysub, "pass", limits or []) for limits in (None, instructions.LIMITS)}
    rows, ratios = [["(start-up)", f"{base[False]:,}", f"{base[True]:,}", cell(base[True] / base[False], 4)]], []
    for name, program in instructions.PROGRAMS.items():
        if match not in name or name == "start":
            continue
        off, on = instructions.count(pysub, program, []) - base[False], instructions.count(pysub, program) - base[True]
        ratios.append(on / off)
        rows.append([name, f"{off:,}", f"{on:,}", cell(ratios[-1], 4)])
    mean = geometric_mean(ratios)
    return rows + [["**geometric mean**", "", "", f"**{cell(mean, 4)}**"]], mean


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--match", default="")
    parser.add_argument("--out", default=os.path.join(run.BUILD, "bench", "limits.json"))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    programs = os.path.join(run.HERE, "programs")
    run.measure([ON, OFF], [programs], options.match, options.rounds, 60, options.out)
    by_time, time_mean = time_rows(Results(options.out))
    print(table(["program", "limits off", "limits on", "on to off"], by_time) + "\n")
    by_instructions, instructions_mean = instruction_rows(options.match)
    print(table(["program", "instructions, limits off", "limits on", "on to off"], by_instructions))
    sys.exit(1 if options.check and max(time_mean, instructions_mean) > GOAL else 0)


if __name__ == "__main__":
    main()
