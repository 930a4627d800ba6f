#!/usr/bin/env python3
"""Code mode against servers that nobody here wrote: everything, filesystem and memory of @modelcontextprotocol, which npm installs into FOLDER.

    npm_test.py PYSUB_AGENT FOLDER

Exits with 77, and says why, where node or npm is missing, or the packages cannot be had."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mcp_client import Server

AGENT, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
PACKAGES = ["@modelcontextprotocol/server-everything@2026.8.31", "@modelcontextprotocol/server-filesystem@2026.8.31", "@modelcontextprotocol/server-memory@2026.8.31"]


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def script(name):
    return os.path.join(FOLDER, "node_modules", "@modelcontextprotocol", name, "dist", "index.js")


def install():
    if shutil.which("node") is None or shutil.which("npm") is None:
        skip("node or npm is missing")
    if os.path.exists(script("server-memory")):
        return
    os.makedirs(FOLDER, exist_ok=True)
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", FOLDER, *PACKAGES], capture_output=True, text=True, timeout=200)
    if done.returncode != 0:
        skip("npm cannot install: " + done.stderr[-300:])


class Servers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        files = os.path.join(cls.folder.name, "files")
        os.mkdir(files)
        with open(os.path.join(files, "a.txt"), "w") as file:
            file.write("one\ntwo\n")
        cls.files = files
        servers = {"everything": {"command": ["node", script("server-everything")]}, "files": {"command": ["node", script("server-filesystem"), files]},
                   "memory": {"command": ["node", script("server-memory")], "environment": {"MEMORY_FILE_PATH": os.path.join(cls.folder.name, "memory.json")}}}
        cls.server = Server(AGENT, {"servers": servers})
        cls.server.initialize()

    @classmethod
    def tearDownClass(cls):
        cls.server.kill()
        cls.folder.cleanup()

    def run_python(self, code):
        data = self.server.tool("run_python", code=code)["structuredContent"]
        self.assertEqual(data["end"], "finished", data)
        return data["stdout"]

    def test_everything(self):
        self.assertEqual(self.run_python("servers.everything.echo(message='hi')"), "'Echo: hi'\n")
        self.assertIn("42", self.run_python("servers.everything.get_sum(a=40, b=2)"))
        self.assertIn("temperature", self.run_python("servers.everything.get_structured_content(location='Chicago')"))

    def test_filesystem(self):
        code = f"servers.files.write_file(path={self.files + '/b.txt'!r}, content='x')\nr = servers.files.read_text_file(path={self.files + '/a.txt'!r})\nprint('one' in str(r))"
        self.assertEqual(self.run_python(code), "True\n")
        self.assertTrue(os.path.exists(self.files + "/b.txt"))
        self.assertIn("denied", self.run_python("try: servers.files.read_text_file(path='/etc/passwd')\nexcept RuntimeError as e: print(e)"))

    def test_memory(self):
        code = ("servers.memory.create_entities(entities=[{'name': n, 'entityType': 'person', 'observations': ['x']} for n in ('ann', 'bob')])\n"
                "print(sorted(e['name'] for e in servers.memory.read_graph()['entities']))")
        self.assertEqual(self.run_python(code), "['ann', 'bob']\n")


if __name__ == "__main__":
    install()
    unittest.main(argv=sys.argv[:1])
