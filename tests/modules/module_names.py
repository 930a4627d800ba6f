#!/usr/bin/env python3
"""Compares the names of modules and of their classes with those of CPython 3.14, and writes docs/modules.md.

    module_names.py --pysub build/fast/bin/pysub            fails when a name is missing without a reason, when a
                                                            reason is not needed any more, or when the document is stale
    module_names.py --pysub build/fast/bin/pysub --write    writes the tables of docs/modules.md
    module_names.py --record                                asks CPython 3.14 (under node) for its names

The modules are those of stdlib/.

What CPython has is kept in cpython_names.txt, why names are missing in missing.txt: a line is

    module or module.Class: names or patterns -- reason

where `*` stands for anything, in the first part too.
"""

import argparse
import fnmatch
import glob
import json
import os
import re
import subprocess
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ASK = os.path.join(HERE, "ask_names.py")
NAMES = os.path.join(HERE, "cpython_names.txt")
REASONS = os.path.join(HERE, "missing.txt")
DOCUMENT = os.path.join(ROOT, "docs", "modules.md")
BEGIN = "<!-- tests/modules/module_names.py --write writes what follows -->\n"
END = "<!-- end of what is written -->\n"
# What os.path and urllib.parse stand for in sys.modules, and what importlib is made of.
NOT_ASKED = {"posixpath", "urllib", "_frozen_importlib"}
OVERVIEW = "| Module | Names | Missing | Why |\n|---|---|---|---|\n"


def module_names():
    """The modules of stdlib/, as programs import them."""
    there = {"os.path"}
    for path in glob.glob(os.path.join(ROOT, "stdlib", "**", "*.cc"), recursive=True):
        with open(path) as file:
            there.update(re.findall(r'ModuleInfo k\w+Module\{\s*\.name = "([^"]+)"', file.read()))
    return sorted(there - NOT_ASKED)


MODULE_NAMES = module_names()


def question():
    with open(ASK) as file:
        return f"MODULES = {MODULE_NAMES!r}\n" + file.read()


def flatten(answer):
    """{"math": {...}, "collections.Counter": {...}}; None for a module that is not there."""
    owners = {}
    for module, names in answer.items():
        owners[module] = None if names is None else set(names)
        for name, members in (names or {}).items():
            if members is not None:
                owners[f"{module}.{name}"] = set(members)
    return owners


def record():
    sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
    from oracle import Oracle

    with Oracle("3.14", seconds=120) as oracle:
        answer = oracle.ask_one({"source": question(), "name": "ask_names.py"})
    if not answer.get("stdout"):
        sys.exit(f"ask_names.py failed under CPython:\n{answer.get('stderr', answer)}")
    owners = flatten(json.loads(answer["stdout"]))
    for owner in sorted(owner for owner, names in owners.items() if names is None):
        print(f"{owner}: CPython 3.14 has no such module (the oracle's may lack it); nothing is recorded or compared for it")
        del owners[owner]
    with open(NAMES, "w") as file:
        file.write("# What CPython 3.14 has: module_names.py --record wrote this.\n")
        for owner in sorted(owners):
            file.write(textwrap.fill(f"{owner}: {' '.join(sorted(owners[owner]))}", 120, subsequent_indent="  ") + "\n")


def recorded():
    owners, owner = {}, None
    for line in open(NAMES):
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            owner, line = line.split(":", 1)
            owners[owner] = set()
        owners[owner].update(line.split())
    return owners


class Reason:
    def __init__(self, line):
        what, self.text = line.split(" -- ", 1)
        self.owner, names = what.split(":", 1)
        self.patterns = names.split()
        self.used = set()

    def covers(self, owner, name):
        if not fnmatch.fnmatchcase(owner, self.owner):
            return False
        for pattern in self.patterns:
            if fnmatch.fnmatchcase(name, pattern):
                self.used.add(pattern)
                return True
        return False


