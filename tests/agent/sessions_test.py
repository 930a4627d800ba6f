#!/usr/bin/env python3
"""`pysub-agent work` and `pysub-agent sessions` from outside: what docs/sessions.md shows, workers that are killed and stopped, programs that answer calls.

    sessions_test.py PYSUB_AGENT

With PYSUB_TEST_POSTGRES in the environment (tests/tools/postgres_server.py) the stores are databases there, else files.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from postgres_server import new_store

AGENT = os.path.abspath(sys.argv[1])
PAGE = Path(__file__).resolve().parents[2] / "docs" / "sessions.md"


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.store = ["--store", new_store(self.directory.name)]

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def run_agent(self, *arguments, status=0, **options):
        result = subprocess.run([AGENT, *arguments], capture_output=True, text=True, timeout=120, **options)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout if status == 0 else result.stderr

    def sessions(self, command, *arguments, **options):
        return self.run_agent("sessions", command, *self.store, *arguments, **options)

    def create(self, code, *options):
        return self.sessions("create", *options, "-c", code).strip()

    def work(self, *options):
        self.run_agent("work", *self.store, "--until-idle", *options)

    def show(self, session):
        return json.loads(self.sessions("show", "--json", session))

    def start_worker(self, *options):
        worker = subprocess.Popen([AGENT, "work", *self.store, *options], stderr=subprocess.PIPE)
        self.addCleanup(worker.stderr.close)
        self.addCleanup(worker.wait)
        self.addCleanup(worker.kill)
        return worker

    def wait_for(self, condition, what):
        for _ in range(600):
            if condition():
                return
            time.sleep(0.1)
        self.fail(f"waited too long for {what}")

    def program(self, name, text):
        path = self.path(name)
        Path(path).write_text(text)
        os.chmod(path, 0o755)
        return path


class Documented(Case):
    def test_what_the_page_shows(self):
        block = re.search(r"```console\n(.*?)```", PAGE.read_text(), re.S).group(1)
        environment = dict(os.environ, PATH=os.path.dirname(AGENT) + ":" + os.environ["PATH"])
        session = "ID"
        for piece in re.split(r"^\$ ", block, flags=re.M)[1:]:
            heredoc = re.match(r"(.*?<<'END'\n.*?^END\n)(.*)", piece, re.S | re.M)
            command, expected = heredoc.groups() if heredoc else piece.split("\n", 1)
            command = command.replace(" ID", " " + session).replace("sqlite:sessions.db", f"'{self.store[1]}'")
            result = subprocess.run(["bash", "-c", command], cwd=self.directory.name, env=environment,
                                    capture_output=True, text=True, timeout=120)
            self.assertEqual(result.stderr, "", command)
            if expected == "ID\n":
                session = result.stdout.strip()
                self.assertRegex(session, r"^d[0-9a-f]{32}$")
            else:
                self.assertEqual(result.stdout, expected.replace("ID", session), command)


class Workers(Case):
    def test_one_that_is_killed_leaves_all_to_the_next(self):
        session = self.create("n = 0\nwhile n < 120_000_000: n += 1\nn")
        worker = self.start_worker("--lease", "1")
        self.wait_for(lambda: self.show(session)["state"] == "running", "the run")
        worker.kill()
        worker.wait()
        other = self.start_worker("--lease", "10")
        self.wait_for(lambda: self.show(session)["state"] == "done", "the end")
        self.assertEqual(self.show(session)["result"], 120_000_000)
        other.terminate()
        self.assertEqual(other.wait(), 0)

    def test_one_that_is_stopped_past_its_lease_stores_nothing(self):
        session = self.create("print('once')\nn = 0\nwhile n < 120_000_000: n += 1\npay(n)", "--function", "pay(n)")
        worker = self.start_worker("--lease", "1")
        self.wait_for(lambda: self.show(session)["state"] == "running", "the run")
        worker.send_signal(signal.SIGSTOP)
        time.sleep(1.2)
        other = self.start_worker("--lease", "20")
        self.wait_for(lambda: self.show(session)["state"] == "waiting", "the call")
        worker.send_signal(signal.SIGCONT)
        time.sleep(2)
        self.assertIsNone(worker.poll())
        self.assertEqual([call["state"] for call in self.show(session)["calls"]], ["announced"])
        log = [json.loads(line) for line in self.sessions("log", "--json", session).splitlines()]
        self.assertEqual(sum(line["event"] == "stdout" for line in log), 1)
        seqs = [line["seq"] for line in log]
        self.assertTrue(all(b in (a, a + 1) for a, b in zip(seqs, seqs[1:])), seqs)
        other.terminate()

    def test_sigterm_stores_what_runs(self):
        session = self.create("n = 0\nwhile n < 200_000_000: n += 1\nn")
        worker = self.start_worker()
        self.wait_for(lambda: self.show(session)["state"] == "running", "the run")
        worker.terminate()
        self.assertEqual(worker.wait(), 0)
        shown = self.show(session)
        self.assertEqual((shown["state"], shown["crashes"]), ("ready", 0))
        self.assertGreaterEqual(shown["seq"], 1)


class Calls(Case):
    def test_a_program_answers(self):
        receiver = self.program("charge", "#!/usr/bin/env python3\nimport json, os, sys\ncall = json.load(sys.stdin)\n"
                                f"open({self.path('log')!r}, 'a').write(os.environ['PYSUB_KEY'] + '\\n')\n"
                                "n = call['kwargs']['amount']\nif n > 5: sys.exit('too much')\nprint(n * 10)\n")
        session = self.create("print(charge(3))\ntry:\n    charge(9)\nexcept RuntimeError as e:\n    print(e)\ncharge(1)",
                              "--function", "charge(amount)")
        self.work("--call", "charge=" + receiver)
        shown = self.show(session)
        self.assertEqual((shown["state"], shown["result"]), ("done", 10))
        keys = Path(self.path("log")).read_text().split()
        self.assertEqual(keys, [f"{session}:{n}" for n in (1, 2, 3)])

    def test_a_program_that_cannot_be_started_is_no_answer(self):
        session = self.create("charge(1)", "--function", "charge(amount)")
        plain = self.program("plain", "#!/bin/sh\necho 1\n")
        os.chmod(plain, 0o644)
        for program, why in [("./nofile", "No such file"), ("no-such-program-anywhere", "No such file"), (plain, "denied"), (self.directory.name, "denied"), ("", "No such file")]:
            self.assertIn(why, self.run_agent("work", *self.store, "--until-idle", "--call", "charge=" + program, status=2), program)
        # It can be told only when it is run that this one has no interpreter.
        bad = self.program("bad", "#!/no/such/interpreter\n")
        said = subprocess.run([AGENT, "work", *self.store, "--until-idle", "--call", "charge=" + bad], capture_output=True, text=True, timeout=60).stderr
        self.assertIn(f"{bad}: No such file", said)
        shown = self.show(session)
        self.assertEqual((shown["state"], shown["calls"][0]["state"]), ("waiting", "started"))
        self.sessions("answer", session, "1", "--again")
        self.run_agent("work", *self.store, "--until-idle", "--call", "charge=cat")
        self.assertEqual(self.show(session)["result"], {"args": [], "kwargs": {"amount": 1}})

    def test_a_program_that_is_killed_leaves_it_unknown(self):
        receiver = self.program("charge", f"#!/bin/sh\necho x >> {self.path('log')}\nkill -9 $$\n")
        session = self.create("charge(1)", "--function", "charge(amount)")
        worker = self.start_worker("--call", "charge=" + receiver, "--call-timeout", "0.5", "--lease", "0.5")
        self.wait_for(lambda: self.show(session)["state"] == "parked", "the unknown call")
        worker.terminate()
        shown = self.show(session)
        self.assertEqual(shown["parked_for"], "unknown")
        self.assertEqual(shown["calls"][0]["state"], "unknown")
        self.assertIn("may have happened", self.sessions("resume", session, status=1))
        self.assertEqual(Path(self.path("log")).read_text(), "x\n")
        self.sessions("answer", session, "1", "--value", "7")
        self.assertIn("has an answer", self.sessions("answer", session, "1", "--value", "8", status=1))
        self.work()
        self.assertEqual(self.show(session)["result"], 7)

    def test_an_idempotent_one_is_run_again_with_the_same_key(self):
        receiver = self.program("fetch", f"#!/bin/sh\necho $PYSUB_KEY >> {self.path('log')}\n"
                                f"[ $(wc -l < {self.path('log')}) -gt 1 ] || kill -9 $$\necho '\"page\"'\n")
        session = self.create("fetch('x')", "--idempotent", "fetch(url)")
        worker = self.start_worker("--call", "fetch=" + receiver, "--call-timeout", "0.5", "--lease", "0.5")
        self.wait_for(lambda: self.show(session)["state"] == "done", "the answer")
        worker.terminate()
        self.assertEqual(Path(self.path("log")).read_text(), f"{session}:1\n" * 2)


class Shells(Case):
    def create_shell(self, script, *options):
        return self.sessions("create", "--kind", "shell", *options, "-c", script).strip()

    def output(self, session):
        log = [json.loads(line) for line in self.sessions("log", "--json", session).splitlines()]
        return "".join(line["detail"] for line in log if line["event"] == "stdout")

    def test_a_call_in_a_loop_of_a_pipe(self):
        session = self.create_shell("printf '%s\\n' a b | while read x; do call approve $x > /tmp/$x && echo $x $(cat /tmp/$x); done; ls /tmp",
                                    "--function", "approve(what)")
        for number, answer in ((1, '"yes"'), (2, "[1]")):
            self.work()
            shown = self.show(session)
            self.assertEqual((shown["state"], shown["calls"][-1]["call"]), ("waiting", number), self.sessions("log", session))
            self.assertEqual(shown["calls"][-1]["arguments"], {"args": ["ab"[number - 1]], "kwargs": {}})
            self.sessions("answer", session, str(number), "--value", answer)
        self.work()
        self.assertEqual(self.show(session)["result"], {"exit_code": 0, "limit": ""})
        self.assertEqual(self.output(session), "a yes\nb [1]\na\nb\n")

    def test_errors_feeds_and_files(self):
        session = self.create_shell("x=7; echo kept > /tmp/note; call pay 1 || echo failed; call nothing; echo $?", "--function", "pay(n)")
        self.work()
        self.sessions("answer", session, "1", "--error", "no money")
        self.work()
        self.assertEqual(self.output(session), "failed\n127\n")
        self.sessions("feed", session, "-c", "python3 -c 'print(open(\"/tmp/note\").read())'; echo $x; exit 3")
        self.work()
        self.assertEqual(self.show(session)["result"]["exit_code"], 3)
        self.assertTrue(self.output(session).endswith("kept\n\n7\n"), self.output(session))

    def test_sleepers_hold_no_process(self):
        session = self.create_shell("sleep 2; echo awake")
        self.work()
        self.assertEqual(self.show(session)["state"], "sleeping")
        worker = self.start_worker()
        self.wait_for(lambda: self.show(session)["state"] == "done", "the end")
        worker.terminate()
        self.assertEqual(self.output(session), "awake\n")

    def test_a_limit_ends_a_script(self):
        session = self.create_shell("x=1; while :; do :; done", "--timeout", "0.5")
        self.work()
        shown = self.show(session)
        self.assertEqual((shown["state"], shown["result"]["limit"]), ("failed", "duration"))
        self.sessions("feed", session, "-c", "echo $x")
        self.work()
        self.assertEqual(self.output(session), "1\n")


class Commands(Case):
    def test_feed_signal_fork_cancel_list_gc(self):
        session = self.create("x = wait_signal('go')\nemit('mail', x)", "--title", "first", "--key", "k")
        self.assertEqual(self.create("other", "--key", "k"), session)
        self.work()
        self.sessions("signal", session, "go", "--value", '{"a": [1]}')
        self.work()
        self.assertEqual(json.loads(self.sessions("outbox"))["body"], {"a": [1]})
        self.sessions("outbox", "--remove", "1")
        self.assertEqual(self.sessions("outbox"), "")
        other = self.sessions("fork", session, "--title", "second").strip()
        self.sessions("feed", session, "-c", "x['a'].append(2); x")
        self.work()
        self.assertEqual(self.show(session)["result"], {"a": [1, 2]})
        self.sessions("feed", other, "-", input="x")
        self.work()
        self.assertEqual(self.show(other)["result"], {"a": [1]})
        self.assertIn("second", self.sessions("list"))
        self.assertEqual(self.sessions("list", "--state", "waiting"), "")
        self.sessions("cancel", other, "--reason", "enough")
        self.assertIn("cancelled", self.sessions("show", other))
        exported = json.loads(self.sessions("export", session))
        self.assertEqual(exported["snapshot"]["seq"], exported["seq"])
        self.assertIn("0 sessions", self.sessions("gc"))
        time.sleep(0.05)
        self.assertIn("2 sessions", self.sessions("gc", "--older-than", "0.01"))
        self.assertEqual(self.sessions("list"), "")

    def test_tenants_do_not_see_each_other(self):
        session = self.create("wait_signal('go')", "--tenant", "alice")
        self.work("--tenant", "alice")
        for command in (["show", session], ["log", session], ["feed", session, "-c", "1"], ["signal", session, "go"], ["answer", session, "1"],
                        ["resume", session], ["cancel", session], ["fork", session], ["export", session]):
            self.assertIn("there is no session", self.sessions(command[0], "--tenant", "bob", *command[1:], status=1))
        self.assertEqual(self.sessions("list", "--tenant", "bob"), "")
        self.assertIn("waiting", self.sessions("list", "--tenant", "alice"))

    def test_keys_seal_and_change(self):
        keys = self.path("keys")
        Path(keys).write_text('{"others": ["0123456789abcdef"]}')
        session = self.create("wait_signal('go')", "--keys", keys)
        self.work("--keys", keys)
        Path(keys).write_text('{"others": ["fedcba9876543210", "0123456789abcdef"]}')
        self.assertIn("1 states", self.sessions("reseal", "--keys", keys))
        Path(keys).write_text('{"others": ["fedcba9876543210"]}')
        self.sessions("signal", session, "go")
        self.work("--keys", keys)
        self.assertEqual(self.show(session)["state"], "done")
        self.sessions("feed", session, "-c", "1")
        self.work()  # without keys
        self.assertEqual(self.show(session)["parked_for"], "state")
        self.sessions("resume", session)
        self.work("--keys", keys)
        self.assertEqual(self.show(session)["result"], 1)

    def test_a_store_that_is_not_there_is_not_made_by_looking(self):
        for store, why in [("foo:x", "foo:: this is no store"), ("bogus:/x", "bogus:: this is no store"), ("bogus://user:secret@x", "bogus://: this is no store"), ("C:x", "C:: this is no store")]:
            for command in ("list", "create"):
                said = self.run_agent("sessions", command, *(["-c", "1"] if command == "create" else []), "--store", store, status=2, cwd=self.directory.name)
                self.assertIn(why, said)
                self.assertNotIn("secret", said)
        missing = self.path("missing.db")
        for arguments in (["list"], ["show", "x"], ["log", "x"], ["feed", "x", "-c", "1"], ["signal", "x", "y"], ["answer", "x", "1"], ["resume", "x"], ["cancel", "x"], ["fork", "x"],
                          ["export", "x"], ["outbox"], ["reseal"], ["gc"]):
            self.assertIn("missing.db: there is no such store", self.run_agent("sessions", *arguments, "--store", "sqlite:" + missing, status=1), arguments)
        self.assertFalse(os.path.exists(missing))
        work = [AGENT, "work", "--store", missing, "--until-idle"]
        self.assertIn("there was no such store: made it", subprocess.run(work, capture_output=True, text=True, check=True, timeout=60).stderr)
        self.assertEqual(subprocess.run(work, capture_output=True, text=True, check=True, timeout=60).stderr, "")
        self.assertEqual(self.run_agent("sessions", "list", "--store", missing), "")
        self.run_agent("sessions", "create", "-c", "1", "--store", "sqlite:" + self.path("a:b"))
        self.assertTrue(os.path.exists(self.path("a:b")))

    def test_names_in_tracebacks(self):
        Path(self.path("boom.py")).write_text("def f():\n    1/0\nf()\n")
        for file, name in ((self.path("boom.py"), self.path("boom.py")), ("-", "<string>")):
            session = self.sessions("create", file, input="1/0").strip()
            self.work()
            self.assertEqual(self.show(session)["state"], "failed")
            self.assertIn(f'File "{name}", line', self.show(session)["result"]["traceback"])

    def test_what_is_wrong_is_told(self):
        cancelled = self.create("wait_signal('x')")
        self.sessions("cancel", cancelled)
        self.assertIn("more code", self.sessions("feed", cancelled, "-c", "1", status=1))
        self.assertIn("no signal", self.sessions("signal", cancelled, "x", status=1))
        for name in ("a b", "1x", "if", "f(a b)", ""):
            for option in ("--function", "--idempotent"):
                self.assertIn("signature", self.sessions("create", "-c", "1", option, name, status=2), name)
        session = self.create("1")
        wrong = [(["show", "dffff"], 1), (["answer", session, "x"], 2), (["answer", session, "1"], 1), (["answer", session, "1", "--value", "{"], 2),
                 (["answer", session, "1", "--value", "1", "--again"], 2), (["signal", session, "$feed"], 2), (["create"], 2),
                 (["create", "-c", "1", "--function", "f("], 2), (["create", "-c", "1", "--max-memory", "0"], 2), (["create", "-c", "1", "--function", "emit(x)"], 2), (["create", "/no/file"], 2),
                 (["list", "--keys", "/no/keys"], 2), (["resume", session], 1)]
        for arguments, status in wrong:
            self.assertNotEqual(self.sessions(*arguments, status=status), "", arguments)
        # Each command: a session that there is not, however it is called; too few and too many words; options that it does not have; wrong values.
        one = {"show": [], "log": [], "feed": ["-c", "1"], "signal": ["go"], "answer": ["1"], "resume": [], "cancel": [], "fork": [], "export": []}
        for command, more in one.items():
            names = ["a\x1b[31m", "", "d" * 32, "x" * 100_000, "' OR 1=1 --", "\u00e4\udcff"]
            for name in names if command == "show" else names[:1]:
                said = self.sessions(command, name, *more, status=1, errors="surrogateescape")
                self.assertRegex(said, r"(?s)^pysub-agent: there is no session .*\n$", (command, name[:20]))
                self.assertNotRegex(said, "[\x00-\x09\x0b-\x1f\x7f]", command)
            self.assertNotEqual(self.sessions(command, status=2), "", command)
            self.assertNotEqual(self.sessions(command, session, *more, "and", "more", status=2), "", command)
        for command in [*one, "create", "list", "outbox", "reseal", "gc"]:
            operands = [session, *one[command]] if command in one else []
            self.assertIn("--nothing", self.sessions(command, *operands, "--nothing", status=2), command)
            self.assertIn("no/such", self.run_agent("sessions", command, *operands, "--store", "sqlite:/no/such/store", status=1), command)
        for arguments in (["list", "--state", "asleep"], ["gc", "--older-than", "-1"], ["gc", "--older-than", "soon"], ["outbox", "--remove", "x"], ["outbox", "--remove", "-1"],
                          ["create", "-c", "1", "--kind", "perl"], ["create", "-c", "1", "--timeout", "0"], ["create", "-c", "1", "--timeout", "nan"], ["list", "more"], ["gc", "more"],
                          ["create", "-c", "1", "--max-memory", "1e99"], ["feed", session], ["feed", session, "/no/file"], ["feed", session, "-c", "1", "-"],
                          ["signal", session, ""], ["signal", session, "a" * 10_000], ["signal", session, "go", "--value", "[" * 10_000], ["answer", session, "99999999999999999999"]):
            self.assertRegex(self.sessions(*arguments, status=2), "(?m)^(pysub-agent: |usage: pysub-agent sessions )", arguments)
        self.assertEqual(self.show(session)["state"], "ready")
        self.assertIn("--store", self.run_agent("sessions", "list", status=2))
        self.assertIn("oracle://: this is no store: sqlite:PATH", self.run_agent("sessions", "list", "--store", "oracle://me:secret@x/y", status=2))
        self.assertIn("4 MB", self.sessions("create", "-", status=2, input="#" * (5 << 20)))


if __name__ == "__main__":
    run_unittests(280)
