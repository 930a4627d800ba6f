#!/usr/bin/env python3
"""Runs random programs under pysub and under CPython and compares what they print.

    differential.py [--count N | --seconds N] [--first SEED | --daily] [--native] [--syntax] [--pysub PATH]
    differential.py FILE...           runs these programs and shows the first difference of each
    differential.py --source SEED     prints the program of a seed

Against CPython 3.14 (tests/tools/oracle.py): standard output, standard error with the traceback, exit
code. With --native against the python3 that runs this script, which may be older: standard output, type
of the last exception, exit code. With --syntax the programs are damaged, never run, and the SyntaxError is
compared. With --modes every so many programs are also played in slices of fuel, with a tiny stack, with a
collection at every chance, which must change nothing. Each kind of difference is stored once, made as small
as possible, in build/differential/.
"""

import argparse
import ast
import collections
import concurrent.futures
import datetime
import hashlib
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)

import damage
import random_modules
import random_programs
import random_topics
from oracle import Oracle

NAME = "program.py"
FILES = "# files: yes\n"  # as in golden files: the program uses files, below an empty /tmp
# Classes and match statements are left out on purpose; that is told in pysub's own words.
TOP_LEVEL_AWAIT = re.compile(r"' outside (async )?function\n|outside of an asynchronous function\n")  # pysub has it
LEFT_OUT = re.compile(r"(class definitions|match statements) are not supported")


class Pysub:
    """Runs programs one at a time in a folder of its own."""

    def __init__(self, path, seconds):
        self.path = os.path.abspath(path)
        self.seconds = seconds
        self.folder = tempfile.TemporaryDirectory(prefix="differential.")

    def run(self, source, mode=None):
        with open(os.path.join(self.folder.name, NAME), "w", encoding="utf-8", newline="", errors="surrogatepass") as file:
            file.write(source)
        try:
            done = subprocess.run(
                [self.path, "--clock=virtual", "--seed=0"] + ([f"--test-mode={mode}"] if mode else []) + [NAME], cwd=self.folder.name, stdin=subprocess.DEVNULL, capture_output=True, timeout=self.seconds
            )
        except subprocess.TimeoutExpired:
            return {"lost": "timeout", "stdout": "", "stderr": "(pysub does not end)\n", "exit": -1}
        clean = lambda raw: raw.decode("utf-8", "backslashreplace").replace(self.folder.name + "/", "")
        code = done.returncode if done.returncode >= 0 else 128 - done.returncode
        return {"stdout": clean(done.stdout), "stderr": clean(done.stderr), "exit": code}


class Answers:
    """What CPython said, kept between runs: the next comparison needs only pysub."""

    def __init__(self, folder, kind):
        os.makedirs(folder, exist_ok=True)
        self.database = sqlite3.connect(os.path.join(folder, f"answers-{kind}.sqlite"), check_same_thread=False, isolation_level=None)
        self.database.execute("pragma synchronous = off")
        self.database.execute("create table if not exists answers (program text primary key, answer text)")
        self.lock = threading.Lock()
        self.oracle = None
        self.kind = kind
        with open(os.path.join(HERE, "oracle_main.py"), "rb") as file:
            self.version = file.read()

    def ask(self, source, anew=False):
        """`anew`: asks a oracle that has seen no other program."""
        key = hashlib.sha256(self.version + source.encode("utf-8", "surrogatepass")).hexdigest()
        kind = "native" if self.kind.startswith("native") else "3.14"
        request = {"source": source, "name": NAME, "files": source.startswith(FILES)}
        if anew:
            with Oracle(kind, seconds=120) as oracle:
                answer = oracle.ask_one(request)
        else:
            with self.lock:
                row = self.database.execute("select answer from answers where program = ?", (key,)).fetchone()
                if row:
                    return json.loads(row[0])
                if self.oracle is None:
                    self.oracle = Oracle(kind, seconds=20)
            answer = self.oracle.ask_one(request)
        with self.lock:
            self.database.execute("insert or replace into answers values (?, ?)", (key, json.dumps(answer)))
        return answer

    def close(self):
        if self.oracle:
            self.oracle.__exit__()


