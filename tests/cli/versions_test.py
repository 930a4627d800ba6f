#!/usr/bin/env python3
"""There is one version: docs/versions.md says where it stands, and this looks at all of these places.

    versions_test.py BUILD PYSUB PYSUB_SHELL PYSUB_WORKER PYSUB_TOOL PYSUB_AGENT
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv[1])
PYSUB, SHELL, WORKER, TOOL, AGENT = map(os.path.abspath, sys.argv[2:7])
VERSION = re.search(r"project\(pysub VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
NUMBERS = [int(number) for number in VERSION.split(".")]


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


class Versions(unittest.TestCase):
    def test_programs_say_it(self):
        python = output(PYSUB, "-c", "import sys; print(sys.version.split()[0], '%d.%d.%d' % sys.version_info[:3])")[1].split()
        self.assertEqual(python[0], python[1])
        for option in ("-V", "--version"):
            self.assertEqual(output(PYSUB, option), (0, f"Python {python[0]} (pysub {VERSION})\n", ""))
            self.assertEqual(output(WORKER, option), (0, f"pysub-worker {VERSION}\n", ""))
            self.assertEqual(output(TOOL, option), (0, f"pysub-tool {VERSION}\n", ""))
            self.assertEqual(output(AGENT, option), (0, f"pysub-agent {VERSION}\n", ""))
        self.assertEqual(output(SHELL, "--version"), (0, f"pysub-shell {VERSION}\n", ""))
        self.assertEqual(output(PYSUB, "tool", "--version"), (0, f"pysub-tool {VERSION}\n", ""))
        self.assertEqual(output(SHELL, "-c", "python3 --version"), (0, f"Python {python[0]}\n", ""))

    def test_the_header_says_it(self):
        header = (BUILD / "generated/pysub/version.h").read_text()
        for name, number in zip(("MAJOR", "MINOR", "PATCH"), NUMBERS, strict=True):
            self.assertIn(f"#define PYSUB_VERSION_{name} {number}\n", header)
            self.assertLess(number, 256, "snapshots have a byte for each")
        self.assertIn(f'#define PYSUB_VERSION_STRING "{VERSION}"\n', header)

    def test_packages_say_it_and_take_what_is_compatible(self):
        self.assertIn(f"\nVersion: {VERSION}\n", (BUILD / "pysub.pc").read_text())
        for name in ("pysub.pc", "pysub-config.cmake"):
            # The very Abseil that the library was compiled with.
            self.assertRegex((BUILD / name).read_text(), r"absl_status = \d{8}\b|find_dependency\(absl \d{8}\)")
        major, minor, patch = NUMBERS
        wanted = {VERSION: True, f"{major}.{minor}": True, f"{major}.{minor}.{patch + 1}": False, f"{major}.{minor + 1}": False,
                  f"{major + 1}.0": False}
        if minor > 0:
            wanted[f"{major}.{minor - 1}"] = major > 0
        for number, taken in wanted.items():
            parts = dict(zip(("MAJOR", "MINOR", "PATCH"), number.split(".") + ["0"]))
            with tempfile.NamedTemporaryFile("w", suffix=".cmake") as script:
                script.write(f'set(PACKAGE_FIND_VERSION {number})\nset(PACKAGE_FIND_VERSION_COUNT {number.count(".") + 1})\n')
                script.writelines(f"set(PACKAGE_FIND_VERSION_{part} {value})\n" for part, value in parts.items())
                script.write(f'include({BUILD}/pysub-config-version.cmake)\nmessage("${{PACKAGE_VERSION}} ${{PACKAGE_VERSION_COMPATIBLE}}")\n')
                script.flush()
                _, _, said = output("cmake", "-P", script.name)
            self.assertEqual(said.split()[0], VERSION)
            self.assertEqual(said.split()[1:] == ["TRUE"], taken, f"find_package(pysub {number})")

    def test_snapshots_say_it(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/run.snap"
            output(PYSUB, "run", "--snapshot-at", "100", path, "-c", "for n in range(10**6): pass")
            data = bytearray(Path(path).read_bytes())
            self.assertEqual(list(data[5:8]), NUMBERS)
            data[5:8] = 7, 8, 9
            data[9] ^= 1  # a fingerprint
            Path(path).write_bytes(data)
            _, _, error = output(PYSUB, "resume", path)
            self.assertIn(f"it was made by pysub 7.8.9 with other tables than this pysub {VERSION} has", error)

            path = f"{folder}/shell.snap"
            output(SHELL, "--snapshot-at", "100", path, "-c", "for i in {1..500}; do :; done")
            data = bytearray(Path(path).read_bytes())
            number = int.from_bytes(data[8:16], "little")
            self.assertEqual([number // 10**6, number // 1000 % 1000, number % 1000], NUMBERS)
            data[8:16] = (7_008_009).to_bytes(8, "little")
            data[16] ^= 1
            Path(path).write_bytes(data)
            _, _, error = output(SHELL, "--resume", path)
            self.assertIn(f"made by pysub 7.8.9 with another shell than this pysub {VERSION} has", error)
            data[8:16] = b"\xff" * 8
            Path(path).write_bytes(data)
            self.assertIn("made by an older pysub with another shell", output(SHELL, "--resume", path)[2])

    def test_papers_say_it(self):
        headings = re.findall(r"^## \[(.*?)\]", (ROOT / "CHANGELOG.md").read_text(), re.M)
        self.assertEqual(headings[:2], ["Unreleased", VERSION])
        page = (ROOT / "docs/versions.md").read_text()
        self.assertIn(f"`{output(PYSUB, '--version')[1].strip()}`", page)
        self.assertIn(f"find_package(pysub {NUMBERS[0]}.{NUMBERS[1]})", page)
        abi = re.search(r"PYSUB_ABI_VERSION (\d+)", (ROOT / "osbridge/include/pysub.h").read_text())[1]
        self.assertIn(f"`libpysub.so.{abi}`", page)
        for path in ("docs/embedding.md", "docs/examples/CMakeLists.txt"):
            self.assertIn(f"find_package(pysub {NUMBERS[0]}.{NUMBERS[1]} REQUIRED)", (ROOT / path).read_text())
        for label, path, pattern in (
            ("`PYSN`", "vm/snapshot/format.h", r"kSnapshotVersion = (\d+)"),
            ("`pysubsh`", "shell/snapshot/seal.cc", r"kFormat = (\d+)"),
            ("`PYFS`", "osbridge/files/saving.cc", r"kVersion = (\d+)"),
            ("`PYRC`", "osbridge/recording.h", r"kRecordingVersion = (\d+)"),
            ("`pysub run`", "osbridge/worker/python_run.cc", r"pysub run (\d+)"),
            ("host and worker", "osbridge/worker/frames.h", r"kProtocol = (\d+)"),
        ):
            number = re.search(pattern, (ROOT / path).read_text())[1]
            self.assertIn(f"{label}, now {number} ", page)


if __name__ == "__main__":
    run_unittests(280)
