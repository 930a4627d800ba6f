#!/usr/bin/env python3
"""Puts what was measured into docs/benchmarks.md, between the marks of its part.

    save.py PART REPORT [CHART]

The part stands between `<!-- PART -->` and `<!-- end of PART -->`; a chart becomes docs/benchmarks-PART.svg.
"""

import os
import shutil
import sys

DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs")


def main():
    part, report, *charts = sys.argv[1:]
    path = os.path.join(DOCS, "benchmarks.md")
    with open(path) as file:
        before, found, rest = file.read().partition(f"<!-- {part} -->\n")
        _, end, after = rest.partition(f"<!-- end of {part} -->\n")
    if not found or not end:
        sys.exit(f"save.py: docs/benchmarks.md has no part {part}")
    with open(report) as file:
        text = file.read().strip() + "\n"
    for chart in charts:
        shutil.copy(chart, os.path.join(DOCS, f"benchmarks-{part}.svg"))
        text = f"![{part}](benchmarks-{part}.svg)\n\n{text}"
    with open(path, "w") as file:
        file.write(f"{before}{found}\n{text}\n{end}{after}")


if __name__ == "__main__":
    main()
