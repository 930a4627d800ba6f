#!/usr/bin/env python3
"""Every number that a command line takes, over the edges of numbers: refused with a message and status 2 (1 where Python would
say so), or it works. Never a crash, never a hang, never something else than what was said.

    numbers_test.py PYSUB PYSUB_SHELL
"""

import json
import os
import subprocess
import sys
import tempfile

PYSUB, SHELL = sys.argv[1:3]
SECONDS = 60

COUNTS = (
    ["0", "1", "2", "3", "7", "10", "100", "255", "256", "1000"]
    + [str(2**k + d) for k in (31, 32, 62, 63, 64) for d in (-1, 0, 1)]
    + ["-1", "-0", "+1", "-9223372036854775808", "99999999999999999999999999", "1e3", "0x10", "1.5", "", " ", "1 ", " 1", "12x",
       "nan", "inf", "1,000", "\u0661", "None", "1_000"]
)
SIZES = COUNTS + [n + unit for n in ("0", "1", "211", "1023", str(2**33), str(2**54), str(2**62), "-1", "1.5", "x") for unit in ("KB", "MB", "GB", "B", "kb", "K")]
SECOND_TEXTS = COUNTS + ["1e-300", "1e-10", "1e-9", "0.001", "0.5", "1e308", "1e309", "-1e308", "-inf", "NaN", "infinity", "5s", "1e9", "1e10", "0.0", "-0.0"]

PROGRAM = "def f(n): return n and f(n - 1)\nf(3)\nprint(sum(range(50)))"
problems = []
runs = 0


def is_plain(text):
    return text.isascii() and text.isdigit()


def run(arguments, stdin=""):
    global runs
    runs += 1
    try:
        return subprocess.run(arguments, input=stdin, capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None


def check(name, arguments, accepted, expected, limits, stdin=""):
    """accepted: True, False or None (either). expected: what it prints when nothing ends it. limits: texts that may end it."""
    result = run(arguments, stdin)

    def wrong(what):
        problems.append(f"{name}: {what}: {arguments}" + (f"\n    {result.returncode} {result.stdout[:200]!r} {result.stderr[-300:]!r}" if result else ""))

    if result is None:
        return wrong("it does not end")
    if result.returncode < 0 or result.returncode >= 128 and "limit" not in result.stderr:
        return wrong("a crash")
    refused = result.returncode == 2 and not result.stdout
    if refused:
        if accepted is True:
            return wrong("refused")
        if not result.stderr.strip():
            wrong("refused without a word")
        return
    if accepted is False:
        return wrong("accepted")
    if result.returncode == 0:
        if expected is not None and result.stdout != expected:
            wrong("printed something else")
        return
    if not any(text in result.stderr for text in limits):
        wrong("ended for another reason")


def pysub_limits():
    rows = {
        "memory": (SIZES, "memory limit of"),
        "output": (SIZES, "output limit of"),
        "steps": (COUNTS, "step limit of"),
        "allocations": (COUNTS, "allocation limit of"),
        "duration": (SECOND_TEXTS, "time limit of"),
        "recursion-depth": (COUNTS, "maximum recursion depth"),
    }
    for limit, (texts, message) in rows.items():
        for text in texts:
            accepted = None
            if is_plain(text) and len(text) < 19 and limit != "recursion-depth" and limit != "duration":
                accepted = True
            if limit == "memory" and is_plain(text) and int(text) == 0:
                accepted = False
            if limit == "recursion-depth":
                accepted = is_plain(text) and 0 < int(text) <= 1_000_000
            if not text.strip("+-0123456789.eEinfaNyKMGB") == "" or text in ("", "-1", "-0", "nan", "inf", "-inf", "NaN", "infinity"):
                accepted = False
            large = is_plain(text) and int(text) >= 2**31 - 1
            ends = [] if large and limit != "duration" else [message]
            check(limit, [PYSUB, f"--max-{limit}={text}", "-c", PROGRAM], accepted, "1225\n", ends)
            if text and text[0] != "-":
                check(limit, [PYSUB, f"--max-{limit}", text, "-c", PROGRAM], accepted, "1225\n", ends)


def every_small_limit():
    for n in range(1, 400, 3):
        check("memory", [PYSUB, f"--max-memory={n}", "-c", "1"], True, "1\n", ["memory limit of"])
        check("allocations", [PYSUB, f"--max-allocations={n}", "-c", PROGRAM], True, "1225\n", ["allocation limit of"])
        check("steps", [PYSUB, f"--max-steps={n}", "-c", PROGRAM], True, "1225\n", ["step limit of"])


def snapshots(folder):
    path = os.path.join(folder, "half.snap")
    for text in COUNTS:
        good = is_plain(text) and 0 < int(text) < 2**64
        if os.path.exists(path):
            os.remove(path)
        check("--snapshot-at", [PYSUB, "run", "--snapshot-at", text, path, "-c", PROGRAM], good, None, [])
        if os.path.exists(path):
            check("resume", [PYSUB, "resume", path], True, "1225\n", [])
            for limit in ("memory", "steps", "allocations", "output"):
                check("resume " + limit, [PYSUB, "resume", f"--max-{limit}={text}", path], None, "1225\n",
                      [f"{'step' if limit == 'steps' else 'allocation' if limit == 'allocations' else limit} limit of", "limit"])
    with open(os.path.join(folder, "program.py"), "w") as file:
        file.write("open('/m/new', 'w').write('x')\nprint(1225)")
    for text in SIZES:
        check("--mount", [PYSUB, f"--mount={folder}:/m:overlay:{text}", os.path.join(folder, "program.py")], None, "1225\n",
              ["No space left", "File too large"])


def shell(folder):
    script = "for i in 1 2 3; do :; done; echo $((40 + 2))"
    for text in SECOND_TEXTS:
        try:
            value = float(text) if text.isascii() and text == text.strip() and "_" not in text else None
        except ValueError:
            value = None
        good = value is not None and 0 < value <= 1e9 and not text.startswith("+")
        check("shell --timeout", [SHELL, f"--timeout={text}", "-c", script], good, "42\n", ["time limit of"])
    path = os.path.join(folder, "shell.snap")
    for text in COUNTS:
        good = is_plain(text) and 0 < int(text) < 2**64
        if os.path.exists(path):
            os.remove(path)
        check("shell --snapshot-at", [SHELL, "--snapshot-at", text, path, "-c", script], good, None, [])
        if os.path.exists(path):
            check("shell --resume", [SHELL, "--resume", path], True, None, [])


def tool():
    for text in SECOND_TEXTS:
        check("tool --timeout", [PYSUB, "tool", "run-python", "--json", f"--timeout={text}"], None, None, [],
              json.dumps({"code": "print(1)"}))
        result = run([PYSUB, "tool", "run-python", "--json"], '{"code": "print(1)", "timeout": ' + (text or '""') + "}")
        if result is None or result.returncode != 0 or not isinstance(json.loads(result.stdout).get("text"), str):
            problems.append(f"tool, timeout {text!r} in the request: {result}")


def seeds():
    for text in COUNTS:
        check("--test-mode", [PYSUB, f"--test-mode=refusals:{text}", "-c", PROGRAM], None, "1225\n", [])


with tempfile.TemporaryDirectory() as folder:
    pysub_limits()
    every_small_limit()
    snapshots(folder)
    shell(folder)
    tool()
    seeds()
print(f"{runs} runs, {len(problems)} problems")
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
