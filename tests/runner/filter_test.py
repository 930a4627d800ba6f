#!/usr/bin/env python3
"""What tools/test FILTER means: what it says it would run is what test programs do run, and nothing else has to be built.

    filter_test.py BUILD
"""

import contextlib
import io
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
sys.path.insert(0, str(ROOT / "tests" / "tools"))
import run_tests
from case_filter import run_unittests

BUILD = Path(sys.argv[1]).resolve()
TESTS = {test.name: test for test in run_tests.read_tests(BUILD)}


def chosen(text):
    """Each test that would be run: None for all of it, or its cases."""
    return {test.name: test.cases for test in run_tests.choose(run_tests.read_tests(BUILD), text)}


def output(command, **environment):
    return subprocess.run(command, cwd=ROOT, env=dict(os.environ, **environment), capture_output=True, text=True, errors="replace").stdout


class Filter(unittest.TestCase):
    def test_tests_are_those_of_ctest(self):
        listed = re.findall(r"Test +#\d+: (\S+)", output(["ctest", "--test-dir", str(BUILD), "-N"]))
        self.assertEqual(sorted(TESTS), sorted(listed))

    def test_every_program_is_a_path(self):
        # (A folder that does not look for Python3 writes the target's name, and ctest cannot start it.)
        for name, test in TESTS.items():
            self.assertEqual([word for word in test.command if word.startswith("Python3::")], [], name)

    def test_thorough_tests_have_a_sample(self):
        # (What CI leaves out it must not leave out altogether.)
        thorough = {name for name, test in TESTS.items() if test.thorough}
        self.assertLess(len(thorough), len(TESTS) / 10)
        samples = {"deep_objects": "small_stack_deep_objects", "shell_golden_restore": "shell_golden_restore_7", "shell_golden_fork": "shell_golden_fork_1"}
        for name in thorough:
            stem = name.rstrip("_0123456789").removesuffix("_more")
            sample = "limits" if name.startswith("clock_distance") else samples.get(stem, stem)
            self.assertIn(sample, TESTS.keys() - thorough, name)

    def test_a_topic_is_its_cases_everywhere_and_no_whole_suite(self):
        found = chosen("list")
        self.assertGreater(len(found["golden"]), 50)
        self.assertTrue(all("list" in name.lower() for name in found["golden"]))
        self.assertLess(len(found["golden"]), len(TESTS["golden"].case_names("")) / 20)
        self.assertIn("list.insert:0", found["edge_calls"])
        if "limits" in TESTS:  # not with sanitizers
            self.assertLess(len(found["limits"]), len(TESTS["limits"].case_names("")) / 5)
        for name in ("shell_limits", "coverage", "sweep", "shell_differential", "shell_growth", "native_loops", "package"):
            self.assertNotIn(name, found)
        self.assertEqual([name for name, cases in found.items() if cases is None], ["listings"])

    def test_the_name_of_a_test_is_all_of_it(self):
        for name, test in TESTS.items():
            self.assertEqual([(found.name, found.cases) for found in run_tests.choose([test], name.upper())], [(name, None)])
        self.assertEqual(chosen("no such thing"), {})

    def test_cases_that_are_counted_are_those_that_are_run(self):
        golden, shell, recorded = (TESTS[name].command for name in ("golden", "shell_golden", "commands_recorded"))
        golden = [word for word in golden if not word.startswith("--modes")] + ["--modes=straight"]
        for name, command, text, count in (("golden", golden, "list/INSERT", r"(\d+) passed"), ("shell_golden", shell, "language/arrays.SH", r"(\d+) cases"),
                                           ("commands_recorded", recorded, "text_column", r"(\d+) cases")):
            cases = chosen(text)[name]
            self.assertTrue(cases, name)
            self.assertEqual(int(re.search(count, output(command, TEST_FILTER=text))[1]), len(cases), name)

    def test_cases_are_named_before_anything_is_built(self):
        for test in TESTS.values():
            if test.kind == "program":
                command = [re.sub(f"^({re.escape(str(BUILD))}|{re.escape(str(ROOT / 'build'))})", "/not/built", word) for word in test.command]
                done = subprocess.run([*command, "--cases"], env=dict(os.environ, TEST_FILTER="list"), cwd=ROOT, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""), test.name)

    def test_google_tests_are_known_by_their_sources(self):
        for test in TESTS.values():
            if test.kind != "gtest" or not os.path.exists(test.command[0]):
                continue
            if os.path.getmtime(test.command[0]) < max(map(os.path.getmtime, test.sources)):
                continue  # built before its sources changed
            listed, suite = set(), ""
            for line in output([test.command[0], "--gtest_list_tests"]).splitlines():
                if line.startswith("  "):
                    listed.add(suite + line.split("#")[0].strip().split("/")[0])
                elif "." in line:
                    suite = line.split("#")[0].strip().split("/")[-1]
            self.assertEqual(set(test.case_names("")), listed, test.name)

    def test_google_tests_are_found_in_any_spelling(self):
        tests = run_tests.choose(run_tests.read_tests(BUILD), "snapshot")
        pattern = run_tests.google_filter([test for test in tests if test.cases], "snapshot")
        self.assertLessEqual({"*Snapshot*"}, set(pattern.split(":")))

    def test_what_is_run_is_built(self):
        for test in TESTS.values():
            targets = run_tests.targets_of([test], BUILD)
            for path in test.paths():
                if path.startswith((f"{BUILD}/", f"{ROOT}/build/bin/")) and " " not in path and not path.endswith(".out") and not os.path.isdir(path):
                    self.assertIn(os.path.basename(path), {os.path.basename(target) for target in targets}, test.name)
            if test.kind == "gtest":
                self.assertEqual(targets, [test.name])
        if "c_example_agent_steps" in TESTS:  # sh -c "PROGRAM | diff ..."
            self.assertEqual(run_tests.targets_of([TESTS["c_example_agent_steps"]], BUILD), ["c_example_agent_steps"])
        self.assertEqual(run_tests.targets_of([TESTS["native_loops"], TESTS["doc_tests"]], BUILD), [])
        self.assertEqual(run_tests.targets_of([TESTS["tool"]], BUILD), ["pysub", "pysub-tool", "pysub-worker"])

    def test_the_command_tells_what_it_would_do(self):
        listed = output(["tools/test", "--list", "--build", str(BUILD), "doc_tests"])
        self.assertEqual(listed, "doc_tests: all\ntargets: none\n")
        done = subprocess.run(["tools/test", "--list", "--build", str(BUILD), "no such thing"], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", 'test: no test has "no such thing" in its name\n'))
        for word in ("--fast", "--preset", "--list", "FILTER"):
            self.assertIn(word, output(["tools/test", "--help"]))

    def test_cases_are_counted(self):
        lines = ["1: [  PASSED  ] 12 tests.", "1/3 Test #1: one ...   Passed    0.10 sec",
                 "2: 10 passed, 2 " + "failed", "2/3 Test #2: two ...***Failed    0.10 sec",
                 "3/3 Test #3: three ...   Passed    1.00 sec", "4/4 Test #4: four ...***Timeout 300.00 sec"]
        self.assertEqual(run_tests.totals_of(lines), (12 + 10 + 1, 2 + 1))

    def test_failed_tests_are_named_with_their_own_last_lines(self):
        lines = ["1: ok 1", "2: Expected 3, got 4", "1: ok 2", "2: Test timeout computed to be: 300", "3: [  PASSED  ] 7 tests.",
                 "1/4 Test #1: one ...   Passed    0.10 sec", "2/4 Test #2: two ...***Failed    0.10 sec", "3/4 Test #3: three ...***Skipped   0.0 sec",
                 "4/4 Test #4: four ...***Timeout 300.00 sec"]
        self.assertEqual(run_tests.failed_tests(lines), [("two", ["Expected 3, got 4"]), ("four", [])])
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            run_tests.show_failed([("many", [str(number) for number in range(1000)]), ("four", [])])
        self.assertEqual(shown.getvalue().splitlines(), ["-- many, its last 60 lines", *map(str, range(940, 1000)), "-- four"])

    def test_progress_is_told(self):
        progress = run_tests.Progress("fast", 2)
        progress.say = lambda text: None
        for line in ("      Start  7: seven\n", "      Start 11: eleven\n", "1/2 Test  #7: seven ....   Passed    0.12 sec\n"):
            progress.look_at(line)
        self.assertRegex(progress.text(), r"^fast: 1 of 2 tests, 0 bad, 0:0\d, running eleven$")
        progress.look_at("2/2 Test #11: eleven ....***Failed    0.12 sec\n")
        self.assertRegex(progress.text(), r"^fast: 2 of 2 tests, 1 bad, 0:0\d$")


if __name__ == "__main__":
    run_unittests(280)
