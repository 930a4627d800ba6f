#!/usr/bin/env python3
"""The prompt of pysub-shell, through a pseudo-terminal: shell_prompt_test.py PYSUB_SHELL [FILTER]"""

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


class ShellPrompt(unittest.TestCase):
    maxDiff = None

    def session(self, *arguments, **more):
        terminal = Terminal(SHELL, *arguments, prompt=PROMPT, **more)
        self.addCleanup(terminal.process.kill)
        return terminal

    def test_commands(self):
        t = self.session()
        self.assertEqual(t.enter("echo hello"), "hello\n")
        self.assertEqual(t.enter("x=5; echo $x"), "5\n")
        self.assertEqual(t.enter("echo $((x + 1)) | tr 6 7"), "7\n")
        self.assertEqual(t.enter("false"), "")
        self.assertEqual(t.enter("echo $?"), "1\n")
        self.assertEqual(t.enter("cd /tmp", "/tmp$ "), "")
        self.assertIn("nonsense: command not found", t.enter("nonsense", "/tmp$ "))

    def test_several_lines(self):
        t = self.session()
        t.enter("for i in a b; do", "> ")
        t.enter("echo $i", "> ")
        self.assertEqual(t.enter("done"), "a\nb\n")
        t.enter("echo 'one", "> ")
        self.assertEqual(t.enter("two'"), "one\ntwo\n")
        t.enter("echo a \\", "> ")
        self.assertEqual(t.enter("b"), "a b\n")
        t.enter("cat <<E", "> ")
        t.enter("text", "> ")
        self.assertEqual(t.enter("E"), "text\n")
        t.enter("cat <<-'A B' && cat <<C", "> ")
        t.enter("text", "> ")
        t.enter("A B", "> ")
        self.assertEqual(t.enter("C"), "text\n")
        self.assertEqual(t.enter("echo $((1 << 2)); cat <<< here; echo '<<E'"), "4\nhere\n<<E\n")
        self.assertIn("syntax error", t.enter("if; then"))

    def test_what_wants_more_lines(self):
        t = self.session()
        for lines, said in [
            (["echo ${x:-a", "b} c"], "a b c\n"), (["echo $((1 +", "2))"], "3\n"), (["echo $(echo a", "echo b)"], "a b\n"), (["a=(1", "2 #)", ")"], ""),
            (["f()", "{ echo f$1", "}"], ""), (["f 1 && #", "", "f 2"], "f1\nf2\n"), (["echo \"a", "'b\" 'c", "d'"], "a\n'b c\nd\n"),
            (["cat <<E; echo on", "joined \\", "E", "E"], "joined E\non\n"), (["ec\\", "ho word"], "word\n"), (["\\", "echo on"], "on\n"), (["case x in", "x) echo case", ";; esac"], "case\n"),
            (["echo $'a", "b'"], "a\nb\n"), (["if [[ a == b ||", "c == c ]]", "then echo yes", "fi"], "yes\n"),
        ]:
            with self.subTest(lines):
                for line in lines[:-1]:
                    t.enter(line, "> ")
                self.assertEqual(t.enter(lines[-1]), said)
        self.assertEqual(t.enter("# a comment"), "")
        self.assertIn("syntax error", t.enter("for x; fi"))
        t.enter("echo 'open", "> ")
        t.type("\x03")
        t.expect(PROMPT)
        self.assertEqual(t.enter("echo on"), "on\n")

    # Time to read four times as many lines: 4 where it is linear, 16 where each line looks at all of them.
    def test_long_commands(self):
        for name, begin, line, end in [
            ("group", "f() {\n", "  x{0}=$(({0} + 1)); y='abc'\n", "}\n"), ("here-document", "cat > f <<E\n", "line {0} 'abc'\n", "E\n"),
            ("quotes", "x='\n", "line {0} (abc)\n", "'\n"), ("double quotes", "x=\"\n", "line {0} $z '(abc\n", "\"\n"),
        ]:
            with self.subTest(name):
                t = self.session()
                seconds = []
                for count in (1000, 4000):
                    before = t.cpu_seconds()
                    t.paste(begin + "".join(line.format(i) for i in range(count)) + end + "echo 'end of' it\n")
                    t.expect("\nend of it\n" + PROMPT)
                    seconds.append(t.cpu_seconds() - before)
                self.assertLess(seconds[1], 9 * seconds[0] + 0.1)

    def test_editing_and_history(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "history")
            t = self.session(history=file)
            t.type("cho 1\x01e\n")
            t.expect("\n1\n" + PROMPT)
            t.enter("for i in 1 2; do", "> ")
            self.assertEqual(t.enter("echo n$i; done"), "n1\nn2\n")
            t.type("\x1b[A\n")
            t.expect("n1\nn2\n" + PROMPT)
            t.type("\x04")
            self.assertEqual(t.finish(), 0)
            t = self.session(history=file)
            t.type("\x1b[A\n")
            t.expect("n1\nn2\n" + PROMPT)

    def test_completion(self):
        t = self.session()
        t.type("prin\tenv HOME\n")  # printenv and printf
        t.expect("printenv")
        t.type("\x03")
        t.expect(PROMPT)
        t.type("basena\t /a/b\n")
        t.expect("\nb\n" + PROMPT)
        t.enter("a_variable=42")
        t.type("echo $a_var\t\n")
        t.expect("\n42\n" + PROMPT)
        t.enter("my_function() { echo called; }")
        t.type("my_fun\t\n")
        t.expect("\ncalled\n" + PROMPT)
        t.enter("mkdir -p folder/inner; echo text > folder/file.txt")
        t.type("cat fol\tfi\t\n")
        t.expect("\ntext\n" + PROMPT)
        t.type("echo x; my_fun\t | basena\t /c/d\n")
        t.expect("my_function | basename /c/d\n")

    def test_interrupts(self):
        t = self.session()
        t.type("echo typed")
        t.expect("echo typed")
        t.type("\x03")
        self.assertEqual(t.expect(PROMPT), "^C\n")
        t.enter("x=kept")
        for command in ("while :; do :; done", "sleep 100", "cat", "yes > /dev/null", "python3 -c 'while True: pass'", "read x"):
            with self.subTest(command):
                t.type(command + "\n")
                t.expect("\n")
                time.sleep(0.4)
                t.type_to_command("\x03")
                t.expect(PROMPT)
                self.assertEqual(t.enter("echo $? $x"), "130 kept\n")

    def test_jobs(self):
        t = self.session()
        self.assertRegex(t.enter("(sleep 0.5; echo late > f) & echo early"), r"^early\n\[1\] \d+\n$")
        self.assertEqual(t.enter("cat f 2>&1"), "cat: f: No such file or directory\n")
        time.sleep(0.9)  # it runs while nothing is typed
        self.assertEqual(t.enter("cat f"), "late\n[1]+  Done                    ( sleep 0.5; echo late > f )\n")
        self.assertRegex(t.enter("sleep 100 &"), r"^\[1\] \d+\n$")
        self.assertIn("[1]+  Running                 sleep 100 &\n", t.enter("jobs"))
        t.type("fg\n")
        t.expect("sleep 100\n")
        time.sleep(0.3)
        t.type_to_command("\x03")
        t.expect(PROMPT)
        self.assertEqual(t.enter("echo $?; jobs"), "130\n")
        t.enter("sleep 100 &")
        self.assertIn("Terminated", t.enter("kill %1"))
        self.assertEqual(t.enter("trap 'echo trapped' INT; trap 'echo bye' EXIT"), "")
        t.type("sleep 100\n")
        t.expect("\n")
        time.sleep(0.3)
        t.type_to_command("\x03")
        self.assertIn("trapped\n", t.expect(PROMPT))
        t.type("exit\n")
        t.expect("bye\n")
        self.assertEqual(t.finish(), 130)

    def test_nothing_can_be_stopped(self):
        t = self.session()
        t.type("\x1a")
        t.expect("nothing can be stopped here")
        t.expect(PROMPT)
        self.assertIn("still here\n", t.enter("echo still here"))
        t.type("sleep 100\n")
        t.expect("\n")
        time.sleep(0.3)
        t.type_to_command("\x1a")
        t.expect("nothing can be stopped here")
        t.type_to_command("\x03")
        t.expect(PROMPT)

    def test_ctrl_backslash_does_nothing(self):
        for options in ([], ["--isolation", "subprocess"]):
            t = self.session(*options)
            t.type("\x1c")
            self.assertIn("still here\n", t.enter("echo still here"))
            for command in ("sleep 0.8; echo slept", "read x; echo slept", "python3 -c 'input(); print(\"slept\")'"):
                with self.subTest(command, options=options):
                    t.type(command + "\n")
                    t.expect("\n")
                    time.sleep(0.3)
                    t.type_to_command("\x1c")
                    time.sleep(0.1)
                    if not command.startswith("sleep"):
                        t.type_to_command("a line\n")
                    self.assertIn("slept\n", t.expect(PROMPT))

    def test_commands_read_from_the_terminal(self):
        t = self.session()
        t.type("read -r line\n")
        t.expect("\n")
        t.type_to_command("what I typed\n")
        t.expect(PROMPT)
        self.assertEqual(t.enter("echo \"[$line]\""), "[what I typed]\n")
        t.type("cat\n")
        t.expect("\n")
        t.type_to_command("a line\n")
        t.expect("a line\na line\n")
        t.type_to_command("\x04")
        t.expect(PROMPT)
        t.type("python3 -c 'print(input()[::-1])'\n")
        t.expect("\n")
        t.type_to_command("abc\n")
        t.expect("\ncba\n" + PROMPT)

    def test_leaving(self):
        for keys, status in (("\x04", 0), ("false\n\x04", 1), ("exit 3\n", 3), ("exit\n", 0), ("  exit 7;\n", 7), ("if true; then exit 4; fi\n", 4), ("set -e\nfalse\n", 1)):
            t = self.session()
            for part in keys.splitlines(keepends=True):
                t.type(part)
                time.sleep(0.2)
            self.assertEqual(t.finish(), status, keys)

    def test_end_inside_of_a_command(self):
        t = self.session()
        t.enter("if true; then", "> ")
        t.type("\x04")
        self.assertIn("syntax error: unexpected end of file", t.expect(PROMPT))
        self.assertEqual(t.enter("echo on"), "on\n")

    def test_no_prompt_without_a_terminal(self):
        done = subprocess.run([SHELL], input=b"echo 1\n", capture_output=True, timeout=20)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"1\n", b""))


if __name__ == "__main__":
    run_unittests(280, "".join(sys.argv[2:3]).replace("--cases", ""))
