#!/usr/bin/env python3
"""`pysub check` over the golden programs: no finding in those that are right, and what share of damaged ones is found.

    check_golden.py PYSUB [--golden DIR] [--damaged N] [--show] [--write]

A program is right when its expectation says that it ends with status 0 and writes nothing to standard error. Findings in such that are
true nevertheless (code that is never reached, on purpose) are listed in true_findings.txt; a line of it that is not found any more is
an error, too. The programs of bench/ count too, and random ones (tests/tools/random_programs.py) that end well.
Programs are damaged in the ways of damages.py, so that they fail or print something else; that they do is tried. What share is found of each kind
stands in docs/check.md.
"""

import argparse
import ast
import collections
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))
import golden
import random_programs
import random_topics
from damages import DAMAGES

TRUE_FINDINGS = HERE / "true_findings.txt"
AT_ONCE = 200  # programs in one call


def read(path):
    return path.read_bytes().decode("utf-8", "surrogateescape")


def right_programs(folder):
    """name -> source of each case that ends well in silence and is no difference to CPython."""
    programs = {}
    for path in sorted(folder.glob("*/*.py")):
        expected = dict(golden.blocks(read(path.with_suffix(".out"))))
        for number, case in enumerate(golden.cases(read(path))):
            block = expected.get(case.heading, "exit 1\n")
            lines = block.split("\n")
            if any(line.startswith("!") or line.startswith("exit ") for line in lines):
                continue
            programs[f"{path.parent.name}/{path.stem}:{number + 1}"] = case.source
    return programs


def more_programs(pysub, count):
    """Programs of bench/, and `count` random ones that end well in silence."""
    programs = {f"bench/{path.stem}": read(path) for path in sorted(HERE.parents[1].glob("bench/programs/*.py"))}
    seed = 0
    while count > 0:
        seed += 1
        text = random_topics.program(seed, False) if seed % 2 else random_programs.program(seed, False, ())
        done = subprocess.run([pysub, "--max-duration=10", "-"], input=text.encode(errors="surrogateescape"), capture_output=True)
        if done.returncode == 0 and not done.stderr:
            programs[f"random/{seed}"] = text
            count -= 1
    return programs


def check(pysub, programs):
    """name -> [(line, code, message)] of the programs that have findings."""
    found = collections.defaultdict(list)
    names = list(programs)
    with tempfile.TemporaryDirectory() as folder:
        for at in range(0, len(names), AT_ONCE):
            some = names[at:at + AT_ONCE]
            for number, name in enumerate(some):
                program, files = golden.split_modules(programs[name])
                for file, text in {"main.py": program, **files}.items():
                    path = Path(folder, str(number), file)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(text.encode("utf-8", "surrogateescape"))
            done = subprocess.run([pysub, "check", "--format=json", *(f"{n}/main.py" for n in range(len(some)))],
                                  cwd=folder, capture_output=True, timeout=300)
            if done.returncode not in (0, 1) or done.stderr:
                sys.exit(f"pysub check: {done.returncode} {done.stderr.decode()[-500:]}")
            for row in json.loads(done.stdout):
                found[some[int(row["file"].split("/")[0])]].append((row["line"], row["code"], row["message"]))
    return found


# ---- Damaged programs

RUN = ["--max-duration=5", "--max-memory=200MB", "--max-steps=20000000", "--clock=virtual", "--seed=1"]


def outcome(pysub, text):
    """What a program does, as far as anybody sees it. (Tracebacks quote the text, which the damage has changed.)"""
    run = subprocess.run([pysub, *RUN, "-"], input=text.encode(errors="surrogateescape"), capture_output=True)
    return run.returncode, run.stdout


def damaged_programs(programs, count, pysub, seed):
    """name -> (kind, source): `count` of each kind that fail or print something else than before (of a kind that not so many programs
    can have, fewer). Which programs those are depends on their names, so that a new golden program changes next to nothing."""
    before = {}
    result = {}
    for kind, damage in DAMAGES.items():
        made = 0
        for name in sorted(programs, key=lambda name: hashlib.sha256(f"{seed} {kind} {name}".encode()).digest()):
            if made >= count:
                break
            source = programs[name]
            try:
                text = damage(source, ast.parse(source), random.Random(f"{seed} {kind} {name}"))
            except (SyntaxError, ValueError):  # of this python3, or no UTF-8
                continue
            if text is None or text == source:
                continue
            if name not in before:
                before[name] = outcome(pysub, source)
            if before[name][0] != 0 or (kind != "code behind return" and outcome(pysub, text) == before[name]):
                continue  # (dead code never shows)
            result[f"{kind}: {name}"] = (kind, text)
            made += 1
    return result


