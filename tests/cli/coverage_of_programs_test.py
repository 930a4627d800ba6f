#!/usr/bin/env python3
"""`pysub --coverage`: the lines that CPython 3.14 names, and of these the ones that it executes.

    coverage_of_programs_test.py PYSUB [FILTER]
    coverage_of_programs_test.py --write PYSUB [NAME...]    asks CPython 3.14 again (the oracle of tests/tools), for golden programs NAME, too

coverage_lines.json has CPython's answers for golden programs that end well, one in twelve when it was begun, and for the programs below.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools"), str(HERE.parent / "check")]
from case_filter import run_unittests
from check_golden import right_programs
from coverage_lines import ORACLE

WRITE = "--write" in sys.argv
ADDED = []  # "json/loads:3"
if WRITE:
    sys.argv.remove("--write")
    ADDED = sys.argv[2:]
PYSUB = os.path.abspath(sys.argv[1])
ANSWERS = HERE / "coverage_lines.json"
IS_SANITIZED = os.path.exists(PYSUB) and b"__asan_init" in Path(PYSUB).read_bytes()  # (cases are named before it is built)

OWN = {
    "nothing is in these lines": "# a comment\n\ndef f():\n    '''doc\n    string'''\n    global x\n    if 1:\n        x = 1\n    else:\n        x = 2\nf()\n",
    "statements without instructions of ours": "for i in range(3):\n    if i == 1:\n        continue\n    elif i == 2:\n        break\n    try:\n        pass\n"
    "    except:\n        pass\n    finally:\n        pass\nwhile True:\n    break\nwhile 0:\n    x = 1\nelse:\n    y = 2\nif 0:\n    def never(): pass\n",
    "calls over several lines": "def f(*a, **k):\n    return a\nprint(\n    f(\n        1,\n        i := 2,\n    )[\n        0\n    ],\n    *f(\n        3),\n    sep=\n    ' ',\n)\n",
    "a call that fails in its middle": "def f(x): return 1 // x\nprint(\n    f(1),\n    f(0),\n    f(2),\n)\nprint('never')\n",
    "operands": "y = 5\nx = (\n    y\n    + 1\n    + 2\n)\nz = (x if\n     y > 6\n     else\n     0)\nw = (y == 5 and\n     x == 0 and\n     z)\nd = {\n    'a':\n    1, 'b': y,\n}\n",
    "methods": "text = (' a b '\n    .strip()\n    .replace('a',\n             'b')\n    .split())\n",
    "displays": "a = [\n    1,\n    2,\n    3,\n]\nb = (\n    1,\n    2,\n)\nc = [\n    a,\n    b,\n]\ne = [\n" + "".join(f"    {i},\n" for i in range(40)) + "]\n",
    "comprehensions": "a = [\n    x\n    for x in\n    range(3)\n    if x\n    > 1\n]\nb = list(\n    x + 1\n    for x in a\n)\nf = lambda: (\n    1)\n",
    "handlers": "try:\n    1 / 0\nexcept (ValueError,\n        TypeError):\n    pass\nexcept ArithmeticError as e:\n    print(e)\nexcept:\n    pass\nelse:\n    pass\nfinally:\n    print()\n",
    "decorators and annotations": "def d(f): return f\n@d\n@d\ndef f(a: int,\n      b: str = 'x') -> int:\n    c: int\n    e: int = 2\n    return e\nx: int\ny: int = 3\n",
    "with": "import contextlib\nwith (contextlib.nullcontext() as a,\n      contextlib.nullcontext() as b):\n    pass\nwith contextlib.suppress(KeyError):\n    {}[1]\n    print('never')\n",
    "loops that are jumped to": "i = 0\nfor j in range(3):\n    if j: break\nwhile i < 6: i += 1\nelse: print('else', i)\nwhile i:\n    i -= 1\n    if i > 3: continue\n    while i > 2: i -= 1\n",
    "f-strings": "y = 1\nx = f'''a\n{y}\nb{\ny}'''\n",
    "generators": "def g():\n    x = yield 1\n    print(x)\n    yield 2\n    print('never')\nfor v in g():\n    if v == 2: break\n",
    "an exception that nobody catches": "def f():\n    raise ValueError(\n        1)\ndef g(): pass\nf()\ng()\n",
    "sys.exit": "import sys\nsys.exit(3)\nprint('never')\n",
}
# Golden programs that do not do the same here and there, or where what CPython's optimizer leaves is not copied.
DIFFERENT = {
    "found_by_attack/helpers_of_modules:1": "its modules have other helpers than CPython's, and it ends there",
    "json/loads:9": "WebAssembly's stack ends before ours",
    "typing/left_out:1": "another object has the attribute",
}


def programs():
    golden = right_programs(HERE.parent / "golden")
    # By their names: a new program changes nothing for the others.
    return OWN | {name: golden[name] for name in json.loads(ANSWERS.read_text()) if name in golden} | {name: golden[name] for name in ADDED}


def covered(arguments, cwd=None, stdin=b""):
    """(exit status, file -> {line: count}) of a run."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        done = subprocess.run([PYSUB, "--coverage=json", "--report-to", report, *arguments], input=stdin, capture_output=True, cwd=cwd, timeout=120)
        with open(report) as file:
            files = json.load(file)["files"]
    for row in files:
        assert row["lines"] == len(row["counts"]) and row["executed"] == sum(count > 0 for count in row["counts"].values()), row
    return done.returncode, {row["file"]: {int(line): count for line, count in row["counts"].items()} for row in files}


