#!/usr/bin/env python3
"""`pysub check`: each kind of finding, what is no finding, forms, exit statuses, limits.

    check_test.py PYSUB
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests

PYSUB = os.path.abspath(sys.argv[1])


def check(source, *options):
    """[(line, column, message, code)] of a program."""
    done = subprocess.run([PYSUB, "check", "--format=json", *options, "-"], input=source.encode(), capture_output=True, timeout=120)
    if done.stderr or done.returncode not in (0, 1):
        raise AssertionError((done.returncode, done.stderr))
    rows = json.loads(done.stdout)
    assert done.returncode == bool(rows)
    return [(row["line"], row["column"], row["message"], row["code"]) for row in rows]


class Findings(unittest.TestCase):
    maxDiff = None

    def test_syntax(self):
        self.assertEqual(check("x = (1\n"), [(1, 5, "SyntaxError: '(' was never closed", "syntax")])
        self.assertEqual(check("if 1:\npass\n")[0][2:], ("IndentationError: expected an indented block after 'if' statement on line 1", "syntax"))
        self.assertEqual(check("def f():\n    x = 1\n    global x\n")[0][2], "SyntaxError: name 'x' is assigned to before global declaration")
        self.assertEqual(check("return 1\n"), [(1, 1, "SyntaxError: 'return' outside function", "syntax")])
        self.assertIn("class definitions are not supported", check("class A: pass\n")[0][2])

    def names(self, source, *options):
        return [(row[0], row[2]) for row in check(source, *options) if row[3] == "unbound-name"]

    def test_names_that_nobody_binds(self):
        self.assertEqual(check("print(valeu)\n"), [(1, 7, "name 'valeu' is not bound anywhere", "unbound-name")])
        self.assertEqual(self.names("def f():\n    return g() + 1\n"), [(2, "name 'g' is not bound anywhere")])
        self.assertEqual(self.names("def f():\n    x += 1\nx = 1\n"), [(2, "name 'x' is not bound anywhere")])
        self.assertEqual(self.names("[y for x in range(3)]\nf'{z}'\n"), [(1, "name 'y' is not bound anywhere"), (2, "name 'z' is not bound anywhere")])
        self.assertEqual(self.names("print('a' in globals(), globals()['b'], globals().get('c'), d)\n"), [(1, "name 'd' is not bound anywhere")])
        self.assertEqual(self.names("exec('x = 1', {})\nx\n"), [(2, "name 'x' is not bound anywhere")])
        self.assertEqual(self.names("del x\n"), [(1, "name 'x' is not bound anywhere")])

    def test_names_that_are_bound_later(self):
        self.assertEqual(self.names("print(x)\nx = 1\n"), [(1, "name 'x' is used before it is bound")])
        self.assertEqual(self.names("def f():\n    print(y)\n    y = 1\n"), [(2, "name 'y' is used before it is bound")])
        self.assertEqual(self.names("a = [b for _ in 'ab']\nb = 1\n"), [(1, "name 'b' is used before it is bound")])
        self.assertEqual(self.names("x = f(1)\ndef f(n): return n\n"), [(1, "name 'f' is used before it is bound")])

    def test_names_that_may_be_bound(self):
        for source in (
            "def f(): return x\nx = 1\n",
            "for i in range(3):\n    if i: print(x)\n    x = i\n",
            "while True:\n    try: print(x)\n    except NameError: x = 1\n    else: break\n",
            "try: undefined\nexcept NameError: pass\n",
            "try: undefined\nexcept (KeyError, Exception): pass\n",
            "try: undefined\nexcept: pass\n",
            "import contextlib\nwith contextlib.suppress(NameError): undefined\n",
            "def f():\n    global y\n    y = 1\nf()\nprint(y)\n",
            "def f():\n    def g():\n        nonlocal n\n        n = 2\n    g()\n    n = 1\n    return n\n",
            "def f():\n    def g():\n        nonlocal n\n        n = 2\n    if 0: n = 1\n    g()\n    return n\n",
            "globals()['x'] = 1\nprint(x)\n",
            "g = globals()\ng['x'] = 1\nprint(x)\n",
            "globals().update(x=1)\nprint(x)\n",
            "exec('x = 1', globals())\nprint(x)\n",
            "exec('x = 1')\nprint(x)\n",
            "from math import *\nprint(pi)\n",
            "if 0: undefined\n",
            "TYPE_CHECKING = False\nif TYPE_CHECKING: undefined\n",
            "def f(x: Undefined) -> Other: pass\ny: Undefined\n",
            "def f[T](x: T) -> T: return T\ntype A[K] = K\n",
            "print(__name__, __doc__, NotImplemented, Ellipsis)\n",
            "import os.path as p, sys\nfrom a import b as c\nprint(p, sys, c)\n",
            "with open('x') as (a, [b, *c]): print(a, b, c)\n",
            "try: pass\nexcept ValueError as e: print(e)\n",
            "g = (x for x in [1])\nh = (late for _ in g)\nlate = 1\n",
            "if (n := 1): print(n)\nprint([m := 1], m)\n[k := 1 for _ in 'a']\nprint(k)\n",
            "f = lambda: later\nlater = 1\n",
            "def f(a, /, b, *c, d, **e): return a, b, c, d, e\n",
        ):
            self.assertEqual(check(source), [], source)

    def calls(self, source, *options):
        return [row[2] for row in check(source, *options) if row[3] == "wrong-call"]

    def test_members_of_modules(self):
        self.assertEqual(check("import math\nprint(math.sqroot(2))\n"), [(2, 7, "module 'math' has no 'sqroot'; did you mean 'sqrt'?", "unknown-member")])
        self.assertEqual(check("from json import lods, dumps\n"), [(1, 18, "module 'json' has no 'lods'; did you mean 'loads'?", "unknown-member")])
        self.assertEqual(check("import jsn\n"), [(1, 8, "there is no module 'jsn'; did you mean 'json'?", "unknown-module")])
        self.assertEqual(check("import socket\n")[0][2:], ("there is no module 'socket' in pysub", "unknown-module"))
        for source, found in (
            ("import math as m\nm.cos(1) + m.coss(1)\n", (2, "module 'math' has no 'coss'; did you mean 'cos'?")),
            ("import os.path\nos.path.joyn('a')\n", (2, "module 'os.path' has no 'joyn'; did you mean 'join'?")),
            ("import os.path as p\np.joyn('a')\n", (2, "module 'os.path' has no 'joyn'; did you mean 'join'?")),
            ("import json\ndef f(): return json.dmps(1)\n", (2, "module 'json' has no 'dmps'; did you mean 'dumps'?")),
            ("def f():\n    import json\n    return json.xyzzy\n", (3, "module 'json' has no 'xyzzy'")),
            ("from collections import abcd\n", (1, "module 'collections' has no 'abcd'; did you mean 'abc'?")),
            ("import collections.abcd\n", (1, "there is no module 'collections.abcd'; did you mean 'collections.abc'?")),
        ):
            self.assertEqual([(row[0], row[2]) for row in check(source)], [found], source)

    def test_members_that_may_be_there(self):
        for source in (
            "import math\nmath.sqrt(2), math.__name__, math.__dict__\n",
            "import collections.abc\ncollections.abc.Mapping, collections.Counter\n",
            "from collections import abc\nfrom urllib import parse\nimport urllib.parse\nurllib.parse.quote('a')\n",
            "import math\nmath.answer = 42\nprint(math.answer)\n",
            "import math\nif hasattr(math, 'sumprod2'): math.sumprod2()\n",
            "import math\nsetattr(math, 'answer', 42)\nprint(math.answer)\n",
            "import math\ntry: math.cbrt2(1)\nexcept AttributeError: pass\n",
            "try: import numpy\nexcept ImportError: numpy = None\n",
            "try: from math import sqroot\nexcept Exception: pass\n",
            "import contextlib\nwith contextlib.suppress(ImportError): import numpy\n",
            "import sys\nsys.modules['m'] = sys\nimport m\nm.xyzzy\n",
            "import math\nmath = [1]\nmath.append(2)\n",
            "import math\ndef f(math): return math.xyzzy\n",
            "if 0: import numpy\n",
            "def f():\n    import numpy\ntry: f()\nexcept ImportError: pass\n",
            "import math\nexec('math.xyzzy = 1')\nmath.xyzzy\n",
            "import __main__\n",
            "import helper_of_mine\nfrom helper_of_mine import f\nhelper_of_mine.g()\n",
            "import sys\nsys.path.append('lib')\nimport jsn\nimport math\nmath.xyzzy\n",
            "from . import jsn\nfrom .math import xyzzy\n",
            "import math\ndel math.pi\n",
        ):
            self.assertEqual([row for row in check(source) if row[3].startswith("unknown")], [], source)

    def test_modules_beside_the_program(self):
        """A file may hide a module of the library: nothing is certain of it."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "jsn.py").write_text("")
            Path(folder, "math.py").write_text("def xyzzy(): pass\n")
            Path(folder, "main.py").write_text("import jsn, math, jso\nmath.xyzzy()\n")
            for where, name in ((folder, "main.py"), ("/", f"{folder}/main.py")):
                done = subprocess.run([PYSUB, "check", name], cwd=where, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.stdout, f"{name}:1:19: there is no module 'jso'; did you mean 'jsn'? [unknown-module]\n".replace("jsn", "json"))

    def test_wrong_calls(self):
        f = "def f(a, b, /, c, d=1, *, e, g=2): pass\n"
        for call, message in (
            ("f(1, 2, 3, e=4)", None),
            ("f(1, 2, c=3, d=4, e=5, g=6)", None),
            ("f(*x, e=1)", None),
            ("f(1, **x)", None),
            ("f(1, 2, 3, 4, 5, e=1)", "f() takes 4 positional arguments but 5 were given"),
            ("f(1, 2, e=1)", "f() is missing the argument 'c'"),
            ("f(1, e=1)", "f() is missing the argument 'b'"),
            ("f(1, 2, 3)", "f() is missing the keyword-only argument 'e'"),
            ("f(1, 2, 3, h=1, e=2)", "f() got an unexpected keyword argument 'h'"),
            ("f(1, 2, 3, c=1, e=2)", "f() got multiple values for argument 'c'"),
            ("f(a=1, b=2, c=3, e=4)", "f() got some positional-only arguments passed as keyword arguments: 'a'"),
            ("f(*x, h=1)", "f() got an unexpected keyword argument 'h'"),
        ):
            self.assertEqual(self.calls(f"{f}x = []\n{call}\n"), [message] if message else [], call)
        self.assertEqual(self.calls("f = lambda x: x\nf()\n"), ["f() is missing the argument 'x'"])
        self.assertEqual(self.calls("def f(): pass\ndef g(): f(1)\n"), ["f() takes 0 positional arguments but 1 was given"])
        self.assertEqual(self.calls("def f(**k): pass\nf(a=1)\nf(1)\n"), ["f() takes 0 positional arguments but 1 was given"])
        self.assertEqual(self.calls("def f(a):\n    def g(b): pass\n    g()\n"), ["g() is missing the argument 'b'"])

    def test_builtin_functions(self):
        self.assertEqual(self.calls("len()\nprint(1, sepp=2)\nsorted([1], reverse=True)\nord('a', 'b')\n"), [
            "len() is missing the argument 'obj'", "print() got an unexpected keyword argument 'sepp'",
            "ord() takes 1 positional argument but 2 were given"])
        self.assertEqual(self.calls("def len(): pass\nlen()\ndef f(print): print(1, sepp=2)\n"), [])

    def test_functions_of_the_library(self):
        self.assertEqual(self.calls("import math\nmath.sqrt(1, 2)\nmath.isclose(1)\nmath.cos(1)\n"), [
            "sqrt() takes 1 positional argument but 2 were given", "isclose() is missing the argument 'b'"])
        self.assertEqual(self.calls("from math import sqrt, isclose as same\nsqrt()\nsame(1, 2, tol=1)\n"), [
            "sqrt() is missing the argument 'x'", "same() got an unexpected keyword argument 'tol'"])
        for source in (
            "import math\nmath = input()\nmath.sqrt(1, 2)\n",
            "import math\nmath.sqrt = print\nmath.sqrt(1, 2)\n",
            "import math\ntry: math.sqrt()\nexcept TypeError: pass\n",
            "from .math import sqrt\nsqrt(1, 2)\n",
            "def f(math): math.sqrt(1, 2)\n",
        ):
            self.assertEqual(self.calls(source), [], source)

    def values(self, source):
        return [(row[0], row[2]) for row in check(source) if row[3] in ("wrong-type", "wrong-value", "no-effect", "unknown-member")]

    def test_values_whose_types_are_known(self):
        for source, message in (
            ("[].push(1)\n", "'list' object has no attribute 'push'"),
            ("', '.jion([])\n", "'str' object has no attribute 'jion'"),
            ("x = {}\nx.iteritems()\n", "'dict' object has no attribute 'iteritems'"),
            ("words = 'a b'.split()\nx = sorted(words)\nx.length\n", "'list' object has no attribute 'length'"),
            ("x = 'n: ' + 1\n", "unsupported operand types for +: 'str' and 'int'"),
            ("n = 3\nprint('n: ' + n)\n", "unsupported operand types for +: 'str' and 'int'"),
            ("print(len('abc') + ' letters')\n", "unsupported operand types for +: 'int' and 'str'"),
            ("if input('') > 3: pass\n", "'str' and 'int' have no order"),
            ("x = 'abc'\nx[0] = 'A'\n", "'str' object does not support item assignment"),
            ("len('abc')[0]\n", "'int' object is not subscriptable"),
            ("n = 3\nfor i in n: pass\n", "'int' object is not iterable"),
            ("x = [1]\nx()\n", "'list' object is not callable"),
            ("def f():\n    print(1)\nf().x\n", "'NoneType' object has no attribute 'x'"),
            ("def f():\n    print(1)\nx = f() + 1\n", "unsupported operand types for +: 'NoneType' and 'int'"),
            ("async def f(): return 1\nasync def g(): return f() + 1\n", "unsupported operand types for +: 'coroutine' and 'int'"),
            ("async def f(): pass\nasync def g():\n    f()\n", "the coroutine is never awaited"),
            ("def f(): pass\nf\n", "this does nothing: the function is not called"),
            ("a, b = 1, 2, 3\n", "3 values are unpacked into 2"),
            ("def f(): return 1, 2\na, b, c = f()\n", "2 values are unpacked into 3"),
            ("for i, j, k in enumerate('ab'): pass\n", "items of 2 values are unpacked into 3"),
            ("d = {1: 2}\nprint([k for k, v, w in d.items()])\n", "items of 2 values are unpacked into 3"),
            ("'%s %s' % (1,)\n", "not enough arguments for format string"),
            ("'%s' % (1, 2)\n", "not all arguments converted during string formatting"),
            ("'%d' % ('a',)\n", "%d format: a number is required, not str"),
            ("'%y' % 1\n", "unsupported format character 'y'"),
            ("'{} {}'.format(1)\n", "replacement index 1 out of range for positional args tuple"),
            ("'{a}'.format(b=1)\n", "there is no argument 'a' for the format string"),
            ("'{:{}}'.format(1)\n", "replacement index 1 out of range for positional args tuple"),
            ("'}'.format()\n", "single '}' encountered in format string"),
            ("x = 1.5\nf'{x:d}'\n", "unknown format code 'd' for object of type 'float'"),
            ("f'{len([]):y}'\n", "unknown format code 'y' for object of type 'int'"),
        ):
            self.assertEqual([row[1] for row in self.values(source)], [message], source)
            # What is said is what happens.
            if "coroutine" not in message and "does nothing" not in message:
                self.assertEqual(subprocess.run([PYSUB, "-c", source], input=b"x\n", capture_output=True).returncode, 1, source)

    def test_values_whose_types_are_not_known(self):
        for source in (
            "x = []\nif input(): x = {}\nx.iteritems()\n",
            "x = 5\nif isinstance(x, str): x.upper()\n",
            "x = None\nif x: x.push(1)\n",
            "def f(x): x.push(1)\nf([])\n",
            "x = []\ntry: x.push(1)\nexcept AttributeError: pass\n",
            "try: 'a' + 1\nexcept TypeError: pass\n",
            "try: a, b = 1, 2, 3\nexcept ValueError: pass\n",
            "x = []\nif hasattr(x, 'push'): x.push(1)\n",
            "def f():\n    x = []\n    def g():\n        nonlocal x\n        x = {}\n    g()\n    x.iteritems()\n",
            "x = []\ndef f():\n    global x\n    x = {}\nx.iteritems()\n",
            "x = []\nglobals()['x'] = {}\nx.iteritems()\n",
            "str = 5\ndel str\nstr(1)\n",
            "len = lambda x: 'a'\nlen('abc') + 'b'\n",
            "def f(): raise KeyError\nf() + 1\n",
            "def f():\n    yield 1\nfor x in f(): pass\n",
            "async def f(): pass\nasync def g(): await f()\nasync def h(): x = f(); await x\n",
            "def d(f): return lambda: 1\n@d\ndef f(): pass\nf() + 1\n",
            "print(None | 5 if 0 else int | None)\n",
            "a, *b = 1, 2, 3\n(c, d), e = (1, 2), 3\nfor i, (j, k) in enumerate([(1, 2)]): pass\n",
            "'%(a)s %(b)s' % {'a': 1, 'b': 2}\n'%s %%' % 1\n'%*d' % (3, 1)\n'%s' % (1,)\n'%s' % [1, 2]\nt = (1, 2)\n'%s %s' % t\n'a' % []\n",
            "'{0} {0} {1}'.format(1, 2)\n'{a.b} {c[0]}'.format(a=1j .real if 0 else [], c=[1]) if 0 else 0\n'{{}} {}'.format(1)\n'{} {}'.format(*[1, 2])\n'{a}'.format(**{'a': 1})\n",
            "x = 1\nf'{x:>5}{x:x}{x:.2f}{x!r:s}{x:}'\n'%s'\nf'{\"a\":y<5}{\"a\":>5s}'\n",
            "True + 1, 'a' * 3, 3 * [1], {1} | {2}, {} | {}, b'a' + bytearray(), 1 < 2.5, (1,) + ()\n",
        ):
            self.assertEqual(self.values(source), [], source)

    def test_calls_that_may_be_right(self):
        for source in (
            "def f(): pass\nif input(): f = print\nf(1)\n",
            "def d(f): return print\n@d\ndef f(): pass\nf(1)\n",
            "def f(): pass\ntry: f(1)\nexcept TypeError: pass\n",
            "def f(): pass\ndef g(f): f(1)\n",
            "def f(a): pass\nf.__defaults__ = (1,)\nf()\n",
            "def f(): pass\nglobals()['f'] = print\nf(1)\n",
            "def f(): pass\ndef attempt(g):\n    try: g()\n    except TypeError: pass\nattempt(lambda: f(1))\n",
        ):
            self.assertEqual(check(source), [], source)

    def test_functions_of_the_host(self):
        source = "search('x', limit=3)\nsearch()\nsearch(query=1)\nother()\n"
        options = ["--declare", "search(query, /, limit=10)", "--declare=other()"]
        self.assertEqual(check(source, *options), [
            (2, 1, "search() is missing the argument 'query'", "wrong-call"),
            (3, 1, "search() got some positional-only arguments passed as keyword arguments: 'query'", "wrong-call")])
        self.assertEqual(check("def search(): pass\nsearch()\n", *options), [])
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("# what the host has\nsearch(query, /, limit=10)\n\nother()\n")
            file.flush()
            self.assertEqual(len(check(source, "--declarations", file.name)), 2)

    def unreachable(self, source):
        return [row[0] for row in check(source) if row[3] == "unreachable"]

    def test_unreachable_code(self):
        for source, lines in (
            ("def f():\n    return 1\n    print(2)\n    print(3)\n", [3]),
            ("raise ValueError\nx = 1\ny = undefined\n", [2]),
            ("for i in 'ab':\n    continue\n    print(i)\n", [3]),
            ("while True:\n    pass\nprint(1)\n", [3]),
            ("while True:\n    if input(): break\nprint(1)\n", []),
            ("while 1:\n    for i in 'a': break\nprint(1)\n", [3]),
            ("def f(x):\n    if x: return 1\n    else: raise KeyError\n    return 2\n", [4]),
            ("def f(x):\n    if x: return 1\n    elif x > 1: return 2\n    return 2\n", []),
            ("def f():\n    try: return 1\n    except KeyError: return 2\n    return 3\n", [4]),
            ("def f():\n    try: return 1\n    except KeyError: pass\n    return 3\n", []),
            ("def f():\n    try: pass\n    finally: return 1\n    return 3\n", [4]),
            ("import contextlib\ndef f():\n    with contextlib.suppress(KeyError): raise KeyError\n    return 1\n", []),
            ("def f():\n    return\n    yield\n", []),
            ("if 0: print(1)\n", []),
        ):
            self.assertEqual(self.unreachable(source), lines, source)

    def test_encodings(self):
        done = subprocess.run([PYSUB, "check", "-"], input=b"x = '\xe9'\n", capture_output=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"[syntax]", done.stdout)


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_check(self, *arguments, stdin=""):
        done = subprocess.run([PYSUB, *arguments], input=stdin, capture_output=True, text=True, timeout=120, cwd=self.folder.name)
        return done.returncode, done.stdout, done.stderr

    def write(self, name, text):
        with open(os.path.join(self.folder.name, name), "w") as file:
            file.write(text)

    def test_text_and_statuses(self):
        self.write("good.py", "print(1)\n")
        self.write("bad.py", "print(x)\n\n\ndef f():\n    return 1\n    return 2\n")
        self.assertEqual(self.run_check("check", "good.py"), (0, "", ""))
        said = "bad.py:1:7: name 'x' is not bound anywhere [unbound-name]\nbad.py:6:5: this is never reached [unreachable]\n"
        self.assertEqual(self.run_check("check", "good.py", "bad.py"), (1, said, ""))
        self.assertEqual(self.run_check("--check", "bad.py"), (1, said, ""))
        self.assertEqual(self.run_check("check", "-", stdin="x\n"), (1, "<stdin>:1:1: name 'x' is not bound anywhere [unbound-name]\n", ""))
        self.assertEqual(self.run_check("check", "absent.py", "bad.py"),
                         (2, said, "pysub: can't open file 'absent.py': [Errno 2] No such file or directory\n"))
        self.assertEqual(self.run_check("check", "--declare", "f(", "good.py"), (2, "", "pysub: not a signature: f(\n"))
        self.assertEqual(self.run_check("check")[0], 2)

    def test_json(self):
        self.write("a\x1b\"\n.py", "'\\x1b'; x\n")
        status, out, err = self.run_check("check", "--format", "json", "a\x1b\"\n.py")
        self.assertEqual((status, err), (1, ""))
        self.assertEqual(json.loads(out), [{"file": "a\x1b\"\n.py", "line": 1, "column": 9, "end_line": 1, "end_column": 10,
                                            "code": "unbound-name", "message": "name 'x' is not bound anywhere"}])
        self.write("good.py", "")
        self.assertEqual(self.run_check("check", "--format=json", "good.py"), (0, "[]\n", ""))

    # U+009B begins a sequence of controls on a terminal, as ESC [ does.
    def test_json_has_no_controls(self):
        self.write("a\x9b\x80\x9f\u00a0\u00e9.py", "x\n")
        status, out, err = self.run_check("check", "--format", "json", "a\x9b\x80\x9f\u00a0\u00e9.py")
        self.assertEqual((status, err), (1, ""))
        self.assertIn('"a\\u009b\\u0080\\u009f\u00a0\u00e9.py"', out)

    def test_nothing_runs(self):
        self.assertEqual(self.run_check("check", "-", stdin="while True: print('ran')\n"), (0, "", ""))

    HOSTILE = {
        "brackets": "(" * 100_000,
        "not": "not " * 100_000 + "x",
        "sum": "+".join(["x"] * 100_000),
        "attributes": "x" + ".a" * 100_000,
        "calls": "f" + "()" * 100_000,
        "elif": "if x: pass\n" + "elif x: pass\n" * 50_000,
        "functions": "".join("    " * (i % 20) + f"def f{i}():\n" + ("    " * (i % 20 + 1) + "pass\n" if i % 20 == 19 else "") for i in range(20_000)),
        "parameters": "def f(" + ",".join(f"a{i}" for i in range(20_000)) + "): pass\n" + "f()\n" * 20_000,
        "keywords": "def f(**k): pass\n" + "f(" + ",".join(f"a{i}=1" for i in range(50_000)) + ")\n",
        "parameters given": "def f(" + ",".join(f"a{i}=0" for i in range(5_000)) + "): pass\n" + ("f(" + ",".join(f"a{i}=1" for i in range(5_000)) + ")\n") * 20,
        "names": "".join(f"n{i}\n" for i in range(100_000)),
        "loops": "".join("    " * (i % 15) + f"for x{i} in y:\n" + ("    " * (i % 15 + 1) + "z\n" if i % 15 == 14 else "") for i in range(15_000)),
        "dead code": "raise E\n" + "x = y\n" * 100_000,
        "returns": "def f():\n" + "    return 1\n" * 100_000,
        "lambdas": "x = " + "lambda: " * 3_000 + "y",
        "strings": "f'" + "{x}" * 50_000 + "'",
        "values": "a = 1\nb = 'x'\n" + "+".join(["a", "b"] * 50_000),
        "formats": "'" + "{}{a}" * 20_000 + "'.format(" + ",".join(f"a{i}=1" for i in range(20_000)) + ")\n",
        "percents": "'" + "%s" * 50_000 + "' % (" + "1," * 50_000 + ")\n",
        "unpacked": "(" + "a," * 30_000 + ") = (" + "1," * 30_001 + ")\n",
        "returned": "def f():\n" + "    if x: return 1, 2\n" * 20_000 + "a, b, c = f()\n" * 1000,
        "zeros": "\0" * 1_000_000,
    }

    def test_hostile_programs(self):
        """All end soon, with a finding or none, also where memory or time is short."""
        for name, source in self.HOSTILE.items():
            self.write("hostile.py", source)
            start = time.monotonic()
            status, out, err = self.run_check("check", "hostile.py")
            self.assertIn(status, (0, 1), (name, err[-200:]))
            self.assertLess(out.count("\n"), 1001, name)
            self.assertLess(time.monotonic() - start, 60, name)
            status, out, err = self.run_check("check", "--max-memory=1MB", "hostile.py")
            self.assertIn(status, (0, 1, 2), (name, err[-200:]))
            if status == 2:
                self.assertEqual(err, "pysub: hostile.py: MemoryError: memory limit of 1048576 bytes exceeded\n")
            status, out, err = self.run_check("check", "--max-duration=0.01", "hostile.py")
            self.assertIn(status, (0, 1, 2), (name, err[-200:]))
            if status == 2:
                self.assertEqual(err, "pysub: hostile.py: TimeoutError: time limit of 0.01 s exceeded\n")


if __name__ == "__main__":
    run_unittests(280)
