#!/usr/bin/env python3
"""tools/measure_code counts what a reader would, and the code is within what docs/measures.md says."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = [sys.executable, str(ROOT / "tools/measure_code")]
SOURCE = """#include "a.h"
namespace pysub {

// One line.
int One(int x) { return x; }

struct Pair {
  int a = 1;  // behind code
  int Sum() const {
    return a;
  }
};

constexpr int kTable[] = {1, 2, 3};
constexpr const char* kText = "} { // no comment";

/* Two
   lines. */
template <typename T>
T Long(T x) {
  if (x) {
    return [&] { return x; }();
  }
  return 1'000;
}

}  // namespace pysub
"""


class MeasureCode(unittest.TestCase):
    def measured(self, source, *options):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "vm").mkdir()
            (Path(folder) / "vm/a.cc").write_text(source)
            # (Folders that have nothing in them are no table.)
            for name in ("lexer", "parser", "compiler", "stdlib", "osbridge", "shell"):
                (Path(folder) / name).mkdir()
                (Path(folder) / name / "b.cc").write_text("int Two() { return 2; }\n")
            return subprocess.run([*TOOL, *options, folder], capture_output=True, text=True)

    def test_functions_and_comments(self):
        out = self.measured(SOURCE).stdout
        # One, Sum and Long; 22 lines have something on them, 5 of them comments (one behind the last brace).
        self.assertIn("| vm | 3 | 3 | 7 | 7 | 22 | 22.7 % |", out)
        self.assertIn("- 7: `Long` vm/a.cc:19", out)

    def test_check_complains(self):
        self.assertEqual(self.measured(SOURCE, "--check").returncode, 0)
        long = SOURCE + "void Endless() {\n" + "  One(1);\n" * 800 + "}\n"
        done = self.measured(long, "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("a function has 802 lines", done.stderr)
        self.assertIn("% of lines have comments", done.stderr)

    def test_the_code_is_as_measured(self):
        done = subprocess.run([*TOOL, "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
