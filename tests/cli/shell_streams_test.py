#!/usr/bin/env python3
"""The standard streams of pysub-shell: shell_streams_test.py PYSUB_SHELL [FILTER]"""

import os
import re
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from terminal import Terminal

SHELL = os.path.abspath(sys.argv[1])


class Input(unittest.TestCase):
    """Standard input that says nothing, and does not end."""

    def run_silent(self, *arguments):
        """(exit status, standard output, standard error); how long it took."""
        read_end, write_end = os.pipe()
        try:
            start = time.monotonic()
            done = subprocess.run([SHELL, *arguments], stdin=read_end, capture_output=True, timeout=20)
            return (done.returncode, done.stdout.decode(), done.stderr.decode()), time.monotonic() - start
        finally:
            os.close(read_end)
            os.close(write_end)

    def test_the_time_limit_holds(self):
        for script, options in [("cat", []), ("read x", []), ("cat | cat", []), ("python3 -c 'input()'", []),
                                ("python3 -c 'input()'", ["--isolation", "subprocess"])]:
            with self.subTest(script, options=options):
                (status, out, err), seconds = self.run_silent("--timeout", "0.5", *options, "-c", script)
                self.assertEqual((status, out), (124, ""))
                self.assertIn("the time limit of 0.5 s is reached", err)
                self.assertGreaterEqual(seconds, 0.5)
                self.assertLess(seconds, 20)

    def test_commands_that_end_after_a_time(self):
        for script, printed in [("read -t 0.2 x; echo $?", "142\n"), ("timeout 0.2 cat; echo $?", "124\n"),
                                ("timeout 0.2 python3 -c 'input()'; echo $?", "124\n"), ("read -t 0; echo $?", "1\n")]:
            with self.subTest(script):
                self.assertEqual(self.run_silent("-c", script)[0], (0, printed, ""))

    def test_others_go_on(self):
        script = "exec 3<&0; { sleep 0.1; echo one; sleep 0.1; echo two; } & cat <&3 & wait %1; kill %2"
        self.assertEqual(self.run_silent("-c", script)[0][:2], (0, "one\ntwo\n"))

    def test_it_sleeps_while_it_waits(self):
        before = os.times()
        self.run_silent("--timeout", "2", "-c", "cat")
        after = os.times()
        self.assertLess(after.children_user + after.children_system - before.children_user - before.children_system, 1)

    def test_input_that_comes_in_pieces(self):
        with subprocess.Popen([SHELL, "-c", "read a; echo \"<$a>\"; cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as shell:
            time.sleep(0.1)
            os.write(shell.stdin.fileno(), b"first\nsec")
            self.assertEqual(shell.stdout.readline(), b"<first>\n")
            time.sleep(0.1)
            os.write(shell.stdin.fileno(), b"ond\n")
            self.assertEqual(shell.stdout.readline(), b"second\n")
            shell.stdin.close()
            self.assertEqual(shell.stdout.read(), b"")
        self.assertEqual(shell.returncode, 0)

    def test_other_kinds_of_input(self):
        for redirection, printed in [("</dev/null", "0\n"), ("<&-", "0\n"), ("<" + SHELL, f"{os.path.getsize(SHELL)}\n")]:
            with self.subTest(redirection):
                done = subprocess.run(f"{SHELL} -c 'wc -c' {redirection}", shell=True, capture_output=True, timeout=20)
                self.assertEqual((done.returncode, done.stdout.decode()), (0, printed))

    def test_a_terminal_that_says_nothing(self):
        t = Terminal(SHELL, "--timeout", "0.5", "-c", "echo begun; read x", prompt="begun")
        self.addCleanup(t.process.kill)
        t.expect("the time limit of 0.5 s is reached")
        self.assertEqual(t.finish(), 124)
        t = Terminal(SHELL, "--timeout", "0.5", prompt="/home/user$ ")
        self.addCleanup(t.process.kill)
        self.assertIn("the time limit of 0.5 s is reached", t.enter("read x"))
        self.assertEqual(t.enter("read -t 0.2 x; echo $?"), "142\n")
        self.assertEqual(t.enter("timeout 0.2 cat; echo $?"), "124\n")


if __name__ == "__main__":
    run_unittests(280, "".join(sys.argv[2:3]).replace("--cases", ""))
