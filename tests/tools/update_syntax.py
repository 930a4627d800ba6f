#!/usr/bin/env python3
"""Writes what CPython 3.14 says of the programs in tests/golden_syntax and tests/golden_ast.

    tests/tools/update_syntax.py [FILE...]           one file or more; without one, all
    tests/tools/update_syntax.py --check [FILE...]   writes nothing; fails when CPython says otherwise

A file is a row of cases. A line `# ---` begins a case, the rest of the line is its title; a line
`# >>>` separates the program from what CPython makes of it: the text on standard error for a wrong
program (golden_syntax), `ast.dump` with positions for a right one (golden_ast).
"""

import argparse
import glob
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path.insert(0, HERE)

from oracle import Oracle

PROGRAM = """
import ast, json, traceback, warnings
warnings.simplefilter("ignore")
answers = []
for source in json.loads({cases!r}):
    try:
        tree = compile(source, "<string>", "exec", ast.PyCF_ONLY_AST)
        answer = {right}
    except SyntaxError as error:
        answer = "".join(traceback.format_exception_only(error))
    answers.append(answer)
print(json.dumps(answers))
"""

RIGHT = {
    "golden_syntax": '"no error\\n"',
    "golden_ast": 'ast.dump(tree, include_attributes=True) + "\\n"',
}


def read(path):
    """(comment before the cases, [[title line, program]])"""
    with open(path, encoding="utf-8", newline="") as file:
        lines = file.read().split("\n")
    head, cases, in_program = [], [], False
    for line in lines:
        if line == "# ---" or line.startswith("# --- "):
            cases.append([line, []])
            in_program = True
        elif line == "# >>>":
            in_program = False
        elif not cases:
            head.append(line)
        elif in_program:
            cases[-1][1].append(line)
    return "\n".join(head), [[title, "\n".join(body) + "\n"] for title, body in cases]


def update(path, oracle):
    head, cases = read(path)
    kind = os.path.basename(os.path.dirname(os.path.abspath(path)))
    source = PROGRAM.format(cases=json.dumps([body for _, body in cases]), right=RIGHT[kind])
    answer = oracle.ask_one(
        {"source": source, "name": "cases.py", "stdin": "", "argv": [], "fresh": True}
    )
    out = [head + "\n"] if head else []
    for (title, body), said in zip(cases, json.loads(answer["stdout"]), strict=True):
        out.append(f"{title}\n{body}# >>>\n{said}")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    files = options.files or sorted(
        glob.glob(os.path.join(TESTS, "golden_syntax", "*.txt"))
        + glob.glob(os.path.join(TESTS, "golden_ast", "*.txt"))
    )
    wrong = 0
    with Oracle("3.14", seconds=60) as oracle:
        for path in files:
            new = update(path, oracle)
            with open(path, encoding="utf-8", newline="") as file:
                old = file.read()
            if new == old:
                continue
            wrong += 1
            print(path, "differs" if options.check else "updated")
            if not options.check:
                with open(path, "w", encoding="utf-8", newline="") as file:
                    file.write(new)
    return 1 if options.check and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
