#!/usr/bin/env python3
"""update_scenarios.py: writes scenarios.json, the table that the tests of all bindings run, from the programs below. What a program gives,
raises and prints is what CPython does (this interpreter); limits, stops and misuse have no counterpart there and are said by hand."""

import ast
import contextlib
import io
import json
from pathlib import Path

# Functions that each test offers by these names.
HOST = {
    "add": lambda a, b: a + b,
    "echo": lambda value: value,
}


def fail(message):
    raise ValueError(message)


HOST["fail"] = fail

# (name, program, inputs): the value of the last expression, or what is raised, and what is printed.
PROGRAMS = [
    ("one and one", "1 + 1", {}),
    ("nothing", "", {}),
    ("an assignment has no value", "x = 1", {}),
    ("none", "None", {}),
    ("booleans", "[True, False, not True]", {}),
    ("an int of 53 bits", "2**53 - 1", {}),
    ("a negative int", "-(2**53) + 1", {}),
    ("a float", "0.1 + 0.2", {}),
    ("a float that is whole", "1.0 + 1.0 == 2", {}),
    ("division", "7 / 2", {}),
    ("floor division of negatives", "-7 // 2", {}),
    ("remainder of negatives", "-7 % 3", {}),
    ("power", "3 ** 20", {}),
    ("a big int as text", "str(2 ** 200)", {}),
    ("text", "'a' + 'b' * 3", {}),
    ("text of other planes", "'\\U0001F600 \\u00e9 \\u20ac'", {}),
    ("text with a NUL", "'a\\x00b'", {}),
    ("text reversed", "'hello'[::-1]", {}),
    ("f-strings", "n = 3\nf'{n:05.2f}|{n!r:>4}|{n=}'", {}),
    ("split and join", "'-'.join('a b c'.split())", {}),
    ("a list", "[1, 'a', None, [2.5]]", {}),
    ("an empty list", "[]", {}),
    ("nested lists", "[[[[[]]]]]", {}),
    ("comprehension", "[n * n for n in range(10) if n % 2]", {}),
    ("sorted with a key", "sorted(['bb', 'a', 'ccc'], key=len, reverse=True)", {}),
    ("sum of a generator", "sum(n for n in range(101))", {}),
    ("set operations", "sorted({1, 2, 3} & {2, 3, 4})", {}),
    ("dict as items", "list({'a': 1, 'b': 2}.items())[1][0]", {}),
    ("slices", "list(range(10))[2:9:3]", {}),
    ("unpacking", "a, *b, c = range(5)\n[a, b, c]", {}),
    ("walrus", "[y := 5, y * y]", {}),
    ("closures", "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    return g\ng = f()\n[g(), g(), g()]", {}),
    ("default arguments", "def f(a, b=2, *args, c=3, **more):\n    return [a, b, list(args), c, sorted(more)]\nf(1, 5, 6, c=7, z=8)", {}),
    ("generators", "def g():\n    got = yield 1\n    yield got * 2\nx = g()\n[next(x), x.send(21)]", {}),
    ("recursion", "def f(n): return 1 if n < 2 else n * f(n - 1)\nf(15)", {}),
    ("exceptions caught", "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    text = str(error)\ntext", {}),
    ("finally", "out = []\ntry:\n    out.append(1)\nfinally:\n    out.append(2)\nout", {}),
    ("with", "import contextlib\n@contextlib.contextmanager\ndef m():\n    yield 7\nwith m() as value: pass\nvalue", {}),
    ("lambda and map", "list(map(lambda n: n + 1, [1, 2]))", {}),
    ("zip and enumerate", "[[i, a, b] for i, (a, b) in enumerate(zip('ab', 'cd'))]", {}),
    ("json", "import json\njson.loads(json.dumps({'a': [1, None, True]}))['a']", {}),
    ("re", "import re\nre.findall(r'\\d+', 'a1b22c333')", {}),
    ("math", "import math\n[math.floor(2.7), math.gcd(12, 18), math.comb(5, 2)]", {}),
    ("datetime", "import datetime\nstr(datetime.date(2024, 2, 28) + datetime.timedelta(days=2))", {}),
    ("decimal", "from decimal import Decimal\nstr(Decimal('0.1') + Decimal('0.2'))", {}),
    ("fractions", "from fractions import Fraction\nstr(Fraction(1, 3) + Fraction(1, 6))", {}),
    ("collections", "from collections import Counter\nCounter('abracadabra').most_common(1)[0][1]", {}),
    ("itertools", "import itertools\n[''.join(p) for p in itertools.permutations('ab')]", {}),
    ("functools", "import functools\nfunctools.reduce(lambda a, b: a * b, [1, 2, 3, 4])", {}),
    ("hashlib", "import hashlib\nhashlib.sha256(b'abc').hexdigest()", {}),
    ("base64", "import base64\nbase64.b64encode(b'pysub').decode()", {}),
    ("struct", "import struct\nlist(struct.pack('<I', 258))", {}),
    ("bytes", "list(b'ab' + bytes([255]))", {}),
    ("asyncio", "import asyncio\nasync def f(n):\n    await asyncio.sleep(0)\n    return n\nasync def main():\n    return await asyncio.gather(f(1), f(2))\nasyncio.run(main())", {}),
    ("an input", "x + 1", {"x": 41}),
    ("inputs of all kinds", "[a, b, c, d, e]", {"a": None, "b": True, "c": 1.5, "d": "text", "e": [1, [2]]}),
    ("an input that is a dict", "sorted(x)", {"x": {"b": 1, "a": [2]}}),
    ("an input is the program's own", "x.append(3)\nx", {"x": [1, 2]}),
    ("printing", "print('a', 1, sep='-')\nprint('b', end='')", {}),
    ("printing to standard error", "import sys\nprint('out')\nprint('err', file=sys.stderr)", {}),
    ("printing before raising", "print('begins')\nraise KeyError('k')", {}),
    ("ValueError", "int('x')", {}),
    ("TypeError", "1 + 'a'", {}),
    ("KeyError", "{}['missing']", {}),
    ("IndexError", "[][0]", {}),
    ("NameError", "nobody", {}),
    ("AttributeError", "(1).nothing", {}),
    ("AssertionError", "assert 1 == 2, 'no'", {}),
    ("StopIteration", "next(iter([]))", {}),
    ("an exception with two arguments", "raise ValueError('a', 2)", {}),
    ("raise from", "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise RuntimeError('outer') from error", {}),
    ("UnicodeDecodeError", "b'\\xff'.decode()", {}),
    ("ModuleNotFoundError", "import no_such_module", {}),
    ("SystemExit", "raise SystemExit(3)", {}),
    ("a host function", "add(40, 2)", {}),
    ("a host function by name", "add(b=1, a='x') if False else add('x', 'y')", {}),
    ("a host function twice", "[add(n, n) for n in range(3)]", {}),
    ("a host function in a key", "sorted([3, 1, 2], key=lambda n: add(-n, 0))", {}),
    ("echo of a list", "echo([1, 'a', None, [True]])", {}),
    ("a host function that raises", "fail('bad')", {}),
    ("a host function whose error is caught", "try:\n    fail('bad')\nexcept ValueError as error:\n    text = f'caught {error}'\ntext", {}),
]

