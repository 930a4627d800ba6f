#!/usr/bin/env python3
"""`pysub-agent mcp` as a client sees it: both eras of the protocol, every tool, limits, and input of every bad kind.

    mcp_test.py PYSUB_AGENT
"""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from mcp_client import LEGACY, MODERN, PREFIX, Server, follows

AGENT = os.path.abspath(sys.argv[1])
TOOLS = ["run_python", "run_shell", "session_create", "session_feed", "session_fork", "session_rollback", "session_list",
         "session_close", "read_file", "write_file", "list_files", "search_files"]
FAST = {"permissions": {"isolation": "in-process"}}


class Case(unittest.TestCase):
    maxDiff = None

    def server(self, config=FAST, version=LEGACY[0]):
        server = Server(AGENT, config)
        self.addCleanup(server.kill)
        if version == MODERN:
            server.be_modern()
        elif version is not None:
            server.initialize(version)
        return server

    def error(self, answer, code, text=""):
        self.assertEqual(answer.get("code"), code, answer)
        self.assertIn(text, answer["message"])

    def refused(self, result, text):
        """A tool that says what is wrong."""
        self.assertTrue(result.get("isError"), result)
        self.assertIn(text, result["content"][0]["text"])


class Protocol(Case):
    def test_versions_are_negotiated(self):
        for wanted, agreed in [*((version, version) for version in LEGACY), ("2099-01-01", LEGACY[0]), ("x", LEGACY[0]), (MODERN, LEGACY[0])]:
            server = self.server(version=None)
            result = server.initialize(wanted)
            self.assertEqual(result["protocolVersion"], agreed)
            self.assertEqual(result["capabilities"], {"tools": {}, "resources": {}})
            self.assertEqual(result["serverInfo"]["name"], "pysub-agent")
            self.assertEqual(server.call("ping"), {})
            self.assertEqual([tool["name"] for tool in server.call("tools/list")["tools"]], TOOLS)
            self.error(server.call("server/discover"), -32601)
            self.assertEqual(server.end(), (0, ""))

    def test_initialize_wants_its_members(self):
        server = self.server(version=None)
        good = {"protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": {}}
        for name in good:
            self.error(server.call("initialize", {key: value for key, value in good.items() if key != name}), -32602, name)
            self.error(server.call("initialize", {**good, name: 3}), -32602, name)
        self.error(server.call("tools/list"), -32602, "initialize")
        self.assertEqual(server.call("ping"), {})
        server.initialize()
        self.error(server.call("initialize", good), -32600)

    def test_without_a_handshake(self):
        server = self.server(version=MODERN)
        result = server.call("server/discover")
        self.assertIn(MODERN, result["supportedVersions"])
        self.assertEqual(result["_meta"][PREFIX + "serverInfo"]["name"], "pysub-agent")
        for method, kept in [("server/discover", True), ("tools/list", True), ("resources/list", False), ("resources/templates/list", True)]:
            result = server.call(method)
            self.assertEqual(result["resultType"], "complete")
            self.assertEqual(result["ttlMs"] > 0, kept)
            self.assertIn(result["cacheScope"], ("private", "public"))
        result = server.tool("run_python", code="1+1")
        self.assertEqual((result["resultType"], result["structuredContent"]["stdout"]), ("complete", "2\n"))
        for method in ("initialize", "ping", "logging/setLevel", "nonsense", "prompts/list"):
            self.error(server.call(method), -32601, method)
        self.assertEqual(server.end(), (0, ""))

    def test_what_each_request_has_to_say(self):
        server = self.server(version=MODERN)
        good = server.meta
        server.meta = {**good, PREFIX + "protocolVersion": "2031-01-01"}
        error = server.call("tools/list")
        self.error(error, -32022)
        self.assertEqual(error["data"]["requested"], "2031-01-01")
        self.assertIn(MODERN, error["data"]["supported"])
        for name in (PREFIX + "protocolVersion", PREFIX + "clientCapabilities"):
            server.meta = {key: value for key, value in good.items() if key != name}
            self.error(server.call("tools/list"), -32602, name)
            server.meta = {**good, name: 7}
            self.error(server.call("tools/list"), -32602, name)
        server.meta = None
        self.error(server.call("tools/list"), -32602, PREFIX + "protocolVersion")
        server.meta = good
        server.call("tools/list")

    def test_messages_that_are_none(self):
        server = self.server()
        for line, code in [
            (b"nonsense", -32700), (b"{", -32700), (b'{"jsonrpc":"2.0","id":1', -32700), (b"\xff\xfe", -32700), (b'"\\ud800', -32700),
            (b'{"a":1,"a":2}', -32700), (b"[" * 5000, -32700), (b'{"a":' * 5000, -32700), (b"1e999999", -32600), (b"-", -32700),
            (b"1", -32600), (b"null", -32600), (b'"x"', -32600), (b"{}", -32600), (b"[]", -32600), (b"[1]", -32600),
            (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600), (b'{"id":1,"method":"ping"}', -32600),
            (b'{"jsonrpc":"2.0","id":1,"method":7}', -32600), (b'{"jsonrpc":"2.0","id":1}', -32600),
            (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600), (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
            (b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600), (b'{"jsonrpc":"2.0","id":1e400,"method":"ping"}', -32600), (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600),
            (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32600), (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":3}', -32600),
            (b'{"jsonrpc":"2.0","id":"' + b"x" * 600 + b'","method":"ping"}', -32600),
            (b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * 600 + b'"}', -32600),
        ]:
            with self.subTest(line=line[:60]):
                server.send_bytes(line + b"\n")
                answer = server.line()
                self.assertEqual(answer["error"]["code"], code, answer)
        for line in (b"", b"   ", b"\r", b'{"jsonrpc":"2.0","method":"notifications/nonsense"}', b'{"jsonrpc":"2.0","id":4,"result":{}}',
                     b'{"jsonrpc":"2.0","method":"tools/call"}', b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}'):
            server.send_bytes(line + b"\n")
        self.assertEqual(server.call("ping"), {})
        server.send_bytes(b'  {"jsonrpc":"2.0","id":"\xc3\xa9\\u0041","method":"ping"}\r\n')
        self.assertEqual(server.line(), {"jsonrpc": "2.0", "id": "éA", "result": {}})
        self.assertEqual(server.end(), (0, ""))

    def test_lines_that_are_too_long(self):
        server = self.server({**FAST, "limits": {"request_bytes": 2000}})
        server.send_bytes(b"x" * 10_000_000 + b"\n")
        self.error(server.line()["error"], -32600, "2000 bytes")
        server.send_bytes(b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"x":"' + b"x" * 2000 + b'"}}\n')
        self.error(server.line()["error"], -32600, "2000 bytes")
        self.assertEqual(server.call("ping"), {})
        server.send_bytes(b"x" * 3000)
        self.error(server.line()["error"], -32600)
        self.assertEqual(server.end(), (0, ""))

    def test_batches(self):
        server = self.server(version="2025-03-26")
        server.send([{"jsonrpc": "2.0", "id": "a", "method": "ping"}, {"jsonrpc": "2.0", "method": "notifications/x"}, 7,
                     {"jsonrpc": "2.0", "id": "b", "method": "tools/call", "params": {"name": "run_python", "arguments": {"code": "1+1"}}},
                     {"jsonrpc": "2.0", "id": "c", "method": "nonsense"}])
        answers = {answer["id"]: answer for answer in server.line()}
        self.assertEqual(set(answers), {"a", "b", "c", None})
        self.assertEqual(answers["a"]["result"], {})
        self.assertEqual(answers["b"]["result"]["content"][0]["text"], "2\n")
        self.assertNotIn("structuredContent", answers["b"]["result"])
        self.assertEqual((answers["c"]["error"]["code"], answers[None]["error"]["code"]), (-32601, -32600))
        server.send([{"jsonrpc": "2.0", "method": "notifications/x"}])
        server.send([{"jsonrpc": "2.0", "id": i, "method": "ping"} for i in range(101)])
        self.error(server.line()["error"], -32600, "at most 100")
        server.send([])
        self.error(server.line()["error"], -32600)
        for version in (LEGACY[0], MODERN):
            server = self.server(version=version)
            server.send([{"jsonrpc": "2.0", "id": 1, "method": "ping"}])
            self.error(server.line()["error"], -32600, "no batches")

    def test_a_flood_of_requests(self):
        server = self.server()
        ids = [server.request("ping") for _ in range(2000)]
        ids += [server.request("tools/call", {"name": "run_python", "arguments": {"code": f"{n}*2"}}) for n in range(200)]
        for n, id in enumerate(ids):
            result = server.answer(id)["result"]
            if n >= 2000:
                self.assertEqual(result["structuredContent"]["stdout"], f"{(n - 2000) * 2}\n")
        self.assertEqual(server.end(), (0, ""))

    def test_an_id_is_used_once_at_a_time(self):
        server = self.server()
        server.request("tools/call", {"name": "run_shell", "arguments": {"code": "sleep 0.3"}}, id="x")
        server.request("ping", id="x")
        first, second = server.line(), server.line()
        self.error(first["error"], -32600, "not answered yet")
        self.assertIn("result", second)

    def test_the_end_of_the_input(self):
        server = self.server()
        server.request("tools/call", {"name": "run_python", "arguments": {"code": "print('last')"}}, id="x")
        server.send_bytes(b'{"jsonrpc":"2.0","id":"y","method":"ping"}')
        self.assertEqual(server.end(), (0, ""))
        answers = {answer["id"]: answer for answer in (server.line(), server.line())}
        self.assertEqual(answers["x"]["result"]["structuredContent"]["stdout"], "last\n")
        server = self.server()
        server.send_bytes(b'{"jsonrpc":"2.0","id":"y","meth')
        self.assertEqual(server.end(), (0, ""))
        self.error(server.line()["error"], -32700)
        server = self.server()
        server.request("tools/call", {"name": "run_python", "arguments": {"code": "while True: pass"}})
        started = time.monotonic()
        self.assertEqual(server.end(), (0, ""))
        self.assertLess(time.monotonic() - started, 15)


    def test_a_client_that_is_gone(self):
        ends = os.pipe()
        process = subprocess.Popen([AGENT, "mcp"], stdin=subprocess.PIPE, stdout=ends[1])
        self.addCleanup(process.kill)
        os.close(ends[1])
        os.close(ends[0])
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        process.stdin.flush()
        self.assertEqual(process.wait(60), 1)
        process.stdin.close()

    def test_output_that_does_not_block(self):
        ends = os.pipe()
        os.set_blocking(ends[1], False)
        process = subprocess.Popen([AGENT, "mcp"], stdin=subprocess.PIPE, stdout=ends[1])
        self.addCleanup(process.kill)
        os.close(ends[1])
        meta = {PREFIX + "protocolVersion": MODERN, PREFIX + "clientCapabilities": {}}
        for id in range(20):
            process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": {"_meta": meta}}).encode() + b"\n")
        process.stdin.close()
        time.sleep(0.5)
        with open(ends[0], "rb") as file:
            self.assertEqual([json.loads(line)["id"] for line in file], list(range(20)))
        self.assertEqual(process.wait(60), 0)


class Tools(Case):
    def test_schemas(self):
        for version in [LEGACY[0], MODERN]:
            for tool in self.server(version=version).call("tools/list")["tools"]:
                self.assertRegex(tool["name"], r"^[A-Za-z0-9_.-]{1,128}$")
                for schema in (tool["inputSchema"], tool["outputSchema"]):
                    self.assertEqual((schema["type"], schema["additionalProperties"]), ("object", False))
                self.assertEqual(set(tool["annotations"]), {"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"})
                self.assertTrue(tool["title"] and tool["description"])
        for tool in self.server(version="2025-03-26").call("tools/list")["tools"]:
            self.assertNotIn("outputSchema", tool)

    def told(self, server):
        return {tool["name"]: tool["description"] for tool in server.call("tools/list")["tools"]}

    def test_models_are_told_the_limits_that_hold(self):
        told = self.told(self.server())
        python = "Limits: 30 s, 64 MB, 100,000,000 allocations, 2,000,000,000 steps, 200 nested calls, 4 MB of output.\n"
        scripts = "Limits of a script: 30 s, 128 MB with its files, 4 MB of output.\n"
        for name, own in [("run_python", [python]), ("run_shell", [scripts]), ("session_feed", [python, scripts])]:
            for line in (python, scripts):
                self.assertEqual(line in told[name], line in own, told[name])
        # What is told is what ends a program.
        limits = {"run_ms": 1500, "memory_bytes": 4_000_000, "shell_memory_bytes": 33 << 20, "steps": 30_000_000, "allocations": 123_456, "output_bytes": 100 << 10}
        server = self.server({**FAST, "limits": limits, "store": {"url": f"sqlite:{tempfile.mkdtemp()}/s.db"}})
        told = self.told(server)
        self.assertIn("Limits: 1,500 ms, 4,000,000 bytes, 123,456 allocations, 30,000,000 steps, 200 nested calls, 100 KB of output.\n", told["run_python"])
        self.assertIn("Limits of a script: 1,500 ms, 33 MB with its files, 100 KB of output.\n", told["session_feed"])
        self.assertIn("1,500 ms of running (waiting costs nothing), 100 KB of output; of Python 4,000,000 bytes and 30,000,000 steps, of a shell 33 MB", told["durable_create"])
        for code, end in [("for i in range(61_000): [i]", "finished"), ("for i in range(62_000): [i]", "allocations"),
                          ("print('x' * (100 * 1024 - 1))", "finished"), ("print('x' * (100 * 1024))", "output"),
                          ("f = lambda n: n and f(n - 1)\nf(190)", "finished"), ("f = lambda n: n and f(n - 1)\nf(201)", "RecursionError")]:
            data = server.tool("run_python", code=code)["structuredContent"]
            self.assertIn(end, (data["end"], data["limit"], data["exception"]), (code, data))

    def test_results_are_what_schemas_say(self):
        server = self.server()
        schemas = {tool["name"]: tool["outputSchema"] for tool in server.call("tools/list")["tools"]}

        def check(name, **arguments):
            result = server.tool(name, **arguments)
            self.assertEqual(follows(schemas[name], result["structuredContent"]), "", name)
            self.assertEqual(result["content"][0]["type"], "text")
            return result["structuredContent"]

        id = check("session_create", title="x")["session_id"]
        for arguments in ({"code": "1"}, {"code": "1/0"}, {"code": "print('x' * 100000)"}, {"code": "while True: pass", "timeout_seconds": 0.1}):
            check("run_python", **arguments)
        check("run_shell", code="echo x; exit 3")
        check("session_feed", session_id=id, language="python", code="{'a': [1, 2.5, None, True, (1, 2), {3}, b'x', len]}")
        check("session_feed", session_id=id, language="shell", code="echo x >f; cat f nothing")
        check("write_file", session_id=id, path="g/h", content="a\nb\n")
        check("read_file", session_id=id, path="g/h")
        check("list_files", session_id=id)
        check("search_files", session_id=id, pattern="b")
        check("session_fork", session_id=id)
        check("session_rollback", session_id=id)
        check("session_list")
        check("session_close", session_id=id)

    def test_wrong_arguments(self):
        server = self.server()
        for name, arguments, text in [
            ("run_python", {}, "the argument code is missing"), ("run_python", {"code": 3}, "code is no string"),
            ("run_python", {"code": None}, "code is no string"), ("run_python", {"code": ["x"]}, "code is no string"),
            ("run_python", {"code": "1", "cod": "2"}, "takes no argument cod"), ("run_python", {"code": "1", "$x": "2"}, "takes no argument $x"),
            ("run_python", {"code": "1\0"}, "NUL"), ("run_python", {"code": "1", "arguments": "x"}, "arguments is no array"),
            ("run_python", {"code": "1", "arguments": ["x", 1]}, "has an item that is no string"),
            ("run_python", {"code": "1", "timeout_seconds": 0}, "is not from"), ("run_python", {"code": "1", "timeout_seconds": "1"}, "is no number"),
            ("run_python", {"code": "1", "timeout_seconds": True}, "is no number"), ("run_python", {"code": "1", "timeout_seconds": 1e300}, "is not from"),
            ("session_feed", {"session_id": "x", "language": "perl", "code": "1"}, "language is none of python, shell"),
            ("session_feed", {"session_id": "x", "language": "python", "code": "1"}, "there is no session x"),
            ("session_feed", {"session_id": "../../x", "language": "python", "code": "1"}, "there is no session"),
            ("session_fork", {"session_id": ""}, "there is no session"), ("session_rollback", {"session_id": "x", "feeds": 1.5}, "no whole number"),
            ("session_rollback", {"session_id": "x", "feeds": -1}, "is not from"), ("session_rollback", {"session_id": "x", "feeds": 10**400}, "no whole number"),
            ("session_list", {"x": 1}, "takes no argument x"), ("session_feed", {"language": "python", "code": "1"}, "the argument session_id is missing"), ("session_close", {"session_id": "x"}, "there is no session"),
            ("list_files", {"session_id": "x", "most": 0}, "is not from"), ("list_files", {"session_id": "x", "recursive": 1}, "neither true nor false"),
        ]:
            with self.subTest(name=name, arguments=str(arguments)[:80]):
                self.refused(server.tool(name, **arguments), text)
        for params, text in [({}, "name of a tool"), ({"name": 3}, "name of a tool"), ({"name": "nothing"}, "there is no tool nothing"),
                             ({"name": "run_python", "arguments": []}, "arguments is no object"), ({"name": "run_python", "arguments": "x"}, "no object"),
                             ({"name": "run_python", "arguments": {"code": "1"}, "requestState": "x"}, "requestState"),
                             ({"name": "run_python", "arguments": {"code": "1"}, "_meta": {"progressToken": {}}}, "progressToken")]:
            self.error(server.call("tools/call", params), -32602, text)
        for version in ("2025-06-18", "2024-11-05"):
            self.error(self.server(version=version).tool("run_python"), -32602, "code is missing")

    def test_run_python(self):
        for isolation in ("in-process", "subprocess"):
            server = self.server({"permissions": {"isolation": isolation}})
            for code, out, end, status in [
                ("1+1", "2\n", "finished", 0), ("print('é')", "é\n", "finished", 0), ("1/0", "", "raised", 1), ("(", "", "syntax_error", 1),
                ("import sys; sys.exit(3)", "", "exit", 3), ("import sys; sys.exit(0)", "", "exit", 0),
                ("print(open('/etc/passwd').read())", "", "raised", 1),
                ("open('f','w').write('x'); print(open('f').read())", "x\n", "finished", 0),
                ("import sys; print(sys.argv, input())", "['-c', 'a', 'b'] line\n", "finished", 0),
            ]:
                result = server.tool("run_python", code=code, arguments=["a", "b"] if "argv" in code else [], stdin="line\n")
                data = result["structuredContent"]
                self.assertEqual((data["stdout"], data["end"], data["exit_code"], data["limit"]), (out, end, status, None), data)
                self.assertEqual(result["isError"], status != 0)
            self.assertIn("ZeroDivisionError", server.tool("run_python", code="1/0")["content"][0]["text"])
            self.assertEqual(server.tool("run_python", code="1/0")["structuredContent"]["exception"], "ZeroDivisionError")
            # Nothing is kept.
            self.assertTrue(server.tool("run_python", code="open('f')")["isError"])

    def test_run_shell(self):
        server = self.server()
        data = server.data("run_shell", code='echo "$1"; cat; python3 -c "print(6*7)" | tee f', arguments=["one"], stdin="in\n")
        self.assertEqual((data["stdout"], data["exit_code"], data["end"]), ("one\nin\n42\n", 0, "finished"))
        result = server.tool("run_shell", code="cat f; exit 9")
        self.assertEqual((result["isError"], result["structuredContent"]["exit_code"]), (True, 9))
        self.assertIn("No such file", result["structuredContent"]["stderr"])
        self.assertEqual(server.data("run_shell", code=r"printf '\xff\xed\xa0\x80x'")["stdout"], "\ufffd\ufffdx")

    def keeps_its_sessions(self, limits, cases):
        """Each case, (language, code, limit), ends with its limit, and the session has what it had."""
        server = self.server({**FAST, "limits": limits})
        id = server.data("session_create")["session_id"]
        server.data("session_feed", session_id=id, language="python", code="kept = 41")
        server.data("session_feed", session_id=id, language="shell", code="kept=shell")
        for language, code, limit in cases:
            with self.subTest(code=code):
                result = server.tool("session_feed", session_id=id, language=language, code=code)
                data = result["structuredContent"]
                self.assertEqual((result["isError"], data["end"], data["limit"]), (True, "limit", limit), data)
                self.assertEqual(server.data("session_feed", session_id=id, language="python", code="kept + 1")["result"], 42)
                self.assertEqual(server.data("session_feed", session_id=id, language="shell", code="echo $kept")["stdout"], "shell\n")
                name = "run_python" if language == "python" else "run_shell"
                data = server.tool(name, code=code)["structuredContent"]
                self.assertEqual((data["end"], data["limit"]), ("limit", limit), data)
        log = server.call("resources/read", {"uri": f"pysub://session/{id}/log"})["contents"][0]["text"]
        self.assertEqual(len([json.loads(line) for line in log.splitlines()]), 2 + 3 * len(cases))

    def test_limits_of_time_end_runs_and_not_sessions(self):
        self.keeps_its_sessions({"run_ms": 1000}, [
            ("python", "kept = 1\nwhile True: pass", "duration"), ("python", "kept = 1\nimport time; time.sleep(100)", "duration"),
            ("shell", "while :; do :; done", "duration"), ("shell", "sleep 100", "duration"), ("shell", "python3 -c 'while True: pass'; sleep 100", "duration"),
        ])

    def test_limits_of_work_end_runs_and_not_sessions(self):
        self.keeps_its_sessions({"run_ms": 60_000, "memory_bytes": 8 << 20, "shell_memory_bytes": 32 << 20, "steps": 3_000_000, "allocations": 200_000, "output_bytes": 100_000}, [
            ("python", "kept = 1\nx = []\nwhile True: x.append(' ' * 1000)", "memory"), ("python", "kept = 1\nfor i in range(10**7): [i]", "allocations"),
            ("python", "kept = 1\nwhile True: print('x' * 1000)", "output"), ("python", "kept = 1\nwhile True: pass", "steps"),
            ("shell", "yes", "output"), ("shell", "x=aaaaaaaaaa; while :; do x=$x$x; done", "memory"),
        ])

    def test_limits_have_a_type_and_a_message_apart(self):
        for isolation in ("in-process", "subprocess"):
            server = self.server({"permissions": {"isolation": isolation}, "limits": {"run_ms": 400, "memory_bytes": 8 << 20, "steps": 100_000_000}})
            id = server.data("session_create")["session_id"]
            for code, type, text in [("x = [0] * 10**8", "MemoryError", "memory limit of 8"), ("while True: pass", "TimeoutError", ""), ("raise ValueError('x y: z')", "ValueError", "x y: z"),
                                     ("raise MemoryError('mine: not a limit')", "MemoryError", "mine: not a limit")]:
                for name, arguments in (("run_python", {}), ("session_feed", {"session_id": id, "language": "python"})):
                    result = server.tool(name, code=code, **arguments)
                    data = result["structuredContent"]
                    self.assertEqual(data["exception"], type, (name, data))
                    self.assertTrue(data["message"].startswith(text) and not data["message"].startswith(type), (name, data))
                    if data["end"] == "limit":
                        self.assertIn(f"[stopped: {data['limit']}]\n{type}: {data['message']}", result["content"][0]["text"])

    def test_a_call_may_have_less_time(self):
        server = self.server()
        id = server.data("session_create")["session_id"]
        for name, arguments in [("session_feed", {"session_id": id, "language": "python"}), ("run_python", {})]:
            for code in ("while True: pass", "import time; time.sleep(20)"):
                data = server.tool(name, code=code, timeout_seconds=0.1, **arguments)["structuredContent"]
                self.assertEqual(data["limit"], "duration")
                self.assertLess(data["duration_ms"], 10_000)
        data = server.tool("run_shell", code="sleep 20", timeout_seconds=0.1)["structuredContent"]
        self.assertEqual((data["limit"], data["exit_code"]), ("duration", 124))
        # More than the server's limit is that limit.
        server = self.server({**FAST, "limits": {"run_ms": 300}})
        self.assertEqual(server.tool("run_python", code="while True: pass", timeout_seconds=80_000)["structuredContent"]["limit"], "duration")

    def test_long_output_is_cut_and_linked(self):
        for version in (LEGACY[0], MODERN):
            server = self.server({**FAST, "limits": {"result_bytes": 1000, "resource_bytes": 5000, "kept_output_bytes": 40_000}}, version)
            result = server.tool("run_python", code="print('é' * 6000)")
            data = result["structuredContent"]
            self.assertEqual(data["stdout"], "é" * 500)
            [cut] = data["cut"]
            self.assertEqual((cut["stream"], cut["bytes"], cut["shown"]), ("stdout", 12001, 1000))
            link = result["content"][1]
            self.assertEqual((link["type"], link["uri"], link["size"]), ("resource_link", cut["uri"], 12001))
            uri, text = link["uri"], ""
            while uri:
                [item] = server.call("resources/read", {"uri": uri})["contents"]
                self.assertLessEqual(len(item["text"].encode()), 5000)
                text += item["text"]
                uri = item["_meta"].get("pysub/next")
            self.assertEqual(text, "é" * 6000 + "\n")
            for _ in range(3):
                server.tool("run_python", code="print('x' * 15000)")
            code = -32602 if version == MODERN else -32002
            self.error(server.call("resources/read", {"uri": link["uri"]}), code, "no such resource")
            # What is larger than all that is kept has no link.
            result = server.tool("run_python", code="print('x' * 50000)")
            self.assertEqual((len(result["content"]), result["structuredContent"]["cut"][0]["uri"]), (1, None))
        text = self.server({**FAST, "limits": {"result_bytes": 1000}}, "2024-11-05").tool("run_python", code="print('x' * 5000)")["content"][1]
        self.assertEqual((text["type"], text["text"]), ("text", "all of stdout: the resource pysub://output/1"))

    def test_values_of_sessions(self):
        server = self.server()
        id = server.data("session_create")["session_id"]
        for code, value, text in [("[1, 'x', None, {'a': 1.5}]", [1, "x", None, {"a": 1.5}], "[1, 'x', None, {'a': 1.5}]"), ("{3}", {"$set": [3]}, "{3}"),
                                  ("b'x'", {"$bytes": "eA=="}, "b'x'"), ("'\\ud800'", "\ufffd", "'\ufffd'"), ("float('nan')", {"$float": "nan"}, "nan")]:
            data = server.data("session_feed", session_id=id, language="python", code=code)
            self.assertEqual((data["result"], data["result_text"]), (value, text))
        data = server.data("session_feed", session_id=id, language="python", code="x = []; x.append(x); x")
        self.assertEqual(data["result_text"], "[...]")
        for code in ("'x' * 500_000", "list(range(50_000))", "[[]] * 90_000", "len", "lambda: 0"):
            result = server.tool("session_feed", session_id=id, language="python", code=code)
            self.assertLess(len(json.dumps(result)), 200_000)
            self.assertFalse(result["isError"])
        data = server.data("session_feed", session_id=id, language="python", code="None")
        self.assertNotIn("result", data)
        self.refused(server.tool("session_feed", session_id=id, language="python", code="1", stdin="x"), "a Python feed has none")
        self.assertEqual(server.data("session_feed", session_id=id, language="shell", code="cat", stdin="x")["stdout"], "x")

    def test_sessions_keep_what_they_have(self):
        server = self.server()
        id = server.data("session_create", title="mine")["session_id"]
        server.data("session_feed", session_id=id, language="python", code="def f(x): return x + 1\nimport json\nopen('p', 'w').write('from python')")
        self.assertEqual(server.data("session_feed", session_id=id, language="python", code="f(json.loads('[1]')[0])")["result"], 2)
        self.assertEqual(server.data("session_feed", session_id=id, language="shell", code="cat p; v=1; cd /tmp; g() { echo g$v; }")["stdout"], "from python")
        self.assertEqual(server.data("session_feed", session_id=id, language="shell", code="pwd; g; echo >here")["stdout"], "/tmp\ng1\n")
        data = server.data("session_feed", session_id=id, language="python", code="import os; os.path.exists('/tmp/here')")
        self.assertEqual((data["result"], data["feed"], data["session_id"]), (True, 5, id))
        # What is a module for both.
        server.data("write_file", session_id=id, path="/home/user/mine.py", content="x = 7\n")
        self.assertEqual(server.data("session_feed", session_id=id, language="python", code="import mine; mine.x")["result"], 7)
        server.tool("session_feed", session_id=id, language="shell", code="false")
        server.data("read_file", session_id=id, path="/home/user/p")
        self.assertEqual(server.data("session_feed", session_id=id, language="python", code="f(1)")["result"], 2)
        other = server.data("session_create")["session_id"]
        self.assertTrue(server.tool("session_feed", session_id=other, language="python", code="f")["isError"])
        listed = server.data("session_list")
        self.assertEqual({row["session_id"] for row in listed["sessions"]}, {id, other})
        self.assertEqual(server.data("session_close", session_id=id), {"session_id": id, "closed": True})
        self.refused(server.tool("session_feed", session_id=id, language="python", code="f"), "there is no session")

    def test_python_of_scripts_may_be_walled_off(self):
        server = self.server({"permissions": {"isolation": "subprocess"}, "limits": {"run_ms": 20_000}})
        id = server.data("session_create")["session_id"]
        server.data("session_feed", session_id=id, language="python", code="open('f', 'w').write('x')")
        self.assertEqual(server.data("session_feed", session_id=id, language="shell", code="python3 -c \"print(open('f').read())\"")["stdout"], "x\n")
        call = server.request("tools/call", {"name": "session_feed", "arguments": {"session_id": id, "language": "shell", "code": "python3 -c 'while True: pass'"}})
        time.sleep(0.3)
        server.cancel(call)
        self.assertEqual(server.data("session_feed", session_id=id, language="shell", code="cat f")["stdout"], "x")

    def test_forks_and_rollbacks(self):
        server = self.server({**FAST, "limits": {"checkpoints": 3}})
        id = server.data("session_create")["session_id"]
        for n in range(1, 6):
            server.data("session_feed", session_id=id, language="python", code=f"n = {n}\nopen('f', 'w').write(str(n))")
        fork = server.data("session_fork", session_id=id, title="other")
        self.assertEqual((fork["feeds"], fork["title"], fork["oldest_state"]), (5, "other", 2))
        server.data("session_feed", session_id=fork["session_id"], language="python", code="n = 'fork'; open('f', 'w').write(n)")

        def state(session):
            python = server.data("session_feed", session_id=session, language="python", code="n")["result"]
            return python, server.data("session_feed", session_id=session, language="shell", code="cat f")["stdout"]

        self.assertEqual(server.data("session_rollback", session_id=id)["feeds"], 4)
        self.assertEqual(server.data("session_rollback", session_id=id, feeds=3)["feeds"], 3)
        self.assertEqual(state(id), (3, "3"))
        self.assertEqual(state(fork["session_id"]), ("fork", "fork"))
        self.refused(server.tool("session_rollback", session_id=id, feeds=0), "states that are kept are those behind")
        self.refused(server.tool("session_rollback", session_id=id, feeds=99), "states that are kept")
        new = server.data("session_create")["session_id"]
        self.refused(server.tool("session_rollback", session_id=new), "no earlier state")
        # Functions, shell variables and directories come back, too; behind it the session goes on.
        server.data("session_feed", session_id=new, language="python", code="def f(): return x\nx = [1]")
        server.data("session_feed", session_id=new, language="shell", code="v=1; g() { echo $v; }; cd /tmp")
        server.data("session_feed", session_id=new, language="python", code="x.append(2); del f")
        server.data("session_feed", session_id=new, language="shell", code="v=2; unset -f g; cd /")
        server.data("session_rollback", session_id=new, feeds=2)
        self.assertEqual(server.data("session_feed", session_id=new, language="python", code="f()")["result"], [1])
        self.assertEqual(server.data("session_feed", session_id=new, language="shell", code="g; pwd")["stdout"], "1\n/tmp\n")

    def test_states_have_a_limit_of_bytes(self):
        server = self.server({**FAST, "limits": {"checkpoint_bytes": 300_000}})
        id = server.data("session_create")["session_id"]
        for _ in range(4):
            server.data("session_feed", session_id=id, language="python", code="1")
        self.assertEqual(server.data("session_list")["sessions"][0]["oldest_state"], 0)
        server.data("session_feed", session_id=id, language="python", code="x = 'x' * 1_000_000")
        server.data("session_feed", session_id=id, language="python", code="1")
        self.refused(server.tool("session_rollback", session_id=id), "no earlier state")
        self.assertEqual(server.data("session_feed", session_id=id, language="python", code="len(x)")["result"], 1_000_000)

    def test_jobs_in_the_background_stay_with_their_session(self):
        server = self.server()
        id = server.data("session_create")["session_id"]

        def feed(code, session=id):
            return server.data("session_feed", session_id=session, language="shell", code=code)

        begun = time.monotonic()
        data = feed("sleep 100 & echo one")
        self.assertLess(time.monotonic() - begun, 20)
        self.assertEqual((data["stdout"], data["exit_code"], data["limit"]), ("one\n", 0, None))
        self.assertEqual([(job["number"], job["state"], job["command"]) for job in data["jobs"]], [(1, "Running", "sleep 100")])
        self.assertEqual(feed("jobs")["stdout"], "[1]+  Running                 sleep 100 &\n")
        fork = server.data("session_fork", session_id=id)["session_id"]
        data = feed("kill %1; wait %1; echo $?")
        self.assertEqual(data["stdout"], "143\n")
        self.assertNotIn("jobs", feed(":"))
        self.assertEqual([job["state"] for job in feed(":", fork)["jobs"]], ["Running"])
        # It goes on while others run; a search, which has the state of the session, does not run it.
        feed("(sleep 0.3; for i in 1 2 3; do echo $i >>count; done; echo told) & :")
        self.assertEqual(server.data("search_files", session_id=id, path="/home/user", pattern="nowhere")["matches"], [])
        data = feed("wait; cat count")
        self.assertEqual(sorted(data["stdout"].split()), ["1", "2", "3", "told"])
        # A limit ends both, an exit the script alone; run_shell has no later feed and waits.
        feed("sleep 100 & :")
        self.assertEqual(server.tool("session_feed", session_id=id, language="shell", code="sleep 50", timeout_seconds=0.2)["structuredContent"]["limit"], "duration")
        self.assertEqual(feed("jobs")["stdout"], "")
        self.assertEqual(server.tool("session_feed", session_id=id, language="shell", code="sleep 100 & exit 3")["structuredContent"]["exit_code"], 3)
        self.assertEqual(feed("echo on")["stdout"], "on\n")
        self.assertEqual(server.data("run_shell", code="{ sleep 0.2; echo late; } & echo early")["stdout"], "early\nlate\n")

    def test_the_number_of_sessions(self):
        server = self.server({**FAST, "limits": {"sessions": 3}})
        ids = [server.data("session_create")["session_id"] for _ in range(3)]
        self.refused(server.tool("session_create"), "the limit (sessions)")
        self.refused(server.tool("session_fork", session_id=ids[0]), "the limit (sessions)")
        server.data("session_close", session_id=ids[0])
        server.data("session_fork", session_id=ids[1])

    def test_files(self):
        server = self.server({**FAST, "limits": {"result_bytes": 100, "file_bytes": 1 << 20, "files": 300}})
        id = server.data("session_create")["session_id"]
        self.assertEqual(server.data("write_file", session_id=id, path="a/b/c.txt", content="é" * 80)["size"], 160)
        data = server.data("read_file", session_id=id, path="a/b/c.txt")
        self.assertEqual((data["content"], data["size"], data["next_offset"], data["encoding"]), ("é" * 50, 160, 100, "utf-8"))
        data = server.data("read_file", session_id=id, path="/home/user/a/b/c.txt", offset=100)
        self.assertEqual((data["content"], data["next_offset"]), ("é" * 30, None))
        data = server.data("read_file", session_id=id, path="a/b/c.txt", most_bytes=3)
        self.assertEqual((data["content"], data["next_offset"]), ("é", 2))
        server.data("write_file", session_id=id, path="bin", content=base64.b64encode(bytes(range(256))).decode(), encoding="base64")
        data = server.data("read_file", session_id=id, path="bin", offset=200)
        self.assertEqual((base64.b64decode(data["content"]), data["encoding"]), (bytes(range(200, 256)), "base64"))
        server.data("write_file", session_id=id, path="a/b/c.txt", content="end", mode="append")
        self.assertEqual(server.data("read_file", session_id=id, path="a/b/c.txt", offset=160)["content"], "end")
        data = server.data("read_file", session_id=id, path="a/b/c.txt", offset=10**12)
        self.assertEqual((data["content"], data["next_offset"]), ("", None))
        for name, arguments, text in [
            ("read_file", {"path": "none"}, "No such file or directory: /home/user/none"), ("read_file", {"path": "a"}, "Is a directory"),
            ("read_file", {"path": "/dev/zero"}, "no regular file"), ("write_file", {"path": "bin", "content": "", "mode": "create"}, "File exists"),
            ("write_file", {"path": "bin/x", "content": ""}, "Not a directory"), ("write_file", {"path": "x", "content": "a", "encoding": "base64"}, "no base64"),
            ("write_file", {"path": "/", "content": ""}, "directory"), ("write_file", {"path": "big", "content": "x" * (2 << 20)}, "too large"),
            ("read_file", {"path": "x" * 5000}, "name too long"), ("list_files", {"path": "/none"}, "No such file"), ("list_files", {"path": "bin"}, "Not a directory"),
            ("search_files", {"pattern": "("}, ""), ("search_files", {"pattern": "x", "path": "none"}, "none"),
        ]:
            with self.subTest(name=name, arguments=str(arguments)[:80]):
                self.refused(server.tool(name, session_id=id, **arguments), text)
        entries = {entry["path"]: entry for entry in server.data("list_files", session_id=id, recursive=True)["entries"]}
        self.assertEqual(entries["/home/user/a/b/c.txt"]["size"], 163)
        self.assertEqual(entries["/home/user/a/b"]["kind"], "directory")
        data = server.data("list_files", session_id=id, recursive=True, most=2)
        self.assertEqual((len(data["entries"]), data["truncated"]), (2, True))
        # There is an end to the number of files.
        data = server.tool("session_feed", session_id=id, language="python", code="for i in range(1000): open(f'n{i}', 'w').close()")["structuredContent"]
        self.assertEqual((data["exception"], data["end"]), ("OSError", "raised"))

    def test_search(self):
        server = self.server()
        id = server.data("session_create")["session_id"]
        server.data("write_file", session_id=id, path="a.py", content="import os\nx = 'a.b'\nX = 2\n")
        server.data("write_file", session_id=id, path="d/b.txt", content="x: here\n" * 5)
        found = server.data("search_files", session_id=id, pattern="^x")
        self.assertEqual([(m["path"], m["line"], m["text"]) for m in found["matches"]][:2], [("/home/user/a.py", 2, "x = 'a.b'"), ("/home/user/d/b.txt", 1, "x: here")])
        self.assertEqual(len(found["matches"]), 6)
        self.assertEqual(len(server.data("search_files", session_id=id, pattern="^x", ignore_case=True, names="*.py")["matches"]), 2)
        self.assertEqual(len(server.data("search_files", session_id=id, pattern="a.b", fixed=True, path="a.py")["matches"]), 1)
        self.assertEqual(server.data("search_files", session_id=id, pattern="nowhere"), {"matches": [], "truncated": False})
        found = server.data("search_files", session_id=id, pattern="x", most=3)
        self.assertEqual((len(found["matches"]), found["truncated"]), (3, True))
        # Words of the search are no words of a script.
        for pattern in ("$(touch /tmp/bad)", "`touch /tmp/bad`", "'; touch /tmp/bad; '", "-f"):
            server.tool("search_files", session_id=id, pattern=pattern, names=pattern, fixed=True)
        self.assertNotIn("/tmp/bad", [entry["path"] for entry in server.data("list_files", session_id=id, path="/tmp")["entries"]])

    def test_a_statement_that_runs_hears_that_it_is_cancelled(self):
        server = self.server()
        id = server.data("session_create")["session_id"]
        endless = "sqlite3 :memory: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c'"
        for name, arguments in (("session_feed", {"session_id": id, "language": "shell"}), ("run_shell", {})):
            call = server.request("tools/call", {"name": name, "arguments": {**arguments, "code": endless}})
            time.sleep(0.3)
            began = time.monotonic()
            server.cancel(call)
            self.assertEqual(server.data("session_feed", session_id=id, language="shell", code="echo x")["stdout"], "x\n")
            self.assertLess(time.monotonic() - began, 2)
        # What comes meanwhile waits, and is taken in its order.
        call = server.request("tools/call", {"name": "run_shell", "arguments": {"code": endless}})
        time.sleep(0.3)
        asked = [server.request("tools/call", {"name": "run_shell", "arguments": {"code": f"echo {i}"}}) for i in range(5)]
        server.cancel(call)
        self.assertEqual([server.answer(one)["result"]["structuredContent"]["stdout"] for one in asked], [f"{i}\n" for i in range(5)])
        self.assertEqual(server.answers, {})
        self.assertEqual(server.end(), (0, ""))

    def test_cancelled_calls_leave_sessions(self):
        for version in (LEGACY[0], MODERN):
            server = self.server(version=version)
            id = server.data("session_create")["session_id"]
            server.data("session_feed", session_id=id, language="python", code="kept = 1")
            for language, code in [("python", "while True: pass"), ("python", "import time; time.sleep(60)"), ("shell", "while :; do :; done"), ("shell", "sleep 60"),
                                   ("python", "try:\n    while True: pass\nexcept BaseException: pass\nwhile True: pass")]:
                call = server.request("tools/call", {"name": "session_feed", "arguments": {"session_id": id, "language": language, "code": code}})
                waiting = server.request("tools/call", {"name": "session_feed", "arguments": {"session_id": id, "language": "python", "code": "kept = 2"}})
                time.sleep(0.05)
                server.cancel(waiting)
                server.cancel(call)
                self.assertEqual(server.data("session_feed", session_id=id, language="python", code="kept")["result"], 1)
            for name in ("run_python", "run_shell"):
                call = server.request("tools/call", {"name": name, "arguments": {"code": "while True: pass" if "python" in name else "sleep 60"}})
                time.sleep(0.05)
                server.cancel(call)
            server.cancel(12345)
            server.cancel("none")
            self.assertTrue(server.silent())
            self.assertEqual(server.answers, {})
            self.assertEqual(server.end(), (0, ""))

    def test_calls_run_side_by_side(self):
        server = self.server()
        slow = server.request("tools/call", {"name": "run_shell", "arguments": {"code": "sleep 5; echo slow"}})
        id = server.data("session_create")["session_id"]
        for _ in range(20):
            server.data("session_feed", session_id=id, language="python", code="1")
        self.assertNotIn(slow, server.answers)
        # Those of one session come one after the other.
        calls = [server.request("tools/call", {"name": "session_feed", "arguments": {"session_id": id, "language": "shell", "code": f"x=${{x}}{n}; echo $x"}}) for n in range(9)]
        self.assertEqual([server.answer(call)["result"]["structuredContent"]["stdout"] for call in calls], ["012345678"[: n + 1] + "\n" for n in range(9)])
        self.assertEqual(server.answer(slow)["result"]["structuredContent"]["stdout"], "slow\n")

    def test_progress(self):
        for version in (LEGACY[0], MODERN):
            server = self.server(version=version)
            id = server.data("session_create")["session_id"]
            for token, name, arguments in [("t", "run_python", {"code": "while True: pass", "timeout_seconds": 1}), (7, "run_shell", {"code": "while :; do :; done", "timeout_seconds": 1}),
                                           ("s", "session_feed", {"session_id": id, "language": "python", "code": "while True: pass", "timeout_seconds": 1})]:
                server.notifications.clear()
                server.call("tools/call", {"name": name, "arguments": arguments, "_meta": {"progressToken": token}})
                told = [note["params"] for note in server.notifications]
                self.assertTrue(1 <= len(told) <= 10, told)
                self.assertEqual({note["progressToken"] for note in told}, {token})
                values = [note["progress"] for note in told]
                self.assertEqual(values, sorted(set(values)))
            server.notifications.clear()
            server.tool("run_python", code="while True: pass", timeout_seconds=0.5)
            self.assertEqual(server.notifications, [])


class Resources(Case):
    def test_lists(self):
        server = self.server()
        self.assertEqual(server.call("resources/list")["resources"], [])
        self.assertEqual(len(server.call("resources/templates/list")["resourceTemplates"]), 3)
        id = server.data("session_create")["session_id"]
        server.data("session_feed", session_id=id, language="shell", code="for i in {1..450}; do echo $i >f$i; done; echo x >'a é%'")
        uris, cursor = [], None
        while True:
            page = server.call("resources/list", {"cursor": cursor} if cursor else {})
            self.assertLessEqual(len(page["resources"]), 200)
            uris += [row["uri"] for row in page["resources"]]
            cursor = page.get("nextCursor")
            if cursor is None:
                break
        self.assertEqual(len(uris), 452)
        self.assertEqual(len(set(uris)), 452)
        [item] = server.call("resources/read", {"uri": f"pysub://session/{id}/files/home/user/a%20%C3%A9%25"})["contents"]
        self.assertIn(item["uri"], uris)
        self.assertEqual(item["text"], "x\n")
        for cursor in ("x", "-1", "0", 7, "99999999999999999999999"):
            self.error(server.call("resources/list", {"cursor": cursor}), -32602, "cursor")
        self.assertEqual(server.call("resources/list", {"cursor": "100000"})["resources"], [])
        self.error(server.call("tools/list", {"cursor": "x"}), -32602, "cursor")

    def test_reads(self):
        server = self.server({**FAST, "limits": {"resource_bytes": 100}})
        id = server.data("session_create")["session_id"]
        server.data("session_feed", session_id=id, language="shell", code=r"printf '\xff\x00x' >b; seq 100 >s")
        [item] = server.call("resources/read", {"uri": f"pysub://session/{id}/files/home/user/b"})["contents"]
        self.assertEqual(base64.b64decode(item["blob"]), b"\xff\0x")
        uri, text = f"pysub://session/{id}/files/home/user/s", ""
        while uri:
            [item] = server.call("resources/read", {"uri": uri})["contents"]
            text += item["text"]
            uri = item["_meta"].get("pysub/next")
        self.assertEqual(text, "".join(f"{n}\n" for n in range(1, 101)))
        for uri in ("", "x", "pysub://", "file:///etc/passwd", "pysub://session/x/log", f"pysub://session/{id}", f"pysub://session/{id}/", f"pysub://session/{id}/files",
                    f"pysub://session/{id}/files/", f"pysub://session/{id}/files/none", f"pysub://session/{id}/files/home/user/%", f"pysub://session/{id}/files/%00",
                    f"pysub://session/{id}/files/../../etc/shadow", "pysub://output/", "pysub://output/1", "pysub://output/-1", f"pysub://session/{id}/log?offset=x"):
            self.assertIn(server.call("resources/read", {"uri": uri})["code"], (-32002, -32602), uri)
        self.error(server.call("resources/read", {"uri": 7}), -32602)
        self.error(server.call("resources/read"), -32602)


class Configuration(Case):
    def wrong(self, config, text):
        server = Server(AGENT, config)
        self.addCleanup(server.kill)
        status = server.process.wait(60)
        error = server.process.stderr.read().decode()
        self.assertEqual((status, server.process.stdout.read()), (2, b""))
        self.assertIn(text, error)
        self.assertEqual(error.count("\n"), 1)

    def test_mistakes_have_a_place(self):
        for config, text in [
            ("{", "config.json: JSON, byte 1"), ("[]", "is no object"), ({"mount": []}, "config.json: mount: unknown key; there are mounts,"),
            ({"limits": {"memroy_bytes": 1}}, "limits.memroy_bytes: unknown key; there are run_ms,"), ({"limits": {"run_ms": 0}}, "limits.run_ms: is no whole number from 1 to"),
            ({"limits": {"run_ms": "1"}}, "limits.run_ms"), ({"limits": {"run_ms": 1.5}}, "limits.run_ms"), ({"limits": []}, "limits: is no object"),
            ({"mounts": {}}, "mounts: is no list"), ({"mounts": [{}]}, "mounts[0].host: is missing"), ({"mounts": [{"host": "/tmp"}]}, "mounts[0].path: is missing"),
            ({"mounts": [{"host": "/tmp", "path": "x"}]}, "mounts[0].path: is no absolute path"), ({"mounts": [{"host": "/tmp", "path": "/x", "mode": "rw"}]}, "mounts[0].mode"),
            ({"mounts": [{"host": "/tmp", "path": "/x", "ro": True}]}, "mounts[0].ro: unknown key"), ({"mounts": [{"host": "/no/where", "path": "/x"}]}, "/no/where"),
            ({"permissions": {"tools": ["run_pyton"]}}, "permissions.tools[0]: there is no tool run_pyton"), ({"permissions": {"tools": []}}, "permissions.tools"),
            ({"permissions": {"isolation": "none"}}, "permissions.isolation"), ({"permissions": {"clock": 1}}, "permissions.clock"), ({"permissions": {"x": 1}}, "permissions.x"),
            ({"environment": {"A": 1}}, "environment.A"), ({"environment": {"A=B": "1"}}, "environment.A=B"), ({"working_directory": "x"}, "working_directory"),
        ]:
            with self.subTest(config=config):
                self.wrong(config, text)

    def test_mounts(self):
        for mode, outcome in [("read-only", None), ("overlay", "old"), ("read-write", "new")]:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "f")
                with open(path, "w") as file:
                    file.write("old")
                os.chmod(folder, 0o777)
                os.chmod(path, 0o666)
                server = self.server({**FAST, "mounts": [{"host": folder, "path": "/work", "mode": mode}]})
                id = server.data("session_create")["session_id"]
                self.assertEqual(server.data("run_python", code="import os; os.getcwd(), open('f').read()")["stdout"], "('/work', 'old')\n")
                self.assertEqual(server.data("run_shell", code="pwd; cat f")["stdout"], "/work\nold")
                self.assertEqual(server.data("read_file", session_id=id, path="f")["content"], "old")
                result = server.tool("write_file", session_id=id, path="f", content="new")
                self.assertEqual(result["isError"], outcome is None)
                with open(path) as file:
                    self.assertEqual(file.read(), outcome or "old")
                text = "old" if outcome is None else "new"
                self.assertEqual(server.data("session_feed", session_id=id, language="python", code="open('/work/f').read()")["result"], text)
                server.data("session_rollback", session_id=id, feeds=0)
                self.assertEqual(server.data("session_feed", session_id=id, language="shell", code="cat f")["stdout"], text)
                other = server.data("session_fork", session_id=id)["session_id"]
                self.assertEqual(server.data("read_file", session_id=other, path="f")["content"], text)
                os.symlink("/etc/passwd", os.path.join(folder, "out"))
                self.assertTrue(server.tool("read_file", session_id=id, path="out")["isError"])

    def test_instructions_name_the_tools_that_are_there(self):
        for tools in ([], ["run_python"], ["run_shell", "session_create", "session_feed"], ["session_list"]):
            config = {**FAST, "permissions": {"tools": tools, "isolation": "in-process"}} if tools else FAST
            for version in (LEGACY[0], MODERN):
                server = self.server(config, version=None)
                if version == MODERN:
                    server.be_modern()
                    told = server.call("server/discover")["instructions"]
                else:
                    told = server.initialize(version)["instructions"]
                self.assertEqual({name for name in TOOLS if re.search(rf"\b{name}\b", told)} - set(tools or TOOLS), set(), told)
                self.assertIn((tools or TOOLS)[0] if tools != ["session_list"] else "sandbox", told)

    def test_permissions(self):
        server = self.server({"permissions": {"tools": ["run_python", "session_list"], "isolation": "in-process", "clock": "virtual"}, "environment": {"NAME": "value"}})
        self.assertEqual([tool["name"] for tool in server.call("tools/list")["tools"]], ["run_python", "session_list"])
        self.error(server.tool("run_shell", code="1"), -32602, "there is no tool run_shell")
        self.assertEqual(server.data("run_python", code="import os, time; time.sleep(1000); os.environ['NAME'], time.gmtime().tm_year")["stdout"], "('value', 2026)\n")

    def test_sessions_see_time_and_variables(self):
        server = self.server({**FAST, "environment": {"NAME": "value"}, "working_directory": "/data/here"})
        id = server.data("session_create")["session_id"]
        data = server.data("session_feed", session_id=id, language="python", code="import os, time; os.environ['NAME'], os.getcwd(), time.time()")
        self.assertEqual(data["result"][:2], ["value", "/data/here"])
        self.assertLess(abs(data["result"][2] - time.time()), 60)
        self.assertEqual(server.data("session_feed", session_id=id, language="shell", code="echo $NAME; pwd")["stdout"], "value\n/data/here\n")
        data = server.data("session_feed", session_id=id, language="python", code="t = time.monotonic(); time.sleep(0.2); time.monotonic() - t >= 0.2")
        self.assertIs(data["result"], True)
        code = "import asyncio\nasync def f():\n    await asyncio.sleep(0.1)\n    return os.urandom(4)\nlen(asyncio.run(f()))"
        self.assertEqual(server.data("session_feed", session_id=id, language="python", code=code)["result"], 4)


