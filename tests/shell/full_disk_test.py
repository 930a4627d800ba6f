#!/usr/bin/env python3
"""Commands that put something in the place of a file, while the disk is full: the file stays, or what replaces it is whole.

    full_disk_test.py SHELL [--only=TEXT]

Each command runs in an overlay of a folder whose limit is raised step by step, from none to enough. After each run the text must be
somewhere, whole: in the file as it was, or in what the command makes of it when there is room. A command that says that all went well
has done all of it, and one that failed leaves no other file behind than it says.
"""

import argparse
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import end_if_listing, is_wanted

LINES = 3000
TEXT = "".join(f"line {i} {i * 7919 % 10007}\n" for i in range(LINES))
BACK = {"f.gz": "gzip -dc f.gz", "f.bz2": "bzip2 -dc f.bz2", "f.xz": "xz -dc f.xz", "f.zip": "unzip -p f.zip", "f.tar": "tar xOf f.tar", "f.tgz": "tar xzOf f.tgz"}
PREPARE = {
    "gunzip f.gz": "gzip f", "bunzip2 f.bz2": "bzip2 f", "unxz f.xz": "xz f",
    "patch -s f /tmp/p": "sed 's/$/ more/' f > /tmp/g; diff -u f /tmp/g > /tmp/p; true", "patch -s -b f /tmp/p": "sed 's/$/ more/' f > /tmp/g; diff -u f /tmp/g > /tmp/p; true",
}
# Each with how the text is made of what it leaves.
COMMANDS = {
    "gzip f": "", "bzip2 f": "", "xz f": "", "gzip -f f": "", "zip -qm f.zip f": "", "tar cf f.tar --remove-files f": "", "tar czf f.tgz --remove-files f": "",
    "gunzip f.gz": "", "bunzip2 f.bz2": "", "unxz f.xz": "",
    "sed -i 's/$/ more/' f": "sed 's/ more$//' f", "sed -i.bak 's/$/ more/' f": "sed 's/ more$//' f",
    "sed -i -n 'p' f": "", "awk -i inplace '{ print $0 \" more\" }' f": "sed 's/ more$//' f",
    "patch -s f /tmp/p": "sed 's/ more$//' f", "patch -s -b f /tmp/p": "sed 's/ more$//' f",
    "mv f /tmp/f": "cat /tmp/f", "sort -R --random-source=/dev/zero f > /dev/null": "",
    "yq -i -y '.' y": "", "iconv -f utf-8 -t utf-16le f -o g": "", "split -l 100 f part": "", "truncate -s +100000 f": "head -c SIZE f",
}


def run(shell, folder, limit, script):
    done = subprocess.run([shell, "--mount", f"{folder}:/m:overlay:{limit}", "-c", f"cd /m\n{script}"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def script_of(command, undo):
    """Prints, behind its status, by which way the text can be had again."""
    ways = ["cat f"] + ([undo.replace("SIZE", str(len(TEXT)))] if undo else []) + list(BACK.values()) + ["cat f.bak", "cat f.orig", "cat /tmp/f"]
    tries = "\n".join(f"{way} 2>/dev/null | cmp -s - /tmp/whole && echo 'by {way.split()[0]}'" for way in ways)
    prepare = PREPARE.get(command, "true")
    return f"""cp f /tmp/whole; {{ {prepare}; }} || exit 99
{command}
echo status $? >&2
{tries}
ls >&2
"""


def problems(shell, folder, command, undo):
    size = len(TEXT)
    for limit in [*range(0, size, size // 12), *range(size, 8 * size, size // 3), 64 * size]:
        status, out, err = run(shell, folder, limit, script_of(command, undo))
        if status == 99:
            continue  # there is no room to prepare it
        if "status " not in err:
            yield f"{command}, {limit} bytes: ended by itself: {err[-200:]!r}"
        elif "by " not in out:
            yield f"{command}, {limit} bytes: the text is gone: {err[-300:]!r}"
    if "status 0" not in err:
        yield f"{command}: fails with room, too: {err[-300:]!r}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shell")
    parser.add_argument("--only", default="")
    parser.add_argument("--cases", action="store_true", help="print the names of what would be run")
    options = parser.parse_args()
    names = [name for name in COMMANDS if options.only in name and is_wanted(name)]
    end_if_listing(names)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "f"), "w") as file:
            file.write(TEXT)
        with open(os.path.join(folder, "y"), "w") as file:
            file.write("".join(f"- {line}\n" for line in TEXT.splitlines()))
        for name in names:
            found = list(problems(options.shell, folder, name, COMMANDS[name]))
            bad += bool(found)
            for line in found:
                print(line, flush=True)
    print(f"{len(names) - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
