#!/usr/bin/env python3
"""Clients that nobody here wrote against pysub-agent, in both eras and over both transports: @modelcontextprotocol/sdk (the older era),
@modelcontextprotocol/client (both), the inspector's command line, mcporter, which npm installs into FOLDER.

    npm_clients_test.py PYSUB_AGENT FOLDER

Exits with 77, and says why, where node or npm is missing, or the packages cannot be had."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from http_client import Host
from mcp_client import LEGACY, MODERN

AGENT, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
HERE = os.path.dirname(os.path.abspath(__file__))
# The newest inspector and mcporter want newer Nodes than Debian has.
PACKAGES = ["@modelcontextprotocol/sdk@1.32.2", "@modelcontextprotocol/client@2.4.0", "@modelcontextprotocol/inspector@0.15.0", "mcporter@0.9.0"]
TOOLS = ["run_python", "run_shell", "session_create", "session_feed", "session_fork", "session_rollback", "session_list", "session_close", "read_file", "write_file", "list_files",
         "search_files"]


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def install():
    if shutil.which("node") is None or shutil.which("npm") is None:
        skip("node or npm is missing")
    if os.path.exists(os.path.join(FOLDER, "node_modules", ".bin", "mcporter")):
        return
    os.makedirs(FOLDER, exist_ok=True)
    try:
        done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", FOLDER, *PACKAGES], capture_output=True, text=True, timeout=250, check=False)
    except subprocess.TimeoutExpired:
        skip("npm takes too long")
    if done.returncode != 0:
        skip("npm cannot install: " + done.stderr[-300:])


class Clients(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        shop = {"command": [sys.executable, os.path.join(HERE, "tool_server.py")], "tools": {"refund": "ask"}}
        config = {"permissions": {"isolation": "in-process"}, "servers": {"shop": shop}}
        cls.config = os.path.join(cls.folder.name, "agent.json")
        with open(cls.config, "w", encoding="utf-8") as file:
            json.dump(config, file)
        cls.host = Host(AGENT, config)
        cls.url = f"http://127.0.0.1:{cls.host.port}/mcp"

    @classmethod
    def tearDownClass(cls):
        cls.host.end()
        cls.folder.cleanup()

    def run_client(self, *command):
        # (Of the machine's own settings nothing is read or written.)
        environment = dict(os.environ, HOME=self.folder.name)
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment, cwd=self.folder.name)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
        return done.stdout

    def program(self, name):
        return os.path.join(FOLDER, "node_modules", ".bin", name)

    def test_libraries(self):
        lines = [json.loads(line) for line in self.run_client("node", os.path.join(HERE, "npm_clients.mjs"), FOLDER, AGENT, self.config, self.url).splitlines()]
        versions = {line["client"]: line["version"] for line in lines}
        self.assertEqual(versions, {"sdk stdio": None, "sdk http": None,
                                    **{f"client {mode} {way}": version for mode, version in (("legacy", LEGACY[0]), ("auto", MODERN), ("pin", MODERN)) for way in ("stdio", "http")}})
        for line in lines:
            with self.subTest(line["client"]):
                self.assertEqual(line["server"], "pysub-agent")
                self.assertEqual(line["tools"], TOOLS)
                self.assertEqual({key: line[key] for key in ("python", "shell", "session", "file", "wrong", "approved", "aborted", "after")},
                                 {"python": "45\n", "shell": "a\nb\n", "session": "kept", "file": "kept", "wrong": "error: run_python takes no argument cod",
                                  "approved": "['refund done', 'refund done']\n", "aborted": "yes", "after": "21\n"})

    def test_inspector(self):
        # It reads the settings that --print-config prints for a client.
        settings = os.path.join(self.folder.name, "settings.json")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(subprocess.run([AGENT, "mcp", "--config", self.config, "--print-config=claude"], capture_output=True, text=True, timeout=60, check=True).stdout)
        with open(settings, encoding="utf-8") as file:
            [name] = json.load(file)["mcpServers"]
        call = ["--method", "tools/call", "--tool-name", "run_python", "--tool-arg", "code=sum(range(10))"]
        for way in (["--config", settings, "--server", name], [self.url, "--transport", "http"]):
            inspect = [self.program("mcp-inspector"), "--cli", *way]
            self.assertEqual([tool["name"] for tool in json.loads(self.run_client(*inspect, "--method", "tools/list"))["tools"]], TOOLS)
            self.assertEqual(json.loads(self.run_client(*inspect, *call))["structuredContent"]["stdout"], "45\n")
            self.assertEqual(json.loads(self.run_client(*inspect, "--method", "resources/list"))["resources"], [])

    def test_mcporter(self):
        for way in (["--stdio", f"{AGENT} mcp --config {self.config}"], ["--allow-http", "--http-url", self.url]):
            listed = json.loads(self.run_client(self.program("mcporter"), "list", *way, "--name", "pysub", "--json"))
            self.assertEqual((listed["status"], [tool["name"] for tool in listed["tools"]]), ("ok", TOOLS))
            said = json.loads(self.run_client(self.program("mcporter"), "call", *way, "--name", "pysub", "run_shell", "code=echo a | tr a b", "--output", "json"))
            self.assertEqual((said.get("structuredContent") or said)["stdout"], "b\n")


if __name__ == "__main__":
    install()
    unittest.main(argv=sys.argv[:1])