# Values out to the host and back in: they are what they were, and so is what they print as.
VALUES = [
    ("bytes", "b'a\\x00\\xff'"), ("bytearray", "bytearray(b'abc')"), ("tuples", "(1, ('a', None), ())"), ("a set", "{3}"), ("a frozenset", "frozenset({'a'})"),
    ("ints of 64 bits", "[2**63 - 1, -2**63]"), ("larger ints", "[2**64, -2**200, 10**50]"), ("floats", "[0.1, -1e308, 5e-324, float('inf')]"),
    ("a complex number", "1.5-2.5j"), ("keys of a dict", "{1: 'a', 'b': 2, (3, 4): [5], None: True}"), ("odd texts", "['\\ud800', '\\x00', '\\U0001F600', '']"),
    ("a range and a slice", "[range(1, 10, 3), slice(None, 5, None)]"), ("singletons", "[..., NotImplemented, None, True]"), ("types", "[int, str, ValueError]"),
]
IMPORTED_VALUES = [
    ("a deque", "from collections import deque", "deque([1, 'a'], maxlen=5)"), ("a Counter", "from collections import Counter", "Counter('abca')"),
    ("a defaultdict", "from collections import defaultdict", "defaultdict(None, {'a': [1]})"), ("times", "import datetime", "[datetime.date(2024, 2, 29), datetime.timedelta(1, 2, 3), datetime.datetime(2024, 1, 2, 3, 4, 5, 6)]"),
    ("fractions", "from fractions import Fraction", "[Fraction(1, 3), Fraction(-7, 2)]"), ("an array", "import array", "array.array('i', [1, -2, 3])"),
    ("a namespace", "from types import SimpleNamespace", "SimpleNamespace(a=1, b='x')"),
]
for name, value in VALUES:
    PROGRAMS.append((f"there and back: {name}", f"v = {value}\nw = echo(v)\n[repr(w), repr(w) == repr(v), w == v]", {}))
