#!/usr/bin/env python3
"""Random jq filters on random documents, by jq 1.8.2 and by the shell's jq: output, messages and exit status must be the same.

    differential_jq.py --shell=PATH/TO/pysub-shell [--count=N] [--first=N] [--seed=N] [--show=N] [--one=SEED]

Case i is made from the seed "SEED:i" alone: --one=SEED:i plays it again. jq is the npm package that tests/tools/setup_jq installs.
Functions whose last digits are the C library's (exp, pow, gamma ...) get arguments whose results are exact. Exit status: 0 equal,
1 there are differences, 77 there is no jq to compare with.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENVIRONMENT = {"TZ": "UTC0", "HOME": "/w", "PATH": "/usr/bin:/bin"}
KEYS = ["a", "b", "c", "k y", "é", "0", ""]
TEXTS = ["", "a", "abc", "a,b", "A-b C", "é☃", "😀x", " pad ", "12", "-1.5", "null", "[1,2]", "{\"a\":1}", "2015-03-05T23:51:47Z", "YWJj", "a%20b",
         "x\ty\n", "\"q\"", "<&'>", "aXbXc", "\\u00e9", "nan", "1e1000", "foobar foo", "\u0000z", "ABC", "tést"]
NUMBERS = ["0", "1", "-1", "2", "3", "10", "0.5", "-2.5", "1e3", "1.10", "100000000000000000000", "9007199254740993", "1e-7", "3.0", "1425599621", "255", "-0"]
REGEXES = ["a", "b+", "[a-c]+", ".", "^a", "o$", "(?<x>[a-z])(?<n>[0-9])?", "(a)|(b)", "\\\\s", "\\\\d+", "x*", "", "foo", "(?<k>\\\\w+)", ",", "X"]
FLAGS = ["g", "gi", "x", "n", "gn", "i", "null", "s", "l"]
FORMATS = ["text", "json", "html", "uri", "csv", "tsv", "sh", "base64", "base64d", "urid"]
# Functions without arguments, each of any value.
PLAIN = """length utf8bytelength not keys keys_unsorted values nulls booleans numbers strings arrays objects iterables scalars add any all
flatten floor sqrt tostring tonumber toboolean type isinfinite isnan isnormal sort unique reverse min max to_entries from_entries ascii_downcase
ascii_upcase explode implode tojson fromjson trim ltrim rtrim transpose tostream abs toarray fabs round ceil trunc significand logb frexp modf
first last empty error paths leaf_paths recurse combinations todate fromdate gmtime mktime halt_error ascii @text @json isvalid have_decnum
have_literal_numbers env input_line_number getpath rint nearbyint exp2 exp10 log2 log10 cbrt splits tojson infinite nan null true false
finites normals dateadd datesub date fromdateiso8601 todateiso8601 dateadd min_by get_search_list builtins input debug stderr
input_filename ltrimstr halt modulemeta not ascii debug error input limit getpath $__loc__ $__prog_args $ENV.TZ""".split()
# What is not the same twice, or talks of the program itself; and what the judge's build lacks (base32 among the formats): jq's manual
# has these, cases recorded by hand cover them.
LACKING = ["toarray", "date", "leaf_paths", "ascii", "isnan", "isnormal", "normals", "finites", "isinfinite", "$ENV.TZ", "have_literal_numbers"]
PLAIN = [name for name in PLAIN if name not in LACKING and name not in ("env", "builtins", "get_search_list", "modulemeta", "input_filename", "$__prog_args", "isvalid", "have_decnum")]
# Templates: E any filter, P a path, N a number, S a string, R a regular expression, F its flags, C a condition, V a variable's body.
CALLS = """map(E) map_values(E) select(C) [limit(20;recurse(P))] [limit(20;recurse(P;C))] with_entries(E) walk(E) path(P) paths(C) del(P) delpaths([path(P)]) to_entries
getpath(J) setpath(J;E) has(S) has(N) in(E) contains(E) inside(E) startswith(S) endswith(S) ltrimstr(S) rtrimstr(S) trimstr(S) split(S) join(S)
split(R;F) test(R) test(R;F) match(R) match(R;F) capture(R) scan(R) scan(R;F) sub(R;T) sub(R;T;F) gsub(R;T) splits(R) indices(S) index(S) rindex(S)
indices(E) group_by(E) unique_by(E) min_by(E) max_by(E) sort_by(E) sort_by(E,E) limit(N;E) first(E) last(E) nth(N) nth(N;E) skip(N;E) until(.>100 or type!="number" or (.!=.);.+1)
[limit(5;repeat(E))] [limit(6;range(N;N))] [range(0;10;3)] [limit(7;range(N;N;N))] any(E) all(E) any(E;C) all(E;C) add(E) isempty(E) error(E) flatten(N)
splits(R;F) bsearch(E) tojson IN(E) IN(E;E) INDEX(E) INDEX(E;E) GROUP(E) pick(P) debug(E) combinations(2) ltrimstr(E) pow(N;2) ldexp(N;3)
scalb(N;2) drem(N;N) fma(N;N;N) fmin(N;N) fmax(N;N) fmod(N;N) getpath(["a","b"]) limit(0;E) input_line_number tostream|tojson
[truncate_stream(1;tostream)] fromstream(tostream) [limit(9;tostream)] fromstream(1|truncate_stream(E|tostream)) strftime("%Y-%m-%dT%H:%M:%SZ")
strptime("%Y-%m-%dT%H:%M:%SZ") strftime("%A, %B %d, %Y") strflocaltime("%H:%M") mktime todate ascii_downcase getpath([]) to_entries @json "x\\(E)y" @base64 "<\\(E)>"
@uri "\\(E)" @sh "echo \\(E)" @html "\\(E)" @csv "\\(E)" [limit(9;while(.<N;.+1))] have_literal_numbers ltrimstr(1) splits("a";null) tojson|fromjson
getpath(["a",0,"b"])? paths(type=="number") del(.[N]) del(.[N,N]) del(P,P) to_entries[] (E|tostring) (E|tojson) implode? limit(3;.[]) first(.[]?)
error(null) (try error("x") catch .) (try error({a:1}) catch .a) halt_error(N)  significand gamma? @text "a\\(E)" range(N)|select(.<20)""".split("\n")
CALLS = [call for line in CALLS for call in re.split(r" (?![^(\[\"]*[)\]\"])", line.strip()) if call]
BINARY = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "//", ",", "|"]
ASSIGN = ["=", "|=", "+=", "-=", "*=", "/=", "%=", "//="]
OPTIONS = [[], [], [], ["-c"], ["-r"], ["-S"], ["-s"], ["-n"], ["-j"], ["-e"], ["-a"], ["--tab"], ["--indent", "1"], ["--indent", "0"], ["--stream"],
           ["-R"], ["-Rs"], ["--seq"], ["--raw-output0"], ["-sc"], ["--stream", "-c"], ["-C"], ["-cr"], ["--arg", "v", "x"], ["--argjson", "v", "{\"a\":[1]}"]]


class Maker:
    """One case: a document, options and a filter."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.variables = []
        self.functions = []

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    # ---- documents

    def value(self, depth=3):
        kind = self.random.randrange(9 if depth else 6)
        if kind < 2:
            return float(self.pick(NUMBERS)) if self.chance(3) else self.random.randrange(-3, 12)
        if kind < 4:
            return self.pick(TEXTS)
        if kind == 4:
            return self.pick([True, False])
        if kind == 5:
            return None
        if kind == 6:
            return [self.value(depth - 1) for _ in range(self.random.randrange(5))]
        if kind == 7:
            return [{self.pick(KEYS): self.value(depth - 2) for _ in range(3)} for _ in range(self.random.randrange(4))] if depth > 1 else []
        return {self.pick(KEYS): self.value(depth - 1) for _ in range(self.random.randrange(5))}

    def document(self):
        texts = []
        for _ in range(self.pick([1, 1, 1, 2, 3])):
            text = json.dumps(self.value(), ensure_ascii=self.chance(2), indent=self.pick([None, None, 1]))
            if self.chance(8):
                text = text.replace("1", self.pick(NUMBERS), 1)
            if self.chance(25) and text:
                at = self.random.randrange(len(text))
                text = text[:at] + self.pick(["", ",", "}", "x", "nan", "\"", "'", " "]) + text[at + 1:]
            texts.append(text)
        return self.pick(["\n", " ", "\n\n"]).join(texts) + self.pick(["\n", "\n", ""])

    # ---- filters

    def string(self):
        text = json.dumps(self.pick(TEXTS), ensure_ascii=False)
        return text

    def number(self):
        return self.pick(NUMBERS)

    def json_path(self):
        return "[" + ",".join(self.pick(["\"a\"", "\"b\"", "0", "1", "-1", "null", "{\"start\":1,\"end\":2}"]) for _ in range(self.random.randrange(4))) + "]"

    def path(self, depth):
        kind = self.random.randrange(22)
        if kind < 5 or depth <= 0:
            return self.pick([".", ".a", ".b", ".[0]", ".[-1]", ".[]?", ".a?", ".c", "..", ".[1:]", ".[:2]", ".[\"k y\"]", ".\"é\"", ".[]", ".[1]?", ".[:-1]", ".[0:2]"])
        deeper = depth - 1
        if kind < 9:
            return self.path(deeper) + self.pick([".a", "[0]", "[]?", "[]", "[1:]", ".b?", "[-1:]", ".\"k y\"", "?"])
        if kind < 11:
            return f"{self.path(deeper)}[{self.expression(deeper)}]"
        if kind == 11:
            return f".[{self.number()}:{self.number()}]"
        if kind == 12:
            return f"({self.path(deeper)}|{self.path(deeper)})"
        if kind == 13:
            return f"({self.path(deeper)},{self.path(deeper)})"
        if kind == 14:
            return f"({self.path(deeper)}//{self.path(deeper)})"
        if kind == 15:
            return f"({self.path(deeper)}|select({self.condition(deeper)}))"
        if kind == 16:
            return f"(if {self.condition(deeper)} then {self.path(deeper)} else {self.path(deeper)} end)"
        if kind == 17:
            return f"{self.pick(['first', 'last'])}({self.path(deeper)})"
        if kind == 18:
            return f"limit({self.pick(['1', '2', '0', '-1'])};{self.path(deeper)})"
        if kind == 19:
            return f"getpath({self.json_path()})"
        if kind == 20:
            return f"({self.pick(['recurse', 'paths', 'to_entries', 'empty', 'error', 'arrays', 'objects', '(.. | scalars)', 'first', 'last'])})"
        return f"(try {self.path(deeper)} catch {self.path(deeper)})"

    def condition(self, depth):
        kind = self.random.randrange(8)
        if kind < 3 or depth <= 0:
            return self.pick(["true", "false", ". == null", ". > 1", "type == \"object\"", "length > 1", ".a", "not", "type == \"string\"", "type==\"number\"", ". < \"b\"", ".[0]?"])
        if kind == 3:
            return f"({self.condition(depth - 1)} {self.pick(['and', 'or'])} {self.condition(depth - 1)})"
        if kind == 4:
            return f"({self.expression(depth - 1)} {self.pick(['==', '!=', '<', '>=', '>', '<='])} {self.expression(depth - 1)})"
        if kind == 5:
            return f"({self.condition(depth - 1)}|not)"
        return self.expression(depth - 1)

    def call(self, depth):
        template = self.pick(CALLS)
        fill = {
            "E": lambda: self.expression(depth - 1), "P": lambda: self.path(min(depth - 1, 2)), "N": self.number, "S": self.string,
            "R": lambda: "\"" + self.pick(REGEXES) + "\"", "C": lambda: self.condition(depth - 1), "J": self.json_path,
            "F": lambda: (lambda flag: flag if flag == "null" else f"\"{flag}\"")(self.pick(FLAGS)),
            "T": lambda: self.pick(["\"-\"", "\"<\\(.)>\"", "\"\\(.x?)\"", "\"a\",\"b\"", ".k?", "\"\""]),
        }
        made = re.sub(r"(?<![A-Za-z@%$_])([EPNSRCJFT])(?![A-Za-z_])", lambda match: fill[match[1]](), template)
        return f"({made})" if "|" in template else made

    def bound(self, depth):
        """`E as $x | ...` and patterns."""
        names = [f"v{len(self.variables) + i}" for i in range(2)]
        pattern = self.pick([f"${names[0]}", f"[${names[0]}]", f"{{a:${names[0]}}}", f"{{${'a'}}}", f"[${names[0]},{{b:${names[1]}}}]",
                             f"{{(\"a\",\"b\"):${names[0]}}}", f"{{\"k y\":${names[0]}}}", f"[${names[0]}] ?// ${names[0]}",
                             f"{{a:${names[0]}}} ?// [${names[0]}] ?// ${names[1]}", f"{{${'a'}:[${names[0]}]}}", f"[[${names[0]}]]"])
        used = re.findall(r"\$(\w+)", pattern)
        source = self.expression(depth - 1)
        before = list(self.variables)
        self.variables += used
        body = self.expression(depth - 1)
        self.variables = before
        return f"({source} as {pattern} | {body})"

    def folded(self, depth):
        name = f"r{len(self.variables)}"
        source = f"({self.path(1)})"
        self.variables.append(name)
        first, step, last = self.number(), self.pick([f".+${name}", f". as $y|[$y,${name}]|length", self.expression(depth - 1), f"(.,${name})|tojson", "empty", f"[.[]?,${name}]"]), self.expression(depth - 2)
        self.variables.pop()
        first = self.pick([first, "null", "[]", "\"\"", ".", "{}"])
        if self.chance(2):
            return f"(reduce {source} as ${name} ({first};{step}))"
        if self.chance(2):
            return f"[limit(8;foreach {source} as ${name} ({first};{step}))]"
        return f"[limit(8;foreach {source} as ${name} ({first};{step};{last}))]"

    def defined(self, depth):
        name = f"f{len(self.functions)}"
        kind = self.random.randrange(4)
        if kind == 0:
            definition, call = f"def {name}: {self.expression(depth - 1)};", name
        elif kind == 1:
            definition, call = f"def {name}(g): {self.pick(['[g]', 'g|g', '(g,g)', 'map(g)?', 'path(g)', 'first(g)', '[limit(3;g)]'])};", f"{name}({self.expression(depth - 1)})"
        elif kind == 2:
            definition, call = f"def {name}($p): {self.pick(['$p', '[$p,.]', '[p,$p]', '. as $q|[$q,$p]'])};", f"{name}({self.expression(depth - 1)})"
        else:
            definition, call = f"def {name}($n): if $n > 0 then ., {name}($n - 1) else empty end;", f"[{name}({self.pick('0123')})]"
        self.functions.append(call)
        body = self.expression(depth - 1)
        self.functions.pop()
        return f"({definition} {self.pick([call, body, call + '|' + body])})"

    def made(self, depth):
        """Arrays and objects."""
        if self.chance(2):
            return "[" + self.pick(["", self.expression(depth - 1), self.expression(depth - 1) + "," + self.expression(depth - 1)]) + "]"
        parts = []
        for _ in range(self.random.randrange(3)):
            parts.append(self.pick([f"a:{self.operand(depth - 1)}", f"\"k y\":{self.operand(depth - 1)}", "a", "\"b\"", f"({self.expression(depth - 1)}):{self.operand(depth - 1)}",
                                    f"@base64 \"x\":{self.operand(depth - 1)}", f"\"x\\({self.expression(depth - 2)})\":1", "$__loc__", "b:(1,2)", "if:1", "é:2" if self.chance(9) else "c:3",
                                    *([f"${self.variables[0]}"] if self.variables else [])]))
        return "{" + ",".join(parts) + "}"

    def operand(self, depth):
        """Something that needs no parentheses."""
        kind = self.random.randrange(9)
        if kind < 2 or depth <= 0:
            return self.pick([".", ".a", ".[0]", "1", "\"x\"", "null", ".b", self.number() if not self.number().startswith("-") else "2", self.string(), "[]", "{}", "true"])
        if kind < 4:
            return self.path(depth)
        if kind < 6:
            return self.made(depth)
        if kind == 6 and self.variables:
            return "$" + self.pick(self.variables)
        return f"({self.expression(depth)})"

    def expression(self, depth):
        if depth <= 0:
            return self.pick([".", ".a", ".[]?", "1", "\"b\"", "null", ".[0]?", ".b", "length", self.number(), self.string(), "[.]", "{a:.}", self.pick(PLAIN)])
        kind = self.random.randrange(40)
        deeper = depth - 1
        if kind < 8:
            return self.call(depth)
        if kind < 13:
            return f"({self.expression(deeper)}|{self.pick(PLAIN)})" if self.chance(2) else self.pick(PLAIN)
        if kind < 18:
            return f"({self.operand(deeper)} {self.pick(BINARY)} {self.operand(deeper)})"
        if kind < 22:
            return self.path(depth)
        if kind < 25:
            return f"({self.path(2)} {self.pick(ASSIGN)} {self.operand(deeper)})"
        if kind < 27:
            return self.made(depth)
        if kind < 29:
            return self.bound(depth)
        if kind < 31:
            return self.folded(depth)
        if kind == 31:
            return self.defined(depth)
        if kind == 32:
            return f"(try {self.operand(deeper)} catch {self.operand(deeper)})"
        if kind == 33:
            return f"(if {self.condition(deeper)} then {self.expression(deeper)} {self.pick(['', 'else ' + self.expression(deeper), 'elif ' + self.condition(deeper) + ' then ' + self.expression(deeper)])} end)"
        if kind == 34:
            return f"(label $out | {self.operand(deeper)} | if {self.condition(deeper)} then ., break $out else . end)"
        if kind == 35:
            return f"-({self.expression(deeper)})" if self.chance(2) else f"(-{self.operand(deeper)})"
        if kind == 36:
            return f"(@{self.pick(FORMATS)} {self.pick(['', '' if self.chance(2) else chr(34) + 'v=' + chr(92) + '(' + self.expression(deeper) + ')' + chr(34)])})"
        if kind == 37:
            return self.operand(depth) + "?"
        if kind == 38 and self.variables:
            return "$" + self.pick(self.variables)
        if kind == 39 and self.functions:
            return self.pick(self.functions)
        return f"({self.expression(deeper)} | {self.expression(deeper)})"

    def case(self):
        options = self.pick(OPTIONS)
        if "v" in options:
            self.variables.append("v")
        made = self.expression(self.pick([1, 2, 2, 3, 3, 4]))
        if made.startswith("(") and made.endswith(")") and self.chance(2):
            made = made[1:-1] if made[1:-1].count("(") == made[1:-1].count(")") and "(" not in made[1:-1] else made
        return {"args": [*options, made], "input": self.document(), "env": ENVIRONMENT}


