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
        return result.returncode, result.stdout.replace(self.folder, "DIR"), result.stderr.replace(self.folder, "DIR")

    def check(self, got, status=0, out="", err=""):
        self.assertEqual({"status": got[0], "out": got[1], "err": got[2]}, {"status": status, "out": out, "err": err})

    def test_beside_the_script(self):
        self.write({"app/main.py": "import helper, sys\nfrom pkg import a\nprint(helper.__file__, a.n, sys.path)\n",
                    "app/helper.py": "", "app/pkg/__init__.py": "", "app/pkg/a.py": "n = __name__\n"})
        out = "DIR/app/helper.py pkg.a ['DIR/app']\n"
        self.check(self.run_pysub("app/main.py"), out=out)
        self.check(self.run_pysub("main.py", cwd=os.path.join(self.folder, "app")), out=out)
        # A link leads to where the script is, as in CPython.
        os.symlink("app/main.py", os.path.join(self.folder, "link.py"))
        self.check(self.run_pysub("link.py"), out=out)
        for mode in ("slices", "gc", "tiny-stack", "snapshots", "refusals"):
            self.check(self.run_pysub(f"--test-mode={mode}", "app/main.py"), out=out)

    def test_a_directory_is_its_main_program(self):
        self.write({"app/__main__.py": "import helper, sys\nprint(__name__, __file__, sys.argv, sys.path, helper.x)\n[][1]\n",
                    "app/helper.py": "x = 5\n", "empty/helper.py": ""})
        for name in ("app", "./app/"):
            self.check(self.run_pysub(name, "a"), status=1, out=f"__main__ DIR/app/__main__.py ['{name}', 'a'] ['DIR/app'] 5\n",
                       err="""Traceback (most recent call last):
  File "DIR/app/__main__.py", line 3, in <module>
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
  File "DIR/helper.py", line 2, in f
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

    def test_no_imports(self):
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
                   out="pkg ['-m', 'a', 'b']\n__main__ pkg DIR/pkg/mod.py pkg.mod ['DIR/pkg/mod.py', 'a', 'b'] 1 False\n")
        self.check(self.run_pysub("-mpkg"), out="pkg ['-m']\n__main__ pkg pkg.__main__\n")
        self.check(self.run_pysub("-m", "plain"), status=1, out="__main__ '' Doc. DIR/plain.py\n", err="""Traceback (most recent call last):
  File "DIR/plain.py", line 6, in <module>
    f()
    ~^^
  File "DIR/plain.py", line 4, in f
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
        self.assertTrue(err.endswith('  File "DIR/broken.py", line 1\n    x = (\n        ^\nSyntaxError: \'(\' was never closed\n'), err)
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


if __name__ == "__main__":
    run_unittests(200, "".join(sys.argv[2:3]).replace("--cases", ""))
