#!/usr/bin/env python3
"""Durable sessions as tools of `pysub-agent mcp`: what a client can do with them, what it cannot, and that a server may die meanwhile.

    durable_test.py PYSUB_AGENT

With PYSUB_TEST_POSTGRES in the environment (tests/tools/postgres_server.py) the stores are databases there, else files.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from postgres_server import new_store
from mcp_client import Server, follows

AGENT = os.path.abspath(sys.argv[1])
ORDERS = """approved = []
for order in [17, 42]:
    if approve(f"order {order}?"):
        approved.append(order)
    print("asked", order)
approved
"""


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.url = new_store(self.directory)

    def server(self, work=True, limits=None, **store):
        server = Server(AGENT, {"permissions": {"isolation": "in-process"}, "limits": limits or {"run_ms": 20000},
                                "store": {"url": self.url, "work": work, **store}})
        self.addCleanup(server.kill)
        server.initialize()
        return server

    def until(self, server, id, state, seconds=60, **more):
        """What durable_show says when the session is in this state."""
        end = time.monotonic() + seconds
        while True:
            shown = server.data("durable_show", id=id)
            if shown["state"] == state and all(shown[key] == value for key, value in more.items()):
                return shown
            self.assertLess(time.monotonic(), end, shown)
            time.sleep(0.02)

    def open_calls(self, server, id, count, seconds=60):
        end = time.monotonic() + seconds
        while True:
            shown = server.data("durable_show", id=id)
            if len(shown["open_calls"]) == count and shown["state"] == "waiting":
                return shown["open_calls"]
            self.assertLess(time.monotonic(), end, shown)
            time.sleep(0.02)

    def refused(self, result, text):
        self.assertTrue(result.get("isError"), result)
        self.assertIn(text, result["content"][0]["text"])

    def printed(self, shown):
        return "".join(line["detail"] for line in shown["log"] if line["event"] == "stdout")


class Tools(Case):
    def test_they_are_there_with_a_store_alone(self):
        without = Server(AGENT, {"permissions": {"isolation": "in-process"}})
        self.addCleanup(without.kill)
        without.initialize()
        self.assertEqual([tool["name"] for tool in without.call("tools/list")["tools"] if tool["name"].startswith("durable")], [])
        self.assertIn("there is no tool", without.tool("durable_list")["message"])
        names = [tool["name"] for tool in self.server().call("tools/list")["tools"] if tool["name"].startswith("durable")]
        self.assertEqual(names, ["durable_" + name for name in ("create", "list", "show", "feed", "signal", "answer", "resume", "cancel", "fork")])

    def test_a_program_waits_for_answers(self):
        server = self.server()
        id = server.data("durable_create", language="python", code=ORDERS, functions=["approve(question)"], title="orders")["id"]
        [call] = self.open_calls(server, id, 1)
        self.assertEqual(call, {"call": 1, "name": "approve", "arguments": {"args": [], "kwargs": {"question": "order 17?"}}, "class": "once", "state": "announced"})
        server.data("durable_answer", id=id, call=1, value=True)
        end = time.monotonic() + 60
        while [call["call"] for call in self.open_calls(server, id, 1)] != [2]:
            self.assertLess(time.monotonic(), end)
        server.data("durable_answer", id=id, call=2, value=False)
        shown = self.until(server, id, "done")
        self.assertEqual((shown["result"], shown["open_calls"], shown["answered_calls"]), ([17], [], 2))
        self.assertEqual(self.printed(shown), "asked 17\nasked 42\n")
        later = server.data("durable_show", id=id, log_after=shown["next_log"])
        self.assertEqual((later["log"], later["next_log"]), ([], shown["next_log"]))
        self.refused(server.tool("durable_answer", id=id, call=2, value=True), "has an answer")
        server.data("durable_feed", id=id, code="approved * 2")
        self.assertEqual(self.until(server, id, "done", result=[17, 17])["title"], "orders")

    def test_a_server_may_die_and_another_one_goes_on(self):
        first = self.server()
        id = first.data("durable_create", language="python", code=ORDERS, functions=["approve(question)"])["id"]
        self.open_calls(first, id, 1)
        first.process.kill()
        second = self.server(work=False)
        self.assertEqual(second.data("durable_list")["sessions"][0]["id"], id)
        second.data("durable_answer", id=id, call=1, value=False)
        self.assertEqual(second.data("durable_show", id=id)["state"], "ready")
        # Without `work` somebody else does it.
        subprocess.run([AGENT, "work", "--store", self.url, "--until-idle"], check=True, timeout=60)
        second.data("durable_answer", id=id, call=2, value={"$x": 1, "yes": [1.5, None]})
        subprocess.run([AGENT, "work", "--store", self.url, "--until-idle"], check=True, timeout=60)
        self.assertEqual(second.data("durable_show", id=id)["result"], [42])

    def test_the_end_of_a_server_stores_what_runs(self):
        server = self.server()
        id = server.data("durable_create", language="python", code="n = 0\nwhile n < 30_000_000: n += 1\nn")["id"]
        self.until(server, id, "running")
        self.assertEqual(server.end()[0], 0)
        again = self.server()
        self.assertEqual(self.until(again, id, "done", seconds=120)["result"], 30_000_000)

    def test_signals_and_values(self):
        server = self.server()
        id = server.data("durable_create", language="python", code="got = [wait_signal('go'), wait_signal('go')]\ngot")["id"]
        self.until(server, id, "waiting")
        value = {"a": [1, 2.5, None, True, "é"], "$date": "x"}
        server.data("durable_signal", id=id, name="go", value=value, key="one")
        server.data("durable_signal", id=id, name="go", value=value, key="one")
        self.until(server, id, "waiting")
        time.sleep(0.2)
        self.assertEqual(server.data("durable_show", id=id)["state"], "waiting")
        server.data("durable_signal", id=id, name="go")
        # (A key that begins with $ is shown as docs/embedding.md says of HostValue::ToJson().)
        self.assertEqual(self.until(server, id, "done")["result"], [{"$dict": [list(item) for item in value.items()]}, None])

    def test_errors_are_exceptions(self):
        server = self.server()
        code = "try:\n    charge(3)\nexcept RuntimeError as e:\n    got = str(e)\ngot"
        id = server.data("durable_create", language="python", code=code, functions=["charge(amount)"])["id"]
        self.open_calls(server, id, 1)
        server.data("durable_answer", id=id, call=1, error="no money")
        self.assertEqual(self.until(server, id, "done")["result"], "no money")

    def test_other_shells_have_sqlite3_beside_a_store(self):
        server = self.server()
        self.assertEqual(server.data("run_shell", code="sqlite3 :memory: 'select 6*7'")["stdout"], "42\n")
        id = server.data("durable_create", language="shell", code="sqlite3 :memory: 'select 6*7'")["id"]
        self.assertEqual(self.printed(self.until(server, id, "done")), "42\n")

    def test_shells_forks_and_cancelling(self):
        server = self.server()
        id = server.data("durable_create", language="shell", code='x=1; a=$(call ask "name?"); echo "hello $a $x"', functions=["ask(question)"])["id"]
        self.open_calls(server, id, 1)
        other = server.data("durable_fork", id=id, title="second")["id"]
        server.data("durable_answer", id=id, call=1, value="Ann")
        server.data("durable_answer", id=other, call=1, value="Bob")
        self.assertEqual(self.printed(self.until(server, id, "done")), "hello Ann 1\n")
        self.assertEqual(self.printed(self.until(server, other, "done")), "hello Bob 1\n")
        third = server.data("durable_create", language="python", code="wait_signal('never')")["id"]
        self.until(server, third, "waiting")
        self.assertEqual(server.data("durable_cancel", id=third, reason="not wanted")["state"], "cancelled")
        self.assertEqual(server.data("durable_show", id=third)["reason"], "not wanted")
        self.refused(server.tool("durable_resume", id=third), "")
        listed = server.data("durable_list", state="cancelled")["sessions"]
        self.assertEqual([row["id"] for row in listed], [third])

    def test_lists_come_in_pages(self):
        server = self.server(work=False)
        ids = {server.data("durable_create", language="python", code="1", title=f"n{i}")["id"] for i in range(5)}
        seen, after = set(), None
        while True:
            page = server.data("durable_list", most=2, **({"after": after} if after else {}))
            seen |= {row["id"] for row in page["sessions"]}
            after = page["next"]
            if after is None:
                break
        self.assertEqual(seen, ids)

    def test_the_same_key_is_one_session(self):
        server = self.server(work=False)
        one, two = (server.data("durable_create", language="python", code="1", key="order-7")["id"] for _ in range(2))
        self.assertEqual(one, two)

    def test_results_are_what_schemas_say(self):
        server = self.server()
        schemas = {tool["name"]: tool["outputSchema"] for tool in server.call("tools/list")["tools"]}
        made = server.data("durable_create", language="python", code="wait_signal('x')", functions=["f(a)"])
        self.until(server, made["id"], "waiting")
        results = {"durable_create": made, "durable_list": server.data("durable_list"), "durable_show": server.data("durable_show", id=made["id"]),
                   "durable_fork": server.data("durable_fork", id=made["id"]), "durable_signal": server.data("durable_signal", id=made["id"], name="x", value=[1])}
        self.until(server, made["id"], "done")
        results["durable_feed"] = server.data("durable_feed", id=made["id"], code="2")
        self.until(server, made["id"], "done")
        results["durable_cancel"] = server.data("durable_cancel", id=results["durable_fork"]["id"])
        for name, result in results.items():
            self.assertEqual(follows(schemas[name], result), "", name)

    def test_what_is_wrong(self):
        server = self.server(work=False)
        self.refused(server.tool("durable_create", language="perl", code="1"), "is none of python, shell")
        self.refused(server.tool("durable_create", language="python", code="1", functions=["not a signature("]), "")
        for name in ("a b", "1x", "if", "f(a b)", ""):
            self.refused(server.tool("durable_create", language="python", code="1", functions=[name]), "")
            self.refused(server.tool("durable_create", language="python", code="1", idempotent_functions=[name]), "")
        self.refused(server.tool("durable_create", language="python", code="1", functions=[3]), "has an item that is no string")
        self.refused(server.tool("durable_show", id="x" * 100000), "there is no durable session xxx")
        self.refused(server.tool("durable_show", id="' OR 1=1 --"), "there is no durable session")
        id = server.data("durable_create", language="python", code="1")["id"]
        self.refused(server.tool("durable_answer", id=id, call=9, value=1), "")
        self.refused(server.tool("durable_answer", id=id, call=1), "one of them")
        self.refused(server.tool("durable_answer", id=id, call=1, value=1, error="x"), "one of them")
        self.refused(server.tool("durable_signal", id=id, name="$feed", value="1"), "no name of a signal")
        self.refused(server.tool("durable_signal", id=id, name="", value="1"), "no name of a signal")
        self.refused(server.tool("durable_resume", id=id), "")
        self.refused(server.tool("durable_list", state="asleep"), "is none of")

    def test_limits(self):
        server = self.server(work=False, limits={"stored_sessions": 3, "result_bytes": 2000})
        for _ in range(3):
            id = server.data("durable_create", language="python", code="'x' * 5000")["id"]
        self.refused(server.tool("durable_create", language="python", code="1"), "no more are allowed")
        self.refused(server.tool("durable_fork", id=id), "no more are allowed")
        for i in range(1000):
            server.data("durable_signal", id=id, name="s", value=i)
        self.refused(server.tool("durable_signal", id=id, name="s", value=1), "signals wait")
        subprocess.run([AGENT, "work", "--store", self.url, "--until-idle"], check=True, timeout=60)
        shown = server.data("durable_show", id=id)
        self.assertTrue(shown["cut"])
        self.assertLess(len(json.dumps(shown)), 6000)

    def test_a_run_has_the_limits_of_the_server(self):
        server = self.server(limits={"run_ms": 300, "memory_bytes": 8 << 20})
        slow = server.data("durable_create", language="python", code="while True: pass")["id"]
        large = server.data("durable_create", language="python", code="x = [0] * 10_000_000")["id"]
        self.until(server, slow, "failed")
        self.until(server, large, "failed")


class Configuration(Case):
    def refuses(self, store, text):
        path = os.path.join(self.directory, "config.json")
        with open(path, "w") as file:
            json.dump({"store": store}, file)
        done = subprocess.run([AGENT, "mcp", "--config", path], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(text, done.stderr)

    def test_mistakes_have_a_place(self):
        self.refuses({}, "store.url: is missing")
        self.refuses({"url": ""}, "store.url")
        self.refuses({"url": self.url, "wrok": True}, "store.wrok: unknown key; there are url, keys, work")
        self.refuses({"url": self.url, "work": 1}, "store.work: is neither true nor false")
        self.refuses({"url": self.url, "keys": "relative"}, "store.keys: is no absolute path")
        self.refuses({"url": self.url, "keys": "/none/keys"}, "/none/keys")
        self.refuses({"url": "oracle://x"}, "oracle")
        self.refuses({"url": "bogus:/x"}, "bogus:: this is no store")
        self.refuses({"url": "sqlite:/none/where/store"}, "")

    def test_states_are_sealed(self):
        keys = os.path.join(self.directory, "keys.json")
        with open(keys, "w") as file:
            json.dump({"others": ["a key of more than 16 bytes"]}, file)
        server = self.server(keys=keys)
        id = server.data("durable_create", language="python", code="wait_signal('x')")["id"]
        self.until(server, id, "waiting")
        server.end()
        # Without the key nobody goes on with it.
        other = self.server()
        other.data("durable_signal", id=id, name="x", value=5)
        self.assertEqual(self.until(other, id, "parked")["parked_for"], "state")
        other.end()
        again = self.server(keys=keys)
        again.data("durable_resume", id=id)
        self.assertEqual(self.until(again, id, "done")["result"], 5)

    def test_tenants_see_their_own(self):
        # (tests/agent/http_test.py has tokens; here two tenants share a store.)
        mine = self.server(work=False)
        id = subprocess.run([AGENT, "sessions", "create", "--store", self.url, "--tenant", "other", "-c", "1"], check=True, capture_output=True, text=True, timeout=60).stdout.strip()
        self.assertEqual(mine.data("durable_list")["sessions"], [])
        for name, more in (("show", {}), ("feed", {"code": "1"}), ("signal", {"name": "x"}), ("answer", {"call": 1, "value": 1}), ("resume", {}), ("cancel", {}), ("fork", {})):
            self.refused(mine.tool("durable_" + name, id=id, **more), f"there is no durable session {id}")


if __name__ == "__main__":
    run_unittests(280)