def write():
    from oracle import Oracle

    with Oracle("3.14") as oracle:
        wanted = programs()
        asked = oracle.ask([{"source": ORACLE, "stdin": text.encode("utf-8", "surrogateescape").decode("utf-8", "replace"), "fresh": True} for text in wanted.values()])
    rows = [f"{json.dumps(name)}: {answer['stdout'].strip()}" for name, answer in zip(wanted, asked) if answer.get("stdout")]
    ANSWERS.write_text("{\n" + ",\n".join(rows) + "\n}\n")


class AgainstCPython(unittest.TestCase):
    def test_lines(self):
        answers = json.loads(ANSWERS.read_text())
        compared, wrong = 0, []
        for name, text in programs().items():
            if name not in answers or name in DIFFERENT:
                continue
            named, executed = map(set, answers[name])
            _, files = covered(["--max-duration=30", "-"], stdin=text.encode("utf-8", "surrogateescape"))
            counts = files["<stdin>"]
            compared += 1
            ours = {line for line, count in counts.items() if count}
            if set(counts) != named or ours != executed & named:
                wrong.append(f"{name}: named only here {sorted(set(counts) - named)}, only there {sorted(named - set(counts))}, "
                             f"executed only here {sorted(ours - executed)}, only there {sorted((executed & named) - ours)}")
        self.assertEqual(wrong, [])
        self.assertGreater(compared, 150)


