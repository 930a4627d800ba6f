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
        "scripts": [{"name": name, "script": script, "stdout": out, "exit_code": code} for name, script, out, code in SCRIPTS],
    }
    (Path(__file__).parent / "scenarios.json").write_text(json.dumps(table, indent=1, ensure_ascii=True) + "\n")


main()