# What CPython's own code in Python (codeop, ast) warns of while it words a traceback, and what it says of
# coroutines when it frees them, where pysub runs nothing.
STRAY_WARNING = re.compile(
    r"^(?:<(?:input|unknown)>:\d+: SyntaxWarning: .*|oracle_main\.py:\d+: RuntimeWarning: coroutine '.*' was never awaited"
    r"|RuntimeWarning: Enable tracemalloc to get the object allocation traceback)\n", re.M
)
# Which of several names that are equally near is recommended: of those in a module the first that was assigned, in
# pysub the first in the source. The programs number their names, so they are all alike.
NUMBERED_NAME = re.compile(r"(Did you mean: ')[a-z]+\d+'")
# A size that does not fit the oracle's 32 bits fits pysub's 64, and is more than there is.
TOO_LONG = re.compile(r"cannot fit 'int' into an index-sized integer")
# The same where other arguments fit or do not.
OTHER_WORDS = re.compile(r"Python int too large to convert to C (?:ssize_t|long|int)\b|should not exceed 2147483647|_pydecimal")
# Frames of CPython's library, where it is written in Python.
LIBRARY_FRAME = re.compile(r'^  File "(?:/lib/python[\d.]+zip/|<frozen |oracle_main).*\n(?:    .*\n)*', re.M)
# What such a frame leaves of the traceback of an exception that was raised and caught there.
EMPTY_TRACEBACK = re.compile(r"^Traceback \(most recent call last\):\n(?!  )", re.M)
# A module that pysub has not is not recommended.
MISSING_MODULE = re.compile(r"(?:\. Did| Or did) you forget to import 'abc'\?")
# The C library of the oracle is not Linux's.
OTHER_LIBRARY = ("(68, 'Result not representable')", "(34, 'Numerical result out of range')")


def comparable(answer, native):
    stdout, error = [re.sub(r"\bat 0x[0-9a-f]+|(?<=with id=)\d+", "at 0x", answer[part]) for part in ("stdout", "stderr")]
    stdout, error = [text.replace(*OTHER_LIBRARY) for text in (stdout, error)]
    error = NUMBERED_NAME.sub(r"\1v'", error)
    error = MISSING_MODULE.sub("", EMPTY_TRACEBACK.sub("", LIBRARY_FRAME.sub("", STRAY_WARNING.sub("", error))))
    if native:
        # The type of the last exception; notes may follow its line.
        types = re.findall(r"^[\w.]*(?:Error|Exception|Exit|Interrupt|Iteration|Group)\b", error, re.M)
        error = types[-1] if types else ""
    return [("stdout", stdout), ("stderr", error), ("exit", str(answer["exit"]))]


def has_changed(source, expected, got):
    """Whether an older CPython may differ here: how deep C functions nest, the order that a failed sort leaves, what a
    slice is as a key."""
    return (
        "RecursionError" in expected + got
        or (".sort(" in source and "except" in source)
        or ("TypeError" in expected and "KeyError" in got and re.search(r"\[[^\]]*:[^\]]*\]", source) is not None)
    )


def first_difference(expected, got, native):
    """(part, expected line, other line), or None."""
    for (part, left), (_, right) in zip(comparable(expected, native), comparable(got, native)):
        if left == right:
            continue
        if part == "stdout" and got["stderr"] and right == left[: len(right)]:
            # It ended too early: why is in the last line of the traceback.
            return "early end", left[len(right) :].split("\n")[0], got["stderr"].rstrip().split("\n")[-1]
        left_lines, right_lines = left.split("\n"), right.split("\n")
        for one, other in zip(left_lines + ["(end)"], right_lines + ["(end)"]):
            if one != other:
                return part, one, other
        return part, "(end)" if len(left_lines) < len(right_lines) else left_lines[len(right_lines)], "(more or fewer lines)"
    return None


def kind_of(difference):
    """Differences with equal kinds have one cause, most likely."""
    part, expected, got = difference
    plain = lambda text: re.sub(r"\d+", "0", re.sub(r"'[^']*'|\"[^\"]*\"", "S", text))[:120]
    if part in ("early end", "stderr"):
        return part, plain(got)
    return part, plain(expected)[:12], plain(got)[:12]


