#!/usr/bin/env python3
"""`pysub-agent serve` as clients, strangers and bad networks see it: both eras, every tool, tenants, each limit.

    http_test.py PYSUB_AGENT
"""

import concurrent.futures
import hashlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from http_client import BOTH, Client, Host, messages_of, read_all
from mcp_client import LEGACY, MODERN, PREFIX

AGENT = os.path.abspath(sys.argv[1])
TIMEOUT = 60
TOOLS = ["run_python", "run_shell", "session_create", "session_feed", "session_fork", "session_rollback", "session_list",
         "session_close", "read_file", "write_file", "list_files", "search_files"]
FAST = {"permissions": {"isolation": "in-process"}}
ALICE, BOB = "alice-alice-alice-1", "bob-bob-bob-bob-bob-2"
TENANTS = {"alice": {"tokens": [ALICE, "another-token-of-alice"]}, "bob": {"tokens": ["sha256:" + hashlib.sha256(BOB.encode()).hexdigest()]}}


class Case(unittest.TestCase):
    maxDiff = None

    def host(self, config=None, limits=None):
        host = Host(AGENT, {**FAST, **(config or {}), **({"http": {"limits": limits}} if limits else {})})
        self.addCleanup(self.ends_well, host)
        return host

    def ends_well(self, host):
        self.assertEqual(host.end(), (0, ""))

    def client(self, host, *arguments):
        client = Client(host, *arguments)
        self.addCleanup(client.close)
        return client

    def error(self, answer, code, text=""):
        self.assertEqual(answer.get("code"), code, answer)
        self.assertIn(text, answer["message"])

    def until(self, holds, seconds=30):
        """Waits until something is so."""
        end = time.monotonic() + seconds
        while not (found := holds()):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        return found


