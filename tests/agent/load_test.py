#!/usr/bin/env python3
"""Load above every limit of `pysub-agent serve` and `mcp`: each answer is the good one or the error that this limit has, nothing else, no more
is let in than may, and behind it the server works as before.

    load_test.py PYSUB_AGENT
"""

import collections
import concurrent.futures
import http.client
import json
import os
import re
import socket
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from http_client import Client, Host, read_all
from mcp_client import LEGACY, PREFIX, Server

AGENT = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
MANY = 60  # clients at a time


class Case(unittest.TestCase):
    maxDiff = None

    def host(self, limits=None, http=None, **more):
        host = Host(AGENT, {"permissions": {"isolation": "in-process"}, "limits": limits or {}, "http": {"limits": http or {}}, **more})
        self.addCleanup(host.end)
        return host

    def at_once(self, work, count=MANY):
        """What so many threads get that begin together: {answer: how often}."""
        gate = threading.Barrier(count)

        def one(number):
            gate.wait()
            return work(number)

        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            return collections.Counter(pool.map(one, range(count)))

    def tool(self, host, name, /, version=None, **arguments):
        """"good", or the error of the tool or of the protocol, with its status."""
        client = Client(host, *([version] if version else []))
        try:
            # (An answer of HTTP's own limits comes before the message is read: it has no id.)
            message = client.message("tools/call", {"name": name, "arguments": arguments})
            answer = client.post(message)[-1]
            self.assertIn(answer["id"], (message["id"], None) if client.status == 503 else (message["id"],))
            answer = answer.get("result") or answer["error"]
            if "code" in answer:
                return f"{client.status} {answer['code']} {answer['message']}"
            return "good" if not answer["isError"] else self.reason(answer)
        finally:
            client.close()

    @staticmethod
    def reason(answer):
        run = answer.get("structuredContent")
        return f"limit {run['limit']}" if run and run.get("limit") else answer["content"][0]["text"]

    def only(self, counts, good, *others):
        """`good`: how often it went well, a number or (least, most); others: patterns, each of which was seen."""
        least, most = good if isinstance(good, tuple) else (good, good)
        self.assertTrue(least <= counts.pop("good", 0) <= most, counts)
        for pattern in others:
            found = [text for text in counts if re.search(pattern, text)]
            self.assertTrue(found, (pattern, counts))
            for text in found:
                del counts[text]
        self.assertEqual(counts, {})

    def works(self, host):
        end = time.monotonic() + 30
        while self.tool(host, "run_python", code="1+1") != "good":
            self.assertLess(time.monotonic(), end)