for name, imports, value in IMPORTED_VALUES:
    PROGRAMS.append((f"there and back: {name}", f"{imports}\nv = {value}\nw = echo(v)\n[repr(w), repr(w) == repr(v), w == v]", {}))
PROGRAMS += [
    ("there and back: what is shared stays shared", "a = [1]\nw = echo([a, a])\nw[0].append(2)\nw[1]", {}),
    ("there and back: an exception", "w = echo(KeyError('k', 1))\n[repr(w), list(w.args)]", {}),
    ("what the host cannot take is the program's error", "a = []\na.append(a)\ntry:\n    echo(a)\n    text = 'it was taken'\nexcept Exception:\n    text = 'refused'\n'either'", {}),
    ("a list of 1,000 lists goes and comes back", "len(echo([[n] for n in range(1000)]))", {}),
]

# What only a sandbox does. `limit`: LimitError with this name.
LIMITS = [
    ("steps", {"steps": 1000}, "while True: pass", "steps"),
    ("seconds", {"seconds": 0.05}, "while True: pass", "duration"),
    ("memory", {"memory_bytes": 1 << 20}, "x = 'a' * (1 << 21)", "memory"),
    ("allocations", {"allocations": 1000}, "[[] for _ in range(2000)]", "allocations"),
    ("output", {"output_bytes": 10}, "print('a' * 100)", "output"),
    ("memory of a list that grows", {"memory_bytes": 1 << 20}, "x = [0]\nwhile True: x += x", "memory"),
    ("seconds in a native loop", {"seconds": 0.05}, "sum(range(10**12))", "duration"),
    ("steps in a comprehension", {"steps": 5000}, "[n for n in range(10**9)]", "steps"),
]



def stop(kind, **more):
    return {"op": "step", "gives": {"stop": kind, **more}}


def called(name, *args, **kwargs):
    return stop("FunctionCall", name=name, args=list(args), kwargs=kwargs)


def done(value, **more):
    return stop("Finished", value=value, **more)


def create(code, *functions, **options):
    return {"op": "create", "code": code, "functions": list(functions), **options}


def answer(value, **more):
    return {"op": "answer", "value": value, **more}


REFUSED = {"refused": True}
NOT_NOW = {"refused": True, "kind": "state"}
GATHER = "import asyncio\nasync def one(n):\n    return await ask(n)\nawait asyncio.gather(one(1), one(2))"

