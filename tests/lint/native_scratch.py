#!/usr/bin/env python3
"""Finds code that asks whether there is room and then takes it without being charged: what two take so is there twice.

Natives charge with ScratchCharge, the shell with MemoryCharge, HeldMemory and GrowingText. ALLOWED asks for another reason.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASKS = re.compile(r"heap_?\.HasRoomFor\(|budget(?:_?\.|\(\)\.|_?->)HasRoom\(")
ALLOWED = {
    "stdlib/modules/re/pattern.cc": "whether older patterns have to go; then it charges",
    "stdlib/modules/random.cc": "what fails must not have drawn; what is made charges",
    "shell/cli/streams.cc": "input of the tool itself: it is the host's",
    "shell/snapshot/image.cc": "what is loaded is charged when it is there",
}


def main():
    found = []
    for folder in ("stdlib", "shell"):
        for where, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(names):
                path = os.path.join(where, name)
                relative = os.path.relpath(path, ROOT)
                if not name.endswith((".cc", ".h")) or relative in ALLOWED:
                    continue
                with open(path, encoding="utf-8") as file:
                    found += [f"{relative}:{number}: {line.strip()}" for number, line in enumerate(file, 1) if ASKS.search(line)]
    for line in found:
        print(line)
    if found:
        print("Charge it: see docs/memory-account.md.")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
