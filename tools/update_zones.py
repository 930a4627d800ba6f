#!/usr/bin/env python3
"""Writes shell/zone_names.inc, the names of time zones and their rules, from this machine's tzdata.

    update_zones.py [/usr/share/zoneinfo]

Of each file only the rule at its end is taken: what the zone does today and from now on.
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SKIPPED = {"posix", "right", "localtime", "posixrules", "leapseconds", "Factory"}


def rules(folder):
    """Names by their rule."""
    found = {}
    for directory, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - SKIPPED)
        for file in sorted(set(files) - SKIPPED):
            path = os.path.join(directory, file)
            data = open(path, "rb").read()
            if data.startswith(b"TZif") and data.endswith(b"\n"):
                found.setdefault(data[:-1].rsplit(b"\n", 1)[1].decode(), []).append(os.path.relpath(path, folder))
    return found


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/zoneinfo"
    with open(os.path.join(ROOT, "shell", "zone_names.inc"), "w", encoding="ascii") as out:
        out.write("// Written by tools/update_zones.py. What each zone of tzdata does today, and the zones' names.\n")
        for rule, names in sorted(rules(folder).items()):
            lines, line = [], ""
            for name in sorted(names):
                if len(line) + len(name) > 80:
                    lines.append(line)
                    line = ""
                line += " " + name
            lines.append(line + " ")
            out.write(f'{{"{rule}",\n' + "\n".join(f' "{text}"' for text in lines) + "},\n")


if __name__ == "__main__":
    main()