class Eras(Case):
    def test_every_tool_in_both_eras(self):
        host = self.host()
        for version in (MODERN, *LEGACY):
            client = self.client(host, version)
            self.assertEqual([tool["name"] for tool in client.call("tools/list")["tools"]], TOOLS)
            has_data = version in (MODERN, *LEGACY[:2])

            def data(name, /, **arguments):
                result = client.tool(name, **arguments)
                self.assertEqual((client.status, result["isError"]), (200, False), result)
                self.assertEqual(result.get("resultType"), "complete" if version == MODERN else None)
                # Without structure the text is the same data, but of runs, whose output it is.
                return result["structuredContent"] if has_data else result["content"][0]["text"]

            self.assertEqual(data("run_python", code="1+1")["stdout"] if has_data else data("run_python", code="1+1"), "2\n")
            self.assertEqual(data("run_shell", code="echo x | tr x y")["stdout"] if has_data else data("run_shell", code="echo y"), "y\n")
            if not has_data:
                continue
            id = data("session_create", title="t")["session_id"]
            data("write_file", session_id=id, path="f", content="one\ntwo\n")
            self.assertEqual(data("session_feed", session_id=id, language="python", code="x = open('f').read(); len(x)")["result"], 8)
            self.assertEqual(data("session_feed", session_id=id, language="shell", code="wc -l <f; echo three >>f")["stdout"], "2\n")
            fork = data("session_fork", session_id=id)["session_id"]
            self.assertEqual(data("session_rollback", session_id=id)["feeds"], 1)
            self.assertEqual(data("read_file", session_id=id, path="f")["content"], "one\ntwo\n")
            self.assertEqual(data("read_file", session_id=fork, path="f")["content"], "one\ntwo\nthree\n")
            self.assertEqual(len(data("search_files", session_id=fork, pattern="^t")["matches"]), 2)
            self.assertEqual([entry["path"] for entry in data("list_files", session_id=id)["entries"]], ["/home/user/f"])
            self.assertEqual({row["session_id"] for row in data("session_list")["sessions"]}, {id, fork})
            uri = f"pysub://session/{id}/files/home/user/f"
            self.assertIn(uri, [row["uri"] for row in client.call("resources/list")["resources"]])
            self.assertEqual(client.call("resources/read", {"uri": uri})["contents"][0]["text"], "one\ntwo\n")
            self.assertEqual(len(client.call("resources/read", {"uri": f"pysub://session/{id}/log"})["contents"][0]["text"].splitlines()), 2)
            for one in (id, fork):
                data("session_close", session_id=one)

    def test_a_handshake(self):
        host = self.host()
        for wanted in LEGACY:
            client = self.client(host, None)
            self.assertEqual(client.initialize(wanted)["protocolVersion"], wanted)
            self.assertRegex(client.session, r"^[0-9a-f]{32}$")
            self.assertEqual(client.call("ping"), {})
            self.error(client.call("server/discover"), -32601)
            self.assertEqual(client.status, 200)
        # Once only, in one session.
        self.error(client.call("initialize", {"protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": {}}), -32600)
        self.assertEqual(client.status, 400)
        # What is no handshake opens nothing.
        client = self.client(host, None)
        self.error(client.call("initialize", {}), -32602)
        self.assertIsNone(client.got["Mcp-Session-Id"])
        [answer] = client.post(client.message("tools/list"))
        self.error(answer["error"], -32600, "Mcp-Session-Id is missing")
        self.assertEqual(client.status, 400)
        for id in ("0" * 32, "x", "../"):
            [answer] = client.post(client.message("tools/list"), Mcp_Session_Id=id)
            self.assertEqual((client.status, answer["error"]["code"]), (404, -32001))

    def test_the_header_of_the_revision(self):
        host = self.host()
        client = self.client(host, LEGACY[0])
        for version, status in [(None, 200), (LEGACY[0], 200), (LEGACY[1], 200), ("1999-01-01", 400), ("x", 400)]:
            client.post(client.message("ping"), MCP_Protocol_Version=version)
            self.assertEqual(client.status, status, version)

    def test_deleting_a_session(self):
        host = self.host()
        client = self.client(host, LEGACY[0])
        runner = self.client(host, None)
        runner.session, runner.version = client.session, client.version
        with concurrent.futures.ThreadPoolExecutor() as pool:
            running = pool.submit(runner.post, runner.message("tools/call", {"name": "run_python", "arguments": {"code": "while True: pass"}}))
            time.sleep(0.3)
            self.assertEqual(host.ask("DELETE", headers=client.headers({}))[0], 204)
            self.assertEqual(running.result(TIMEOUT), [])
        client.post(client.message("ping"))
        self.assertEqual(client.status, 404)
        self.assertEqual(host.ask("DELETE", headers=client.headers({}))[0], 404)
        self.assertEqual(host.ask("DELETE")[0], 400)
        self.assertEqual(host.ask("DELETE", headers={"MCP-Protocol-Version": MODERN})[0], 405)

    def test_the_stream_of_a_session(self):
        host = self.host(limits={"quiet_ms": 100})
        client = self.client(host, LEGACY[0])
        head = f"GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: text/event-stream\r\nMcp-Session-Id: {client.session}\r\n\r\n".encode()
        stream = host.raw(head)
        data = b""
        while data.count(b": \n\n") < 3:
            data += stream.recv(1000)
        self.assertTrue(data.startswith(b"HTTP/1.1 200 OK\r\n"), data)
        self.assertIn(b"Content-Type: text/event-stream\r\n", data)
        self.assertIn(b"X-Accel-Buffering: no\r\n", data)
        self.assertEqual(host.ask("GET", headers={**client.headers({}), "Accept": "text/event-stream"})[0], 409)
        stream.close()

        def again():
            other = host.raw(head)
            answer = other.recv(1000)
            if b"200 OK" not in answer:
                other.close()
                return None
            return other

        other = self.until(again)
        self.assertEqual(host.ask("DELETE", headers=client.headers({}))[0], 204)
        self.assertTrue(read_all(other).endswith(b"0\r\n\r\n"))
        for headers, status in [({}, 400), ({"Accept": "application/json"}, 406), ({"MCP-Protocol-Version": MODERN}, 405), ({"Mcp-Session-Id": "x"}, 404)]:
            self.assertEqual(host.ask("GET", headers=headers)[0], status, headers)

    def test_batches(self):
        client = self.client(self.host(), "2025-03-26")
        [answers] = client.post([{"jsonrpc": "2.0", "id": "a", "method": "ping"}, {"jsonrpc": "2.0", "method": "notifications/x"},
                                 {"jsonrpc": "2.0", "id": "b", "method": "tools/call", "params": {"name": "run_python", "arguments": {"code": "1+1"}}}])
        self.assertEqual({answer["id"] for answer in answers}, {"a", "b"})
        self.assertEqual(client.post([{"jsonrpc": "2.0", "method": "notifications/x"}]), [])
        self.assertEqual(client.status, 202)
        for version in (LEGACY[0], MODERN):
            other = self.client(client.host, version)
            [answer] = other.post([{"jsonrpc": "2.0", "id": 1, "method": "ping"}])
            self.assertIn(answer["error"]["code"], (-32600, -32602, -32020))
            self.assertEqual(other.status, 400)

    def test_what_each_request_has_to_say(self):
        client = self.client(self.host())
        message = client.message("tools/call", {"name": "run_python", "arguments": {"code": "1"}})
        for headers, status in [({}, 200), ({"Mcp_Name": "=?base64?cnVuX3B5dGhvbg==?="}, 200), ({"Mcp_Method": None}, 400), ({"Mcp_Method": "tools/list"}, 400),
                                ({"Mcp_Method": "Tools/Call"}, 400), ({"Mcp_Name": None}, 400), ({"Mcp_Name": "run_shell"}, 400), ({"Mcp_Name": "=?base64?!?="}, 400),
                                ({"Mcp_Name": "=?base64?cnVuX3NoZWxs?="}, 400), ({"MCP_Protocol_Version": None}, 400), ({"MCP_Protocol_Version": LEGACY[0]}, 400),
                                ({"MCP_Protocol_Version": "1999-01-01"}, 400), ({"Mcp_Session_Id": "0" * 32}, 200), ({"Mcp_Param_X": "y"}, 200)]:
            with self.subTest(headers=headers):
                [answer] = client.post(message, **headers)
                self.assertEqual((client.status, answer["id"]), (status, message["id"]), answer)
                self.assertEqual(answer.get("error", {}).get("code"), None if status == 200 else -32020)
                self.assertIsNone(client.got["Mcp-Session-Id"])
        uri = "pysub://output/7"
        self.error(client.call("resources/read", {"uri": uri}), -32602, "no such resource")
        self.assertEqual(client.status, 200)
        self.error(client.call("resources/read", {"uri": uri}, Mcp_Name="pysub://output/8"), -32020)
        self.error(client.call("nonsense"), -32601)
        self.assertEqual(client.status, 404)
        self.assertIn(MODERN, client.call("server/discover")["supportedVersions"])
        client.meta[PREFIX + "protocolVersion"] = "2031-01-01"
        error = client.call("tools/list", MCP_Protocol_Version="2031-01-01")
        self.error(error, -32022)
        self.assertEqual((client.status, error["data"]["requested"]), (400, "2031-01-01"))
        client.meta = {PREFIX + "protocolVersion": MODERN}
        self.error(client.call("tools/list"), -32602)
        self.assertEqual(client.status, 400)
        client.meta = {}
        self.error(client.call("tools/list"), -32602)
        self.assertEqual(client.post({"jsonrpc": "2.0", "method": "notifications/x"}), [])
        self.assertEqual(client.status, 202)

    def test_what_an_answer_may_be(self):
        host = self.host()
        client = self.client(host)
        for accept, type in [(BOTH, "application/json"), (None, "application/json"), ("*/*", "application/json"), ("application/json;q=0.5", "application/json"),
                             ("text/event-stream", "text/event-stream"), ("TEXT/Event-Stream, x/y", "text/event-stream")]:
            client.call("tools/list", Accept=accept)
            self.assertEqual((client.status, client.type), (200, type), accept)
        self.assertEqual(host.ask("POST", body="{}", headers={"Content-Type": "application/json", "Accept": "text/html"})[0], 406)

    def test_old_and_new_at_once(self):
        host = self.host()
        old, new = self.client(host, LEGACY[1]), self.client(host)
        id = old.data("session_create")["session_id"]
        old.data("session_feed", session_id=id, language="python", code="x = 1")
        self.assertEqual(new.data("session_feed", session_id=id, language="python", code="x + 1")["result"], 2)