class Comparison:
    def __init__(self, options):
        self.options = options
        self.folder = os.path.join(ROOT, "build", "differential")
        kind = "native" + ".".join(map(str, sys.version_info[:2])) if options.native else "3.14"
        self.answers = Answers(self.folder, kind)
        self.kinds = collections.defaultdict(list)
        self.examples = {}
        self.lock = threading.Lock()
        self.done = 0
        self.lost = []  # seeds

    def difference(self, pysub, source, modes=()):
        expected = self.answers.ask(source)
        if "lost" in expected:
            return "lost", "", ""
        got = pysub.run(source)
        if LEFT_OUT.search(got["stderr"]) or TOP_LEVEL_AWAIT.search(expected["stderr"]) and expected["stderr"] != got["stderr"]:
            return None
        if "async generator ignored GeneratorExit" in expected["stdout"]:
            return None  # nobody can close it any more, and CPython goes on with it when it frees it
        if TOO_LONG.search(expected["stdout"] + expected["stderr"]) and "MemoryError" in got["stdout"] + got["stderr"]:
            return None
        if OTHER_WORDS.search(expected["stdout"] + expected["stderr"]):
            return None
        if self.options.native and has_changed(source, str(expected), str(got)):
            return None
        found = first_difference(expected, got, self.options.native)
        for mode in modes if found is None else ():
            again = first_difference(got, pysub.run(source, mode), False)
            if again is not None:
                return ("mode " + mode,) + again[1:]
        return found

    def confirmed(self, pysub, source, modes):
        """A difference that is still there with a fresh oracle and all the time in the world."""
        found = self.difference(pysub, source, modes)
        if found is None or found[0] == "lost" or not self.options.native:
            return found
        self.answers.ask(source, anew=True)
        return self.difference(Pysub(self.options.pysub, 12 * self.options.timeout), source, modes)

    def source(self, seed):
        text = self.undamaged(seed)
        if self.options.syntax:
            while max(map(len, text.split("\n"))) > 900:  # CPython keeps 1000 bytes of a wrong line
                seed += 1_000_003
                text = self.undamaged(seed)
            # Compiled and not run: a damaged program may not end.
            text = "raise SystemExit\n" + damage.damage(text, seed)
        return text

    def undamaged(self, seed):
        if set(self.options.modules) - {"asyncio"}:
            return random_modules.program(seed, self.options.native, self.options.modules)
        if seed % 2 and not self.options.modules:
            return random_topics.program(seed, self.options.native)
        return random_programs.program(seed, self.options.native, self.options.modules)

    def work(self, seeds, end):
        pysub = Pysub(self.options.pysub, self.options.timeout)
        for seed in seeds:
            if time.monotonic() > end:
                return
            source = self.source(seed)
            modes = self.options.modes if seed % self.options.every == 0 else ()
            difference = self.confirmed(pysub, source, modes)
            with self.lock:
                self.done += 1
                if difference is None:
                    continue
                if difference[0] == "lost":
                    self.lost.append(seed)
                    continue
                kind = kind_of(difference)
                self.kinds[kind].append(seed)
                if kind not in self.examples or len(source) < len(self.examples[kind]):
                    self.examples[kind] = source

    def run(self):
        options = self.options
        end = time.monotonic() + (options.seconds or 1e9)
        lock = threading.Lock()
        numbers = iter(range(options.first, options.first + options.count if options.count else sys.maxsize))

        def seeds():
            while True:
                with lock:
                    seed = next(numbers, None)
                if seed is None:
                    return
                yield seed

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for worker in [pool.submit(self.work, seeds(), end) for _ in range(options.jobs)]:
                worker.result()
        self.report()
        self.answers.close()
        return not self.kinds

    def report(self):
        pysub = Pysub(self.options.pysub, self.options.timeout)
        ranked = sorted(self.kinds.items(), key=lambda item: -len(item[1]))
        for number, (kind, seeds) in enumerate(ranked[: self.options.show], 1):
            source = self.examples[kind]
            if not self.options.no_minimise:
                source = Minimiser(lambda text, kind=kind: self.has_kind(pysub, text, kind)).minimise(source)
            path = os.path.join(self.folder, f"{number:02}.py")
            with open(path, "w", encoding="utf-8", errors="surrogatepass") as file:
                file.write(source)
            print(f"--- {len(seeds)} programs, such as seed {seeds[0]}; smallest: {os.path.relpath(path)}")
            mode = kind[0].removeprefix("mode ")
            show(source, self.difference(pysub, source, [mode] if mode != kind[0] else ()))
        total = sum(map(len, self.kinds.values()))
        lost = f", {len(self.lost)} not judged, such as seed {self.lost[0]}" if self.lost else ""
        print(f"{self.done} programs, {total} differences of {len(self.kinds)} kinds{lost}")

    def has_kind(self, pysub, source, kind):
        mode = kind[0].removeprefix("mode ")
        found = self.difference(pysub, source, [mode] if mode != kind[0] else ())
        return found is not None and found[0] != "lost" and kind_of(found) == kind


