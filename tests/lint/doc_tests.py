#!/usr/bin/env python3
"""Each test that docs/security.md names is there, and each rule that a comment cites (T-001 ...) is in its table."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
page = (ROOT / "docs/security.md").read_text()
tests = set()
for path in (ROOT / "tests").rglob("*.cc"):
    tests |= {f"{suite}.{name}" for suite, name in re.findall(r"^TEST(?:_[FP])?\((\w+),\s*(\w+)\)", path.read_text(), re.M)}
suites = {name.split(".")[0] for name in tests}

complaints, suite = [], ""
for line in page.splitlines():
    if not line.startswith("|"):
        continue
    for name in re.findall(r"`((?:[A-Z]\w*)?\.?[A-Z]\w+)`", line.rsplit("|", 2)[1]):
        if "." not in name:
            found = name in suites
        else:
            suite = name.split(".")[0] or suite
            found = f"{suite}.{name.split('.')[1]}" in tests
        if not found:
            complaints.append(f"docs/security.md names {name}, which is no test")
rules = set(re.findall(r"^\| (T-\d{3}) ", page, re.M))
sources = subprocess.run(["git", "grep", "-ohE", r"\bT-0[0-9]{2}\b", "--", "*.cc", "*.h", "*.inc", "*.py"], cwd=ROOT,
                         capture_output=True, text=True).stdout
complaints += [f"{rule} is cited and not in docs/security.md" for rule in sorted(set(sources.split()) - rules)]
print("\n".join(complaints) or f"{len(tests)} tests, {len(rules)} rules")
sys.exit(1 if complaints else 0)
