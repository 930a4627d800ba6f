#!/usr/bin/env python3
"""Finds C++ sources that clang-format 14, that of Debian 12, would write otherwise: one width and one layout for everything (.clang-format).

Other versions lay out a few lines differently, so without this one nothing is checked.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["bench", "cmake", "compiler", "docs", "lexer", "osbridge", "parser", "shell", "stdlib", "tests", "tools", "vm"]
SKIP = 77


def clang_format():
    for name in ("clang-format-14", "clang-format"):
        path = shutil.which(name)
        if path and " 14." in subprocess.run([path, "--version"], capture_output=True, text=True).stdout:
            return path
    return None


def unlike(tool, arguments, text=None):
    result = subprocess.run([tool, "--dry-run", "-Werror", *arguments], input=text, capture_output=True, text=True, cwd=ROOT)
    return sorted({line.split(": error:")[0] for line in result.stderr.splitlines() if ": error:" in line})


def main():
    tool = clang_format()
    if tool is None:
        print("no clang-format 14 here (tools/packages test), nothing checked")
        sys.exit(SKIP)
    if not unlike(tool, ["--assume-filename=vm/vm.h"], "int  f( );\n"):
        sys.exit("format.py does not see what is wrong in a text that it is shown")
    files = [str(path) for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".cc", ".h")]
    # (g++ warns of a comment that a backslash takes to the next line, clang does not.)
    for path in files:
        for number, line in enumerate(open(path, encoding="utf-8", errors="replace"), 1):
            if line.lstrip().startswith("//") and line.rstrip("\n").endswith("\\"):
                sys.exit(f"{path}:{number}: a backslash at the end of a comment takes the next line with it")
    pieces = [files[i : i + 50] for i in range(0, len(files), 50)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [place for places in pool.map(lambda piece: unlike(tool, piece), pieces) for place in places]
    print("\n".join(found) or f"{len(files)} files are as .clang-format says")
    if found:
        sys.exit("`clang-format -i` writes them so (tools/tidy)")


if __name__ == "__main__":
    main()
