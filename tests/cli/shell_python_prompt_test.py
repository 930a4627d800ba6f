#!/usr/bin/env python3
"""python3 at the prompt of pysub-shell, through a pseudo-terminal: shell_python_prompt_test.py PYSUB_SHELL [FILTER]"""

import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from terminal import Terminal

SHELL = os.path.abspath(sys.argv[1])
PROMPT = "/home/user$ "


class PythonPrompt(unittest.TestCase):
    maxDiff = None

    def session(self, *arguments, **more):
        terminal = Terminal(SHELL, *arguments, prompt=PROMPT, **more)
        self.addCleanup(terminal.process.kill)
        return terminal

    def python(self, t, command="python3"):
        banner = t.enter(command, ">>> ")
        t.prompt = ">>> "
        return banner

    def leave(self, t, keys="\x04"):
        t.type(keys)
        t.prompt = PROMPT
        return t.expect(PROMPT)

    def test_statements(self):
        t = self.session()
        self.assertTrue(self.python(t).startswith("Python 3.14.0 (pysub "))
        self.assertEqual(t.enter("1 + 1"), "2\n")
        t.enter("def f(n):", "... ")
        t.enter("return n * 2", "... ")  # indented already
        self.assertEqual(t.enter(""), "")
        self.assertEqual(t.enter("f(21)"), "42\n")
        self.assertIn("ZeroDivisionError: division by zero\n", t.enter("1/0"))
        self.assertEqual(t.enter("__name__, __import__('sys').argv"), "('__main__', [''])\n")
        self.assertTrue(self.leave(t).endswith("\n"))
        self.assertEqual(t.enter("echo $?"), "0\n")

    def test_leaving(self):
        for keys, status in (("\x04", 0), ("exit()\n", 0), ("exit\n", 0), ("quit()\n", 0), ("exit(3)\n", 3), ("raise SystemExit(4)\n", 4)):
            t = self.session()
            self.python(t)
            self.leave(t, keys)
            self.assertEqual(t.enter("echo $?"), f"{status}\n", keys)
        # The shell's own prompt is as it was.
        t.type("ech\t again\n")
        t.expect("\nagain\n" + PROMPT)
        self.assertEqual(self.leave_shell(t), 0)

    def leave_shell(self, t):
        t.type("\x04")
        return t.finish()

    def test_files_directory_and_environment_are_the_shell_s(self):
        t = self.session()
        t.enter("mkdir folder; cd folder; echo from the shell >file; export COLOR=green; hidden=1", "/home/user/folder$ ")
        self.python(t, "python3 -q")
        self.assertEqual(t.enter("open('file').read()"), "'from the shell\\n'\n")
        self.assertEqual(t.enter("import os; os.getcwd(), os.environ['COLOR'], 'hidden' in os.environ"), "('/home/user/folder', 'green', False)\n")
        t.enter("open('made', 'w').write('by python')")
        t.enter("open('helper.py', 'w').write('def f(): return 7')")
        self.assertEqual(t.enter("import helper; helper.f()"), "7\n")
        self.assertEqual(t.enter("os.chdir('/')"), "")
        t.type("\x04")
        t.expect("/home/user/folder$ ")  # whoever changes its directory changes its own
        self.assertEqual(t.enter("cat made; echo", "/home/user/folder$ "), "by python\n")
        # Nothing of the machine is there.
        self.python(t)
        self.assertIn("FileNotFoundError", t.enter("open('/etc/shadow')"))
        self.assertIn("ModuleNotFoundError", t.enter("import shell_python_prompt_test"))

    def test_a_file_first(self):
        t = self.session()
        t.enter("printf 'import sys\\nx = 41\\n\"not shown\"\\ndef f(): return x + len(sys.argv)\\nprint(\"ran\")\\n' >p.py")
        self.assertIn("ran\n", self.python(t, "python3 -i p.py one two"))
        self.assertEqual(t.enter("f(), sys.argv"), "(44, ['p.py', 'one', 'two'])\n")
        self.leave(t)
        t.enter("printf 'y = 1\\nraise KeyError(y)\\n' >fails.py; printf 'x = (' >wrong.py; printf 'import sys; z = 5; sys.exit(3)' >ends.py")
        self.assertIn('  File "fails.py", line 2, in <module>\n', self.python(t, "python3 -i fails.py"))
        self.assertEqual(t.enter("y"), "1\n")
        self.leave(t)
        self.assertIn("SyntaxError: '(' was never closed", self.python(t, "python3 -i wrong.py"))
        self.leave(t)
        self.assertIn("SystemExit: 3", self.python(t, "python3 -i ends.py"))
        self.assertEqual(t.enter("z"), "5\n")
        self.leave(t)
        self.assertIn("can't open file", t.enter("python3 -i absent.py"))

    def test_interrupts(self):
        t = self.session()
        self.python(t)
        t.enter("x = 'kept'")
        t.type("typed")
        t.expect("typed")
        t.type("\x03")
        self.assertEqual(t.expect(">>> "), "\nKeyboardInterrupt\n")
        for statement in ("while True: pass", "import time; time.sleep(100)", "input()", "import itertools; any(itertools.repeat(0))"):
            with self.subTest(statement):
                t.type(statement + "\n")
                t.expect("\n")
                if statement.startswith("while"):
                    t.expect("... ")
                    t.type("\n")
                    t.expect("\n")
                time.sleep(0.5)
                t.type_to_command("\x03")
                self.assertIn("KeyboardInterrupt", t.expect(">>> "))
                self.assertEqual(t.enter("x"), "'kept'\n")
        # And then Ctrl-C is the shell's again.
        self.leave(t)
        t.type("sleep 100\n")
        t.expect("\n")
        time.sleep(0.4)
        t.type_to_command("\x03")
        t.expect(PROMPT)
        self.assertEqual(t.enter("echo $?"), "130\n")

    def test_limits(self):
        t = self.session("--timeout", "3")
        self.python(t)
        t.enter("x = 'kept'")
        time.sleep(3.5)  # what somebody thinks about is not the script's time
        self.assertEqual(t.enter("x"), "'kept'\n")
        t.enter("while True: pass", "... ")
        t.prompt = PROMPT
        self.assertIn("the time limit of 3 s is reached\n", t.enter(""))
        self.assertEqual(t.enter("echo $?"), "124\n")
        t = self.session()
        self.python(t)
        t.enter("x = 'kept'")
        self.assertIn("memory limit", t.enter("y = [0] * 10**9"))
        self.assertEqual(t.enter("x"), "'kept'\n")
        self.assertIn("The session goes on", t.enter("[[i] for i in range(10**7)]"))
        self.assertIn("OSError: [Errno 28]", t.enter("[open(f'/tmp/{i}', 'w').write('x' * 10**6) for i in range(1000)]"))
        self.leave(t)
        self.assertEqual(t.enter("echo on"), "on\n")

    def test_completion_and_history(self):
        with tempfile.TemporaryDirectory() as folder:
            t = self.session(history=os.path.join(folder, "history"))
            self.python(t)
            t.enter("some_name = [1, 2]")
            t.type("some_n\t.appe\t(3)\n")
            t.expect("append(3)\n>>> ")
            self.assertEqual(t.enter("some_name"), "[1, 2, 3]\n")
            t.type("\x1b[A\n")
            t.expect("[1, 2, 3]\n>>> ")
            t.type("import jso\t\n")
            t.expect("import json\n>>> ")

    def test_only_on_the_terminal(self):
        """What comes from elsewhere is the program, and nothing is shown of a prompt."""
        t = self.session()
        self.assertEqual(t.enter("echo 'print(6 * 7)' | python3"), "42\n")
        self.assertEqual(t.enter("echo 'print(6 * 7)' >p.py; python3 <p.py"), "42\n")
        self.assertEqual(t.enter("python3 <<< 'print(1)'"), "1\n")
        self.assertEqual(t.enter("echo 'print(2)' | python3 -i"), "2\n")
        self.assertEqual(t.enter("python3 -c 'print(3)'"), "3\n")
        for command in ("python3 | cat", "python3 >out; cat out", "python3 2>/dev/null"):
            t.type(command + "\n")
            t.expect("\n")
            t.type_to_command("print(4)\n\x04")
            self.assertIn("\n4\n", "\n" + t.expect(PROMPT))
        self.assertEqual(t.enter("python3 & wait; echo waited").splitlines()[-1], "waited")
        done = subprocess.run([SHELL, "-c", "python3"], input=b"print(5)\n", capture_output=True, timeout=20)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"5\n", b""))


if __name__ == "__main__":
    run_unittests(280, "".join(sys.argv[2:3]).replace("--cases", ""))