class CommandLine(unittest.TestCase):
    def run_it(self, *arguments):
        done = subprocess.run([AGENT, *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def test_settings_of_clients(self):
        status, out, err = self.run_it("mcp", "--print-config")
        self.assertEqual((status, err), (0, ""))
        for name in ("Claude", "Cursor", "VS Code", "Codex", "Gemini", "Zed"):
            self.assertIn(name, out)
        for client, member in [("claude", "mcpServers"), ("cursor", "mcpServers"), ("vscode", "servers"), ("gemini", "mcpServers"), ("zed", "context_servers")]:
            settings = json.loads(self.run_it("mcp", f"--print-config={client}", "--config", "x.json")[1])[member]["pysub"]
            self.assertEqual((settings["command"], settings["args"]), (os.path.realpath(AGENT), ["mcp", "--config", "x.json"]))
        self.assertIn("[mcp_servers.pysub]\n", self.run_it("mcp", "--print-config=codex")[1])

    def test_wrong_command_lines(self):
        for arguments, text in [([], "a command is missing"), (["x"], "too many arguments: 'x'"), (["mcp", "x"], "too many arguments"), (["mcp", "--confg", "x"], "did you mean --config?"),
                                (["mcp", "--config"], "Argument expected"), (["mcp", "--print-config=emacs"], "is one of all, claude")]:
            status, out, err = self.run_it(*arguments)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(text, err)
        self.assertEqual(self.run_it("mcp", "--config", "/no/where")[::2], (2, "pysub-agent: /no/where: No such file or directory\n"))

    def test_doctor(self):
        status, out, err = self.run_it("doctor")
        self.assertEqual(err, "")
        self.assertRegex(out, r"^pysub-agent \d+\.\d+\.\d+\n")
        self.assertIn("Revisions of the protocol: 2026-07-28 2025-11-25", out)
        self.assertIn("Configuration: the defaults\nHTTP", out)
        self.assertIn("\nWorker: ", out)
        self.assertEqual(status, int("required" in out or "missing" in out))
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write('{"limit": {}}')
            file.flush()
            status, out, err = self.run_it("doctor", "--config", file.name)
        self.assertEqual(status, 1)
        self.assertIn("limit: unknown key", out)


if __name__ == "__main__":
    run_unittests(280)
