#!/usr/bin/env python3
"""`pysub run --snapshot-at`, `resume`, `snapshot inspect|verify|diff`, from outside.

    snapshot_commands_test.py PYSUB
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests

PYSUB = os.path.abspath(sys.argv[1])
PROGRAM = """\
def work(n, label):
    total = 0
    for i in range(n):
        total += i
    return label, total
print(work(10, 'a'))
print(work(1000, 'b'))
print(sorted(range(50), key=lambda x: work(3, x)[1] - x)[:5])
"""
OUTPUT = "('a', 45)\n('b', 499500)\n[49, 48, 47, 46, 45]\n"


class SnapshotCommands(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.write("p.py", PROGRAM)

    def write(self, name, content):
        with open(os.path.join(self.directory.name, name), "w") as file:
            file.write(content)

    def pysub(self, *arguments):
        result = subprocess.run(
            [PYSUB, *arguments], cwd=self.directory.name, capture_output=True, timeout=60
        )
        return result.returncode, result.stdout.decode(), result.stderr.decode()

    def test_goes_on_in_another_process(self):
        for steps in (1, 50, 300, 1200):
            status, before, error = self.pysub(
                "run", "--snapshot-at", str(steps), "a.snap", "p.py"
            )
            self.assertEqual((status, error), (0, ""))
            self.assertEqual(self.pysub("resume", "a.snap"), (0, OUTPUT[len(before):], ""))

    def test_resumes_can_stop_again(self):
        output = self.pysub("run", "--snapshot-at", "200", "a.snap", "p.py")[1]
        output += self.pysub("resume", "--snapshot-at", "900", "b.snap", "a.snap")[1]
        output += self.pysub("resume", "b.snap")[1]
        self.assertEqual(output, OUTPUT)

    def test_a_program_that_ends_before_writes_nothing(self):
        status, output, error = self.pysub("run", "--snapshot-at", "999999", "a.snap", "p.py")
        self.assertEqual((status, output), (0, OUTPUT))
        self.assertRegex(error, r"^pysub: the program ended after \d+ of 999999 steps: nothing was saved to 'a.snap'\n$")
        self.assertEqual(self.pysub("run", "--snapshot-at", "99", "a.snap", "-c", "1/0")[2].count("\n"), 6)
        self.assertFalse(os.path.exists(os.path.join(self.directory.name, "a.snap")))

    def test_limits_are_ceilings(self):
        self.write("loop.py", "while True: pass\n")
        self.pysub("run", "--max-steps", "9000", "--snapshot-at", "200", "a.snap", "loop.py")
        status, _, error = self.pysub("resume", "--max-steps", "100000", "a.snap")
        self.assertEqual(status, 1)
        self.assertTrue(error.endswith("TimeoutError: step limit of 9000 exceeded\n"), error)

    GLOBALS = """\
