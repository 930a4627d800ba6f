#!/usr/bin/env python3
"""Finds work that no limit can stop: calls everything with large arguments and measures the distance between two looks at the clock.

    clock_distance.py PROGRAM LIBRARY [--owners=REGEX] [--every=N] [--us=N] [--least=N] [--seconds=N] [--jobs=N]

LIBRARY is clock_distance.cc, built. PROGRAM is pysub, for which natives.py makes the calls, in as many runs as it takes: what a time
limit ends goes on behind the call that it ended; or pysub-shell, for which scripts.py has scripts: commands and expansions. Each function of pysub that was found between two looks that were too far apart is shown once, with the
call that took longest; ACCEPTED names those that may be found, and why.
"""

import argparse
import bisect
import collections
import concurrent.futures
import gzip
import os
import re
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import scripts

OWNERS = """
builtins math string re json collections itertools functools operator heapq bisect copy textwrap pprint fnmatch shlex graphlib base64 binascii difflib
datetime random hashlib hmac secrets calendar statistics fractions struct zlib csv decimal uuid urllib.parse unicodedata cmath gzip html ipaddress
traceback os.path array zoneinfo keyword types typing contextlib io string.templatelib colorsys
""".split()
TYPES = re.search(r'TYPES = \((.*?)\)\.split', open(os.path.join(HERE, "natives.py")).read(), re.S).group(1).replace('"', "").split()


# What the system does for memory, which it gives and takes back in one piece, and sums that nothing can split.
ACCEPTED = re.compile(
    r"Heap::|TakeMemory|GiveBack|ObjectBytes|MonotonicNanoseconds|ScratchLimbs|TextBuilder::(Grow|~)|_M_(realloc|default_append|mutate|replace)"
    r"|SipHash13|FindCodec|difflib::|re::(Parser|Tokens|CompilePattern|ProgramCache)|_Function_handler|WriteTo|HostDirectory|FileSystem"
)


class Symbols:
    """Names of the functions of a program, by address."""

    def __init__(self, program):
        rows = []
        for line in subprocess.run(["nm", "-C", "--defined-only", program], capture_output=True, text=True, check=True).stdout.splitlines():
            address, kind, name = line.split(" ", 2)
            if kind in "tTwW":
                rows.append((int(address, 16), name))
        rows.sort()
        self.addresses = [row[0] for row in rows]
        self.names = [row[1] for row in rows]

    def name(self, address):
        at = bisect.bisect_right(self.addresses, address) - 1
        name = self.names[at] if at >= 0 else "?"
        name = re.sub(r"\(anonymous namespace\)::|pysub::|\[clone [^]]*\]", "", name)
        return re.sub(r"\(.*", "", name).strip()

    def stack(self, text):
        return [] if text == "-" else [self.name(int(part, 16)) for part in text.split(",")]


class Finding:
    def __init__(self):
        self.count, self.most, self.label, self.stacks = 0, 0, "", None


def read(stream, symbols, findings, lock):
    """Goes through what a run wrote; the number and label of its last call."""
    number, label = -1, ""
    for line in stream:
        if line.startswith("CALL "):
            _, text, label = line.rstrip("\n").split(" ", 2)
            number = int(text)
            continue
        match = re.fullmatch(r"(\d+) ([\da-f,]+|-) ([\da-f,]+|-) ([\da-f,]+|-)\n", line)
        if match is None or number < 0:
            continue
        us = int(match[1])
        first, middle, second = (symbols.stack(match[i]) for i in (2, 3, 4))
        key = (middle or second or first or ["?"])[0] if middle else "after " + (first or ["?"])[0] + " .. " + (second or ["?"])[0]
        with lock:
            finding = findings[key]
            finding.count += 1
            if us > finding.most:
                finding.most, finding.label, finding.stacks = us, label, (first, middle, second)
    return number, label


