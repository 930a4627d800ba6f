#!/usr/bin/env python3
"""Writes the expectations of tests/shell/cases/*.case with the real programs of this machine.

    record_commands.py FILE...

Needs root (commands run as uid 1000, as in the sandbox), bash, setpriv, cc and Debian 12's coreutils and findutils.
`rg` is ripgrep, with `-j1` where the order of files matters. `jq` is jq 1.8.2 of the npm package jq-wasm, which tests/tools/setup_jq installs.
A case is

    === title
    command line
    ...
    ---
    what it printed, errors with "! " before them, "[status]" unless 0

Each starts in an empty directory, $W, shown as /w, with umask 022 and the clock at 1,700,000,000 seconds.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

CLOCK = r"""
#define _GNU_SOURCE
#include <time.h>
#include <sys/time.h>
int clock_gettime(clockid_t id, struct timespec *t) { (void)id; t->tv_sec = 1700000000; t->tv_nsec = 0; return 0; }
int gettimeofday(struct timeval *t, void *z) { (void)z; t->tv_sec = 1700000000; t->tv_usec = 0; return 0; }
time_t time(time_t *t) { if (t) *t = 1700000000; return 1700000000; }
"""

PRELUDE = r"""
enable -n test [ true false pwd echo printf kill
umask 022
cd "$W"
export HOME="$W"
while IFS= read -r -d '' line; do
  eval "$line" >"$T/out" 2>"$T/err" </dev/null
  s=$?
  /usr/bin/printf '%s\n' "$s" >"$T/status"
  /usr/bin/cat "$T/out" >>"$T/log"
  /usr/bin/printf '\001' >>"$T/log"
  /usr/bin/cat "$T/err" >>"$T/log"
  /usr/bin/printf '\001%s\002' "$s" >>"$T/log"
done <"$T/lines"
"""


TOOLS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "tools")
JQ = f"""#!/bin/sh
unset LD_PRELOAD
JQ_WASM_DIR={os.environ.get("JQ_WASM_DIR", os.path.join(TOOLS, "node_modules", "jq-wasm"))} exec node {TOOLS}/jq_oracle.mjs "$@"
"""


# (the files of a case are younger than its clock)
MAKE = """#!/bin/bash
unset LD_PRELOAD
PATH=/usr/bin:/bin exec -a make /usr/bin/make "$@"
"""


def play(lines, top, clock):
    work, state = os.path.join(top, "w"), os.path.join(top, "t")
    for folder in (work, state):
        if os.path.exists(folder):
            subprocess.run(["chmod", "-R", "u+rwx", folder])
            shutil.rmtree(folder)
        os.mkdir(folder)
        os.chown(folder, 1000, 1000)
    with open(os.path.join(state, "lines"), "w") as file:
        file.write("".join(line + "\0" for line in lines))
    environment = {"PATH": os.path.join(top, "bin") + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8", "W": work, "T": state, "TZ": "UTC0", "LD_PRELOAD": clock}
    subprocess.run(["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", "bash", "-c", PRELUDE],
                   env=environment, check=False, timeout=600)
    with open(os.path.join(state, "log"), "rb") as file:
        log = file.read()
    result = b""
    for record in log.split(b"\002")[:-1]:
        out, errors, status = record.split(b"\001")
        out = out.replace(b"\0", b"\\0").replace(work.encode(), b"/w")
        errors = errors.replace(work.encode(), b"/w")
        if out and not out.endswith(b"\n"):
            out += b"\\c\n"
        result += out
        for line in errors.split(b"\n")[: -1 if errors.endswith(b"\n") else None]:
            if errors and not re.search(rb": *\d+ Killed  ", line):  # bash tells of it
                result += b"! " + re.sub(rb"^/?[/\w]*bash: line \d+: ", b"", line) + b"\n"
        if status != b"0":
            result += b"[" + status + b"]\n"
    return result


def ours():
    """The names of the shell's commands: who has no such program would record that there is none."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shell", "commands", "commands.def"), "rb") as file:
        return set(re.findall(rb'(?m)^PYSUB_(?:SIMPLE_)?COMMAND\(\w+, "([^"]+)"', file.read()))


def main():
    top = tempfile.mkdtemp(prefix="record-")
    os.chmod(top, 0o755)
    with open(os.path.join(top, "clock.c"), "w") as file:
        file.write(CLOCK)
    clock = os.path.join(top, "clock.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", clock, os.path.join(top, "clock.c")], check=True)
    os.mkdir(os.path.join(top, "bin"))
    with open(os.path.join(top, "bin", "jq"), "w") as file:
        file.write(JQ)
    os.chmod(os.path.join(top, "bin", "jq"), 0o755)
    with open(os.path.join(top, "bin", "make"), "w") as file:
        file.write(MAKE)
    os.chmod(os.path.join(top, "bin", "make"), 0o755)
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            text = file.read()
        head, *cases = re.split(rb"(?m)^=== ", text)
        result = head
        for case in cases:
            title, _, body = case.partition(b"\n")
            source = body.split(b"\n---\n")[0].strip(b"\n")
            lines = [line for line in source.decode("utf-8", "surrogateescape").split("\n") if line and line[0] != "#"]
            result += b"=== " + title + b"\n" + source + b"\n---\n" + play(lines, top, clock).rstrip(b"\n") + b"\n\n"
        if missing := ours() & set(re.findall(rb"(?m)^! (\S+): command not found$", result)):
            sys.exit(f"record_commands: {path} is not written: this machine has no {b', '.join(sorted(missing)).decode()}")
        with open(path, "wb") as file:
            file.write(result.rstrip(b"\n") + b"\n")
    shutil.rmtree(top)


main()
