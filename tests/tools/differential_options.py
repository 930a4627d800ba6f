#!/usr/bin/env python3
"""Random options of the shell's commands, in pysub-shell and by the real commands: output and status must be the same.

    differential_options.py --shell=PATH [--count=N] [--seed=N] [--only=COMMAND,...] [--show=N] [--one=SEED]
    differential_options.py --shell=PATH --crashes [--pairs] ...      asks nobody: no signal, no words of a sanitizer, in time
    differential_options.py --shell=PATH --table [--write]  docs/commands.md: which options are there
    differential_options.py --record                        asks the real commands' --help for their options

tests/shell/command_options.txt has for each command its options as the real --help names them: "-b", "--bytes=LIST" in
a line together when they are the same. Case i is made from the seed "SEED:i" alone. Real commands run in an empty folder
of their own under a time limit. Messages are not compared: what a mistake is called differs, that it is one does not.
Exit status: 0 equal, 1 there are differences, 77 there are no real commands.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORDED = os.path.join(ROOT, "tests", "shell", "command_options.txt")
PAGE = os.path.join(ROOT, "docs", "commands.md")
ENVIRONMENT = {"HOME": "/tmp", "PATH": "/usr/local/bin:/usr/bin:/bin", "USER": "user", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "TZ": "UTC0"}

# Files that each case finds in its folder.
FILES = r"""
printf 'one\ntwo\nthree\ntwo\ntwo\nFour\n\n\nfive  six\n' >a
printf '10\n9\n-3\n2K\n1.5\n1M\n007\n9\nx\n' >b
printf 'k1\tv 1\tz\nk2\tv 2\n\n k3 \tlast' >c
printf '\0\1\377abc\n\r\n\200' >n
printf 'one\n2\nthree\n\ntwo\nTwo\n' >d
printf 'x\n\n\n\n\n' >g; printf 'x\n' >h
: >e
mkdir -p p/q; echo x >p/x; echo y >p/q/y.txt; ln -s x p/l
"""

# How a command is called: {O} are its options. Others: {O} a, {O} a d, {O} <c and the like.
TEXT = ["{O} a", "{O} a", "{O} b", "{O} c", "{O} n", "{O} a d", "{O} <c", "{O} e", "{O} - <a", "{O} nosuch a"]
TWO = ["{O} g h", "{O} h g", "{O} a d", "{O} a d", "{O} a a", "{O} c n", "{O} a - <d", "{O} e a", "{O} a nosuch"]
SHAPES = {
    "base32": TEXT, "base64": TEXT, "basenc": TEXT, "cut": TEXT, "comm": TWO, "cmp": TWO, "diff": TWO + ["{O} -r p p", "{O} p a"], "join": TWO,
    "basename": ["{O} a/b.c .c", "{O} /x/y z/", "{O} a.c b.c"], "dirname": ["{O} a/b", "{O} / x"], "cp": ["{O} a z; ls -l z | cut -c1-10", "{O} a d z", "{O} p z; find z", "{O} a b p; ls p"],
    "mv": ["{O} a z; ls", "{O} a d; ls", "{O} a b p; ls p"], "ln": ["{O} a z; ls -l z | cut -c1-10", "{O} a d; ls", "{O} a b p; ls p"], "rm": ["{O} a; ls", "{O} p; ls", "{O} nosuch; ls"],
    "mkdir": ["{O} z; ls", "{O} z/y; ls", "{O} p; ls"], "rmdir": ["{O} p/q; ls p", "{O} p; ls"], "touch": ["{O} z; ls", "{O} a; ls"], "chmod": ["{O} 600 a; stat -c %a a", "{O} u+x,g-r a p; stat -c %a a p"],
    "ls": ["{O} a", "{O} p", "{O}", "{O} a b p", "{O} p nosuch"], "stat": ["{O} -c '%n %s %F' a", "{O} -c %a-%h p a"], "find": ["{O} p -name x"], "du": ["{O} nosuch"], "date": ["{O} -d 2024-02-03T04:05:06 +%F", "{O} -d @0"],
    "grep": ["{O} o a d", "{O} -e two -e one a", "{O} [0-9] b c", "{O} '' e a", "{O} abc n", "{O} -r x p", "{O} 'o\\|w' <a", "{O} -f d a"], "sed": ["{O} s/o/0/g a", "{O} -n 2p a d", "{O} '2q;s/./&&/' c", "{O} y/abc/xyz/ <n"],
    "seq": ["{O} 3", "{O} 1 2 7", "{O} 3 -1 0", "{O} .5 1", "{O} 08 11"], "printf": ["{O} '%s-%d\\n' a 1"], "head": TEXT, "tail": TEXT, "tr": ["{O} a-z A-Z <a", "{O} o 0 <a", "{O} '[:alpha:]' x <c", "{O} '\\n' <d", "{O} ab <a"],
    "split": ["{O} a; head -n 99 x*", "{O} b z; head -n 99 z*", "{O} c; ls"], "csplit": ["{O} a 3; head -n 99 xx*", "{O} a /two/ '{1}'; head -n 99 xx*", "{O} d %t%; ls"], "tar": ["-cf z.tar {O} a b p; tar -tf z.tar", "{O} -cf - a p | tar -tvf - | cut -c1-10"],
    "gzip": ["{O} a; ls", "{O} -c a | gzip -dc", "{O} -k b c; ls"], "realpath": ["{O} p/l", "{O} nosuch/x a", "{O} p/../a"], "readlink": ["{O} p/l", "{O} a", "{O} nosuch"], "mktemp": ["{O} -u zXXX | wc -c"], "truncate": ["{O} a; wc -c a", "{O} z; ls"],
    "xargs": ["{O} echo <a", "{O} echo x <c", "{O} <b", "{O} printf '<%s>' <d"], "env": ["{O} A=1 printenv A", "{O} echo x"], "timeout": ["{O} 5 echo x"], "tee": ["{O} z <a; cat z"], "expr": ["1 + 2"], "factor": ["{O} 12 97", "{O} 18446744073709551557"], "numfmt": ["{O} 1000 1K 15 x", "{O} <b"],
    "install": ["{O} a z; ls -l z | cut -c1-10", "{O} a b p; ls p"], "shuf": ["{O} a | sort", "{O} -i 1-5 | sort"], "paste": TWO + ["{O} a", "{O} a b c"], "cksum": TEXT, "tsort": ["{O} <<< 'a b b c'"], "getopt": ["{O} ab:c -a -b x y"], "iconv": ["{O} a", "{O} c"], "patch": ["{O} a <(diff a d)", "{O} a nosuch"],
    "bc": ["{O} <<< '1+2; 7/3'"], "dc": ["{O} -e '2k 7 3 / p'"], "jq": [], "awk": [], "gawk": [], "zip": ["{O} z.zip a b | grep -c .; unzip -l z.zip | tail -n 1", "{O} -q z.zip p; zipinfo -1 z.zip"], "rg": ["{O} o a d", "{O} two p a", "{O} -e o -e w <a"], "file": ["{O} a n p e"], "tree": ["{O} p"], "which": ["{O} ls nosuch | grep -c ."], "look": ["{O} t d"],
    "id": ["{O} nosuch"], "uname": ["-s"], "sum": TEXT, "nl": TEXT, "stdbuf": ["{O} echo x"], "nice": ["{O} echo x"], "yes": ["{O} a | head -n 2"], "sleep": ["{O} 0"], "cal": ["{O} 2 2024", "{O} 2023"], "xz": ["{O} -c a | xz -dc"], "lzma": ["{O} -c a | xz -dc"], "bzip2": ["{O} -c a | bzip2 -dc"], "pr": ["{O} -t a", "{O} -l 20 -h x a | tail -n +4"],
}
# What says something of this machine, runs for ever, is no command with options, or differs by design (look needs no sorted
# file; what gzip makes has other bytes).
NOT_COMPARED = set("[ arch b du df yq ps pgrep pkill killall pidof free hostid hostname id logname users who whoami tty uname nproc getconf groups locale stty tput printenv true false echo printf kill test sync chown chgrp unzip zipinfo jq awk gawk make git flock watch vmstat dd install which stat file ls shred mkfifo mktemp touch find sleep yes zip look bc shuf gzip gunzip zcat less more clear reset setsid getent".split())
# Options that wait, ask, change the machine, print where a program is, or say what changes from run to run.
PASSED_OVER = set("-f --follow --retry --pid -i --interactive --help --version -V -h -? --usage --debug --context -Z --reference --random-source --files0-from --compress-program --temporary-directory -T --to-command --rsh-command --use-compress-program -I --show-version --warning --checkpoint --totals "
                  "--filter --color --colour --dired -D --gplv3 --parallel --batch-size -S --buffer-size --no-preserve-root --one-file-system --sandbox --posix --unix-byte-offsets -u --chroot --null-input --repeat --random-sort --license --rsyncable -o --open-tty --list".split())
VALUES = {
    "NUM": ["0", "1", "2", "3", "7", "20", "-1", "+2", "x", "", "2k", "99999999999999999999", "1.5"],
    "LIST": ["1", "2-", "-3", "1,3", "2-3,1", "0", "x", "3-2", ""],
    "CHAR": [",", ":", " ", "'\\t'", "o", "ab", "''", "'\\n'"],
    "TEXT": ["o", "t", "^", "'[a-c]'", "'\\('", "x,y", "1", "''", "'%d'", "a*"],
    "FILE": ["a", "d", "nosuch", "p"],
}


def kind_of(metavar):
    name = metavar.strip("[]=<>").upper()
    if re.search(r"NUM|COUNT|LINES|BYTES|SIZE|WIDTH|COLS|^N$|NUMBER|DIGITS|SECS|LENGTH|LIMIT|COLUMN|FIELDS?$|MAX|MIN|LEVEL|DEPTH|INDENT", name) and "LIST" not in name:
        return "NUM"
    if "LIST" in name or name == "KEYDEF":
        return "LIST"
    if re.search(r"CHAR|SEP|DELIM|STRING|EOF|STOP|^X$|^CC$", name):
        return "CHAR"
    if "FILE" in name or "DIR" in name:
        return "FILE"
    return "TEXT"


Option = collections.namedtuple("Option", "names value choices")


def read_recorded():
    """{command: [Option]}"""
    table, command = {}, None
    for line in open(RECORDED, encoding="utf-8"):
        line = line.rstrip("\n")
        if line.startswith("#") or not line:
            continue
        if not line.startswith(" "):
            command = line
            table[command] = []
            continue
        names, value, choices = [], None, []
        for word in line.split():
            if word.startswith("{"):
                choices = word.strip("{}").split(",")
                continue
            name, equals, metavar = word.partition("=")
            if name.endswith("["):
                name, metavar = name[:-1], "[=" + metavar
                equals = "="
            names.append(name)
            if equals:
                value = metavar if value is None or metavar.startswith("[") else value
        table[command].append(Option(names, value, choices))
    return table


# ---- recording

HELP_LINE = re.compile(r"^ {1,12}(-[^\s].*)$")
ONE = re.compile(r"(--[A-Za-z0-9][A-Za-z0-9-]*|-[A-Za-z0-9@#%+,:.?])((?:\[=?[A-Za-z_.:+-]+\])|(?:\[=?<[a-z_.:+-]+>\])|(?:[= ]<?[A-Z][A-Za-z_.:+-]*>?(?:\[[^\]]*\])?)|(?:[= ]<[a-z_.:+-]+>))?(?=,|\s|$)")


# What looks like an option in a help text and is a range (N-M), or stands for several options.
RANGES = {("cut", "-M"), ("numfmt", "-M")}
# Values that a help text names as it names nothing else.
NAMED_VALUES = {("tree", "-L"): "-L=NUM", ("tree", "-P"): "-P=TEXT", ("tree", "-I"): "-I=TEXT", ("tree", "-o"): "-o=FILE", ("tree", "-H"): "-H=TEXT", ("tree", "-T"): "-T=TEXT",
                ("tree", "--filelimit"): "--filelimit=NUM", ("tree", "--timefmt=f"): "--timefmt=TEXT", ("tree", "--ignore-case=Ignore"): "--ignore-case", ("tree", "--sort=X"): "--sort=KEY"}
FAMILIES = {"--GTYPE-": ("old", "new", "unchanged", "changed"), "--LTYPE-": ("old", "new", "unchanged")}


def options_in(text):
    rows, seen = [], set()
    for line in text.splitlines():
        match = HELP_LINE.match(line)
        if not match:
            continue
        head = re.split(r"\s{2,}", match[1])[0]
        words = []
        for name, value in ONE.findall(head):
            value = value.strip()
            if value and not value.startswith(("=", "[")):
                value = "=" + value
            if value.startswith("[") and not value.startswith("[="):
                value = "[=" + value[1:]
            words.append(name + value.replace("<", "").replace(">", ""))
        family = next((f for f in FAMILIES if words and words[0].startswith(f)), None)
        if family:
            rows += [["--" + kind + "-" + words[0][len(family) :]] for kind in FAMILIES[family]]
            continue
        key = tuple(words)
        if words and key not in seen:
            seen.add(key)
            rows.append(words)
    return rows


def shell_commands():
    text = open(os.path.join(ROOT, "shell", "commands", "commands.def"), encoding="utf-8").read()
    return re.findall(r'^PYSUB_(?:SIMPLE_)?COMMAND\(\w+, "([^"]+)"', text, re.M)


def record():
    with open(RECORDED, "w", encoding="utf-8") as out:
        out.write("# Options of the real commands, as their --help has them; written by tests/tools/differential_options.py --record.\n")
        for command in shell_commands():
            if not shutil.which(command) or command in ("[", "true", "false", "echo", "test", "expr", "printf", "yes", "jq", "git"):
                continue
            done = subprocess.run([command, "--help"], capture_output=True, text=True, errors="replace", timeout=10, stdin=subprocess.DEVNULL, env=ENVIRONMENT)
            rows = [row for row in options_in(done.stdout or done.stderr) if (command, row[0]) not in RANGES]
            rows = [[NAMED_VALUES.get((command, word), word) for word in row] for row in rows]
            if not rows:
                continue
            out.write(f"\n{command}\n")
            for words in rows:
                out.write("  " + " ".join(words) + "\n")


# ---- cases


class Maker:
    def __init__(self, seed, table, commands):
        self.random = random.Random(seed)
        self.table = table
        self.commands = commands

    def option(self, option):
        name = self.random.choice(option.names)
        if option.value is None:
            return name
        optional = option.value.startswith("[")
        if optional and self.random.random() < 0.5:
            return name
        value = self.random.choice(VALUES[kind_of(option.value)] + self.random.choice(list(VALUES.values())))
        if name.startswith("--"):
            return f"{name}={value}"
        return name + value if optional or (value and self.random.random() < 0.7) else f"{name} {value or chr(39) * 2}"

    def pairs(self):
        """Each option of each command beside each other one: what goes wrong takes two of them, mostly."""
        for command in self.commands:
            options = [o for o in self.table[command] if not PASSED_OVER & set(o.names) and not (command == "tail" and "-F" in o.names)]
            shapes = SHAPES.get(command, TEXT)
            for i, one in enumerate(options):
                for other in options[i + 1:]:
                    # (Where two files are compared it is their relation that matters.)
                    for shape in TWO if shapes[:2] == TWO[:2] else [self.random.choice(shapes[:3] or TEXT)]:
                        yield f"{command} " + shape.replace("{O}", f"{self.option(one)} {self.option(other)}")

    def case(self):
        command = self.random.choice(self.commands)
        options = [o for o in self.table[command] if not PASSED_OVER & set(o.names) and not (command == "tail" and "-F" in o.names)]
        chosen = [self.option(o) for o in self.random.sample(options, min(len(options), self.random.choice([1, 1, 2, 2, 3, 4])))]
        shape = self.random.choice(SHAPES.get(command, TEXT))
        return f"{command} " + shape.replace("{O}", " ".join(chosen))


def run(argv, script, directory, limit):
    try:
        done = subprocess.run([*argv, "-c", script], cwd=directory, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, b"", b"no end"
    return done.returncode, done.stdout, done.stderr


def ours(shell, script):
    prelude = "mkdir -p /tmp/case; cd /tmp/case\n" + FILES
    return run([shell, "--timeout=10"], prelude + script, "/", 60)


def real(script):
    with tempfile.TemporaryDirectory() as directory:
        os.mkdir(os.path.join(directory, "case"))
        status, out, error = run(["/bin/bash"], "cd case\n" + FILES + script, directory, 10)
        return status, out.replace(directory.encode() + b"/case", b"/tmp/case"), error


def is_crash(status, error):
    return status is None or status < 0 or status >= 128 + 4 and status in (132, 134, 136, 139) or b"Sanitizer" in error or b"runtime error" in error


def crashed(shell, cases):
    """Those of a list that end the shell; many in one run, for they are short."""
    script = "\n".join(f"( {case.replace('; ', chr(10))}\n) >/dev/null 2>&1 </dev/null" for case in cases)
    status, _, error = ours(shell, script + "\ntrue")
    if status == 0 and not is_crash(status, error):
        return []
    if len(cases) == 1:
        return [(cases[0], status, error)]
    half = len(cases) // 2
    return crashed(shell, cases[:half]) + crashed(shell, cases[half:])


def compare(shell, case):
    theirs = real(case)
    if theirs[0] is None:
        return None
    mine = ours(shell, case)
    if is_crash(mine[0], mine[2]):
        return f"CRASH {case}\n  {mine[0]} {mine[2][-300:]!r}"
    # What is refused in words is no silent difference.
    if re.search(rb"not supported|unrecognized option|invalid option|no part of this sandbox|unknown option", mine[2]):
        return None
    if (mine[0], mine[1]) == (theirs[0], theirs[1]):
        return None
    # (Directories have an order of their own.)
    if mine[0] == theirs[0] and sorted(mine[1].split(b"\n")) == sorted(theirs[1].split(b"\n")):
        return None
    if mine[0] != 0 and theirs[0] != 0:
        return None
    return f"DIFFERENT {case}\n  real {theirs[0]} {theirs[1][:300]!r} {theirs[2][:120]!r}\n  ours {mine[0]} {mine[1][:300]!r} {mine[2][:120]!r}"


# ---- table


# Those that are not asked as `COMMAND OPTION`: where a builtin has the name, and what stands behind an operand.
ASKED = {"pwd": "env pwd", ("flock", "-c"): "flock /tmp -c true", ("flock", "--command"): "flock /tmp --command true"}
UNKNOWN = rb"unrecognized option|invalid option|unknown option|unknown predicate|Unknown option|unrecognized:|Bad flag|ad option|Invalid argument -?`"
REFUSED = rb"not supported|cannot .* here|is refused|in this sandbox|not available|not implemented"


def said(shell, calls):
    """What commands say on standard error, each called for itself, beside a few small files."""
    script = "mkdir -p /tmp/case; cd /tmp/case; echo a >a; echo b >d; echo c >1\n" + "".join(f"timeout 1 {call} </dev/null >/dev/null\n" for call in calls)
    return run([shell, "--timeout=20"], script, "/", 60)[2]


def state_of(shell, command, name):
    """'have', 'refused' or 'lacks' of one name of an option: by what the command says of it. Some refuse it only when it has
    a value, or when there is a file to do it with; so it is used in several ways, and one refusal is enough."""
    asked = ASKED.get((command, name))
    start = f"{ASKED.get(command, command)} {name}"
    ways = [asked] if asked else [start, start + " 1", start + " 1 a", start + " a d"]
    error = said(shell, ways)
    if re.search(UNKNOWN, error):
        return "lacks"
    if name.startswith("--") and not asked:
        error += said(shell, [start + "=1", start + "=1 a"])
    return "refused" if re.search(REFUSED, error) else "have"


def table_text(shell, table):
    lines = ["# Options of the shell's commands", "",
             "Made by `tests/tools/differential_options.py --table --write` from what the real commands' `--help` names (Debian 12's: coreutils 9.1, grep 3.8, sed 4.8, findutils 4.9 ...)",
             "and what `pysub-shell` says of each. What a command has beside these is in its own `--help`. awk, jq, git, make, rg and sqlite3 have pages of their own beside their sources.", "",
             "| Command | Options that are there | Refused in words | Unknown |", "|---|---|---|---|"]
    jobs = [(command, name) for command, options in table.items() for option in options for name in option.names]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        states = dict(zip(jobs, pool.map(lambda job: state_of(shell, *job), jobs)))
    counts = collections.Counter()
    for command, options in table.items():
        cells = {}
        for state in ("have", "refused", "lacks"):
            # The names of an option stand together as long as the same holds for them.
            groups = [[name for name in option.names if states[command, name] == state] for option in options]
            counts[state] += sum(1 for group in groups if group)
            cells[state] = " ".join("`" + "/".join(group) + "`" for group in groups if group)
        lines.append(f"| {command} | {cells['have']} | {cells['refused']} | {cells['lacks']} |")
    lines[4] = f"{len(table)} commands: {counts['have']} options are there, {counts['refused']} are refused, {counts['lacks']} are unknown.\n"
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shell")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=40)
    parser.add_argument("--one")
    parser.add_argument("--crashes", action="store_true")
    parser.add_argument("--pairs", action="store_true", help="with --crashes: all pairs of options instead of random ones")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    if args.record:
        record()
        return 0
    table = read_recorded()
    if args.table:
        text = table_text(os.path.abspath(args.shell), table)
        if args.write:
            open(PAGE, "w", encoding="utf-8").write(text)
        elif open(PAGE, encoding="utf-8").read() != text:
            print("docs/commands.md is not what the commands say: --table --write")
            return 1
        return 0
    shell = os.path.abspath(args.shell)
    killers = ("pkill", "killall", "watch")  # they may end the shell itself; watch goes on until the time is over
    wanted = args.only.split(",") if args.only else [c for c in table if (c not in killers if args.crashes else c not in NOT_COMPARED)]
    seeds = [args.one] if args.one else [f"{args.seed}:{i}" for i in range(args.count)]
    cases = [Maker(seed, table, wanted).case() for seed in seeds]
    if args.pairs:
        cases = list(Maker(args.seed, table, wanted).pairs())
    found = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        if args.crashes:
            pieces = [cases[i:i + 40] for i in range(0, len(cases), 40)]
            for crashes in pool.map(lambda piece: crashed(shell, piece), pieces):
                found += [f"CRASH {case}\n  {status} {error[-400:]!r}" for case, status, error in crashes]
        else:
            if shutil.which("sort") is None or "coreutils" not in subprocess.run(["sort", "--version"], capture_output=True, text=True).stdout:
                return 77
            for seed, result in zip(seeds, pool.map(lambda case: compare(shell, case), cases)):
                if result:
                    found.append(f"{result}\n  --one={seed}")
    for text in found[:args.show]:
        print(text)
    print(f"{len(cases)} calls, {len(found)} did not hold")
    return 1 if found else 0


sys.exit(main())
