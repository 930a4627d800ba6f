#!/usr/bin/env python3
"""Code mode: programs that call tools of other MCP servers, and approvals of such calls in both eras.

    code_test.py PYSUB_AGENT
"""

import base64
import json
import os
import random
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from mcp_client import LEGACY, PREFIX, Server

AGENT = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
APPROVES = {"action": "accept", "content": {"approve": True}}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.notes_file = os.path.join(folder.name, "notes")
        self.log_file = os.path.join(folder.name, "log")

    def server(self, modern=False, can_ask=True, policy=None, limits=None, **more):
        shop = {"command": [sys.executable, os.path.join(HERE, "tool_server.py")], "environment": {"NOTES": self.notes_file, "TOKEN": "very secret"},
                "tools": {"secret": "deny", "refund": "ask", **(policy or {})}, "description": "A shop."}
        server = Server(AGENT, {"servers": {"shop": {**shop, **more}}, "limits": limits or {}, "tool_log": self.log_file})
        self.addCleanup(server.kill)
        capabilities = {"elicitation": {}} if can_ask else {}
        if modern:
            server.be_modern()
            server.meta[PREFIX + "clientCapabilities"] = capabilities
        else:
            server.call("initialize", {"protocolVersion": LEGACY[0], "capabilities": capabilities, "clientInfo": {"name": "test", "version": "1"}})
            server.notify("notifications/initialized", {})
        return server

    def made(self, name=None):
        """The calls that reached the server."""
        if not os.path.exists(self.notes_file):
            return []
        with open(self.notes_file) as file:
            calls = [json.loads(line) for line in file]
        return [arguments for call, arguments in calls if name in (None, call)]

    def run_python(self, server, code, **arguments):
        return server.tool("run_python", code=code, **arguments)["structuredContent"]

    def prints(self, server, code, expected):
        data = self.run_python(server, code)
        self.assertEqual((data["stdout"], data["end"]), (expected, "finished"), data)
        return data


