#!/usr/bin/env python3
"""How cost grows with size: each operation of operations.py at sizes spaced by powers, on pysub and on python3.

    scaling.py [--rounds N] [--match TEXT] [--out FILE] [--chart FILE] [--check]

Each operation is one program that times itself (CPU time of the statement only, mean of its repetitions), so start-up and
making the data do not count. pysub runs it with all limits on. Rounds alternate between the engines; what is shown is
the median. Prints a table; --chart draws all curves. --check: exit status 1 if a curve rises faster than python3's and
has come to cost more, or if sandboxes cost more each the more there are.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

from operations import OPERATIONS
from progress import Progress
from report import cell, table
from results import geometric_mean, median
from run import PLACES, describe_machine

SIZES = [4**k for k in range(4, 11)]
SANDBOXES = [10**k for k in range(6)]
SANDBOX_CURVES = ["make and run one", "resume one", "free one", "bytes of one"]
RUNNER = os.path.join(PLACES["bench_bin"], "scaling_run")
ENGINES = {"python3": ["python3"], "pysub": [RUNNER]}
# A curve rises faster when its exponent is more than this above the other's: caches and noise explain less.
TOLERANCE = 0.12

# An operation runs for 20 ms or more, five times or more, but not much longer than half a second with what it has to prepare.
PROGRAM = """\
from time import process_time
def once(n):
{setup}
    start = process_time()
{body}
    return process_time() - start
for n in {sizes}:
    total = count = 0
    begin = process_time()
    while total < 0.02 or count < 5:
        total += once(n)
        count += 1
        if process_time() - begin > 0.5: break
    print(n, total / count)
"""


def program_of(operation):
    indented = ["\n".join("    " + line for line in part.split("\n")) for part in (operation.setup or "pass", operation.body)]
    return PROGRAM.format(setup=indented[0], body=indented[1], sizes=operation.sizes or SIZES)


def run(what, command, seconds=300):
    """{size: numbers}, one line each; what could not be measured is missing, and that is said."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
        out, wrong = done.stdout, done.stderr if done.returncode else ""
    except subprocess.TimeoutExpired as expired:
        out, wrong = (expired.stdout or b"").decode(), f"over {seconds} s"
    if wrong:
        print(f"scaling.py: {what} on {os.path.basename(command[0])}: {wrong.strip().splitlines()[-1]}", file=sys.stderr)
    rows = [line.split() for line in out.splitlines()]
    return {int(row[0]): [float(text) for text in row[1:]] for row in rows}


