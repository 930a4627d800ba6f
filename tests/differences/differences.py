#!/usr/bin/env python3
"""Collects all stated differences from CPython 3.14 in one page, docs/differences.md.

    differences.py --pysub build/fast/bin/pysub             fails when the page is stale, when a module is missing
                                                            without a reason, or a reason is not needed any more
    differences.py --pysub build/fast/bin/pysub --write     writes the page
    differences.py --record                                 asks CPython 3.14 (under node) which modules it has

Nothing is said here for the first time. The page is made of: golden cases with a line `# CPython: reason`, cases of
golden/not_yet.txt, absent_modules.txt (a line is `names or patterns -- reason`), the reasons of tests/modules/missing.txt,
and the differences that the calls with values from the edges know by name (tests/edges/explained.txt).
"""

import argparse
import fnmatch
import glob
import os
import subprocess
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
GOLDEN = os.path.join(ROOT, "tests", "golden")
DOCUMENT = os.path.join(ROOT, "docs", "differences.md")
MODULES = os.path.join(HERE, "cpython_modules.txt")
ABSENT = os.path.join(HERE, "absent_modules.txt")
MISSING = os.path.join(ROOT, "tests", "modules", "missing.txt")
EDGES = os.path.join(ROOT, "tests", "edges", "explained.txt")

HEAD = """# Where pysub differs from CPython 3.14

`tests/differences/differences.py --write` makes this page from what the tests state; `ctest -R differences` fails when it
is stale. A difference that is not on it is a bug. `class` and `match` statements are refused before anything runs.
"""


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]


def golden_differences():
    """[(topic/file, title of the case, reason)]"""
    found = []
    for path in sorted(glob.glob(os.path.join(GOLDEN, "**", "*.py"), recursive=True)):
        title = ""
        with open(path) as file:
            for line in file:
                if line.startswith("# ---"):
                    title = line[5:].strip()
                elif line.startswith("# CPython: "):
                    found.append((os.path.relpath(path, GOLDEN), title, line[len("# CPython: ") :].strip()))
    return found


def record():
    sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
    from oracle import Oracle

    source = "import sys\nprint(*sorted(n for n in sys.stdlib_module_names if n == '__future__' or n[0] != '_'))"
    with Oracle("3.14", seconds=120) as oracle:
        names = oracle.ask_one({"source": source, "name": "modules.py"})["stdout"]
    with open(MODULES, "w") as file:
        file.write("# The modules of CPython 3.14: differences.py --record wrote this.\n")
        file.write(textwrap.fill(names.strip(), 120) + "\n")


def absent(pysub):
    """The names of CPython's modules that this pysub cannot import."""
    names = " ".join(lines(MODULES)).split()
    source = (
        "for name in %r:\n    try: __import__(name)\n    except ModuleNotFoundError: print(name)" % (names,)
    )
    done = subprocess.run([pysub, "-c", source], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit("cannot ask which modules are there:\n" + done.stderr)
    return done.stdout.split()


def absent_with_reasons(pysub):
    """([(names, reason)], problems)"""
    rows, problems, left = [], [], absent(pysub)
    for line in lines(ABSENT):
        patterns, reason = line.split(" -- ", 1)
        names = []
        for pattern in patterns.split():
            found = fnmatch.filter(left, pattern)
            if not found:
                problems.append(f"absent_modules.txt: {pattern} is there, or no module of CPython's")
            names += found
            left = [name for name in left if name not in found]
        if names:
            rows.append((names, reason))
    problems += [f"module {name} is missing without a reason in tests/differences/absent_modules.txt" for name in left]
    return rows, problems


def escape(text):
    """As it stands in a cell of a table."""
    return text.replace("|", "\\|")


def page(rows):
    parts = [HEAD]
    parts.append("\n## Programs that do otherwise\nEach is a golden case with its reason.\n\n| Case | Why |\n|---|---|\n")
    for path, title, reason in golden_differences():
        parts.append(f"| `{path}`{': ' + escape(title) if title else ''} | {escape(reason)} |\n")
    waiting = lines(os.path.join(GOLDEN, "not_yet.txt"))
    if waiting:
        parts.append("\nNot yet as CPython:\n" + "".join(f"- {line}\n" for line in waiting))
    explained = lines(EDGES)
    if explained:
        parts.append("\n## Calls with values from the edges\nKnown by name to `tests/edges`, which compares all else.\n\n| Calls | Why |\n|---|---|\n")
        for line in explained:
            what, _, reason = line.partition(" -- ")
            parts.append(f"| `{escape(what)}` | {escape(reason)} |\n")
    parts.append("\n## Modules that are not there\n`import` of them raises ModuleNotFoundError.\n\n| Modules | Why |\n|---|---|\n")
    for names, reason in rows:
        parts.append(f"| {', '.join(f'`{name}`' for name in names)} | {reason} |\n")
    reasons = {}
    for line in lines(MISSING):
        what, reason = line.split(" -- ", 1)
        owner, names = what.split(":", 1)
        reasons.setdefault(reason, []).extend(f"`{owner}.{name}`" for name in names.split())
    parts.append("\n## Names that modules and classes leave out\nBy reason; [modules.md](modules.md) has them by module.\n\n| Why | Names |\n|---|---|\n")
    for reason in sorted(reasons, key=lambda reason: (-len(reasons[reason]), reason)):
        parts.append(f"| {reason} | {', '.join(reasons[reason])} |\n")
    return "".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pysub")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.record:
        return record()
    rows, problems = absent_with_reasons(options.pysub)
    fresh = page(rows)
    if options.write:
        with open(DOCUMENT, "w") as file:
            file.write(fresh)
    elif not os.path.exists(DOCUMENT) or open(DOCUMENT).read() != fresh:
        problems.append("docs/differences.md is stale: run tests/differences/differences.py --pysub PYSUB --write")
    print("\n".join(problems) or "docs/differences.md says what the tests state")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
