#!/usr/bin/env python3
"""Commands of the shell beside the real ones: CPU time over the same files, in a mounted folder.

    commands.py --shell=PATH/TO/pysub-shell [--only=TEXT] [--runs=N] [--scale=PERCENT] [--write]

Each job runs in bash with Debian's tools and in pysub-shell with the folder mounted; both outputs are compared by a digest,
and the least CPU time (user + system, of all processes) of the runs counts. The start of the shell is part of it: about a
millisecond. --write puts the table into docs/benchmarks.md, between its marks. jq is Debian's 1.6, since 1.8 comes as
WebAssembly alone. A job whose real tool is not installed is left out.
"""

import argparse
import hashlib
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "benchmarks.md")
BEGIN, END = "<!-- commands -->", "<!-- end of commands -->"

# name, what it needs, script, script of the real side where it differs
JOBS = [
    ("awk: sum of a column, 50 MB", "mawk", "awk '{ s += $3 } END { print s }' log", "mawk '{ s += $3 } END { print s }' log"),
    ("the same beside gawk", "gawk", "awk '{ s += $3 } END { print s }' log", "gawk '{ s += $3 } END { print s }' log"),
    ("awk: count by key, 50 MB", "mawk", "awk '{ n[$2]++ } END { for (k in n) print k, n[k] }' log | sort", "mawk '{ n[$2]++ } END { for (k in n) print k, n[k] }' log | sort"),
    ("awk: -F, fields and a pattern, 50 MB", "mawk", "awk -F'\"' '/GET .*7[0-9]/ { c++; b += length($2) } END { print c, b }' log", "mawk -F'\"' '/GET .*7[0-9]/ { c++; b += length($2) } END { print c, b }' log"),
    ("jq: select and map, 30 MB", "jq", "jq -c 'select(.n % 7 == 0) | {id, name: .user.name, t: (.tags | length)}' json", None),
    ("jq: group in one value, 30 MB", "jq", "jq -s 'group_by(.user.name) | map({k: .[0].user.name, n: length})' json", None),
    ("grep: a word, 50 MB", "grep", "grep -c ERROR log", None),
    ("grep -E: an expression, 50 MB", "grep", "grep -cE 'user=[a-m]+[0-9]{2} ' log", None),
    ("grep -rn in 5,000 files", "grep", "grep -rn 'needle 7' tree | sort", None),
    ("rg in 5,000 files", "rg", "rg -n 'needle 7' tree | sort", "rg -j1 -n 'needle 7' tree | sort"),
    ("sed: substitute, 50 MB", "sed", "sed -E 's/user=([a-z]+)/u:\\1/; /DEBUG/d' log", None),
    ("sort, 50 MB", "sort", "sort log", "sort --parallel=1 log"),
    ("sort -n -k, 50 MB", "sort", "sort -n -k3,3 log", "sort --parallel=1 -n -k3,3 log"),
    ("cut | sort | uniq -c", "sort", "cut -d' ' -f2 log | sort | uniq -c", "cut -d' ' -f2 log | sort --parallel=1 | uniq -c"),
    ("wc, 50 MB", "wc", "wc log", None),
    ("tr, 50 MB", "tr", "tr a-z A-Z <log", None),
    ("find, 5,000 files in a mount", "find", "find tree -name '*7.txt' -size -100k | sort", None),
    ("while read, 60,000 lines", "bash", "n=0; while read -r a b c; do n=$((n + c)); done <short; echo $n", None),
    ("tar cz of 5,000 files", "tar", "tar cf - tree | gzip -1 | wc -c >/dev/null", None),
    ("diff of two files of 7 MB", "diff", "diff left right", None),
    ("sha256sum, 50 MB", "sha256sum", "sha256sum log", None),
    ("bc: 2,000 digits of pi", "bc", "echo 'scale=2000; 4*a(1)' | bc -l", None),
    ("git status", "git", "cd repo; git status --short", None),
    ("git log", "git", "cd repo; git log --oneline", None),
    ("git diff of two commits", "git", "cd repo; git diff HEAD~20 HEAD", None),
    ("make, 300 targets that are up to date", "make", "cd project; make -s; make -q; echo $?", None),
]