class Reports(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="pysub-coverage-"))
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder])

    def write(self, name, text):
        os.makedirs(os.path.dirname(os.path.join(self.folder, name)), exist_ok=True)
        Path(self.folder, name).write_text(text)

    def pysub(self, *arguments, **more):
        done = subprocess.run([PYSUB, *arguments], capture_output=True, text=True, cwd=self.folder, timeout=120, **more)
        return done.returncode, done.stdout, done.stderr

    GRADE = "def grade(points):\n    if points > 50:\n        return 'passed'\n    # too few\n    return 'failed'\n\nprint(grade(40))\n"

    def test_forms(self):
        self.write("grade.py", self.GRADE)
        text = "coverage: 4 of 5 lines of grade.py were executed (80.0%)\nnot executed: 3\n"
        self.assertEqual(self.pysub("--coverage", "text", "grade.py"), (0, "failed\n", text))
        page = (HERE.parents[1] / "docs" / "command-line.md").read_text()
        self.assertIn(f"$ pysub --coverage text grade.py\nfailed\n{text}```", page)
        report = '{"files": [{"file": "grade.py", "lines": 5, "executed": 4, "counts": {"1": 1, "2": 1, "3": 0, "5": 1, "7": 1}}], "complete": true}\n'
        self.assertEqual(self.pysub("run", "--coverage=json", "grade.py"), (0, "failed\n", report))
        self.assertEqual(self.pysub("--coverage=lcov", "--report-to", "coverage.info", "grade.py"), (0, "failed\n", ""))
        self.assertEqual(Path(self.folder, "coverage.info").read_text(),
                         "TN:\nSF:grade.py\nDA:1,1\nDA:2,1\nDA:3,0\nDA:5,1\nDA:7,1\nLF:5\nLH:4\nend_of_record\n")
        self.write("all.py", "# nothing\nx = 1\n")
        self.assertEqual(self.pysub("--coverage=text", "all.py")[2], "coverage: 1 of 1 lines of all.py were executed (100.0%)\n")
        self.write("runs.py", "import sys\nsys.exit()\na = 1\n\n# between\nb = 2\ndef f():\n    pass\n")
        self.assertEqual(self.pysub("--coverage=text", "runs.py")[2], "coverage: 2 of 6 lines of runs.py were executed (33.3%)\nnot executed: 3-8\n")

    def test_however_it_ends(self):
        for text, options, status, executed in (
            ("x = 1\n1 / 0\ny = 2\n", [], 1, {1, 2}),
            ("import sys\nsys.exit(7)\ny = 2\n", [], 7, {1, 2}),
            ("x = 1\nwhile True:\n    x += 1\ny = 2\n", ["--max-steps=5000"], 1, {1, 2, 3}),
            ("x = 1\nwhile True:\n    x += 1\ny = 2\n", ["--max-duration=0.1"], 1, {1, 2, 3}),
            ("x = 1\nx = [0] * 10**9\ny = 2\n", ["--max-memory=20MB"], 1, {1, 2}),
            ("def f(): f()\nf()\ny = 2\n", [], 1, {1, 2}),
        ):
            got, files = covered([*options, "-c", text])
            self.assertEqual((got, {line for line, count in files["<string>"].items() if count}), (status, executed), text)
        # A program that does not compile has nothing to tell.
        self.assertEqual(self.pysub("--coverage=text", "-c", "x = (")[::2], (1, self.pysub("-c", "x = (")[2]))

    def test_how_often(self):
        source = "def f(n):\n    return n\nfor i in range(1000):\n    if i % 2:\n        f(i)\n    else:\n        pass\nx = [f(i) for i in range(100)]\n"
        for mode in ([], ["--max-duration=60"], ["--max-memory=30MB"]):
            self.assertEqual(covered([*mode, "-c", source])[1]["<string>"], {1: 1, 2: 600, 3: 1001, 4: 1000, 5: 500, 7: 500, 8: 1})
        # Longer than what runs between two looks at the clock.
        counts = covered(["-c", "n = 0\nwhile n < 300000:\n    n += 1\nfor i in range(300000):\n    x = [i]\n"])[1]["<string>"]
        self.assertEqual(counts, {1: 1, 2: 300001, 3: 300000, 4: 300001, 5: 300000})

    def test_by_file(self):
        self.write("main.py", "import helper\nfrom pkg import part\nhelper.f()\nexec('y = 1\\nz = 2')\n")
        self.write("helper.py", "def f():\n    return 1\ndef g():\n    return 2\n")
        self.write("pkg/__init__.py", "")
        self.write("pkg/part.py", "import json\nx = json.dumps([1])\n")
        self.write("never.py", "x = 1\n")
        _, files = covered(["main.py"], cwd=self.folder)
        modules = {"/helper.py": {1: 1, 2: 1, 3: 1, 4: 0}, "/pkg/__init__.py": {}, "/pkg/part.py": {1: 1, 2: 1}}
        self.assertEqual(files, {"main.py": {1: 1, 2: 1, 3: 1, 4: 1}, **modules})
        # Of -m only what it runs: the file, and nothing where that is the library's.
        self.write("pkg/__main__.py", "import sys\nfrom . import part\nif len(sys.argv) > 5:\n    print(1)\n")
        _, files = covered(["-m", "pkg"], cwd=self.folder)
        self.assertEqual(files, {"/pkg/__main__.py": {1: 1, 2: 1, 3: 1, 4: 0}, "/pkg/__init__.py": {}, "/pkg/part.py": {1: 1, 2: 1}})
        self.assertEqual(self.pysub("--coverage=text", "-m", "json.tool", input="1")[1:], ("1\n", "coverage: no file was executed\n"))
        text = self.pysub("--coverage=text", "main.py")[2]
        self.assertTrue(text.startswith("coverage: 4 of 4 lines of main.py were executed (100.0%)\ncoverage: "), text)
        self.assertIn(f"coverage: 3 of 4 lines of /helper.py were executed (75.0%)\nnot executed: 4\n", text)

    def test_what_a_program_does_is_the_same(self):
        source = "import sys\ndef f(n):\n    if n == 0:\n        raise KeyError(\n            n)\n    return f(n - 1)\ntry:\n    f(3)\nexcept KeyError as e:\n    print(e)\nprint(sys.argv)\nf(2)\n"
        self.write("p.py", source)
        plain = self.pysub("p.py", "a")
        self.assertEqual(plain[0], 1)
        self.assertEqual(self.pysub("--coverage=json", "--report-to=/dev/null", "p.py", "a"), plain)

    def test_names_of_files(self):
        name = "a\nDA:1,1 \x1b[31m.py"
        self.write(name, "x = 1\n")
        self.assertIn("lines of a\nDA:1,1 \\x1b[31m.py were", self.pysub("--coverage=text", name)[2])
        self.assertEqual(self.pysub("--coverage=lcov", name)[2].count("\n"), 6)
        self.assertEqual(list(covered([name], cwd=self.folder)[1]), [name])

    def test_code_without_end(self):
        """Code that exec() makes is no file, however much it is and whatever it is called; a program may be large, or too large for its limit."""
        self.write("x.py", "for i in range(100_000): exec(compile('a = 1', f'<{i % 7}>', 'exec'), {})\nfor i in range(20_000): exec(compile('def f():\\n pass\\nf()', 'x.py', 'exec'), {})\n")
        status, files = covered(["--max-memory=20MB", "x.py"], cwd=self.folder)
        self.assertEqual((status, files), (0, {"x.py": {1: 1, 2: 1}}))
        self.write("large.py", "x = 1\n" * 200_000)
        self.assertEqual(covered(["large.py"], cwd=self.folder)[1]["large.py"], {line: 1 for line in range(1, 200_001)})
        text = self.pysub("--coverage=text", "--max-memory=20MB", "large.py")
        self.assertEqual(text, (1, "", "MemoryError: memory limit of 20971520 bytes exceeded\n"))

    def test_programs_that_make_modules_all_the_time(self):
        """What is kept is the host's memory."""
        source = """\
import sys, importlib
sys.path.append('/tmp')
filler = '#' * 100_000
for i in range(1500):
    with open('/tmp/m.py', 'w') as file: file.write(f'x = {i}\\n{filler}')
    importlib.invalidate_caches()
    import m
    assert m.x == i
    del sys.modules['m'], m
"""
        with open(os.path.join(self.folder, "report"), "w") as report:
            process = subprocess.Popen([PYSUB, "--coverage=text", "--max-memory=100MB", "-c", source], stderr=report)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, Path(self.folder, "report").read_text())
        self.assertIn("lines of /tmp/m.py were executed", Path(self.folder, "report").read_text())
        self.assertIn("\ncoverage: there was no memory to count all files\n", Path(self.folder, "report").read_text())
        if not IS_SANITIZED:
            self.assertLess(usage.ru_maxrss, 100 << 10)


if __name__ == "__main__":
    write() if WRITE else run_unittests(280)
