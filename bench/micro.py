#!/usr/bin/env python3
"""Runs the micro-benchmarks of parts (Google Benchmark) and prints a table (Markdown).

    micro.py [FILTER]     a regular expression of names

The number is the least CPU time of three repetitions: what the part takes when nothing disturbs it. GOALS are those of the
product, in microseconds; a row without one is there to be watched.
"""

import json
import os
import subprocess
import sys

from progress import Progress
from report import table

BUILD = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "build")
BIN = os.path.join(BUILD, "bench", "bin")
PARTS = ["embedding", "snapshot", "python_run", "shell", "files", "numbers", "unicode"]
UNITS = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}
GOALS = {
    "embedding CompileRun": 1.0,
    "embedding PrebuiltRun": 0.15,
    "embedding SuspendResume/0": 0.10,
    "embedding SuspendResume/1": 0.10,
    "embedding CompileKilobyte": 15.0,
    "snapshot Save/0": 1.0,
    "snapshot Restore/0": 2.0,
    "snapshot Save/1": 30.0,
    "snapshot Restore/1": 40.0,
    "snapshot Save/2": 100.0,
    "snapshot Restore/2": 250.0,
}


def measured(part, pattern):
    """{name: (microseconds, label)} of one program; empty if it was not built (without libbenchmark-dev)."""
    program = os.path.join(BIN, f"{part}_bench")
    if not os.path.exists(program):
        print(f"micro.py: without {part}_bench: needs libbenchmark-dev", file=sys.stderr)
        return {}
    answer = subprocess.run([program, f"--benchmark_filter={pattern}", "--benchmark_repetitions=3", "--benchmark_format=json"],
                            env={**os.environ, "PYSUB_WORKER": os.path.join(BUILD, "bin", "pysub-worker")},
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    rows = {}
    for run in json.loads(answer)["benchmarks"] if answer.strip() else []:
        if run.get("run_type") != "iteration":
            continue
        name = run["run_name"]
        time = run["cpu_time"] * UNITS[run["time_unit"]] / run.get("KB", 1)
        label = run.get("label", "")
        if "bytes" in run:
            label += f"{', ' if label else ''}{run['bytes']:,.0f} bytes"
        rows[name] = (min(time, rows[name][0]) if name in rows else time, label)
    return rows


def shown(microseconds):
    if microseconds >= 1000:
        return f"{microseconds / 1000:.3g} ms"
    return f"{microseconds:.3g} µs" if microseconds >= 0.1 else f"{microseconds * 1000:.3g} ns"


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else "."
    rows = []
    progress = Progress("micro.py", len(PARTS))
    for part in PARTS:
        progress.begin(part)
        for name, (time, label) in measured(part, pattern).items():
            goal = GOALS.get(f"{part} {name}")
            verdict = "" if goal is None else "met" if time <= goal else f"{time / goal:.1f} times it"
            rows.append([part, name, label, shown(time), "" if goal is None else shown(goal), verdict])
    progress.end()
    print(table(["", "", "", "CPU time, least", "goal", ""], rows))


if __name__ == "__main__":
    main()
