#!/usr/bin/env python3
"""Finds work that no limit can stop: calls everything with large arguments and measures the distance between two looks at the clock.

    clock_distance.py PROGRAM [--owners=REGEX] [--every=N] [--us=N] [--least=N] [--seconds=N] [--jobs=N] [--deaf=REGEX --expect=REGEX]

PROGRAM is linked with clock_distance.cc: pysub_clocked, for which natives.py makes the calls, in as many runs as it takes: what a time
limit ends goes on behind the call that it ended; or pysub-shell_clocked, for which scripts.py has scripts: commands and expansions. Each
function that was found between two looks that were too far apart is shown once, with the call that took longest, and fails the test
when it does so --least microseconds long in three more runs of that call (times the pace of a slow machine). ACCEPTED names those that may, and why.

--deaf plants a fault: looks below these functions are not seen. Then what --expect says must be on the stack of a distance of --least.
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
sys.path.insert(0, os.path.join(HERE, "..", "tools"))
import scripts
from pace import pace_of

# Of the modules that the program has, these are not called: they wait for events, or run other code without an end.
NOT_CALLED = {"asyncio", "runpy", "timeit", "py_compile", "importlib", "importlib.util", "importlib.machinery", "_frozen_importlib", "__future__"}
TYPES = re.search(r'TYPES = \((.*?)\)\.split', open(os.path.join(HERE, "natives.py")).read(), re.S).group(1).replace('"', "").split()
AGAIN = 3


# What the system does for memory, which it gives and takes back in one piece, and sums that nothing can split.
ACCEPTED = re.compile(
    r"Heap::|TakeMemory|GiveBack|ObjectBytes|ScratchLimbs|TextBuilder::(Grow|~)|_M_(realloc|default_append|mutate|replace)"
    r"|_M_fill_insert|emplace_back|SipHash13|WriteTo|HostDirectory|FileSystem|awk::(Value::DropOther|Array::Clear)"
)


# What looks at the clock is where the time passes, but not what was done in it.
LOOKING = re.compile(r"std::_Function_handler<long|shell::(Budget::(Look|Tick|Spend)|ExternalIo::Tick)|non-virtual thunk|Vm::(MonotonicNanoseconds|TimeIsLeft|CheckLimits|TickSlow)")


class Symbols:
    """Names of the functions of a program, by address."""

    def __init__(self, program):
        rows = []
        for line in subprocess.run(["nm", "-C", "--defined-only", program], capture_output=True, text=True, check=True).stdout.splitlines():
            address, kind, name = line.split(" ", 2)
            if kind in "tTwW":
                rows.append((int(address, 16), self.plain(name)))
        rows.sort()
        self.addresses = [row[0] for row in rows]
        self.names = [row[1] for row in rows]

    def plain(self, name):
        name = re.sub(r"\(anonymous namespace\)::|pysub::|\[clone [^]]*\]", "", name)
        return re.sub(r"\(.*", "", name).strip()

    def name(self, address):
        at = bisect.bisect_right(self.addresses, address) - 1
        return self.names[at] if at >= 0 else "?"

    def stack(self, text):
        """Without the detector itself."""
        names = [] if text == "-" else [self.name(int(part, 16)) for part in text.split(",")]
        return [name for name in names if not re.match("clock_distance::|__wrap_clock_gettime", name)]

    def ranges(self, pattern):
        """As CLOCK_DISTANCE_DEAF has them."""
        found = [f"{begin:x}-{end:x}" for begin, end, name in zip(self.addresses, self.addresses[1:], self.names) if re.search(pattern, name)]
        if not 0 < len(found) <= 64:
            sys.exit(f"{len(found)} functions match {pattern}")
        return ",".join(found)


class Finding:
    def __init__(self):
        self.count, self.most, self.label, self.stacks, self.again = 0, 0, "", None, None


class Findings:
    """By function, the longest of each."""

    def __init__(self):
        self.by_name, self.lock = collections.defaultdict(Finding), threading.Lock()

    def add(self, us, label, stacks, again):
        first, middle, second = stacks
        at_work = [name for name in middle if not LOOKING.match(name)]
        key = at_work[0] if at_work else "after " + (first or ["?"])[0] + " .. " + (second or ["?"])[0]
        with self.lock:
            finding = self.by_name[key]
            finding.count += 1
            if us > finding.most:
                finding.most, finding.label, finding.stacks, finding.again = us, label, stacks, again


def clock_environment(log, options):
    return dict(os.environ, CLOCK_DISTANCE_LOG=log, CLOCK_DISTANCE_US=str(options.us), CLOCK_DISTANCE_DEAF=options.deaf_ranges)


def read(stream, options, findings, again):
    """Goes through what a run wrote; the number and label of its last call. `again(number)`: what repeats a call."""
    number, label = -1, ""
    for line in stream:
        if line.startswith("CALL "):
            _, text, label = line.rstrip("\n").split(" ", 2)
            number = int(text)
            continue
        match = re.fullmatch(r"(\d+) ([\da-f,]+|-) ([\da-f,]+|-) ([\da-f,]+|-)\n", line)
        if match is None or number < 0:
            continue
        findings.add(int(match[1]), label, tuple(options.symbols.stack(match[i]) for i in (2, 3, 4)), again(number))
    return number, label


def run_natives(owner, first, step, options, findings):
    """Calls from the first on; step 0: that one only. The status, and the number and label of the last call."""
    process = subprocess.Popen(
        [options.program, "--clock=virtual", "--seed=0", f"--max-duration={options.seconds}", "--max-memory=1500MB", os.path.join(HERE, "natives.py"), owner, str(first), str(step), options.call],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", env=clock_environment("/dev/stderr", options),
    )
    killer = threading.Timer(options.seconds * 4 + 60, process.kill)
    killer.start()
    number, label = read(process.stderr, options, findings, lambda number: lambda other: run_natives(owner, number, 0, options, other))
    killer.cancel()
    return process.wait(), number, label


def sweep_owner(owner, options, findings):
    """How many calls the time limit ended."""
    first, slow = 0, 0
    while True:
        status, number, label = run_natives(owner, first, options.every, options, findings)
        if status < 0:
            print(f"{owner}: signal {-status} in {label}", flush=True)
        if status == 0:
            return slow
        if number < first:
            print(f"{owner}: status {status} before call {first}", flush=True)
            return slow
        slow += 1
        first = number + 1


def modules_of(program):
    names = subprocess.run([program, "-c", "import sys; print(*sys.builtin_module_names)"], capture_output=True, text=True, check=True).stdout.split()
    return [name for name in names if name not in NOT_CALLED]


def sweep_natives(options, findings):
    owners = [owner for owner in modules_of(options.program) + ["type " + name for name in TYPES] if re.search(options.owners, owner)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        slow = list(pool.map(lambda owner: sweep_owner(owner, options, findings), owners))
    print(f"{len(owners)} modules and types; calls ended by the time limit: {sum(slow)}", flush=True)


def make_data(folder):
    """What scripts.py expects at /data."""
    size = 10**7
    texts = {
        "long": b"a" * size, "wide": "\u00e9".encode() * (size // 2), "lines": b"ab c\n" * (size // 5), "many": b"a " * (size // 2),
        "random": b"".join(b"%09d\n" % (i * 7919 % 1000003) for i in range(size // 10)), "numbers": b"".join(b"%d\n" % i for i in range(size // 8)),
        "zeros": bytes(size), "args": b"ab cd " * (size // 100), "long.gz": gzip.compress(b"a" * size, 1),
    }
    for name, text in texts.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(text)


def run_script(name, script, folder, options, findings):
    with tempfile.NamedTemporaryFile("r") as log:
        process = subprocess.Popen([options.program, f"--timeout={options.seconds}", "--mount", f"{folder}:/data:ro", "-c", script],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clock_environment(log.name, options))
        killer = threading.Timer(options.seconds * 4 + 60, process.kill)
        killer.start()
        status = process.wait()
        killer.cancel()
        if status < 0:
            print(f"signal {-status} in {name}", flush=True)
        read([f"CALL 0 {name}\n", *log], options, findings, lambda number: lambda other: run_script(name, script, folder, options, other))
    return status


def sweep_scripts(folder, options, findings):
    forgotten = scripts.forgotten(options.program)
    if forgotten:
        sys.exit(f"scripts.py has nothing for {' '.join(forgotten)}")
    chosen = [item for item in scripts.scripts() if re.search(options.owners, item[0])][:: options.every]
    make_data(folder)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        statuses = list(pool.map(lambda item: run_script(*item, folder, options, findings), chosen))
    print(f"{len(chosen)} scripts; ended by the time limit: {statuses.count(124)}", flush=True)


def show(key, finding):
    first, middle, second = finding.stacks
    print(f"\n{key}: {finding.count} times, at most {finding.most} us, in {finding.label}")
    print("   then " + " < ".join(middle[:6]))
    print("   from " + " < ".join(first[:5]))
    print("   to   " + " < ".join(second[:5]))


def least_of(finding, options):
    """What repeated runs agree on."""
    least = finding.most
    for _ in range(AGAIN):
        if least < options.least:
            break
        findings = Findings()
        finding.again(findings)
        least = min(least, max((other.most for key, other in findings.by_name.items() if not ACCEPTED.search(key)), default=0))
    return least


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--owners", default="", help="only modules and types, or scripts, that match")
    parser.add_argument("--call", default="", help="only calls of pysub that begin so: 'set.update(numbers)'")
    parser.add_argument("--every", type=int, default=1, help="only each Nth call")
    parser.add_argument("--us", type=int, default=2000, help="a distance that is shown")
    parser.add_argument("--least", type=int, default=0, help="a distance in us that fails the test; 0: none does")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--deaf", help="functions below which no look is seen")
    parser.add_argument("--expect", help="must be on the stack of what is found then")
    options = parser.parse_args()
    if not options.expect:
        options.least = round(options.least * pace_of(options.program))
    options.symbols = Symbols(options.program)
    options.deaf_ranges = options.symbols.ranges(options.deaf) if options.deaf else ""
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder:
        if "shell" in os.path.basename(options.program):
            sweep_scripts(folder, options, findings)
        else:
            sweep_natives(options, findings)
        found = sorted(findings.by_name.items(), key=lambda item: -item[1].most)
        for key, finding in found:
            show(key, finding)
        bad = {}
        for key, finding in found:
            if options.least and not options.expect and finding.most >= options.least and not ACCEPTED.search(key):
                least = least_of(finding, options)
                if least >= options.least:
                    bad[key] = least
    print()
    for key, least in bad.items():
        print(f"too far: {key}: {least} us in {findings.by_name[key].label}")
    if options.expect:
        caught = [key for key, finding in found if finding.most >= options.least and any(re.search(options.expect, name) for name in finding.stacks[1])]
        print(f"a fault was put in; {'caught: ' + ', '.join(caught) if caught else 'not caught'}")
        sys.exit(0 if caught else 1)
    print(f"{len(found)} functions found, {len(bad)} of them too far")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
