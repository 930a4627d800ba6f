#!/usr/bin/env python3
"""A script of the sandbox shell that is stopped half-way and goes on in other processes: `pysub-shell --snapshot-at`,
`--resume`.

    shell_snapshot_test.py PYSUB_SHELL
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests

SHELL = os.path.abspath(sys.argv[1])

# A pipeline, Python in the middle of its input, background jobs, a coprocess, open files, functions; at the end it tells
# what its files hold.
SCRIPT = r"""
exec 3>/tmp/log 4<<<"from a here-string"
{ for i in 1 2 3; do echo "job $i" >>/tmp/job; sleep 0.001; done; echo job done >&3; } &
job=$!
coproc UPPER { while read -r line; do echo "${line^^}"; done; }
cat /data/numbers | python3 -c '
import sys
total = 0
for line in sys.stdin:
    n, square = line.split()
    total += int(square)
    if int(n) % 50 == 0:
        print("at", n, total)
with open("/tmp/from_python", "w") as file:
    file.write(str(total))
print(sorted(range(20), key=lambda x: x * 7 % 20))
' | while read -r word rest; do echo "[$word] $rest" >/tmp/word.$word; echo "$rest"; done | sort -n -k2 | sed 's/^/sorted: /'
echo "to the coprocess" >&${UPPER[1]}; read -r answer <&${UPPER[0]}; echo "$answer"
eval "exec ${UPPER[1]}>&-"
read -r text <&4; echo "$text"
wait $job
exec 3>&-
f() { local x=$1; [ "$x" -gt 3 ] && { echo "f$x"; return; }; f $((x + 1)); }
f 1; echo "$(f 2; echo "$(f 3)")"
declare -A table=([b]=2 [a]=1); for key in "${!table[@]}"; do echo "$key=${table[$key]}"; done
cat /tmp/log /tmp/job; find /tmp -type f | sort | xargs md5sum
read -r host; echo "host says $host"
exit 7
"""
INPUT = b"a line\nanother\n"


class ShellSnapshots(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.write("script.sh", SCRIPT)
        os.mkdir(self.path("data"))
        self.write("data/numbers", "".join(f"{n} {n * n}\n" for n in range(1, 301)))

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, content):
        with open(self.path(name), "w") as file:
            file.write(content)

    def shell(self, *arguments, stdin=b""):
        result = subprocess.run(
            [SHELL, "--mount", self.path("data") + ":/data:ro", *arguments],
            cwd=self.directory, capture_output=True, timeout=100, input=stdin,
        )
        return result.returncode, result.stdout.decode(), result.stderr.decode()

    def in_pieces(self, work, *options):
        """The script, in a new process after each piece of so much work; how many there were, and what came of it."""
        output = error = ""
        command = ["script.sh"]
        for pieces in range(1, 2000):
            if os.path.exists(self.path("a.snap")):
                os.rename(self.path("a.snap"), self.path("b.snap"))
                command = ["--resume", "b.snap"]
            status, out, err = self.shell(*options, "--snapshot-at", str(work), "a.snap", *command, stdin=INPUT)
            output += out
            error += err
            if not os.path.exists(self.path("a.snap")):
                return pieces, status, output, error
        self.fail("it does not end")

    def stop_half_way(self):
        """A snapshot in which python3 runs and the mounted file is open."""
        self.write("half.sh", 'exec 5</data/numbers; read x <&5; python3 -c "while True: pass"')
        self.shell("--snapshot-at", "20000", "a.snap", "half.sh")

    def test_goes_on_in_other_processes(self):
        whole = self.shell("script.sh", stdin=INPUT)
        self.assertEqual(whole[0], 7, whole)
        self.assertIn("host says a line\n", whole[1])
        self.assertEqual(whole[2], "")
        for work, least in ((300, 10), (3000, 3)):
            pieces, *result = self.in_pieces(work)
            self.assertGreater(pieces, least)
            self.assertEqual(tuple(result), whole, work)

    def test_python_in_a_worker_goes_on_too(self):
        """Also in pieces that are shorter than a worker's start, which begins anew in each of them."""
        whole = self.shell("script.sh", stdin=INPUT)
        for work, least in ((500, 10), (10000, 1)):
            pieces, *result = self.in_pieces(work, "--isolation", "auto")
            self.assertGreater(pieces, least)
            self.assertEqual(tuple(result), whole, work)

    def test_what_is_missing_is_said(self):
        self.stop_half_way()
        no_python = self.shell("--no-python", "--resume", "a.snap")
        self.assertEqual(no_python[:2], (2, ""))
        self.assertIn("the command python3 is running in it, and this shell does not have it", no_python[2])
        no_mount = subprocess.run([SHELL, "--resume", "a.snap"], cwd=self.directory, capture_output=True)
        self.assertEqual(no_mount.returncode, 2)
        self.assertIn(b"a directory is mounted at /data in it, and here is none", no_mount.stderr)
        os.remove(self.path("data/numbers"))
        gone = self.shell("--resume", "a.snap")
        self.assertEqual(gone[:2], (2, ""))
        self.assertIn("the open file /data/numbers: No such file or directory", gone[2])

    def test_json_names_the_limit(self):
        for arguments, limit in ((["-c", "echo 1"], None), (["--timeout", "0.1", "-c", "sleep 9"], "duration"),
                                 (["-c", "f() { f; }; f"], "function_depth"),
                                 (["-c", "while :; do :; done"], "commands")):
            answer = subprocess.run([SHELL, "--json", *arguments], capture_output=True, stdin=subprocess.DEVNULL).stdout
            self.assertEqual(json.loads(answer)["limit"], limit, arguments)

    def test_the_echo_can_be_switched(self):
        for option, out in (([], "1\n"), (["--echo"], "1\n2\n"), (["--no-echo"], "")):
            self.assertEqual(self.shell(*option, "-c", "python3 -c 1; echo 2 | python3"), (0, out, ""))

    # As pysub: `--snapshot-at 5 a.sh` has no name of a snapshot, and a.sh is the script.
    def test_a_script_is_not_written_over(self):
        refused = "pysub-shell: 'a.sh' is there and is no snapshot: it is not written over\n"
        self.write("a.sh", "echo 1")
        self.write("empty.snap", "")
        for arguments in (["--snapshot-at", "5", "a.sh"], ["--snapshot-at", "5", "a.sh", "-c", "echo 2"]):
            self.assertEqual(self.shell(*arguments), (2, "", refused), arguments)
        for _ in range(2):
            self.assertEqual(self.shell("--snapshot-at", "1", "empty.snap", "-c", "echo 2"), (0, "", ""))
        self.assertEqual(self.shell("--snapshot-at", "1", "a.sh", "--resume", "empty.snap"), (2, "", refused))
        with open(self.path("a.sh")) as file:
            self.assertEqual(file.read(), "echo 1")
        self.assertEqual(self.shell("--resume", "empty.snap"), (0, "2\n", ""))

    def test_bytes_that_are_no_snapshot(self):
        self.write("a.snap", "nothing")
        self.assertEqual(self.shell("--resume", "a.snap"), (2, "", "pysub-shell: a.snap: not a snapshot of a shell\n"))
        os.remove(self.path("a.snap"))
        self.stop_half_way()
        with open(self.path("a.snap"), "r+b") as file:
            file.seek(100)
            file.write(b"\0?\0?")
        self.assertIn("damaged", self.shell("--resume", "a.snap")[2])


if __name__ == "__main__":
    run_unittests(280)
