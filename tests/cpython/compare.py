#!/usr/bin/env python3
"""Runs the bodies of CPython's own tests with pysub and with CPython 3.14, and counts what differs.

    compare.py --pysub build/fast/bin/pysub --tests /usr/lib/python3.11/test                 all files about what pysub has
    compare.py --pysub ... --tests ... --show test_csv test_asyncio/test_tasks               these; what differs, by cause

bodies.py makes programs of test methods, rules.py says what is outside of the subset. CPython's answers are kept in
build/cpython_tests/, by program. Nothing of CPython's text is in the tree: Debian's libpython3.11-testsuite has a folder
of tests. All of them take some minutes when the answers are there, an hour when CPython has to be asked.
"""

import argparse
import collections
import concurrent.futures
import difflib
import hashlib
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "tools"), os.path.join(HERE, "..", "modules")]

import bodies  # noqa: E402
import oracle  # noqa: E402
import rules  # noqa: E402

KEPT = os.path.join(HERE, "..", "..", "build", "cpython_tests")
NAME = "program.py"
# Tests of what pysub has not, and of CPython's own inside.
NOT_FOR_US = """
    _ capi cext clinic cmd ctypes curses db dbm distutils embed ensurepip faulthandler fcntl fork ftplib gc gdb idle importlib
    inspect lib2to3 multiprocessing nntp peg perf pickle pip poll pty pwd py_compile pydoc readline resource runpy select signal
    site smtp socket sqlite ssl subprocess support syslog tarfile telnet thread tix tk tools trace tracemalloc ttk turtle unittest
    urllib2 urllibnet venv wait wave weak winreg wsgi xml xxlimited zip dataclasses enum ast dis code codeop linecache
""".split()


def modules_of(pysub):
    """Names of the modules that pysub has."""
    source = "import sys; print(*sorted({name.partition('.')[0] for name in sys.stdlib_module_names}))"
    return set(subprocess.run([pysub, "-c", source], capture_output=True, text=True, check=True).stdout.split())


def files_of(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if f in ("test_asyncio", "test_json", "test_warnings", "test_zoneinfo")]
        for name in names:
            short = re.sub(r"^test_|\.py$", "", name)
            if name.startswith("test_") and name.endswith(".py") and not any(short.startswith(x) for x in NOT_FOR_US):
                yield os.path.relpath(os.path.join(folder, name), root).removesuffix(".py").removesuffix(os.sep + "__init__")


class Asked:
    """CPython, whose answers are kept."""

    def __init__(self, kind):
        self.kind = kind
        self.oracle = None

    def answer(self, source):
        digest = hashlib.sha1(source.encode("utf-8", "surrogatepass")).hexdigest()
        path = os.path.join(KEPT, self.kind + digest)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return json.load(file)
        try:
            source.encode()
        except UnicodeEncodeError:
            answer = {"lost": "surrogates"}
        else:
            self.oracle = self.oracle or oracle.Oracle(self.kind, 1, 12)
            request = {"source": source, "name": NAME, "files": self.kind == "3.14" and "os" in source, "fresh": False}
            answer = self.oracle.ask_one(request)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(answer, file)
        return answer


def run(pysub, source):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))

    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, NAME), "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(source)
        try:
            done = subprocess.run([pysub, "--clock=virtual", "--seed=0", NAME], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return {"lost": "timeout"}
    return {
        "stdout": done.stdout.decode("utf-8", "replace"),
        "stderr": done.stderr.decode("utf-8", "replace")[-3000:],
        "exit": done.returncode,
    }


def lines(answer):
    if "lost" in answer:
        return ["LOST " + answer["lost"]]
    out = [rules.scrubbed(line) for line in answer["stdout"].split("\n")]
    if answer["exit"]:
        out.append(f"EXIT {answer['exit']} {answer['stderr'].strip().rpartition(chr(10))[2][:200]}")
    return out


def pairs(want, got):
    """Lines that differ, beside each other."""
    if len(want) == len(got):
        return [(x, y) for x, y in zip(want, got) if x != y]
    found = []
    for kind, i1, i2, j1, j2 in difflib.SequenceMatcher(None, want, got, False).get_opcodes():
        if kind != "equal":
            for k in range(max(i2 - i1, j2 - j1)):
                found.append((want[i1 + k] if i1 + k < i2 else "-", got[j1 + k] if j1 + k < j2 else "-"))
    return found


def judged(file, test, differing, native):
    """The reason why a body is outside of the subset or None, and the lines that no rule explains."""
    reason = None
    rest = []
    tainted = False
    for want, got in differing:
        rule = next((r for r in rules.RULES if r.fits(want, got, file, test)), None)
        why = rule.reason if rule else None
        if rule is None and rules.without_numbers(want) == rules.without_numbers(got):
            why = rules.NUMBERS
        if why is None and got not in ("", "-") and rules.without_line(got) in native:
            why = rules.NATIVE
        tainted = tainted or bool(rule and rule.taints)
        if why:
            reason = reason or why
        elif not tainted or not (re.search("NameError|UnboundLocalError|AttributeError", want + got) or "-" in (want, got)):
            rest.append((want, got))
    return reason, rest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pysub", required=True)
    parser.add_argument("--tests", required=True, help="CPython's Lib/test")
    parser.add_argument("--show", action="store_true", help="show what no rule explains")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    options.pysub = os.path.abspath(options.pysub)
    os.makedirs(KEPT, exist_ok=True)
    library = bodies.Library(options.tests, modules_of(options.pysub))
    cpython, native = Asked("3.14"), Asked("native")
    reasons = collections.Counter()
    left = {}
    count = same = 0
    for file in options.files or sorted(files_of(options.tests)):
        path = os.path.join(options.tests, file)
        path = path + ".py" if os.path.exists(path + ".py") else os.path.join(path, "__init__.py")
        programs = dict(bodies.programs(library, path))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = dict(zip(programs, pool.map(lambda source: run(options.pysub, source), programs.values())))
        for test, source in programs.items():
            count += 1
            differing = pairs(lines(cpython.answer(source)), lines(answers[test]))
            if not differing:
                same += 1
                continue
            there = {rules.without_line(line) for line in lines(native.answer(source))}
            reason, rest = judged(file, test, differing, there)
            if rest:
                cause = (file, rules.without_line(rest[0][0])[:200], rules.without_line(rest[0][1])[:200])
                left.setdefault(cause, []).append(test)
            else:
                reasons[reason] += 1
    print(f"{count} bodies: {same} equal, {sum(reasons.values())} outside of the subset, {sum(map(len, left.values()))} different")
    for reason, number in reasons.most_common():
        print(f"{number:6} {reason}")
    if options.show:
        for (file, want, got), tests in left.items():
            print(f"{file} {tests[0]}, {len(tests)} in all\n   CPython {want}\n   pysub   {got}")


if __name__ == "__main__":
    main()
