#!/usr/bin/env python3
"""Each test that docs/security.md names is there, and each rule that a comment cites (T-001 ...) is in its table. Decisions have the form
that docs/decisions/README.md gives them, and those that code and pages cite are there."""

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

decisions = {path.name[:3]: path for path in sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))}
for number, path in decisions.items():
    text = path.read_text()
    if not re.match(rf"# {number} \S.*\n\nStatus: (accepted|replaced by \d{{3}}).*\nQuestion: \S", text):
        complaints.append(f"{path.relative_to(ROOT)} does not begin with title, status and question")
    complaints += [f"{path.relative_to(ROOT)} has no part {part}" for part in ("Decision", "Why", "Price") if f"\n## {part}\n" not in text]
missing = {f"{number:03}" for number in range(1, int(max(decisions)) + 1)} - set(decisions)
complaints += [f"docs/decisions/README.md does not say what became of {number}" for number in sorted(missing)
               if f"no {number}:" not in (ROOT / "docs/decisions/README.md").read_text()]
cited = subprocess.run(["git", "grep", "-ohiE", r"\bdecisions? [0-9]{3}\b|decisions/[0-9]{3}"], cwd=ROOT, capture_output=True, text=True).stdout
complaints += [f"decision {number} is cited and not there" for number in sorted(set(re.findall(r"\d{3}", cited)) - set(decisions))]
designs = subprocess.run(["git", "grep", "-nE", r"\bDESIGN( [0-9]|\b)", "--", "*.cc", "*.h", "*.inc", "*.def", "*.py", "*.md", ":!tests/lint/doc_tests.py"],
                         cwd=ROOT, capture_output=True, text=True).stdout
complaints += [f"{line.split(':', 2)[0]}:{line.split(':', 2)[1]} cites a DESIGN, which is no page of this tree" for line in designs.splitlines()]
print("\n".join(complaints) or f"{len(tests)} tests, {len(rules)} rules, {len(decisions)} decisions")
sys.exit(1 if complaints else 0)
