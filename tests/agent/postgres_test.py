#!/usr/bin/env python3
"""What is PostgreSQL's alone in pysub-agent: the program that it becomes, that no password is shown, and a server that hangs, is gone or comes back.

    postgres_test.py PYSUB_AGENT        with PYSUB_TEST_POSTGRES in the environment (tests/tools/postgres_server.py)
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from mcp_client import Server
from postgres_server import PostgresServer, new_store

AGENT = os.path.abspath(sys.argv[1])


class Case(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.url = new_store(self.directory)

    def run_agent(self, *arguments, program=AGENT, status=0, **options):
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr if status else done.stdout

    def config(self, **store):
        path = os.path.join(self.directory, "config.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"store": {"url": self.url, **store}}, file)
        return path


class TwoPrograms(Case):
    def test_the_agent_becomes_the_other_one(self):
        for scheme in ("postgres:", "postgresql:"):
            url = scheme + self.url.split(":", 1)[1]
            self.assertRegex(self.run_agent("sessions", "create", "--store", url, "-c", "1"), "^d[0-9a-f]{32}\n$")
        self.run_agent("work", "--store", self.url, "--until-idle")
        states = [json.loads(line)["state"] for line in self.run_agent("sessions", "list", "--json", "--store", self.url).splitlines()]
        self.assertEqual(states, ["done", "done"])

    def test_a_server_becomes_it_and_nobody_else(self):
        for config, name in (({"store": {"url": self.url}}, "pysub-agent-postgres"), ({}, "pysub-agent")):
            server = Server(AGENT, config)
            self.addCleanup(server.kill)
            server.initialize()
            self.assertEqual(os.path.basename(os.readlink(f"/proc/{server.process.pid}/exe")), name)

    def test_where_it_is_missing(self):
        alone = os.path.join(self.directory, "pysub-agent")
        shutil.copy(AGENT, alone)
        environment = dict(os.environ, PATH="/usr/bin:/bin")
        said = self.run_agent("sessions", "list", "--store", self.url, program=alone, status=2, env=environment)
        self.assertIn("a store at postgres:// is for the program pysub-agent-postgres, which cannot be run", said)
        said = self.run_agent("mcp", "--config", self.config(), program=alone, status=2, env=environment)
        self.assertIn("pysub-agent-postgres", said)
        said = self.run_agent("sessions", "list", "--store", "sqlite:" + alone + ".db", program=alone, status=1, env=environment)
        self.assertIn("there is no such store", said)  # (SQLite it has itself)

    def test_a_configuration_from_a_pipe_is_refused(self):
        with open(self.config(), encoding="utf-8") as file:
            said = self.run_agent("mcp", "--config", "/dev/stdin", input=file.read(), status=2)
        self.assertIn("with a store at postgres:// it must be a regular file", said)

    def test_doctor(self):
        self.assertIn("Configuration: good", subprocess.run([AGENT, "doctor", "--config", self.config()], capture_output=True, text=True, timeout=60,
                                                             check=False).stdout)


class Passwords(Case):
    def test_no_error_shows_one(self):
        for url in ("postgres://me:s3cret@127.0.0.1:1/base", "postgres://me:s3cret@[::1/base", "postgresql://127.0.0.1:1/base?password=s3cret",
                    "postgresql://me:s3cret@h/b?nothing=s3cret", "mysql://me:s3cret@h/b"):
            done = subprocess.run([AGENT, "sessions", "list", "--store", url], capture_output=True, text=True, timeout=60, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertNotIn("s3cret", done.stdout + done.stderr)
            self.assertTrue(done.stderr.startswith("pysub-agent: "), done.stderr)

    def test_one_from_the_environment_is_used(self):
        """The server asks nobody, so this tells only that libpq reads its variables and files: a service names the database."""
        services = os.path.join(self.directory, "services")
        settings = dict(part.split("=") for part in self.url.split("?")[1].split("&"))
        with open(services, "w", encoding="utf-8") as file:
            file.write(f"[mine]\nhost={settings['host'].replace('%2F', '/')}\nuser=pysub\ndbname={self.url.split('///')[1].split('?')[0]}\n")
        environment = dict(os.environ, PGSERVICEFILE=services, PGPASSWORD="s3cret")
        self.run_agent("sessions", "create", "--store", "postgresql://?service=mine", "-c", "1", env=environment)
        self.assertEqual(len(self.run_agent("sessions", "list", "--json", "--store", self.url).splitlines()), 1)


class Outages(unittest.TestCase):
    """A server of its own that hangs (SIGSTOP of all its processes), is gone, and comes back."""

    STORE_MS = 1500

    def setUp(self):
        self.database = PostgresServer()
        self.addCleanup(self.database.close)
        self.addCleanup(self.go_on)

    def hang(self):
        """All processes of the server are stopped, so that neither old connections nor new ones are answered."""
        self.database.signal_all(signal.SIGSTOP)

    def go_on(self):
        if self.database.process is not None:
            self.database.signal_all(signal.SIGCONT)

    def server(self, work=False, **limits):
        server = Server(AGENT, {"permissions": {"isolation": "in-process"}, "limits": {"store_ms": self.STORE_MS, **limits}, "store": {"url": self.database.url(), "work": work}})
        self.addCleanup(server.kill)
        server.initialize()
        return server

    def asks(self, server, session):
        """Each tool of durable sessions."""
        return [("durable_list", {}), ("durable_show", {"id": session}), ("durable_create", {"language": "python", "code": "1", "key": "k"}),
                ("durable_feed", {"id": session, "code": "1"}), ("durable_signal", {"id": session, "name": "go", "value": 1, "key": "k"}),
                ("durable_answer", {"id": session, "call": 1, "value": 1}), ("durable_fork", {"id": session, "key": "k"}),
                ("durable_cancel", {"id": session}), ("durable_resume", {"id": session})]

    def refuses_all(self, server, session, most_seconds):
        for tool, arguments in self.asks(server, session):
            began = time.monotonic()
            result = server.tool(tool, **arguments)
            took = time.monotonic() - began
            self.assertTrue(result.get("isError"), (tool, result))
            self.assertRegex(result["content"][0]["text"], "^the store (has not answered in 1500 ms: |is not available now, )", tool)
            self.assertLess(took, most_seconds, tool)

    def until_done(self, server, session, seconds=60):
        end = time.monotonic() + seconds
        while True:
            result = server.tool("durable_show", id=session)
            if not result["isError"] and result["structuredContent"]["state"] == "done":
                return result["structuredContent"]
            self.assertLess(time.monotonic(), end, result)
            time.sleep(0.2)

    def test_one_that_hangs(self):
        server = self.server(work=True)
        session = server.data("durable_create", language="python", code="wait_signal('go')")["id"]
        self.hang()
        # The first is sent to the server; those behind it are not.
        ids = [server.request("tools/call", {"name": "durable_list", "arguments": {}}) for _ in range(3)]
        said = [server.answer(id)["result"]["content"][0]["text"] for id in ids]
        self.assertEqual([text.split(": ")[1] for text in said], ["nobody knows whether this was done"] + 2 * ["others came first, nothing was done"])
        self.refuses_all(server, session, 8)
        # Nothing else waits for it, not even while a call does.
        waits = server.request("tools/call", {"name": "durable_list", "arguments": {}})
        began = time.monotonic()
        self.assertEqual(server.call("ping"), {})
        self.assertEqual(server.data("run_python", code="1+1")["stdout"], "2\n")
        self.assertLess(time.monotonic() - began, 1)
        self.assertTrue(server.answer(waits)["result"]["isError"])
        # A call that is cancelled ends at once: a server with an end of input waits for no other.
        server.cancel(server.request("tools/call", {"name": "durable_list", "arguments": {}}))
        self.go_on()
        # Of what nobody could know about: the same key is the same session, and no signal is there twice.
        end = time.monotonic() + 60
        while server.tool("durable_signal", id=session, name="go", value=1, key="k")["isError"]:
            self.assertLess(time.monotonic(), end)
        shown = server.data("durable_show", id=session)
        if shown["state"] != "cancelled":  # (durable_cancel may have been done)
            self.until_done(server, session)
        titles = [row["id"] for row in server.data("durable_list")["sessions"]]
        self.assertLessEqual(len(titles), 3)

    def test_one_that_hangs_ends_no_server_late(self):
        server = self.server(work=True)
        server.data("durable_list")
        self.hang()
        server.request("tools/call", {"name": "durable_list", "arguments": {}})
        began = time.monotonic()
        status, _ = server.end()
        self.assertEqual(status, 0)
        self.assertLess(time.monotonic() - began, 25)

    def test_one_that_is_gone(self):
        server = self.server(work=True)
        session = server.data("durable_create", language="python", code="wait_signal('go')\n7")["id"]
        self.database.stop()
        self.refuses_all(server, session, 8)
        self.assertEqual(server.data("run_python", code="1+1")["stdout"], "2\n")
        began = time.monotonic()
        done = subprocess.run([AGENT, "sessions", "list", "--store", self.database.url()], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1, done)
        self.assertLess(time.monotonic() - began, 20)
        self.assertTrue(done.stderr.startswith("pysub-agent: the store: connection to server"), done.stderr)
        doctor = subprocess.run([AGENT, "doctor", "--config", os.path.join(server.folder.name, "config.json")], capture_output=True, text=True, timeout=60, check=False)
        self.assertIn("Configuration: the store: connection to server", doctor.stdout)
        self.assertNotEqual(doctor.returncode, 0)
        # It comes back: calls and the worker go on by themselves.
        self.database.start()
        end = time.monotonic() + 30
        while server.tool("durable_signal", id=session, name="go", value=1, key="g")["isError"]:
            self.assertLess(time.monotonic(), end)
        self.assertEqual(self.until_done(server, session)["result"], 7)

    def test_restarts(self):
        server = self.server(work=True)
        sessions = []
        for number in range(5):
            end = time.monotonic() + 30
            while (made := server.tool("durable_create", language="python", code=f"{number}", key=f"k{number}"))["isError"]:
                self.assertLess(time.monotonic(), end)
            sessions.append(made["structuredContent"]["id"])
            self.database.restart()
        self.assertEqual([self.until_done(server, session)["result"] for session in sessions], [0, 1, 2, 3, 4])
        self.assertEqual(len(server.data("durable_list")["sessions"]), 5)

    def test_a_worker_backs_off_and_goes_on(self):
        url = self.database.url()
        session = subprocess.run([AGENT, "sessions", "create", "--store", url, "-c", "wait_signal('go')"], capture_output=True, text=True, timeout=60, check=True).stdout.strip()
        worker = subprocess.Popen([AGENT, "work", "--store", url], stderr=subprocess.PIPE, text=True)
        self.addCleanup(worker.stderr.close)
        self.addCleanup(worker.wait)
        self.addCleanup(worker.kill)
        time.sleep(1)
        self.database.stop()
        cpu = self.cpu_of(worker.pid)
        time.sleep(12)
        self.assertIsNone(worker.poll())
        self.assertLess(self.cpu_of(worker.pid) - cpu, 1.5)
        self.database.start()
        subprocess.run([AGENT, "sessions", "signal", "--store", url, session, "go"], timeout=60, check=True)
        end = time.monotonic() + 40
        while '"done"' not in subprocess.run([AGENT, "sessions", "show", "--json", "--store", url, session], capture_output=True, text=True, timeout=60, check=True).stdout:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.2)
        worker.terminate()
        self.assertEqual(worker.wait(20), 0)
        lines = worker.stderr.read().splitlines()
        self.assertTrue(1 <= len(lines) <= 20, lines)
        self.assertTrue(all(line.startswith("pysub-agent: the store: ") for line in lines), lines)

    @staticmethod
    def cpu_of(pid):
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    run_unittests(290)
