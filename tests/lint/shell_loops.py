#!/usr/bin/env python3
"""Lists loops of the shell over data of a script that never look at the clock.

    shell_loops.py [--list]      fails when a function has such a loop and is not in shell_loops.txt

The sibling of native_loops.py for shell/, without its commands, which count in CommandIo, and its regular
expressions, which count steps of their own. A function that has a loop must tell the budget of its work (CALLS_BUDGET); shell_loops.txt names the others, each with its reason: a single pass
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


if __name__ == "__main__":
    found = dict(native_loops.findings(FOLDERS, CALLS_BUDGET))
    sys.exit(native_loops.main(found, ALLOWED, "has a loop and never tells the budget"))