# Requests of tests/bindings/play_scenarios.py, and what they give. `call`: which of the calls so far is answered (-1: the last, None: one that
# never was). Those that do not say `stays` are played a second time, with the sandbox in another host before each request.
STEPS = [
    ("a call by position and by name", [create("ask(1, k=[2])", "ask"), called("ask", 1, k=[2]), answer({"a": 5}), done({"a": 5})]),
    ("an exception is the answer, and caught", [create("try:\n    ask()\nexcept KeyError as e:\n    text = f'caught {e}'\ntext", "ask"), called("ask"),
     {"op": "raise", "type": "KeyError", "message": "k"}, done("caught 'k'")]),
    ("an exception is the answer, and ends it", [create("ask()", "ask"), called("ask"), {"op": "raise", "type": "ValueError", "message": "no"},
     stop("Raised", type="ValueError", message="no")]),
    ("a call of what is not known", [create("ask()", "ask"), called("ask"), {"op": "unknown"}, stop("Raised", type="NameError")]),
    ("two answers to one call", [create("[ask(), 1]", "ask"), called("ask"), answer(5), answer(6, gives=NOT_NOW), done([5, 1]), answer(7, gives=NOT_NOW)]),
    ("answers to no call", [create("ask()", "ask"), answer(1, call=None, gives=NOT_NOW), called("ask"), answer(1, call=None, gives=NOT_NOW),
     {"op": "raise", "type": "ValueError", "message": "", "call": None, "gives": NOT_NOW}, {"op": "later", "call": None, "gives": NOT_NOW},
     {"op": "unknown", "call": None, "gives": NOT_NOW}, answer(2), done(2)]),
    ("an exception of no type", [create("ask()", "ask"), called("ask"), {"op": "raise", "type": "NoSuchError", "message": "", "gives": REFUSED}, answer(2), done(2)]),
    ("a stop without an answer comes again", [create("ask(7)", "ask"), called("ask", 7), called("ask", 7), answer(None), done(None), done(None)]),
    ("calls in a sort key", [create("sorted('bca', key=lambda c: ask(c))", "ask"), called("ask", "b"), answer(2), called("ask", "c"), answer(3), called("ask", "a"), answer(1),
     done(["a", "b", "c"])]),
    ("calls in a generator, a finally and a with", [create("import contextlib\nout = []\n@contextlib.contextmanager\ndef m():\n    out.append(ask('enter'))\n    try:\n        yield\n"
     "    finally:\n        out.append(ask('leave'))\ndef g():\n    with m():\n        yield ask('in')\nout += list(g())\nout", "ask"),
     called("ask", "enter"), answer(1), called("ask", "in"), answer(2), called("ask", "leave"), answer(3), done([1, 3, 2])]),
    ("a call deep in a recursion", [create("def f(n): return ask(n) if n == 0 else f(n - 1) + 1\nf(100)", "ask"), called("ask", 0), answer(7), done(107)]),
    ("a call while an exception is handled", [create("try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    x = ask(str(e))\n    raise", "ask"), called("ask", "division by zero"), answer(None),
     stop("Raised", type="ZeroDivisionError", message="division by zero")]),
    ("what is printed comes with its stop", [create("import sys\nprint('a')\nask()\nprint('b', file=sys.stderr)\nprint('c', end='')", "ask"),
     stop("FunctionCall", stdout="a\n", stderr=""), answer(None), done(None, stdout="c", stderr="b\n")]),
    ("a name is looked up", [create("x = thing + other + thing", names=True), stop("NameLookup", name="thing"), answer([1]), stop("NameLookup", name="other"), answer([2]), done(None),
     {"op": "get", "name": "x", "gives": {"value": [1, 2, 1]}}]),
    ("a name that nobody knows", [create("thing", names=True), stop("NameLookup", name="thing"), {"op": "unknown"}, stop("Raised", type="NameError", message="name 'thing' is not defined")]),
    ("the host's clock", [create("import time\nround(time.time())", host=["clock"]), stop("OsCall", name="Now", fields={"clock": 0}), answer("noon", gives=REFUSED),
     answer(5_000_000_000), done(5)]),
    ("the host's standard input", [create("[input(), input()]", host=["standard_input"]), stop("OsCall", name="ReadLine", fields={}), answer("one\n"), stop("OsCall", name="ReadLine"), answer("two"),
     done(["one", "two"])]),
    ("the host's environment", [create("import os\n[os.getenv('A'), os.getenv('B', 'none')]", host=["environment"]), stop("OsCall", name="Environment", fields={}), answer("a", gives=REFUSED),
     answer({"A": "a"}), done(["a", "none"])]),
    ("an OsCall that goes wrong", [create("try:\n    input()\nexcept PermissionError as e:\n    text = str(e)\ntext", host=["standard_input"]), stop("OsCall", name="ReadLine"),
     {"op": "raise", "type": "PermissionError", "message": "not here"}, done("not here")]),
    ("calls side by side", [create(GATHER, "ask"), called("ask", 1), {"op": "later"}, called("ask", 2), {"op": "later"}, stop("Waiting", pending=2, sleeps=False), answer("b", call=1),
     stop("Waiting", pending=1), answer("a", call=0), done(["a", "b"])]),
    ("calls side by side, one goes wrong", [create(GATHER, "ask"), called("ask", 1), {"op": "later"}, called("ask", 2), {"op": "later"}, stop("Waiting", pending=2),
     {"op": "raise", "type": "OSError", "message": "no", "call": 0}, answer("b", call=1), stop("Raised", type="OSError", message="no")]),
    ("later where no loop runs", [create("ask()", "ask"), called("ask"), {"op": "later", "gives": NOT_NOW}, answer(1), done(1)]),
    ("a piece at a time", [create("n = 0\nwhile n < 1000: n += 1\nn"), {"op": "step", "fuel": 100, "gives": {"stop": "OutOfFuel"}}, {"op": "step", "fuel": 100, "gives": {"stop": "OutOfFuel"}}, done(1000)]),
    ("a limit is the end", [create("while True: pass", limits={"steps": 1000}), stop("LimitReached", limit="steps"), stop("LimitReached", limit="steps"), {"op": "feed", "code": "1", "gives": NOT_NOW},
     {"op": "dump", "gives": REFUSED, "stays": True}]),
    ("a limit is not caught", [create("try:\n    while True: pass\nexcept BaseException:\n    print('caught')", limits={"steps": 1000}), stop("LimitReached", limit="steps", stdout="")]),
    ("cancelled from another thread", [create("while True: pass", stays=True), {"op": "cancel_step", "gives": {"stop": "LimitReached", "limit": "cancelled"}}, stop("LimitReached", limit="cancelled")]),
    ("cancelled in a native loop", [create("sum(range(10**12))", stays=True), {"op": "cancel_step", "gives": {"stop": "LimitReached", "limit": "cancelled"}}]),
    ("a session", [create("x = [1]"), {"op": "feed", "code": "2", "gives": NOT_NOW}, done(None), {"op": "feed", "code": "x.append(2)\nx"}, done([1, 2]), {"op": "set", "name": "y", "value": {"k": [None, 1.5]}},
     {"op": "feed", "code": "[x, y]"}, done([[1, 2], {"k": [None, 1.5]}]), {"op": "get", "name": "x", "gives": {"value": [1, 2]}}, {"op": "get", "name": "z", "gives": NOT_NOW}]),
    ("a session goes on after an exception", [create("x = 1\n1 / 0"), stop("Raised", type="ZeroDivisionError"), {"op": "feed", "code": "x"}, done(1)]),
    ("a session goes on after a mistake", [create("x = 1"), done(None), {"op": "feed", "code": "x ="}, stop("Raised", type="SyntaxError"), {"op": "feed", "code": "x"}, done(1)]),
    ("an exit", [create("raise SystemExit(3)"), stop("Raised", type="SystemExit", message="3")]),
    ("a text with a mistake", [create("def f(:"), stop("Raised", type="SyntaxError")]),
    ("a class is refused before anything runs", [create("print(1)\nclass C: pass"), stop("Raised", type="SyntaxError", stdout="")]),
    ("two futures of one past", [create("x = [ask()]\nx.append(ask())\nx", "ask", stays=True), called("ask"), answer(1), called("ask"), {"op": "fork", "to": 1}, answer(2), answer(3, slot=1), done([1, 2]),
     {"op": "step", "slot": 1, "gives": {"stop": "Finished", "value": [1, 3]}}]),
    ("what is closed is not used", [create("ask()", "ask", stays=True), called("ask"), {"op": "close"}, {"op": "step", "gives": NOT_NOW}, answer(1, gives=NOT_NOW), {"op": "dump", "gives": NOT_NOW}, {"op": "feed", "code": "1", "gives": NOT_NOW},
     {"op": "get", "name": "x", "gives": NOT_NOW}, {"op": "fork", "to": 1, "gives": NOT_NOW}, {"op": "close"}]),
    ("state of the library", [create("import random, re, collections, decimal\nr = random.Random(5)\na = r.random()\nm = re.finditer('[a-z]', 'a1b2')\nnext(m)\nd = collections.deque([1, 2, 3], 2)\n"
     "decimal.getcontext().prec = 5\nask()\n[a != r.random(), next(m).group(), list(d), str(decimal.Decimal(1) / 3)]", "ask"), called("ask"), answer(None), done([True, "b", [2, 3], "0.33333"])]),
    ("ten thousand objects", [create("x = [[n, str(n)] for n in range(5000)]\nask()\nsum(len(s) + n for n, s in x)", "ask"), called("ask"), answer(None), done(12516390)]),
    ("inputs", [create("[a + 1, b, c['k']]", inputs={"a": 1, "b": [None, True, "x"], "c": {"k": 2.5}}), done([2, [None, True, "x"], 2.5])]),
]


