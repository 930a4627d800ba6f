#!/usr/bin/env python3
"""The standard streams of pysub-shell: shell_streams_test.py PYSUB_SHELL [FILTER]"""

import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from terminal import Terminal

SHELL = os.path.abspath(sys.argv[1])


class ScriptOnInput(unittest.TestCase):
    """What bash 5.2 does with a script on its standard input; more of it is in shell/language/script_on_input.sh."""

    CASES = [
        ('read x\nhello\necho "got $x"\n', 0, "got hello\n", ""),
        ("cat\necho a\necho b\n", 0, "echo a\necho b\n", ""),
        ('for i in 1 2\ndo\nread v; echo "v=$v"\ndone\none\ntwo\necho end\n', 0, "v=one\nv=two\nend\n", ""),
        ('cat <<E\nbody\nE\nread y\nyy\necho "y=$y"', 0, "body\ny=yy\n", ""),
        ("echo a\nexit 3\nrest\n", 3, "a\n", ""),
        ("echo a\n)\necho b\n", 2, "a\n", "bash: line 2: syntax error near unexpected token `)'\nbash: line 2: `)'\n"),
        ("if true; then\n", 2, "", "bash: line 2: syntax error: unexpected end of file\n"),
        ("exec <&-\necho still\n", 0, "", ""),
        ("python3 -c 'print(input()[::-1])'\nabc\necho on\n", 0, "cba\n", ""),
        ("", 0, "", ""),
    ]

    def run_it(self, script, *options, **more):
        done = subprocess.run([SHELL, *options], input=script.encode(), capture_output=True, timeout=60, **more)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_from_a_pipe(self):
        for script, status, out, err in self.CASES:
            with self.subTest(script):
                self.assertEqual(self.run_it(script), (status, out, err))
        answer = json.loads(self.run_it(self.CASES[0][0], "--json")[1])
        self.assertEqual((answer["stdout"], answer["exit_code"]), ("got hello\n", 0))

    def test_line_by_line(self):
        """A command runs when it is whole, not when the next line comes."""
        process = subprocess.Popen([SHELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for line, said in [("echo one\n", b"one\n"), ("if true; then\n", b""), ("echo two; fi\n", b"two\n"), ("# comment\n\necho 'a\n", b""),
                           ("b'\n", b"a\nb\n"), ("cat <<E\n", b""), ("in\n", b""), ("E\n", b"in\n"), ("read x; echo $x\n", b""), ("val\n", b"val\n")]:
            process.stdin.write(line.encode())
            process.stdin.flush()
            got = b""
            while len(got) < len(said):
                got += os.read(process.stdout.fileno(), 100)
            self.assertEqual(got, said, line)
        process.stdin.close()
        self.assertEqual(process.stdout.read(), b"")
        process.stdout.close()
        self.assertEqual(process.wait(timeout=20), 0)

    def test_the_rest_of_a_file_is_left(self):
        with tempfile.TemporaryFile() as file:
            for options, script in [([], "echo a\nread x\nval\nexit 3\nrest\n"), (["-c", "read y; echo $y; read x; exit 3"], "a\nval\nrest\n")]:
                file.seek(0)
                file.truncate()
                file.write(script.encode())
                file.seek(0)
                done = subprocess.run([SHELL, *options], stdin=file, capture_output=True, timeout=20)
                self.assertEqual((done.returncode, done.stdout), (3, b"a\n"))
                self.assertEqual(os.read(file.fileno(), 100), b"rest\n")

    def test_saved_half_way(self):
        script = 'x=1; for i in {1..300}; do x=$i; done\nread y\nhello\nf() {\n  echo "f $1"\n}\nf "$x $y"; read z\nlast\necho "$z"; cat\nthe rest\n'
        with tempfile.TemporaryDirectory() as folder:
            saved = os.path.join(folder, "a.snap")
            out, pieces, options = "", 0, []
            while True:
                status, printed, err = self.run_it("no part of it\n" if options else script, "--snapshot-at", "300", saved, *options)
                self.assertEqual((status, err), (0, ""))
                out += printed
                pieces += 1
                if not os.path.exists(saved):
                    break
                os.rename(saved, os.path.join(folder, "b.snap"))
                options = ["--resume", os.path.join(folder, "b.snap")]
            self.assertGreater(pieces, 5)
            self.assertEqual(out, "f 300 hello\nlast\nthe rest\n")

    def test_limits(self):
        self.assertEqual(self.run_it("while :; do :; done\n", "--timeout", "0.3")[0], 124)
        process = subprocess.Popen([SHELL, "--timeout", "0.5"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(b"sleep 0.1 && echo slept & echo waits\n")
        process.stdin.flush()
        self.assertEqual(process.wait(timeout=20), 124)
        self.assertEqual(process.stdout.read(), b"waits\nslept\n")
        self.assertIn(b"the time limit of 0.5 s is reached", process.stderr.read())
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()


class ScriptInFile(unittest.TestCase):
    """What bash 5.2 says where the script is a file, and not the text of -c."""

    CASES = [
        ("echo a\n)\n", 2, "a\n", "FILE: line 2: syntax error near unexpected token `)'\nFILE: line 2: `)'\n"),
        ("echo a\nif\n", 2, "a\n", "FILE: line 3: syntax error: unexpected end of file\n"),
        ("cat <<E\nx\n", 0, "x\n", "FILE: line 2: warning: here-document at line 1 delimited by end-of-file (wanted `E')\n"),
        ("eval ')'\n", 2, "", "FILE: eval: line 1: syntax error near unexpected token `)'\nFILE: eval: line 1: `)'\n"),
        ("true & sleep 0.1; jobs; jobs\n", 0, "[1]+  Done                    true\n", ""),
    ]

    def test_as_bash(self):
        with tempfile.TemporaryDirectory() as directory:
            for number, (script, status, out, err) in enumerate(self.CASES):
                path = os.path.join(directory, str(number))
                with open(path, "w", encoding="utf-8") as file:
                    file.write(script)
                done = subprocess.run([SHELL, path], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
                with self.subTest(script):
                    self.assertEqual((done.returncode, done.stdout, done.stderr.replace(path, "FILE")), (status, out, err))


class Limits(unittest.TestCase):
    CASES = [
        (["--max-memory", "4MB"], "x=$(yes | head -c 9M); echo not here", 125, b"", "memory"),
        (["--max-memory", "4MB"], "yes | head -c 9M >/tmp/f; echo $?", 0, b"1\n", None),
        (["--max-memory=1GB"], "x=$(yes | head -c 300M); echo ${#x}", 0, b"314572799\n", None),
        (["--max-output", "100"], "seq 1000", 125, b"".join(b"%d\n" % i for i in range(1, 1000))[:100], "output"),
        (["--max-steps", "100000"], "while :; do :; done", 125, b"", "steps"),
        (["--max-steps", "10000000"], "echo a", 0, b"a\n", None),
    ]

    def test_each_ends_the_script(self):
        for options, script, status, out, limit in self.CASES:
            with self.subTest(options=options, script=script):
                done = subprocess.run([SHELL, *options, "-c", script], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
                self.assertEqual((done.returncode, done.stdout), (status, out))
                if limit:
                    self.assertIn(limit, done.stderr.decode())
                answer = json.loads(subprocess.run([SHELL, "--json", *options, "-c", script], stdin=subprocess.DEVNULL, capture_output=True, timeout=60).stdout)
                self.assertEqual(answer["limit"], limit)

    def test_wrong_values(self):
        for option in ("--max-memory", "--max-output", "--max-steps"):
            for value in ("x", "", "-1", "1XB"):
                done = subprocess.run([SHELL, option, value, "-c", "echo no"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
                self.assertEqual((done.returncode, done.stdout), (2, b""), (option, value))


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


class Output(unittest.TestCase):
    """Standard output that does not take everything."""

    def in_shell(self, command):
        done = subprocess.run(command, shell=True, capture_output=True, timeout=20, env={**os.environ, "S": SHELL})
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_what_is_lost_is_noticed(self):
        full = "pysub-shell: write error: No space left on device\n"
        closed = "pysub-shell: write error: Bad file descriptor\n"
        for command, status, message in [
            ("$S -c 'echo 1' >/dev/full", 1, full),
            ("$S -c 'seq 100000' >/dev/full", 1, full),
            ("$S -c 'echo 1; echo 2; exit 3' >/dev/full", 3, full),
            ("echo 'echo 1' | $S >/dev/full", 1, full),
            ("$S --json -c 'echo 1' >/dev/full", 1, full),
            ("$S --version >/dev/full", 1, full),
            ("$S -c 'echo 1' >&-", 1, closed),
            ("$S -c 'echo 1' <&- >&-", 1, closed),
            ("$S -c 'echo 1 > file; cat file > /dev/null' >/dev/full", 0, ""),
            ("$S -c ':' >&-", 0, ""),
            ("$S -c 'echo 1' 2>&-; true", 0, ""),
        ]:
            with self.subTest(command):
                out = "1\n" if message == "" and "2>&-" in command else ""
                self.assertEqual(self.in_shell(command), (status, out, message))

    def test_a_pipe_that_nobody_reads_is_as_ever(self):
        self.assertEqual(self.in_shell("$S -c 'while :; do echo 1; done' | head -n 2"), (0, "1\n1\n", ""))
        self.assertEqual(self.in_shell("(trap '' PIPE; $S -c 'for i in 1 2 3; do sleep 0.1; echo 1; done'; echo $? >&2) | head -n 1"),
                         (0, "1\n", "0\n"))

    def test_no_file_comes_in_the_place_of_a_closed_stream(self):
        with tempfile.TemporaryDirectory() as folder:
            script = "exec 5> /data/file; echo kept >&5; echo lost; cat; nosuch"
            status, out, _ = self.in_shell(f"$S --mount {folder}:/data:rw -c '{script}' <&- >&- 2>&-")
            self.assertEqual((status, out), (127, ""))
            with open(os.path.join(folder, "file")) as file:
                self.assertEqual(file.read(), "kept\n")


class Controls(unittest.TestCase):
    """Control characters in what is written to a terminal."""

    def on_terminal(self, *arguments, streams=(1, 2)):
        """What arrives at the terminal, and what at a pipe where another stream leads."""
        master, slave = pty.openpty()
        with subprocess.Popen([SHELL, *arguments], stdin=subprocess.DEVNULL, stdout=slave if 1 in streams else subprocess.PIPE,
                              stderr=slave if 2 in streams else subprocess.PIPE) as shell:
            os.close(slave)
            shown = b""
            try:
                while part := os.read(master, 65536):
                    shown += part
            except OSError:
                pass
            os.close(master)
            piped = b"".join(pipe.read() for pipe in (shell.stdout, shell.stderr) if pipe)
        return shown.replace(b"\r\n", b"\n"), piped

    def test_they_are_shown_as_text(self):
        for script, text in [
            (r"printf 'a\033]0;x\007b\n'", rb"a\x1b]0;x\x07b" + b"\n"),
            (r"printf '\033[31mred\033[m\n' >&2", rb"\x1b[31mred\x1b[m" + b"\n"),
            (r"printf '\302\2335n\177 \303\251\tz\n'", rb"\x9b5n\x7f " + "\u00e9".encode() + b"\tz\n"),
            (r"printf '\302'; printf '\2335n\n'", b"\xc2" + rb"\x9b5n" + b"\n"),
            (r"printf '\302'; printf '\2335n\n' >&2", b"\xc2" + rb"\x9b5n" + b"\n"),
            ("'nosuch\x1b]0;y\x07'", rb"$'nosuch\E]0;y\a': command not found" + b"\n"),
            ("python3 -c 'print(\"\\x1b[2J\")'", rb"\x1b[2J" + b"\n"),
        ]:
            with self.subTest(script):
                shown, _ = self.on_terminal("-c", script)
                self.assertEqual(re.sub(rb"^bash: line 1: ", b"", shown), text)

    def test_raw(self):
        for script in (r"printf 'a\033]0;x\007\302\233b\n'", r"printf 'a\033]0;x\007\302\233b\n' >&2"):
            self.assertEqual(self.on_terminal("--raw", "-c", script)[0], b"a\x1b]0;x\x07\xc2\x9bb\n")

    def test_only_terminals(self):
        script = r"printf 'a\033\n'; printf 'b\033\n' >&2"
        self.assertEqual(self.on_terminal("-c", script, streams=(1,)), (rb"a\x1b" + b"\n", b"b\x1b\n"))
        self.assertEqual(self.on_terminal("-c", script, streams=(2,)), (rb"b\x1b" + b"\n", b"a\x1b\n"))

    def test_json(self):
        shown, _ = self.on_terminal("--json", "-c", r"printf 'a\033\177\302\233b\303\251'")
        self.assertNotRegex(shown, rb"[\x00-\x09\x0b-\x1f\x7f]")
        self.assertEqual(json.loads(shown)["stdout"], "a\x1b\x7f\x9bb\u00e9")

    def test_the_prompt(self):
        t = Terminal(SHELL, prompt="/home/user$ ")
        self.addCleanup(t.process.kill)
        self.assertEqual(t.enter(r"printf 'a\033]0;x\007b\n'"), r"a\x1b]0;x\x07b" + "\n")
        self.assertEqual(t.enter("mkdir -p $'d1\\e[2J' $'d2\\e[2J'; cd d1*", r"/home/user/d1\x1b[2J$ "), "")
        t.enter("cd ..", "/home/user$ ")
        t.type("cd d\t")
        t.expect(r"d1\x1b[2J/  d2\x1b[2J/")


if __name__ == "__main__":
    run_unittests(280, "".join(sys.argv[2:3]).replace("--cases", ""))
