#!/usr/bin/env python3
"""`pysub tool`: Python as a tool of an agent, as somebody types it.

    tool_test.py PYSUB
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests

PYSUB = os.path.abspath(sys.argv[1])


def tool(*arguments, stdin="", env=None):
    """(exit status, standard output, standard error) of `pysub tool ...`."""
    result = subprocess.run([PYSUB, "tool", *arguments], input=stdin.encode(), capture_output=True, timeout=60, env=env)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


class ToolTest(unittest.TestCase):
    def setUp(self):
        self.base = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.base)
        with open(os.path.join(self.base, "a.py"), "w") as file:
            file.write("import sys\nprint('script', sys.argv)\n")

    def call(self, request, *options, env=None):
        """The answer to a request."""
        text = request if isinstance(request, str) else json.dumps(request)
        status, out, err = tool("run-python", "--json", "--base", self.base, *options, stdin=text, env=env)
        self.assertEqual((status, err), (0, ""))
        self.assertTrue(out.endswith("\n") and out.count("\n") == 1, out)
        return json.loads(out)

    def test_answers(self):
        for isolation in ["auto", "subprocess", "in-process"]:
            for request, text in [
                ({"code": "print('\u00e9')"}, "Stdout:\n\u00e9\n\nStderr:\n"),
                ({"scriptPath": "a.py"}, "Stdout:\nscript ['/workspace/a.py']\n\nStderr:\n"),
                ({"code": "print(1)", "script_path": "a.py"}, "Stdout:\nscript ['/workspace/a.py']\n\nStderr:\n"),
                ({}, "Error: provide either code or scriptPath."),
                ({"scriptPath": "../a.py"}, "Error: path must be under the run directory."),
                ({"scriptPath": "b.py"}, "Error: script file not found or not a .py file."),
                ({"code": "while True: pass", "timeout": 0.1}, "Error: Script timed out after 0.1 seconds."),
                ("nonsense", "Error: JSON, byte 0: no value begins like this"),
            ]:
                with self.subTest(isolation=isolation, request=request):
                    answer = self.call(request, "--isolation", isolation)
                    self.assertEqual(answer["text"], text)
                    self.assertEqual(answer["isError"], text.startswith("Error"))

    def test_a_failure_is_its_message_and_the_traceback(self):
        answer = self.call({"code": "1 / 0"})
        self.assertEqual(answer["exitCode"], 1)
        self.assertEqual(answer["end"], "raised")
        self.assertTrue(answer["text"].startswith("Error: division by zero\nTraceback (most recent call last):\n"), answer)

    def test_a_timeout_for_all(self):
        answer = self.call({"code": "while True: pass"}, "--timeout=0.1")
        self.assertEqual(answer["text"], "Error: Script timed out after 0.1 seconds.")
        self.assertEqual(answer["limit"], "duration")

    def test_no_worker(self):
        env = dict(os.environ, PYSUB_WORKER="/nowhere")
        self.assertEqual(self.call({"code": "print(1)"}, env=env)["stdout"], "1\n")  # auto: in this process then
        answer = self.call({"code": "print(1)"}, "--isolation", "subprocess", env=env)
        self.assertEqual(
            answer["text"],
            "Error: pysub-worker was not found: PYSUB_WORKER does not name it, and it is neither beside this program nor on PATH",
        )

    def test_no_directory(self):
        status, out, _ = tool("run-python", "--json", "--base", "/no/where", stdin="{}")
        self.assertEqual((status, json.loads(out)["text"]), (0, "Error: /no/where: No such file or directory"))

    def test_the_machine_cannot_be_seen(self):
        answer = self.call({"code": "import sys\nprint(sys.argv)\ntry: import os\nexcept ImportError: pass\n"
                                    "else: print(dict(os.environ).get('PATH'), os.path.exists('/etc/passwd'))"})
        self.assertIn(answer["stdout"], ["['-c']\nNone False\n", "['-c']\n"])

    def test_describe(self):
        status, out, err = tool("describe")
        self.assertEqual((status, err), (0, ""))
        description = json.loads(out)
        self.assertEqual(description["name"], "RunPython")
        self.assertEqual(set(description["inputSchema"]["properties"]), {"code", "scriptPath", "workingDirectory", "timeout"})
        self.assertIn("no class statements", description["description"])

    def test_wrong_command_lines(self):
        for arguments, error in [
            (["x"], "unknown tool command 'x'"),
            (["run-python"], "run-python speaks JSON only: give --json"),
            (["run-python", "--json", "--x"], "unknown option --x"),
            (["run-python", "--json", "--files", "all"], "Argument of --files is one of overlay, read-only, read-write"),
            (["run-python", "--json", "--isolation="], "Argument of --isolation is one of auto, subprocess, in-process"),
            (["run-python", "--json", "--timeout", "0"], "Bad argument '0' for the --timeout option: seconds above 0, at most 1e9"),
            (["describe", "x"], "too many arguments: 'x'"),
        ]:
            with self.subTest(arguments=arguments):
                status, out, err = tool(*arguments)
                self.assertEqual((status, out), (2, ""))
                self.assertTrue(err.startswith(error + "\nusage: pysub tool "), err)

    def test_a_pysub_that_is_alone(self):
        alone = os.path.join(self.base, "pysub")
        shutil.copy(PYSUB, alone)
        result = subprocess.run([alone, "tool", "describe"], capture_output=True, env={"PATH": "/nowhere"})
        self.assertEqual((result.returncode, result.stderr), (127, b"pysub: pysub-tool cannot be run: No such file or directory\n"))


if __name__ == "__main__":
    run_unittests(280)
