#!/usr/bin/env python3
"""What the libc++ of wasm32-wasi lacks stands only in files that are not compiled for it: locks and threads (lexer/base/threads.h has
them for both), std::from_chars() of doubles (lexer/base/read_double.h). Nor does printf's l say 64 bits there. No other test compiles for wasm32."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("lexer", "parser", "compiler", "vm", "stdlib", "osbridge", "shell")
# Left out by CMake where WASI is set, or chosen there against a file that has no threads.
NATIVE = ("lexer/base/threads.h", "lexer/base/read_double.h", "osbridge/bindings/node/", "osbridge/bindings/python/", "osbridge/worker/",
          "osbridge/sessions/", "shell/agent/", "shell/cli/", "shell/network/broker")
NEEDS_THREADS = re.compile(r"std::(mutex|recursive_mutex|shared_mutex|timed_mutex|lock_guard|unique_lock|shared_lock|scoped_lock|"
                           r"condition_variable\w*|j?thread|this_thread|async|future|promise|counting_semaphore|latch|barrier)\b")
FROM_CHARS = re.compile(r"std::from_chars\([^;]*?,\s*\*?(\w+)(?:,\s*std::chars_format::\w+)?\)")
PRINTF_LONG = re.compile(r'"[^"\n]*%[-+ #0-9.*]*l[diouxX]')
LINES_ABOVE = 12  # in which the variable that is read into is looked for


def complaints(code):
    for match in NEEDS_THREADS.finditer(code):
        yield match, "lexer/base/threads.h has Mutex, LockGuard, Signal and SleepFor()"
    for match in PRINTF_LONG.finditer(code):
        yield match, "a long has 32 bits: <cinttypes> has PRIu64"
    for match in FROM_CHARS.finditer(code):
        above = "\n".join(code[:match.start()].splitlines()[-LINES_ABOVE:])
        types = re.findall(rf"\b(\w+)[*&]? {match[1]}\b(?= =|;|,|\))", above)
        if types and types[-1] in ("double", "float"):
            yield match, "lexer/base/read_double.h has DoubleFromChars()"


def main():
    count = 0
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.suffix not in (".h", ".cc", ".inc") or path.startswith(NATIVE):
                continue
            code = re.sub(r"//.*", "", file.read_text())
            for match, instead in complaints(code):
                line = code.count("\n", 0, match.start()) + 1
                print(f"{path}:{line}: {match[0].split('(')[0]} is another thing in wasm32-wasi: {instead}")
                count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
