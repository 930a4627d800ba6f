#!/usr/bin/env python3
"""Lists native loops over data of the program that never look at the clock.

    native_loops.py [--list]      fails when a function is neither here nor in native_loops.txt

Every native loop over program-sized data calls Vm::Tick with the work it is about to do. A function of vm/
or stdlib/ that has a loop must call Tick, or something that does (CALLS_TICK), before, in or behind the loop;
native_loops.txt names the others, each with the reason why its loop is bounded or counted elsewhere. Functions
are told by their text, so this finds what was forgotten, not what was hidden.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ALLOWED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "native_loops.txt")
FOLDERS = ("vm", "stdlib")

# Whatever of these a function calls looks at the clock by the work it does, or may run Python and so comes back.
CALLS_TICK = re.compile(
    r"\b(\w*Tick\w*|InPieces|SortInTime|Spend|CheckLimits|Paced|Over|IsOver|PYSUB_AWAIT\w*|TaskShouldYield|YieldTask|PYSUB_YIELD\w*"
    r"|Next|Drain|Call|CallSpread|PushTask|Resume|ResumeGenerator)\("
    # Text and tables of unknown size charge and count as they grow.
    r"|\bTextBuilder\b|\bout\.Append|\bListAppend\(|\bDictSet(Str)?\(|\bSetAdd\(|\bRepr\(|\bToStr\(|\bEqual\(|\bHash\(|\bKeyHash\("
)
LOOP = re.compile(r"\b(for|while)\s*\(|\bdo\s*\{")
# Loops whose end is written in the program text of pysub: tables, characters of a number, fixed arrays.
BOUNDED = re.compile(
    r"for\s*\([^;]*:\s*(k[A-Z]\w*|\{[^}]*\}|info\.\w+|runtime_?\.\w+)\s*\)"
    r"|for\s*\([^;]*;[^;]*<\s*(std::size\([^)]*\)|\d+|k[A-Z]\w*|static_cast<\w+>\(TypeId::kCount\))\s*;"
)
FUNCTION = re.compile(r"^(?!(namespace|struct|class|enum|union|extern \"C\"|using|typedef)\b)[A-Za-z_:<>,&*\[\] \t~]*?([\w:~]+)\((?:[^;{}]|\n)*?\)[^;{}()]*\{\s*$", re.M)


def strip(text):
    """The same text with comments, strings and characters blanked, line by line."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def functions(text):
    """(name, line, body) of the functions that begin in the first column."""
    position = 0
    while match := FUNCTION.search(text, position):
        depth, at = 1, match.end()
        while at < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        yield match.group(2), text.count("\n", 0, match.start(2)) + 1, text[match.end() : at]
        position = at


def has_open_loop(body):
    return bool(LOOP.search(BOUNDED.sub("", body)))


def findings(folders=FOLDERS, accounts=CALLS_TICK):
    """(file function, line) of the functions in `folders` that have an open loop and call nothing of `accounts`."""
    for folder in folders:
        for path, inner, names in os.walk(os.path.join(ROOT, folder)):
            inner.sort()
            for name in sorted(names):
                if not name.endswith(".cc"):
                    continue
                with open(os.path.join(path, name), encoding="utf-8") as file:
                    text = strip(file.read())
                relative = os.path.relpath(os.path.join(path, name), ROOT)
                for function, line, body in functions(text):
                    if has_open_loop(body) and not accounts.search(body):
                        yield f"{relative} {function}", line


def allowed():
    with open(ALLOWED, encoding="utf-8") as file:
        for line in file:
            key = line.split("#")[0].strip()
            if key:
                yield key


def main():
    found = dict(findings())
    if "--list" in sys.argv:
        for key, line in found.items():
            print(key, line)
        return 0
    known = set(allowed())
    # The beginning of a path stands for all that is there.
    whole = {key for key in known if " " not in key}
    def is_known(key):
        path = key.split()[0]
        return key in known or path in whole or any(path.startswith(w) for w in whole)
    new = [f"{key} (line {line}) has a loop and never calls Tick" for key, line in found.items() if not is_known(key)]
    stale = [f"{key}: in native_loops.txt, but there is nothing to excuse" for key in known - whole if key not in found]
    for line in new + stale:
        print(line)
    return 1 if new or stale else 0


if __name__ == "__main__":
    sys.exit(main())