def script(text, out="", code=0, **more):
    return {"op": "shell_run", "script": text, "gives": {"stdout": out, "exit_code": code, "limited": False, **more}}


PIECES = "for i in {1..300}; do echo $i; done | python3 -c 'import sys; print(sum(map(int, sys.stdin)))'; echo $((x += 1)) >count"
SHELLS = [
    ("files that the host gave", [{"op": "shell_create", "files": {"/data/sales.csv": "ann,3\nbob,4\n"}}, script("cut -d, -f2 /data/sales.csv | python3 -c 'import sys; print(sum(map(int, sys.stdin)))'", "7\n"),
     script("echo x >/data/new"), {"op": "shell_read", "path": "/data/new", "gives": {"text": "x\n"}}, {"op": "shell_read", "path": "/data/none", "gives": REFUSED}]),
    ("what stays between scripts", [{"op": "shell_create"}, script("x=5; f() { echo f$x; }; a=(1 2); cd /tmp; export Y=y; set -u"), script("f; echo ${a[1]} $PWD $Y", "f5\n2 /tmp y\n"),
     script("echo $nothing", "", 127), script("python3 -c 'import os; print(os.environ[\"Y\"])'", "y\n")]),
    ("a script in pieces", [{"op": "shell_create"}, script("x=1"), {"op": "shell_start", "script": PIECES}, *[{"op": "shell_step", "fuel": 100, "gives": {"ended": False}}] * 3,
     {"op": "shell_step", "fuel": 100_000_000, "gives": {"ended": True, "exit_code": 0, "stdout": "45150\n"}}, {"op": "shell_read", "path": "/home/user/count", "gives": {"text": "2\n"}}]),
    ("an endless script is cancelled", [{"op": "shell_create", "stays": True}, {"op": "shell_cancel", "script": "while :; do :; done", "gives": {"exit_code": 130, "limited": True}}, script("echo on", "on\n")]),
    ("messages", [{"op": "shell_create"}, script("cat /none; echo $?", "1\n", stderr="cat: /none: No such file or directory\n"), script("nothing_here", "", 127)]),
    ("Python of a script has its files", [{"op": "shell_create"}, script("echo 41 >n; python3 -c 'n = int(open(\"n\").read()); open(\"m\", \"w\").write(str(n + 1))'; cat m", "42")]),
]

