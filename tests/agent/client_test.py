#!/usr/bin/env python3
"""The MCP client against servers that misbehave, over pipes and HTTP.

    client_test.py MCP_PROBE
"""

import http.server
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests

HERE = os.path.dirname(os.path.abspath(__file__))
PROBE = os.path.abspath(sys.argv[1])
SHORT = {"start_ms": 30000, "call_ms": 8000, "message_bytes": 1_000_000}  # long enough for a machine that is busy
MODERN = "2026-07-28"


def probe(server, requests=(), timeout=60):
    """What the server was found to be, the answers by the number of their call, and the exit status."""
    text = "".join(json.dumps(request) + "\n" for request in requests)
    run = subprocess.run([PROBE, json.dumps(server)], input=text, capture_output=True, text=True, timeout=timeout)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    if not lines:
        raise AssertionError(run.stderr)
    return lines[0], {line["call"]: line for line in lines[1:]}, run.returncode


def bad(how, notes=None, **limits):
    environment = {"NOTES": notes} if notes else {}
    return {"command": [sys.executable, os.path.join(HERE, "bad_server.py"), how], "environment": environment, "limits": {**SHORT, **limits}}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.notes_file = os.path.join(folder.name, "notes")

    def notes(self):
        if not os.path.exists(self.notes_file):
            return []
        with open(self.notes_file) as file:
            return file.read().splitlines()

    def works(self, how, call="echo", **arguments):
        view, answers, status = probe(bad(how, self.notes_file), [{"call": call, "arguments": arguments}])
        self.assertEqual((view["error"], status), ("", 0), view)
        self.assertEqual(answers[1]["kind"], "result", answers)
        return view, answers[1]["result"]


class Eras(Case):
    def test_a_server_of_the_older_era(self):
        view, result = self.works("good", text="a")
        self.assertEqual((view["revision"], view["title"]), ("2025-11-25", "bad 1"))
        self.assertEqual(result["content"][0]["text"], "a")

    def test_a_server_of_the_newer_era(self):
        self.assertEqual(self.works("modern", text="a")[0]["revision"], MODERN)

    def test_a_server_that_ends_when_it_is_probed(self):
        self.assertEqual(self.works("ends-when-probed")[0]["revision"], "2025-11-25")

    def test_a_server_that_says_nothing_when_it_is_probed(self):
        self.assertEqual(self.works("silent-when-probed")[0]["revision"], "2025-11-25")

    def test_a_revision_that_is_wanted(self):
        view, _, _ = probe({**bad("good"), "revision": "2025-03-26"})
        self.assertEqual(view["revision"], "2025-03-26")
        view, _, status = probe({**bad("good"), "revision": MODERN})
        self.assertIn("does not speak 2026-07-28", view["error"])
        self.assertEqual(status, 1)

    def test_texts_before_the_first_message(self):
        self.works("garbage-first")


class Starts(Case):
    def fails(self, server, text):
        view, _, status = probe(server)
        self.assertEqual(status, 1)
        self.assertIn(text, view["error"])

    def test_programs_that_there_are_not(self):
        self.fails({"command": ["/no/such/program"]}, "cannot be started: No such file")

    def test_programs_that_end(self):
        self.fails({"command": ["false"], "limits": SHORT}, "the server has ended")

    def test_programs_that_are_no_servers(self):
        self.fails({"command": ["cat"], "limits": SHORT}, "no such method")
        self.fails({"command": ["yes"], "limits": SHORT}, "no message")

    def test_servers_without_an_answer(self):
        self.fails(bad("no-answer", start_ms=4000), "did not answer in time")
        self.fails(bad("reads-nothing", start_ms=1000), "did not answer in time")

    def test_a_revision_that_nobody_knows(self):
        self.fails(bad("other-revision"), '"1999-01-01"')

    def test_lists_of_tools(self):
        self.fails(bad("many-tools"), "more than 500 tools")
        self.fails(bad("list-is-none"), "a list that is none")
        view, _, status = probe(bad("endless-pages"))
        self.assertEqual((view["tools"], status), ([], 0))

    def test_environment_is_what_is_given(self):
        script = "import os, sys; sys.stderr.write(' '.join(sorted(os.environ))); sys.exit(1)"
        server = {"command": [sys.executable, "-c", script], "environment": {"A": "1"}, "inherit": ["USER_OF_TEST"], "limits": SHORT}
        os.environ["USER_OF_TEST"] = "me"
        os.environ["SECRET_OF_TEST"] = "no"
        view, _, _ = probe(server)
        said = view["error"].split("it said: ")[1].split()
        self.assertIn("USER_OF_TEST", said)
        self.assertIn("A", said)
        self.assertNotIn("SECRET_OF_TEST", said)