def reasons():
    with open(REASONS) as file:
        lines = [line.rstrip("\n") for line in file]
    return [Reason(line) for line in lines if line and not line.startswith("#")]


def asked(pysub):
    done = subprocess.run([pysub, "-"], input=question(), capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit("ask_names.py failed under pysub:\n" + done.stderr)
    return flatten(json.loads(done.stdout))


def compare(pysub, known):
    """(problems, {module: [Reason]})"""
    problems, used = [], {}
    theirs, ours = recorded(), asked(pysub)
    problems += [f"{name} is not in cpython_names.txt: --record, then --write" for name in MODULE_NAMES if name not in theirs]
    for owner in sorted(theirs):
        if owner not in ours:
            continue  # a class whose name is missing, or no class here: said of the name
        if ours[owner] is None:
            problems.append(f"{owner}: there is no such module")
            continue
        missing = theirs[owner] - ours[owner]
        missing |= {name for name in theirs[owner] & ours[owner] if f"{owner}.{name}" in theirs and f"{owner}.{name}" not in ours}
        for name in sorted(missing):
            found = [reason for reason in known if reason.covers(owner, name)]
            if not found:
                problems.append(f"{owner}.{name} is missing without a reason in tests/modules/missing.txt")
                continue
            used.setdefault(owner, [])
            if found[0] not in used[owner]:
                used[owner].append(found[0])
    for reason in known:
        for pattern in reason.patterns:
            if pattern not in reason.used:
                problems.append(f"missing.txt: {reason.owner}: {pattern} is not missing")
    return problems, used, theirs, ours


def table(used, theirs, ours):
    modules = [owner for owner in theirs if ours.get(owner) is not None and not is_class(owner, theirs)]
    rows = []
    for module in sorted(modules):
        all_names = len(theirs[module]) + sum(len(theirs[owner]) for owner in theirs if class_of(owner, module, theirs))
        there = len(theirs[module] & ours[module])
        there += sum(len(theirs[owner] & ours[owner]) for owner in theirs if class_of(owner, module, theirs) and owner in ours)
        parts = [(owner, reason) for owner in sorted(used) if owner == module or class_of(owner, module, theirs) for reason in used[owner]]
        # The same reason of several classes is said once.
        lines, seen = [], set()
        for owner, reason in parts:
            if id(reason) in seen:
                continue
            seen.add(id(reason))
            prefix = "" if owner == module else reason.owner[len(module) + 1 :] + "."
            shown = [f"`{prefix}{pattern}`" for pattern in reason.patterns]
            lines.append((", ".join(shown), reason.text))
        if not lines:
            rows.append(f"| {escape(module)} | {there} of {all_names} | nothing | |\n")
        for i, (shown, text) in enumerate(lines):
            first = f"{escape(module)} | {there} of {all_names}" if i == 0 else " | "
            rows.append(f"| {first} | {shown} | {text} |\n")
    return OVERVIEW + "".join(rows)


def escape(text):
    return text.replace("__", "\\_\\_")


def is_class(owner, theirs):
    module, _, name = owner.rpartition(".")
    return module in theirs and name in theirs[module] and owner not in MODULE_NAMES


def class_of(owner, module, theirs):
    return owner.rpartition(".")[0] == module and is_class(owner, theirs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pysub")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.record:
        return record()
    problems, used, theirs, ours = compare(options.pysub, reasons())
    with open(DOCUMENT) as file:
        document = file.read()
    before, rest = document.split(BEGIN)
    fresh = before + BEGIN + "\n" + table(used, theirs, ours) + "\n" + END + rest.split(END)[1]
    if options.write:
        with open(DOCUMENT, "w") as file:
            file.write(fresh)
    elif fresh != document:
        problems.append("docs/modules.md is stale: run tests/modules/module_names.py --pysub PYSUB --write")
    print("\n".join(problems) or f"{len(theirs)} modules and classes: every name is there or has its reason")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