class Programs(Case):
    def test_calls_and_values(self):
        server = self.server()
        data = self.prints(server, "o = servers.shop.orders(customer='c1', limit=2)['orders']\nrate = servers.shop.rate(currency='USD')\nsum(x['cents'] for x in o) * rate", "625.0\n")
        self.assertEqual((data["tool_calls"], [c["tool"] for c in data["calls"]]), (2, ["servers.shop.orders", "servers.shop.rate"]))
        self.prints(server, "servers.shop.slow(seconds=0)", "'slow done'\n")
        self.prints(server, "servers.shop.get_it_now(**{'from': 'a', '$set': {'$bytes': 'x'}})", "{'from': 'a', '$set': {'$bytes': 'x'}}\n")
        values = "{'n': None, 'b': True, 'i': 12345678901234567890123, 'f': 1.5, 't': 'ä😀', 'l': [1, [2]], 'd': {'a': {}}}"
        self.prints(server, f"servers.shop.echo(value={values})['value'] == {values}", "True\n")

    def test_what_programs_see(self):
        server = self.server()
        tools = {tool["name"]: tool for tool in server.call("tools/list")["tools"]}
        for name in ("run_python", "session_feed"):
            self.assertIn("servers.shop.orders(*, customer: str, limit: int = 100) -> {'orders': list[dict]}  # Orders of a customer.", tools[name]["description"])
            self.assertNotIn("secret", tools[name]["description"])
        self.assertNotIn("servers.", tools["run_shell"]["description"])
        self.prints(server, "print([r['name'] for r in search_tools('money')])", "['servers.shop.refund']\n")
        out = self.run_python(server, "print(describe('servers.shop.orders')); print(describe(servers.shop.refund)); print(describe('servers')); print(servers.shop.rate.__doc__)")["stdout"]
        self.assertIn("    - customer: str. Its id.\n", out)
        self.assertIn("    - limit: int, may be left out\n", out)
        self.assertIn("waits until a person has approved", out)
        self.assertIn("# servers.shop: A shop.\n", out)
        self.assertIn("servers.shop.rate(*, currency: Literal['EUR', 'USD']) -> Any\n", out)
        self.assertIn("AttributeError", self.run_python(server, "servers.shop.secret()")["exception"])
        self.assertEqual(self.made("secret"), [])

    def test_stubs_in_the_prompt_have_a_most(self):
        tools = self.server(limits={"prompt_bytes": 700}).call("tools/list")["tools"]
        self.assertIn("more: search_tools() finds them", tools[0]["description"])

    def test_wrong_arguments_do_not_reach_servers(self):
        server = self.server()
        for call, text in (("orders()", "TypeError: servers.shop.orders() missing required argument 'customer'"),
                           ("orders('c1')", "TypeError: servers.shop.orders() takes its arguments by name"),
                           ("orders(customer=1)", "TypeError: servers.shop.orders() argument 'customer' must be str, not int"),
                           ("orders(customer='a', more=1)", "TypeError: servers.shop.orders() got an unexpected keyword argument 'more'"),
                           ("orders(customer='a', limit=0)", "ValueError: servers.shop.orders() argument 'limit' must be at least 1"),
                           ("orders(customer='a', limit=True)", "argument 'limit' must be int, not bool"),
                           ("rate(currency='X')", "must be one of 'EUR', 'USD', not 'X'"),
                           ("echo(value={1})", "argument 'value': a set is no JSON"), ("echo(value=float('nan'))", "a float that is no number is no JSON"),
                           ("echo(value={1: 2})", "keys that are no texts"), ("echo(value=print)", "a function is no JSON"), ("echo(value=b'')", "bytes is no JSON")):
            with self.subTest(call):
                data = self.run_python(server, f"servers.shop.{call}")
                self.assertIn(text, data["stderr"])
        self.prints(server, "a = []\na.append(a)\ntry: servers.shop.echo(value=a)\nexcept TypeError as e: print(e)", "servers.shop.echo() argument 'value': a container that contains itself is no JSON\n")
        self.assertEqual(self.made(), [])

    def test_failures_are_exceptions(self):
        server = self.server()
        code = "for call in (servers.shop.fails, servers.shop.lies):\n    try: call()\n    except RuntimeError as e: print(e)"
        self.prints(server, code, "servers.shop.fails: it is broken\nservers.shop.lies: its result does not follow its schema: argument 'n' must be int, not str\n")

    def test_limits_of_calls(self):
        data = self.run_python(self.server(limits={"tool_calls": 3}), "for i in range(5): servers.shop.echo(value=i)")
        self.assertIn("one call more than the 3 that a run may make (tool_calls)", data["stderr"])
        self.assertEqual(len(self.made()), 3)

    def test_time_of_servers_is_none_of_the_program(self):
        self.prints(self.server(limits={"run_ms": 2000}), "servers.shop.slow(seconds=3)", "'slow done'\n")

    def test_a_server_that_is_late(self):
        shop = {"command": [sys.executable, os.path.join(HERE, "tool_server.py")], "limits": {"call_ms": 200}}
        server = Server(AGENT, {"servers": {"shop": shop}})
        self.addCleanup(server.kill)
        server.initialize()
        self.assertIn("TimeoutError: servers.shop.slow: the server did not answer in time", self.run_python(server, "servers.shop.slow(seconds=9)")["stderr"])

    def test_calls_of_a_gather_go_out_together(self):
        code = "import asyncio\nasync def main():\n    return await asyncio.gather(*(servers.shop.slow(seconds=2) for i in range(10)))\nlen(asyncio.run(main()))"
        started = time.time()
        self.prints(self.server(), code, "10\n")
        self.assertLess(time.time() - started, 18)

    def test_exceptions_and_timeouts_in_async_code(self):
        code = ("import asyncio\nasync def main():\n    print(await asyncio.gather(servers.shop.fails(), servers.shop.echo(value=1), return_exceptions=True))\n"
                "    try: await asyncio.wait_for(servers.shop.slow(seconds=5), 0.2)\n    except TimeoutError: print('late')\n    print(await servers.shop.echo(value=2))\nasyncio.run(main())")
        self.prints(self.server(), code, "[RuntimeError('servers.shop.fails: it is broken'), {'value': 1}]\nlate\n{'value': 2}\n")

    def test_sessions_keep_values_of_calls(self):
        server = self.server()
        id = server.data("session_create")["session_id"]
        server.data("session_feed", session_id=id, language="python", code="found = servers.shop.orders(customer='c0')['orders']\nf = servers.shop.echo")
        self.assertEqual(server.data("session_feed", session_id=id, language="python", code="f(value=len(found))")["result"], {"value": 3})
        fork = server.data("session_fork", session_id=id)["session_id"]
        self.assertEqual(server.data("session_feed", session_id=fork, language="python", code="f(value=len(found))")["result"], {"value": 3})
        log = server.call("resources/read", {"uri": f"pysub://session/{id}/log"})["contents"][0]["text"]
        calls = [json.loads(line) for line in log.splitlines() if '"tool"' in line]
        self.assertEqual([(c["tool"], c["arguments"], c["end"]) for c in calls], [("servers.shop.orders", {"customer": "c0"}, "result"), ("servers.shop.echo", {"value": 3}, "result")])

    def test_the_log_has_each_call(self):
        server = self.server()
        self.run_python(server, "servers.shop.echo(value={'$x': [1]})\ntry: servers.shop.rate()\nexcept TypeError: pass\nservers.shop.fails()")
        with open(self.log_file) as file:
            lines = [json.loads(line) for line in file]
        self.assertEqual([(c["call"], c["tool"], c["arguments"], c["end"]) for c in lines],
                         [(1, "servers.shop.echo", {"value": {"$x": [1]}}, "result"), (2, "servers.shop.rate", {}, "wrong"), (3, "servers.shop.fails", {}, "error")])

    def test_cancelled_runs_cancel_their_calls(self):
        server = self.server()
        id = server.request("tools/call", {"name": "run_python", "arguments": {"code": "servers.shop.slow(seconds=50)"}})
        while not self.made():
            time.sleep(0.02)
        server.cancel(id)
        self.prints(server, "1", "1\n")

    def test_secrets_stay_outside(self):
        server = self.server()
        self.prints(server, "import os\nprint('very secret' in str(os.environ), 'very secret' in str(servers) + describe('servers'))", "False False\n")

    def test_a_server_that_is_not_there(self):
        server = Server(AGENT, {"servers": {"gone": {"command": ["/no/such/program"]}}})
        self.addCleanup(server.kill)
        server.initialize()
        self.assertIn("not there now: /no/such/program cannot be started", self.run_python(server, "print(describe('servers'))")["stdout"])

    def test_wrong_configurations(self):
        for config, text in (({"servers": {"a b": {"command": ["x"]}}}, "servers.a b: is no name"), ({"servers": {"a": {"comand": []}}}, "servers.a.comand: unknown key"),
                             ({"servers": {"a": {"command": ["x"], "tools": {"t": "yes"}}}}, "servers.a.tools.t: is none of allow, ask, deny"),
                             ({"servers": {"a": {"command": ["x"]}}, "permissions": {"isolation": "subprocess"}}, "exclude each other"),
                             ({"tool_log": "/no/such/folder/x"}, "tool_log: /no/such/folder/x: No such file")):
            with self.subTest(text):
                server = Server(AGENT, config)
                self.addCleanup(server.kill)
                self.assertIn(text, server.end()[1])


