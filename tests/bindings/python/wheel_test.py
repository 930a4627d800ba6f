"""The wheel: made by one command, installed into an empty environment without network, and it runs there."""

import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = os.environ.get("PYSUB_BUILD")
PROGRAM = """
import pysub, sys
assert sys.prefix in pysub.__file__ or len(sys.argv) > 1, pysub.__file__
import pysub.monty
print(pysub.run("f(20) + 1", functions={"f": lambda n: n * 2}), pysub.Shell(python=True).run("python3 -c 'print(1)' | cat").text.strip())
"""


@unittest.skipUnless(BUILD, "PYSUB_BUILD names no build tree")
class WheelTest(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.TemporaryDirectory()
        self.addCleanup(self.work.cleanup)
        self.directory = Path(self.work.name)

    def make(self, directory):
        made = subprocess.run([sys.executable, ROOT / "tools/package_wheel", BUILD, directory], capture_output=True, text=True)
        self.assertEqual((made.returncode, made.stderr), (0, ""), made.stdout)
        wheels = list(directory.glob("*.whl"))
        self.assertEqual(len(wheels), 1)
        return wheels[0]

    def environment(self):
        return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LD_LIBRARY_PATH")}

    def test_it_is_installed_and_runs(self):
        wheel = self.make(self.directory / "dist")
        self.assertRegex(wheel.name, r"^pysub-\d+\.\d+\.\d+-cp311-abi3-linux_\w+\.whl$")
        names = zipfile.ZipFile(wheel).namelist()
        for name in ("pysub/__init__.py", "pysub/__init__.pyi", "pysub/py.typed", "pysub/_pysub.abi3.so", "pysub/monty.py"):
            self.assertIn(name, names)
        home = self.directory / "empty"
        made = subprocess.run([sys.executable, "-m", "venv", home], capture_output=True, text=True)
        if made.returncode == 0:
            python = home / "bin/python"
            subprocess.run([python, "-m", "pip", "install", "--no-index", "--quiet", "--disable-pip-version-check", wheel], check=True,
                           env=self.environment())
            command, environment = [python, "-W", "error", "-c", PROGRAM], self.environment()
        else:  # no ensurepip: a wheel is a zip archive
            zipfile.ZipFile(wheel).extractall(home)
            command, environment = [sys.executable, "-c", PROGRAM, "unzipped"], {**self.environment(), "PYTHONPATH": str(home)}
        ran = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=self.directory)
        self.assertEqual((ran.stdout, ran.stderr), ("41 1\n", ""))
        # All that it loads is its own or every Linux's.
        loaded = subprocess.run([*command[:-1], "import pysub\nprint(open('/proc/self/maps').read())"], capture_output=True, text=True,
                                env=environment, cwd=self.directory).stdout
        self.assertIn("_pysub.abi3.so", loaded)
        self.assertNotIn(str(Path(BUILD).resolve()), loaded)
        for name in ("absl", "libgmp", "libnettle", "libsodium", "libpysub"):
            for line in loaded.splitlines():
                if name in line:
                    self.assertIn(str(self.directory), line)

    def test_equal_sources_make_equal_bytes(self):
        first, second = self.make(self.directory / "a"), self.make(self.directory / "b")
        self.assertEqual(first.read_bytes(), second.read_bytes())


if __name__ == "__main__":
    unittest.main()
