#!/usr/bin/env python3
"""Random awk programs on random small inputs, by gawk 5.2 and by the shell's awk: output, messages and exit status must be the same.

    differential_awk.py --shell=PATH/TO/pysub-shell [--count=N] [--first=N] [--seed=N] [--show=N] [--one=SEED]

Case i is made from the seed "SEED:i" alone: --one=SEED:i plays it again. A third of the programs use only what every awk has; where
one of these differs, original-awk says whether it agrees with gawk, and then no explanation counts. What a loop over an array comes by
first is sorted, and nothing asks for the time. Exit status: 0 equal, 1 there are differences, 77 there is no gawk.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import namedtuple

ENVIRONMENT = {"LC_ALL": "C.UTF-8", "TZ": "UTC0", "HOME": "/w", "PATH": "/usr/bin:/bin"}
SECONDS = 10
Case = namedtuple("Case", "arguments files portable")

WORDS = ["a", "b", "abc", "foo", "bar", "foobar", "aXbXc", "x", "0", "1", "2", "10", "-1", "3.0", "1e2", "+5", "0x11", "08", ".5", "5.", "1e", "inf", "+inf", "nan", "-nan", "3x", "é", "日本", "naïve", "a.b",
         "a|b", "[x]", "A", "Foo", "BAR", "\\n", "a-b", "100000000000000000000", "0.1", "1e300", "123456789", "17.50", "00", "-0", "--", "/", "\"q\"", "a,b", ";", "+", "-", ".", "1.5e3", "-inf", "+nan", "0x", "1e+", "36893488147419103232", "9223372036854775807", "1e-320", "1e400", "0x1p3", "%s", "\\\\", "Ä", "ß", "1,234", "1e5x", "aaa", "abab", "a=b"]
SEPARATORS = [" ", " ", " ", "  ", "\t", ",", ":", ", ", " : ", "|"]
NUMBERS = ["0", "1", "2", "3", "-1", "10", "0.5", "-2.5", "1e3", "1e6", "123456789", "2147483648", "9007199254740993", "1e18", "1e30", "0.1", "1e-5", "3.0", "100000", "1000000", "255", "65", "17", "1e300", "011", "0x1F", ".5", "5.", "9223372036854775807", "18446744073709549568", "4294967296", "1e19", "1e15", "1e16", "123456789012345678", "1e-300", "0.30000000000000004", "1e400", "100000000000000000000000"]
# Numbers that are none, or hardly.
ODD_NUMBERS = ["-0.5", "1.9999999", "-log(0)", "log(0)", "\"+nan\"+0", "\"-nan\"+0", "2^1024", "-2^1024", "2^53", "2^53+1", "-2^63", "2^63", "3*2^64", "0x7fffffff+1", "1/3", "-1/3", "1e300*1e10", "1e-300*1e-300", "-0", "0.1+0.2", "1e6/3", "\"0x1A\"", "\"1e3\"", "\" 12 \"", "\"3abc\"", "\".\"", "\"+\"", "nosuch", "\"\""]
STRINGS = ["", "a", "abc", "foobar", "a b c", "1", "10", "3x", " 12 ", "0", "é☃", "naïve", "A1b2", "x,y,,z", "aaa", "-5", "1e2", "a.b.c", "\\t", "\\\"", "\\\\", "&", "[", "hello world", "2 3", "0x1F", "日本語", "ABC", ".", "%d", "a\\nb"]
REGEXES = ["a", "b+", "[a-c]+", ".", "^a", "o$", "[0-9]+", "(a|b)c", "x*", "[^a-z]", "foo|bar", "^$", "a.c", "[[:digit:]]", "[[:upper:]]", "(ab)*", "a{2}", "a{1,2}b?", "o+", "\\.", "[.]", ",", " +", "é", "[é-ü]", "^[ \\t]*", "[]a]", "[a\\]]", "a|", "^(.)", "\\/", "b?", "()", "[^,]*", "[[:alpha:]_]+", "[^[:space:]]", "[a-]", "a{2,}", "(a|b){2}", "(ab|a)(bc)?", "^(a|b)", "(a|b)$", "[\\/]", "a?b+", "日|本", "^.{3}$", "..", ".*", "a*", "(x|y|)z?", "[A-Z]", "[\\t ]", "%", "\\\\", "[0-9.]+", "^[^ ]+ ", "\\$", "\\^", "a\\+", "\\(", "[$^]"]
# What has to be refused, or is read in a way of gawk's own.
ODD_REGEXES = ["a**", "a+?", "^*", "*a", "+", "a{,2}", "a{1", "{2}", "a|*b", "()*", "(^a)", "a$b", "^^a", "$$", "\\056", "\\x2e", "\\x5b", "\\&", "\\q", "\\8", "[\\d]", "[[.a.]]", "[[=a=]]", "[]-a]", "a||b", "(|a)", "a{0}", "a{0,1}", "[[:foo:]]", "[b-a]", "a)", "a{2}{3}", "[a\\-c]", "x{1,2", "\\_"]
BROKEN_REGEXES = ["(", "[", "[a", "(a", "a{2,1}", "[[:alpha:]", "a(b", "\\"]
GNU_REGEXES = ["\\<f", "o\\>", "\\w+", "\\s", "\\y.", "\\B", "\\W", "\\S+", "\\`a", "c\\'", "(a)(b)?", "(.)(.)"]
# Printed numbers and texts, with all conversions.
FORMATS = ["%d", "%i", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%x", "%X", "%#x", "%o", "%#o", "%u", "%e", "%.2e", "%E", "%f", "%.0f", "%10.2f|", "%-10.1f|", "%g", "%G", "%.3g", "%#g", "%s", "%5s|", "%-5s|", "%.2s", "%5.1s|", "%c", "%5c|", "%%", "%*d|", "%-*s|", "%.*f", "%05s|", "%+s"]
NARROW = ["-", "+", " ", "0", "", "", ""]
FLAGS = ["-", "+", " ", "#", "0", "'", "", "", ""]
GNU_FORMATS = ["%2$s %1$s", "%a", "%A", "%'d", "%F", "%1$s", "%z", "%", "%5", "%ld", "%hd", "%.f", "%+i"]
SORTED = ["@ind_str_asc", "@ind_str_desc", "@ind_num_asc", "@ind_num_desc", "@val_str_asc", "@val_str_desc", "@val_num_asc", "@val_num_desc", "@val_type_asc", "@val_type_desc"]
DATES = ["%Y-%m-%d %H:%M:%S", "%A %B %d", "%j %U %W %w %u", "%c", "%x %X", "%D %T", "%y %C %e", "%I %p", "%Z %z", "%s", "%G-W%V", "%%", "%n%t|", "%h %b %a", "%k %l", "%F %R", ""]
SPECIAL = ["NF", "NR", "FNR", "FS", "OFS", "SUBSEP", "RSTART", "RLENGTH", "CONVFMT", "OFMT", "RS", "FILENAME", "ORS"]
OPERATORS = ["+", "-", "*", "/", "%", "^", "**", " ", " ", "<", "<=", "==", "!=", ">", ">=", "~", "!~", "&&", "||", "in", "=", "+=", "/=", "^=", "?", ":", ",", "|", "||\n", "&&\n", "- -", "+ +", "-", "++ +", "! "]
ASSIGNED = ["x=a\\tb", "x=\\n", "x=a\\\\b", "x=\\x41", "x=\\101", "x=\\q", "x=\"q\"", "x=\\", "x= 12 ", "x=0x11", "x=010", "x=", "y=é", "NR=010", "NF=2", "OFS=-", "OFMT=%.2f", "CONVFMT=%d", "RS=;", "RS=", "FS=,", "SUBSEP=:", "ORS=|\\n", "z=/a/", "x=\\\nb", "IGNORECASE=1", "FPAT=[a-z]+", "FIELDWIDTHS=1 2", "x=1e2", "x=+5", "x=a=b"]
FIELD_SEPARATORS = [",", ":", "\t", "\\t", "t", "|", "[,:]", "x", " ", "\\|", "[ ]", "", "aa", "^x", "a|b", "\\\\", ".", "é", "A", "+", "*", "( )", "[", "ab*"]


def quoted(text):
    return '"' + text + '"'


class Maker:
    """One case: options, a program and files."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.portable = self.random.randrange(3) == 0
        self.functions = []
        self.locals = []
        self.loops = 0
        self.in_loop = 0
        self.local_arrays = []

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    # ---- input

    def line(self):
        return "".join(self.pick(WORDS) + self.pick(SEPARATORS) for _ in range(self.random.randrange(6))).rstrip(" ") if not self.chance(12) else self.pick(["", " ", "  a  b", "\t"])

    def text(self):
        lines = [self.line() for _ in range(self.random.randrange(6))]
        return "\n".join(lines) + ("\n" if lines and not self.chance(6) else "")

    # ---- expressions

    def variable(self):
        names = ["x", "y", "z", "u"] + self.locals * 3
        return self.pick(names)

    def array(self):
        return self.pick(["a", "b", "c"] + self.local_arrays * 3)

    def element(self, depth):
        array = self.array()
        if self.chance(6):
            return f"{array}[{self.expression(depth - 1)}, {self.number(1)}]"
        return f"{array}[{self.pick([self.expression(depth - 1), self.number(0), quoted(self.pick(['k', '1', '01', ''])), '$1', 'NR'])}]"

    def field(self, depth):
        return self.pick(["$0", "$1", "$2", "$3", "$NF", "$(NF-1)" if self.chance(4) else "$1", "$4", f"$({self.variable()})" if self.chance(12) else "$2", "$(1+1)"])

    def place(self, depth):
        kind = self.random.randrange(10)
        if kind < 5:
            return self.variable()
        if kind < 7:
            return self.element(min(depth, 2))
        if kind < 9:
            return self.field(depth)
        return self.pick(["$NF", "$NF", "$(NF+2)", "x", "$6"])

    def regex(self):
        if self.chance(12) and not self.portable:
            return self.pick(ODD_REGEXES if not self.chance(8) else BROKEN_REGEXES)
        return self.pick(REGEXES if self.portable or not self.chance(4) else GNU_REGEXES)

    def pattern(self, depth):
        """A regular expression as it stands behind ~: of the program, or a text."""
        kind = self.random.randrange(6)
        if kind < 4:
            return f"/{self.regex()}/"
        if kind == 4:
            return quoted(self.regex().replace("\\", "\\\\").replace('"', '\\"'))
        return self.pick([self.variable(), "$1", f"({self.string(depth - 1)})" if not self.chance(3) else '"^" $1', quoted(self.pick(["a", "b", "."]))])

    def number(self, depth):
        kind = self.random.randrange(14)
        if kind < 4 or depth <= 0:
            if not self.portable and self.chance(10):
                return f"({self.pick(ODD_NUMBERS)})"
            return self.pick(NUMBERS) if not self.chance(3) else self.pick(["NR", "NF", "$1", "x", "y", "length", "$2"])
        deeper = depth - 1
        if kind < 7:
            return f"({self.expression(deeper)} {self.pick(['+', '-', '*', '/', '%', '^'] if not self.chance(3) else ['+', '-'])} {self.pick([self.expression(deeper), self.pick(['1', '2', '3', '7'])])})"
        if kind == 7:
            return self.pick([f"{self.place(deeper)}++", f"++{self.variable()}", f"{self.variable()}--", f"--{self.variable()}", f"-{self.variable()}", f"+{self.field(deeper)}", f"!{self.variable()}"])
        if kind < 10:
            return self.pick([f"length({self.expression(deeper)})", f"index({self.string(deeper)}, {self.string(0)})", f"match({self.string(deeper)}, {self.pattern(deeper)})", f"int({self.expression(deeper)})",
                              f"split({self.string(deeper)}, {self.array()})", f"split({self.string(deeper)}, {self.array()}, {self.pick([self.pattern(deeper), quoted(','), quoted(' '), quoted('')] if not self.portable else [self.pattern(deeper), quoted(',')])})",
                              f"({self.pick(['sqrt', 'exp', 'log'])}({self.pick(['1', '4', '0'])}))", f"{self.pick(['sub', 'gsub'])}({self.pattern(deeper)}, {self.replacement()}, {self.place(deeper)})", f"{self.pick(['sub', 'gsub'])}({self.pattern(deeper)}, {self.replacement()})"])
        if kind == 10 and not self.portable:
            return self.gnu_number(deeper) if not self.chance(6) else self.pick(["rand()", "int(10 * rand())", f"(srand({self.expression(deeper)}) \":\" rand())"])
        if kind == 11:
            return self.condition(deeper)
        if kind == 12:
            return f"({self.place(deeper)} {self.pick(['=', '+=', '-=', '*=', '/=', '%=', '^='] if self.chance(2) else ['=', '+='])} {self.expression(deeper)})"
        return f"({self.condition(deeper)} ? {self.expression(deeper)} : {self.expression(deeper)})"

    def gnu_number(self, depth):
        return self.pick([
            f"{self.pick(['and', 'or', 'xor'])}({self.expression(depth)}, {self.number(0)})", f"compl({self.pick(['0', '1', '255'])})", f"{self.pick(['lshift', 'rshift'])}({self.pick(['1', '255', '4', '$1'])}, {self.pick(['1', '2', '0', '8'])})", f"strtonum({self.string(depth)})",
            f"length({self.array()})", f"asort({self.array()}, d)", f"asorti({self.array()}, d)", f"patsplit({self.string(depth)}, {self.array()}, {self.pattern(depth)})", f"match({self.string(depth)}, {self.pattern(depth)}, {self.array()})",
            f"split({self.string(depth)}, {self.array()}, {self.pattern(depth)}, s)", "mktime(\"2020 02 30 12 61 01\")", "isarray(a)", f"asort({self.array()})" if self.chance(3) else "length(d)", f"mktime({quoted(self.pick(['1999 12 31 23 59 59', '2024 2 29 0 0 0', '1', '1970 1 1 0 0 0 0', '2000 13 1 0 0 0']))})",
        ])

    def replacement(self):
        return quoted(self.pick(["", "-", "&", "<&>", "\\\\&", "&&", "x", "[&]", "\\\\\\\\&", "a\\\\b", "é", "\\\\1"])) if not self.chance(6) else self.pick(["$1", "x", "y"])

    def string(self, depth):
        kind = self.random.randrange(13)
        if kind < 4 or depth <= 0:
            return quoted(self.pick(STRINGS)) if self.chance(2) else self.pick(["$0", "$1", "$2", "$NF", "x", "y", "z"])
        deeper = depth - 1
        if kind < 6:
            return f"({self.expression(deeper)} {self.string(deeper)})"
        if kind < 8:
            return self.pick([f"substr({self.string(deeper)}, {self.number(deeper)})", f"substr({self.string(deeper)}, {self.pick(['-1', '0', '1', '2', '1.5', '3'])}, {self.pick(['0', '1', '2', '1.5', '100', '-1', self.number(deeper)])})"])
        if kind == 8:
            return f"{self.pick(['tolower', 'toupper'])}({self.expression(deeper)})"
        if kind == 9:
            return self.sprintf(deeper)
        if kind == 10 and not self.portable:
            return self.pick([f"gensub({self.pattern(deeper)}, {self.pick([self.replacement(), quoted(self.pick([chr(92) * 2 + '1', chr(92) * 2 + '0-', '<' + chr(92) * 2 + '2>']))])}, {self.pick([quoted('g'), '1', '2', quoted('G'), '0' if self.chance(5) else '3', quoted('x') if self.chance(5) else '1'])}{self.pick(['', ', ' + self.string(deeper)])})",
                              f"strftime({quoted(self.pick(DATES))}, {self.pick(['0', '86399', '1e9', '1700000000', '951782400', '4102444799', '-1'])}{self.pick(['', ', 1'])})", f"typeof({self.pick([self.variable(), self.element(1), '$1', '$9', '1', quoted('a'), 'a', '@/x/', 'nosuch'])})", "RT", "FPAT", f"substr(PROCINFO[\"FS\"], 1)"])
        if kind == 11:
            return self.element(deeper)
        return f"({self.condition(deeper)} ? {self.string(deeper)} : {self.string(deeper)})"

    def sprintf(self, depth):
        return "sprintf(" + self.printf_arguments(depth) + ")"

    def format(self):
        """A conversion with any flags, width and precision."""
        flags = "".join(self.pick(NARROW if self.portable else FLAGS) for _ in range(self.pick([0, 1, 1, 2])))
        letters = "diouxXeEfgGsc" if self.portable else "diouxXeEfFgGscaA"
        return "%" + flags + self.pick(["", "", "3", "8", "12"]) + self.pick(["", "", ".0", ".1", ".3", ".10", "."]) + self.pick(letters) + self.pick(["", "|"])

    def loose(self, length):
        """Operands and operators without parentheses: what binds how, and what is none of the language."""
        def operand():
            return self.pick(["", "", "", "", "-", "!", "+", "- ", "++", "--", "$", "!!"] if self.chance(3) else [""]) + self.pick(["x", "y", "1", "2", "3.5", "\"a\"", "\"10\"", "$1", "$2", "$NF", "NF", "a[1]", "b[x]", "/a/", "/[0-9]/", "length", "length()", "substr(\"abc\", 2)", "x++", "y--", "$1++", "-1", "(x)", "(1 2)", "z", "u", "index(x, y)", "a", "getline z", "(1, 2) in a", "$x", "$$0", "1e2", "c"] if self.chance(8) else ["x", "y", "1", "2", "\"a\"", "\"3\"", "$1", "$2", "NF", "z"])
        text = operand()
        for _ in range(length):
            operation = self.pick(OPERATORS if self.chance(2) else ["+", "-", "*", " ", "^", "<", "==", "~", "&&", "||"])
            if operation == "?":
                text += f" ? {operand()} : {operand()}"
            elif operation == "in":
                text += f" in {self.pick('abc')}"
            else:
                text += f" {operation} {operand()}" if not self.chance(4) else f"{operation}{operand()}"
        return text

    def printf_arguments(self, depth):
        parts = [self.format() if self.chance(3) else self.pick(FORMATS if self.portable or not self.chance(5) else GNU_FORMATS) for _ in range(self.pick([1, 1, 2, 3]))]
        arguments = []
        for part in parts:
            if "$" in part:
                parts = [part]
                arguments = [self.expression(depth), self.expression(depth)]
                break
            if "*" in part:
                arguments.append(self.pick(["1", "4", "-6", "0", "2.7"]))
            if not part.endswith("%"):
                arguments.append(self.expression(depth))
        if self.chance(15) and arguments:
            arguments.pop()
        return ", ".join([quoted(self.pick(["", "<"]) + " ".join(parts)), *arguments])

    def condition(self, depth):
        kind = self.random.randrange(9)
        deeper = depth - 1
        if depth <= 0:
            return self.pick(["(NR == 1)", "$1", "x", "!y", "(NF > 2)", "($1 == $2)", "(x < y)", "(\"k\" in a)"])
        if kind < 3:
            return f"({self.expression(deeper)} {self.pick(['==', '!=', '<', '<=', '>', '>='])} {self.expression(deeper)})"
        if kind < 5:
            return f"({self.string(deeper)} {self.pick(['~', '!~'])} {self.pattern(deeper)})"
        if kind == 5:
            return f"({self.expression(deeper)} in {self.array()})" if self.chance(2) else f"(({self.number(0)}, {self.string(0)}) in {self.array()})"
        if kind == 6:
            return f"({self.condition(deeper)} {self.pick(['&&', '||'])} {self.condition(deeper)})"
        if kind == 7:
            return f"!({self.condition(deeper)})"
        return f"(/{self.regex()}/)"

    def expression(self, depth):
        kind = self.random.randrange(10)
        if kind < 4:
            return self.number(depth)
        if kind < 7:
            return self.string(depth)
        if kind == 7 and self.functions and depth > 0:
            return self.call(depth)
        if kind == 8:
            return self.field(depth)
        return self.variable()

    def call(self, depth):
        name, kinds = self.pick(self.functions)
        return f"{name}(" + ", ".join(self.array() if kind == "array" else self.expression(depth - 1) for kind in kinds) + ")"

    # ---- statements

    def getline(self):
        kind = self.random.randrange(11)
        source = self.pick(['"f1"', '"f2"', '"empty"', '"missing"', '"f" 1', '("f" 2)', '"o1"', "FILENAME"])
        target = self.pick(["", " " + self.variable(), " " + self.element(0), " $2", " $0", " $5", " NF" if self.chance(6) else " z"])
        if kind < 4:
            return self.pick([f"r = (getline{target} < {source}); print r, NR, FNR, NF, $0", f"while ((getline{target} < {source}) > 0) n++; print n", f"if ((getline{target} < {source}) > 0) print \"got\", $0, NF", f"getline{target} < {source}; close({source})"])
        if kind < 6:
            target = target.replace("$0", "z")  # (in front of another file gawk keeps the old one, when FS changes there)
            return f"r = getline{target}; print r, NR, FNR, NF, $0"
        if kind > 8 and not self.portable:
            return self.pick([f'print {self.expression(1)} |& "cat"; close("cat", "to"); while (("cat" |& getline{target}) > 0) n++; print n, close("cat")', f'"echo a b" |& getline{target}; print NR, NF, $0; while (("echo a b" |& getline v) > 0) n++; print n, close("echo a b")', f'while (("printf \'1 2\\n3 4\'" | getline{target}) > 0) print NF, $0; print NR', 'close("nosuch"); print ERRNO != ""'])
        command = self.pick(["echo a b; echo c", "true", "printf 'x\\\\ny'"])
        return self.pick([f"r = (\"{command}\" | getline{target}); print r, NR, NF, $0", f"while ((\"{command}\" | getline{target}) > 0) n++; print n, close(\"{command}\")"])

    def output(self, depth):
        kind = self.random.randrange(8)
        if kind < 4:
            return "print " + ", ".join(self.expression(depth) for _ in range(self.pick([1, 1, 2, 3])))
        if kind == 4:
            return "print"
        if kind == 5:
            return f"print({self.expression(depth)}, {self.expression(depth)})"
        if kind == 6:
            return f"printf {self.printf_arguments(depth)}"
        return f"printf({self.printf_arguments(depth)}); print \"\""

    def files(self, depth):
        """What is written to files and commands, and read again."""
        text = self.expression(min(depth, 1))
        name = self.pick(['"o1"', '"o2"', '"o" 1', '("o" 2)', '"/dev/stdout"', '"/dev/stderr"'] + ([] if not self.chance(12) else ['"/"', '""', '"no/such"']))
        command = self.pick(['"cat"', '"sort"', '"cat 1>&2"', '"wc -c | tr -d \' \'"'] if not self.chance(12) else ['"cat >/dev/null; exit 3"', '"cat >/dev/null; exit 5"'])
        return self.pick([
            f"print {text} > {name}", f"print {text} >> {name}", f'printf "%s\\n", {text} > {name}', f"print {text}, {self.expression(0)} > {name}; close({name})", f"print > {name}; r = close({name}); print r", f"print({text}, 1) > {name}",
            f"print {text} | {command}; close({command})", f"print {text} | {command}; r = close({command}); print r", f'printf("%s:%s\\n", {text}, {self.expression(0)}) | {command}; close({command})', f"print {text} | {command}",
            'system("cat o1 o2 2>/dev/null")' if self.chance(2) else 'close("o1"); close("o2"); system("cat o1 o2 2>/dev/null")', 'r = system("echo hi; exit 3"); print r', 'system("")', "fflush()", 'close("o1"); while ((getline v < "o1") > 0) print "o1:" v; close("o1")', 'print system("exit " NR)',
        ])

    def nested(self, depth):
        """Arrays in an array: m has nothing else."""
        key, other = self.pick(['1', '"k"', 'NR', '$1', 'x']), self.pick(['1', '"k"', '2', '$2', 'NF'])
        value = self.expression(min(depth, 1))
        return self.pick([
            f"m[{key}][{other}] = {value}", f"m[{key}][{other}]++", f"m[{key}][{other}] = m[{key}][{other}] {self.string(0)}", f"print m[{key}][{other}]", f"print ({key} in m), isarray(m[{key}])", f"m[{key}][1]; print length(m), length(m[{key}])", f"m[{key}][2] = {value}; print ({other} in m[{key}])", f"delete m[{key}]", f"delete m[{key}][{other}]", f"delete m",
            f"PROCINFO[\"sorted_in\"] = \"@ind_str_asc\"; for (i in m) for (j in m[i]) print i, j, m[i][j]", f"m[{key}][3] = 1; asort(m[{key}], d); print length(d)", f"m[{key}][{other}, 1] = 1; m[{key}][{other}] = 5; print length(m[{key}])", f"split({self.string(1)}, m[{key}]); print m[{key}][1]", f"m[{key}][\"d\"][1] = 2; print m[{key}][\"d\"][1]" if self.chance(5) else f"print typeof(m[{key}])", f"x = m[{key}]" if self.chance(6) else f"m[{key}][7] = 1", f"print length(m)",
        ])

    def sorting(self, depth):
        how = self.pick([quoted(self.pick(SORTED)), '"cmp"', '"by_value"'])
        return self.pick([f"n = asort(a, d, {how}); for (i = 1; i <= n; i++) printf \"%s,\", d[i]; print n", f"n = asorti(b, d, {how}); for (i = 1; i <= n; i++) printf \"%s,\", d[i]; print n", f"PROCINFO[\"sorted_in\"] = {how}; for (k in a) print k, a[k]", "n = asort(c); for (i = 1; i <= n; i++) print c[i]", f"split({self.string(1)}, a); n = asort(a); print n, a[1], a[n]"])

    def indirect(self, depth):
        if self.functions and not self.chance(3):
            name, kinds = self.pick(self.functions)
            return f"fn = \"{name}\"; print @fn(" + ", ".join(self.array() if kind == "array" else self.expression(depth - 1) for kind in kinds) + ")"
        return self.pick(['fn = "length"; print @fn("abc")', 'fn = "substr"; print @fn("hello", 2, 3)', 'fn = "toupper"; print @fn($1)', 'fn = "nosuch"; print @fn(1)', 'r = @/a+/; print typeof(r), ($0 ~ r), r', 'print typeof(mkbool(1)), mkbool("a"), mkbool(0)', 'print typeof(@/x/), typeof($0 ~ /x/)', 'fn = "index"; print @fn("abc", "c")', 'fn = "sprintf"; print @fn("%d|%s", 3, "x")'])

    def arguments_changed(self):
        return self.pick(['ARGV[1] = "f2"', 'ARGV[ARGC++] = "f1"', 'delete ARGV[1]', 'ARGV[1] = ""', 'ARGV[ARGC++] = "x=7"', 'ARGC = 1' if self.chance(4) else 'ARGV[2] = "f2"; ARGC = 3', 'for (i = 0; i < ARGC; i++) print i, ARGV[i]', 'ENVIRON["Q"] = "q\\tr"; system("echo $Q")', 'print length(ENVIRON["HOME"]), ENVIRON["HOME"]', 'print PROCINFO["version"], PROCINFO["FS"]'])

    def simple_statement(self, depth):
        """As people write them: without braces, over several lines."""
        inner = self.output(min(depth, 1))
        return self.pick([f"if ({self.condition(1)}) {inner}", f"if ({self.condition(1)}) {inner}; else {self.output(1)}", f"if ({self.condition(1)})\n  {inner}\nelse\n  {self.output(1)}\n", f"for (;;) {{ {inner}; if (++n > 3) break }}", f"for (i = 0; i < 2; i++) {inner}", f"i = 0; while (i++ < 2) {inner}", f"i = 0; do {inner}; while (i++ < 1)", f"if ({self.condition(0)}) ; else {inner}", f"# a comment\n{inner}", f"x = \\\n {self.expression(1)}", f"print {self.expression(0)},\n  {self.expression(0)}", f"{{ ; {inner} ; }}",
                          f"if ({self.condition(0)} &&\n {self.condition(0)}) {inner}", f"if ({self.condition(0)}) {{ {inner} }} else if ({self.condition(0)}) {self.output(0)}; else {self.output(0)}", f"for (i in a) delete a[i]", f"while (n-- > 0) ;", f"for (i = 0; i < 3; i++) if (i == 1) continue; else {inner}"])

    def odd(self, depth):
        """Numbers at the edges, and what is printed of them."""
        number = self.pick(ODD_NUMBERS + NUMBERS)
        other = self.pick(ODD_NUMBERS + ["1", "2", "1.5", "-1", "3"])
        text = self.pick(['"hello"', '"日本語"', '"naïve é"', "$0", "$1", '""', '"a"'])
        return self.pick([f"print {number}", f"print {number}, int({number}), ({number}) \"\"", f"print substr({text}, {number})", f"print substr({text}, {number}, {other})", f"print ({number}) < ({other})" if self.chance(6) else f"print (({number}) < ({other})), (({number}) == ({other}))", f"printf \"{self.format()}\\n\", {number}", f"x = {number}; x += {other}; print x, x++, --x, x ^ 2", f"a[{number}] = 1; for (k in a) n++; print n, (({other}) in a), (({number} \"\") in a)",
                          f"OFMT = \"{self.format()}\"; print {number}, ({number}) \"\"; OFMT = \"%.6g\"", f"CONVFMT = \"{self.format()}\"; x = ({number}) \"\"; print x; CONVFMT = \"%.6g\"", f"printf \"%c\", {number}; print \"\"", f"print index({text}, {quoted(self.pick(STRINGS))}), length({number}), -({number}), !({number})", f"printf \"%s %d %i\\n\", {number}, {number}, {other}", f"print ({number}) % ({other}), ({number}) * ({other})", f"print toupper({text}), tolower({text}), length({text})", f"print strtonum({number}), and(5, 3), {self.pick(['lshift(1, 40)', 'rshift(-1, 1)', 'xor(1, 2, 3)', 'compl(5)', 'or(2^53, 1)', 'lshift(3, 62)', 'lshift(1, 60)'])}"])

    def loop(self, depth):
        self.loops += 1
        i = f"i{self.loops}"
        self.in_loop += 1
        body = self.block(depth - 1)
        self.in_loop -= 1
        return self.pick([f"for ({i} = 0; {i} < {self.pick('123')}; {i}++) {body}", f"{i} = {self.pick('0123')}; while ({i}-- > 0) {body}", f"{i} = 0; do {body} while (++{i} < {self.pick('123')})"])

    def walk(self, depth):
        """Over an array, in an order that is known."""
        array = self.array()
        if self.portable:
            return f"n = 0; for (k in {array}) n++; print n"
        return f"PROCINFO[\"sorted_in\"] = \"{self.pick(SORTED)}\"; for (k in {array}) {self.pick([f'print k, {array}[k]', f'printf {chr(34)}%s %s;{chr(34)}, k, {array}[k]', f'{array}[k] = {array}[k] {quoted(self.pick(STRINGS))}', 'n++'])}"

    def special(self, depth):
        name = self.pick(["NF", "FS", "OFS", "OFS", "SUBSEP", "CONVFMT", "OFMT", "RS", "ORS", "NR", "$0", "$0"] + ([] if self.portable else ["FIELDWIDTHS", "FPAT", "IGNORECASE", "FS"]))
        values = {
            "NF": ["1", "2", "5", "NF", "NF - 1 > 0 ? NF - 1 : 0", "0"], "FS": ['","', '":"', '" "', '"[,:]"', '"\\t"', '"|"', '"ab*"', '"x"', '"é"'] + ([] if self.portable else ['""', '"\\\\|"', '"^a"']), "OFS": ['"-"', '""', '", "', '"é"'],
            "SUBSEP": ['":"', '""'], "CONVFMT": ['"%.2f"', '"%d"', '"%.3g"', '"%.6g"'], "OFMT": ['"%.2f"', '"%.3g"', '"%e"'], "RS": ['""', '";"', '"\\n"', '"a"'] + ([] if self.portable else ['"[,;]"', '"\\n+"', '"o+"', '"^a"', '"foo|bar"']),
            "ORS": ['"\\n"', '";\\n"', '""'], "NR": ["10", "NR + 1"], "$0": [self.string(depth), quoted("a b c"), quoted(" x  y "), "$2", quoted("1,2,3")],
            "FIELDWIDTHS": ['"1 2 3"', '"2 *"', '"1 1:2 1"', '"5"'], "FPAT": ['"[a-z]+"', '"[^,]*"', '"([^ ]+)|(,)"', '"[0-9]"'], "IGNORECASE": ["1", "0"],
        }
        return f"{name} = {self.pick(values[name])}"

    def statement(self, depth):
        kind = self.random.randrange(30)
        if kind > 25:
            makers = [self.files, self.simple_statement] + ([] if self.portable else [self.nested, self.sorting, self.indirect, self.odd, self.odd])
            return self.pick(makers)(depth) if not self.chance(6) else f"print ({self.loose(self.pick([1, 2, 3]))})" if self.chance(2) else self.pick(["x = ", "print ", "if ", ""]).replace("if ", "") + self.loose(self.pick([1, 2, 3]))
        if kind < 8 or depth <= 0:
            return self.output(min(depth, 3))
        if kind < 12:
            return f"{self.place(depth)} {self.pick(['=', '=', '=', '+=', '-=', '*='])} {self.expression(depth)}"
        if kind == 12:
            return f"{self.variable()} = {self.variable()} {self.string(depth - 1)}"
        if kind < 15:
            return f"if ({self.condition(depth)}) {self.block(depth - 1)}" + self.pick(["", f"; else {self.block(depth - 1)}"]).replace("; else {", " else {")
        if kind < 17:
            return self.loop(depth)
        if kind == 17:
            return self.walk(depth)
        if kind < 20:
            return self.special(depth)
        if kind == 20:
            return self.getline()
        if kind == 21:
            return self.pick([f"delete {self.element(1)}", f"delete {self.array()}", f"delete {self.element(1)}"])
        if kind == 22 and not self.portable:
            return self.switch(depth)
        if kind == 23:
            return self.number(depth)
        if kind == 24:
            return self.pick(["next", "exit", f"exit {self.pick('0123')}"] + (["nextfile"] if not self.portable else [])) if self.chance(4) and not self.locals else self.pick(["break", "continue"]) if self.in_loop else self.output(1)
        return self.pick([f"{self.element(1)} = {self.expression(depth)}", f"{self.element(1)}++", f"$({self.pick('1234')}) = {self.expression(depth)}"])

    def switch(self, depth):
        cases = [f"case {self.pick([self.pick(NUMBERS).lstrip('-'), quoted(self.pick(STRINGS)), '/' + self.regex() + '/'])}: {self.statement(depth - 1)}{self.pick(['; break', ''])}" for _ in range(self.pick([1, 2, 3]))]
        if len(set(case.split(":")[0] for case in cases)) < len(cases):
            cases = cases[:1]
        if self.chance(2):
            cases.append(f"default: {self.statement(depth - 1)}")
        return f"switch ({self.expression(depth - 1)}) {{ " + "\n".join(cases) + " }"

    def block(self, depth):
        return "{ " + "; ".join(self.statement(depth) for _ in range(self.pick([1, 1, 2, 3]))) + " }"

    def function(self):
        name = f"f{len(self.functions)}"
        kinds = [self.pick(["scalar", "scalar", "array"]) for _ in range(self.random.randrange(4))]
        names = [f"p{i}" if kind == "scalar" else f"q{i}" for i, kind in enumerate(kinds)]
        self.locals = [name for name in names if name[0] == "p"] + ["l1"]
        self.local_arrays = [name for name in names if name[0] == "q"]
        before, self.in_loop = self.in_loop, 0
        body = "; ".join(self.statement(2) for _ in range(self.pick([1, 2])))
        result = self.pick(["", f"; return {self.expression(2)}"])
        self.in_loop = before
        self.locals, self.local_arrays = [], []
        self.functions.append((name, kinds))
        return f"function {name}({', '.join(names + ['l1'])}) {{ {body}{result} }}"

    def rule(self):
        kind = self.random.randrange(12)
        depth = self.pick([1, 2, 2, 3])
        if kind < 5:
            return self.block(depth)
        if kind < 7:
            return f"{self.condition(2)} {self.block(depth)}"
        if kind == 7:
            return f"/{self.regex()}/ {self.block(depth)}"
        if kind == 8:
            return f"{self.condition(1)}, {self.condition(1)} {self.block(depth)}"
        if kind == 9:
            return self.condition(2)
        return f"{self.pick(['BEGIN', 'END', 'END'] + ([] if self.portable else ['BEGINFILE', 'ENDFILE']))} {self.file_block(depth)}"

    def file_block(self, depth):
        block = self.block(depth)
        return re.sub(r"\b(next|nextfile|getline)\b", "x", block) if re.search(r"\b(next|nextfile)\b|= getline|getline[^<|]*;", block) else block

    def called(self, parts, options, operands, files):
        """The words of the command line: the program as its operand, in files, or by -e."""
        kind = self.random.randrange(10)
        if kind == 0 and len(parts) > 1:
            files["p1"], files["p2"] = "\n".join(parts[:1]) + self.pick(["", "\n"]), "\n".join(parts[1:]) + self.pick(["", "\n"])
            return [*options, "-f", "p1", "-f", "p2", *operands]
        if kind == 1 and not self.portable and len(parts) > 1:
            files["p1"] = parts[0]
            return [*options, *self.pick([["-e", parts[0], "-e", "\n".join(parts[1:])], ["-f", "p1", "-e", "\n".join(parts[1:])], ["-f", "p1", "--source=" + "\n".join(parts[1:])]]), *operands]
        if kind == 2:
            files["p1"] = "\n".join(parts) + "\n"
            return [*options, "-fp1", *operands]
        return [*options, *self.pick([[], [], ["--"]]), "\n".join(parts), *operands]

    def case(self):
        files = {"f1": self.text(), "f2": self.text(), "empty": ""}
        parts = [self.function() for _ in range(self.pick([0, 0, 1, 2]))]
        if self.chance(2):
            parts.append("BEGIN { " + "; ".join(self.pick([self.special(1), self.statement(2)]) for _ in range(self.pick([1, 2]))) + " }")
        if not self.portable and self.chance(12):
            parts.append("BEGIN { " + self.arguments_changed() + " }")
        parts += [self.rule() for _ in range(self.pick([1, 1, 2, 3]))]
        if any('"cmp"' in part or '"by_value"' in part for part in parts):
            parts += ["function cmp(i1, v1, i2, v2) { return i1 < i2 ? -1 : i1 != i2 }", "function by_value(i1, v1, i2, v2) { return v1 == v2 ? (i1 < i2 ? 1 : -1) : v1 < v2 ? -1 : 1 }"]
        options = []
        if self.chance(4):
            options += ["-F", self.pick([",", ":", "\t", "t", "|", "[,:]", "x"] if self.portable else FIELD_SEPARATORS)]
        if self.chance(5):
            options += ["-v", f"x={self.pick(WORDS)}" if self.portable else self.pick(ASSIGNED)]
        operands = self.pick([["f1"], ["f1"], ["f1"], ["f1", "f2"], ["f1", "y=5", "f2"], ["empty", "f2"], ["FS=,", "f1"], ["f2", "missing"]] + ([] if self.portable else [[self.pick(ASSIGNED), "f1", self.pick(ASSIGNED), "f2"], [], ["."], ["f1", "f1"]]))
        return Case(self.called(parts, options, operands, files), files, self.portable)


