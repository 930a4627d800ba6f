#!/usr/bin/env python3
"""Lets pysub-shell's git and the real git work on one repository in a mounted folder.

    git_real_test.py PYSUB_SHELL [--seed N] [--rounds N]

1. The same commands are run by both in folders of their own: output, errors and status are compared.
2. Random histories (files added, changed, renamed, removed; branches, merges with conflicts): each command is run by one of the two, chosen by chance, in one
   folder. What both then say of the repository is compared, `git fsck --strict` finds nothing, also after `git gc` has packed it.
3. Repositories whose files somebody has damaged: whatever is said, the shell lives and ends in time.

77: there is no git here.
"""

import argparse
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import zlib

COMMANDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "git_commands.txt")
QUESTIONS = [
    "git status", "git status --porcelain -b", "git log --format='%H %P %an %ad %s'", "git log --stat --format=%h", "git log --oneline --graph --all", "git ls-files -s", "git show --stat", "git diff --stat HEAD",
    "git branch -v", "git tag", "git cat-file -p HEAD^{tree}", "git rev-parse HEAD HEAD~1", "git for-each-ref", "git ls-tree -r HEAD", "git reflog -5", "git log --name-status --format=%s -5",
]


class Pair:
    def __init__(self, shell, top):
        self.shell, self.top = shell, top
        self.work = os.path.join(top, "w")
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": self.work + "/home", "LC_ALL": "C.UTF-8", "TZ": "UTC0", "TERM": "dumb", "GIT_CONFIG_NOSYSTEM": "1", "T": self.work + "/t",
            "GIT_AUTHOR_NAME": "Jo Doe", "GIT_AUTHOR_EMAIL": "jo@x", "GIT_COMMITTER_NAME": "Jo Doe", "GIT_COMMITTER_EMAIL": "jo@x",
        }

    def fresh(self):
        shutil.rmtree(self.work, ignore_errors=True)
        for folder in ("home", "r", "t"):
            os.makedirs(os.path.join(self.work, folder))
        with open(self.work + "/home/.gitconfig", "w") as file:
            file.write("[init]\n\tdefaultBranch = main\n")

    def run(self, real, commands, first=0):
        """Runs them; the answer has (output, errors, status) of each."""
        script = f"n={1700000000 + first * 60}\n"
        for command in commands:
            quoted = command.replace("'", "'\\''")
            script += 'n=$((n+60)); export GIT_AUTHOR_DATE="$n +0000" GIT_COMMITTER_DATE="$n +0000"\n'
            script += f"eval '{quoted}' >$T/out 2>$T/err </dev/null; s=$?; cat $T/out; printf '\\001'; cat $T/err; printf '\\001%s\\002' $s\n"
        path = os.path.join(self.top, "script")
        with open(path, "w") as file:
            file.write(script)
        if real:
            argv = ["bash", path]
        else:
            argv = [self.shell, "--mount", f"{self.work}:{self.work}:rw", "--cwd", self.work + "/r"]
            for name, value in self.environment.items():
                argv += ["--env", f"{name}={value}"]
            argv.append(path)
        result = subprocess.run(argv, cwd=self.work + "/r", env=self.environment, capture_output=True, timeout=300, check=False)
        answers = [tuple(record.decode(errors="replace").split("\1")) for record in result.stdout.split(b"\2")[:-1]]
        if len(answers) != len(commands):
            sys.exit(f"{len(answers)} of {len(commands)} commands ended; {result.stderr.decode(errors='replace')[-2000:]}")
        return answers


def compare(commands, real, ours):
    failures = 0
    for command, theirs, own in zip(commands, real, ours):
        if theirs == own:
            continue
        failures += 1
        print(f"#### {command}")
        for name, x, y in zip(("output", "errors", "status"), theirs, own):
            for line in difflib.unified_diff(x.split("\n"), y.split("\n"), f"real {name}", f"ours {name}", lineterm="", n=1):
                print("    " + line)
    return failures


def fsck(pair):
    result = subprocess.run(["git", "fsck", "--strict"], cwd=pair.work + "/r", env=pair.environment, capture_output=True, text=True, check=False)
    lines = [line for line in result.stdout.split("\n") + result.stderr.split("\n") if line and not line.startswith(("dangling", "notice"))]
    if result.returncode == 0 and not lines:
        return 0
    print("git fsck:", result.returncode, lines[:10])
    return 1


def same_commands(pair):
    failures = 0
    with open(COMMANDS, encoding="utf-8") as file:
        blocks = file.read().split("\n===\n")
    for block in blocks:
        commands = [line for line in block.split("\n") if line and not line.startswith("#")]
        pair.fresh()
        real = pair.run(True, commands)
        pair.fresh()
        ours = pair.run(False, commands)
        failures += compare(commands, real, ours) + fsck(pair)
    return failures


