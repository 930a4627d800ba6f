#!/usr/bin/env python3
"""Runs the programs of programs.py under limits and measures what they really used.

    limits_test.py PYSUB [--only=TEXT] [--jobs=N] [--sample=N] [--slow=FACTOR]

Each program runs three times: plain under a memory limit, where its resident memory is measured; and inside
`while True: try: ... except BaseException: pass` under a time limit, where the CPU time of the run is measured; and plain under
limits of steps, allocations and output, where its CPU time and its output are. A run may take 5 % and 10 ms more time than
it was given (half of that is for pages that the system clears and takes back), and 25 % and 8 MiB more memory than an idle process and its
limit; it must end with the message of a limit or as Python would, never by a signal.

The 5 % and the 10 ms are as many times more as the machine is slower than that of ../tools/pace.py.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import end_if_listing, is_wanted
from pace import pace_of
from programs import PROGRAMS

MEMORY = 24 << 20
MEMORY_OF_TIME_RUN = 256 << 20
SECONDS = 0.2
GRACE = 0.01
SECONDS_OF_MEMORY_RUN = 2.0
STEPS, ALLOCATIONS, OUTPUT = 300_000, 30_000, 65_536
# A step is an instruction that calls or jumps back, an item looked at or some bytes copied.
SECONDS_OF_STEPS = 0.5
LIMIT = re.compile(
    r"MemoryError: (memory limit of \d+ bytes|allocation limit of \d+) exceeded"
    r"|TimeoutError: (time limit of [\d.e+-]+ s|step limit of \d+) exceeded"
    r"|OSError: output limit of \d+ bytes exceeded"
)
# Python's own ends of these programs.
ORDINARY = re.compile(r"^([A-Za-z]*(Error|Exception|Group|Exit|Iteration|Interrupt)\b|$|\S)")


def wrapped(code):
    body = "\n".join("        " + line for line in code.split("\n"))
    return f"while True:\n    try:\n{body}\n    except BaseException: pass\n"


class Usage:
    """One finished run."""

    def __init__(self, pysub, code, options):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.NamedTemporaryFile(suffix=".py") as program:
            program.write(code.encode())
            program.flush()
            start = time.monotonic()
            process = subprocess.Popen(
                [pysub, "--stats=json", "--clock=virtual", "--seed=0", *options, program.name],
                stdin=subprocess.DEVNULL,
                stdout=out if any("output" in option for option in options) else subprocess.DEVNULL,
                stderr=err,
            )
            # A run that cannot be stopped must not stop the test.
            killer = threading.Timer(120, process.kill)
            killer.start()
            _, status, usage = os.wait4(process.pid, 0)
            killer.cancel()
            self.wall = time.monotonic() - start
            self.status = os.waitstatus_to_exitcode(status)
            process.returncode = self.status
            self.process_cpu = usage.ru_utime + usage.ru_stime
            self.resident = usage.ru_maxrss * 1024
            self.written = out.seek(0, os.SEEK_END)
            size = err.seek(0, os.SEEK_END)
            err.seek(max(0, size - 4096))
            *_, self.last, stats = ["", "", *err.read().decode(errors="replace").rstrip("\n").split("\n")]
            # Of the run itself: what the system takes to start and to clean up a process is no part of it.
            self.cpu = json.loads(stats)["cpu_seconds"] if stats.startswith('{"steps"') else self.process_cpu


def complaints(name, code, pysub, idle, pace, slow):
    run = Usage(pysub, wrapped(code), [f"--max-duration={SECONDS}", f"--max-memory={MEMORY_OF_TIME_RUN}"])
    allowed = SECONDS + (SECONDS * 0.05 + GRACE) * pace
    if run.status != 1:
        yield f"{name}, repeated: exit status {run.status}: {run.last[:100]}"
    elif not LIMIT.fullmatch(run.last):
        yield f"{name}, repeated: ended with {run.last[:100]!r}"
    if run.cpu > allowed * slow:
        yield f"{name}, repeated: {run.cpu:.3f} s of CPU, {allowed:.3f} allowed"
    allowed = MEMORY_OF_TIME_RUN * 1.25 + (8 << 20) + idle.resident
    if run.resident > allowed:
        yield f"{name}, repeated: {run.resident >> 20} MiB resident, {int(allowed) >> 20} allowed"
    run = Usage(pysub, code, [f"--max-memory={MEMORY}", f"--max-duration={SECONDS_OF_MEMORY_RUN}"])
    if run.status not in (0, 1):
        yield f"{name}, plain: exit status {run.status}: {run.last[:100]}"
    allowed = MEMORY * 1.25 + (8 << 20) + idle.resident
    if run.resident > allowed:
        yield f"{name}, plain: {run.resident >> 20} MiB resident, {int(allowed) >> 20} allowed"
    allowed = SECONDS_OF_MEMORY_RUN + (SECONDS_OF_MEMORY_RUN * 0.05 + GRACE) * pace
    if run.cpu > allowed * slow:
        yield f"{name}, plain: {run.cpu:.3f} s of CPU, {allowed:.3f} allowed"
    counts = [f"--max-steps={STEPS}", f"--max-allocations={ALLOCATIONS}", f"--max-output={OUTPUT}"]
    run = Usage(pysub, code, [*counts, f"--max-memory={MEMORY_OF_TIME_RUN}"])
    if run.status not in (0, 1):
        yield f"{name}, counted: exit status {run.status}: {run.last[:100]}"
    if run.written > OUTPUT:
        yield f"{name}, counted: {run.written} bytes written, {OUTPUT} allowed"
    if run.cpu > SECONDS_OF_STEPS * pace * slow:
        yield f"{name}, counted: {run.cpu:.3f} s of CPU for {STEPS} steps"


def confirmed_complaints(found, *arguments):
    """What is wrong every time of four more, alone: caches that others empty cost a run time that it cannot help."""
    for attempt in range(4):
        if not found:
            break
        time.sleep(attempt / 2)  # what others do meanwhile may end
        found = list(complaints(*arguments))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pysub")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at a time; what fails is run again alone")
    parser.add_argument("--cases", action="store_true", help="print the names of what would be run")
    parser.add_argument("--sample", type=int, default=1, help="only each Nth program")
    parser.add_argument("--slow", type=float, default=1.0, help="of builds that are slow: more time by this factor")
    options = parser.parse_args()
    names = [name for name in PROGRAMS if re.search(options.only, name) and is_wanted(name)][:: options.sample]
    end_if_listing(names)
    idle = Usage(options.pysub, "pass", [])
    pace = pace_of(options.pysub)
    bad = 0
    arguments = lambda name: (name, PROGRAMS[name], options.pysub, idle, pace, options.slow)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        first = list(pool.map(lambda name: list(complaints(*arguments(name))), names))
    for name, found in zip(names, first):
        found = confirmed_complaints(found, *arguments(name))
        bad += bool(found)
        for line in found:
            print(line, flush=True)
    print(f"{len(names) - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