Said = namedtuple("Said", "out err status")


def by_program(name, called, case):
    with tempfile.TemporaryDirectory() as directory:
        for file, text in case.files.items():
            with open(os.path.join(directory, file), "w", encoding="utf-8") as to:
                to.write(text)
        try:
            done = subprocess.run([called, *case.arguments], executable=name, cwd=directory, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None
        return Said(done.stdout.decode("latin1"), done.stderr.decode("latin1"), done.returncode)


def word(text):
    return "'" + text.replace("'", "'\\''") + "'"


def ours(shell, case):
    script = "mkdir -p /w; cd /w\nexport LC_ALL=C.UTF-8 TZ=UTC0 HOME=/w\n" + "".join(f"printf %s {word(text)} > {file}\n" for file, text in case.files.items())
    script += "awk " + " ".join(map(word, case.arguments)) + " < /dev/null"
    try:
        done = subprocess.run([shell, f"--timeout={SECONDS}", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return Said("", "no end within a minute", -1)
    return Said(done.stdout.decode("latin1"), done.stderr.decode("latin1"), done.returncode)


def without_line(text):
    """Messages about an operand, without the line that ran before it was opened."""
    return re.sub(r"^awk: (?:cmd\. line|[^ ]+):\d+: (?=fatal: cannot open file|warning: (?:command line argument|escape sequence))", "awk: ", text, flags=re.M)


# Differences that stay, by name: (case, what gawk said, what we said) -> is it this one?
EXPLAINED = {
    "gawk makes the target of getline before BEGINFILE empties the record": lambda case, wanted, got: any("BEGINFILE" in text and re.search(r"getline \$", text) for text in [*case.arguments, *case.files.values()]),
    "a command that runs beside prints earlier or later": lambda case, wanted, got: any(re.search(r"\| \"(?:cat|sort|wc)", text) for text in [*case.arguments, *case.files.values()]) and (sorted(wanted.out), wanted.err, wanted.status) == (sorted(got.out), got.err, got.status),
    "the words of the shell": lambda case, wanted, got: (wanted.out, wanted.status) == (got.out, got.status) and re.sub(r"sh: (\d+): (.*): not found", r"sh: line \1: \2: command not found", wanted.err) == got.err,
    "gawk names the line of the last instruction that kept one": lambda case, wanted, got: (wanted.out, wanted.status) == (got.out, got.status) and without_line(wanted.err) == without_line(got.err),
    "gawk itself crashes": lambda case, wanted, got: wanted.status < 0 or "fatal error: internal error" in wanted.err,
    "gawk writes four zero bytes for a number that is none when it joins the fields": lambda case, wanted, got: "\0\0\0\0" in wanted.out and re.search("nan|inf", got.out + got.err),
}


def changed(case, change):
    return Case([change(word) for word in case.arguments], {name: change(text) for name, text in case.files.items()}, case.portable)


# Differences that are gone when something is taken out of the case: name, does it have it, and how it goes.
# - gawk takes the text of infinity and of what is no number for four zero bytes where it compares, and looks at the latter in two ways.
# - an empty match in front of a character of several bytes: gawk cuts it into bytes.
TAKEN_OUT = [
    ("gawk and what is no number", re.compile(r"nan|inf\b|log\(0\)|1024|1e300|1e400|\^=? *-|[a-z] *\^"), lambda text: re.sub(r"\"?[+-]nan\"?\+0|-?log\(0\)|-?2\^1024|1e300\*1e10|1e300|1e400", "77", re.sub(r"\^=?", "*", re.sub(r"[+-](?:nan|inf)", "77", text)))),
    ("gawk cuts characters into bytes at an empty match", re.compile(r"gsub|gensub"), lambda text: text.translate(str.maketrans("éïÄß日本語☃ü", "eiAsnhgsu"))),
]


def is_taken_out(gawk, shell, case):
    for name, has, change in TAKEN_OUT:
        if not any(has.search(text) for text in [*case.arguments, *case.files.values()]):
            continue
        other = changed(case, change)
        if other != case and by_program(gawk, "awk", other) == ours(shell, other):
            return name
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shell", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--one")
    options = parser.parse_args()
    gawk, original = shutil.which("gawk"), shutil.which("original-awk")
    if gawk is None:
        print("skipped: no gawk to compare with")
        return 77
    seeds = [options.one] if options.one else [f"{options.seed}:{i}" for i in range(options.first, options.first + options.count)]
    bad, explained, failed, endless = [], {}, 0, []
    for seed in seeds:
        case = Maker(seed).case()
        wanted = by_program(gawk, "awk", case)
        if wanted is None or len(wanted.out) > 1 << 20:
            endless.append(seed)
            continue
        got = ours(os.path.abspath(options.shell), case)
        failed += wanted.status != 0
        if got == wanted and not options.one:
            continue
        other = by_program(original, "awk", case) if case.portable and original else None
        agree = other is not None and (other.out, other.status) == (wanted.out, wanted.status) and wanted.status == 0
        why = None if agree and got.out != wanted.out else next((name for name, is_it in EXPLAINED.items() if is_it(case, wanted, got)), None)
        why = why or is_taken_out(gawk, os.path.abspath(options.shell), case)
        if why:
            explained.setdefault(why, []).append(seed)
            continue
        bad.append(seed)
        if len(bad) <= options.show:
            longest = max(case.arguments, key=len)
            files = "".join(f"{name}: {text!r}\n" for name, text in case.files.items())
            print(f"==== {seed}{' (original-awk agrees with gawk)' if agree else ''}\nawk {case.arguments}\n{longest}\n---- files\n{files}---- gawk: {wanted.status}\n{wanted.out}{wanted.err}---- pysub: {got.status}\n{got.out}{got.err}")
    for name, of in explained.items():
        print(f"explained, {name}: {' '.join(of[:20])}")
    if endless:
        print(f"gawk itself does not end: {' '.join(endless[:20])}")
    print(f"{len(seeds)} programs ({failed} fail in gawk), {len(bad)} differ" + (": " + " ".join(bad[:40]) if bad else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