class Streams(Case):
    def test_progress(self):
        host = self.host()
        for version in (MODERN, LEGACY[0]):
            client = self.client(host, version)
            id = client.data("session_create")["session_id"]
            for token, name, arguments in [("t", "run_python", {"code": "while True: pass"}), (7, "session_feed", {"session_id": id, "language": "shell", "code": "awk 'BEGIN { while (1); }'"})]:
                message = client.message("tools/call", {"name": name, "arguments": {**arguments, "timeout_seconds": 1.2}, "_meta": {"progressToken": token}})
                answer = client.begin(message)
                self.assertEqual((client.status, client.type), (200, "text/event-stream"))
                self.assertEqual(client.got["X-Accel-Buffering"], "no")
                # It comes while the program runs.
                first = answer.read1(200)
                self.assertIn(b"notifications/progress", first)
                messages = messages_of(client.type, first + answer.read())
                told = [one["params"] for one in messages[:-1]]
                self.assertTrue(1 <= len(told) <= 10, told)
                self.assertEqual({one["progressToken"] for one in told}, {token})
                self.assertEqual([one["progress"] for one in told], sorted({one["progress"] for one in told}))
                self.assertEqual(messages[-1]["id"], message["id"])
                self.assertEqual(messages[-1]["result"]["structuredContent"]["limit"], "duration")
            # Who takes no stream gets the answer alone.
            client.tool("run_python", code="1")
            self.assertEqual(client.type, "application/json")
            client.call("tools/call", {"name": "run_python", "arguments": {"code": "while True: pass", "timeout_seconds": 1}, "_meta": {"progressToken": 1}}, Accept="application/json")
            self.assertEqual(client.type, "application/json")

    def test_a_long_answer_becomes_a_stream(self):
        client = self.client(self.host(limits={"quiet_ms": 100}))
        answer = client.begin(client.message("tools/call", {"name": "run_shell", "arguments": {"code": "sleep 0.6; echo x"}}))
        self.assertEqual(client.type, "text/event-stream")
        body = answer.read()
        self.assertGreaterEqual(body.count(b": \n\n"), 2)
        self.assertEqual(messages_of(client.type, body)[-1]["result"]["structuredContent"]["stdout"], "x\n")

    def test_cancelled_by_a_notification(self):
        host = self.host()
        client = self.client(host, LEGACY[0])
        id = client.data("session_create")["session_id"]
        client.data("session_feed", session_id=id, language="python", code="kept = 1")
        for language, code in [("python", "while True: pass"), ("shell", "sleep 60"), ("python", "import time; time.sleep(60)")]:
            runner = self.client(host, None)
            runner.session, runner.version = client.session, client.version
            with concurrent.futures.ThreadPoolExecutor() as pool:
                message = runner.message("tools/call", {"name": "session_feed", "arguments": {"session_id": id, "language": language, "code": code}}, id="run")
                running = pool.submit(runner.post, message)
                time.sleep(0.2)
                self.assertFalse(running.done())
                client.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "run"}})
                self.assertEqual(client.status, 202)
                self.assertEqual(running.result(20), [])
            self.assertEqual(client.data("session_feed", session_id=id, language="python", code="kept")["result"], 1)

    def test_a_statement_that_runs_hears_that_it_is_cancelled(self):
        host = self.host()
        client = self.client(host, LEGACY[0])
        endless = "sqlite3 :memory: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c'"
        runner = self.client(host, None)
        runner.session, runner.version = client.session, client.version
        with concurrent.futures.ThreadPoolExecutor() as pool:
            running = pool.submit(runner.post, runner.message("tools/call", {"name": "run_shell", "arguments": {"code": endless}}, id="run"))
            time.sleep(0.3)
            self.assertFalse(running.done())
            began = time.monotonic()
            client.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "run"}})
            self.assertEqual(running.result(20), [])
            self.assertLess(time.monotonic() - began, 2)

    def test_a_client_that_goes_away(self):
        host = self.host({"limits": {"run_ms": 60_000}})
        client = self.client(host)
        id = client.data("session_create")["session_id"]
        client.data("session_feed", session_id=id, language="python", code="kept = 1")
        for token in ({}, {"_meta": {"progressToken": 1}}):
            gone = Client(host)
            message = gone.message("tools/call", {"name": "session_feed", "arguments": {"session_id": id, "language": "python", "code": "kept = 2\nwhile True: pass"}, **token})
            gone.connection.request("POST", "/mcp", body=json.dumps(message), headers=gone.headers(message))
            time.sleep(0.5)
            gone.close()
            started = time.monotonic()
            self.assertEqual(client.data("session_feed", session_id=id, language="python", code="kept")["result"], 1)
            self.assertLess(time.monotonic() - started, 20)
        # In the older era the run goes on.
        old = Client(host, LEGACY[0])
        message = old.message("tools/call", {"name": "session_feed", "arguments": {"session_id": id, "language": "python", "code": "import time; time.sleep(1); kept = 3"}})
        old.connection.request("POST", "/mcp", body=json.dumps(message), headers=old.headers(message))
        time.sleep(0.3)
        old.close()
        self.assertEqual(client.data("session_feed", session_id=id, language="python", code="kept")["result"], 3)


