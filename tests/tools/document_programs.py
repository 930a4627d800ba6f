#!/usr/bin/env python3
"""document_programs.py DOCUMENT DIRECTORY [LANGUAGE]: writes each ```cpp block of a Markdown document (or ```LANGUAGE block) as a program,
and the ```text block that follows it (what it prints) as its .out file. A block that is no whole program says so by
beginning with "// ..."; those are left out."""

import re
import sys
from pathlib import Path


def main() -> None:
    document, directory = Path(sys.argv[1]), Path(sys.argv[2])
    wanted = sys.argv[3] if len(sys.argv) > 3 else "cpp"
    suffix = {"cpp": ".cc", "c": ".c"}[wanted]
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", document.read_text(), re.M | re.S)
    written = 0
    for i, (language, text) in enumerate(blocks):
        if language != wanted or text.startswith("// ..."):
            continue
        if i + 1 == len(blocks) or blocks[i + 1][0] != "text":
            sys.exit(f"{document}: the program {text.splitlines()[0]!r} does not say what it prints")
        written += 1
        name = f"{document.stem}_{written}"
        (directory / f"{name}{suffix}").write_text(text)
        (directory / f"{name}.out").write_text(blocks[i + 1][1])
    if written == 0:
        sys.exit(f"{document}: no programs")


main()