class Approvals(Case):
    """Of the newer era: the call ends with a question, and another one goes on."""

    def ask(self, server, code, tool="run_python", **arguments):
        self.arguments = {"code": code, **arguments}
        self.tool = tool
        return server.call("tools/call", {"name": tool, "arguments": self.arguments})

    def answer(self, server, asked, answer=APPROVES, **changed):
        responses = {key: answer for key in asked["inputRequests"]}
        return server.call("tools/call", {"name": self.tool, "arguments": self.arguments, "inputResponses": responses, "requestState": asked["requestState"], **changed})

    def test_a_call_is_approved_or_declined(self):
        server = self.server(modern=True)
        asked = self.ask(server, "print('before')\ntry: print(servers.shop.refund(order=3, reason='late'))\nexcept PermissionError as e: print(e)")
        self.assertEqual(asked["resultType"], "input_required", asked)
        (key, request), = asked["inputRequests"].items()
        self.assertEqual((request["method"], request["params"]["mode"]), ("elicitation/create", "form"))
        self.assertIn('servers.shop.refund with {"order": 3, "reason": "late"}', request["params"]["message"])
        self.assertEqual(self.made(), [])
        self.assertEqual(self.answer(server, asked)["structuredContent"]["stdout"], "before\nrefund done\n")
        self.assertEqual(self.made("refund"), [{"order": 3, "reason": "late"}])
        for answer in ({"action": "decline"}, {"action": "cancel"}, {"action": "accept", "content": {"approve": False}}):
            asked = self.ask(server, "try: servers.shop.refund(order=4)\nexcept PermissionError as e: print(e)")
            self.assertEqual(self.answer(server, asked, answer)["structuredContent"]["stdout"], "servers.shop.refund() was declined\n")
        self.assertEqual(len(self.made("refund")), 1)

    def test_nothing_runs_twice(self):
        server = self.server(modern=True)
        code = ("done = []\nfor i in range(3):\n    servers.shop.echo(value=i)\n    servers.shop.refund(order=i)\n    done.append(i)\n"
                "print(sorted([3, 1, 2], key=lambda n: (servers.shop.refund(order=10 * n), -n)[1]), done)")
        result = self.ask(server, code)
        questions = 0
        while result.get("resultType") == "input_required":
            questions += 1
            result = self.answer(server, result)
        self.assertEqual((questions, result["structuredContent"]["stdout"]), (6, "[3, 2, 1] [0, 1, 2]\n"))
        self.assertEqual([a["order"] for a in self.made("refund")], [0, 1, 2, 30, 10, 20])
        self.assertEqual([a["value"] for a in self.made("echo")], [0, 1, 2])

    def test_a_gather_asks_for_all_at_once(self):
        server = self.server(modern=True)
        code = ("import asyncio\nasync def main():\n    return await asyncio.gather(*(servers.shop.refund(order=i) for i in range(5)), servers.shop.echo(value=9), return_exceptions=True)\n"
                "print([str(r)[:20] for r in asyncio.run(main())])")
        asked = self.ask(server, code)
        self.assertEqual(len(asked["inputRequests"]), 5)
        keys = list(asked["inputRequests"])
        first = server.call("tools/call", {"name": "run_python", "arguments": self.arguments, "requestState": asked["requestState"],
                                           "inputResponses": {keys[0]: APPROVES, keys[1]: {"action": "decline"}, "other": APPROVES, keys[2]: {"action": "?"}}})
        self.assertEqual(sorted(first["inputRequests"]), sorted(keys[2:]))
        last = self.answer(server, first)
        self.assertIn("refund done", last["structuredContent"]["stdout"])
        self.assertEqual(sorted(a["order"] for a in self.made("refund")), [0, 2, 3, 4])
        self.assertEqual(len(self.made("echo")), 1)

    def test_a_state_is_good_once_for_one_request(self):
        server, other = self.server(modern=True), self.server(modern=True)
        code = "servers.shop.refund(order=1)"
        asked = self.ask(server, code)
        state = asked["requestState"]
        bytes_of_state = base64.b64decode(state)

        def refused(state, server=server, **changed):
            answer = self.answer(server, {**asked, "requestState": state}, **changed)
            self.assertEqual(answer.get("code"), -32602, answer)
            self.assertIn("requestState", answer["message"])

        dice = random.Random(7)
        for _ in range(3000):
            damaged = bytearray(bytes_of_state)
            for _ in range(dice.randint(1, 4)):
                damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
            text = base64.b64encode(bytes(damaged)).decode()
            if damaged == bytes_of_state:
                continue
            refused(dice.choice([text, text[:dice.randrange(len(text))] or "x", state[:dice.randrange(1, len(state))], state + text, state.lower(), state + "=", dice.randbytes(56).hex()]))
        refused(state, server=other)
        refused(state, arguments={"code": code + " "})
        refused(state, arguments={"code": code, "stdin": ""})
        refused(state, name="run_shell")
        server.meta[PREFIX + "clientCapabilities"] = {}
        self.assertEqual(self.answer(server, asked)["structuredContent"]["stdout"], "'refund done'\n")
        for _ in range(1000):
            refused(state)
        self.assertEqual(len(self.made("refund")), 1)

    def test_a_state_has_its_time(self):
        server = self.server(modern=True, limits={"approval_ms": 300})
        asked = self.ask(server, "servers.shop.refund(order=1)")
        time.sleep(0.5)
        self.assertIn("its time is over", self.answer(server, asked)["message"])

    def test_runs_that_wait_have_a_most(self):
        server = self.server(modern=True, limits={"approvals": 2})
        for _ in range(2):
            self.assertEqual(self.ask(server, "servers.shop.refund(order=1)")["resultType"], "input_required")
        self.assertIn("as many runs wait for one as may (approvals)", self.ask(server, "servers.shop.refund(order=1)")["structuredContent"]["stderr"])

    def test_a_client_that_cannot_ask(self):
        for modern in (True, False):
            server = self.server(modern=modern, can_ask=False)
            self.assertIn("PermissionError: servers.shop.refund() needs an approval, and the client has no way", self.run_python(server, "servers.shop.refund(order=1)")["stderr"])
        self.assertEqual(self.made(), [])

    def test_sessions_wait(self):
        server = self.server(modern=True, limits={"approval_ms": 6000})
        id = server.data("session_create")["session_id"]
        asked = self.ask(server, "x = 1\ny = servers.shop.refund(order=x)\n(x, y)", tool="session_feed", session_id=id, language="python")
        self.assertEqual(asked["resultType"], "input_required")
        self.assertIn("waits for an approval", server.tool("session_feed", session_id=id, language="python", code="1")["content"][0]["text"])
        self.assertEqual(self.answer(server, asked)["structuredContent"]["result_text"], "(1, 'refund done')")
        self.assertEqual(server.data("session_feed", session_id=id, language="python", code="y")["result"], "refund done")
        self.ask(server, "x = 2\nservers.shop.refund(order=x)", tool="session_feed", session_id=id, language="python")
        time.sleep(6.5)
        self.assertEqual(server.data("session_feed", session_id=id, language="python", code="x")["result"], 1)
        self.ask(server, "servers.shop.refund(order=x)", tool="session_feed", session_id=id, language="python")
        server.data("session_close", session_id=id)
        self.assertEqual(len(self.made("refund")), 1)


