#!/usr/bin/env python3
"""documents_test.py PYSUB PYSUB_SHELL: types the commands of PAGES, in their order, as a reader would.

Each line of a block without a language is a command. It is run with the programs of this build (tools/run is one of them) in the
directory of the sources; /tmp is a directory of the test's own. What it does is a row of RUN; a command without a row fails the
test, and so does a row without a command. Commands that build, install or test are in NOT_RUN, with what they must name.
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PAGES = ("README.md", "docs/five-minutes.md", "CONTRIBUTING.md")

# How a command begins (without its comment) -> (exit status, what it prints, standard error included, as a regular expression).
RUN = {
    "tools/run -c 'print(sum(": (0, r"\A285\n\Z"),
    "tools/run -c '2 ** 100'": (0, r"\A1267650600228229401496703205376\n\Z"),
    "printf 'import sys": (0, r"\A\Z"),
    "tools/run /tmp/script.py": (0, r"\A\['one', 'two'\]\n\Z"),
    """echo '{"a": [1, 2]}' | tools/run -m json.tool""": (0, r'\A\{\n    "a": \[\n        1,\n        2\n    \]\n\}\n\Z'),
    "echo 'print(input())'": (0, r"\Ahi\n\Z"),
    "tools/run --max-duration 0.5": (1, r"line 1[\s\S]*(time|duration)"),
    "tools/run --max-memory 20MB": (1, r"MemoryError"),
    "tools/run --stats": (0, r"\A\[999, 998, 997\]\nsteps "),
    "tools/run --dump=code": (0, r"RETURN"),
    "tools/run run --snapshot-at 1000": (0, r"\A\Z"),
    "tools/run snapshot inspect": (0, r"script\.py\", line [23]"),
    "tools/run resume": (0, r"\A\['one'\]\n\Z"),
    "tools/run -c 'print(1)'": (0, r"\A1\n\Z"),
    """build/bin/pysub-shell -c 'printf "3""": (0, r"\A1, 2, 3\n\Z"),
    "build/bin/pysub-shell -c 'yes": (0, r"\Ay\ny\n\Z"),
    "build/bin/pysub-shell -c 'f()": (125, r"recursion|nest|depth|limit"),
    "build/bin/pysub-shell --snapshot-at": (0, r"\A\Z"),
    "build/bin/pysub-shell --resume": (0, r"\A125250\n\Z"),
    "build/bin/pysub-shell --mount": (0, r"\A(\./\S+:\d+:.*class Sandbox.*\n){1,3}\Z"),
    """echo '{"code": "print(6 * 7)"}'""": (0, r'"42\\n"'),
}

# How a command begins -> why it is not run, and the files that it must name.
NOT_RUN = {
    "tools/test": ("the tests", ["tools/test"]),
    "tools/build": ("builds; CI does", ["tools/build", "CMakePresets.json"]),
}


def commands(document):
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / document).read_text(), re.M | re.S)
    for language, text in blocks:
        for line in text.splitlines() if language == "" else []:
            yield re.sub(r"\s+#\s.*$", "", line)


class Documents(unittest.TestCase):
    def check(self, command, folder):
        found = [row for row in RUN if command.startswith(row)]
        self.assertEqual(len(found), 1, f"no row, or several, of RUN or NOT_RUN for: {command}")
        status, printed = RUN[found[0]]
        programs = {"tools/run": PYSUB, "build/bin/pysub-shell": SHELL, "build/bin/pysub": PYSUB, "/tmp/": folder + "/"}
        typed = re.sub("|".join(map(re.escape, programs)), lambda found: programs[found[0]], command)
        run = subprocess.run(["bash", "-c", typed], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, timeout=60)
        self.assertEqual(run.returncode, status, f"{command}\n{run.stdout}")
        self.assertRegex(run.stdout, printed, command)
        return found[0]

    def test_each_command_does_what_its_document_says(self):
        used = set()
        with tempfile.TemporaryDirectory() as folder:
            for document in PAGES:
                for command in commands(document):
                    kept = [row for row in NOT_RUN if command.startswith(row)]
                    if kept:
                        used.add(kept[0])
                        for name in NOT_RUN[kept[0]][1]:
                            self.assertTrue((ROOT / name).exists(), name)
                        continue
                    with self.subTest(command=command):
                        used.add(self.check(command, folder))
        self.assertEqual(used, {*RUN, *NOT_RUN}, "rows that no document has any more")

    def test_programs_in_the_text_are_there(self):
        for document in (*PAGES, "tests/README.md"):
            for name in re.findall(r"`(?:python3 )?((?:tools|tests)/[\w./]+)[` ]", (ROOT / document).read_text()):
                if not re.search(r"[A-Z]{3}", name):  # NAME stands for a name
                    self.assertTrue((ROOT / name).exists() or ((ROOT / document).parent / name).exists(), f"{document}: {name}")


if __name__ == "__main__":
    PYSUB, SHELL = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