# ---- The page

PAGE = HERE.parents[1] / "docs" / "check.md"
ROW = re.compile(r"^\| (.+?) \| (\d+) of (\d+) \|$", re.M)


def table(shares):
    rows = [f"| {kind} | {hits} of {count} |" for kind, (count, hits) in sorted(shares.items(), key=lambda row: -row[1][1] / row[1][0])]
    count, hits = map(sum, zip(*shares.values()))
    return "\n".join(["| Damage | Found |", "|---|---|", *rows, f"| **all** | {hits} of {count} |"]) + "\n"


def write_page(shares):
    text = PAGE.read_text()
    begin, end = text.index("| Damage | Found |"), text.rindex("| **all** |")
    end = text.index("\n", end) + 1
    PAGE.write_text(text[:begin] + table(shares) + text[end:])


def worse_than_the_page(shares):
    """Kinds of which less is found than the page says. (Which programs are damaged changes a little with the golden ones.)"""
    said = {kind: int(hits) / int(count) for kind, hits, count in ROW.findall(PAGE.read_text())}
    count, hits = map(sum, zip(*shares.values()))
    now = {kind: hits / count for kind, (count, hits) in shares.items()}
    problems = [f"docs/check.md says {said.get(kind, 0):.0%} of '{kind}', found are {share:.0%}" for kind, share in now.items()
                if kind not in said or share < said[kind] - 0.15]
    if hits / count < said.get("**all**", 1) - 0.02:
        problems.append(f"docs/check.md says {said.get('**all**', 0):.1%} of all, found are {hits / count:.1%}")
    return [problem + "; check_golden.py --write PYSUB" for problem in problems]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pysub", type=os.path.abspath)
    parser.add_argument("--golden", type=Path, default=HERE.parent / "golden")
    parser.add_argument("--random", type=int, default=150, help="so many random programs beside them")
    parser.add_argument("--damaged", type=int, default=20, help="so many programs of each kind")
    parser.add_argument("--write", action="store_true", help="the table of docs/check.md; else it is compared")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="findings, and damaged programs that were missed")
    arguments = parser.parse_args()
    programs = right_programs(arguments.golden) | more_programs(arguments.pysub, arguments.random)
    listed = set()
    for line in TRUE_FINDINGS.read_text().splitlines():
        if line and not line.startswith("#"):
            listed.add(line)
    found = check(arguments.pysub, programs)
    # (Random programs call wrongly and leave names out on purpose.)
    said = {f"{name} {line} {code} {message}" for name, rows in found.items() for line, code, message in rows
            if not (name.startswith("random/") and not code.startswith("unknown-"))}
    problems = [f"a finding in a program that is right: {line}" for line in sorted(said - listed)]
    problems += [f"not found any more: {line}" for line in sorted(listed - said)]
    print(f"{len(programs)} programs that are right: {len(said)} findings, of which {len(said & listed)} are known to be true")
    damaged = damaged_programs(programs, arguments.damaged, arguments.pysub, arguments.seed)
    caught = check(arguments.pysub, {name: text for name, (_, text) in damaged.items()})
    shares = collections.defaultdict(lambda: [0, 0])
    for name, (kind, text) in damaged.items():
        before = {row[1:] for row in found.get(name.split(": ", 1)[1], ())}
        is_caught = any(row[1:] not in before for row in caught.get(name, ()))
        shares[kind][0] += 1
        shares[kind][1] += is_caught
        if arguments.show and not is_caught:
            print("---- missed:", name)
            print(text)
    print(table(shares), end="")
    if arguments.write:
        write_page(shares)
    else:
        problems += worse_than_the_page(shares)
    for problem in problems[: None if arguments.show else 30]:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
