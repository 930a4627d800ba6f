#!/usr/bin/env python3
"""Counts the instructions of small programs with callgrind: numbers that noise does not touch.

    instructions.py [--check | --update | --only-run] [--pysub PATH] [--match TEXT]

instructions.json has the count of each program with the release build (clang 19, LTO). --check fails when one takes more than
3 % more than that; --update writes what is measured now. What the dynamic loader and the C library do is counted, too:
the release build is static, so the same commit counts the same on the same userland. --only-run runs each program once, without
counting: what tools/build_with_profile learns from.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUDGET = os.path.join(HERE, "instructions.json")
ALLOWED = 1.03
# The C library chooses its copies and searches by the processor: here always those that every processor has.
ENVIRONMENT = {"PATH": os.environ["PATH"], "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-ERMS,-FSRM,-AVX_Fast_Unaligned_Load"}
LIMITS = ["--max-memory=1GB", "--max-duration=600", "--max-steps=1000000000000", "--max-allocations=1000000000000", "--max-output=1GB"]

# Small ones: callgrind is some fifty times slower than the machine.
PROGRAMS = {
    "start": "pass",
    "calls": "def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nf(18)",
    "keywords": "def f(a, b=1, *, c=2): return a + b + c\nfor i in range(5000): f(i, c=3); f(a=i)",
    "stars": "def f(a, b=1, **k): return a + b + len(k)\ndef w(*a, **k): return f(*a, **k)\nfor i in range(2000): w(i); w(i, b=2, c=3); f(*(i, 2)); f(i, **{'x': 1})",
    "closures": "def make():\n    n = 0\n    def inc():\n        nonlocal n\n        n += 1\n        return n\n    return inc\nf = make()\nfor i in range(10000): f()",
    "loops": "n = 0\nfor i in range(20000):\n    if i % 3: n += i & 255\n    else: n -= 1",
    "while": "i = 0\nwhile i < 20000: i += 1",
    "floats": "x = 0.5\nfor i in range(15000): x = x * 1.0000001 + i / 3.0 - 0.25",
    "lists": "a = [0] * 1000\nfor k in range(15):\n    for i in range(1000): a[i] = a[i - 1] + i\nb = []\nfor i in range(5000): b.append(i)",
    "dicts": "d = {}\nfor i in range(6000): d[i % 500] = d.get(i % 500, 0) + 1\nfor k, v in d.items(): d[k] = v + 1",
    "records": "rows = [{'a': i, 'b': str(i), 'c': i * 2} for i in range(1500)]\nn = 0\nfor r in rows: n += r['a'] + r['c'] + len(r['b'])\nrows.sort(key=lambda r: -r['a'])",
    "strings": "out = []\nfor i in range(2000): out.append(f'{i:05d}-{i % 7}' + 'x'.upper())\n','.join(out).split(',')",
    "format": "for i in range(1500): '%d %s %.2f' % (i, 'a', i / 3); '{:>8}'.format(i)",
    "exceptions": "for i in range(4000):\n    try:\n        if i % 2: raise ValueError(i)\n        [][0]\n    except (ValueError, IndexError) as e: pass",
    "generators": "def g(n):\n    for i in range(n): yield i\nsum(x for x in g(8000))",
    "comprehensions": "for k in range(10):\n    a = [x * x for x in range(1000) if x & 1]; b = {x % 97 for x in a}; c = {x: 1 for x in a}",
    "unpacking": "for i in range(4000):\n    a, (b, c), *d = i, (1, 2), 3, 4\n    a, b = b, a",
    "sort": "x = [(i * 7919) % 10007 for i in range(6000)]\nsorted(x); sorted(map(str, x)); sorted(x, key=lambda n: -n)",
    "json": "import json\nd = {'a': [1, 2.5, 'x', None] * 50, 'b': {str(i): i for i in range(200)}}\nfor i in range(6): json.loads(json.dumps(d))",
    "regex": "import re\np = re.compile(r'(\\w+)=(\\d+)')\nt = 'alpha=1 beta=22 gamma=333 ' * 40\nfor i in range(8): p.findall(t)",
    "integers": "a = 3 ** 2000\nb = 7 ** 1500\nfor i in range(60): a * b; (a * b) // b; str(a)",
    "sets": "s = set()\nfor i in range(5000): s.add(i % 700)\nfor i in range(40): s & {1, 2, 3}; s | {5}; s - {7}",
    "garbage": "for i in range(6000): a = [i]; a.append(a)",
    "compile": "source = 'def f(a, b=1):\\n    for i in range(a):\\n        if i % 2: yield {i: [b, str(i)]}\\n' * 60\ncompile(source, 'x', 'exec')",
    "imports": "import collections, itertools, functools, re, json, math, datetime, random",
}


def count(pysub, program, limits=LIMITS):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(program)
        file.flush()
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", pysub, *limits, file.name], env=ENVIRONMENT, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"instructions.py: {program[:40]!r}: {done.stderr[-400:]}")
    return int(found[1])


def only_run(pysub):
    for program in PROGRAMS.values():
        subprocess.run([pysub, *LIMITS, "-c", program], stdout=subprocess.DEVNULL, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pysub", default=os.path.join(HERE, "..", "build", "bin", "pysub"))
    parser.add_argument("--match", default="")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--only-run", action="store_true")
    options = parser.parse_args()
    if options.only_run:
        return only_run(options.pysub)
    if not shutil.which("valgrind"):
        sys.exit("instructions.py: needs valgrind: sudo apt-get install valgrind")
    budget = {}
    if os.path.exists(BUDGET):
        with open(BUDGET) as file:
            budget = json.load(file)
    over = 0
    for name, program in PROGRAMS.items():
        if options.match not in name:
            continue
        # What start-up takes is its own line.
        used = count(options.pysub, program)
        allowed = budget.get(name)
        verdict = "" if allowed is None else f"{used / allowed - 1:+.1%} of {allowed:,}"
        if allowed is None or used > allowed * ALLOWED:
            over += 1
            verdict += "  MORE" if allowed else "  no budget"
        print(f"{name:16} {used:13,}  {verdict}", flush=True)
        budget[name] = used
    if options.update:
        with open(BUDGET, "w") as file:
            file.write(json.dumps(budget, indent=1) + "\n")
    elif options.check:
        print(f"{len(PROGRAMS) - over} passed, {over} failed")
        sys.exit(1 if over else 0)


if __name__ == "__main__":
    main()