class Elicitation(Case):
    """Of the older era: the client is asked while the call goes on."""

    def run_asked(self, server, code, answers, **arguments):
        """Runs it; each question gets the next answer. (Its data, the questions.)"""
        id = server.request("tools/call", {"name": "run_python", "arguments": {"code": code, **arguments}})
        questions = []
        while True:
            message = server.line()
            if message.get("method") == "elicitation/create":
                questions.append(message["params"])
                server.send({"jsonrpc": "2.0", "id": message["id"], **answers.pop(0)})
            elif message.get("id") == id:
                return message["result"]["structuredContent"], questions

    def test_answers(self):
        server = self.server()
        code = "for i in range(4):\n    try: print(servers.shop.refund(order=i))\n    except PermissionError as e: print(e)"
        data, questions = self.run_asked(server, code, [{"result": APPROVES}, {"result": {"action": "decline"}}, {"error": {"code": -1, "message": "no"}}, {"result": APPROVES}])
        self.assertEqual(data["stdout"].splitlines()[::3], ["refund done", "refund done"])
        self.assertIn("was declined", data["stdout"].splitlines()[1])
        self.assertEqual((len(questions), [a["order"] for a in self.made()]), (4, [0, 3]))

    def test_time(self):
        server = self.server(limits={"approval_ms": 300})
        id = server.request("tools/call", {"name": "run_python", "arguments": {"code": "servers.shop.refund(order=1)"}})
        self.assertEqual(server.line()["method"], "elicitation/create")
        self.assertIn("was not approved in time", server.answer(id)["result"]["structuredContent"]["stderr"])
        server.send({"jsonrpc": "2.0", "id": 1, "result": APPROVES})
        server.send({"jsonrpc": "2.0", "id": 999, "result": APPROVES})
        server.send({"jsonrpc": "2.0", "id": [], "result": APPROVES})
        self.prints(server, "1", "1\n")
        self.assertEqual(self.made(), [])

    def test_revisions_without_elicitation(self):
        server = Server(AGENT, {"servers": {"shop": {"command": [sys.executable, os.path.join(HERE, "tool_server.py")], "policy": "ask"}}})
        self.addCleanup(server.kill)
        server.call("initialize", {"protocolVersion": "2024-11-05", "capabilities": {"elicitation": {}}, "clientInfo": {"name": "test", "version": "1"}})
        text = server.tool("run_python", code="servers.shop.echo(value=1)")["content"][0]["text"]
        self.assertIn("needs an approval", text)


if __name__ == "__main__":
    run_unittests(280)
