#!/usr/bin/env python3
"""Lists native loops over data of the program that never look at the clock.

    native_loops.py [--list]      fails when a function has such a loop and is not in native_loops.txt

Every native loop over program-sized data calls Vm::Tick with the work it is about to do. A function of vm/
or stdlib/ that has a loop must call Tick, or something that does (CALLS_TICK), before, in or behind the loop;
native_loops.txt names the others, each as FILE:FUNCTION with the reason why its loop is bounded or counted elsewhere.
No file is excused as a whole, so a function that comes along is seen. Functions are told by their text, so this finds
what was forgotten, not what was hidden.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ALLOWED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "native_loops.txt")
FOLDERS = ("vm", "stdlib")

# Whatever of these a function calls looks at the clock by the work it does, or may run Python and so comes back.
CALLS_TICK = re.compile(
    r"\b(\w*Tick\w*|InPieces|SortInTime|Spend|CheckLimits|IsTimeLeft|Over|IsOver|PYSUB_SUSPEND_POINT|NativeFrameShouldYield|YieldNativeFrame|PYSUB_YIELD\w*"
    r"|Next|Materialise|Call|CallSpread|PushNativeFrame|Resume|ResumeGenerator)\("
    # Text and tables of unknown size charge and count as they grow.
    r"|\bTextBuilder\b|\bout\.Append|\bListAppend\(|\bDictSet(Str)?\(|\bSetAdd\(|\bRepr\(|\bToStr\(|\bEqual\(|\bHash\(|\bKeyHash\("
)
LOOP = re.compile(r"\b(for|while)\s*\(|\bdo\s*\{")
# Loops whose end is written in the program text of pysub: tables, characters of a number, fixed arrays.
BOUNDED = re.compile(
    r"for\s*\([^;]*:\s*(k[A-Z]\w*|\{[^}]*\}|info\.\w+|runtime_?\.\w+)\s*\)"
    r"|for\s*\([^;]*;[^;]*<\s*(std::size\([^)]*\)|\d+|k[A-Z]\w*|static_cast<\w+>\(TypeId::kCount\))\s*;"
)
# Before the braces of what is no function.
NO_FUNCTION = re.compile(r"\s*(?:\w+:\s+)*(?:template\s*<[^{}]*?>\s*)?(?:(?:constexpr|static|inline|const)\s+)*(?:namespace|struct|class|enum|union|extern|using|typedef)\b|.*=\s*$", re.S)
NAME = re.compile(r"([\w:~]+)\s*\(")


def strip(text):
    """The same text with comments, strings and characters blanked, line by line."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def functions(text):
    """(name, line, body) of the functions that are defined at the level of namespaces and classes."""
    text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.M)
    start = parens = depth = members = 0
    for mark in re.finditer(r"[{}();]", text):
        sign = mark.group()
        if depth:  # in a body
            depth += {"{": 1, "}": -1}.get(sign, 0)
            if depth == 0:
                if name:
                    yield name.group(1), text.count("\n", 0, start + name.start()) + 1, text[body : mark.start()]
                start = mark.end()
        elif sign in "()":
            parens += 1 if sign == "(" else -1
        elif members:  # in `name{...}` of a constructor's list of members
            members += {"{": 1, "}": -1}[sign]
        elif parens == 0 and sign == "{" and re.search(r"\)\s*(?:noexcept\s*)?:(?!:).*[\w>]$", text[start : mark.start()], re.S):
            members = 1
        elif parens == 0 and sign == "{":
            head = text[start : mark.start()]
            head = re.sub(r"\[\[.*?\]\]", lambda m: " " * len(m.group()), head, flags=re.S)
            name = NAME.search(head)
            if not NO_FUNCTION.match(head) and head.strip():
                depth, body = 1, mark.end()
            else:
                start = mark.end()
        elif parens == 0:
            start = mark.end()


def has_open_loop(body):
    return bool(LOOP.search(BOUNDED.sub("", body)))


def findings(folders=FOLDERS, accounts=CALLS_TICK):
    """(file:function, line) of the functions in `folders` that have an open loop and call nothing of `accounts`."""
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
                        yield f"{relative}:{function}", line


def excused(path):
    """{"FILE:FUNCTION": reason} of a list."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return {key: reason for key, _, reason in (line.partition(" ") for line in lines)}


def complaints(found, path, fault):
    """What is neither right nor in the list at `path`, and what of that list nobody needs."""
    known, name = excused(path), os.path.basename(path)
    yield from (f"{key} (line {line}) {fault}" for key, line in found.items() if key not in known)
    yield from (f"{key}: in {name}, but there is nothing to excuse" for key in known if key not in found)
    yield from (f"{key}: in {name} without a reason" for key, reason in known.items() if not reason)


def main(found, path, fault):
    if "--list" in sys.argv:
        for key, line in found.items():
            print(key, line)
        return 0
    found = list(complaints(found, path, fault))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(dict(findings()), ALLOWED, "has a loop and never calls Tick"))
