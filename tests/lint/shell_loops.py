#!/usr/bin/env python3
"""Lists loops of the shell over data of a script that never look at the clock.

    shell_loops.py [--list]      fails when a function is neither here nor in shell_loops.txt

The sibling of native_loops.py for shell/, without its commands, which count in CommandIo, and its regular
expressions, which count steps of their own. A function that has a loop
must tell the budget of its work (CALLS_BUDGET); shell_loops.txt names the others, each with its reason: a single pass
over a text whose making was counted is bounded by the memory limit, what is not a single pass is not excused.
"""

import os
import re
import sys

import native_loops

ALLOWED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shell_loops.txt")
FOLDERS = ("shell/builtins", "shell/expand", "shell/run", "shell/syntax")

# Whatever of these a function calls tells the budget, or leaves the loop to wait for another process; the parser's
# tokens are told by Lex().
CALLS_BUDGET = re.compile(
    r"\b(Tick|Spend|Look|CountCommand|CountIteration|Charge|ChargeMemory|HasRoom|Reserve|Hold|HoldMore|Add|Set|Reach"
    r"|Peek|Take|Lex|LexWordParts|LexQuotedText|SkipNewlines|Parse\w+|RunWords|RunOps|WaitChild|ReadThrough|ReadFrom"
    r"|Budget|budget|work)\b\s*[(.\-&]"
)


def allowed():
    with open(ALLOWED, encoding="utf-8") as file:
        for line in file:
            key, _, reason = line.partition("#")
            if key.strip():
                yield key.strip(), reason.strip()


def main():
    found = dict(native_loops.findings(FOLDERS, CALLS_BUDGET))
    if "--list" in sys.argv:
        for key, line in found.items():
            print(key, line)
        return 0
    known = dict(allowed())
    whole = {key for key in known if " " not in key}
    new = [f"{key} (line {line}) has a loop and never tells the budget" for key, line in found.items()
           if key not in known and key.split()[0] not in whole]
    stale = [f"{key}: in shell_loops.txt, but there is nothing to excuse" for key in known
             if key not in found and not any(one.split()[0] == key for one in found)]
    bare = [f"{key}: in shell_loops.txt without a reason" for key, reason in known.items() if not reason]
    for line in new + stale + bare:
        print(line)
    return 1 if new or stale or bare else 0


if __name__ == "__main__":
    sys.exit(main())