class Tenants(Case):
    def test_tokens(self):
        host = self.host({"tenants": TENANTS})
        self.assertIn("tenants: alice (2 tokens) bob (1 tokens)", host.said)
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
        for token in (None, "", "Bearer", "Bearer ", "Bearer x", "Bearer " + ALICE[:-1], "Bearer " + ALICE + "x", "Basic " + ALICE, ALICE, "Bearer " + TENANTS["bob"]["tokens"][0]):
            for method, text in (("POST", body), ("GET", None), ("DELETE", None)):
                status, headers, answer = host.ask(method, body=text, headers={"Content-Type": "application/json", **({"Authorization": token} if token is not None else {})})
                self.assertEqual((status, headers["WWW-Authenticate"]), (401, 'Bearer realm="pysub-agent"'), token)
                self.assertIsNone(json.loads(answer)["id"])
                has_token = token is not None and re.fullmatch(r"Bearer +\S+", token)
                self.assertEqual(json.loads(answer)["error"]["message"], "this bearer token is none of a tenant" if has_token else "a bearer token of a tenant is missing", token)
        for token in (ALICE, BOB, "another-token-of-alice"):
            self.assertEqual(self.client(host, MODERN, token).data("run_python", code="1+1")["stdout"], "2\n")
        self.assertEqual(self.client(host, MODERN, BOB).post({"jsonrpc": "2.0", "method": "x"}, Authorization="bearer " + BOB), [])

    def test_the_digest_of_nothing(self):
        """As of a variable that was not set: it lets in nobody."""
        host = self.host({"tenants": {"a": {"tokens": ["sha256:" + hashlib.sha256(b"").hexdigest()]}}})
        for headers in ({}, {"Authorization": ""}, {"Authorization": "Bearer"}, {"Authorization": "Bearer "}):
            self.assertEqual(host.ask("POST", body="{}", headers={"Content-Type": "application/json", **headers})[0], 401)

    def test_nobody_sees_another(self):
        host = self.host({"tenants": TENANTS, "limits": {"result_bytes": 100}})
        alice, bob = self.client(host, MODERN, ALICE), self.client(host, MODERN, BOB)
        id = alice.data("session_create", title="secret")["session_id"]
        alice.data("session_feed", session_id=id, language="shell", code="echo secret >f; seq 1000")
        self.assertEqual(bob.data("session_list")["sessions"], [])
        self.assertEqual(bob.call("resources/list")["resources"], [])
        for uri in (f"pysub://session/{id}/log", f"pysub://session/{id}/files/home/user/f", "pysub://output/1"):
            self.assertIn("contents", alice.call("resources/read", {"uri": uri}))
            self.error(bob.call("resources/read", {"uri": uri}), -32602, "no such resource")
        for name, arguments in [("session_feed", {"language": "python", "code": "1"}), ("session_fork", {}), ("session_rollback", {}), ("session_close", {}), ("read_file", {"path": "f"}),
                                ("write_file", {"path": "f", "content": "x"}), ("list_files", {}), ("search_files", {"pattern": "x"})]:
            result = bob.tool(name, session_id=id, **arguments)
            other = bob.tool(name, session_id="s" + "0" * 32, **arguments)
            self.assertTrue(result["isError"])
            # Nor whether there is one.
            self.assertEqual(json.dumps(result).replace(id, "ID"), json.dumps(other).replace("s" + "0" * 32, "ID"))
        self.assertEqual(alice.data("read_file", session_id=id, path="f")["content"], "secret\n")
        # A handshake is its tenant's, too.
        old = self.client(host, LEGACY[0], ALICE)
        old.token = BOB
        [answer] = old.post(old.message("ping"))
        self.assertEqual((old.status, answer["error"]["code"]), (404, -32001))
        self.assertEqual(host.ask("DELETE", headers=old.headers({}))[0], 404)
        self.assertEqual(host.ask("GET", headers={**old.headers({}), "Accept": "text/event-stream"})[0], 404)
        old.token = ALICE
        self.assertEqual(old.call("ping"), {})
        # Nor does one cancel what another runs.
        runner = self.client(host, None, ALICE)
        runner.session, runner.version = old.session, old.version
        with concurrent.futures.ThreadPoolExecutor() as pool:
            running = pool.submit(runner.post, runner.message("tools/call", {"name": "run_shell", "arguments": {"code": "sleep 1; echo done"}}, id="run"))
            time.sleep(0.2)
            stranger = self.client(host, LEGACY[0], BOB)
            stranger.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "run"}})
            self.assertEqual(running.result(20)[-1]["result"]["structuredContent"]["stdout"], "done\n")

    def test_each_has_its_own_limits_and_mounts(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "f"), "w") as file:
                file.write("mounted")
            tenants = {"alice": {**TENANTS["alice"], "mounts": [{"host": folder, "path": "/work", "mode": "read-only"}]},
                       "bob": {**TENANTS["bob"], "limits": {"sessions": 1}, "permissions": {"tools": ["run_shell", "session_create"], "isolation": "in-process"}}}
            host = self.host({"tenants": tenants, "limits": {"sessions": 2}, "environment": {"NAME": "shared"}})
            alice, bob = self.client(host, MODERN, ALICE), self.client(host, MODERN, BOB)
            self.assertEqual(alice.data("run_shell", code="cat /work/f; echo $NAME")["stdout"], "mountedshared\n")
            self.assertEqual(bob.data("run_shell", code="ls /work 2>&1; echo $NAME")["stdout"].splitlines()[-1], "shared")
            self.assertNotIn("mounted", json.dumps(bob.tool("run_shell", code="cat /work/f")))
            bob.data("session_create")
            self.assertIn("the limit (sessions)", bob.tool("session_create")["content"][0]["text"])
            for _ in range(2):
                alice.data("session_create")
            self.assertEqual([tool["name"] for tool in bob.call("tools/list")["tools"]], ["run_shell", "session_create"])
            self.error(bob.tool("run_python", code="1"), -32602, "there is no tool run_python")

    def test_one_does_not_hold_up_another(self):
        host = self.host({"tenants": TENANTS}, {"threads": 1})
        alice, bob = self.client(host, MODERN, ALICE), self.client(host, MODERN, BOB)
        others = [Client(host, MODERN, ALICE) for _ in range(8)]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            running = [pool.submit(other.tool, "run_python", code="while True: pass", timeout_seconds=8) for other in others]
            time.sleep(0.5)
            started = time.monotonic()
            self.assertEqual(bob.data("run_python", code="1+1")["stdout"], "2\n")
            self.assertLess(time.monotonic() - started, 5)
            self.assertFalse(any(one.done() for one in running))
            for one in running:
                # (A fast machine makes all of its steps in that time.)
                self.assertIn(one.result()["structuredContent"]["limit"], ("duration", "steps"))
        for one in others:
            one.close()


