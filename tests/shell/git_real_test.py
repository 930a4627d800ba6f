#!/usr/bin/env python3
"""Lets pysub-shell's git and the real git work on one repository in a mounted folder.

    git_real_test.py PYSUB_SHELL [--seed N] [--rounds N]

1. The same commands are run by both in folders of their own: output, errors and status are compared.
2. Random histories (files added, changed, renamed, removed; branches, merges with conflicts): each command is run by one of the two, chosen by chance, in one
   folder. What both then say of the repository is compared, `git fsck --strict` finds nothing, also after `git gc` has packed it.
3. Random states of a work tree (untracked, ignored, changed, staged files, links, repositories inside) in which one command could lose something: clean, the
   kinds of reset, switches, stashes, rm. Both run it in a copy; what is said and every file afterwards has to be the same.
4. Random patches (changed lines, modes, renames, copies, links, directories that become files) that are applied to what they were made of, and to other states,
   forwards and in reverse, to the work tree and the index.
5. Random texts: which lines differ by each algorithm, and where the conflicts of three of them are.
6. Directories of many files: what is done must not end for want of memory or time.
7. Repositories whose files somebody has damaged: whatever is said, the shell lives and ends in time.

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


def snapshot(folder):
    """Every file of a folder: what it is, its mode's x and its bytes."""
    found = {}
    for place, folders, files in os.walk(folder):
        if place == folder:
            folders[:] = [name for name in folders if name != ".git"]
        for name in folders + files:
            path = os.path.join(place, name)
            shown = os.path.relpath(path, folder)
            if "/.git/" in "/" + shown or (shown.endswith("/.git") and os.path.isdir(path)):
                continue
            if os.path.islink(path):
                found[shown] = "-> " + os.readlink(path)
            elif os.path.isdir(path):
                found[shown] = "directory"
            else:
                with open(path, "rb") as file:
                    found[shown] = ("x " if os.stat(path).st_mode & 0o100 else "") + repr(file.read()[:2000])
    return found


AFTERWARDS = ["git ls-files -s", "git status -s --ignored", "git rev-parse HEAD", "git log -g -2 --format=%gs", "git log --all --format='%H %s'", "ls .git | grep HEAD"]


def both(pair, base, commands, label):
    """Runs the commands by the real git and by ours, each in a copy of `base`."""
    results = []
    for real in (True, False):
        shutil.rmtree(pair.work)
        shutil.copytree(base, pair.work, symlinks=True)
        # (a copy has other times; some of the real one's commands compare nothing else)
        pair.run(True, ["git update-index -q --refresh"])
        answers = pair.run(real, commands, 500)
        files = snapshot(pair.work + "/r")
        results.append((answers, files, pair.run(True, AFTERWARDS, 600)))
    (theirs, their_files, their_state), (ours, our_files, our_state) = results
    failures = compare(commands, theirs, ours) + compare(AFTERWARDS, their_state, our_state)
    for name in sorted(set(their_files) | set(our_files)):
        if their_files.get(name) != our_files.get(name):
            failures += 1
            print(f"    {name}: real {str(their_files.get(name))[:200]}, ours {str(our_files.get(name))[:200]}")
    if failures:
        print(f"#### {label}")
    return failures


FOLDERS = ["", "a/", "a/b/", "new/", "new/deep/", "build/"]
LEAVES = ["f", "g", "h.o", "x.log", "keep.log", "n"]


def random_file(dice):
    return dice.choice(FOLDERS) + dice.choice(LEAVES)


def random_state(dice):
    """A history of two branches, and a work tree in which somebody has worked."""
    commands = ["git init -q", "mkdir -p a/b new/deep build"]
    rules = dice.sample(["*.log", "*.o", "/build/", "!keep.log", "new/deep", "a/*.o", "n"], dice.randrange(1, 5))
    commands.append("printf '%s\\n' " + " ".join(f"'{rule}'" for rule in rules) + " > .gitignore; git add .gitignore")
    for branch in ("main", "side"):
        for _ in range(dice.randrange(2, 6)):
            commands.append(f"mkdir -p a/b new/deep build; seq {dice.randrange(2, 12)} > {random_file(dice)}")
        commands.append("git add -f -A -- . ':!new' ':!build' || git add -A; git commit -qm one")
        for _ in range(dice.randrange(1, 4)):
            name = random_file(dice)
            commands.append(dice.choice([f"git rm -qf --ignore-unmatch {name}", f"test -f {name} && echo two >> {name}; git add -A", f"mkdir -p {os.path.dirname(name) or '.'}; echo c > {name}; git add -f {name}"]))
        commands.append("git commit -qm two --allow-empty")
        if branch == "main":
            commands.append("git branch side HEAD~1; git checkout -q side")
    commands.append("git checkout -q main")
    for number in range(dice.randrange(2, 9)):
        name = random_file(dice)
        place = os.path.dirname(name) or "."
        commands.append(f"mkdir -p {place}; " + dice.choice([
            f"echo own{number} > {name}", f"echo own{number} > {name}", f"echo own{number} >> {name}; git add -f {name}", f"echo s{number} > {name}; git add -f {name}; echo later >> {name}", f"rm -f {name}", f"ln -sf f {name}", f"test -f {name} && chmod +x {name}",
            f"git rm -q --cached --ignore-unmatch {name}", f"mkdir -p {place}/empty", f"test -d {place}/sub || git init -q {place}/sub; echo s > {place}/sub/s", f"git update-index --refresh"]))
    return commands


