#!/usr/bin/env python3
"""Finds commands of the shell that keep a container from step to step and charge nothing.

A command whose map, set, vector or deque grows with its input calls io.Reserve() before it grows (osbridge/include/pysub/shell/command.h). A file of
shell/commands that has such a member and charges nowhere is a finding; BOUNDED has those that cannot grow with the input.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MEMBER = re.compile(r"^\s+std::(?:unordered_)?(?:multi)?(?:map|set|vector|deque|list)<.*> (\w+_)(?: = .*|\{.*\})?;", re.M)
CHARGES = re.compile(r"\b(?:Reserve|MakeRoom|HoldMore|Charge)\(|\bHeldMemory\b|\bMemoryCharge\b")
WORDS = "of the command's words, which are charged where they are made"
BOUNDED = {
    "archive/bzip2.cc": {"names_": WORDS},
    "archive/gzip.cc": {"names_": WORDS},
    "archive/xz.cc": {"names_": WORDS},
    "files/cp.cc": {"sources_": WORDS},
    "files/find_parse.cc": {"operators_": WORDS},
    "files/install.cc": {"sources_": WORDS},
    "files/ln.cc": {"targets_": WORDS},
    "files/mkdir.cc": {"operands_": WORDS},
    "files/shred.cc": {"names_": WORDS},
    "rg/glob.cc": {"jumps_": "a glob has at most 4096 bytes"},
    "system/getent.cc": {"keys_": WORDS},
    "system/parse_date.cc": {"tokens_": "a text has at most 4096 bytes"},
    "system/man.cc": {"names_": WORDS},
    "text/cmp.cc": {"names_": WORDS, "fds_": "two", "kept_": "two blocks of input", "ended_": "two", "skip_": "two"},
    "text/comm.cc": {"names_": WORDS},
    "text/csplit.cc": {"patterns_": WORDS},
    "text/cut.cc": {"ranges_": WORDS},
    "text/fmt.cc": {"words_": "a paragraph has at most kMostWords"},
    "text/numfmt.cc": {"fields_": WORDS, "words_": WORDS},
    "text/pagers.cc": {"names_": WORDS},
    "text/paste.cc": {"delimiters_": WORDS, "names_": WORDS, "columns_": WORDS},
    "text/tee.cc": {"names_": WORDS, "fds_": WORDS},
    "text/xxd.cc": {"digits_": "two"},
}


def uncharged(name, text):
    if CHARGES.search(text):
        return []
    return [f"shell/commands/{name}: {member} grows and nothing is charged" for member in MEMBER.findall(text) if member not in BOUNDED.get(name, {})]


def main():
    found = []
    for path in sorted((ROOT / "shell/commands").rglob("*.cc")):
        found += uncharged(str(path.relative_to(ROOT / "shell/commands")), path.read_text())
    rev = (ROOT / "shell/commands/text/rev.cc").read_text()
    if not uncharged("text/rev.cc", rev.replace("  Inputs inputs_;", "  std::map<std::string, int> seen_;")):
        found.append("shell_containers.py does not see a map that it is shown")
    print("\n".join(found) or "all that commands keep is charged")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
