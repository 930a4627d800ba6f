#!/usr/bin/env python3
"""Tables (Markdown) and a chart (SVG) of what run.py stored.

    report.py [RESULTS] [--chart FILE]
"""

import argparse
import math
import os

from results import EMPTY, Results, geometric_mean

HERE = os.path.dirname(os.path.abspath(__file__))
DEBIAN = "Debian's python3"  # in engines.json


def cell(value, digits=2):
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def table(head, rows):
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


def throughput(results, suffixes):
    """CPU time, start-up subtracted: of the baseline in seconds, of the others as ratio to it."""
    names = [name for name, engine in results.engines.items() if engine["suffix"] in suffixes]
    shown = [p for p in results.programs if p != EMPTY and any(name in results.programs[p] for name in names)]
    base = next((name for name in names if results.engines[name].get("baseline")), None)
    if base is None or not shown:
        return ""
    others = [name for name in names if name != base]
    rows = []
    for program in shown:
        seconds = sorted(results.net(program, base).values())
        rows.append([program, f"{seconds[len(seconds) // 2]:.3f} s"] + [cell(results.ratio(program, name)) or ("cannot" if program in results.failed.get(name, {}) else "") for name in others])
    means = [geometric_mean(r for p in shown if not math.isnan(r := results.ratio(p, name))) for name in others]
    rows.append(["**geometric mean**", ""] + [f"**{cell(mean, 3)}**" for mean in means])
    memory = [geometric_mean(results.value(p, name, "rss") for p in shown if results.programs[p].get(name)) / 2**20 for name in [base, *others]]
    rows.append(["peak memory, geometric mean"] + [f"{value:.1f} MB" for value in memory])
    return table(["program", base, *others], rows)


def start_up(results):
    rows = []
    # The wall clock shows what else the machine does: its least is what a start takes.
    least = results.value(EMPTY, "empty C", "wall", min) if "empty C" in results.engines else float("nan")
    for name in results.engines:
        if not results.programs.get(EMPTY, {}).get(name):
            continue
        wall = results.value(EMPTY, name, "wall", min)
        cpu, rss, faults, instructions = (results.value(EMPTY, name, key) for key in ("cpu", "rss", "faults", "instructions"))
        rows.append([name, f"{wall * 1e3:.2f} ms", cell(wall / least), f"{cpu * 1e3:.2f} ms", "" if math.isnan(instructions) else f"{instructions / 1e6:.2f} M", f"{rss / 2**20:.1f} MB", f"{faults:.0f}"])
    return table(["engine", "wall, least", "to an empty C program", "CPU", "instructions", "peak memory", "page faults"], rows)


# The goals: what programs do most of, the ratio to python3 that they may have, and the programs.
BARS = [
    ("calls, closures", 0.35, ["calls"]),
    ("integer loops", 0.40, ["collatz"]),
    ("floats", 0.35, ["spectral"]),
    ("exceptions", 0.45, ["failures"]),
    ("unpacking", 0.45, ["unpacking"]),
    ("generators", 0.45, ["generators"]),
    ("comprehensions", 0.45, ["comprehensions"]),
    ("dicts and records", 0.55, ["records", "graph"]),
    ("strings and formatting", 0.55, ["text"]),
    ("sort", 0.65, ["sorting"]),
    ("json", 0.55, ["documents"]),
    ("regular expressions", 0.55, ["patterns"]),
    ("big ints", 0.50, ["big_ints"]),
]


def goals(results, engine="pysub"):
    """What was to be reached, beside what was."""
    ratios = {p: results.ratio(p, engine) for p in results.programs if p != EMPTY}
    ratios = {p: ratio for p, ratio in ratios.items() if results.baseline(p) == "python3" and not math.isnan(ratio)}
    if not ratios:
        return ""
    worst = max(ratios, key=ratios.get)
    rows = [["geometric mean of all programs", 0.45, geometric_mean(ratios.values()), ""], ["the slowest program", 0.75, ratios[worst], worst]]
    for what, bar, programs in BARS:
        there = [p for p in programs if p in ratios]
        if there:
            rows.append([what, bar, geometric_mean(ratios[p] for p in there), ", ".join(there)])
    return table(["to python3", "at most", "measured", "", ""],
                 [[what, cell(bar), cell(value), "met" if value <= bar else "**not met**", programs] for what, bar, value, programs in rows])


def chart(results, engine="pysub", base="python3"):
    """One bar a program: the ratio to the baseline, which is the line at 1."""
    bars = sorted((results.ratio(p, engine), p) for p in results.programs if p != EMPTY and results.programs[p].get(engine) and results.programs[p].get(base))
    width, left, row = 720, 150, 18
    scale = (width - left - 60) / max([1.05] + [ratio for ratio, _ in bars])
    height = row * len(bars) + 50
    # Lines: the baseline, and Debian's build of it where that was measured, too.
    lines = [(1.0, base, "#c00")]
    if other := [ratio for _, p in bars if not math.isnan(ratio := results.ratio(p, DEBIAN))]:
        lines.append((geometric_mean(other), f"{DEBIAN} {geometric_mean(other):.2f}", "#777"))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             f'<rect width="{width}" height="{height}" fill="#fff"/>',
             f'<text x="{left}" y="16">CPU time of {engine} (shorter is faster); 1 is {results.machine["python"]}</text>']
    for i, (ratio, program) in enumerate(bars):
        y = 28 + i * row
        parts.append(f'<text x="{left - 8}" y="{y + 12}" text-anchor="end">{program}</text><rect x="{left}" y="{y + 2}" width="{ratio * scale:.1f}" height="{row - 5}" fill="#3465a4"/>'
                     f'<text x="{left + ratio * scale + 5:.1f}" y="{y + 12}" fill="#555">{ratio:.2f}</text>')
    for ratio, name, colour in lines:
        x, side = left + ratio * scale, "start" if ratio == 1 else "end"
        parts.append(f'<line x1="{x:.1f}" y1="24" x2="{x:.1f}" y2="{height - 18}" stroke="{colour}" stroke-dasharray="3,3"/>'
                     f'<text x="{x:.1f}" y="{height - 5}" fill="{colour}" text-anchor="{side}">{name}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("results", nargs="?", default=os.path.join(HERE, "..", "build", "bench", "results.json"))
    parser.add_argument("--chart")
    options = parser.parse_args()
    results = Results(options.results)
    machine = results.machine
    print(f"Commit {machine['commit']}, {machine['date']}, {machine['cores']} cores of {machine['processor']}; {machine['python']}. CPU time, start-up subtracted; ratios are medians of "
          "those within each round; below 1 is faster.\n")
    for text in (goals(results), throughput(results, (".py", ".lua")), throughput(results, (".sh",)), start_up(results) if EMPTY in results.programs else ""):
        if text:
            print(text + "\n")
    if options.chart:
        with open(options.chart, "w") as file:
            file.write(chart(results))


if __name__ == "__main__":
    main()
