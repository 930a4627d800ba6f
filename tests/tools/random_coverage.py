#!/usr/bin/env python3
"""What the random programs of differential.py reach: syntax, opcodes, builtins and methods.

    tests/tools/random_coverage.py --pysub=build/fast/bin/pysub [--first N] [--count N]

Prints a table, and below it what no program of these seeds has.
"""

import argparse
import ast
import collections
import concurrent.futures
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import coverage
import random_programs
import random_topics

# Of the subset's grammar; CPython 3.14 has more (classes, match statements, type comments).
SYNTAX = """AnnAssign Assert Assign AsyncFor AsyncFunctionDef AsyncWith AugAssign Break Continue Delete Expr For FunctionDef Global If
Import ImportFrom Nonlocal Pass Raise Return Try TryStar While With Attribute Await BinOp BoolOp Call Compare Constant Dict DictComp
GeneratorExp IfExp JoinedStr Lambda List ListComp Name NamedExpr Set SetComp Slice Starred Subscript Tuple UnaryOp Yield YieldFrom""".split()
# What the ast module of this python3 may not know: told by the text.
NEWER_SYNTAX = {
    "TemplateStr": r"\bt['\"]",
    "TypeAlias": r"\btype \w+(\[.*?\])? =",
    "TypeVar": r"\bdef \w+\[",
    "ParamSpec": r"\[.*\*\*P\b.*\] ?[=(]",
    "TypeVarTuple": r"\[.*\*Ts\b.*\] ?[=(]",
    "except A, B:": r"except \w+, \w+:",
    "star in index": r"\w\[\*",
    "async comprehension": r"async for \w+ in [^:\n]*[\])}]",
    "walrus in comprehension": r"[\[({]\(?\w+ := .* for ",
    "return in finally": r"finally:(\n.*)?\n? +return ",
    "add_note": r"add_note",
    "raise from": r"raise .* from ",
}


def program(seed):
    return (random_topics if seed % 2 else random_programs).program(seed)


def reached(pysub, seed):
    """(syntax, opcodes, natives)"""
    source = program(seed)
    syntax = {name for name, pattern in NEWER_SYNTAX.items() if re.search(pattern, source)}
    try:
        syntax |= {type(node).__name__ for node in ast.walk(ast.parse(source))}
    except SyntaxError:
        pass  # newer than this python3, or wrong on purpose
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.py"), "w", encoding="utf-8", newline="") as file:
            file.write(source)
        listing = coverage.run([pysub, "--dump=code", "p.py"], folder)
        opcodes = set(re.findall(r"^ +(?:\d+ +)?\d+ ([A-Z][A-Z_0-9]+)", listing, re.M))
        trace = coverage.first_lines([pysub, "--trace", "p.py"], folder, "")
    called = set()
    for opcode, callee in set(re.findall(coverage.TRACED, trace, re.M)):
        opcodes.add(opcode)
        called.add(callee)
    called |= {coverage.FUSED[op] for op in coverage.FUSED if op in opcodes}
    return syntax, opcodes, called


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pysub", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    pysub = os.path.abspath(options.pysub)
    syntax, opcodes, called = set(), set(), set()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(lambda seed: reached(pysub, seed), range(options.first, options.first + options.count)):
            syntax |= found[0]
            opcodes |= found[1]
            called |= found[2]
    groups = collections.defaultdict(list)
    groups["syntax"] = sorted([*SYNTAX, *NEWER_SYNTAX])
    groups["opcodes"] = sorted(coverage.all_opcodes())
    for name in coverage.run([pysub, "-c", coverage.LIST], ".").split():
        groups[name.split(".")[0] if "." in name else "builtins"].append(name)
    missing = []
    for group, wanted in groups.items():
        absent = [name for name in wanted if name not in syntax | opcodes | called]
        print(f"{group:30} {len(wanted) - len(absent):4} of {len(wanted):4}")
        missing += absent
    for name in missing:
        print("not reached:", name)


if __name__ == "__main__":
    main()