RISKS = [
    "git clean -fd", "git clean -f", "git clean -fdx", "git clean -fdX", "git clean -nd", "git clean -fd a new", "git clean -ffd", "git clean -fd -e '*.o'", "git clean -fdx -e keep.log", "cd a && git clean -fd", "git clean -nxd -e f",
    "git reset --merge side", "git reset --merge HEAD~1", "git reset --merge", "git reset --keep side", "git reset --keep HEAD~1", "git reset -q HEAD~1", "git reset -q side", "git reset --hard -q side", "git reset --soft HEAD~1", "git reset -q -- a",
    "git checkout side", "git checkout -m side", "git checkout -f side", "git checkout side -- a", "git checkout -- .", "git checkout :/", "git switch side", "git merge -q side", "git merge --abort", "git stash", "git stash -u", "git stash; git stash pop", "git stash -u; git stash pop",
    "git stash -a", "git rm -rq a", "git rm -rq --cached a", "git rm -q f", "git rm -fq f", "git add -A", "git add .", "git add -u", "git mv f moved", "git mv a elsewhere", "git restore .", "git restore --staged .", "git restore -s side -- .", "git cherry-pick side", "git revert --no-edit HEAD", "git rebase -q side", "git commit -qam all",
]


def risky_commands(pair, seed, rounds):
    failures = 0
    base = os.path.join(pair.top, "base")
    for number in range(rounds):
        dice = random.Random(f"risk {seed} {number}")
        pair.fresh()
        pair.run(True, random_state(dice))
        shutil.rmtree(base, ignore_errors=True)
        shutil.copytree(pair.work, base, symlinks=True)
        for command in dice.sample(RISKS, 8):
            failures += both(pair, base, [command], f"risks, seed {seed}, state {number}: {command}")
    return failures


def random_patches(pair, seed, rounds):
    """What `git diff` makes of two random trees, applied in many ways."""
    failures = 0
    base = os.path.join(pair.top, "base")
    for number in range(rounds):
        dice = random.Random(f"patch {seed} {number}")
        names = ["f", "g h", "d/a", "d/b", "d/e/c", "prog", "link", "z"]
        commands = ["git init -q"]
        for name in names:
            commands.append(f"mkdir -p d/e; seq {dice.randrange(4, 40)} > '{name}'")
        commands += ["rm link; ln -s f link", "chmod +x prog", ": > empty", "git add -A; git commit -qm base"]
        for count in range(dice.randrange(1, 6)):
            name = dice.choice(names)
            commands.append(f"mkdir -p d/e; " + dice.choice([
                f"test -f '{name}' && sed -i 's/^{dice.randrange(1, 20)}$/word {count}/' '{name}'", f"git mv -f '{name}' moved{count}", f"git mv '{name}' d/moved{count}; echo x >> d/moved{count}", f"cp '{name}' copy{count}; echo y >> copy{count}", f"git rm -qf '{name}'",
                f"chmod +x '{name}'", f"chmod -x '{name}'", f"rm -f '{name}'; ln -s z '{name}'", f"rm -rf '{name}'; mkdir '{name}'; echo in > '{name}/in'", f"printf 'no newline' >> '{name}'", f"rm -f empty; : > 'void {count}'", "rm -rf d/e; echo file > d/e", f"printf 'tail \\n' >> '{name}'",
                f"cp '{name}' c1; git mv '{name}' c2"]))
        flags = dice.choice(["", "-M", "-C --find-copies-harder", "--no-renames", "-U1", "-U0", "-R", "--full-index"])
        commands.append(f"git add -A; git commit -qm new; git diff {flags} HEAD~1 HEAD > $T/p; git checkout -q HEAD~1; git status -s")
        pair.fresh()
        pair.run(True, commands)
        shutil.rmtree(base, ignore_errors=True)
        shutil.copytree(pair.work, base, symlinks=True)
        ways = ["git apply $T/p", "git apply --index $T/p", "git apply --cached $T/p", "git apply --check $T/p", "git apply --stat --summary --numstat $T/p", "git apply -R $T/p", "git checkout -q main; git apply -R --index $T/p", "git checkout -q main; git apply $T/p", "git apply -C1 $T/p",
                "git apply --unidiff-zero $T/p", "cd d && git apply $T/p", "git apply --include='d/*' $T/p", "git apply --directory=sub $T/p", "seq 9 > f; git apply $T/p", "sed -i '1i new' f d/a z; git apply -v $T/p", "sed -i '3d' f d/a z; git apply -v $T/p", "git apply -p2 $T/p", "git apply -v --index $T/p; git apply -v -R --index $T/p"]
        for way in dice.sample(ways, 6):
            failures += both(pair, base, [way], f"patches, seed {seed}, number {number} ({flags}): {way}")
    return failures


