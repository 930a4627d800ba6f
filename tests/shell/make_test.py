#!/usr/bin/env python3
"""Runs Makefiles by the real make and by the shell's, each in a folder of its own, and compares what is printed, the status and the files.

    make_test.py SHELL [--only=TEXT] [--random=COUNT] [--seed=TEXT] [--keep]

The Makefiles are the cases of make_cases/*.txt; random ones come from make_random.py. Without GNU make 4.3 it is skipped (77).

A case is

    === title
    --- NAME        a file; `--- NAME @SECONDS` gives it a time
    its text
    $ make ...      a command line; several run one after the other
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/w", "TZ": "UTC0"}


class Case:
    def __init__(self, title):
        self.title, self.files, self.commands = title, [], []


def read_cases(path):
    cases, text = [], None
    for line in path.read_text().split("\n"):
        if line.startswith("=== "):
            cases.append(Case(f"{path.stem}: {line[4:]}"))
            text = None
        elif not cases:
            continue
        elif match := re.fullmatch(r"--- (\S+)(?: @(\d+))?", line):
            text = []
            cases[-1].files.append((match[1], match[2], text))
        elif line.startswith("$ "):
            cases[-1].commands.append(line[2:])
            text = None
        elif text is not None:
            text.append(line)
    return cases


def fill(folder, case):
    for name, time, text in case.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(line + "\n" for line in text))
    # (all are older than what is made from them)
    for name, time, text in case.files:
        stamp = int(time or 1_000_000)
        os.utime(folder / name, (stamp, stamp))


def tree(folder):
    found = {}
    for path in sorted(folder.rglob("*")):
        found[str(path.relative_to(folder))] = path.read_bytes() if path.is_file() else None
    return found


def run(argv, folder, environment=None):
    try:
        done = subprocess.run(argv, cwd=folder, env=environment, capture_output=True, timeout=60, stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return b"", b"does not end", -1
    return done.stdout, done.stderr, done.returncode


def play(shell, case, top):
    """What is different; empty: nothing."""
    real, ours = top / "real", top / "ours"
    for folder in (real, ours):
        folder.mkdir(parents=True)
        fill(folder, case)
    for line in case.commands:
        expected = run(["bash", "-c", line], real, ENVIRONMENT)
        got = run([shell, "--mount", f"{ours}:/w:rw", "--cwd", "/w", "-c", line], ours, ENVIRONMENT)
        place = str(real).encode()
        expected = (sort_removed(expected[0].replace(place, b"/w")), expected[1].replace(place, b"/w").replace(b"bash: line 1: ", b""), expected[2])
        got = (sort_removed(got[0]), got[1].replace(b"bash: line 1: ", b""), got[2])
        if expected != got:
            return f"$ {line}\n--- expected {expected[2]}\n{show(expected)}--- got {got[2]}\n{show(got)}"
        if tree(real) != tree(ours):
            other = {n for n in set(tree(real)) | set(tree(ours)) if tree(real).get(n, 0) != tree(ours).get(n, 0)}
            return f"$ {line}\nfiles differ: {', '.join(sorted(other))}\n"
    return ""


def sort_removed(text):
    """GNU make removes what stands in the middle in the order of its table."""
    return re.sub(rb"(?m)^rm (?!-)(.*)$", lambda m: b"rm " + b" ".join(sorted(m[1].split(b" "))), text)


def show(result):
    out = result[0].decode("utf-8", "replace")
    return out + ("" if not out or out.endswith("\n") else "\\c\n") + "".join(f"! {line}\n" for line in result[1].decode("utf-8", "replace").splitlines())


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    options = dict(a[2:].partition("=")[::2] for a in sys.argv[1:] if a.startswith("--"))
    version = shutil.which("make") and subprocess.run(["make", "--version"], capture_output=True, text=True, check=True).stdout
    if not version or not version.startswith("GNU Make 4.3"):
        print("skipped: there is no GNU make 4.3")
        sys.exit(77)
    shell = os.path.abspath(arguments[0])
    cases = [case for path in sorted((HERE / "make_cases").glob("*.txt")) for case in read_cases(path)]
    if count := int(options.get("random", 0)):
        sys.path.insert(0, str(HERE))
        from make_random import random_case
        cases += [random_case(f"{options.get('seed', 'make')}-{i}", Case) for i in range(count)]
    cases = [case for case in cases if options.get("only", "") in case.title]
    top = Path(tempfile.mkdtemp(prefix="make-"))
    failures = 0
    with ThreadPoolExecutor(2) as pool:
        for i, difference in enumerate(pool.map(lambda n: play(shell, cases[n], top / str(n)), range(len(cases)))):
            if difference:
                failures += 1
                print(f"FAILED {cases[i].title}\n{difference}")
    print(f"{len(cases)} Makefiles, {failures} differ")
    if "keep" not in options:
        shutil.rmtree(top)
    sys.exit(1 if failures or not cases else 0)


main()
