#!/usr/bin/env python3
"""Programs of several files through the pysub command: what lies beside a script, -m, PYTHONPATH, and what stays closed.

    imports_test.py PYSUB [FILTER]
"""

import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests

PYSUB = os.path.abspath(sys.argv[1])


class Imports(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="pysub-imports-"))
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder])

    def write(self, files):
        for name, text in files.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def run_pysub(self, *arguments, cwd=None, stdin=""):
        result = subprocess.run(
            [PYSUB, *arguments], input=stdin, capture_output=True, text=True, cwd=cwd or self.folder, timeout=60, check=False
        )
        if not any(self.folder in argument for argument in arguments):
            self.assertNotIn(self.folder, result.stdout + result.stderr)
        return result.returncode, result.stdout.replace(self.folder, "DIR"), result.stderr.replace(self.folder, "DIR")

    def check(self, got, status=0, out="", err=""):
        self.assertEqual({"status": got[0], "out": got[1], "err": got[2]}, {"status": status, "out": out, "err": err})

    def test_beside_the_script(self):
        self.write({"app/main.py": "import helper, sys\nfrom pkg import a\nprint(helper.__file__, a.n, sys.path)\n",
                    "app/helper.py": "", "app/pkg/__init__.py": "", "app/pkg/a.py": "n = __name__\n"})
        # The program is told where things lie as far as the command line says, and nothing of the host.
        out = "/app/helper.py pkg.a ['/app']\n"
        for name in ("app/main.py", "./app/../app/main.py"):
            self.check(self.run_pysub(name), out=out)
        self.check(self.run_pysub("main.py", cwd=os.path.join(self.folder, "app")), out="/helper.py pkg.a ['/']\n")
        self.check(self.run_pysub(os.path.join(self.folder, "app/main.py")), out="DIR/app/helper.py pkg.a ['DIR/app']\n")
        # A link leads to where the script is, as in CPython.
        os.symlink("app/main.py", os.path.join(self.folder, "link.py"))
        self.check(self.run_pysub("link.py"), out="/helper.py pkg.a ['/']\n")
        for mode in ("slices", "gc", "tiny-stack", "snapshots", "refusals"):
            self.check(self.run_pysub(f"--test-mode={mode}", "app/main.py"), out=out)

    def test_a_directory_is_its_main_program(self):
        self.write({"app/__main__.py": "import helper, sys\nprint(__name__, __file__, sys.argv, sys.path, helper.x)\n[][1]\n",
                    "app/helper.py": "x = 5\n", "empty/helper.py": ""})
        for name in ("app", "./app/"):
            program = name.rstrip("/") + "/__main__.py"
            self.check(self.run_pysub(name, "a"), status=1, out=f"__main__ {program} ['{name}', 'a'] ['/app'] 5\n",
                       err=f"""Traceback (most recent call last):
  File "{program}", line 3, in <module>
    [][1]
    ~~^^^
IndexError: list index out of range
""")
        self.check(self.run_pysub("empty"), status=1, err="pysub: can't find '__main__' module in 'empty'\n")

    def test_tracebacks(self):
        self.write({"main.py": "import helper\nhelper.f()\n", "helper.py": "def f():\n    return [][1]\n"})
        self.check(self.run_pysub("main.py"), status=1, err="""Traceback (most recent call last):
  File "main.py", line 2, in <module>
    helper.f()
    ~~~~~~~~^^
  File "/helper.py", line 2, in f
    return [][1]
           ~~^^^
IndexError: list index out of range
""")

    def test_only_modules_are_open(self):
        self.write({"main.py": f"""\
import os
for path in ({self.folder!r} + '/secret.txt', {self.folder!r} + '/helper.py', {self.folder!r}):
    try:
        print(os.listdir(path) if path.endswith('s') else open(path).read())
    except OSError as e:
        print(type(e).__name__)
import sys
sys.path += [{self.folder!r} + '/..', '/etc', {os.path.dirname(self.folder)!r}]
for name in ('secret', 'outside', 'link', 'linked', 'helper'):
    try:
        print(__import__(name).x)
    except ImportError as e:
        print(e)
""", "secret.txt": "x = 1\n", "helper.py": "x = 'helper'\n", "../outside.py": "x = 1\n"})
        outside = os.path.join(os.path.dirname(self.folder), "outside.py")
        self.addCleanup(os.unlink, outside)
        os.symlink(outside, os.path.join(self.folder, "link.py"))
        os.symlink("helper.py", os.path.join(self.folder, "linked.py"))
        self.check(self.run_pysub("main.py"), out="FileNotFoundError\nFileNotFoundError\nFileNotFoundError\nNo module named 'secret'\n"
                   "No module named 'outside'\nNo module named 'link'\nhelper\nhelper\n")

    def test_the_program_finds_its_directory(self):
        """What programs do to find what lies beside them, in each of its forms."""
        for line in ("sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lib'))", "sys.path.append('app/lib')",
                     "sys.path.append(os.path.join(sys.path[0], 'lib'))", "sys.path.append(str(pathlib.Path(__file__).parent / 'lib'))",
                     "sys.path.append(str(pathlib.Path(__file__).resolve().parent / '..' / 'app' / 'lib'))"):
            self.write({"app/main.py": f"import os, sys, pathlib\n{line}\nimport inlib\nprint(inlib.x)\n", "app/lib/inlib.py": "x = 5\n"})
            self.check(self.run_pysub("app/main.py"), out="5\n")

    def test_only_what_an_import_can_name_is_seen(self):
        self.write({"main.py": """\
import importlib.util, sys
own = sys.modules['_frozen_importlib']
for name in ('/.ssh', '/My Docs', '/a-b', '/lib', '/none'):
    print(name, own._look(name), end=' ')
print()
for name in ('.ssh.key', 'My Docs.deep', 'a-b', 'lib.x'):
    try:
        print(importlib.util.find_spec(name) is not None, end=' ')
    except ImportError as error:
        print(type(error).__name__, end=' ')
print()
for path in ('/a-b.py', '/lib/x.py', '/.ssh/key.py', '/lib/x.txt', '/../none.py', '/lib/../lib/x.py'):
    try:
        print(own._read(path), end=' ')
    except OSError as error:
        print(error.filename, end=' ')
""", ".ssh/key.py": "", "My Docs/deep.py": "", "a-b.py": "", "lib/x.py": "x", "lib/x.txt": "secret"})
        self.check(self.run_pysub("main.py"), out="/.ssh 0 /My Docs 0 /a-b 0 /lib 3 /none 0 \nImportError ModuleNotFoundError False True \n"
                   "/a-b.py b'x' /.ssh/key.py /lib/x.txt /../none.py b'x' ")

    def test_another_directory(self):
        self.write({"app/helper.py": "x = 5\n", "main.py": "import helper\nprint(helper.x, helper.__file__)\n"})
        self.check(self.run_pysub("main.py", "--imports"), status=1, err="""Traceback (most recent call last):
  File "main.py", line 1, in <module>
    import helper
ModuleNotFoundError: No module named 'helper'
""")
        self.check(self.run_pysub("--imports", "app", "main.py"), out="5 /helper.py\n")
        self.check(self.run_pysub("--imports", "app", "-c", "import helper, sys; helper.x, helper.__file__, sys.path"), out="(5, '/helper.py', [''])\n")
        self.check(self.run_pysub("--imports=app", "-", stdin="import helper\nprint(helper.x)\n"), out="5\n")
        self.check(self.run_pysub("--imports=app", "--mount=.:/src", "--cwd=/src", "-c", "import helper; helper.__file__"), out="'/src/helper.py'\n")
        self.check(self.run_pysub("--imports", "none", "main.py"), status=2, err="pysub: cannot import from 'none': No such file or directory\n")
        self.check(self.run_pysub("--imports", "main.py", "main.py"), status=2, err="pysub: cannot import from 'main.py': Not a directory\n")

    def test_no_imports(self):
        status, out, err = self.run_pysub("--imports", ".", "--no-imports", "-c", "1")
        self.assertEqual((status, out, err.splitlines()[0]), (2, "", "--imports and --no-imports cannot be together"))
        self.write({"main.py": "import helper\n", "helper.py": ""})
        status, out, err = self.run_pysub("--no-imports", "main.py")
        self.assertEqual((status, out), (1, ""))
        self.assertTrue(err.endswith("ModuleNotFoundError: No module named 'helper'\n"), err)
        self.check(self.run_pysub("--no-imports", "-c", "import sys; sys.path"), out="[]\n")

    def test_code_sees_virtual_files(self):
        self.write({"helper.py": "x = 5\n"})
        self.check(self.run_pysub("-c", "import helper"), status=1, err='Traceback (most recent call last):\n  File "<string>", line 1, '
                   "in <module>\n    import helper\nModuleNotFoundError: No module named 'helper'\n")
        self.check(self.run_pysub("--mount", ".:/src", "--cwd", "/src", "-c", "import helper; helper.x, helper.__file__"),
                   out="(5, '/src/helper.py')\n")
        self.check(self.run_pysub("--mount", ".:/src", "--env", "PYTHONPATH=/none:/src", "-c", "import helper; helper.x"), out="5\n")
        show = "import sys; sys.path"
        src = ["--mount", ".:/src", "--cwd", "/src", "--env", "PYTHONPATH=/none"]
        self.check(self.run_pysub(*src, "-c", show), out="['', '/none']\n")
        self.check(self.run_pysub(*src, "-E", "-c", show), out="['']\n")
        self.check(self.run_pysub(*src, "-I", "-c", show), out="[]\n")
        self.assertIn("--imports and -I cannot be together", self.run_pysub("-I", "--imports", ".", "-c", show)[2])
        self.check(self.run_pysub("-", stdin="open('/made.py', 'w').write('x = 1')\nimport made\nprint(made.x)\n"), out="1\n")

    def test_module(self):
        self.write({
            "pkg/__init__.py": "import sys\nprint('pkg', sys.argv)\n",
            "pkg/mod.py": "import sys\nfrom . import other\nprint(__name__, __package__, __file__, __spec__.name, sys.argv, other.n, "
                          "'pkg.mod' in sys.modules)\n",
            "pkg/other.py": "n = 1\n",
            "pkg/__main__.py": "print(__name__, __package__, __spec__.name)\n",
            "plain.py": '"""Doc."""\nprint(__name__, repr(__package__), __doc__, __file__)\ndef f():\n    return 1 / 0\nif __name__ == "__main__":\n    f()\n',
            "bare/__init__.py": "",
            "space/x.py": "",
            "broken.py": "x = (\n",
            "json.py": "print('own json')\n",
            "loop/__init__.py": "import loop.mod\n", "loop/mod.py": "print(__name__)\n",
            "sad/__init__.py": "import gone\n", "sad/mod.py": "",
        })
        self.check(self.run_pysub("-m", "pkg.mod", "a", "b"),
                   out="pkg ['-m', 'a', 'b']\n__main__ pkg /pkg/mod.py pkg.mod ['/pkg/mod.py', 'a', 'b'] 1 False\n")
        self.check(self.run_pysub("-mpkg"), out="pkg ['-m']\n__main__ pkg pkg.__main__\n")
        self.check(self.run_pysub("-m", "plain"), status=1, out="__main__ '' Doc. /plain.py\n", err="""Traceback (most recent call last):
  File "/plain.py", line 6, in <module>
    f()
    ~^^
  File "/plain.py", line 4, in f
    return 1 / 0
           ~~^~~
ZeroDivisionError: division by zero
""")
        # What python3.14 -m says, behind its own name.
        for module, text in (
            ("nope", "No module named nope"),
            ("nope.x", "Error while finding module specification for 'nope.x' (ModuleNotFoundError: No module named 'nope')"),
            ("plain.py", "Error while finding module specification for 'plain.py' (ModuleNotFoundError: __path__ attribute not found on "
                         "'plain' while trying to find 'plain.py'). Try using 'plain' instead of 'plain.py' as the module name."),
            (".plain", "Relative module names not supported"),
            ("bare", "No module named bare.__main__; 'bare' is a package and cannot be directly executed"),
            ("space", "No module named space.__main__; 'space' is a package and cannot be directly executed"),
        ):
            status, out, err = self.run_pysub("-m", module)
            self.assertEqual((status, err), (1, f"pysub: {text}\n"), module)
        status, out, err = self.run_pysub("-m", "broken")
        self.assertEqual((status, out), (1, ""))
        self.assertTrue(err.endswith('  File "/broken.py", line 1\n    x = (\n        ^\nSyntaxError: \'(\' was never closed\n'), err)
        self.check(self.run_pysub("-m", "json"), out="own json\n")
        status, out, err = self.run_pysub("-m", "loop.mod")
        self.assertEqual((status, out), (0, "loop.mod\n__main__\n"))
        self.assertIn("RuntimeWarning: 'loop.mod' found in sys.modules after import of package 'loop', but prior to execution of "
                      "'loop.mod'; this may result in unpredictable behaviour", err)
        status, out, err = self.run_pysub("-m", "sad.mod")
        self.assertTrue(err.endswith("ModuleNotFoundError: No module named 'gone'\n"), err)

    def test_saved_in_a_module(self):
        self.write({"main.py": "import helper\nprint(helper.f())\n", "helper.py": "total = 0\nfor i in range(100000):\n    total += i\n"
                    "def f():\n    return total\n"})
        snap = os.path.join(self.folder, "half.snap")
        status, out, err = self.run_pysub("run", "--snapshot-at", "50000", snap, "main.py")
        self.assertEqual((status, out), (0, ""), err)
        os.unlink(os.path.join(self.folder, "helper.py"))
        self.check(self.run_pysub("resume", snap), out="4999950000\n")

    def test_imports_after_a_saved_run_goes_on(self):
        self.write({"app/main.py": "for i in range(10000): pass\nimport helper\nprint(helper.x, helper.__file__)\n", "app/helper.py": "x = 5\n",
                    "loop/__main__.py": "import first\nfor i in range(10000): pass\nimport second\nprint(second.__file__)\n",
                    "loop/first.py": "", "loop/second.py": ""})
        for program, out in (("app/main.py", "5 /app/helper.py\n"), ("loop", "/loop/second.py\n")):
            snap = os.path.join(self.folder, "half.snap")
            status, _, err = self.run_pysub("run", "--snapshot-at", "5000", snap, program)
            self.assertEqual(status, 0, err)
            status, _, err = self.run_pysub("resume", snap)
            self.assertEqual(status, 1)
            self.assertIn("ModuleNotFoundError", err)
            self.check(self.run_pysub("resume", "--imports", os.path.dirname(program) or program, snap), out=out)

    def test_a_program_is_not_written_over(self):
        self.write({"main.py": "for i in range(1000): pass\n", "old.snap": ""})
        status, out, err = self.run_pysub("--snapshot-at", "5", "main.py", stdin="while True: pass\n")
        self.assertEqual((status, out, err), (2, "", "pysub: 'main.py' is there and is no snapshot: it is not written over\n"))
        for _ in range(2):
            self.check(self.run_pysub("run", "--snapshot-at", "5", "old.snap", "main.py"))
        status, out, err = self.run_pysub("resume", "--snapshot-at", "5", "main.py", "old.snap")
        self.assertEqual((status, out, err), (2, "", "pysub: 'main.py' is there and is no snapshot: it is not written over\n"))

    def test_limits_show_the_programs_frames(self):
        self.write({"main.py": "import helper\n", "helper.py": "while True: pass\n"})
        for name in (["main.py"], ["-m", "main"]):
            status, _, err = self.run_pysub("--max-steps", "30000", *name)
            self.assertEqual(status, 1)
            self.assertNotIn("<library", err)
            self.assertIn('File "/helper.py", line 1, in <module>', err)


if __name__ == "__main__":
    run_unittests(200, "".join(sys.argv[2:3]).replace("--cases", ""))