def random_command(dice, count):
    names = ["a", "b", "d/c", "d/e/f", "g h", "z"]
    name = dice.choice(names)
    roll = dice.randrange(18)
    if roll < 5:
        lines = dice.randrange(3, 40)
        return f"mkdir -p d/e; seq 1 {lines} > '{name}'; git add -A; git commit -qm 'write {count}'"
    if roll < 9:
        return f"test -f '{name}' && sed -i 's/^{dice.randrange(1, 20)}$/word{dice.randrange(9)}/' '{name}'; git commit -qam 'change {count}'"
    if roll == 9:
        return f"test -f '{name}' && git mv '{name}' 'moved{count}' && git commit -qm 'rename {count}'"
    if roll == 10:
        return f"git rm -q --ignore-unmatch '{name}'; git commit -qm 'remove {count}'"
    if roll < 13:
        return f"git checkout -q -b branch{count}"
    if roll == 13:
        return "git checkout -q main"
    if roll == 14:
        return f"git merge -q $(git for-each-ref --format='%(refname:short)' refs/heads | tail -{dice.randrange(1, 4)} | head -1) || {{ git add -A; git commit -q --no-edit; }}"
    if roll == 15:
        return "echo more >> b; git stash -q; git stash pop -q; git checkout -q -f"
    if roll == 16:
        return f"git tag -f t{dice.randrange(4)} -m tag"
    return "git cherry-pick main || git cherry-pick --abort"


def random_histories(pair, seed, rounds):
    failures = 0
    for number in range(rounds):
        dice = random.Random(seed * 1000 + number)
        pair.fresh()
        pair.run(True, ["git init -q", "git commit -q --allow-empty -m start"])
        count = 0
        for _ in range(12):
            commands = [random_command(dice, count + i) for i in range(3)]
            pair.run(dice.randrange(2) == 0, commands, count + 2)
            count += len(commands)
        failures += compare(QUESTIONS, pair.run(True, QUESTIONS, count), pair.run(False, QUESTIONS, count)) + fsck(pair)
        subprocess.run(["git", "gc", "-q", "--aggressive", "--prune=now"], cwd=pair.work + "/r", env=pair.environment, check=True)
        failures += compare(QUESTIONS, pair.run(True, QUESTIONS, count), pair.run(False, QUESTIONS, count))
        pair.run(False, ["echo packed > packed; git add packed; git commit -qm packed"], count)
        failures += compare(QUESTIONS, pair.run(True, QUESTIONS, count), pair.run(False, QUESTIONS, count)) + fsck(pair)
        if failures:
            print(f"seed {seed}, history {number}")
            break
    return failures


TRIALS = QUESTIONS + ["git log -p --all | wc", "git blame b | wc", "git diff HEAD~1", "git stash", "git stash pop", "git checkout HEAD~1", "git merge main", "git rebase main", "git reset --hard", "git add -A", "git commit -m x", "git grep 5 | wc", "git describe", "git branch -a",
                      "git cat-file --batch-all-objects --batch-check | wc"]


def damaged(pair, seed, rounds):
    failures = 0
    dice = random.Random(seed)
    pair.fresh()
    pair.run(True, ["git init -q", "git commit -q --allow-empty -m start"] + [random_command(dice, i) for i in range(30)] + ["git gc -q --aggressive", "echo x >> b; git add -A; git commit -qm loose; git stash -q"])
    whole = os.path.join(pair.top, "whole")
    shutil.copytree(pair.work, whole, symlinks=True)
    names = [os.path.join(folder, name) for folder, _, found in os.walk(whole + "/r/.git") for name in found if not name.endswith(".sample")]
    for number in range(rounds):
        dice = random.Random(seed * 1000 + number)
        shutil.rmtree(pair.work)
        shutil.copytree(whole, pair.work, symlinks=True)
        for _ in range(dice.randrange(1, 4)):
            path = pair.work + dice.choice(names)[len(whole):]
            os.chmod(path, 0o644)
            with open(path, "rb") as file:
                data = file.read()
            try:
                plain = bytearray(zlib.decompress(data)) if "/objects/" in path else bytearray(data)
            except zlib.error:
                plain = bytearray(data)
            packed = bytes(plain) != data
            for _ in range(dice.randrange(1, 6) if plain else 0):
                plain[dice.randrange(len(plain) if dice.random() < 0.6 else min(len(plain), 80))] = dice.choice([0, 1, 32, 46, 47, 48, 127, 128, 255])
            with open(path, "wb") as file:
                file.write(zlib.compress(bytes(plain)) if packed else bytes(plain[: dice.randrange(len(plain)) if plain and dice.random() < 0.15 else None]))
        argv = [pair.shell, "--timeout", "60", "--mount", f"{pair.work}:{pair.work}", "--cwd", pair.work + "/r", "-c", "; ".join(TRIALS)]
        for name, value in pair.environment.items():
            argv[1:1] = ["--env", f"{name}={value}"]
        result = subprocess.run(argv, capture_output=True, check=False)
        if result.returncode < 0 or result.returncode == 124:
            failures += 1
            print(f"damaged repository, seed {seed}, number {number}: {result.returncode} {result.stderr[-500:]}")
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=4)
    arguments = parser.parse_args()
    if shutil.which("git") is None or "2.39." not in subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout:
        print("there is no git 2.39 here")
        sys.exit(77)
    top = tempfile.mkdtemp(prefix="git-real-")
    pair = Pair(os.path.abspath(arguments.shell), top)
    failures = same_commands(pair) + random_histories(pair, arguments.seed, arguments.rounds) + damaged(pair, arguments.seed, 5 * arguments.rounds)
    shutil.rmtree(top, ignore_errors=True)
    print(f"{failures} differences")
    sys.exit(1 if failures else 0)


main()