import math
big = list(range(10 ** 6))
text = 'x' * 10 ** 6
number = 10 ** 5000
nested = [big]
for i in range(60): nested = [nested, nested]
mapping = {i: [i, [i]] for i in range(1000)}
mixed = (1, 2.5, None, True, b'bytes', {'a'}, 'caf\u00e9 \x1b[31m')
def shout(n): print(n)
shout(1)
for i in range(10 ** 7): pass
"""

    def test_inspect_shows_globals(self):
        self.write("g.py", self.GLOBALS)
        status, output, error = self.pysub("run", "--snapshot-at", "3000000", "a.snap", "g.py")
        self.assertEqual((status, output, error), (0, "1\n", ""))
        status, text, error = self.pysub("snapshot", "inspect", "a.snap")
        self.assertEqual((status, error), (0, ""))
        shown = text.split("\nglobals:\n")[1].split("\nobjects:\n")[0]
        for line in ("  math: module = <module 'math' (built-in)>", "  big: list = [0, 1, 2, 3, 4, ...]", "  text: str = 'xxx",
                     "  number: int = <int of about ", "  nested: list = [[[...], [...]], [[...], [...]]]", "  mapping: dict = {0: [0, [...]], 1: [1, [...]], 2: ",
                     "  mixed: tuple = (1, 2.5, None, True, b'bytes', ...)", "  shout: function = <function shout at ", "  i: int = "):
            self.assertIn(line, "\n" + shown)
        self.assertNotIn("__name__", shown)
        self.assertLess(max(map(len, shown.splitlines())), 250)
        status, text, error = self.pysub("snapshot", "inspect", "--format=json", "a.snap")
        self.assertEqual((status, error), (0, ""))
        found = json.loads(text)
        self.assertEqual(list(found), ["bytes", "memory_bytes", "steps", "allocations", "time_ns", "waits_for", "frames", "globals", "globals_left_out", "objects"])
        variables = {row["name"]: row for row in found["globals"]}
        self.assertEqual(variables["big"], {"name": "big", "type": "list", "repr": "[0, 1, 2, 3, 4, ...]"})
        self.assertEqual((found["frames"][0]["function"], found["frames"][0]["line"], found["frames"][0]["locals"]), ("<module>", 11, []))
        self.assertEqual((found["steps"]["limit"], found["waits_for"]), (None, None))
        self.assertIn("list", [row["type"] for row in found["objects"]])

    def test_inspect_shows_time_that_was_counted(self):
        self.write("t.py", "for i in range(10 ** 6): pass\n")
        for options, line, kind in (((), "time: not counted\n", type(None)), (("--max-duration", "50"), " of 50000000000 ns\n", dict)):
            self.pysub("run", *options, "--snapshot-at", "20000", "a.snap", "t.py")
            self.assertIn(line, self.pysub("snapshot", "inspect", "a.snap")[1])
            self.assertIsInstance(json.loads(self.pysub("snapshot", "inspect", "--format=json", "a.snap")[1])["time_ns"], kind)

    def test_inspect_shows_some_of_many_globals(self):
        self.write("m.py", "for i in range(3000): globals()[f'g{i}'] = i\nfor i in range(10 ** 6): pass\n")
        self.pysub("run", "--snapshot-at", "20000", "a.snap", "m.py")
        text = self.pysub("snapshot", "inspect", "a.snap")[1]
        self.assertRegex(text, r"\n  \.\.\. and 200\d more\nobjects:\n")
        found = json.loads(self.pysub("snapshot", "inspect", "--format=json", "a.snap")[1])
        self.assertEqual(len(found["globals"]) + found["globals_left_out"], 3001)
        self.pysub("run", "--snapshot-at", "300", "b.snap", "p.py")
        found = json.loads(self.pysub("snapshot", "inspect", "--format=json", "b.snap")[1])
        self.assertEqual([(row["function"], row["line"]) for row in found["frames"]], [("<module>", 7), ("work", 3)])
        self.assertIn({"name": "label", "type": "str", "repr": "'b'"}, found["frames"][1]["locals"])

    def test_inspect_shows_frames_locals_and_objects(self):
        self.pysub("run", "--snapshot-at", "300", "a.snap", "p.py")
        status, text, _ = self.pysub("snapshot", "inspect", "a.snap")
        self.assertEqual(status, 0)
        for line in ("steps: 302\n", "  n: int = 1000\n", "  label: str = 'b'\n", "in work\n", " module, "):
            self.assertIn(line, text)

    def test_verify_and_diff(self):
        self.pysub("run", "--snapshot-at", "300", "a.snap", "p.py")
        self.pysub("run", "--snapshot-at", "310", "b.snap", "p.py")
        self.assertEqual(self.pysub("snapshot", "verify", "a.snap"), (0, "a.snap: ok\n", ""))
        self.assertEqual(self.pysub("snapshot", "diff", "a.snap", "a.snap"), (0, "", ""))
        status, text, _ = self.pysub("snapshot", "diff", "a.snap", "b.snap")
        self.assertEqual(status, 1)
        self.assertIn("- steps: 302\n", text)
        self.assertIn("+ steps: 312\n", text)

    def test_seals(self):
        self.write("key", "0123456789abcdef\n")
        self.write("other", "0123456789abcdeF\n")
        self.write("short", "0123456789abcde\n")
        seal = ("--snapshot-key-file", "key")
        before = self.pysub("run", *seal, "--snapshot-at", "300", "a.snap", "p.py")[1]
        self.assertEqual(self.pysub("resume", *seal, "a.snap"), (0, OUTPUT[len(before):], ""))
        self.assertEqual(self.pysub("snapshot", "verify", *seal, "a.snap"), (0, "a.snap: ok\n", ""))
        wrong = "the snapshot was not sealed with this key, or was changed since"
        for arguments, problem in (
            (("resume", "--snapshot-key-file", "other", "a.snap"), "a.snap: " + wrong),
            (("snapshot", "inspect", "--snapshot-key-file", "other", "a.snap"), "a.snap: " + wrong),
            (("resume", "a.snap"), "a.snap: the snapshot is sealed: --snapshot-key-file names its key"),
            (("resume", "--snapshot-key-file", "short", "a.snap"), "short: a key has at least 16 bytes"),
            (("resume", "--snapshot-key-file", "no", "a.snap"),
             "can't open file 'no': [Errno 2] No such file or directory"),
        ):
            status, output, error = self.pysub(*arguments)
            self.assertEqual((output, error), ("", "pysub: " + problem + "\n"))
            self.assertNotEqual(status, 0)
        self.pysub("run", "--snapshot-at", "300", "b.snap", "p.py")
        self.assertEqual(self.pysub("resume", *seal, "b.snap")[1:],
                         ("", "pysub: b.snap: the snapshot is not sealed\n"))
        with open(os.path.join(self.directory.name, "a.snap"), "rb") as file:
            sealed = file.read()
        for cut, problem in ((20, "the seal of the snapshot is cut off"), (len(sealed) - 1, wrong)):
            with open(os.path.join(self.directory.name, "c.snap"), "wb") as file:
                file.write(sealed[:cut])
            self.assertEqual(self.pysub("resume", *seal, "c.snap")[1:], ("", f"pysub: c.snap: {problem}\n"))

    def test_wrong_files_and_arguments(self):
        refused = "not a snapshot that can be restored: "
        self.pysub("run", "--snapshot-at", "300", "a.snap", "p.py")
        path = os.path.join(self.directory.name, "a.snap")
        with open(path, "r+b") as file:
            file.truncate(100)
        self.assertEqual(
            self.pysub("resume", "a.snap"), (1, "", f"pysub: a.snap: {refused}its length is wrong\n")
        )
        self.assertEqual(
            self.pysub("snapshot", "verify", "p.py"),
            (1, "", f"pysub: p.py: {refused}it does not begin as one\n"),
        )
        self.assertEqual(
            self.pysub("resume", "absent"),
            (2, "", "pysub: can't open file 'absent': [Errno 2] No such file or directory\n"),
        )
        for command in ("inspect", "verify"):
            self.assertEqual(
                self.pysub("snapshot", command, "absent"),
                (2, "", "pysub: can't open file 'absent': [Errno 2] No such file or directory\n"),
            )
            self.assertEqual(self.pysub("snapshot", command, ".")[0], 2)
        self.assertEqual(self.pysub("snapshot", "frobnicate", "x")[0], 2)
        self.assertEqual(self.pysub("run", "--snapshot-at", "x", "y", "p.py")[0], 2)


if __name__ == "__main__":
    run_unittests(280)