class Minimiser:
    """Takes statements, then lines, then parts of expressions away for as long as `keeps` holds."""

    def __init__(self, keeps, seconds=6):
        self.keeps = keeps
        self.end = time.monotonic() + seconds

    def minimise(self, source):
        changed = True
        while changed and time.monotonic() < self.end:
            changed = False
            for candidates in (self.without_statements, self.without_lines, self.simpler_expressions):
                source, progress = self.shrink(source, candidates)
                changed |= progress
        return source

    def shrink(self, source, candidates):
        progress, again = False, True
        while again:
            again = False
            for smaller in candidates(source):
                if time.monotonic() > self.end:
                    return source, progress
                if len(smaller) < len(source) and self.keeps(smaller):
                    source, progress, again = smaller, True, True
                    break
        return source, progress

    def without_statements(self, source):
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            return
        lines = source.split("\n")
        statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        statements.sort(key=lambda node: node.lineno - node.end_lineno)
        for node in statements:
            first, last = node.lineno - 1, node.end_lineno
            yield "\n".join(lines[:first] + lines[last:])
            if isinstance(getattr(node, "body", None), list) and node.body[0].lineno > node.lineno:
                # The body without what is around it.
                inside = lines[node.body[0].lineno - 1 : node.body[-1].end_lineno]
                depth = node.body[0].col_offset - node.col_offset
                yield "\n".join(lines[:first] + [line[depth:] for line in inside] + lines[last:])
            yield "\n".join(lines[:first] + [" " * node.col_offset + "pass"] + lines[last:])

    def without_lines(self, source):
        lines = source.split("\n")
        for size in (8, 4, 2, 1):
            for first in range(0, len(lines), size):
                yield "\n".join(lines[:first] + lines[first + size :])

    def simpler_expressions(self, source):
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            return
        starts = [0]
        for line in source.encode().split(b"\n"):
            starts.append(starts[-1] + len(line) + 1)
        raw = source.encode()
        place = lambda node: (starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset)
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
        nodes.sort(key=lambda node: place(node)[0] - place(node)[1])
        for node in nodes:
            first, last = place(node)
            children = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
            for replacement in [raw[slice(*place(child))] for child in children] + [b"0", b"''"]:
                yield (raw[:first] + replacement + raw[last:]).decode(errors="replace")


def show(source, difference):
    for line in source.rstrip("\n").split("\n")[:40]:
        print("    " + line)
    if difference:
        part, expected, got = difference
        print(f"  {part}: CPython: {expected[:300]}\n  {' ' * len(part)}  pysub:   {got[:300]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pysub", default=os.path.join(ROOT, "build", "bin", "pysub"))
    parser.add_argument("--native", action="store_true", help="compare with this python3")
    parser.add_argument("--syntax", action="store_true", help="damage the programs and compare SyntaxErrors")
    parser.add_argument("--modules", nargs="*", default=[], help="programs over these (all: every one that random_module_grammars.py knows), or with asyncio")
    parser.add_argument("--count", type=int, help="how many programs (default 1000, or as many as --seconds allows)")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--daily", action="store_true", help="other seeds every day, the same all day")
    parser.add_argument("--source", type=int, metavar="SEED", help="print the program of a seed, run nothing")
    parser.add_argument("--modes", type=lambda text: text.split(","), default=(), help="slices,tiny-stack,gc")
    parser.add_argument("--every", type=int, default=1, help="play only one of so many programs in the modes")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=10, help="seconds that pysub has for a program")
    parser.add_argument("--show", type=int, default=20, help="how many kinds of differences to show and store")
    parser.add_argument("--no-minimise", action="store_true")
    parser.add_argument("files", nargs="*", help="programs to compare instead of random ones")
    options = parser.parse_args()
    if not options.count and not options.seconds:
        options.count = 1000
    if options.daily:
        options.first += datetime.date.today().toordinal() * 100_000
    if options.source is not None:
        sys.stdout.write(Comparison(options).source(options.source))
        return
    if not os.access(options.pysub, os.X_OK):
        sys.exit(f"differential: there is no {options.pysub}; run tools/build")
    comparison = Comparison(options)
    if options.files:
        pysub = Pysub(options.pysub, options.timeout)
        for name in options.files:
            with open(name, encoding="utf-8", newline="") as file:
                source = file.read()
            difference = comparison.difference(pysub, source)
            print(f"--- {name}: {'differs' if difference else 'same'}")
            if difference:
                show(source, difference)
        comparison.answers.close()
        return
    sys.exit(not comparison.run())


if __name__ == "__main__":
    main()
