#!/usr/bin/env python3
"""How many recorded scripts of tests/shell/language use each construct of the shell's language; fails below eight.

    shell_headings.py [--table]

A script counts for a heading when its text shows the construct. Texts are told by patterns, so this finds what is
not covered, not how well it is.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CASES = os.path.join(ROOT, "tests", "shell", "language")
LEAST = 8

HEADINGS = {
    "simple commands, assignments": r"^\w+=|; *\w+=",
    "redirections <, >, >>, >|, <>": r"(^|[^<&>=(])(<|>|>>|>\||<>) *[\w/$\"]",
    "redirections &>, >&, N>&M": r"&>|>&",
    "redirections {fd}>": r"\{\w+(\[\w+\])?\}[<>]",
    "redirections by exec": r"exec [^;]*[<>]",
    "here-documents": r"<<-?['\"\\]?\w",
    "here-strings": r"<<<",
    "pipelines": r"[^|]\|[^|&]",
    "|&": r"\|&",
    "!": r"(^|[;(] *)! ",
    "PIPESTATUS": r"PIPESTATUS",
    "lists && ||": r"&&|\|\|",
    "background &": r"[^&>]&( |$|;|\))",
    "groups": r"\{ ",
    "subshells": r"(^|[;&|] *)\( *[^( ]",
    "functions": r"\w+\(\) *[{(\n]|function ",
    "local": r"\blocal\b",
    "if": r"\bif ",
    "while, until": r"\b(while|until) ",
    "for": r"\bfor \w+",
    "for ((": r"for *\(\(",
    "case": r"\bcase ",
    "case ;& ;;&": r";&|;;&",
    "select": r"\bselect ",
    "[[ ]]": r"\[\[",
    "=~, BASH_REMATCH": r"=~|BASH_REMATCH",
    "(( ))": r"(^|[;&|{!(] *)\(\(",
    "$(( ))": r"\$\(\(",
    "arithmetic: bases and bits": r"\d+#|0x|<<|>>|\*\*",
    "$( )": r"\$\([^(]",
    "` `": r"`",
    "process substitution": r"[<>]\(",
    "brace expansion": r"\{[\w$'\"-]*(,|\.\.)",
    "tilde": r"(^|[ =:])~",
    "${:-} ${:=} ${:?} ${:+}": r"\$\{[\w@*\[\]]+:?[-=?+]",
    "${#} ${##} ${%} ${%%}": r"\$\{[\w@*\[\]]+[#%]",
    "${/} ${//}": r"\$\{[\w@*\[\]]+/",
    "${^} ${,}": r"\$\{[\w@*\[\]]+[\^,~]",
    "${@Q} and its kin": r"\$\{[^}]*@[QUuLEPAKak]\}",
    "${!}": r"\$\{!",
    "${#x}": r"\$\{#\w",
    "${:off:len}": r"\$\{[\w@*\[\]]+: ?[-\d(n$]",
    "$'..' $\"..\"": r"\$['\"]",
    "quotes": r"['\"]",
    "IFS": r"\bIFS=",
    "globs": r"echo [^;'\"]*[*?]|\.\*|\*\.",
    "extglob": r"[?*+@!]\([^)]*\)",
    "globstar, nullglob, dotglob, failglob, nocaseglob": r"globstar|nullglob|dotglob|failglob|nocaseglob|nocasematch",
    "indexed arrays": r"\w+=\(|\[\d\]=|\[@\]",
    "associative arrays": r"(declare|local|typeset) -\w*A",
    "namerefs": r"(declare|local|typeset) -\w*n\w* ",
    "declare, typeset": r"\b(declare|typeset) ",
    "readonly": r"\breadonly |declare -\w*r",
    "export": r"\bexport ",
    "aliases": r"\balias ",
    "set -euxfCvn": r"\bset [-+][euxfCvn]",
    "set -o": r"\bset [-+]\w*o ",
    "shopt": r"\bshopt ",
    "trap EXIT": r"trap .*EXIT|trap .* 0\b",
    "trap ERR, DEBUG, RETURN": r"trap .*(ERR|DEBUG|RETURN)",
    "trap of signals": r"trap .*(INT|TERM|USR|HUP|QUIT|PIPE|CHLD)",
    "$? $$ $! $# $@ $* $- $_ $0": r"\$[?$!#@*_0-]",
    "LINENO, FUNCNAME, BASH_SOURCE": r"LINENO|FUNCNAME|BASH_SOURCE|BASH_LINENO",
    "RANDOM, SECONDS, EPOCHSECONDS": r"RANDOM|SECONDS|EPOCH",
    "eval": r"\beval ",
    "source": r"\bsource |(^|[;{&|] *)\. ",
    "getopts": r"\bgetopts ",
    "coprocesses": r"\bcoproc ",
    "syntax errors": None,  # by what bash says
    "echo": r"\becho ",
    "printf": r"\bprintf ",
    "read": r"\bread\b",
    "mapfile, readarray": r"\b(mapfile|readarray)\b",
    "test, [": r"(^|[;&|{(!] *|if |while )(\[|test) ",
    "let": r"\blet ",
    "cd, pwd": r"\b(cd|pwd)\b",
    "pushd, popd, dirs": r"\b(pushd|popd|dirs)\b",
    "shift, set --": r"\bshift\b|set -- ",
    "break, continue": r"\b(break|continue)\b",
    "return, exit": r"\b(return|exit)\b",
    "unset": r"\bunset ",
    "type, command, builtin": r"\b(type|command|builtin) ",
    "jobs, wait, kill": r"\b(jobs|wait|kill)\b",
    "compgen": r"\bcompgen ",
    "umask, ulimit, times, hash, enable, help, history, disown, caller": r"\b(umask|ulimit|times|hash|enable|help|history|disown|caller|fc|fg|bg)\b",
}


def cases():
    for name in sorted(os.listdir(CASES)):
        if not name.endswith(".sh"):
            continue
        with open(os.path.join(CASES, name), encoding="utf-8") as file:
            parts = [part for part in re.split(r"^# ---.*\n", file.read(), flags=re.M) if part.strip()]
        with open(os.path.join(CASES, name[:-3] + ".out"), encoding="utf-8") as file:
            outputs = re.split(r"^=== .*\n", file.read(), flags=re.M)[1:]
        yield from zip(parts, outputs)


def main():
    all_cases = list(cases())
    counts = {}
    for heading, pattern in HEADINGS.items():
        if pattern is None:
            counts[heading] = sum("syntax error" in output or "unexpected EOF" in output for _, output in all_cases)
        else:
            regex = re.compile(pattern, re.M)
            counts[heading] = sum(bool(regex.search(script)) for script, _ in all_cases)
    if "--table" in sys.argv:
        print(f"{len(all_cases)} scripts")
        for heading, count in counts.items():
            print(f"{count:5}  {heading}")
    few = [heading for heading, count in counts.items() if count < LEAST]
    for heading in few:
        print(f"{heading}: {counts[heading]} scripts, fewer than {LEAST}")
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main())
