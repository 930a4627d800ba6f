#!/usr/bin/env python3
"""Each function that SQL knows here, with values of which much work, much memory or a deep recursion may come.

    sqlite_functions_test.py SHELL [--only=TEXT] [--sample=N] [--slow=FACTOR]

The functions are those that sqlite3 lists itself, so one that a newer library brings is among them. Each is called with all pairs of
VALUES, under a limit of time and of memory and on a small stack: it must end by itself or by a limit, soon after it, and never by a
signal.
"""

import argparse
import os
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import end_if_listing, is_wanted
from pace import pace_of

SECONDS = 0.5
LATE = 0.25
MEMORY = 96 << 20
ROOM = 48 << 20
STACK = 512 << 10


def repeated(text, times):
    return f"replace(hex(zeroblob({times // 2})), '0', '{text}')"


VALUES = [
    "NULL", "-1", "9223372036854775807", "1e308", "'abc'", "x'00ff'", "'$'", "'{}'", "'{\"a\": [1, {\"b\": 2}]}'",
    "zeroblob(4000000)", repeated("a", 4_000_000), repeated("%", 400_000), repeated("_a", 400_000), repeated("[", 3000) + "||" + repeated("]", 3000),
    "'$'||" + repeated(".a", 120_000), "'$'||" + repeated("[0]", 120_000), "'$'||" + repeated("[#-1]", 60_000),
    repeated("%J", 1_000_000), repeated("%.9999d", 20_000), repeated("%*.*f", 20_000), repeated("+1 day ", 100_000),
]


def functions_of(shell):
    found = subprocess.run([shell, "-c", "sqlite3 :memory: 'select distinct name, narg from pragma_function_list order by 1, 2'"],
                           stdout=subprocess.PIPE, check=True, text=True).stdout
    return [(name, int(count)) for name, count in (line.rsplit("|", 1) for line in found.splitlines()) if name.replace("_", "").isalnum()]


def calls_of(name, count):
    if name in ("load_extension", "edit", "writefile", "readfile"):
        return []
    if count == 0:
        return [f"{name}()"]
    if count == 1:
        return [f"{name}({a})" for a in VALUES]
    more = ", 1" * (count - 2)
    calls = [f"{name}({a}, {b}{more})" for a in VALUES for b in VALUES]
    # Of any number: with one more, too.
    return calls + [f"{name}({a}, {b}, {a})" for a in VALUES[5:] for b in VALUES[5:]] if count < 0 else calls


def problem(shell, calls, pace, slow):
    """Of a run that makes these calls, one statement each; "" where there is none."""
    script = "sqlite3 :memory: <<'E'\n" + "".join(f"select length({call});\n" for call in calls) + "E\n"
    process = subprocess.Popen([shell, "--timeout", str(SECONDS), "--max-memory", str(MEMORY), "-c", script], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK)))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = usage.ru_utime + usage.ru_stime
    if process.returncode < 0:
        return f"signal {-process.returncode}"
    if seconds > (SECONDS + LATE * pace) * slow:
        return f"{seconds:.2f} s of CPU for {SECONDS}"
    if usage.ru_maxrss * 1024 > MEMORY * 1.25 + ROOM:
        return f"{usage.ru_maxrss >> 10} MiB for {MEMORY >> 20}"
    return ""


def worst(shell, calls, pace, slow):
    """The first call that is wrong, found by halves; "" where none is, each time."""
    found = problem(shell, calls, pace, slow) and problem(shell, calls, pace, slow)
    if not found:
        return ""
    for call in calls:
        if alone := problem(shell, [call], pace, slow) and problem(shell, [call], pace, slow):
            return f"{call[:150]}: {alone}"
    return f"{calls[0][:60]} ... {len(calls)} calls: {found}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shell")
    parser.add_argument("--only", default="")
    parser.add_argument("--cases", action="store_true", help="print the names of what would be run")
    parser.add_argument("--sample", type=int, default=1, help="only each Nth call of a function")
    parser.add_argument("--slow", type=float, default=1.0, help="of builds that are slow: more time by this factor")
    options = parser.parse_args()
    functions = [(name, count) for name, count in functions_of(options.shell) if options.only in name and is_wanted(name)]
    if "--cases" in sys.argv:
        end_if_listing([f"{name}/{count}" for name, count in functions])
    pace = pace_of(options.shell)
    bad = 0
    for number, (name, count) in enumerate(functions):
        calls = calls_of(name, count)
        calls = calls[number % options.sample :: options.sample] or calls
        # A run ends with the first limit: few calls in each.
        found = ""
        for at in range(0, len(calls), 8):
            found = found or worst(options.shell, calls[at : at + 8], pace, options.slow)
        bad += bool(found)
        if found:
            print(found, flush=True)
    print(f"{len(functions) - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
