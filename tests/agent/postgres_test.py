#!/usr/bin/env python3
"""What is PostgreSQL's alone in pysub-agent: the program that it becomes, and that no password is shown.

    postgres_test.py PYSUB_AGENT        with PYSUB_TEST_POSTGRES in the environment (tests/tools/postgres_server.py)
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
from mcp_client import Server
from postgres_server import new_store

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
        self.run_agent("sessions", "list", "--store", "sqlite:" + alone + ".db", program=alone, env=environment)

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


if __name__ == "__main__":
    run_unittests(250)
