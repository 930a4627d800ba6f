#!/usr/bin/env python3
"""Finds code that asks whether there is room and then takes it without being charged: what two take so is there twice.

Natives charge with ScratchCharge, the shell with ScopedMemoryCharge, MemoryCharge and GrowingText. ALLOWED asks for another reason.
"""

import os
import re
import sys

import native_loops

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASKS = re.compile(r"heap_?\.HasRoomFor\(|budget(?:_?\.|\(\)\.|_?->)HasRoom\(")
ALLOWED = {
    "stdlib/modules/re/pattern.cc:ProgramCache::Add": "whether older patterns have to go; then it charges",
    "stdlib/modules/random.cc:GetRandBits": "what fails must not have drawn; what is made charges",
    "shell/cli/streams.cc:Streams::ReadMore": "input of the tool itself: it is the host's",
    "shell/snapshot/serialiser.cc:Serialiser::Charge": "what is loaded is charged when it is there",
    "shell/snapshot/serialiser.cc:Serialiser::HasRoom": "what is loaded is charged when it is there",
}


def main():
    found, asking = [], set()
    for folder in ("stdlib", "shell"):
        for where, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(names):
                if not name.endswith((".cc", ".h")):
                    continue
                path = os.path.join(where, name)
                with open(path, encoding="utf-8") as file:
                    text = native_loops.strip(file.read())
                if not ASKS.search(text):
                    continue
                for function, _, body in native_loops.functions(text):
                    if ASKS.search(body):
                        asking.add(f"{os.path.relpath(path, ROOT)}:{function}")
                        text = text.replace(body, "")
                found += [f"{os.path.relpath(path, ROOT)}: {line.strip()}" for line in text.split("\n") if ASKS.search(line)]
    found += [f"{key} asks and is not charged: see docs/memory-account.md" for key in sorted(asking - set(ALLOWED))]
    found += [f"{key} asks no more: take it out of ALLOWED" for key in sorted(set(ALLOWED) - asking)]
    print("\n".join(found) or f"{len(asking)} functions ask for room, each for another reason")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