# Scripts of the shell: standard output and exit status, as bash 5.2 has them.
SCRIPTS = [
    ("echo", "echo hello world", "hello world\n", 0),
    ("variables", "x=5; echo $((x * 2)) ${x:-no} ${y:-none}", "10 5 none\n", 0),
    ("a pipeline", "printf 'b\\na\\nb\\n' | sort | uniq -c | awk '{print $2 \":\" $1}'", "a:1\nb:2\n", 0),
    ("files", "mkdir -p d && echo text > d/f && cat d/f && ls d", "text\nf\n", 0),
    ("exit status", "false; echo $?; exit 7", "1\n", 7),
    ("functions and loops", "f() { for i in 1 2 3; do echo $((i * $1)); done; }; f 2 | paste -sd+", "2+4+6\n", 0),
    ("here document", "cat <<END\na\nb\nEND", "a\nb\n", 0),
    ("substitution", "echo \"$(echo inner | tr a-z A-Z)\"", "INNER\n", 0),
    ("no such command", "no_such_command_here 2>/dev/null; echo $?", "127\n", 0),
    ("arrays", "a=(x y z); echo ${#a[@]} ${a[1]}", "3 y\n", 0),
    ("sed and grep", "printf 'one\\ntwo\\n' | sed 's/o/0/g' | grep -c 0", "2\n", 0),
    ("case", "case abc in a*) echo yes;; *) echo no;; esac", "yes\n", 0),
]


def run(name: str, program: str, inputs: dict) -> dict:
    namespace = {"__name__": "__main__", **json.loads(json.dumps(inputs)), **HOST}
    row = {"name": name, "code": program}
    if inputs:
        row["inputs"] = inputs
    row["functions"] = [function for function in HOST if function + "(" in program]
    out, err = io.StringIO(), io.StringIO()
    tree = ast.parse(program)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            exec(compile(tree, "<string>", "exec"), namespace)
            value = eval(compile(ast.Expression(last.value), "<string>", "eval"), namespace) if last else None
            row["value"] = json.loads(json.dumps(value))
        except BaseException as error:
            row["error"] = {"type": type(error).__name__, "message": str(error)}
    row["stdout"], row["stderr"] = out.getvalue(), err.getvalue()
    return row


def main() -> None:
    table = {
        "programs": [run(*row) for row in PROGRAMS],
        "limits": [{"name": name, "limits": limits, "code": code, "limit": limit} for name, limits, code, limit in LIMITS],
        "steps": [{"name": name, "requests": requests} for name, requests in STEPS + SHELLS],
        "scripts": [{"name": name, "script": script, "stdout": out, "exit_code": code} for name, script, out, code in SCRIPTS],
    }
    (Path(__file__).parent / "scenarios.json").write_text(json.dumps(table, indent=1, ensure_ascii=True) + "\n")


main()
