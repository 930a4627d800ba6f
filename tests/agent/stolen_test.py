#!/usr/bin/env python3
"""Ten thousand requestStates and stored snapshots that were damaged, stolen, used already or too old: each is refused in words that tell
nothing of others, nothing runs twice, and the server and its workers go on.

    stolen_test.py PYSUB_AGENT

With PYSUB_TEST_POSTGRES in the environment (tests/tools/postgres_server.py) only stored snapshots, in databases there. Of the C++ API:
tests/unit/osbridge/sessions/stolen_states_test.cc."""

import base64
import hashlib
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests
from http_client import Client, Host
from mcp_client import PREFIX, Server
from postgres_server import find_binaries, new_store, roomy_memory

AGENT = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
POSTGRES = os.environ.get("PYSUB_TEST_POSTGRES")
ALICE, BOB = "alice-alice-alice-1", "bob-bob-bob-bob-bob-2"
APPROVES = {"action": "accept", "content": {"approve": True}}
SECRET = "the-secret-of-alice"
SEAL = 32  # bytes at the end of a requestState
SEED = int(os.environ.get("PYSUB_SEED", "5"))


def flipped(dice, data):
    """Some of its bits are others."""
    data = bytearray(data)
    for place in dice.sample(range(len(data) * 8), dice.randint(1, 4)):
        data[place // 8] ^= 1 << place % 8
    return bytes(data)


def cut(dice, data):
    at = dice.randrange(len(data))
    return data[:at] if dice.random() < 0.5 else data[-at:] if at else b""


def joined(dice, one, other, seam):
    """The beginning of one, the end of the other; often where a part of it begins."""
    at = seam if dice.random() < 0.5 else dice.randrange(1, len(one))
    return one[:at] + other[at:]


class Waiting:
    """A call of a tool that ended with a question, and what brings it on."""

    def __init__(self, client, order, tool="run_python", **arguments):
        self.client, self.order, self.tool = client, order, tool
        # What the program knows is to be in no error.
        self.arguments = {"code": f"x = {SECRET!r}\nservers.shop.refund(order={order}, reason=x)", **arguments}
        asked = client.call("tools/call", {"name": tool, "arguments": self.arguments})
        assert asked.get("resultType") == "input_required", asked
        self.state, self.keys = asked["requestState"], list(asked["inputRequests"])
        self.bytes = base64.b64decode(self.state)

    def params(self, **changed):
        return {"name": self.tool, "arguments": self.arguments, "inputResponses": {key: APPROVES for key in self.keys}, "requestState": self.state, **changed}


class RequestStates(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.notes = os.path.join(self.folder.name, "notes")
        self.dice = random.Random(SEED)
        self.tries = {}

    def config(self, **limits):
        shop = {"command": [sys.executable, os.path.join(HERE, "tool_server.py")], "environment": {"NOTES": self.notes}, "tools": {"refund": "ask"}}
        return {"permissions": {"isolation": "in-process"}, "servers": {"shop": shop}, "limits": {"approvals": 1000, "sessions": 100, **limits}}

    def made(self):
        """The orders of all calls that reached the other server."""
        if not os.path.exists(self.notes):
            return []
        with open(self.notes, encoding="utf-8") as file:
            return [json.loads(line)[1]["order"] for line in file]

    def host(self, **limits):
        host = Host(AGENT, {**self.config(**limits), "tenants": {"alice": {"tokens": [ALICE]}, "bob": {"tokens": [BOB]}}})
        self.addCleanup(host.end)
        return host

    def client(self, host, token):
        client = Client(host, token=token)
        client.meta[PREFIX + "clientCapabilities"] = {"elicitation": {}}
        self.addCleanup(client.close)
        return client

    def pipe(self):
        server = Server(AGENT, self.config())
        self.addCleanup(server.kill)
        server.be_modern()
        server.meta[PREFIX + "clientCapabilities"] = {"elicitation": {}}
        return server

    def refused(self, kind, client, params):
        """It is an error of the protocol that names what is wrong, and nothing of anybody."""
        answer = client.call("tools/call", params)
        self.assertEqual(answer.get("code"), -32602, (kind, answer))
        self.assertIn("requestState", answer["message"], kind)
        self.assertNotIn(SECRET, json.dumps(answer), kind)
        self.tries[kind] = self.tries.get(kind, 0) + 1
        if sum(self.tries.values()) % 500 == 0:
            self.assertEqual(client.data("run_python", code="1+1")["stdout"], "2\n")

    def encoded(self, data):
        return base64.b64encode(data).decode()

    def damage(self, client, mine, others, count):
        """So many of each kind of bytes that anybody can make of what he has seen."""
        dice = self.dice
        whole = {one.bytes for one in (mine, *others)}
        id_end = len(mine.bytes) - SEAL - 8
        for _ in range(count):
            other = dice.choice(others)
            later = int.from_bytes(mine.bytes[id_end:-SEAL], "little") + dice.randint(1, 10**9)
            for kind, data in (("bits flipped", flipped(dice, mine.bytes)), ("cut", cut(dice, mine.bytes)), ("longer", mine.bytes + dice.randbytes(dice.randint(1, 80))),
                               ("joined of two", joined(dice, mine.bytes, other.bytes, dice.choice([id_end, len(mine.bytes) - SEAL]))),
                               ("a later end", mine.bytes[:id_end] + later.to_bytes(8, "little") + mine.bytes[-SEAL:]),
                               ("made up", dice.randbytes(len(mine.bytes)))):
                if data not in whole:
                    self.refused(kind, client, mine.params(requestState=self.encoded(data) or "x"))
            # More than one text of base64 may mean the same bytes: a state has one text.
            text = mine.state
            for changed in (text + "=", text + "\n", " " + text, text.rstrip("=") + "A=" * (len(text) - len(text.rstrip("="))), text.replace("+", "-").replace("/", "_"), text.lower(),
                            text[:-2] + chr(ord(text[-2]) + 1) + text[-1]):
                if changed != text:
                    self.refused("another text", client, mine.params(requestState=changed))

    def around(self, client, mine, count):
        """The state is good, and what is around it is another request."""
        dice = self.dice
        for number in range(count):
            arguments = mine.arguments
            at = dice.randrange(len(arguments["code"]))
            code = arguments["code"][:at] + dice.choice([" ", "#", "ä", "\n", "1"]) + arguments["code"][at:]
            self.refused("other arguments", client, mine.params(arguments={**arguments, "code": code}))
            self.refused("more arguments", client, mine.params(arguments={**arguments, "stdin": "x" * (number % 50)}))
            name = dice.choice([name for name in ("run_python", "run_shell", "session_create", "session_list") if name != mine.tool])
            self.refused("another tool", client, mine.params(name=name, arguments={} if name.startswith("session") else {"code": arguments["code"]}))

    def test_over_http(self):
        host = self.host()
        alice, bob = self.client(host, ALICE), self.client(host, BOB)
        # One that nobody steals, and three whose states are known to the thief.
        first, *others = [Waiting(alice, order) for order in range(4)]
        of_bob = [Waiting(bob, order) for order in range(10, 13)]
        self.damage(alice, first, others, 400)
        self.around(alice, first, 400)
        for _ in range(150):
            one, thief = self.dice.choice([(first, bob), (others[0], bob), (of_bob[0], alice)])
            self.refused("another tenant's", thief, one.params())
            self.refused("another tenant's, his request", thief, self.dice.choice(of_bob if thief is bob else others).params(requestState=one.state))
            self.refused("another run's", alice, first.params(requestState=self.dice.choice(others).state))
        # A session's, told of another session.
        sessions = [alice.data("session_create")["session_id"] for _ in range(3)]
        fed = Waiting(alice, 20, tool="session_feed", session_id=sessions[0], language="python")
        self.around(alice, fed, 100)
        for _ in range(150):
            self.refused("another session's", alice, fed.params(arguments={**fed.arguments, "session_id": self.dice.choice(sessions[1:])}))
        for wrong in (0, 1.5, True, [], {}, [first.state], {"a": first.state}, ["x"] * 3):
            self.refused("no text", alice, first.params(requestState=wrong))
        self.assertEqual(self.made(), [])
        # None of that has hurt the good ones, which go on once.
        for one in (first, *others, *of_bob, fed):
            self.assertIs(one.client.call("tools/call", one.params()).get("isError"), False)
        for _ in range(150):
            for one in (first, of_bob[0], fed):
                self.refused("used already", one.client, one.params())
        self.assertEqual(sorted(self.made()), [0, 1, 2, 3, 10, 11, 12, 20])
        self.say()

    def test_over_a_pipe(self):
        server, other_process = self.pipe(), self.pipe()
        first, *others = [Waiting(server, order) for order in range(4)]
        foreign = Waiting(other_process, 30)
        self.damage(server, first, others, 150)
        self.around(server, first, 150)
        for _ in range(200):
            self.refused("of another key", server, foreign.params())
            self.refused("of another key", other_process, self.dice.choice(others).params())
        self.assertIs(server.call("tools/call", first.params()).get("isError"), False)
        for _ in range(200):
            self.refused("used already", server, first.params())
        self.assertEqual(self.made(), [0])
        self.say()

    def test_their_time_is_over(self):
        client = self.client(self.host(approval_ms=200), ALICE)
        late = [Waiting(client, order) for order in range(20)]
        time.sleep(0.3)
        for _ in range(10):
            for one in late:
                self.refused("too late", client, one.params())
        self.assertEqual(self.made(), [])
        self.say()

    def say(self):
        print(self.id().split(".")[-1], sum(self.tries.values()), self.tries, file=sys.stderr)


class Store:
    """Rows of a store, past whoever guards it."""

    def __init__(self, url):
        self.url = url
        self.file = None if POSTGRES else sqlite3.connect(url.removeprefix("sqlite:"), timeout=60, isolation_level=None)

    def psql(self, sql):
        done = subprocess.run([os.path.join(find_binaries(), "psql"), "-qAtX", "-v", "ON_ERROR_STOP=1", self.url], input="SET search_path = pysub;\n" + sql, capture_output=True, text=True, timeout=100, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    def snapshots(self):
        """{session: bytes}"""
        if self.file is None:
            rows = (line.split("|") for line in self.psql("SELECT encode(session, 'escape'), encode(blob, 'hex') FROM snapshot;").splitlines())
            return {id: bytes.fromhex(blob) for id, blob in rows}
        return {id.decode() if isinstance(id, bytes) else id: bytes(blob) if not isinstance(blob, str) else blob.encode("latin-1") for id, blob in self.file.execute("SELECT session, blob FROM snapshot")}

    def change(self, rows):
        """[(session, its new bytes, their digest)]"""
        if self.file is None:
            self.psql("BEGIN;\n" + "".join(f"UPDATE snapshot SET blob = '\\x{blob.hex()}', digest = '{digest}' WHERE session = '{id}';\n" for id, blob, digest in rows) + "COMMIT;\n")
            return
        self.file.execute("BEGIN IMMEDIATE")
        self.file.executemany("UPDATE snapshot SET blob = ?, digest = ? WHERE session = ?", [(blob, digest, id) for id, blob, digest in rows])
        self.file.execute("COMMIT")

    def run(self, sql):
        if self.file is None:
            self.psql(sql + ";\n")
        else:
            self.file.execute(sql)


class StoredSnapshots(unittest.TestCase):
    SESSIONS = 300 if POSTGRES else 1200  # of alice; bob has some, too

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(dir=roomy_memory())
        self.addCleanup(self.folder.cleanup)
        self.url = new_store(self.folder.name)
        self.dice = random.Random(SEED)
        self.happened = os.path.join(self.folder.name, "happened")

    def keys(self, name, **tenants):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"tenants": tenants, "others": ["of all the others"]}, file)
        return path

    def agent(self, *arguments, status=0):
        done = subprocess.run([AGENT, *arguments], capture_output=True, text=True, timeout=200, check=False)
        self.assertEqual(done.returncode, status, done.stderr[-2000:])
        self.assertNotIn(SECRET, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def work(self, keys):
        # The call that a state from somewhere else would make: it leaves a line.
        program = os.path.join(self.folder.name, "pay")
        with open(program, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\necho $PYSUB_KEY >>{self.happened}\necho 1\n")
        os.chmod(program, 0o755)
        self.agent("work", "--store", self.url, "--keys", keys, "--until-idle", "--call", f"pay={program}")

    def sessions(self):
        return {row["id"]: row for row in map(json.loads, self.agent("sessions", "list", "--store", self.url, "--json").splitlines())}

    def create(self, keys, tenant, count):
        """Sessions that wait for a signal; then each says so and pays."""
        config = {"permissions": {"isolation": "in-process"}, "store": {"url": self.url, "keys": keys}, "limits": {"stored_sessions": 100_000}}
        host = Host(AGENT, {**config, "tenants": {"alice": {"tokens": [ALICE]}, "bob": {"tokens": [BOB]}}})
        client = Client(host, token=ALICE if tenant == "alice" else BOB)
        code = f"x = {SECRET!r}\nwait_signal('go')\nemit('paid', x)\npay(1)"
        ids = [client.data("durable_create", language="python", code=code, functions=["pay(n)"])["id"] for _ in range(count)]
        client.close()
        self.assertEqual(host.end(), (0, ""))
        return ids

    def damaged(self, kind, blob, other, foreign, older):
        dice = self.dice
        return {"bits flipped": lambda: flipped(dice, blob), "cut": lambda: cut(dice, blob), "joined of two": lambda: joined(dice, blob, other, 37),
                "longer": lambda: blob + dice.randbytes(9), "empty": lambda: b"", "made up": lambda: dice.randbytes(200), "another session's": lambda: other,
                "another tenant's": lambda: foreign, "an older one": lambda: older, "seal taken off": lambda: blob[37:], "text of it": blob.hex().encode}[kind]()

    def test_each_is_refused(self):
        old = self.keys("old", alice=["the key before it."])
        new = self.keys("new", alice=["a newer key of alice", "the key before it."])
        last = self.keys("last", alice=["a newer key of alice"])
        store = Store(self.url)
        ids = self.create(old, "alice", self.SESSIONS)
        bobs = self.create(old, "bob", 20)
        begun = store.snapshots()
        self.work(old)
        self.assertEqual({row["state"] for row in self.sessions().values()}, {"waiting"})
        stands = store.snapshots()
        # Every twelfth is left alone; every tenth of the others keeps the digest that it had, as where a disk is damaged.
        kinds = ["bits flipped", "cut", "joined of two", "longer", "empty", "made up", "another session's", "another tenant's", "an older one", "seal taken off", "text of it"]
        good, wrong, rows = [], {}, []
        for number, id in enumerate(ids):
            if number % 12 == 0:
                good.append(id)
                continue
            kind = kinds[number % len(kinds)]
            blob = self.damaged(kind, stands[id], stands[self.dice.choice([other for other in ids[:50] if other != id])], stands[self.dice.choice(bobs)], begun[id])
            digest = hashlib.sha256(stands[id] if number % 10 == 0 else blob).hexdigest()
            if blob == stands[id]:  # (what was joined of two that are alike there)
                good.append(id)
                continue
            rows.append((id, blob, digest))
            wrong[id] = kind
        store.change(rows)
        # What is exported is what is there, and no copy makes it good.
        there = store.snapshots()
        for id in self.dice.sample(list(wrong), 12):
            snapshot = json.loads(self.agent("sessions", "export", "--store", self.url, id))["snapshot"]
            self.assertEqual(base64.b64decode(snapshot["base64"]), there[id])
            self.assertRegex(self.agent("sessions", "fork", "--store", self.url, "--keys", new, id, status=1), "the state|damaged|sealed")
        self.assertEqual(len(self.sessions()), len(ids) + len(bobs))
        self.go(ids + bobs)
        self.work(new)
        self.judge(wrong, good + bobs)
        # People say that they may go on: it is the same.
        for id in self.dice.sample(list(wrong), 20):
            self.agent("sessions", "resume", "--store", self.url, id)
        self.work(new)
        self.judge(wrong, good + bobs)
        # An older key, once it is taken away: what nobody has sealed anew does not open.
        more = self.create(old, "alice", 20)
        self.work(last)
        rows = self.sessions()
        self.assertEqual({rows[id]["parked_for"] for id in more}, {"state"})
        self.agent("sessions", "gc", "--store", self.url, "--older-than", "1000000")
        print(f"{len(wrong) + len(more)} stored snapshots", {kind: list(wrong.values()).count(kind) for kind in kinds}, file=sys.stderr)

    def go(self, ids):
        for id in ids[:3]:
            self.agent("sessions", "signal", "--store", self.url, id, "go", "--value", "1")
        # (as `sessions signal` does it, for all at once)
        store = Store(self.url)
        names = ", ".join(f"'{id}'" for id in ids[3:])
        store.run(f"INSERT INTO signal(session, name, payload) SELECT id, 'go', '1' FROM session WHERE id IN ({names})")
        store.run(f"UPDATE session SET state = 'ready', due_at = 1 WHERE id IN ({names})")

    def judge(self, wrong, good):
        rows = self.sessions()
        for id, kind in wrong.items():
            row = rows[id]
            self.assertEqual((row["state"], row["parked_for"]), ("parked", "state"), (kind, row))
            said = row["reason"]
            self.assertRegex(said, "state|snapshot", kind)
            self.assertNotIn(SECRET, said)
            self.assertFalse([other for other in re.findall("d[0-9a-f]{32}", said) if other != id], (kind, said))
        self.assertEqual({rows[id]["state"] for id in good}, {"done"})
        with open(self.happened, encoding="utf-8") as file:
            self.assertEqual(sorted(file.read().split()), sorted(f"{id}:3" for id in good))  # (behind wait_signal() and emit())
        mail = [json.loads(line)["session"] for line in self.agent("sessions", "outbox", "--store", self.url).splitlines()]
        self.assertEqual(sorted(mail), sorted(good))


if __name__ == "__main__":
    if POSTGRES:
        del RequestStates
    run_unittests(250)
