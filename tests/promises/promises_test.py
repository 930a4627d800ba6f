#!/usr/bin/env python3
"""The promises that can be shown by a script of the sandbox shell.

    promises_test.py PYSUB_SHELL CASES [FILTER]
"""

import difflib
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import end_if_listing, is_wanted


class Case:
    def __init__(self, title, lines):
        self.title = title
        self.script, self.status, self.stdout, self.stderr = [], 0, [], None
        target = self.script
        for line in lines:
            if match := re.fullmatch(r"--- status (\d+)", line):
                self.status, target = int(match[1]), self.stdout
            elif line == "--- stderr":
                self.stderr = target = []
            else:
                target.append(line)
        for part in (self.script, self.stdout, self.stderr or []):
            while part and part[-1] == "":
                part.pop()

    def play(self, shell):
        """What is wrong, or nothing."""
        ran = subprocess.run(
            [shell, "-c", "\n".join(self.script)], capture_output=True, timeout=100, stdin=subprocess.DEVNULL
        )
        wrong = []
        if ran.returncode != self.status:
            wrong.append(f"status {ran.returncode}, not {self.status}")
        out = ran.stdout.decode(errors="replace").splitlines()
        err = ran.stderr.decode(errors="replace").splitlines()
        wrong += list(difflib.unified_diff(self.stdout, out, "promised", "printed", lineterm="", n=1))
        if self.stderr is None:
            wrong += ["stderr: " + line for line in err]
        elif self.stderr and self.stderr[0].startswith("~"):
            wrong += [f"not in stderr: {w}\n{err}" for w in (l[1:] for l in self.stderr) if w not in "\n".join(err)]
        else:
            wrong += list(difflib.unified_diff(self.stderr, err, "promised", "stderr", lineterm="", n=1))
        return wrong


def cases_of(path):
    title, lines = None, []
    for line in open(path, encoding="utf-8").read().split("\n"):
        if line.startswith("### "):
            if title:
                yield Case(title, lines)
            title, lines = line[4:], []
        elif title:
            lines.append(line)
    if title:
        yield Case(title, lines)


def main():
    shell, path = sys.argv[1:3]
    wanted = "".join(sys.argv[3:4]).replace("--cases", "")
    cases = [case for case in cases_of(path) if wanted in case.title and is_wanted(case.title)]
    end_if_listing(case.title for case in cases)
    passed = failed = 0
    for case in cases:
        try:
            wrong = case.play(shell)
        except subprocess.TimeoutExpired:
            wrong = ["did not end"]
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print(f"FAIL {case.title}")
            print("\n".join("  " + line for line in wrong))
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