MANY = [
    "for i in $(seq 2500); do echo $i > q/f$i; done; git add .; git commit -qm many", "git rm -rq --cached q; git status -s | wc -l", "git reset -q; git status -s | wc -l", "git rm -q $(git ls-files | head -900); git ls-files | wc -l", "git commit -qm fewer; git checkout -q HEAD~1; ls q | wc -l",
    "git checkout -q main; ls q | wc -l", "git mv q r; git commit -qm moved; git log -1 --stat -M | tail -1", "git reset --hard -q HEAD~2; ls q | wc -l", "for i in $(seq 2500); do echo $i > u$i; done; git clean -fdq; ls | wc -l", "git stash -q; git diff HEAD~1 --stat | tail -1", "git diff --no-renames HEAD main | git apply --index; git ls-files | wc -l",
]


def random_lines(dice, base=None):
    """Lines, or those of a text with some changed, removed, added and moved."""
    words = dice.choice([["a", "b", "c", "d"], ["x=1", "", "}", "  y", "f()", "{"], [str(i) for i in range(30)] + ["", "}"] * 3, [f"line {i}" for i in range(300)] + ["", "}"] * 30])
    if base is None:
        return [dice.choice(words) for _ in range(dice.choice([0, 3, 6, 10, 20, 40, 80, 400]))]
    lines = list(base)
    for _ in range(dice.choice([1, 1, 2, 3, 5, 8, 30])):
        at = dice.randrange(len(lines) + 1)
        lines[at:at + dice.choice([0, 1, 1, 2, 3])] = [dice.choice(words) for _ in range(dice.choice([0, 1, 1, 2, 4]))]
    if dice.random() < 0.15:
        first, last = sorted(dice.randrange(len(lines) + 1) for _ in range(2))
        moved = lines[first:last]
        del lines[first:last]
        at = dice.randrange(len(lines) + 1)
        lines[at:at] = moved
    return lines


def random_texts(pair, seed, rounds):
    """Which lines differ, by each algorithm, and where conflicts of three texts are."""
    failures = 0
    for number in range(rounds):
        dice = random.Random(f"{seed} texts {number}")
        pair.fresh()
        commands = []
        for i in range(100):
            base = random_lines(dice)
            ours = random_lines(dice, base)
            theirs = dice.choice([ours, random_lines(dice, ours)]) if dice.random() < 0.1 else random_lines(dice, base)
            for name, lines in (("a", ours), ("b", base), ("c", theirs)):
                text = "\n".join(lines) + ("\n" if lines and dice.random() < 0.9 else "")
                with open(f"{pair.work}/r/{name}{i}", "w", newline="") as file:
                    file.write(text.replace("\n", "\r\n") if dice.random() < 0.05 else text)
            style = dice.choice(["", "", "--diff3", "--zdiff3", "--ours", "--theirs", "--union", "--marker-size=9"])
            commands.append(f"git merge-file -p {style} -L A -L B -L C a{i} b{i} c{i}")
            kind = dice.choice(["", "-U0", "--minimal", "--patience", "--histogram", "--histogram --no-indent-heuristic", "-b", "--stat"])
            commands.append(f"git diff --no-index {kind} b{i} a{i}")
        failures += compare(commands, pair.run(True, commands), pair.run(False, commands))
    return failures


def many_files(pair):
    answers = []
    for real in (True, False):
        pair.fresh()
        answers.append(pair.run(real, ["git init -q; mkdir q; git commit -q --allow-empty -m start"] + MANY))
    return compare(["start"] + MANY, *answers)


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
    parser.add_argument("--only", default="", help="commands, histories, risks, patches, texts, many, damage or all; without it all but risks and patches")
    arguments = parser.parse_args()
    if shutil.which("git") is None or "2.39." not in subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout:
        print("there is no git 2.39 here")
        sys.exit(77)
    top = tempfile.mkdtemp(prefix="git-real-")
    pair = Pair(os.path.abspath(arguments.shell), top)
    seed, rounds = arguments.seed, arguments.rounds
    parts = {
        "commands": lambda: same_commands(pair), "histories": lambda: random_histories(pair, seed, rounds), "risks": lambda: risky_commands(pair, seed, 3 * rounds),
        "patches": lambda: random_patches(pair, seed, 3 * rounds), "texts": lambda: random_texts(pair, seed, rounds), "many": lambda: many_files(pair), "damage": lambda: damaged(pair, seed, 5 * rounds),
    }
    # Of risks and patches some wording still differs (the README of shell/commands/git has what): they are for who works on it.
    usual = {"commands", "histories", "texts", "many", "damage"}
    failures = sum(part() for name, part in parts.items() if arguments.only in (name, "all") or (not arguments.only and name in usual))
    shutil.rmtree(top, ignore_errors=True)
    print(f"{failures} differences")
    sys.exit(1 if failures else 0)


main()
