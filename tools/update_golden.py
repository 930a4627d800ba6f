#!/usr/bin/env python3
"""Writes what CPython 3.14 prints for the golden tests into their .out files.

    tools/update_golden.py [PATH...]           files or folders; without one, all of tests/golden
    tools/update_golden.py --check [PATH...]   writes nothing; fails when an expectation is not CPython's

tests/README.md describes both kinds of file. pysub has no part in this: a bug cannot approve itself.
"""

import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))

import golden
from oracle import Oracle


def golden_files(paths):
    for path in paths:
        if os.path.isdir(path):
            for folder, folders, names in os.walk(path):
                folders.sort()
                for name in sorted(names):
                    if name.endswith(".py"):
                        yield os.path.join(folder, name)
        else:
            yield path.removesuffix(".out") + ".py" if path.endswith(".out") else path


def update(path, oracles, check):
    """The new text of the .out file, and what is wrong with the cases."""
    with open(path, encoding="utf-8", newline="") as file:
        cases = golden.cases(file.read())
    out_path = path.removesuffix(".py") + ".out"
    old = ""
    if os.path.exists(out_path):
        with open(out_path, encoding="utf-8", newline="") as file:
            old = file.read()
    old_blocks = {heading: block for heading, block in golden.blocks(old)}
    new, complaints = [], []
    name = os.path.basename(path)
    for case in cases:
        kind = "native" if case.oracle == "native" else "3.14"
        if kind not in oracles:
            oracles[kind] = Oracle(kind, seconds=30)
        answer = oracles[kind].ask_one(
            {
                "source": case.source,
                "name": name,
                "stdin": case.stdin,
                "argv": case.argv,
                "fresh": True,
                "files": case.files or bool(case.modules),
                "modules": case.modules,
            }
        )
        where = f"{path}: {case.heading}"
        if case.difference:
            block = old_blocks.get(case.heading)
            if block is None:
                complaints.append(f"{where}: run golden_runner --accept-differences first")
                block = ""
            elif "lost" not in answer and block == golden.block(answer):
                complaints.append(f"{where}: CPython does the same; drop the `# CPython:` line")
        elif "lost" in answer:
            complaints.append(f"{where}: CPython did not finish ({answer['lost']})")
            block = old_blocks.get(case.heading, "")
        else:
            block = golden.block(answer)
        new.append(case.heading + "\n" + block)
    text = "".join(new)
    if text != old:
        if check:
            complaints.append(f"{out_path}: is not what CPython 3.14 prints")
            show_difference(out_path, text)
        else:
            with open(out_path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            print(f"wrote {os.path.relpath(out_path)}")
    return complaints


def show_difference(path, text):
    if os.path.exists(path):
        subprocess.run(["diff", "-u", path, "-"], input=text.encode(), check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    parser.add_argument("paths", nargs="*", default=[os.path.join(ROOT, "tests", "golden")])
    arguments = parser.parse_args()
    oracles, complaints, count = {}, [], 0
    for path in golden_files(arguments.paths):
        count += 1
        complaints += update(path, oracles, arguments.check)
    for oracle in oracles.values():
        oracle.__exit__()
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{count} files, {len(complaints)} complaints")
    sys.exit(bool(complaints))


if __name__ == "__main__":
    main()
