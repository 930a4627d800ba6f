#!/usr/bin/env python3
"""Random scripts in bash 5.2 and in pysub-shell: what they print and their exit status must be the same.

    differential_shell.py --shell=PATH/TO/pysub-shell [--count=N] [--first=N] [--seed=N] [--stderr] [--show=N] [--one=SEED]
    differential_shell.py --shell=PATH/TO/pysub-shell --crashes [--count=N] [--seed=N] [--one=SEED]

Script i is made from the seed "SEED:i" alone, so a difference can be played again with --one=SEED:i. Scripts use
builtins and a few commands that read only what they are given; bash runs them in an empty directory of its own,
with a small environment and a time limit. Messages are compared with --stderr only. Exit status: 0 equal, 1 there
are differences, 77 there is no bash 5.2 to compare with. --crashes asks no bash: its scripts also close pipes early, set
traps, start jobs, redirect and recurse, and must not end by a signal or with the words of a sanitizer.
"""

import argparse
import concurrent.futures
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile

BASH = "/bin/bash"
ENVIRONMENT = {"HOME": "/home/user", "PATH": "/usr/bin:/bin", "USER": "user", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
NAMES = ["a", "b", "c", "n", "s", "x"]
ARRAYS = ["r", "q"]
TEXTS = ["", "abc", "a b", " lead", "trail ", "a:b:c", "x=y", "*", "a*", "[ab]", "12", "-3", "007", "foo.bar.baz", "A-b_C",
         "a  b\tc", "one two three", "é", "ab\\c", "$n", "`", "'", '"', "{a,b}", "~", "a/b/c", "0x1F", "10#9", "--", "-n",
         "%s", "aXbXc", "hello world", "::", " : ", "q\nr"]
PATTERNS = ["a", "b*", "*b", "?", "*", "[a-c]", "[!a]", "*.*", "*/", "o", "*o", "[[:space:]]", "[[:digit:]]*", "a?c", "", "X",
            "%", "#", "l*o", "\\*", "'*'", '"$a"', "$b", "[]x]", "[^:]", "??", "*[0-9]", "e"]


# Differences that are bash's own faults, by name: (script, what bash said, what we said) -> is it this one? Such a script is
# counted by itself, and not as one that differs.
EXPLAINED = {
    # A \' among the elements of an array in $( ): bash 5.2 takes it for a quote that opens, and what stands behind for its text.
    "quote in an array in a substitution": lambda script, theirs, ours: (
        re.search(rb"-c: line \d+: (syntax error near unexpected token|unexpected EOF)", theirs[1]) and re.search(r"=\([^\n]*\\'", script)),
    # Behind an error in [[ ]] bash reads on in the same line, and may find another error, or what runs.
    "what stands behind an error in [[": lambda script, theirs, ours: (
        b"conditional" in theirs[1] and ours[0] == theirs[0] and theirs[1].startswith(ours[1].rstrip())),
    # $$: the number of a process.
    "the number of the shell": lambda script, theirs, ours: (
        "$$" in script and re.sub(rb"\d+", b"N", theirs[0]) == re.sub(rb"\d+", b"N", ours[0]) and theirs[2] == ours[2]),
    # ${a[@]#x} where IFS is empty: bash shows a mark of its own in front of the blanks of elements.
    "marks in a list that is joined": lambda script, theirs, ours: (
        b"\x01" in theirs[0] and theirs[0].replace(b"\x01", b"") == ours[0] and theirs[2] == ours[2]),
    # "${*#x}${a[@]:-w}": whether a list stands beside it is known when the other one has been expanded.
    "a list beside ${*op} that may be a word": lambda script, theirs, ours: (
        re.search(r'"[^"]*\$\{(\*|\w+\[\*\])[:,^/#%@][^"]*\$\{(@|\w+\[@\]):?[-+]', script) and theirs[2] == ours[2] and
        re.sub(rb"[\s<>|]", b"", theirs[0]) == re.sub(rb"[\s<>|]", b"", ours[0])),
    # "${a[@]}${*,,}": bash makes other fields of an empty last parameter where more quotes follow in the word.
    "list before ${*op} in the same quotes": lambda script, theirs, ours: (
        re.search(r'"[^"]*\[@\][^"]*\$\{\*[,^/#%@]', script) and theirs[2] == ours[2] and
        re.sub(rb"[\s<>]", b"", theirs[0]) == re.sub(rb"[\s<>]", b"", ours[0])),
}


def explanation(script, theirs, ours):
    return next((name for name, is_it in EXPLAINED.items() if is_it(script, theirs, ours)), None)


def quote(text):
    return "'" + text.replace("'", "'\\''") + "'"


# What stands in scripts that only have to leave the shell alive. {C} is a command, {W} a word, {A} an expression.
ROUGH = [
    "{ {C}; {C}; sleep 0.01; nosuch {W}; {C}; } 2>&1 | head -n 1", "{ {C}; {C}; } 2>&1 | true", "yes {W} | head -n 2", "{ {C}; {C} >&2; } 2>&1 | :", "( {C}; {C} ) | ( read a; {C} )",
    "{ {C}; } > {W}", "{ {C}; } >> f 2>&1 < f", "{ {C}; } <<< {W}", "exec 3> f; {C} >&3; exec 3>&-; {C} >&3", "exec 4<&0 5>&1; {C} <&4 >&5", "{C} {fd}> f; echo a >&$fd", "exec > >(cat); {C}", "{C} < <({C}; {C})", "{C} > >({C}) 2> >({C})", "cat f f > f", "exec 2>&-; {C}", "exec >&-; {C}", "exec < /dev/null; {C}",
    "trap '{C}' EXIT", "trap '{C}; {C}' ERR", "trap '{C}' DEBUG", "trap '{C}' RETURN", "trap '{C}' USR1; kill -USR1 $$", "trap '{C}' TERM; kill $$", "trap '' PIPE; {C} | true", "trap '{C}; exit' PIPE; yes | head -n 1", "trap '{C}' CHLD; {C} & wait", "trap - EXIT ERR DEBUG", "kill -TERM $BASHPID", "( kill -KILL $BASHPID )", "kill $!", "kill %1", "kill 0",
    "{C} & {C} & wait", "{C} & wait $!", "sleep 1 & kill $!; wait $!", "{ {C}; } & jobs; wait -n", "coproc { {C}; {C}; }; cat <&${COPROC[0]}", "coproc cat; echo a >&${COPROC[1]}; read a <&${COPROC[0]}", "wait; jobs -l", "disown; {C}", "( {C} & ) ; wait", "{C} | {C} & wait",
    "set -e; {C}", "set -u; {C}", "set -x; {C}", "set -n; {C}", "set -v; {C}", "set -o pipefail; {C} | false", "shopt -s lastpipe; {C} | read a", "shopt -s extglob nullglob globstar; echo {W}*", "shopt -s expand_aliases\nalias y='{C}'\ny {W}", "shopt -s failglob; {C}", "set +e; set +x",
    "f() { {C}; f2; }; f2() { {C}; }; f | head -n 1", "f() { local a=$1; {C}; return $(( {A} )); }; f {W}", "f() { unset -f f; {C}; }; f", "f() { f() { {C}; }; f; }; f", "f() { trap '{C}' RETURN; {C}; }; f", "unset a b r h", "local a=b", "return 3", "break 2", "exit $(( {A} ))", "( exit {W} )",
    "declare -a r='($({C}) [2]={W})'", "declare -A h='([$({C})]=1)'", "declare -n z=a; z={W}; unset -n z", "declare -n z='r[n]'; z={W}; echo $z", "declare -i n='{A}'", "readonly w={W}; w=2", "r=([{A}]={W} {W})", "r[{A}]={W}", "h[{W}]={W}; unset 'h[{W}]'", "unset 'r[{A}]'", "read 'r[{A}]' <<< {W}", "printf -v 'r[{A}]' {W}", "x='r[x]'; echo $((x)) ${r[x]}", "x={A}; echo $((x)) ${r[x]} ${a:x}", "mapfile -t r < <({C})", "read -r a b <<< {W}", "read -t 0.01 a < <(sleep 1)", "read -n 2 a <<< {W}",
    "command {C}", "builtin echo {W}", "command -v {W}", "eval {W}", "eval '{C}'; eval \"{C}\"", "echo '{C}' > s; . ./s {W}", "echo '{C}' > s; bash ./s {W}", "bash -c '{C}' {W}", "exec bash -c '{C}'", "exec {W}", "env a={W} {C}", "xargs -n 1 echo <<< {W}", "timeout 0.1 yes > /dev/null", "time {C}", "{W} {W}", "a={W} {C}", "source {W}", "cd {W}; cd -; pushd /; popd; dirs",
    "echo ${a@P} ${a@A} ${r[@]@K} ${h[@]@k} ${a@Q}{W}", "PS4={W}; set -x; {C}; set +x", "IFS={W}; {C}; echo $*", "LC_ALL=C; {C}", "OPTIND=1; while getopts ab:c a {W} {W}; do {C}; done", "select a in {W} {W}; do {C}; break; done <<< 1", "PATH=; {C}", "unset PATH IFS; {C}", "history; fc -l; hash; type {W}", "GLOBIGNORE={W}; echo *", "printf {W} {W}", "test {W} -eq {W} -o ! {W}", "[[ {W} =~ {W} ]]; echo ${BASH_REMATCH[@]}", "cat <<E | head -n 1\n$({C})${a:-{W}}\nE\n:", "case $({C}) in {W}) {C} ;& *) {C} ;; esac",
]


class Maker:
    rough = False

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.depth = 0
        self.loop = 0
        self.substituting = 0
        self.function = False

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, items):
        return self.random.choice(items)

    def any_of(self, *makers):
        return self.pick(makers)()

    # ---- words

    def literal(self):
        text = self.pick(TEXTS)
        how = self.random.randrange(4)
        if how == 0:
            return quote(text)
        if how == 1:
            return '"' + "".join("\\" + c if c in '"$`\\' else c for c in text) + '"'
        if how == 2:
            return "$'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t") + "'"
        return self.pick(["abc", "a", "b", "x.y", "12", "foo", "é", "A", "-x", "a=b"])

    def name(self):
        return self.pick(NAMES)

    def parameter(self):
        return self.any_of(self.name, self.name, lambda: self.pick(["1", "2", "3", "@", "*", "#", "?"]), self.element)

    def element(self):
        return self.pick(ARRAYS) + "[" + self.pick(["0", "1", "2", "-1", "@", "*", "n", "1+1", "@", "*"]) + "]"

    def small(self):
        return str(self.random.randrange(-4, 7))

    def operator(self):
        """What stands behind the name in ${name...}."""
        kind = self.random.randrange(10)
        if kind == 0:
            return self.pick(["-", ":-", "+", ":+"]) + self.operand()
        if kind == 1:
            return self.pick(["#", "##", "%", "%%"]) + self.pick(PATTERNS)
        if kind in (2, 3):
            pattern = self.pick([p for p in PATTERNS if "/" not in p])
            return self.pick(["/", "//", "/#", "/%"]) + pattern + self.pick(["", "/", "/-", "/[&]", "/X$a", '/"$b"', "/\\&"])
        if kind == 4:
            return self.pick(["^", "^^", ",", ",,"]) + self.pick(["", "", "[a-m]", "?"])
        if kind == 5:
            offset = self.small()
            length = self.pick(["", ":" + str(self.random.randrange(0, 5)), ":" + self.pick(["n", "1+1"])])
            return ":" + (" " if offset.startswith("-") else "") + offset + length
        if kind == 6:
            return "@" + self.pick("QQUuLEa")
        return ""

    def operand(self):
        if self.depth > 3:
            return self.pick(["", "d", "'e f'"])
        self.depth += 1
        try:
            return self.any_of(lambda: "", lambda: "d", lambda: "'e f'", lambda: '"$a"', self.expansion, lambda: "p q")
        finally:
            self.depth -= 1

    def expansion(self):
        kind = self.random.randrange(14)
        if kind < 7:
            return "${" + self.parameter() + self.operator() + "}"
        if kind == 7:
            return "$" + self.name()
        if kind == 8:
            return "${#" + self.pick([self.name(), self.pick(ARRAYS) + "[@]", "@", self.pick(ARRAYS) + "[1]"]) + "}"
        if kind == 9:
            return "$((" + self.arithmetic() + "))"
        if kind == 10 and self.depth < 3:
            self.depth += 1
            text = "$(" + self.simple() + ")"
            self.depth -= 1
            return text
        if kind == 11:
            return "${!" + self.pick(["a", "r[@]", "q[*]", "x"]) + "}"
        if kind == 12:
            return "$" + self.pick("@*#?1")
        return "${" + self.name() + "}"

    def part(self):
        kind = self.random.randrange(8)
        if kind < 3:
            return self.literal()
        if kind < 5:
            return self.expansion()
        inner = "".join(self.pick([self.expansion, lambda: self.pick(["t", " ", "u v", "*", "'", "\\$", "~"])])() for _ in
                        range(self.random.randrange(1, 3)))
        return '"' + inner + '"'

    def word(self):
        if self.chance(6):
            return self.pick(["{a,b}", "{1..4}", "x{c..a}y", "{3..-3..2}", "{a,$n,'q r'}", "p{,q}", "{01..3}", "{a}", "{1..}"])
        if self.chance(6):
            return self.pick(["*", "?", "*.txt", "f*", "[a-c]*", "d/*", "nothing*", "~", "*/", ".*", "f[0-9].*"])
        word = "".join(self.part() for _ in range(self.pick([1, 1, 1, 2, 2, 3])))
        # A word that begins like an assignment or a comment is still an argument here.
        return word

    def words(self, low=1, high=4):
        return " ".join(self.word() for _ in range(self.random.randrange(low, high)))

    # ---- arithmetic

    def number(self):
        return self.pick(["0", "1", "2", "7", "10", "255", "0x1f", "017", "2#101", "36#z", "64#_", "n", "$n", "9223372036854775807",
                          "-1", "r[1]", "${#a}", "${#r[@]}"])

    def arithmetic(self):
        if self.depth > 3 or self.chance(25):
            return self.number()
        self.depth += 1
        try:
            kind = self.random.randrange(9)
            if kind < 5:
                operator = self.pick("+ - * / % << >> < > <= >= == != & ^ | && || , **".split())
                left, right = self.arithmetic(), self.arithmetic()
                if operator == "**":
                    right = self.pick(["0", "2", "3", "n & 3"])
                return f"{left} {operator} {right}"
            if kind == 5:
                return "(" + self.arithmetic() + ")"
            if kind == 6:
                return self.pick("- + ! ~".split()) + " " + self.arithmetic()
            if kind == 7:
                return f"{self.arithmetic()} ? {self.arithmetic()} : {self.arithmetic()}"
            return self.pick(["n++", "++n", "n--", "n += 2", "n = 5", "n *= 3", "n <<= 1", "i = n", "r[2] = 4", "n %= 7", "n ^= 3"])
        finally:
            self.depth -= 1

    # ---- commands

    def output(self):
        kind = self.random.randrange(8)
        if kind < 3:
            return "printf '<%s>' " + self.words() + "; echo"
        if kind < 5:
            return "echo " + self.words()
        if kind == 5:
            form = self.pick(["%5s|", "%-4s|", "%.2s|", "%q ", "%b|", "%s %s\\n", "%c", "%5.1s|", "%%%s"])
            return f"printf '{form}' " + self.words()
        if kind == 6:
            form = self.pick(["%d ", "%05d|", "%x,", "%o;", "%+d ", "%-5d|", "%X ", "%u "])
            return f"printf '{form}' " + " ".join(self.pick(["0", "12", "-7", "0x10", "010", "\\'a", "$n", "$((" + self.arithmetic() + "))"])
                                                  for _ in range(self.random.randrange(1, 4)))
        return 'printf "%s\\n" "$@"'

    def assignment(self):
        kind = self.random.randrange(9)
        if kind < 4:
            return self.name() + self.pick(["=", "=", "+="]) + self.word_without_braces()
        if kind == 4:
            return self.pick(ARRAYS) + self.pick(["=", "+="]) + "(" + self.words(0, 4) + ")"
        if kind == 5:
            return self.pick(ARRAYS) + "[" + self.pick(["0", "1", "5", "n & 3", "-1"]) + "]=" + self.word_without_braces()
        if kind == 6:
            return "n=" + self.pick(["1", "$((" + self.arithmetic() + "))"])
        if kind == 7:
            return "set -- " + self.words(0, 4)
        return self.pick(["unset a", "unset 'r[1]'", "unset r", "IFS=:", "IFS=$' \\t\\n'", "IFS=", "IFS=ab", "declare -i n", "declare -u s",
                          "h[$a]=1", "h[k]=$b", "unset b c", "shift", "local_=1", "q=(\"${r[@]}\")", "export x"])

    def word_without_braces(self):
        return "".join(self.part() for _ in range(self.random.randrange(1, 3)))

    def test(self):
        kind = self.random.randrange(9)
        if kind < 2:
            return f"[[ {self.part()} {self.pick(['==', '!=', '='])} {self.pick(PATTERNS) or 'a'} ]]"
        if kind == 2:
            return f"[[ {self.part()} {self.pick(['<', '>'])} {self.part()} ]]"
        if kind == 3:
            return f"[[ {self.pick(['-n', '-z'])} {self.part()} {self.pick(['&&', '||'])} -v {self.name()} ]]"
        if kind == 4:
            regex = self.pick(["^a", "b+", "[0-9]+", "(.)(.*)", "^(a|b)", "x?$", "[[:space:]]", "^.{2,3}$", "\\.", "$a"])
            return f"[[ {self.part()} =~ {regex} ]]"
        if kind == 5:
            return f"(( {self.arithmetic()} ))"
        if kind == 6:
            return f'[ "{self.expansion()}" {self.pick(["=", "!="])} {self.literal()} ]'
        if kind == 7:
            return f"[ $n {self.pick(['-eq', '-lt', '-ge', '-ne'])} {self.random.randrange(0, 9)} ]"
        return self.pick(["true", "false", "! true", "[ -e f1.txt ]", "[ -d d ]", "test -n \"$a\""])

    def simple(self):
        kind = self.random.randrange(10)
        if kind < 5:
            return self.output()
        if kind < 8:
            return self.assignment()
        if kind == 8:
            return self.test()
        return self.pick(["f " + self.words(0, 3), "true", "echo $?", 'declare -p r', 'echo "${#r[@]} ${!r[*]}"', "eval 'echo $a'",
                          'echo "${BASH_REMATCH[@]}"', "let n+=1", "type -t f echo if", "cat <<< " + self.word_without_braces()])

    def block(self, low=1, high=4):
        return "; ".join(self.command() for _ in range(self.random.randrange(low, high)))

    def roughly(self):
        line = self.pick(ROUGH)
        for mark, make in (("{C}", self.command), ("{W}", self.word_without_braces), ("{A}", self.arithmetic)):
            while mark in line:
                line = line.replace(mark, make(), 1)
        return line

    def command(self):
        if self.rough and self.depth <= 2 and self.chance(40):
            self.depth += 1
            try:
                return self.roughly()
            finally:
                self.depth -= 1
        if self.depth > 2 or self.chance(45):
            return self.simple()
        self.depth += 1
        try:
            return self.compound()
        finally:
            self.depth -= 1

    def compound(self):
        kind = self.random.randrange(15)
        if kind == 0:
            return f"if {self.test()}; then {self.block()}; else {self.block()}; fi"
        if kind == 1:
            return self.in_loop(lambda: f"for {self.name()} in {self.words(0, 4)}; do {self.block()}; done")
        if kind == 2:
            variable = self.pick(["i", "j"])
            return self.in_loop(lambda: f"for (({variable} = 0; {variable} < {self.random.randrange(1, 4)}; {variable}++)); do {self.block()}; done")
        if kind == 3:
            clauses = " ".join(f"{self.pick(PATTERNS) or 'z'}) {self.block(1, 3)} {self.pick([';;', ';;', ';&', ';;&'])}" for _ in range(3))
            return f"case {self.part()} in {clauses} esac"
        if kind == 4:
            return f"{{ {self.block()}; }}"
        if kind == 5:
            return f"( {self.block()} )"
        if kind == 6:
            return f"{self.test()} && {self.simple()} || {self.simple()}"
        if kind == 7:
            filters = " | ".join(self.pick(["cat", "sort", "tr a-m A-M", "head -n 2", "wc -l", "tail -n 1", "sort -r", "tr -d ' '"]) for _ in
                                 range(self.random.randrange(1, 3)))
            return f"{{ {self.block(1, 3)}; }} | {filters}"
        if kind == 8:
            reader = self.pick(["read -r a b", "IFS= read -r a", "IFS=: read -r a b c", "read a", "read -r -a r"])
            body = self.pick(['printf "[%s]" "$a" "$b"; echo', 'declare -p r', 'echo "$a"', "n=$((n + 1))"])
            return self.in_loop(lambda: f"while {reader}; do {body}; done <<< {self.word_without_braces()}")
        if kind == 9 and self.loop and self.chance(50):
            return self.pick(["break", "continue", f"{self.test()} && break", f"{self.test()} || continue"])
        if kind == 10:
            return f"f {self.words(0, 3)}"
        if kind == 11:
            return f"{self.name()}={self.word_without_braces()} eval 'echo \"$a$b\"'"
        if kind == 12 and not self.substituting:
            body = self.pick(["$a\n${b:-none}", "x $((n + 1)) $(echo in)", "\\$a `echo y`", "'$s' \"$x\""])
            mark = self.pick(["E", "'E'"])
            return f"cat <<{mark}\n{body}\nE\n:"
        if kind == 13:
            # (Without here-documents: bash loses what stands behind them when it prints the function that it is in.)
            self.substituting += 1
            try:
                return f"a=$( {self.block(1, 3)})"  # the blank: a block may begin with (
            finally:
                self.substituting -= 1
        return self.in_loop(lambda: f"n=0; while (( n++ < {self.random.randrange(1, 4)} )); do {self.block(1, 3)}; done")

    def in_loop(self, make):
        self.loop += 1
        try:
            return make()
        finally:
            self.loop -= 1

    def script(self):
        lines = ["n=3; a=abc b='x y' c= s='Hello World'; r=(one 'two three' '' four); declare -A h=([k]=v)", "set -- p 'q r' ''"]
        if self.chance(50):
            lines.append("touch f1.txt f2.txt 'f 3' .hid; mkdir d; touch d/a d/b")
        lines.append(f"f() {{ local {self.name()}={self.word_without_braces()}; {self.block()}; return {self.random.randrange(0, 3)}; }}")
        # Calls of f inside f would not end.
        lines[-1] = lines[-1].replace("f ${", "echo ${").replace("; f ", "; echo ").replace("{ f ", "{ echo ").replace("do f ", "do echo ").replace(
            "then f ", "then echo ").replace("else f ", "else echo ").replace("&& f ", "&& echo ").replace("|| f ", "|| echo ").replace(
            "( f ", "( echo ").replace("$(f ", "$(echo ").replace(") f ", ") echo ")
        if self.chance(25):
            lines.append(self.pick(["set -e", "set -u", "set -o pipefail", "shopt -s extglob nullglob", "trap 'echo exit $?' EXIT",
                                    "set -f", "shopt -s dotglob", "trap 'echo err' ERR"]))
        lines += [self.command() for _ in range(self.random.randrange(3, 8))]
        return "\n".join(lines) + "\n"