def exponent(curve):
    """The slope through the logarithms of the upper half of the sizes: what is constant weighs little there."""
    points = [(math.log(n), math.log(seconds)) for n, seconds in sorted(curve.items()) if seconds > 0]
    points = points[-max(4, (len(points) + 1) // 2):]
    if len(points) < 2:
        return math.nan
    middle_x, middle_y = (sum(values) / len(points) for values in zip(*points))
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / sum((x - middle_x) ** 2 for x, _ in points)


class Comparison:
    """One operation on both engines."""

    def __init__(self, group, name, curves):
        self.group, self.name, self.curves = group, name, curves
        ours, theirs = (curves.get(engine, {}) for engine in ("pysub", "python3"))
        self.exponents = {engine: exponent(curve) for engine, curve in curves.items()}
        both = sorted(set(ours) & set(theirs))
        self.ratios = [ours[n] / theirs[n] for n in both]
        self.size = both[-1] if both else 0
        self.steeper = len(both) < len(theirs) or self.exponents["pysub"] > self.exponents["python3"] + TOLERANCE
        self.worse = self.steeper and (len(both) < len(theirs) or self.ratios[-1] > 1)

    def row(self):
        verdict = "**worse**" if self.worse else "steeper" if self.steeper else ""
        first, last = (self.ratios[0], self.ratios[-1]) if self.ratios else (math.nan, math.nan)
        times = [f"{self.curves[engine].get(self.size, math.nan) * 1e3:.3g} ms" for engine in ("python3", "pysub")]
        return [self.group, self.name, f"{self.size:,}", *times, cell(first), cell(last), *(cell(self.exponents[e]) for e in ("python3", "pysub")), verdict]


def measure(operations, rounds):
    samples = [{engine: {} for engine in ENGINES} for _ in operations]
    sandboxes = {}
    progress = Progress("scaling.py", rounds * (len(operations) + 1))
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "program.py")
        for number in range(rounds):
            for operation, sample in zip(operations, samples):
                progress.begin(f"round {number + 1} of {rounds}: {operation.name}")
                with open(file, "w") as out:
                    out.write(program_of(operation))
                for engine in list(ENGINES)[:: -1 if number % 2 else 1]:
                    for size, (seconds,) in run(operation.name, [*ENGINES[engine], file]).items():
                        sample[engine].setdefault(size, []).append(seconds)
            progress.begin(f"round {number + 1} of {rounds}: sandboxes")
            for count, numbers in run("sandboxes", [RUNNER, "--sandboxes", *map(str, SANDBOXES)]).items():
                for curve, number_of_all in zip(SANDBOX_CURVES, numbers):
                    sandboxes.setdefault(curve, {}).setdefault(count, []).append(number_of_all / count)
    progress.end()
    middle = lambda curve: {size: median(values) for size, values in curve.items()}
    comparisons = [[o.group, o.name, {engine: middle(curve) for engine, curve in sample.items()}] for o, sample in zip(operations, samples)]
    return {"machine": describe_machine(), "operations": comparisons, "sandboxes": {name: middle(curve) for name, curve in sandboxes.items()}}


# ---- the chart: small multiples, both axes logarithmic

WIDTH, HEIGHT, COLUMNS, MARGIN = 190, 110, 5, 24
COLORS = {"python3": "#999", "pysub": "#3465a4"}


def panel(x, y, title, curves, worse):
    points = [point for curve in curves.values() for point in curve.items() if point[1] > 0]
    if not points:
        return ""
    low_x, high_x = (f(math.log10(n) for n, _ in points) for f in (min, max))
    low_y, high_y = (f(math.log10(v) for _, v in points) for f in (min, max))
    if high_y - low_y < 1:  # flat curves shall look flat
        middle = (high_y + low_y) / 2
        low_y, high_y = middle - 0.5, middle + 0.5
    place_x = lambda n: x + (math.log10(n) - low_x) / (high_x - low_x or 1) * WIDTH
    place_y = lambda v: y + HEIGHT - (math.log10(v) - low_y) / (high_y - low_y) * HEIGHT
    parts = [f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="{"#c00" if worse else "#ccc"}"/><text x="{x}" y="{y - 4}">{title.replace("&", "&amp;")}</text>']
    for power in range(math.ceil(low_x), math.floor(high_x) + 1):
        parts.append(f'<line x1="{place_x(10**power):.1f}" x2="{place_x(10**power):.1f}" y1="{y}" y2="{y + HEIGHT}" stroke="#eee"/>')
    for power in range(math.ceil(low_y), math.floor(high_y) + 1):
        parts.append(f'<line x1="{x}" x2="{x + WIDTH}" y1="{place_y(10.0**power):.1f}" y2="{place_y(10.0**power):.1f}" stroke="#eee"/>')
    for engine, curve in curves.items():
        line = " ".join(f"{place_x(n):.1f},{place_y(v):.1f}" for n, v in sorted(curve.items()) if v > 0)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{COLORS[engine]}" stroke-width="1.6"/>')
    return "".join(parts)


def chart(comparisons, sandboxes):
    panels = [(c.name if c.name.startswith(c.group) else f"{c.group}: {c.name}", c.curves, c.worse) for c in comparisons]
    panels += [(f"sandboxes: {name}", {"pysub": curve}, False) for name, curve in sandboxes.items()]
    rows = (len(panels) + COLUMNS - 1) // COLUMNS
    width, height = COLUMNS * (WIDTH + MARGIN) + MARGIN, rows * (HEIGHT + MARGIN) + MARGIN + 20
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="8.5">', f'<rect width="{width}" height="{height}" fill="#fff"/>',
             f'<text x="{MARGIN}" y="16" font-size="12">CPU time against size, both logarithmic, lines at powers of ten: <tspan fill="{COLORS["pysub"]}">pysub</tspan>, <tspan fill="{COLORS["python3"]}">python3</tspan></text>']
    for i, (title, curves, worse) in enumerate(panels):
        parts.append(panel(MARGIN + i % COLUMNS * (WIDTH + MARGIN), 44 + i // COLUMNS * (HEIGHT + MARGIN), title, curves, worse))
    return "\n".join(parts) + "\n</svg>\n"


def with_numbers(curve):
    """JSON has only text as keys."""
    return {int(size): value for size, value in curve.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--match", default="", help="only operations with this in their group or name")
    parser.add_argument("--out", default=os.path.join(PLACES["bench_bin"], "..", "scaling.json"))
    parser.add_argument("--report", help="do not measure: show what this file has")
    parser.add_argument("--chart")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.report:
        with open(options.report) as file:
            data = json.load(file)
    else:
        data = measure([o for o in OPERATIONS if options.match in f"{o.group} {o.name}"], options.rounds)
        with open(options.out, "w") as file:
            json.dump(data, file)
    comparisons = [Comparison(group, name, {engine: with_numbers(curve) for engine, curve in curves.items()}) for group, name, curves in data["operations"]]
    sandboxes = {name: with_numbers(curve) for name, curve in data["sandboxes"].items()}
    machine = data["machine"]
    print(f"Commit {machine['commit']}, {machine['date']}, {machine['cores']} cores of {machine['processor']}. CPU time of the statement alone, limits on. Ratio: to python3, below 1 is "
          "faster. Exponent: of the size, over the upper half of the sizes.\n")
    print(table(["", "operation", "largest size", "python3", "pysub", "ratio, smallest size", "ratio, largest size", "exponent of python3", "of pysub", ""], [c.row() for c in comparisons]))
    print(f"\nGeometric mean of the ratios at the largest size: {geometric_mean(c.ratios[-1] for c in comparisons if c.ratios):.2f}.\n")
    print(table(["one sandbox of", *(f"{count:,}" for count in SANDBOXES)],
                [[name, *(f"{value:,.0f}" if "bytes" in name else f"{value * 1e6:.2f} µs" for value in (curve[count] for count in SANDBOXES))] for name, curve in sandboxes.items()]))
    if options.chart:
        with open(options.chart, "w") as file:
            file.write(chart(comparisons, sandboxes))
    # Neither 1,000 nor 100,000 fit into the caches.
    growing = [name for name, curve in sandboxes.items() if curve[SANDBOXES[-1]] > 1.5 * curve[1000]]
    worse = [c for c in comparisons if c.worse]
    for c in worse:
        print(f"scaling.py: {c.group}: {c.name}: rises faster than python3's, and costs more", file=sys.stderr)
    for name in growing:
        print(f"scaling.py: sandboxes: {name}: grows with their number", file=sys.stderr)
    sys.exit(1 if options.check and (worse or growing) else 0)


if __name__ == "__main__":
    main()