def sweep(owner, options, symbols, findings, lock):
    first = 0
    slow = []
    while True:
        environment = dict(os.environ, LD_PRELOAD=os.path.abspath(options.library), CLOCK_DISTANCE_LOG="/dev/stderr", CLOCK_DISTANCE_US=str(options.us))
        process = subprocess.Popen(
            [options.pysub, f"--max-duration={options.seconds}", "--max-memory=1500MB", os.path.join(HERE, "natives.py"), owner, str(first), str(options.every)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", env=environment,
        )
        killer = threading.Timer(options.seconds * 4 + 60, process.kill)
        killer.start()
        number, label = read(process.stderr, symbols, findings, lock)
        killer.cancel()
        status = process.wait()
        if status < 0:
            print(f"{owner}: signal {-status} in {label}", flush=True)
        if status == 0:
            return slow
        if number < first:
            print(f"{owner}: status {status} before call {first}", flush=True)
            return slow
        slow.append(label)
        first = number + 1


def make_data(folder):
    """What scripts.py expects at /data."""
    size = 10**7
    texts = {
        "long": b"a" * size, "wide": "\u00e9".encode() * (size // 2), "lines": b"ab c\n" * (size // 5), "words": b"ab cd " * (size // 100),
        "numbers": b"".join(b"%d\n" % i for i in range(size // 8)), "zeros": bytes(size), "long.gz": gzip.compress(b"a" * size, 1),
    }
    for name, text in texts.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(text)


def run_script(name, script, folder, options, symbols, findings, lock):
    with tempfile.NamedTemporaryFile("r") as log:
        environment = dict(os.environ, LD_PRELOAD=os.path.abspath(options.library), CLOCK_DISTANCE_LOG=log.name, CLOCK_DISTANCE_US=str(options.us))
        process = subprocess.Popen([options.pysub, f"--timeout={options.seconds}", "--mount", f"{folder}:/data:ro", "-c", script],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        killer = threading.Timer(options.seconds * 4 + 60, process.kill)
        killer.start()
        status = process.wait()
        killer.cancel()
        if status < 0:
            print(f"signal {-status} in {name}", flush=True)
        read([f"CALL 0 {name}\n", *log], symbols, findings, lock)
    return status


def sweep_scripts(options, symbols, findings, lock):
    chosen = [item for item in scripts.scripts() if re.search(options.owners, item[0])][:: options.every]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        make_data(folder)
        statuses = list(pool.map(lambda item: run_script(*item, folder, options, symbols, findings, lock), chosen))
    print(f"{len(chosen)} scripts; ended by the time limit: {statuses.count(124)}", flush=True)


def sweep_natives(options, symbols, findings, lock):
    owners = [owner for owner in OWNERS + ["type " + name for name in TYPES] if re.search(options.owners, owner)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for owner, slow in zip(owners, pool.map(lambda owner: sweep(owner, options, symbols, findings, lock), owners)):
            print(f"{owner}: done; ended by the time limit: {len(slow)}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pysub")
    parser.add_argument("library")
    parser.add_argument("--owners", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--us", type=int, default=2000, help="a distance that is shown")
    parser.add_argument("--least", type=int, default=0, help="a distance in us that fails the test; 0: none does")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    symbols = Symbols(options.pysub)
    findings, lock = collections.defaultdict(Finding), threading.Lock()
    is_shell = "shell" in os.path.basename(options.pysub)
    (sweep_scripts if is_shell else sweep_natives)(options, symbols, findings, lock)
    for key, finding in sorted(findings.items(), key=lambda item: -item[1].most):
        first, middle, second = finding.stacks
        print(f"\n{key}: {finding.count} times, at most {finding.most} us, in {finding.label}")
        print("   then " + " < ".join((middle or [])[:6]))
        print("   from " + " < ".join(first[:5]))
        print("   to   " + " < ".join(second[:5]))
    bad = [key for key, finding in findings.items() if options.least and finding.most >= options.least and not ACCEPTED.search(key)]
    for key in bad:
        print(f"too far: {key}: {findings[key].most} us in {findings[key].label}")
    print(f"{len(findings)} functions found, {len(bad)} of them not accepted")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
