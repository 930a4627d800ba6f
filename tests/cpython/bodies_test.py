#!/usr/bin/env python3
"""bodies_test.py PYSUB: programs made of a file of tests note what each assertion saw."""

import os
import subprocess
import sys
import tempfile

import bodies

FILE = '''
import unittest
from test.support import captured_stdout
from test import nowhere

LIMIT = 3

def twice(n): return 2 * n

class Base:
    kind = list
    def make(self, *items): return self.kind(items)

class ListTest(Base, unittest.TestCase):
    def setUp(self): self.start = self.make(1, 2)
    def test_limit(self):
        self.assertEqual(len(self.start) + 1, LIMIT)
        with self.assertRaises(IndexError): self.start[LIMIT]
        self.assertEqual(twice(LIMIT), 7)
        class Own(list): pass
        self.assertEqual(Own(), [])
        nowhere.ask(self)
        with captured_stdout() as out: print('x', end='')
        self.assertIn(out.getvalue(), 'xyz')

def documented():
    """
    >>> twice = 2
    >>> twice + 1
    3
    """
'''
WANTED = {
    "ListTest.test_limit": "ok int 3|raised IndexError|FAIL int 6|ok str 'x'",
    "doc.documented": r"printed '3\\n'",
}


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "test_sample.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(FILE)
        library = bodies.Library(folder, {"sys"})
        found = {}
        for name, source in bodies.programs(library, path):
            with open(os.path.join(folder, "program.py"), "w", encoding="utf-8") as file:
                file.write(source)
            done = subprocess.run([sys.argv[1], file.name], capture_output=True, text=True, check=True)
            lines = [line.split(" ", 1)[1].split(" | ")[0] for line in done.stdout.splitlines()]
            found[name] = "|".join(lines)
    if found != WANTED:
        sys.exit(f"found {found}\nwanted {WANTED}")


if __name__ == "__main__":
    main()
