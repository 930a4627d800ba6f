#!/usr/bin/env python3
"""Writes what bash says about the scripts in tests/shell: FILE.sh -> FILE.out.

    update_shell.py [--check] [FILE.sh ...]      default: all of tests/shell

A file is cut into cases by `# ---` lines. Each case runs as `bash -c CASE` in an empty directory /tmp/case with a
small environment. A `# bash: reason` line in a case states a deliberate difference: behind what bash says the .out
file then has a line `--- pysub` and what pysub-shell says, which is kept as it is, or asked for with
--shell=PATH/TO/pysub-shell when it is not there.
"""

import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CASES = os.path.join(ROOT, "tests", "shell")
ENVIRONMENT = {"HOME": "/home/user", "PATH": "/usr/local/bin:/usr/bin:/bin", "USER": "user", "LOGNAME": "user",
               "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
DIRECTORY = "/tmp/case"
OURS = "--- pysub\n"


def cases(text):
    """(title, script) of each case; the `# ---` line is not part of the script."""
    title, lines = "", []
    for line in text.splitlines(keepends=True):
        if line.startswith("# ---"):
            if "".join(lines).strip():
                yield title, "".join(lines)
            title, lines = line[5:].strip(), []
        else:
            lines.append(line)
    if "".join(lines).strip():
        yield title, "".join(lines)


def block(mark, data):
    text = data.decode("utf-8", "backslashreplace")
    lines = text.split("\n")
    ends = lines[-1] == ""
    out = "".join(f"{mark} {line}\n" for line in (lines[:-1] if ends else lines))
    return out if ends or not text else out + "\\ no newline\n"


def run(argv, program, script):
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    os.makedirs(DIRECTORY)
    done = subprocess.run([*argv, "-c", script], executable=program, env=ENVIRONMENT, cwd=DIRECTORY, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=20)
    code = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return block("|", done.stdout) + block("!", done.stderr) + (f"exit {code}\n" if code else "")


def old_blocks(path):
    if not os.path.exists(path):
        return {}
    blocks, key = {}, None
    for line in open(path, encoding="utf-8", newline=""):
        if line.startswith("=== "):
            key = line
            blocks[key] = ""
        elif key:
            blocks[key] += line
    return blocks


def update(path, shell):
    out_path = path[:-3] + ".out"
    old = old_blocks(out_path)
    out = ""
    for number, (title, script) in enumerate(cases(open(path, encoding="utf-8").read()), 1):
        header = f"=== {number}" + (f": {title}" if title else "") + "\n"
        out += header + run(["bash"], "/bin/bash", script)
        if any(line.startswith("# bash:") for line in script.splitlines()):
            kept = old.get(header, "").partition(OURS)[2]
            out += OURS + (kept or run([shell], shell, script) if kept or shell else "")
    return out_path, out


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    shell = next((os.path.abspath(a.split("=", 1)[1]) for a in arguments if a.startswith("--shell=")), None)
    paths = [a for a in arguments if not a.startswith("-")]
    if not paths:
        paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(CASES) for name in names if name.endswith(".sh"))
    changed = 0
    for path in paths:
        out_path, out = update(path, shell)
        same = os.path.exists(out_path) and open(out_path, encoding="utf-8", newline="").read() == out
        if same:
            continue
        changed += 1
        print(out_path)
        if not check:
            open(out_path, "w", encoding="utf-8", newline="").write(out)
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
