#!/usr/bin/env python3
"""A name of a namespace means one type: a struct, class or enum that is defined in two files under one name is an error.

    one_definition.py ROOT

Linkers take one of two constructors of the same name, and no compiler sees both: what is a struct of three fields here becomes one of seven
(such a pair made numbers of several words write where they liked, in builds that inlined less). Types in unnamed namespaces are their file's own.
"""

import collections
import re
import sys
from pathlib import Path

FOLDERS = ("lexer", "parser", "compiler", "vm", "stdlib", "osbridge", "shell")
OPENS = re.compile(r"^(?:inline )?namespace ([\w:]*)(?: PYSUB_API)? ?\{")
CLOSES = re.compile(r"^\}  // (?:inline )?namespace(?: [\w:]+)?$")
TYPE = re.compile(r"^(?:template <.*> )?(?:struct|class|enum class|enum|union) (?:\[\[\w+\]\] )?(?:alignas\(\S+\) )?(\w+)(?:<.*>)?(?: final)?(?: : [^;{]*)? ?(\{|:$|:? [^;]*$|$)")


def definitions(path):
    """(namespace::name, line) of the types that the file defines at the top level of a namespace that has a name."""
    spaces = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := OPENS.match(line):
            spaces.append(found[1])
        elif CLOSES.match(line):
            if not spaces: sys.exit(f'{path}:{number}: closes no namespace')
            spaces.pop()
        elif (found := TYPE.match(line)) and "" not in spaces and not line.rstrip().endswith(";"):
            if "<" in line.split(found[1], 1)[1].split("{")[0].split(":")[0]:
                continue  # a specialisation
            yield "::".join([*spaces, found[1]]), number


def find(root):
    where = collections.defaultdict(list)
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cc", ".h"):
                for name, line in definitions(path):
                    where[name].append(f"{path.relative_to(root)}:{line}")
    return where


def main():
    where = find(Path(sys.argv[1]))
    twice = {name: places for name, places in where.items() if len({place.split(":")[0] for place in places}) > 1}
    for name, places in sorted(twice.items()):
        print(f"{name} is defined {len(places)} times: {', '.join(places)}")
    print(f"{len(where)} types, {len(twice)} of them defined more than once")
    sys.exit(1 if twice or len(where) < 500 else 0)


if __name__ == "__main__":
    main()
