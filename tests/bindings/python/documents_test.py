"""The programs of docs/python.md print what stands below them; the types say what is there."""

import ast
import inspect
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import pysub

ROOT = Path(__file__).resolve().parents[3]


class DocumentTest(unittest.TestCase):
    def test_programs_print_what_is_said(self):
        page = (ROOT / "docs/python.md").read_text()
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S)
        programs = 0
        for i, (language, text) in enumerate(blocks):
            if language != "python":
                continue
            programs += 1
            self.assertEqual(blocks[i + 1][0], "text", text)
            with self.subTest(text.splitlines()[2]):
                ran = subprocess.run([sys.executable, "-W", "error", "-c", text], capture_output=True, text=True,
                                     env=dict(os.environ))
                self.assertEqual((ran.stdout, ran.stderr), (blocks[i + 1][1], ""))
        self.assertGreater(programs, 8)


class StubTest(unittest.TestCase):
    """__init__.pyi and the package name the same."""

    def setUp(self):
        stub = Path(pysub.__file__).with_name("__init__.pyi")
        self.tree = ast.parse(stub.read_text())

    def test_all_names_are_typed(self):
        typed = {node.name for node in self.tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))}
        self.assertEqual(set(pysub.__all__) - typed, set())

    def test_what_is_typed_is_there(self):
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef) and node.name in pysub.__all__:
                made = getattr(pysub, node.name)
                for member in node.body:
                    if isinstance(member, (ast.FunctionDef, ast.AsyncFunctionDef)) and member.name != "__init__":
                        self.assertTrue(hasattr(made, member.name), f"{node.name}.{member.name}")

    def test_what_is_there_is_typed(self):
        for node in self.tree.body:
            if not isinstance(node, ast.ClassDef) or node.name not in pysub.__all__:
                continue
            made = getattr(pysub, node.name)
            typed = {member.name for member in node.body if isinstance(member, (ast.FunctionDef, ast.AsyncFunctionDef))}
            typed |= {member.target.id for member in node.body if isinstance(member, ast.AnnAssign)}
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            for name, _ in inspect.getmembers(made):
                if name.startswith("_") or issubclass(made, BaseException) and hasattr(Exception, name):
                    continue
                inherited = any(hasattr(getattr(pysub, base, None), name) for base in bases)
                self.assertTrue(name in typed or inherited, f"{node.name}.{name}")


if __name__ == "__main__":
    unittest.main()
