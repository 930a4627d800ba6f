"""The programs of docs/python.md print what stands below them; the types say what is there."""

import ast
import asyncio
import contextlib
import inspect
import io
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

    def options_of(self, name):
        """The names in a TypedDict and those that it is made of."""
        node = next(each for each in self.tree.body if isinstance(each, ast.ClassDef) and each.name == name)
        names = [member.target.id for member in node.body if isinstance(member, ast.AnnAssign)]
        return names + [name for base in node.bases if base.id != "TypedDict" for name in self.options_of(base.id)]

    def test_keywords_are_taken(self):
        """Each keyword that the types know is one to the function: what it says of a value that is none is of the value."""
        recorded = pysub.Sandbox("1")
        recorded.start_recording()
        recorded.run()
        recording = recorded.take_recording()
        makers = {"Program": lambda: pysub.Program("1"), "Sandbox": lambda: pysub.Sandbox("1"), "Session": pysub.Session,
                  "Files": pysub.Files, "Shell": pysub.Shell, "Replay": lambda: pysub.Replay(recording)}
        given = {"code": "1", "script": ":", "text": "1", "path": "/a", "name": "a", "function": len, "recording": recording,
                 "call": 1, "exception": "ValueError", "limits": {}, "event": 0, "host_directory": "/", "directory": "/"}
        functions = [("", node) for node in self.tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        functions += [(node.name, member) for node in self.tree.body if isinstance(node, ast.ClassDef) and node.name in makers
                      for member in node.body if isinstance(member, (ast.FunctionDef, ast.AsyncFunctionDef))]
        tried = 0
        for of, node in functions:
            parameters = node.args
            positional = [each.arg for each in parameters.posonlyargs if each.arg not in ("self", "cls")]
            ordinary = [each.arg for each in parameters.args if each.arg not in ("self", "cls")]
            needed = (positional + ordinary)[: len(positional + ordinary) - len(parameters.defaults)]
            keywords = ordinary + [each.arg for each in parameters.kwonlyargs]
            annotation = parameters.kwarg and parameters.kwarg.annotation
            if isinstance(annotation, ast.Subscript):  # Unpack[...]
                keywords += self.options_of(annotation.slice.id)
            for keyword in keywords:
                with self.subTest(f"{of}.{node.name}({keyword}=...)"):
                    tried += 1
                    static = any(isinstance(each, ast.Name) for each in node.decorator_list)
                    object_ = getattr(pysub, of) if node.name == "__init__" or static else makers[of]() if of else pysub
                    function = object_ if node.name == "__init__" else getattr(object_, node.name)
                    snapshot = makers[of]().dump() if "snapshot" in positional else None
                    values = {name: given.get(name, snapshot) for name in needed}
                    options = {name: values[name] for name in ordinary if name in values} | {keyword: object()}
                    try:
                        with contextlib.redirect_stdout(io.StringIO()):
                            result = function(*(values[name] for name in positional), **options)
                            if inspect.isawaitable(result):
                                asyncio.run(asyncio.wait_for(result, 10))
                    except Exception as error:
                        self.assertNotRegex(str(error), r"keyword|has no |missing|positional|takes ")
        self.assertGreater(tried, 150)


if __name__ == "__main__":
    unittest.main()
