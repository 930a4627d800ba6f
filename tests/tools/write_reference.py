#!/usr/bin/env python3
"""Asks CPython 3.14 for facts about its builtins and writes them to tests/reference/*.json.

builtin_dirs.json  the names that dir() shows of each type, without those that pysub leaves out
signatures.json    inspect.signature of each function and method (null: it has none), first doc line
arity.json         what each answers to 0, 1, 2, 3, 4 and 9 times None and to an unknown keyword
exceptions.json    the exception tree
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from judge import Judge


def main():
    with open(os.path.join(HERE, "reference_program.py"), encoding="utf-8") as file:
        source = file.read()
    with Judge("3.14", seconds=60) as judge:
        answer = judge.ask_one({"source": source, "name": "reference.py"})
    if answer.get("exit") != 0:
        sys.exit(str(answer))
    if answer["stderr"]:
        print(answer["stderr"], file=sys.stderr)
    for name, facts in json.loads(answer["stdout"]).items():
        path = os.path.join(HERE, "..", "reference", name + ".json")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(facts, file, indent=1, ensure_ascii=False)
            file.write("\n")
        print(f"wrote tests/reference/{name}.json: {len(facts)} entries")


if __name__ == "__main__":
    main()
