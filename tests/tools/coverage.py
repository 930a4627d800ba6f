#!/usr/bin/env python3
"""Which builtins, methods and opcodes no golden program uses.

    tests/tools/coverage.py --pysub=build/fast/bin/pysub [--golden=tests/golden]

Every golden case is compiled (--dump=code: the opcodes that it has) and its first instructions are run
with --trace (the builtins that it calls). Fails and lists what is missing.
"""

import argparse
import concurrent.futures
import itertools
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import golden

# Calls that have an opcode of their own, and what it stands for.
FUSED = {"LEN": "len", "FOR_RANGE": "range"}

# "f:12 CALL 1 2 3 -> list.append": the callee only where it is a builtin.
TRACED = r"^ *[^ ]+:\d+ ([A-Z_0-9]+) \d+ \d+ \d+(?: -> (.+))?$"

# Not in programs that are files.
EXCLUDED = {"ECHO"}  # the value of a last expression is shown only at prompts

# Prints every function of the builtins and of the types, as --trace names them.
LIST = r"""
import builtins
found = set()


def is_native(value):
    return type(value).__name__ in ("builtin_function_or_method", "method_descriptor", "wrapper_descriptor")


def add(cls):
    for name in dir(cls):
        member = getattr(cls, name, None)
        inherited = any(hasattr(base, name) for base in cls.__bases__)
        if name.startswith("_") or inherited or not is_native(member):
            continue
        owner = getattr(member, "__objclass__", None)
        found.add(owner.__name__ + "." + name if owner else member.__qualname__)


for name in dir(builtins):
    value = getattr(builtins, name)
    if isinstance(value, type):
        found.add(value.__name__)
        add(value)
    elif is_native(value):
        found.add(name)


def generator():
    yield


async def coroutine():
    pass


async def async_generator():
    yield


waiting = coroutine()
for value in (generator(), waiting, async_generator(), {}.keys(), {}.values(), {}.items(), iter([])):
    add(type(value))
waiting.close()
for name in sorted(found):
    print(name)
"""


def first_lines(command, cwd, stdin):
    """The start of what a program writes to standard error."""
    with tempfile.TemporaryFile("w+") as given:
        given.write(stdin)
        given.seek(0)
        child = subprocess.Popen(command, cwd=cwd, stdin=given, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True, errors="replace")
        lines = list(itertools.islice(child.stderr, 100000))
        child.kill()
        child.stderr.close()
        child.wait()
    return "".join(lines)


def run(command, cwd, stdin=""):
    """What a program writes to standard output."""
    return subprocess.run(command, cwd=cwd, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=60, text=True, errors="replace").stdout


def cover(pysub, path):
    """The opcodes in and the natives called by the cases of a file."""
    opcodes, called = set(), set()
    with open(path, encoding="utf-8", newline="") as file:
        cases = golden.cases(file.read())
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.basename(path)
        for case in cases:
            with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
                file.write(case.source)
            listing = run([pysub, "--dump=code", name], folder)
            opcodes.update(re.findall(r"^ +(?:\d+ +)?\d+ ([A-Z][A-Z_0-9]+)", listing, re.M))
            limits = [f"--limit={limit}" for limit in case.limits]
            trace = first_lines([pysub, "--trace", *limits, name, *case.argv], folder, case.stdin)
            for opcode, callee in set(re.findall(TRACED, trace, re.M)):
                opcodes.add(opcode)
                called.add(callee)
            called.update(FUSED[op] for op in FUSED if op in opcodes)
    return opcodes, called


def all_opcodes():
    with open(os.path.join(HERE, "..", "..", "compiler", "opcodes.def"), encoding="utf-8") as file:
        text = file.read()
    found = set(re.findall(r"^PYSUB_OP\((\w+)(?!\w|#)", text, re.M)) - {"NAME", "I"} - EXCLUDED
    for name in re.findall(r"^PYSUB_BINARY\((\w+)\)", text, re.M):
        found.update([name, name + "_K", "I" + name, "I" + name + "_K"])
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pysub", required=True)
    parser.add_argument("--golden", default=os.path.join(HERE, "..", "golden"))
    arguments = parser.parse_args()
    pysub = os.path.abspath(arguments.pysub)
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(arguments.golden)
             for name in names if name.endswith(".py")]
    opcodes, called = set(), set()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(lambda path: cover(pysub, path), sorted(paths)):
            opcodes |= found[0]
            called |= found[1]
    in_table = all_opcodes()
    wanted = set(run([pysub, "-c", LIST], ".").split())
    missing = sorted(in_table - opcodes) + sorted(wanted - called)
    print(f"{len(in_table & opcodes)} of {len(in_table)} opcodes, "
          f"{len(wanted & called)} of {len(wanted)} builtins and methods")
    for name in missing:
        print("in no golden program:", name)
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
