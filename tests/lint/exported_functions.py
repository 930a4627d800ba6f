#!/usr/bin/env python3
"""Free functions of public C++ headers say PYSUB_API themselves. That of their namespace is enough for g++; clang looks at the last
declaration, which stands in a .cc file, and would hide them in the shared library."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "osbridge/include/pysub"
# A declaration: a type, a name, parameters; no definition, which each program would have a copy of.
FUNCTION = re.compile(r"^(?!(?:using|typedef|static_assert|friend|template|enum|class|struct|inline|constexpr|return|PYSUB_API|extern)\b)"
                      r"(?:\[\[\w+\]\] )?[\w:<>,&* ]+[ &*](\w+)\([^{}]*\)(?: noexcept)?$", re.S)


def declarations(text):
    """What ends with ";" outside of classes and functions. Braces of a namespace open no level."""
    text = re.sub(r"//[^\n]*|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)
    text = re.sub(r"\b(?:inline )?namespace [\w:]*(?: PYSUB_API)? ?\{", "", text)
    text = text.replace("= {}", "")  # of parameters
    level, begin = 0, 0
    for match in re.finditer(r"[{};]", text):
        level += {"{": 1, "}": -1, ";": 0}[match[0]]
        if level <= 0 and match[0] != "{":
            level = 0
            yield text[begin:match.start()].strip() if match[0] == ";" else ""
            begin = match.end()


def main():
    found = 0
    for header in sorted(HEADERS.rglob("*.h*")):
        for declaration in declarations(header.read_text()):
            match = FUNCTION.match(declaration)
            if match:
                print(f"{header.relative_to(ROOT)}: {match[1]}() is not PYSUB_API: clang hides it in libpysub.so")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