def make_files(folder, scale):
    rng = random.Random(5)
    os.chdir(folder)
    levels = ["INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR"]
    names = ["".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(rng.randint(3, 8))) for _ in range(500)]

    def line(i):
        return f'2026-01-{i % 28 + 1:02} {rng.choice(levels)} {rng.randint(0, 99999)} user={rng.choice(names)}{i % 100:02} "GET /a/{rng.choice(names)}/{i}" {rng.randint(100, 599)}\n'

    size = 0
    with open("log", "w") as file:
        i = 0
        while size < 50_000_000 * scale // 100:
            text = "".join(line(i + k) for k in range(1000))
            i += 1000
            size += len(text)
            file.write(text)
    with open("json", "w") as file:
        for i in range(200_000 * scale // 100):
            file.write(f'{{"id": {i}, "n": {rng.randint(0, 10**6)}, "user": {{"name": "{rng.choice(names)}", "age": {rng.randint(1, 99)}}}, "tags": ["{rng.choice(names)}", "{rng.choice(names)}"], "x": {rng.random()}}}\n')
    with open("short", "w") as file:
        for i in range(60_000 * scale // 100):
            file.write(f"{rng.choice(names)} {rng.choice(names)} {i}\n")
    lines = [f"{rng.choice(names)} {rng.choice(names)} {rng.randint(0, 9999)}\n" for _ in range(350_000 * scale // 100)]
    open("left", "w").writelines(lines)
    for _ in range(2000):
        at = rng.randrange(len(lines))
        if rng.random() < 0.5:
            lines[at] = "changed " + lines[at]
        else:
            del lines[at]
    open("right", "w").writelines(lines)
    for i in range(5000 * scale // 100):
        path = f"tree/{i % 50}/{i % 7}"
        os.makedirs(path, exist_ok=True)
        with open(f"{path}/{i}.txt", "w") as file:
            file.write("".join(f"{rng.choice(names)} {rng.choice(names)} {'needle ' + str(k) if k == i % 60 else ''}\n" for k in range(60)))
    os.mkdir("project")
    with open("project/Makefile", "w") as file:
        targets = [f"t{i}" for i in range(300)]
        file.write("all: " + " ".join(targets) + "\n")
        for i, target in enumerate(targets):
            file.write(f"{target}: {'t' + str(i - 1) if i % 10 else ''}\n\ttouch $@\n")
    if shutil.which("git"):
        env = {**os.environ, "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
               "GIT_AUTHOR_DATE": "1700000000 +0000", "GIT_COMMITTER_DATE": "1700000000 +0000"}
        shutil.copytree("tree/1", "repo")
        run = lambda *words: subprocess.run(["git", "-c", "init.defaultBranch=main", *words], cwd="repo", env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        run("init")
        run("add", ".")
        run("commit", "-m", "first")
        files = [os.path.join(at, name) for at, _, found in os.walk("repo") if ".git" not in at for name in found]
        for i in range(60):
            with open(rng.choice(files), "a") as file:
                file.write(f"more {i}\n")
            run("commit", "-am", f"change {i}")
        with open(files[0], "a") as file:
            file.write("not committed\n")


def cpu_of(argv, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp", "LC_ALL": "C.UTF-8", "TZ": "UTC0"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:
        raise SystemExit(f"{argv}: {done.returncode} {done.stderr[-300:]!r}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, hashlib.sha256(done.stdout).hexdigest()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shell", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--scale", type=int, default=100)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    shell = os.path.abspath(args.shell)
    rows = ["| Job | real, s | pysub-shell, s | ratio |", "|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        make_files(folder, args.scale)
        for name, needs, script, other in JOBS:
            if args.only not in name or shutil.which(needs) is None:
                continue
            real, ours, same = [], [], set()
            for _ in range(args.runs):
                cpu, digest = cpu_of(["/bin/bash", "-c", other or script], folder)
                real.append(cpu)
                same.add(digest)
                cpu, digest = cpu_of([shell, "--timeout=600", "--max-memory=4GB", "--max-output=4GB", "--mount", f"{folder}:/bench:rw", "-c", f"cd /bench; {script}"], folder)
                ours.append(cpu)
                same.add(digest)
            shown = name.replace("|", "\\|")
            row = f"| {shown} | {min(real):.3f} | {min(ours):.3f} | {min(ours) / max(min(real), 1e-4):.2f}{'' if len(same) == 1 else ' (outputs differ)'} |"
            print(row, flush=True)
            rows.append(row)
        os.chdir("/")
    if args.write:
        text = open(PAGE, encoding="utf-8").read()
        begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
        text = text[:begin] + f"\n{platform.machine()}, Debian 12's tools, {args.runs} runs, the least.\n\n" + "\n".join(rows) + "\n" + text[end:]
        open(PAGE, "w", encoding="utf-8").write(text)
    return 0


sys.exit(main())