class Calls(Case):
    def call(self, how, *more, **limits):
        _, answers, _ = probe(bad(how, self.notes_file, **limits), [{"call": "bad"}, *more])
        return answers

    def test_messages_that_are_too_long(self):
        for how in ("huge-line", "endless-line"):
            with self.subTest(how):
                answer = self.call(how)[1]
                self.assertEqual(answer["kind"], "unavailable")
                self.assertIn("more than 1000000 bytes (message_bytes)", answer["message"])

    def test_a_flood_of_garbage(self):
        self.assertIn("no message", self.call("flood")[1]["message"])

    def test_garbage_between_answers(self):
        self.assertEqual(self.call("garbage")[1]["kind"], "result")

    def test_wrong_ids_answer_nothing(self):
        answers = self.call("wrong-ids", {"wait": 1}, {"call": "echo", "arguments": {"text": "own"}})
        self.assertEqual(answers[1]["result"]["content"][0]["text"], "right")
        self.assertEqual(answers[2]["result"]["content"][0]["text"], "own")

    def test_answers_that_are_none(self):
        self.assertEqual(self.call("results-that-are-none")[1]["kind"], "refused")
        self.assertEqual(self.call("errors-that-are-none")[1]["kind"], "refused")

    def test_a_call_without_an_answer_is_given_up_and_told(self):
        answers = self.call("no-answer-to-calls", {"wait": 1}, {"call": "echo"}, call_ms=3000)
        self.assertEqual(answers[1]["kind"], "timeout")
        self.assertEqual(answers[2]["kind"], "result")
        self.assertTrue(any("notifications/cancelled" in note for note in self.notes()), self.notes())

    def test_calls_that_are_cancelled(self):
        started = time.time()
        answers = self.call("no-answer-to-calls", {"cancel": 1}, {"wait": 1}, {"call": "echo"}, call_ms=60000)
        self.assertEqual((answers[1]["kind"], answers[2]["kind"]), ("cancelled", "result"))
        self.assertLess(time.time() - started, 20)

    def test_requests_of_servers(self):
        self.call("asks-back")
        answers = [json.loads(note) for note in self.notes() if note.startswith("{") and "jsonrpc" in note]
        self.assertIn((1, -32601), [(a.get("id"), a.get("error", {}).get("code")) for a in answers])
        self.assertIn(("p", {}), [(a.get("id"), a.get("result")) for a in answers])

    def test_a_server_that_dies_is_started_again_and_nothing_is_repeated(self):
        _, answers, _ = probe(bad("dies", self.notes_file), [{"call": "bad"}, {"call": "echo"}, {"wait": 2}])
        self.assertEqual(answers[1]["kind"], "unavailable")
        self.assertIn("it said: out of luck", answers[1]["message"])
        self.assertEqual(self.notes().count("call bad"), 1)

    def test_a_server_that_ran_for_long_and_died_comes_back_at_once(self):
        with subprocess.Popen([PROBE, json.dumps(bad("dies", self.notes_file))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
            for line in ({"call": "echo"}, {"wait": 1}):
                run.stdin.write(json.dumps(line) + "\n")
            run.stdin.flush()
            time.sleep(1.5)  # longer than the pause between two starts
            out, _ = run.communicate("".join(json.dumps(line) + "\n" for line in ({"call": "bad"}, {"wait": 2}, {"call": "echo"})), timeout=60)
        kinds = [answer["kind"] for answer in map(json.loads, out.splitlines()[1:])]
        self.assertEqual(kinds, ["result", "unavailable", "result"])

    def test_a_list_that_changes(self):
        self.assertEqual(self.call("changes", {"wait": 1}, {"call": "echo"})[2]["kind"], "result")

    def test_calls_that_wait_for_their_turn(self):
        calls = [{"call": "echo", "arguments": {"text": str(i)}} for i in range(300)]
        _, answers, _ = probe(bad("good", calls=2), calls)
        self.assertEqual([answers[i + 1]["result"]["content"][0]["text"] for i in range(300)], [str(i) for i in range(300)])

    def test_servers_that_do_not_end_are_killed_with_their_children(self):
        probe(bad("stays", self.notes_file), [{"call": "echo"}])
        pids = [int(pid) for note in self.notes() if note.startswith("pids") for pid in note.split()[1:]]
        self.assertEqual(len(pids), 2)
        time.sleep(0.2)
        for pid in pids:
            try:
                with open(f"/proc/{pid}/stat") as file:
                    self.assertIn(file.read().rsplit(")", 1)[1].split()[0], "ZX")
            except FileNotFoundError:
                pass


# ---- HTTP


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def raw(self, data):
        self.wfile.write(data)
        self.close_connection = True

    def json(self, message, status=200, headers=()):
        body = json.dumps(message).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_DELETE(self):
        self.server.seen.append(("DELETE", dict(self.headers), None))
        self.json({}, 200)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append((message.get("method"), dict(self.headers), message))
        how, id = self.server.how, message.get("id")
        method = message.get("method")
        if how.startswith("status-"):
            return self.json({}, int(how[7:]))
        if id is None:
            return self.json({}, 202)
        if method == "server/discover":
            if how == "modern" and len(self.server.seen) == 1:
                return self.json({"jsonrpc": "2.0", "id": id, "error": {"code": -32022, "message": "not this one", "data": {"supported": [MODERN]}}}, 400)
            if how == "modern":
                return self.json({"jsonrpc": "2.0", "id": id, "result": {"supportedVersions": [MODERN]}})
            return self.json({"jsonrpc": "2.0", "id": None, "error": {"code": -32000, "message": "no session"}}, 400)
        if method == "initialize":
            return self.json({"jsonrpc": "2.0", "id": id, "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "h", "version": "1"}}}, headers=[("Mcp-Session-Id", "s-1")])
        if method == "tools/list":
            properties = {"where": {"type": "string", "x-mcp-header": "Region"}, "n": {"type": "integer", "x-mcp-header": "N"}}
            wrong = [{"a": {"type": "string", "x-mcp-header": header}} for header in ("a: b\r\nX", "", "ä", 3)]
            wrong += [{"a": {"type": "number", "x-mcp-header": "A"}}, {"a": {"type": "string", "x-mcp-header": "A"}, "b": {"type": "string", "x-mcp-header": "a"}}]
            tools = [("echo", properties), ("bad", properties)] + [(f"wrong{i}", schema) for i, schema in enumerate(wrong)]
            return self.json({"jsonrpc": "2.0", "id": id, "result": {"tools": [{"name": name, "inputSchema": {"type": "object", "properties": schema}} for name, schema in tools]}})
        self.call(how, id, message["params"])

    def stream(self, *pieces):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in pieces:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()

    def call(self, how, id, params):
        answer = {"jsonrpc": "2.0", "id": id, "result": {"content": [{"type": "text", "text": "yes"}]}}
        data = json.dumps(answer).encode()
        if params["name"] == "echo":
            return self.json(answer)
        if how == "stream":
            progress = json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}}).encode()
            self.stream(b": hello\r\n\r\n", b"id: 1\nevent: message\ndata: " + progress + b"\n\n", b"data: " + data[:20] + b"", data[20:] + b"\r\n\r", b"\n", b"")
        elif how == "stream-of-lines":
            text = json.dumps(answer, indent=1).encode()
            self.stream(b"".join(b"data: " + line + b"\n" for line in text.split(b"\n")) + b"\n", b"")
        elif how == "stream-without-an-answer":
            self.stream(b"data: {}\n\n", b"")
        elif how == "endless-stream":
            self.stream()
            try:
                while True:
                    self.wfile.write(b"10000\r\n" + b"x" * 65536 + b"\r\n")
            except OSError:
                pass
        elif how == "endless-body":
            self.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n")
            try:
                while True:
                    self.wfile.write(b"x" * 65536)
            except OSError:
                pass
        elif how == "endless-head":
            try:
                self.raw(b"HTTP/1.1 200 OK\r\n")
                while True:
                    self.wfile.write(b"A: " + b"x" * 65536 + b"\r\n")
            except OSError:
                pass
        elif how == "no-http":
            self.raw(b"SSH-2.0-OpenSSH_9.2\r\n\r\n" + b"\x00" * 1000)
        elif how == "cut":
            self.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
        elif how == "garbage":
            self.json("no message")
        elif how == "slow":
            time.sleep(12)
        elif how == "forgets":
            self.json({"jsonrpc": "2.0", "error": {"code": -1, "message": "no such session"}}, 404)
        else:
            self.json(answer)


class QuietServer(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        pass  # a client that goes away is what is tested


class Http(unittest.TestCase):
    def serve(self, how):
        server = QuietServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        server.how, server.seen = how, []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def probe(self, how, *requests, **more):
        self.server = self.serve(how)
        return probe({"url": f"http://127.0.0.1:{self.server.server_port}/mcp", "limits": SHORT, **more}, requests)

    def call(self, how):
        return self.probe(how, {"call": "bad"}, {"wait": 1}, {"call": "echo"})[1]

    def test_the_older_era(self):
        view, answers, _ = self.probe("legacy", {"call": "bad"})
        self.assertEqual((view["revision"], answers[1]["kind"]), ("2025-06-18", "result"))
        for method, headers, _ in self.server.seen:
            if method in ("tools/list", "tools/call", "DELETE"):
                self.assertEqual((headers.get("Mcp-Session-Id"), headers.get("MCP-Protocol-Version")), ("s-1", "2025-06-18"), method)
        self.assertIn("notifications/initialized", [seen[0] for seen in self.server.seen])
        # (Nobody waits for what is said to that: the server may hear of it when the client is gone.)
        end = time.monotonic() + 10
        while "DELETE" not in [seen[0] for seen in self.server.seen] and time.monotonic() < end:
            time.sleep(0.01)
        self.assertIn("DELETE", [seen[0] for seen in self.server.seen])

    def test_the_newer_era(self):
        arguments = {"where": "Köln", "n": 3}
        view, answers, _ = self.probe("modern", {"call": "bad", "arguments": arguments, "trace": "00-1-2-01"}, headers={"X-Own": "me"})
        self.assertEqual((view["revision"], answers[1]["kind"]), (MODERN, "result"))
        method, headers, message = self.server.seen[-1]
        self.assertEqual((headers["MCP-Protocol-Version"], headers["Mcp-Method"], headers["Mcp-Name"]), (MODERN, "tools/call", "bad"))
        self.assertEqual((headers["X-Own"], headers["Mcp-Param-N"], headers["Mcp-Param-Region"]), ("me", "3", "=?base64?S8O2bG4=?="))
        meta = message["params"]["_meta"]
        self.assertEqual((meta["io.modelcontextprotocol/protocolVersion"], meta["traceparent"]), (MODERN, "00-1-2-01"))
        self.assertEqual(view["tools"], ["echo", "bad"])

    def test_streams(self):
        for how in ("stream", "stream-of-lines"):
            with self.subTest(how):
                self.assertEqual(self.call(how)[1]["kind"], "result")

    def test_responses_that_are_none(self):
        expected = {
            "stream-without-an-answer": "has no answer", "endless-stream": "message_bytes", "endless-body": "message_bytes", "endless-head": "no HTTP",
            "no-http": "no HTTP", "cut": "closed the connection before", "garbage": "has no answer", "slow": "in time"}
        for how, text in expected.items():
            with self.subTest(how):
                answers = self.call(how)
                self.assertIn(answers[1]["kind"], ("unavailable", "timeout"))
                self.assertIn(text, answers[1]["message"])
                self.assertEqual(answers[2]["kind"], "result")

    def test_a_session_that_is_forgotten(self):
        answers = self.probe("forgets", {"call": "bad"}, {"wait": 1}, {"call": "echo"})[1]
        self.assertEqual(answers[1]["kind"], "unavailable")

    def test_servers_that_there_are_not(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        view, _, _ = probe({"url": f"http://127.0.0.1:{port}/mcp", "limits": SHORT})
        self.assertIn("Connection refused", view["error"])
        for status in (401, 500, 404, 302):
            with self.subTest(status):
                self.assertIn(f"HTTP status {status}", self.probe(f"status-{status}")[0]["error"])

    def test_wrong_configurations(self):
        for server, text in (
                ({"url": "https://a.b/"}, "server.url: has no TLS here"), ({"url": "http://a.b/"}, "neither an IP address nor localhost"),
                ({"url": "http://localhost:99999/"}, "no good port"), ({"url": "http://localhost/ x"}, "none of a URL's"), ({}, "either a command or a url"),
                ({"command": ["a"], "url": "http://localhost"}, "either a command or a url"), ({"command": ["a"], "headers": {"A": "b"}}, "are of a url"),
                ({"url": "http://localhost", "directory": "/"}, "are of a command"), ({"command": ["a"], "inherit": ["NO_SUCH"]}, "no variable NO_SUCH"),
                ({"url": "http://localhost", "headers": {"A": "b\r\nC: d"}}, "none of HTTP's"), ({"command": ["a"], "polcy": 1}, "server.polcy: unknown key"),
                ({"command": ["a"], "policy": "maybe"}, "none of allow, ask, deny"), ({"command": ["a"], "revision": "1"}, "no revision")):
            with self.subTest(text):
                run = subprocess.run([PROBE, json.dumps(server)], capture_output=True, text=True, timeout=60)
                self.assertEqual(run.returncode, 2)
                self.assertIn(text, run.stderr)


if __name__ == "__main__":
    run_unittests(280)