class Strangers(Case):
    def test_host_and_origin(self):
        host = self.host({"http": {"hosts": ["agent.example"], "origins": ["https://page.example"]}})
        client = self.client(host)
        for name, status in [("localhost", 200), ("LOCALHOST:8", 200), ("127.0.0.1", 200), ("[::1]:80", 200), ("agent.example:80", 200), ("evil.example", 403), ("evil.example:80", 403),
                             ("127.0.0.1.evil.example", 403), ("localhost.evil", 403), ("", 403), ("[::1", 403), ("agent.example.", 403)]:
            body = client.begin(client.message("tools/list"), Host=name).read()
            self.assertEqual(client.status, status, (name, body))
            client.close()
        own = f"127.0.0.1:{host.port}"
        for origin, status in [(None, 200), ("https://page.example", 200), (f"http://{own}", 200), ("http://evil.example", 403), ("null", 403), ("", 403), (f"http://{own}.evil", 403),
                               (f"https://{own}", 403), ("http://127.0.0.1:1", 403), ("https://page.example.evil", 403)]:
            body = client.begin(client.message("tools/list"), Origin=origin).read()
            self.assertEqual(client.status, status, (origin, body))
            self.assertEqual(client.got["Access-Control-Allow-Origin"], origin if status == 200 else None)
            client.close()
        status, headers, _ = host.ask("OPTIONS", headers={"Origin": "https://page.example", "Access-Control-Request-Method": "POST"})
        self.assertEqual((status, headers["Access-Control-Allow-Origin"]), (204, "https://page.example"))
        self.assertEqual(host.ask("OPTIONS", headers={"Origin": "https://evil.example"})[0], 403)

    def test_methods_paths_and_types(self):
        host = self.host()
        for method, path, status in [("PUT", "/mcp", 405), ("PATCH", "/mcp", 405), ("HEAD", "/mcp", 405), ("OPTIONS", "/mcp", 405), ("BREW", "/mcp", 405), ("GET", "/x", 404),
                                     ("POST", "/mcp/", 404), ("POST", "/../mcp", 404), ("POST", "http://localhost/mcp", 404), ("POST", "*", 404)]:
            self.assertEqual(host.ask(method, path, headers={"Content-Type": "application/json"})[0], status, (method, path))
        for headers, status in [({}, 415), ({"Content-Type": "text/plain"}, 415), ({"Content-Type": "application/json; charset=utf-8"}, 400),
                                ({"Content-Type": "application/json", "Content-Encoding": "gzip"}, 415)]:
            self.assertEqual(host.ask("POST", body="{", headers=headers)[0], status, headers)
        for body, code in [(b"", -32700), (b"{", -32700), (b"\xff", -32700), (b"[" * 5000, -32700), (b"1", -32600), (b"{}", -32600), (b"[]", -32600), (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600)]:
            status, _, answer = host.ask("POST", body=body, headers={"Content-Type": "application/json"})
            self.assertEqual((status, json.loads(answer)["error"]["code"]), (400, code), body[:40])

    def test_what_is_no_http(self):
        host = self.host()
        head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        for data, status in [(b"nonsense\r\n\r\n", b"400"), (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"400"), (b"GET /mcp HTTP/9.9\r\n\r\n", b"400"), (b"GET /mcp\r\n\r\n", b"400"),
                             (head + b"Content-Length: x\r\n\r\n", b"400"), (head + b"Content-Length: -1\r\n\r\n", b"400"), (head + b"Content-Length: 99999999999999999999999\r\n\r\n", b"400"),
                             (head + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n{}", b"400"), (head + b"Transfer-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}", b"501"),
                             (head + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", b"501"), (head.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"501"), (head + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
                             (head + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n", b"400"), (head + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n", b"400"),
                             (head + b"X: a\x00b\r\n\r\n", b"400"), (head + b" folded\r\n\r\n", b"415"), (head + b"No colon\r\n\r\n", b"400"),
                             (head + b"Host: localhost\r\n\r\n", b"400"), (head + b"Authorization: Bearer x\r\nAuthorization: Bearer y\r\n\r\n", b"400"),
                             (b"POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", b"403"),
                             (b"GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", b"431"), (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n", b"431")]:
            with self.subTest(data=data[:100]):
                answer = read_all(host.raw(data))
                self.assertTrue(answer.startswith(b"HTTP/1.1 " + status), answer[:200])
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1)
                self.assertIn(b"Connection: close", answer)
        for data in (b"", b"GET", b"POST /mcp HTTP/1.1\r\nHost:"):
            host.raw(data).close()
        self.assertEqual(self.client(host).data("run_python", code="1+1")["stdout"], "2\n")

    def test_fields_that_are_too_long(self):
        """In a head and behind a body: 64 KiB of one are no error for Beast, but an exception."""
        host = self.host({"http": {"limits": {"head_bytes": 60_000}}})
        head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
        for size in (64_000, 65_533, 65_536, 70_000, 200_000):
            for before in (b"", b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"):
                for field in (b"X: " + b"x" * size, b"x" * size + b": X"):
                    connection = host.raw(head + before)
                    time.sleep(0.05)  # so that the field is read apart
                    try:
                        connection.sendall(field + b"\r\n\r\n")
                    except OSError:
                        pass
                    self.assertRegex(read_all(connection), rb"^(HTTP/1.1 4(00|31) |$)")
        self.assertEqual(self.client(host).data("run_python", code="1+1")["stdout"], "2\n")

    def test_bodies(self):
        host = self.host({"limits": {"request_bytes": 2000}})
        head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\n"
        good = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{}}}'
        for data, status in [(b"Content-Length: 2001\r\n\r\n", b"413"), (b"Content-Length: 9999999999\r\n\r\n", b"413"), (b"Expect: 100-continue\r\nContent-Length: 2001\r\n\r\n", b"413"),
                             (b"Transfer-Encoding: chunked\r\n\r\n7d1\r\n" + b" " * 2001, b"413"), (b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 2001, b"413"),
                             (b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffff0\r\n", b"413")]:
            answer = read_all(host.raw(head + data))
            self.assertTrue(answer.startswith(b"HTTP/1.1 " + status), (data[:60], answer[:200]))
        # Chunks, one byte each, with extensions and trailers, and an interim answer.
        chunks = b"".join(b"1;x=y\r\n" + good[n:n + 1] + b"\r\n" for n in range(len(good))) + b"0\r\nTrailer: x\r\n\r\n"
        for data in (b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunks, b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(good) + good):
            answer = read_all(host.raw(head + data))
            self.assertTrue(answer.startswith(b"HTTP/1.1 200 OK"), answer)
            self.assertIn(b"Mcp-Session-Id: ", answer)
        connection = host.raw(head + b"Expect: 100-continue\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(good))
        self.assertEqual(connection.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
        connection.sendall(good)
        self.assertIn(b"200 OK", read_all(connection))
        # Requests one behind the other on one connection, all sent at once; HTTP/1.0.
        one = head + b"Content-Length: %d\r\n\r\n" % len(good) + good
        self.assertEqual(read_all(host.raw(one * 3 + one.replace(b"Accept", b"Connection: close\r\nAccept"))).count(b"HTTP/1.1 200 OK"), 4)
        answer = read_all(host.raw(one.replace(b"HTTP/1.1", b"HTTP/1.0")))
        self.assertIn(b"200 OK", answer)
        self.assertNotIn(b"chunked", answer)


class Limits(Case):
    def test_slow_clients(self):
        host = self.host(limits={"head_ms": 500, "body_ms": 700, "idle_ms": 400})
        head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"

        def drip(first, byte):
            """How long a client is borne that sends a byte now and then, and what it is told."""
            started = time.monotonic()
            connection = host.raw(first)
            connection.settimeout(0.05)
            told = b""
            while time.monotonic() - started < 20:
                try:
                    piece = connection.recv(1000)
                    told += piece
                    if not piece:
                        break
                except TimeoutError:
                    pass
                except ConnectionError:
                    break
                try:
                    connection.send(byte)
                except OSError:
                    break
            connection.close()
            return time.monotonic() - started, told

        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            heads = [pool.submit(drip, b"GET /mcp HTTP/1.1\r\nX: ", b"x") for _ in range(10)]
            bodies = [pool.submit(drip, head + b"\r\n", b" ") for _ in range(10)]
            # Meanwhile others are served.
            self.assertEqual(self.client(host).data("run_python", code="1+1")["stdout"], "2\n")
            for one in heads + bodies:
                seconds, told = one.result()
                self.assertLess(seconds, 10)
                self.assertTrue(told.startswith(b"HTTP/1.1 408") or told == b"", told)
            self.assertTrue(any(one.result()[1].startswith(b"HTTP/1.1 408") for one in heads))
        for data in (b"", b"GET /none HTTP/1.1\r\nHost: localhost\r\n"):
            started = time.monotonic()
            read_all(host.raw(data))
            self.assertLess(time.monotonic() - started, 10)
        client = self.client(host)
        client.call("tools/list")
        self.assertEqual(client.connection.sock.recv(1), b"")  # idle_ms

    def test_a_client_that_does_not_read(self):
        host = self.host({"limits": {"result_bytes": 8 << 20, "output_bytes": 8 << 20}}, {"write_ms": 500})
        client = Client(host)
        message = client.message("tools/call", {"name": "run_python", "arguments": {"code": "print('x' * 7_000_000)"}})
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", host.port))
        body = json.dumps(message).encode()
        fields = "".join(f"{name}: {value}\r\n" for name, value in client.headers(message).items())
        connection.sendall(f"POST /mcp HTTP/1.1\r\nHost: localhost\r\n{fields}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        time.sleep(4)
        self.assertLess(len(read_all(connection)), 7_000_000)
        # Who reads gets all of it.
        self.assertEqual(len(client.data("run_python", code="print('x' * 7_000_000)")["stdout"]), 7_000_001)
        client.close()

    def test_connections(self):
        host = self.host(limits={"connections": 5, "idle_ms": 60_000})
        client = self.client(host)
        client.call("tools/list")
        held = [host.raw() for _ in range(4)]
        self.until(lambda: b" 503 " in read_all(host.raw()))
        for one in held:
            one.close()
        self.until(lambda: host.ask("GET", "/x")[0] == 404)
        self.assertEqual(client.data("run_python", code="1+1")["stdout"], "2\n")

    def test_requests_and_calls(self):
        host = self.host({"limits": {"calls": 1, "waiting_calls": 1}}, {"requests": 3})
        clients = [Client(host) for _ in range(6)]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            slow = [pool.submit(one.tool, "run_shell", code="sleep 1.5; echo x") for one in clients[:2]]
            time.sleep(0.5)
            self.error(clients[2].tool("run_shell", code="1"), -32000, "waiting_calls")
            self.assertEqual(clients[2].status, 200)
            old = Client(host, LEGACY[0])
            stream = host.raw(f"GET /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: {old.session}\r\n\r\n".encode())
            stream.recv(100)
            [answer] = clients[3].post(clients[3].message("tools/list"))
            self.assertEqual((clients[3].status, answer["error"]["code"]), (503, -32000))
            stream.close()
            for one in slow:
                self.assertEqual(one.result()["structuredContent"]["stdout"], "x\n")
        self.until(lambda: clients[3].post(clients[3].message("tools/list")) and clients[3].status == 200)
        for one in clients + [old]:
            one.close()

    def test_bodies_of_all_together(self):
        host = self.host(limits={"body_bytes": 10_000})
        head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        held = host.raw(head % 9000)
        self.until(lambda: b" 503 " in read_all(host.raw(head % 2000)))
        held.close()
        self.until(lambda: b" 400 " in read_all(host.raw((head % 2000).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + b" " * 2000)))

    def test_handshakes(self):
        host = self.host(limits={"protocol_sessions": 2, "protocol_session_ms": 3000})
        first, second = Client(host, LEGACY[0]), Client(host, LEGACY[0])
        third = Client(host, None)
        [answer] = third.post(third.message("initialize", {"protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": {}}))
        self.error(answer["error"], -32000, "protocol_sessions")
        self.assertEqual(third.status, 503)
        self.assertEqual(host.ask("DELETE", headers=first.headers({}))[0], 204)
        third.initialize()
        # One that is not used is forgotten.
        time.sleep(6)
        second.post(second.message("ping"))
        self.assertEqual(second.status, 404)
        for one in (first, second, third):
            one.close()

    def test_many_connections(self):
        host = self.host({"limits": {"calls": 8, "waiting_calls": 1000}}, {"connections": 400})
        clients = [Client(host) for _ in range(200)]
        for one in clients:
            one.connection.connect()
        gate = threading.Barrier(200)

        def work(n):
            gate.wait()
            return clients[n].data("run_python", code=f"{n} * 2")["stdout"]

        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            self.assertEqual(list(pool.map(work, range(200))), [f"{n * 2}\n" for n in range(200)])
        for one in clients:
            one.close()

    def test_sessions_from_many_connections(self):
        host = self.host({"limits": {"sessions": 20, "waiting_calls": 1000}})
        client = self.client(host)
        ids = [client.data("session_create")["session_id"] for _ in range(10)]

        def feed(n):
            one = Client(host, MODERN if n % 2 else LEGACY[0])
            for _ in range(5):
                one.data("session_feed", session_id=ids[n % 10], language="python", code="x = globals().get('x', 0) + 1")
                one.data("session_list")
                one.call("resources/list")
            one.close()

        with concurrent.futures.ThreadPoolExecutor(40) as pool:
            list(pool.map(feed, range(40)))
        for id in ids:
            self.assertEqual(client.data("session_feed", session_id=id, language="python", code="x")["result"], 20)

    def test_the_end(self):
        host = Host(AGENT, FAST)
        clients = [Client(host, LEGACY[0]) for _ in range(3)]
        for one in clients:
            message = one.message("tools/call", {"name": "run_python", "arguments": {"code": "while True: pass"}})
            one.connection.request("POST", "/mcp", body=json.dumps(message), headers=one.headers(message))
        time.sleep(0.3)
        started = time.monotonic()
        self.assertEqual(host.end(), (0, ""))
        self.assertLess(time.monotonic() - started, 15)
        for one in clients:
            one.close()


class Configuration(unittest.TestCase):
    def run_it(self, *arguments, config=None):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            if config is not None:
                json.dump(config, file)
                file.flush()
                arguments += ("--config", file.name)
            done = subprocess.run([AGENT, *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def test_mistakes_have_a_place(self):
        good = {"a": {"tokens": [ALICE]}}
        for config, text in [
            ({"http": []}, "http: is no object"), ({"http": {"port": 1}}, "http.port: unknown key; there are origins, hosts, metrics_tokens, limits"), ({"http": {"origins": "x"}}, "http.origins: is no list"),
            ({"http": {"hosts": [1]}}, "http.hosts[0]"), ({"http": {"limits": {"connection": 1}}}, "http.limits.connection: unknown key; there are connections,"),
            ({"http": {"limits": {"head_bytes": 60_001}}}, "http.limits.head_bytes: is no whole number from 1 to 60000"),
            ({"http": {"limits": {"threads": 0}}}, "http.limits.threads: is no whole number from 1 to 256"), ({"tenants": []}, "tenants: is no object"), ({"tenants": {}}, "tenants: is empty"),
            ({"tenants": {"a": {}}}, "tenants.a.tokens: is missing"), ({"tenants": {"a": {"tokens": []}}}, "tenants.a.tokens: is missing"), ({"tenants": {"a": {"tokens": ["short"]}}}, "tenants.a.tokens[0]: is no token"),
            ({"tenants": {"a": {"tokens": ["with spaces in it, alas"]}}}, "tenants.a.tokens[0]"), ({"tenants": {"a": {"tokens": ["sha256:12"]}}}, "tenants.a.tokens[0]: is not sha256: and 64"),
            ({"tenants": {"a": {"tokens": ["sha256:" + "g" * 64]}}}, "tenants.a.tokens[0]: is not sha256: and 64"), ({"tenants": {"": {"tokens": [ALICE]}}}, "tenants: has one without a name"),
            ({"tenants": {"b": {"tokens": [ALICE]}}, "http": {"metrics_tokens": [ALICE]}}, "tenants.b.tokens: has a token that is there twice"),
            ({"tenants": {**good, "b": {"tokens": [ALICE]}}}, "tenants.b.tokens: has a token that is there twice"), ({"tenants": {"a": {"tokens": [ALICE], "token": "x"}}}, "tenants.a.token: unknown key; there are tokens, mounts"),
            ({"tenants": {"a": {"tokens": [ALICE], "limits": {"memroy_bytes": 1}}}}, "tenants.a.limits.memroy_bytes: unknown key"),
            ({"tenants": {"a": {"tokens": [ALICE], "permissions": {"tools": ["x"]}}}}, "tenants.a.permissions.tools[0]: there is no tool x"),
            ({"tenants": {"a": {"tokens": [ALICE], "mounts": [{"host": "/no/where", "path": "/x"}]}}}, "/no/where"), ({"tenant": good}, "tenant: unknown key"),
        ]:
            with self.subTest(config=config):
                status, out, err = self.run_it("serve", "--http", "127.0.0.1:0", config=config)
                self.assertEqual((status, out), (2, ""))
                self.assertIn(text, err)
                self.assertEqual(err.count("\n"), 1)
                self.assertNotIn(ALICE, err)

    def test_addresses(self):
        for address, text in [("8931", "is no address"), ("127.0.0.1", "is no address"), ("example.com:80", "is no address"), ("127.0.0.1:x", "is no address"), ("127.0.0.1:99999", "is no address"),
                              ("::1:80", "is no address"), ("0.0.0.0:0", "needs tenants with tokens"), ("[::]:0", "needs tenants with tokens"), ("192.0.2.1:0", "needs tenants with tokens")]:
            status, out, err = self.run_it("serve", "--http", address)
            self.assertEqual((status, out), (2, ""), address)
            self.assertIn(text, err)
        status, _, err = self.run_it("serve", "--http", "192.0.2.1:0", config={"tenants": TENANTS})
        self.assertEqual(status, 2)
        self.assertIn("192.0.2.1:0: ", err)
        for command in ("serve", "doctor"):
            status, out, err = self.run_it(command, "--http", "")
            self.assertEqual((status, out), (2, ""))
            self.assertIn("--http: is no address\nusage: ", err)
        self.assertEqual(self.run_it("serve")[0], 2)
        self.assertIn("--http is missing", self.run_it("serve")[2])

    def test_settings_of_clients(self):
        status, out, err = self.run_it("serve", "--http", "127.0.0.1:8931", "--print-config")
        self.assertEqual((status, err), (0, ""))
        for name in ("Claude", "Cursor", "VS Code", "Codex", "Gemini", "Zed"):
            self.assertIn(name, out)
        self.assertNotIn("Authorization", out)
        url = "http://127.0.0.1:8931/mcp"
        for client, member, key, bearer in [("claude", "mcpServers", "url", "${PYSUB_TOKEN}"), ("cursor", "mcpServers", "url", "${env:PYSUB_TOKEN}"), ("vscode", "servers", "url", "${env:PYSUB_TOKEN}"),
                                            ("gemini", "mcpServers", "httpUrl", "${PYSUB_TOKEN}"), ("zed", "context_servers", "url", "${PYSUB_TOKEN}")]:
            out = self.run_it("serve", "--http", "127.0.0.1:8931", f"--print-config={client}", config={"tenants": TENANTS})[1]
            settings = json.loads(out)[member]["pysub"]
            self.assertEqual((settings[key], settings["headers"]), (url, {"Authorization": "Bearer " + bearer}))
        out = self.run_it("serve", "--http", "[::1]:1", "--print-config=codex", config={"tenants": TENANTS})[1]
        self.assertEqual(out, '[mcp_servers.pysub]\nurl = "http://[::1]:1/mcp"\nbearer_token_env_var = "PYSUB_TOKEN"\n')

    def test_doctor(self):
        out = self.run_it("doctor", "--http", "127.0.0.1:0", config={"tenants": TENANTS})[1]
        self.assertIn("HTTP: tenants: alice (2 tokens) bob (1 tokens)\nHTTP: 127.0.0.1:0 is free\n", out)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            status, out, _ = self.run_it("doctor", "--http", "127.0.0.1:%d" % taken.getsockname()[1])
            self.assertEqual(status, 1)
            self.assertRegex(out, r"HTTP: no tenants: .*\nHTTP: 127\.0\.0\.1:\d+: Address already in use\n")
            status, _, err = self.run_it("serve", "--http", "127.0.0.1:%d" % taken.getsockname()[1])
            self.assertEqual(status, 2)
            self.assertIn("Address already in use", err)
        status, out, _ = self.run_it("doctor", "--http", "0.0.0.0:0")
        self.assertEqual(status, 1)
        self.assertIn("needs tenants with tokens", out)


class SeenFromOutside(Case):
    def metrics(self, host, token=None):
        headers = {"Authorization": "Bearer " + token} if token else {}
        status, got, body = host.ask("GET", "/metrics", headers=headers)
        self.assertEqual((status, got["Content-Type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        values, kinds = {}, {}
        for line in body.decode().splitlines():
            if match := re.fullmatch(r"# TYPE (\w+) (counter|gauge|histogram)", line):
                self.assertNotIn(match[1], kinds)
                kinds[match[1]] = match[2]
            elif not line.startswith("# HELP "):
                match = re.fullmatch(r'(\w+)(\{(?:\w+="[^"\n]*",?)+\})? ([0-9.e+-]+)', line)
                self.assertTrue(match, line)
                self.assertIn(re.sub("_(bucket|sum|count)$", "", match[1]) if match[1] not in kinds else match[1], kinds)
                self.assertNotIn(match[1] + (match[2] or ""), values)
                values[match[1] + (match[2] or "")] = float(match[3])
        return values

    def test_numbers_are_those_of_what_was_done(self):
        host = self.host({"limits": {"steps": 100_000}})
        client = self.client(host)
        for code in ("1", "1/0", "while True: pass", "(", "raise SystemExit(3)"):
            client.tool("run_python", code=code)
        client.tool("session_create")
        client.tool("run_shell", code="exit 3")
        self.assertEqual(host.ask("GET", "/nothing")[0], 404)
        for _ in range(100):  # a request is counted out behind its answer
            values = self.metrics(host)
            if values["pysub_agent_requests"] == 0:
                break
            time.sleep(0.05)
        self.assertEqual(values['pysub_agent_calls_total{tool="run_python",end="ok"}'], 1)
        self.assertEqual(values['pysub_agent_calls_total{tool="run_python",end="error"}'], 4)
        for end, count in {"finished": 2, "raised": 1, "steps": 1, "syntax_error": 1, "exit": 1}.items():
            self.assertEqual(values['pysub_agent_runs_total{end="%s"}' % end], count, end)
        self.assertEqual(values["pysub_agent_sessions"], 1)
        self.assertEqual(values["pysub_agent_requests"], 0)
        self.assertEqual(values['pysub_agent_http_answers_total{status="404"}'], 1)
        self.assertEqual(values['pysub_agent_call_seconds_count{tool="run_python"}'], 5)
        self.assertEqual(values['pysub_agent_call_seconds_bucket{tool="run_python",le="+Inf"}'], 5)
        buckets = [values['pysub_agent_call_seconds_bucket{tool="run_python",le="%s"}' % le] for le in ("0.001", "0.005", "0.02", "0.1", "0.5", "2", "10", "30", "120")]
        self.assertEqual(buckets, sorted(buckets))
        self.assertGreaterEqual(values["pysub_agent_http_connections_total"], 2)
        self.assertGreater(values["process_resident_memory_bytes"], 1_000_000)
        self.assertLess(abs(values["process_start_time_seconds"] - time.time()), 60)

    def test_a_call_that_is_cancelled_and_one_that_goes_on(self):
        host = self.host()
        client = self.client(host)
        connection = host.raw()
        body = json.dumps(client.message("tools/call", {"name": "run_shell", "arguments": {"code": "sleep 60"}}, id="s")).encode()
        head = "".join(f"{name}: {value}\r\n" for name, value in client.headers(json.loads(body)).items())
        connection.sendall(f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self.until(lambda: self.metrics(host)["pysub_agent_calls_running"] == 1)
        connection.close()
        self.until(lambda: self.metrics(host).get('pysub_agent_calls_total{tool="run_shell",end="cancelled"}') == 1)
        self.assertEqual(self.metrics(host)["pysub_agent_calls_running"], 0)

    def test_who_may_see_them(self):
        token = "a-token-for-numbers"
        host = self.host({"tenants": TENANTS, "http": {"metrics_tokens": [token]}})
        self.client(host, MODERN, ALICE).tool("run_python", code="1")
        for wrong in (None, ALICE, BOB, token + "x", ""):
            headers = {} if wrong is None else {"Authorization": "Bearer " + wrong}
            status, got, body = host.ask("GET", "/metrics", headers=headers)
            self.assertEqual((status, got["WWW-Authenticate"]), (401, 'Bearer realm="pysub-agent metrics"'))
            self.assertNotIn(b"alice", body)
        values = self.metrics(host, token)
        self.assertEqual(values['pysub_agent_calls_total{tenant="alice",tool="run_python",end="ok"}'], 1)
        self.assertEqual(values['pysub_agent_sessions{tenant="bob"}'], 0)
        # It is good for nothing else.
        [answer] = self.client(host, MODERN, token).post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        self.assertEqual(answer["error"]["code"], -32600)
        # Without tenants it is wanted, too.
        alone = self.host({"http": {"metrics_tokens": [token]}})
        self.assertEqual([alone.ask("GET", "/metrics", headers=headers)[0] for headers in ({}, {"Authorization": "Bearer x" + token})], [401, 401])
        self.assertEqual(self.metrics(alone, token)["pysub_agent_sessions"], 0)
        self.assertEqual(self.client(alone).tool("run_python", code="1")["isError"], False)
        # Nobody may where no token is good for it.
        self.assertEqual(self.host({"tenants": TENANTS}).ask("GET", "/metrics", headers={"Authorization": "Bearer " + ALICE})[0], 401)

    def test_strange_requests(self):
        host = self.host()
        for path in ("/", "/metrics", "/page.js"):
            for method in ("POST", "DELETE", "PUT", "OPTIONS"):
                status, got, _ = host.ask(method, path)
                self.assertEqual((status, got["Allow"]), (405, "GET, HEAD"), (method, path))
            self.assertEqual(host.ask("GET", path, headers={"Host": "evil.example"})[0], 403)
            self.assertEqual(host.ask("GET", path, headers={"Origin": "http://evil.example"})[0], 403)
            self.assertEqual(host.ask("GET", path, body=b"x")[0], 413)
            status, got, body = host.ask("HEAD", path)
            self.assertEqual((status, body), (200, b""))
            self.assertEqual(host.ask("GET", path + "?x=1")[0], 200)
        for path in ("//", "/page.js/", "/../page.js", "/Page.js", "/metrics/", "/page.css%00"):
            self.assertEqual(host.ask("GET", path)[0], 404, path)

    def test_the_page_loads_nothing_of_others(self):
        host = self.host({"tenants": TENANTS})
        for path, kind in (("/", "text/html"), ("/page.js", "text/javascript"), ("/page.css", "text/css")):
            status, got, body = host.ask("GET", path)
            self.assertEqual((status, got["Content-Type"]), (200, kind + "; charset=utf-8"))
            self.assertIn("default-src 'none'", got["Content-Security-Policy"])
            self.assertEqual((got["X-Content-Type-Options"], got["Referrer-Policy"]), ("nosniff", "no-referrer"))
            self.assertNotRegex(body.decode(), r"https?://|innerHTML|eval\(|onclick=|style=")
            self.assertNotRegex(body.decode(), "alice|bob")

    def test_a_line_for_each_call(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "calls")
            host = self.host({"tenants": TENANTS, "call_log": path, "limits": {"steps": 100_000}})
            client = self.client(host, MODERN, ALICE)
            trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            client.call("tools/call", {"name": "run_python", "arguments": {"code": "while 1: pass"}}, traceparent=trace)
            id = client.data("session_create")["session_id"]
            client.call("tools/call", {"name": "session_feed", "arguments": {"session_id": id, "language": "shell", "code": "echo x"}, "_meta": {"traceparent": "t" * 300}})
            client.call("tools/call", {"name": "run_python", "arguments": {"code": 5}})
            with open(path) as file:
                lines = [json.loads(line) for line in file]
            self.assertEqual([(line["tenant"], line["tool"], line["session"], line["end"], line["run"]) for line in lines],
                             [("alice", "run_python", None, "error", "steps"), ("alice", "session_create", None, "ok", None), ("alice", "session_feed", id, "ok", "finished")])
            self.assertEqual([line["trace"] for line in lines], [trace, None, "t" * 60])
            self.assertTrue(all(line["duration_ms"] > 0 and abs(line["time_ms"] / 1000 - time.time()) < 60 for line in lines))
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)


if __name__ == "__main__":
    run_unittests(280)