class Http(Case):
    def test_connections(self):
        host = self.host(http={"connections": 20})
        held = [host.raw() for _ in range(20)]
        time.sleep(0.2)

        def one(_):
            try:
                data = read_all(host.raw(b"GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
            except OSError:
                return "reset"
            return data.split(b"\r\n")[0].decode()

        counts = self.at_once(one)
        # (Who has sent before he was refused may hear of a reset instead: TCP's own answer to bytes that nobody reads.)
        counts.pop("reset", 0), counts.pop("", 0)
        self.only(counts, 0, "^HTTP/1.1 503 ")
        for one in held:
            one.close()
        self.works(host)

    def test_requests_of_a_tenant(self):
        host = self.host({"calls": 1, "waiting_calls": 100}, {"requests": 10})
        counts = self.at_once(lambda _: self.tool(host, "run_shell", code="sleep 0.3"))
        self.only(counts, (10, MANY - 1), "^503 -32000 .*requests")
        self.works(host)

    def test_calls(self):
        for version in (None, LEGACY[0]):
            host = self.host({"calls": 2, "waiting_calls": 5})
            counts = self.at_once(lambda _: self.tool(host, "run_shell", version=version, code="sleep 0.3"))
            self.only(counts, (7, MANY - 1), "^200 -32000 .*waiting_calls")
            self.works(host)

    def test_sessions(self):
        host = self.host({"sessions": 7, "waiting_calls": 100})
        counts = self.at_once(lambda _: self.tool(host, "session_create"))
        self.only(counts, 7, r"the limit \(sessions\)")
        [first, *_] = Client(host).data("session_list")["sessions"]
        self.only(self.at_once(lambda _: self.tool(host, "session_fork", session_id=first["session_id"])), 0, r"the limit \(sessions\)")
        self.works(host)

    def test_handshakes(self):
        host = self.host(http={"protocol_sessions": 9})

        def one(_):
            client = Client(host, None)
            [answer] = client.post(client.message("initialize", {"protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": {}}))
            client.close()
            return "good" if "result" in answer else f"{client.status} {answer['error']['code']} {answer['error']['message']}"

        self.only(self.at_once(one), 9, "^503 -32000 .*protocol_sessions")
        self.works(host)

    def test_sizes_of_requests(self):
        host = self.host({"request_bytes": 10_000}, {"head_bytes": 2_000, "body_bytes": 100_000})

        def one(number):
            connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
            body, fields = ("x" * 20_000, {}) if number % 2 else ("", {"X-Long": "y" * 3_000})
            try:
                connection.request("POST", "/mcp", body=body, headers={"Content-Type": "application/json", **fields})
                return f"{connection.getresponse().status}"
            except (ConnectionResetError, BrokenPipeError):
                return "reset"
            finally:
                connection.close()

        counts = self.at_once(one)
        counts.pop("reset", 0)
        self.only(counts, 0, "^413$", "^431$")
        self.works(host)

    def test_bodies_of_all(self):
        host = self.host(http={"body_bytes": 50_000})
        head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\nConnection: close\r\n\r\n"

        def one(_):
            connection = host.raw(head)
            time.sleep(1.5)  # each holds what it was given
            try:
                connection.sendall(b" " * 9_000)
            except OSError:
                pass
            return read_all(connection).split(b"\r\n")[0].decode()

        counts = self.at_once(one)
        counts.pop("", 0)
        self.assertLessEqual(sum(count for text, count in counts.items() if " 400 " in text), 5)
        self.only(counts, 0, "^HTTP/1.1 503 ", "^HTTP/1.1 400 ")
        self.works(host)

    def test_slow_ones(self):
        host = self.host(http={"head_ms": 700, "body_ms": 700, "idle_ms": 700})
        pieces = [b"P", b"POST /mcp HTTP/1.1\r\nHo", b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", b""]

        def one(number):
            connection = host.raw(pieces[number % len(pieces)])
            began = time.monotonic()
            for _ in range(100):  # a byte now and then moves no deadline
                try:
                    if number % len(pieces) != 3:
                        connection.sendall(b" ")
                except OSError:
                    break
                time.sleep(0.1)
                connection.settimeout(0.01)
                try:
                    if not connection.recv(1000).startswith(b"HTTP/1.1 408"):
                        break
                    break
                except socket.timeout:
                    continue
                except OSError:
                    break
            connection.close()
            return "in time" if time.monotonic() - began < 8 else "late"

        self.only(self.at_once(one), 0, "^in time$")
        self.works(host)


class Runs(Case):
    def test_what_programs_take(self):
        for tool, limit, limits, code in (("run_python", "duration", {"run_ms": 500}, "while True: pass"), ("run_python", "steps", {"steps": 100_000}, "while True: pass"),
                                          ("run_python", "allocations", {"allocations": 10_000}, "for i in range(10**9): x = [[]]"),
                                          ("run_python", "memory", {"memory_bytes": 8 << 20}, "x = [0] * 3_000_000"), ("run_python", "output", {"output_bytes": 9_000}, "print('x' * 10_000)"),
                                          ("run_shell", "duration", {"run_ms": 500}, "while :; do :; done"), ("run_shell", "memory", {"shell_memory_bytes": 16 << 20}, "x=x; while :; do x=$x$x; done"),
                                          ("run_shell", "output", {"output_bytes": 9_000}, "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxx; done")):
            with self.subTest(f"{tool} {limit}"):
                host = self.host({"waiting_calls": 200, **limits})
                self.only(self.at_once(lambda _, host=host, tool=tool, code=code: self.tool(host, tool, code=code), 16), 0, f"^limit {limit}$")
                self.works(host)

    def test_files(self):
        host = self.host({"file_bytes": 100_000, "files": 50, "sessions": 40, "waiting_calls": 200})
        client = Client(host)
        self.addCleanup(client.close)
        ids = [client.data("session_create")["session_id"] for _ in range(20)]
        counts = self.at_once(lambda number: self.tool(host, "write_file", session_id=ids[number % 20], path=f"f{number}", content="x" * 60_000))
        self.only(counts, 20, "No space left|limit")
        # What is full can be emptied.
        self.only(self.at_once(lambda number: self.tool(host, "session_feed", session_id=ids[number], language="shell", code="rm f*; for i in $(seq 20); do echo >g$i; done"), 20), 20)
        counts = self.at_once(lambda number: self.tool(host, "session_feed", session_id=ids[number], language="python", code="for i in range(100): open(f'h{i}', 'w').close()"), 20)
        self.assertNotIn("good", counts)
        self.works(host)

    def test_results_and_resources(self):
        host = self.host({"result_bytes": 1_000, "resource_bytes": 2_000, "kept_output_bytes": 40_000, "waiting_calls": 200})

        def one(number):
            client = Client(host)
            try:
                result = client.tool("run_python", code=f"print('{number:03}' * 5_000)")
                size = len(json.dumps(result))
                link = next(block["uri"] for block in result["content"] if block["type"] == "resource_link")
                read = client.call("resources/read", {"uri": link})
                if "code" in read:  # a newer one has taken its place
                    return f"{read['code']}"
                return "good" if size < 8_000 and len(read["contents"][0]["text"]) <= 2_000 else f"{size} bytes"
            finally:
                client.close()

        self.only(self.at_once(one), (1, MANY), "^-32(002|602)$")
        self.works(host)

    def test_calls_and_approvals(self):
        shop = {"command": [sys.executable, os.path.join(HERE, "tool_server.py")], "tools": {"refund": "ask"}}
        host = self.host({"tool_calls": 5, "approvals": 6, "waiting_calls": 200}, servers={"shop": shop})
        self.only(self.at_once(lambda _: self.tool(host, "run_python", code="for i in range(9): servers.shop.echo(value=i)"), 16), 0, r"one call more than the 5 that a run may make \(tool_calls\)")

        def ask(_):
            client = Client(host)
            client.meta[PREFIX + "clientCapabilities"] = {"elicitation": {}}
            try:
                answer = client.tool("run_python", code="servers.shop.refund(order=1)")
                if answer.get("resultType") == "input_required":
                    return "good"
                return answer["structuredContent"]["stderr"].strip().split("\n")[-1]
            finally:
                client.close()

        self.only(self.at_once(ask, 30), 6, r"as many runs wait for one as may \(approvals\)")
        self.works(host)


class Stored(Case):
    def test_durable_sessions(self):
        with tempfile.TemporaryDirectory() as folder:
            host = self.host({"stored_sessions": 15, "waiting_calls": 200}, store={"url": f"sqlite:{folder}/store"})
            counts = self.at_once(lambda _: self.tool(host, "durable_create", language="python", code="1"))
            # (There is one thread that asks the store, so the count is exact here.)
            self.only(counts, 15, "there are 15 durable sessions, and no more are allowed")
            [row, *_] = Client(host).data("durable_list")["sessions"]
            counts = self.at_once(lambda _: collections.Counter(self.tool(host, "durable_signal", id=row["id"], name="s", value=1) for _ in range(30)).most_common(1)[0][0], 40)
            self.assertLessEqual(set(counts), {"good", "1000 signals wait for this session already"})
            self.only(collections.Counter([self.tool(host, "durable_signal", id=row["id"], name="s")]), 0, "1000 signals wait for this session already")
            self.works(host)


class Pipe(Case):
    def test_a_flood_of_lines(self):
        server = Server(AGENT, {"permissions": {"isolation": "in-process"}, "limits": {"calls": 2, "waiting_calls": 5, "sessions": 3, "request_bytes": 5_000}})
        self.addCleanup(server.kill)
        server.initialize()
        counts = collections.Counter()
        # Nothing is read of whoever has so many calls waiting: all are answered in the end, and none is refused.
        ids = [server.request("tools/call", {"name": "run_shell", "arguments": {"code": "sleep 0.01"}}) for _ in range(300)]
        for id in ids:
            answer = server.answer(id)
            counts["good" if answer.get("result", {}).get("isError") is False else json.dumps(answer)] += 1
        self.only(counts, 300)
        ids = [server.request("tools/call", {"name": "session_create", "arguments": {}}) for _ in range(50)]
        for id in ids:
            result = server.answer(id)["result"]
            counts["good" if not result["isError"] else result["content"][0]["text"]] += 1
        self.only(counts, 3, r"the limit \(sessions\)")
        for _ in range(50):
            server.send_bytes(b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "' + b"y" * 6_000 + b'"}}\n')
            counts[server.line()["error"]["message"]] += 1
        self.only(counts, 0, "request_bytes|longer|large")
        self.assertEqual(server.data("run_python", code="1+1")["stdout"], "2\n")
        self.assertEqual(server.end(), (0, ""))


if __name__ == "__main__":
    run_unittests(250)