def run(program, name, script, directory, timeout=10, arguments=()):
    # A session of its own: what the script started ends with it, also an endless loop in a substitution.
    process = subprocess.Popen([name, *arguments, "-c", script, "bash"], executable=program, env=dict(ENVIRONMENT), cwd=directory,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return b"", b"", "timeout"
    code = process.returncode
    return out, errors, code if code >= 0 else 128 - code


def play(shell, seed, directory, with_stderr):
    script = Maker(seed).script()
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    theirs = run(BASH, "bash", script, directory)
    shutil.rmtree(directory, ignore_errors=True)
    if theirs[2] == "timeout":
        return seed, script, theirs, theirs, True
    ours = run(shell, "bash", script, "/")
    same = theirs[0] == ours[0] and theirs[2] == ours[2] and (not with_stderr or theirs[1] == ours[1])
    return seed, script, theirs, ours, same


def survives(shell, seed, directory):
    maker = Maker(seed)
    maker.rough = True
    script = maker.script()
    out, errors, status = run(shell, "bash", script, "/", 90, ["--timeout=2"])
    # (A script may kill its shell: that is a status, and no signal of the host.)
    bad = status == "timeout" or status < 0 or b"Sanitizer" in errors or b"runtime error" in errors or status in (134, 139)
    return seed, script, (b"", b"", 0), (out, errors, status), not bad


def show(result):
    seed, script, theirs, ours, _ = result
    print(f"==== {seed}\n{script}---- bash: {theirs[2]}\n{theirs[0].decode('utf-8', 'backslashreplace')}"
          f"{theirs[1].decode('utf-8', 'backslashreplace')}---- pysub-shell: {ours[2]}\n"
          f"{ours[0].decode('utf-8', 'backslashreplace')}{ours[1].decode('utf-8', 'backslashreplace')}")


def has_oracle():
    try:
        version = subprocess.run([BASH, "-c", "echo $BASH_VERSION"], capture_output=True, text=True, timeout=10).stdout
    except OSError:
        return False
    return version.startswith("5.2.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shell", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="the number of the first script")
    parser.add_argument("--stderr", action="store_true")
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--crashes", action="store_true")
    parser.add_argument("--one")
    options = parser.parse_args()
    if not options.crashes and not has_oracle():
        print("skipped: there is no bash 5.2 here")
        return 77
    shell = os.path.abspath(options.shell)
    root = tempfile.mkdtemp(prefix="differential_shell.")
    seeds = [options.one] if options.one else [f"{options.seed}:{i}" for i in range(options.first, options.first + options.count)]
    try:
        # Two at a time; every script has a directory of its own of the same length, so that it prints the same.
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            if options.crashes:
                results = list(pool.map(lambda seed: survives(shell, seed, root), seeds))
            else:
                results = list(pool.map(lambda item: play(shell, item[1], os.path.join(root, f"{item[0]:06}"), options.stderr), enumerate(seeds)))
    finally:
        shutil.rmtree(root, ignore_errors=True)
    bad = [result for result in results if not result[4]]
    explained = {} if options.crashes else {result[0]: explanation(*result[1:4]) for result in bad}
    for name in EXPLAINED:
        seeds_of = [seed for seed, why in explained.items() if why == name]
        if seeds_of:
            print(f"explained, {name}: {' '.join(seeds_of)}")
    bad = [result for result in bad if not explained.get(result[0])]
    for result in (results if options.one else bad[: options.show]):
        show(result)
    print(f"{len(results)} scripts, {len(bad)} differ" + (": " + " ".join(result[0] for result in bad[:40]) if bad else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
