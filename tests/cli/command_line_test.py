#!/usr/bin/env python3
"""The pysub command from outside: options, ways to hand in a program, exit statuses, texts.

    command_line_test.py PYSUB [FILTER]

Texts are CPython's where CPython has the same case; where they are not, the test says why.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from sources import SOURCES

HERE = os.path.dirname(os.path.abspath(__file__))
PYSUB = os.path.abspath(sys.argv[1])
IS_SANITIZED = os.path.exists(PYSUB) and b"__asan_init" in open(PYSUB, "rb").read()  # (cases are named before it is built)
USAGE = "usage: pysub [option] ... [-c cmd | -m mod | file | -] [arg] ...\n"
TRY = "Try `pysub -h' for more information.\n"
UNCAUGHT = """Traceback (most recent call last):
  File "{}", line {}, in <module>
    {}
{}
"""

# What CPython says differently, and why pysub does not.
DIFFERENT_SOURCES = {
    # CPython counts wrongly when nothing declares an encoding and line 1 is code.
    "bad_line2.py": '  File "bad_line2.py", line 2\n    x = "\ufffd"\n         ^\nSyntaxError: Non-UTF-8 code starting with '
    "'\\xe9' in file bad_line2.py on line 2, but no encoding declared; "
    "see https://peps.python.org/pep-0263/ for details\n",
}


def pysub(*arguments, stdin=b"", cwd=None, **more):
    """(exit status, standard output, standard error) of a run."""
    result = subprocess.run(
        [PYSUB, *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=cwd,
        timeout=60,
        **more,
    )
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def in_shell(command, **more):
    """The same for a line of sh, in which $PYSUB is the program."""
    result = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYSUB": PYSUB},
        **more,
    )
    return result.returncode, result.stdout.decode(), result.stderr.decode()


class Case(unittest.TestCase):
    maxDiff = None

    def check(self, got, status=0, out="", err=""):
        self.assertEqual({"status": got[0], "out": got[1], "err": got[2]}, {"status": status, "out": out, "err": err})


class InFolder(Case):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="pysub-cli-")
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder])

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
        return path

    def run_in(self, *arguments, **more):
        return pysub(*arguments, cwd=self.folder, **more)


class Information(Case):
    def test_version(self):
        for option in ("-V", "--version"):
            status, out, err = pysub(option)
            self.assertEqual((status, err), (0, ""))
            self.assertRegex(out, r"^Python 3\.14\.\d+ \(pysub \d+\.\d+\.\d+\)\n$")

    def test_help(self):
        status, out, err = pysub("-h")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(pysub("--help"), (status, out, err))
        self.assertTrue(out.startswith(USAGE))
        for option in (
            "-c cmd",
            "-V, --version",
            "-h, --help",
            "--echo",
            "--no-echo",
            "--raw",
            "--max-memory SIZE",
            "--max-duration SECONDS",
            "--max-steps N",
            "--max-allocations N",
            "--max-recursion-depth N",
            "--max-output SIZE",
            "--dump=tokens|ast|scopes|code",
            "--trace",
            "--stats",
        ):
            self.assertIn(f"\n  {option}", out)


class WrongCommandLines(InFolder):
    def test_no_code(self):
        self.check(pysub("-c"), 2, "", "Argument expected for the -c option\n" + USAGE + TRY)

    def test_unknown_options(self):
        self.check(pysub("-z"), 2, "", "Unknown option: -z\n" + USAGE + TRY)
        self.check(pysub("-zc"), 2, "", "Unknown option: -z\n" + USAGE + TRY)
        for option in ("--foo", "--foo=1", "--qqq-foo=1"):
            self.check(pysub(option), 2, "", f"unknown option {option.removesuffix('=1')}\n" + USAGE + TRY)
        self.check(pysub("--versions"), 2, "", "unknown option --versions; did you mean --version?\n" + USAGE + TRY)
        self.check(pysub("--trace=1"), 2, "", "the --trace option takes no value\n" + USAGE + TRY)
        self.check(pysub("--stats=1"), 2, "", "Argument of --stats is one of table, json\n" + USAGE + TRY)

    def test_bad_values(self):
        good = {"memory": "1 byte or more, or a whole number of KB, MB, GB", "output": "bytes, or a whole number of KB, MB, GB", "duration": "seconds above 0, at most 1e9",
                "steps": "a whole number below 2**64", "allocations": "a whole number below 2**64", "recursion-depth": "a whole number from 1 to 1000000"}
        self.check(pysub("--timeout=60", "--timeout", "60", "-c", "print(1)"), 0, "1\n")
        self.check(pysub("--timeout", "0", "-c", "1"), 2, "", f"Bad argument '0' for the --timeout option: {good['duration']}\n" + USAGE + TRY)
        for option, values in {
            "--max-memory": ["", "0", "0MB", "x", "-1", "1.5MB", "1 MB", "1mb", "1TB", "99999999999999999999", "20000000000GB", "MB"],
            "--max-output": ["", "x", "-5"],
            "--max-duration": ["", "0", "-1", "x", "nan", "inf", "1s", "1e10"],
            "--max-steps": ["", "1.5", "-1", "1k", "0x10", "18446744073709551616"],
            "--max-allocations": ["", "one", "+1"],
            "--max-recursion-depth": ["", "0", "-1", "1000001", "many"],
        }.items():
            for value in values:
                message = f"Bad argument '{value}' for the {option} option: {good[option.removeprefix('--max-')]}\n" + USAGE + TRY
                self.check(pysub(f"{option}={value}", "-c", "1"), 2, "", message)
                self.check(pysub(option, value, "-c", "1"), 2, "", message)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "a"), "w") as file:
                file.write("host")
            code = "print(open('/m/a').read()); open('/m/a', 'w').write('new')"
            for mode, after in ("", "host"), (":ro", "host"), (":overlay", "host"), (":rw", "new"):
                run = subprocess.run([PYSUB, f"--mount={folder}:/m{mode}", "--no-echo", "-c", code], capture_output=True, text=True)
                self.assertEqual(run.stdout, "host\n")
                refused = "PermissionError: [Errno 30] Read-only file system: '/m/a'" in run.stderr
                self.assertEqual(refused, mode in ("", ":ro"), run.stderr)
                with open(os.path.join(folder, "a")) as file:
                    self.assertEqual(file.read(), after)
            code = "import os; print(os.getcwd(), os.environ['A'], os.listdir())"
            run = subprocess.run([PYSUB, "--mount", f"{folder}:/m", "--cwd", "/m", "--env", "A=b", "-c", code], capture_output=True, text=True)
            self.assertEqual(run.stdout, "/m b ['a']\n")
            code = "with open('/m/a', 'w') as f: f.write('x' * 100)"
            run = subprocess.run([PYSUB, f"--mount={folder}:/m:rw:10", "-c", code], capture_output=True, text=True)
            self.assertNotEqual(run.returncode, 0)
            # Nobody closes these: what is lost is said at the end, in the words of CPython where it finalises a file; the rest is written.
            code = "f = open('/m/a', 'w'); f.write('x' * 1000); g = open('/m/b', 'wb'); g.write(b'x' * 1000); h = open('/m/c', 'w'); h.write('xy'); print('end')"
            lost = "Exception ignored while finalizing file <_io.{}>:\nOSError: [Errno 122] Disk quota exceeded\n"
            lost = lost.format("TextIOWrapper name='/m/a' mode='w' encoding='UTF-8'") + lost.format("BufferedWriter name='/m/b'")
            # (Two names that are made count 256 bytes each; ten are left.)
            self.check(pysub(f"--mount={folder}:/m:rw:522", "-c", code), out="end\n", err=lost)
            with open(os.path.join(folder, "c")) as file:
                self.assertEqual(file.read(), "xy")
        for arguments, text in (
            (["--mount", "/nowhere/at/all:/m"], "cannot mount '/nowhere/at/all' at '/m': No such file or directory"),
            (["--mount", "/tmp"], "Bad argument '/tmp' for the --mount option"),
            (["--mount", "/tmp:/m:xx"], "Bad argument '/tmp:/m:xx' for the --mount option"),
            (["--mount", "/tmp:/m:rw:x"], "Bad argument"),
            (["--env", "A"], "Bad argument 'A' for the --env option: NAME=VALUE"),
            (["--cwd", "x"], "Argument of --cwd is an absolute path"),
            (["--cwd", "/nope"], "cannot begin in '/nope': No such file or directory"),
        ):
            run = subprocess.run([PYSUB, *arguments, "-c", "1"], capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)
            self.assertIn(text, run.stderr)

    def test_missing_values(self):
        for option in ("--max-memory", "--max-duration", "--dump"):
            self.check(pysub(option), 2, "", f"Argument expected for the {option} option\n" + USAGE + TRY)

    def test_bad_dump(self):
        self.check(pysub("--dump=x"), 2, "", "Argument of --dump is one of tokens, ast, scopes, code\n" + USAGE + TRY)

    def test_no_such_file(self):
        # CPython shows the absolute path; what is printed here never tells where in the host a program runs.
        self.check(self.run_in("absent.py"), 2, "", "pysub: can't open file 'absent.py': [Errno 2] No such file or directory\n")
        self.check(self.run_in(""), 2, "", "pysub: can't open file '': [Errno 2] No such file or directory\n")
        self.check(self.run_in("a/b/c"), 2, "", "pysub: can't open file 'a/b/c': [Errno 2] No such file or directory\n")
        name = "x" * 300
        self.check(self.run_in(name), 2, "", f"pysub: can't open file '{name}': [Errno 36] File name too long\n")

    def test_directory(self):
        os.mkdir(os.path.join(self.folder, "d"))
        self.check(self.run_in("d"), 1, "", "pysub: can't find '__main__' module in 'd'\n")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_unreadable_file(self):
        os.chmod(self.write("secret.py", "print(1)\n"), 0)
        self.check(self.run_in("secret.py"), 2, "", "pysub: can't open file 'secret.py': [Errno 13] Permission denied\n")


class WaysIn(InFolder):
    def test_code(self):
        self.check(pysub("-c", "print('hi')"), 0, "hi\n")
        self.check(pysub("-cprint('hi')"), 0, "hi\n")
        self.check(pysub("-c", ""))
        self.check(pysub("-c", "print(1)\nprint(2)"), 0, "1\n2\n")

    # As agents call python3. -O would change what runs: not taken.
    def test_letters_of_python(self):
        for letter in "uBEsI":
            self.check(pysub(f"-{letter}", "-c", "print('hi')"), 0, "hi\n")
        beside = self.write("beside.py", "print('beside')")
        program = self.write("imports.py", "import beside")
        self.check(pysub("-u", program), 0, "beside\n")
        status, out, err = pysub("-I", program)
        self.assertEqual((status, out, err.splitlines()[-1]), (1, "", "ModuleNotFoundError: No module named 'beside'"))
        os.remove(beside)
        status, out, err = pysub("-O", "-c", "assert 0")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("-O", err)

    def test_arguments(self):
        show = "import sys\nprint(sys.argv)"
        self.check(pysub("-c", show), 0, "['-c']\n")
        self.check(pysub("-c", show, "a", "-c", "--max-memory=1", "-V", "--", ""), 0, "['-c', 'a', '-c', '--max-memory=1', '-V', '--', '']\n")
        self.write("f.py", show)
        self.check(self.run_in("f.py", "-x", "y z"), 0, "['f.py', '-x', 'y z']\n")
        self.check(self.run_in("./f.py"), 0, "['./f.py']\n")
        self.check(pysub("-", "a", "b", stdin=show), 0, "['-', 'a', 'b']\n")
        self.check(pysub(stdin=show), 0, "['']\n")
        self.write("-x.py", show)
        self.check(self.run_in("--", "-x.py", "-V"), 0, "['-x.py', '-V']\n")
        self.check(self.run_in("--stats", "--", "-x.py")[:2] + ("",), 0, "['-x.py']\n")

    def test_options_come_first(self):
        self.check(pysub("--max-steps", "100", "--max-memory=10MB", "-c", "1"), 0, "1\n")
        self.check(pysub("--no-echo", "--", "-"), 0)

    def test_standard_input_as_program(self):
        self.check(pysub(stdin="print(1)"), 0, "1\n")
        self.check(pysub("-", stdin="print(1)\n"), 0, "1\n")
        self.check(pysub(stdin=""))
        self.check(pysub(stdin="1/0"), 1, "", UNCAUGHT.format("<stdin>", 1, "1/0\n    ~^~", "ZeroDivisionError: division by zero"))
        self.check(pysub(stdin="print(1"), 1, "", '  File "<stdin>", line 1\n    print(1\n         ^\nSyntaxError: \'(\' was never closed\n')
        # What is left of it after the program was read.
        self.check(pysub(stdin="print(input())"), 1, "", UNCAUGHT.format("<stdin>", 1, "print(input())\n          ~~~~~^^", "EOFError: EOF when reading a line"))

    def test_standard_input_as_data(self):
        self.check(pysub("-c", "print(input(), input())", stdin="a\nb\n"), 0, "a b\n")
        self.check(pysub("-c", "print(repr(input()))", stdin="no newline"), 0, "'no newline'\n")
        self.check(pysub("-c", "x = input('name? ')", stdin="a\n"), 0, "name? ")
        path = self.write("f.py", "import sys\nfor line in sys.stdin: print(len(line))\n")
        self.check(pysub(path, stdin="ab\n\nabc"), 0, "3\n1\n3\n")
        lines = "".join(f"{i}\n" for i in range(100_000))
        self.check(pysub("-c", "import sys\nprint(sum(int(n) for n in sys.stdin))", stdin=lines), 0, f"{sum(range(100_000))}\n")
        self.check(pysub("-c", "print(len(input()))", stdin="x" * 1_000_000), 0, "1000000\n")

    def test_input_is_held_to_the_memory_limit(self):
        """A line that does not end is not read whole before the limit is looked at; what was given is not kept."""
        for program in ("input()", "import sys; sys.stdin.read()", "import sys; sys.stdin.buffer.read()", "import sys; [*sys.stdin.buffer]"):
            with self.subTest(program):
                with subprocess.Popen(["head", "-c", "400M", "/dev/zero"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as source:
                    with tempfile.TemporaryFile() as err:
                        run = subprocess.Popen([PYSUB, "--max-memory", "20MB", "-c", program], stdin=source.stdout, stdout=err, stderr=err)
                        source.stdout.close()
                        _, status, used = os.wait4(run.pid, 0)
                        run.returncode = os.waitstatus_to_exitcode(status)
                        err.seek(0)
                        self.assertEqual((run.returncode, err.readlines()[-1]), (1, b"MemoryError: memory limit of 20971520 bytes exceeded\n"))
                        self.assertLess(used.ru_maxrss, 200_000)  # KB
        program = "import sys\nn = 0\nwhile piece := sys.stdin.buffer.read(4096): n += len(piece)\nprint(n)"
        self.check(in_shell(f"head -c 50M /dev/zero | \"$PYSUB\" --max-memory 20MB -c '{program}'"), 0, "52428800\n")

    def test_here_documents_and_pipes(self):
        self.check(in_shell("echo 'print(6*7)' | $PYSUB"), 0, "42\n")
        self.check(in_shell("$PYSUB <<'E'\nprint('$HOME')\nE"), 0, "$HOME\n")
        self.check(in_shell("echo data | $PYSUB -c 'print(input())' | cat"), 0, "data\n")
        self.check(in_shell("mkfifo p; echo 'print(3)' >p & $PYSUB p", cwd=self.folder), 0, "3\n")

    def test_special_files(self):
        self.check(pysub("/dev/null"))
        self.check(pysub("--max-memory=1MB", "/dev/zero"), 1, "", "MemoryError: memory limit of 1048576 bytes exceeded\n")

    def test_shebang(self):
        self.check(pysub(self.write("f.py", "#!/usr/bin/python3 -u\nprint(1)\n")), 0, "1\n")
        self.check(pysub("-c", "#!x\n7"), 0, "7\n")

    def test_code_that_is_not_utf8(self):
        status, out, err = in_shell("$PYSUB -c \"$(printf 'x = \"\\351\"')\"")
        # CPython turns its arguments into text before it knows that this one is code, and fails there.
        self.assertEqual((status, out), (1, ""))
        self.assertEqual(err, "SyntaxError: (unicode error) 'utf-8' codec can't decode byte 0xe9 in position 5: invalid continuation byte (<string>)\n")

    def test_byte_order_mark_in_code(self):
        self.check(pysub("-c", "\ufeff1"), 1, "", '  File "<string>", line 1\n    \ufeff1\n    ^\nSyntaxError: invalid non-printable character U+FEFF\n')


class Sources(InFolder):
    """Files that CPython ran from the disk: sources.expected."""

    def test_all(self):
        with open(os.path.join(HERE, "sources.expected"), encoding="utf-8", newline="") as file:
            blocks = file.read().split("=== ")[1:]
        self.assertEqual({block.split("\n", 1)[0] for block in blocks}, set(SOURCES), "run oracle_sources.mjs")
        for block in blocks:
            name, expected = block.split("\n", 1)
            with self.subTest(name):
                self.write(name, SOURCES[name])
                status, out, err = self.run_in(name)
                expected, _, expected_status = expected.rpartition("exit ")
                if name in DIFFERENT_SOURCES:
                    self.assertNotEqual(expected, DIFFERENT_SOURCES[name], "no difference any more")
                    expected = DIFFERENT_SOURCES[name]
                self.assertEqual((out + err, status), (expected, int(expected_status)))

    def test_standard_input_is_a_file_too(self):
        for name in ("bom.py", "latin1.py", "unknown.py", "nul.py", "bad_line3.py"):
            self.write(name, SOURCES[name])
            as_file = self.run_in(name)
            as_input = pysub(stdin=SOURCES[name])
            self.assertEqual(as_input, (as_file[0], as_file[1], as_file[2].replace(name, "<stdin>")))


class ClockAndRandomNumbers(InFolder):
    """The machine's, unless they are to be the same in every run."""

    def test_they_are_real(self):
        before = time.time()
        status, out, err = pysub("-c", "import time; start = time.time(), time.monotonic(); time.sleep(0.2); print(*start, time.time(), time.monotonic())")
        self.assertEqual((status, err), (0, ""))
        wall, monotonic, wall_after, monotonic_after = map(float, out.split())
        self.assertGreater(wall, before - 1)
        self.assertLess(wall_after, time.time() + 1)
        self.assertGreaterEqual(monotonic_after - monotonic, 0.2)
        code = "import secrets, random, uuid; print(secrets.token_hex(8), random.random(), uuid.uuid4())"
        self.assertNotEqual(pysub("-c", code)[1].split(), pysub("-c", code)[1].split())
        status, out, err = pysub("-c", "import asyncio, time\nt = time.time()\nasyncio.run(asyncio.sleep(0.2))\nprint(time.time() - t >= 0.2)")
        self.assertEqual(out, "True\n")

    def test_the_same_in_every_run(self):
        code = "import time, random, secrets, datetime; time.sleep(1000); print(time.time(), datetime.datetime.now(), random.random(), secrets.token_hex(4))"
        options = ("--clock=virtual", "--seed", "7", "-c", code)
        first = pysub(*options)
        self.assertEqual(first[0], 0)
        self.assertTrue(first[1].startswith("17672266"), first[1])
        self.assertEqual(pysub(*options), first)
        self.assertNotEqual(pysub("--clock=virtual", "--seed", "8", "-c", code), first)

    def test_sleeping_is_within_limits(self):
        start = time.monotonic()
        status, out, err = pysub("--max-duration=0.3", "-c", "import time\ntime.sleep(1000)")
        self.assertEqual((status, err.splitlines()[-1]), (1, "TimeoutError: time limit of 0.3 s exceeded"))
        self.assertLess(time.monotonic() - start, 20)

    def test_an_interrupt_ends_sleeping(self):
        process = subprocess.Popen([PYSUB, "-c", "import time\ntime.sleep(1000)"], stderr=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        self.assertEqual((process.returncode, err.decode().splitlines()[-1]), (-signal.SIGINT, "KeyboardInterrupt"))

    def test_a_saved_run_goes_on_as_it_was(self):
        self.write("f.py", "import random, time\nfor _ in range(100): pass\nprint(random.random(), time.time())\n")
        whole = self.run_in("--clock=virtual", "--seed=7", "f.py")
        self.run_in("run", "--clock=virtual", "--seed=7", "--snapshot-at", "50", "a.snap", "f.py")
        self.assertEqual(self.run_in("resume", "a.snap"), whole)
        self.assertNotEqual(self.run_in("resume", "--clock=real", "a.snap"), whole)
        self.run_in("run", "--snapshot-at", "50", "b.snap", "f.py")
        first, second = (self.run_in("resume", "b.snap")[1].split() for _ in range(2))
        self.assertGreater(float(first[1]), time.time() - 60)


class Echo(InFolder):
    def test_last_expression(self):
        self.check(pysub("-c", "2 + 2"), 0, "4\n")
        self.check(pysub("-c", "None"))
        self.check(pysub("-c", "x = 5\nx; 'a\\n'"), 0, "'a\\n'\n")
        self.check(pysub("-c", "print(1)"), 0, "1\n")
        self.check(pysub("-c", "5; x = 1"))
        self.check(pysub("-c", "if 1:\n    5"))
        self.check(pysub("-c", "'doc'"), 0, "'doc'\n")
        self.check(pysub("-c", "1\n2\n3"), 0, "3\n")
        self.check(pysub("-c", "import sys\nsys.stdout.write('abc')"), 0, "abc")  # not "abc3"
        self.check(pysub("-c", "import pathlib\npathlib.Path('/tmp/x').write_text('x')"), 0, "")
        self.check(pysub("-c", "[i for i in 'ab']  # comment\n\n"), 0, "['a', 'b']\n")

    def test_switch(self):
        self.check(pysub("--no-echo", "-c", "2 + 2"))
        self.check(pysub(stdin="2 + 2"))
        self.check(pysub("--echo", stdin="2 + 2"), 0, "4\n")
        self.check(pysub("--echo", self.write("f.py", "2 + 2\n")), 0, "4\n")

    def test_within_limits(self):
        self.check(pysub("--max-output=5", "-c", "'x' * 100"), 1, "'xxxx", UNCAUGHT.format("<string>", 1, "'x' * 100\n    ~~~~^~~~~", "OSError: output limit of 5 bytes exceeded"))
        status, out, err = pysub("--max-duration=0.2", "-c", "a = [0]\nfor i in range(60): a = [a, a]\na")
        self.assertEqual((status, out, err.splitlines()[-1]), (1, "", "TimeoutError: time limit of 0.2 s exceeded"))


class ExitStatus(Case):
    def test_system_exit(self):
        for argument, status, err in (
            ("", 0, ""),
            ("None", 0, ""),
            ("0", 0, ""),
            ("3", 3, ""),
            ("255", 255, ""),
            ("256", 0, ""),
            ("-1", 255, ""),
            ("2**70", 255, ""),
            ("True", 1, ""),
            ("'bye'", 1, "bye\n"),
            ("3.5", 1, "3.5\n"),
            ("(1, 2)", 1, "(1, 2)\n"),
            ("1, 2", 1, "(1, 2)\n"),
            ("[]", 1, "[]\n"),
        ):
            self.check(pysub("-c", f"print('kept'); raise SystemExit({argument})"), status, "kept\n", err)
        self.check(pysub("-c", "import sys\nsys.exit(4)"), 4)
        self.check(pysub("-c", "import sys\nsys.exit('x')"), 1, "", "x\n")
        self.check(pysub("-c", "raise SystemExit"), 0)
        self.check(pysub("-c", "try:\n    exit_ = 1\nfinally:\n    raise SystemExit(9)"), 9)

    def test_uncaught(self):
        self.check(pysub("-c", "print('kept')\n[][0]"), 1, "kept\n", UNCAUGHT.format("<string>", 2, "[][0]\n    ~~^^^", "IndexError: list index out of range"))
        self.check(pysub("-c", "print('lost')\nx ="), 1, "", '  File "<string>", line 2\n    x =\n       ^\nSyntaxError: invalid syntax\n')
        # CPython sends itself SIGINT here.
        self.check(pysub("-c", "raise KeyboardInterrupt"), 1, "", UNCAUGHT.format("<string>", 1, "raise KeyboardInterrupt", "KeyboardInterrupt"))

    def test_limits_exit_with_1(self):
        for option, code, last in (
            ("--max-memory=2MB", "x = [0] * 10**9", "MemoryError: memory limit of 2097152 bytes exceeded"),
            ("--max-duration=0.1", "while True: pass", "TimeoutError: time limit of 0.1 s exceeded"),
            ("--max-steps=1000", "while True: pass", "TimeoutError: step limit of 1000 exceeded"),
            ("--max-allocations=1000", "x = [[i] for i in range(9999)]", "MemoryError: allocation limit of 1000 exceeded"),
            ("--max-output=3", "print('abcdef')", "OSError: output limit of 3 bytes exceeded"),
        ):
            status, out, err = pysub(option, "-c", "pass\n" + code)
            self.assertEqual(status, 1, err)
            self.assertEqual(out, "abc" if "output" in option else "")
            lines = err.splitlines()
            self.assertEqual(lines[:3], ["Traceback (most recent call last):", '  File "<string>", line 2, in <module>', "    " + code])
            self.assertEqual(lines[-1], last)
        status, out, err = pysub("--max-recursion-depth=50", "-c", "def f(): f()\nf()")
        self.assertEqual((status, err.splitlines()[-1]), (1, "RecursionError: maximum recursion depth exceeded"))

    def test_reports_of_the_end_fit_the_output_limit(self):
        for code in ("raise ExceptionGroup('g', [ExceptionGroup('h', [ValueError('x' * 10**5)] * 14)] * 14)", "raise SystemExit('x' * 10**6)"):
            status, out, err = pysub("--max-output=100", "-c", code)
            self.assertEqual((status, out), (1, ""))
            self.assertIn(" bytes left out: the output limit is 100 bytes]", err)
            self.assertLess(len(err), 17000)

    def test_steps_are_exact(self):
        self.check(pysub("--max-steps=1000", "-c", "for i in range(900): pass"))
        status, out, err = pysub("--max-steps=1000", "-c", "for i in range(1100): pass")
        self.assertEqual((status, err.splitlines()[-1]), (1, "TimeoutError: step limit of 1000 exceeded"))

    def test_units(self):
        for value, number in (("3000000", 3000000), ("3000000B", 3000000), ("2000KB", 2048000), ("2MB", 2 << 20), ("1GB", 1 << 30)):
            status, out, err = pysub(f"--max-memory={value}", "-c", "x = [0] * 10**10")
            self.assertEqual((status, err.splitlines()[-1]), (1, f"MemoryError: memory limit of {number} bytes exceeded"))
        self.assertEqual(pysub("--max-duration=1e-3", "-c", "while 1: pass")[2].splitlines()[-1], "TimeoutError: time limit of 0.001 s exceeded")


class Looking(InFolder):
    def test_stats(self):
        status, out, err = pysub("--stats=json", "-c", "sorted(range(1000), key=lambda n: -n)[0]")
        self.assertEqual((status, out), (0, "999\n"))
        stats = json.loads(err)
        self.assertEqual(list(stats), ["steps", "allocations", "collections", "peak_bytes", "seconds", "cpu_seconds"])
        self.assertGreater(stats["steps"], 1000)
        self.assertGreater(stats["peak_bytes"], 8000)
        self.assertLess(stats["seconds"], 5)
        status, out, err = pysub("--stats=json", "-c", "1/0")
        self.assertEqual(status, 1)
        self.assertIn("steps", json.loads(err.splitlines()[-1]))
        # For people: names, and numbers that end in one column.
        for option in ("--stats", "--stats=table"):
            status, out, err = self.run_in(option, "-c", "x = [0] * 10**6\nfor i in range(2000): pass")
            self.assertEqual((status, out), (0, ""))
            self.assertRegex(err, r"^steps +[\d,]+,\d\d\d\nallocations +\d+\ncollections +\d+\npeak memory +8,\d\d\d,\d\d\d bytes\n"
                             r"wall time +\d+\.\d{6} s\nCPU time +\d+\.\d{6} s\n$")
            self.assertEqual(len({len(line.removesuffix(" bytes").removesuffix(" s")) for line in err.splitlines()}), 1, err)

    def test_what_cannot_be_together(self):
        self.write("p.py", "print(1)\n")
        for options, message in (
            (["--coverage=text", "--profile=text"], "--coverage and --profile cannot be together"),
            (["--coverage=text", "--dump=code"], "--coverage and --dump cannot be together"),
            (["--coverage=json", "--trace"], "--coverage and --trace cannot be together"),
            (["--coverage=json", "--snapshot-at", "5", "a.snap"], "--coverage and --snapshot-at cannot be together"),
            (["--profile=text", "--dump=code"], "--profile and --dump cannot be together"),
            (["--profile=json", "--snapshot-at", "5", "a.snap"], "--profile and --snapshot-at cannot be together"),
            (["--report-to", "x"], "--report-to wants --profile or --coverage"),
        ):
            self.check(self.run_in(*options, "p.py"), 2, "", message + "\n" + USAGE + TRY)
        self.assertEqual(os.listdir(self.folder), ["p.py"])
        status, out, err = self.run_in("--profile=text", "--report-to", "no/such/file", "p.py")
        self.assertEqual((status, out), (1, "1\n"))
        self.assertTrue(err.startswith("pysub: can't write file 'no/such/file': [Errno 2]"), err)

    HOSTILE = """\
names = ['a<b', 'a&b', 'a"b', "a'b", 'a\\x1bb', 'a\\ud800b', 'a\\ufffe', ']]>', '<!--', '\u00e9' * 5000, '\U0001f600']
def work(n):
    for i in range(n): pass
for name in names:
    exec(compile('def \u00e9\u4e2d():\\n for i in range(20000): work(1)\\n\u00e9\u4e2d()', name, 'exec'), {'work': work})
def deep(n):
    if n: return deep(n - 1)
    work(20000)
for i in range(3): deep(900)
"""

    def test_profile_as_a_picture(self):
        self.write("f.py", self.PROFILED)
        status, out, err = self.run_in("--profile=svg", "--report-to", "f.svg", "f.py")
        self.assertEqual((status, out, err), (0, "", ""))
        space = "{http://www.w3.org/2000/svg}"
        root = xml.etree.ElementTree.parse(os.path.join(self.folder, "f.svg")).getroot()
        self.assertEqual(root.tag, space + "svg")
        boxes = {}
        for group in root.iter(space + "g"):
            rect = group.find(space + "rect")
            boxes.setdefault(group.find(space + "title").text.split(":")[0], []).append({key: float(rect.get(key)) for key in ("x", "y", "width")})
        (everything,), (top,), (both,), (hot,) = boxes["all"], boxes["<module> (f.py"], boxes["both (f.py"], boxes["hot (f.py"]
        self.assertEqual(everything["width"], 1200)
        self.assertGreater(both["width"], 1000)
        self.assertGreater(hot["width"], 900)
        for above, below in ((everything, top), (top, both), (both, hot)):
            self.assertLess(above["y"], below["y"])
            self.assertLessEqual(above["x"], below["x"])
            self.assertLessEqual(below["x"] + below["width"], above["x"] + above["width"] + 0.02)
        text = open(os.path.join(self.folder, "f.svg")).read()
        self.assertIn("prefers-color-scheme:dark", text)
        for word in ("<script", "http://", "https://"):
            self.assertNotIn(word, text.replace('xmlns="http://www.w3.org/2000/svg"', ""))

    def test_pictures_of_hostile_names_are_well_formed(self):
        self.write("h.py", self.HOSTILE)
        status, out, err = self.run_in("--profile=svg", "--report-to", "h.svg", "h.py")
        self.assertEqual((status, out, err), (0, "", ""))
        path = os.path.join(self.folder, "h.svg")
        titles = [title.text for title in xml.etree.ElementTree.parse(path).getroot().iter("{http://www.w3.org/2000/svg}title")]
        for name in ("a<b:1", "a&b:1", 'a"b:1', "a\ufffdb:1", "]]>:1", "<!--:1", "\U0001f600:1"):
            self.assertTrue(any(f"({name})" in title for title in titles), name)
        self.assertLess(max(map(len, titles)), 500)
        self.assertLess(os.path.getsize(path), 200_000)
        # Functions without end: the picture stays small.
        self.write("m.py", "for i in range(20000): exec(f'def f{i}():\\n for i in range(50): pass\\nf{i}()', {})\n")
        self.assertEqual(self.run_in("--profile=svg", "--report-to", "m.svg", "m.py")[0], 0)
        self.assertLess(os.path.getsize(os.path.join(self.folder, "m.svg")), 2_000_000)
        xml.etree.ElementTree.parse(os.path.join(self.folder, "m.svg"))

    PROFILED = """\
def cold(n):
    return n + 1

def hot(n):
    total = 0
    for i in range(n):
        total += i * i
    return total

def both():
    for _ in range(30):
        cold(1)
        hot(20000)

both()
"""

    def test_profile_keeps_little_of_a_program_that_makes_code(self):
        """What a profile keeps is the host's memory: 3,000 sources of 100 KB are not kept (they were: 317 MB)."""
        source = "def f():\\n    n = %d\\n    for i in range(6000): n += i\\nf()\\n"
        self.write("f.py", f"for i in range(3000): exec('{source}' % i + '#' * 100_000, {{}})\n")
        with open(os.path.join(self.folder, "err"), "w+") as err:
            arguments = [PYSUB, "--profile=text", "--max-memory", "100MB", "--max-duration", "60", "f.py"]
            process = subprocess.Popen(arguments, cwd=self.folder, stderr=err)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            err.seek(0)
            text = err.read()
        self.assertEqual(process.returncode, 0, text)
        self.assertIn("(others)", text)
        if not IS_SANITIZED:  # which keeps what was freed for a while
            self.assertLess(usage.ru_maxrss, 100 << 10)

    def test_profile(self):
        path = self.write("f.py", self.PROFILED)
        status, out, err = self.run_in("--profile=json", "f.py")
        self.assertEqual((status, out), (0, ""))
        profile = json.loads(err)
        functions = {row["function"]: row for row in profile["functions"]}
        self.assertGreater(profile["samples"], 50)
        self.assertEqual((functions["hot"]["file"], functions["hot"]["line"]), ("f.py", 4))
        self.assertGreater(functions["hot"]["self"], 0.8 * profile["seconds"])
        self.assertGreater(functions["both"]["total"], 0.9 * profile["seconds"])
        self.assertGreater(functions["<module>"]["total"], 0.9 * profile["seconds"])
        self.assertLess(functions["both"]["self"], 0.2 * profile["seconds"])
        self.assertEqual(profile["lines"][0]["line"], 6)  # the loop stands for its body
        status, out, err = self.run_in("--profile", "text", "f.py")
        self.assertRegex(err, r"^profile: [0-9.]+ s of CPU in \d+ samples\n   self    total  function\n +[0-9.]+%  +[0-9.]+%  hot \(f.py:4\)\n")
        self.assertRegex(err, r"%  f.py:6  for i in range\(n\):\n")
        # What it prints, how it ends and how far it gets are the same.
        self.assertEqual(pysub("--profile=text", "--max-steps=5000", "-c", "print(1)\nwhile True: pass")[:2], (1, "1\n"))
        self.assertIn("step limit of 5000", pysub("--profile=text", "--max-steps=5000", "-c", "while True: pass")[2])

    def test_dump(self):
        code = "def f(x): return x + 1"
        for kind, text in (("tokens", "'def'"), ("ast", "FunctionDef"), ("scopes", "x"), ("code", "ADD")):
            status, out, err = pysub(f"--dump={kind}", "-c", code)
            self.assertEqual((status, err), (0, ""))
            self.assertIn(text, out)
            self.assertEqual(pysub("--dump", kind, stdin=code)[0], 0)
            self.assertEqual(pysub(f"--dump={kind}", self.write("f.py", code))[0], 0)

    def test_dump_of_a_wrong_program(self):
        for kind in ("ast", "code"):
            self.check(pysub(f"--dump={kind}", "-c", "x ="), 1, "", '  File "<string>", line 1\n    x =\n       ^\nSyntaxError: invalid syntax\n')

    def test_dump_runs_nothing(self):
        self.assertNotIn("ran\n", pysub("--dump=code", "-c", "print('r' 'an')")[1].replace("'ran'", ""))

    def test_trace(self):
        status, out, err = pysub("--trace", "-c", "print(1)")
        self.assertEqual((status, out), (0, "1\n"))
        self.assertRegex(err.splitlines()[0], r"^<module>:0 [A-Z_]+ \d+ \d+ \d+$")


class Streams(InFolder):
    PIPE = "BrokenPipeError: [Errno 32] Broken pipe\n"
    LOST = "Exception ignored while flushing sys.stdout:\n" + PIPE

    def broken(self, code):
        read, write = os.pipe()
        os.close(read)
        result = subprocess.run([PYSUB, "-c", code], stdout=write, stderr=subprocess.PIPE, timeout=60)
        os.close(write)
        return result.returncode, "", result.stderr.decode()

    def test_broken_pipe_at_exit(self):
        self.check(self.broken("print(1)"), 120, "", self.LOST)

    def test_broken_pipe_while_printing(self):
        status, out, err = self.broken("while True: print('x' * 1000)")
        self.assertEqual(status, 120)
        self.assertTrue(err.startswith("Traceback (most recent call last):\n"), err)
        self.assertTrue(err.endswith("\n" + self.PIPE + self.LOST), err)

    def test_broken_pipe_can_be_caught(self):
        code = "import sys\ntry:\n    while True: print('x' * 1000)\nexcept BrokenPipeError as e:\n    print(e.errno, file=sys.stderr)"
        self.check(self.broken(code), 120, "", "32\n" + self.LOST)

    def test_pipe_ends_early(self):
        status, out, err = in_shell("$PYSUB -c 'while True: print(1)' 2>/dev/null | head -2")
        self.check((status, out, err), 0, "1\n1\n")

    def test_full_device(self):
        self.check(in_shell("$PYSUB -c 'print(1)' >/dev/full"), 120, "", "Exception ignored while flushing sys.stdout:\nOSError: [Errno 28] No space left on device\n")

    def test_closed_streams(self):
        self.check(in_shell("$PYSUB -c 'print(1)' >&-"), 0)
        self.check(in_shell("$PYSUB -c 'print(1)' 2>&-"), 0, "1\n")
        self.check(in_shell("$PYSUB -c 'raise ValueError' 2>&-"), 1)
        self.check(in_shell("$PYSUB -c 'print(1)' <&-"), 0, "1\n")
        self.check(in_shell("$PYSUB - <&-"), 0)
        # CPython has no sys.stdin then: RuntimeError.
        self.check(in_shell("$PYSUB -c 'x = input()' <&-"), 1, "", UNCAUGHT.format("<string>", 1, "x = input()", "EOFError: EOF when reading a line"))
        path = self.write("f.py", "print(5)\n")
        self.check(in_shell(f"$PYSUB {path} <&-"), 0, "5\n")
        self.check(in_shell(f"$PYSUB {path} <&- >&- 2>&-"), 0)

    def test_order_of_streams(self):
        code = "import sys\nfor i in range(3): print(i); print(-i, file=sys.stderr)"
        self.check(in_shell(f"$PYSUB -c '{code}' 2>&1"), 0, "0\n0\n1\n-1\n2\n-2\n")

    def test_large_output(self):
        status, out, err = pysub("-c", "for i in range(200000): print(i)\nprint('x' * 10**7)")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(out, "".join(f"{i}\n" for i in range(200_000)) + "x" * 10**7 + "\n")

    def test_interrupt(self):
        process = subprocess.Popen([PYSUB, "-c", "print('kept')\nwhile True: pass"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.check((process.returncode, out.decode(), err.decode()), -signal.SIGINT, "kept\n", UNCAUGHT.format("<string>", 2, "while True: pass\n          ^^^^", "KeyboardInterrupt"))

    def test_interrupt_can_be_caught(self):
        for loop in ("while True: pass", "sorted(range(100), key=lambda n: [0 for i in iter(int, 1)])", "sum(iter(int, 1))"):
            code = f"try:\n    print('in', flush=True)\n    {loop}\nexcept KeyboardInterrupt as e: print(repr(e))\nfinally: print('finally')"
            process = subprocess.Popen([PYSUB, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(process.stdout.readline(), b"in\n")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
            self.check((process.returncode, out.decode(), err.decode()), 0, "KeyboardInterrupt()\nfinally\n")

    def test_interrupt_twice(self):
        code = "while True:\n    try:\n        print('in', flush=True)\n        while True: pass\n    except BaseException: pass"
        process = subprocess.Popen([PYSUB, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2):
            self.assertEqual(process.stdout.readline(), b"in\n")
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.check((process.returncode, out.decode(), err.decode()), -signal.SIGINT)

    def test_interrupt_while_waiting_for_input(self):
        code = "print('in', flush=True)\ntry: input()\nexcept KeyboardInterrupt: print('out')"
        process = subprocess.Popen([PYSUB, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(process.stdout.readline(), b"in\n")
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.check((process.returncode, out.decode(), err.decode()), 0, "out\n")


class CountingResult(unittest.TextTestResult):
    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            print("FAILED", subtest.id())


def main():
    run_unittests(240, "".join(sys.argv[2:3]).replace("--cases", ""), CountingResult)


class LibraryModules(InFolder):
    """-m, for modules of the library that have a main(); what a script knows of itself."""

    def test_json_tool(self):
        self.check(pysub("-m", "json.tool", stdin='{"b": [1, "\u00e9"]}'), out='{\n    "b": [\n        1,\n        "\\u00e9"\n    ]\n}\n')
        self.check(pysub("-mjson.tool", "--compact", "--sort-keys", stdin='{"b": 1, "a": [2, 3]}'), out='{"a":[2,3],"b":1}\n')
        self.check(pysub("-m", "json.tool", "--json-lines", "--no-indent", stdin='{"b":1}\n[2,3]\n'), out='{"b": 1}\n[2, 3]\n')
        self.check(
            pysub("-m", "json.tool", stdin='{"b": 1,}'),
            status=1,
            err="Illegal trailing comma before end of object: line 1 column 8 (char 7)\n",
        )

    def test_json_tool_usage(self):
        status, out, err = pysub("-m", "json.tool", "--tab", "--compact")
        self.assertEqual((status, out), (2, ""))
        self.assertTrue(err.startswith("usage: python3 -m json.tool [-h] [--sort-keys]"), err)
        self.assertTrue(err.endswith("json.tool: error: argument --compact: not allowed with argument --tab\n"), err)

    def test_py_compile(self):
        self.write("good.py", "x = 1\n")
        self.write("bad.py", "x = (\n")
        mount = ("--mount", f"{self.folder}:/data", "--cwd", "/data", "-m", "py_compile")
        self.check(pysub(*mount, "good.py"))
        err = '  File "bad.py", line 1\n    x = (\n        ^\nSyntaxError: \'(\' was never closed\n'
        self.check(pysub(*mount, "good.py", "bad.py"), status=1, err=err)
        self.check(pysub(*mount, "-q", "bad.py"), status=1)

    def test_timeit(self):
        status, out, err = pysub("--clock=virtual", "-m", "timeit", "-n", "3", "-r", "2", "-s", "x = 1", "x + 1")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"^3 loops, best of 2: [0-9.e+]+ (nsec|usec|msec|sec) per loop\n$")

    def test_others(self):
        self.check(pysub("-m", "nope"), status=1, err="pysub: No module named nope\n")
        self.check(pysub("-m", "no-pe"), status=1, err="pysub: No module named no-pe\n")
        self.check(pysub("-m", "math"), status=1, err="pysub: -m math is not available here\n")
        self.check(pysub("-m"), status=2, err="Argument expected for the -m option\n" + USAGE + TRY)

    def test_file(self):
        self.write("a.py", "print(__file__, __name__, __spec__, __package__)\n")
        self.check(pysub("a.py", cwd=self.folder), out="a.py __main__ None None\n")
        self.check(pysub("-c", "print('__file__' in globals())"), out="False\n")


if __name__ == "__main__":
    main()