def theirs(cases):
    """What jq says of each; None where it does not end."""
    said = []
    while len(said) < len(cases):
        piece = cases[len(said):len(said) + 50]
        script = "".join(json.dumps(case) + "\n" for case in piece)
        command = ["node", str(HERE / "jq_oracle.mjs"), "--batch"]
        try:
            out = subprocess.run(command, input=script.encode(), stdout=subprocess.PIPE, timeout=40).stdout
        except subprocess.TimeoutExpired as error:
            out = error.stdout or b""
        answers = [json.loads(line) for line in out.splitlines() if line.endswith(b"}")]
        said += answers + ([None] if len(answers) < len(piece) else [])
    return said


def ours(shell, case):
    script = "jq " + " ".join("'" + word.replace("'", "'\\''") + "'" for word in (["-M", *case["args"]] if "-C" not in case["args"] else case["args"]))
    try:
        done = subprocess.run([shell, "--timeout=20", "--max-memory=512MB", "-c", f"export TZ=UTC0 HOME=/w PATH=/usr/bin:/bin; {script}"], input=case["input"].encode(), capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return {"out": "", "err": "no end within a minute", "status": -1}
    return {"out": done.stdout.decode("latin1"), "err": done.stderr.decode("latin1"), "status": done.returncode}


def first_mistake(said):
    """What the first syntax error is about, without what bison would expect in its place."""
    return re.sub(r", expecting .*? at <top-level>", " at <top-level>", said["err"].split("\n")[0])


# Differences that are the judge's own, by name: (case, what jq said, what we said) -> is it this one?
EXPLAINED = {
    # bison goes on behind a syntax error and finds more; which words it would expect hangs on how its tables were made smaller.
    "behind the first syntax error": lambda case, jq, ours: (
        jq["status"] == ours["status"] == 3 and "syntax error" in jq["err"] and first_mistake(jq) == first_mistake(ours)),
    # A key of an object that jq's compiler has computed is refused by the compiler, ours when it runs.
    "a key that is computed of constants": lambda case, jq, ours: jq["status"] == 3 and " as object key at <top-level>" in jq["err"],
    # Years below 1000 and above 9999 by strftime of another C library (musl): glibc's, which jq has elsewhere, adds no zeros.
    "%Y of early years": lambda case, jq, ours: re.sub(r'\b0{1,3}(\d{1,3}-\d\d-\d\dT)', r"\1", jq["out"] + jq["err"]) == ours["out"] + ours["err"],
    # A zero of a document or a filter is negated to 0, one that was computed to -0: here both are the same zero.
    "the sign of a computed zero": lambda case, jq, ours: re.sub(r"-0(?![.\d])", "0", jq["out"] + jq["err"]) == ours["out"] + ours["err"],
    # Messages of debug have no colours here, and no escapes for -a.
    "how debug writes": lambda case, jq, ours: (
        "DEBUG" in jq["err"] and jq["out"] == ours["out"] and jq["status"] == ours["status"] and
        ("-a" in case["args"] or re.sub(r"\x1b\[[\d;]*m", "", jq["err"]) == ours["err"])),
    # jq drops functions that nobody calls before it looks for names.
    "mistakes in functions that nobody calls": lambda case, jq, ours: (
        ours["status"] == 3 and " is not defined at" in ours["err"] and "def " in case["args"][-1] and jq["status"] != 3),
    # Of seconds that are no date its C library makes one.
    "dates out of range": lambda case, jq, ours: "error converting number of seconds since epoch" in ours["err"],
    "the judge crashed": lambda case, jq, ours: jq["status"] == 134 or "Assertion" in jq["err"] or "crashed:" in jq["err"],
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shell", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--one")
    options = parser.parse_args()
    home = Path(os.environ.get("JQ_WASM_DIR", HERE / "node_modules/jq-wasm"))
    if not (home / "dist/build/jq.wasm").exists():
        print("skipped: no jq to compare with (tests/tools/setup_jq)")
        return 77
    seeds = [options.one] if options.one else [f"{options.seed}:{i}" for i in range(options.first, options.first + options.count)]
    cases = [Maker(seed).case() for seed in seeds]
    bad, explained, failed, endless = [], {}, 0, []
    for seed, case, wanted in zip(seeds, cases, theirs(cases)):
        if wanted is None:
            endless.append(seed)
            continue
        got = ours(os.path.abspath(options.shell), case)
        failed += wanted["status"] != 0
        if got == wanted and not options.one:
            continue
        why = next((name for name, is_it in EXPLAINED.items() if is_it(case, wanted, got)), None)
        if why:
            explained.setdefault(why, []).append(seed)
            continue
        bad.append(seed)
        if len(bad) <= options.show:
            print(f"==== {seed}\njq {case['args']}\n---- input: {case['input']!r}\n---- jq: {wanted['status']}\n{wanted['out']}{wanted['err']}---- pysub: {got['status']}\n{got['out']}{got['err']}")
    for name, of in explained.items():
        print(f"explained, {name}: {' '.join(of[:20])}")
    if endless:
        print(f"jq itself does not end: {' '.join(endless[:20])}")
    print(f"{len(cases)} filters ({failed} fail in jq), {len(bad)} differ" + (": " + " ".join(bad[:40]) if bad else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
