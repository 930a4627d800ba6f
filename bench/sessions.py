#!/usr/bin/env python3
"""Durable sessions and the agent in figures: one table from one run, of both kinds of store.

    sessions.py --programs=DIRECTORY [--directory=DIR] [--memory=DIR] [--seconds=S] [--parked=N] [--sessions=N] [--calls=N] [--note=TEXT] [--write]

As it is it takes six to ten minutes of two quiet cores, and 3 GB below --memory; with --seconds=0.3 --parked=500 --sessions=50 --calls=50
half a minute, to see that every row is filled.

DIRECTORY has the programs of a build (build/fast/bin: pysub-agent, pysub-worker, store_speed, postgres_speed). Stores lie below --directory
(default: the current one), where each transaction is synced to the disk, and below --memory (default: /dev/shm), where the many sessions
that wait are, too.
--write puts the table into docs/sessions.md, between its marks. Without PostgreSQL its column stays empty."""

import argparse
import asyncio
import datetime
import http.client
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
sys.path.insert(0, os.path.join(ROOT, "tests", "agent"))
from http_client import Host
from mcp_client import MODERN, Server
from postgres_server import PostgresServer, find_binaries

PAGE = os.path.join(ROOT, "docs", "sessions.md")
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def percentiles(milliseconds):
    milliseconds.sort()
    return {"p50_ms": milliseconds[len(milliseconds) // 2], "p99_ms": milliseconds[len(milliseconds) * 99 // 100]}


def store_speed(program, place, options, *more):
    """What the program says, a result each."""
    command = [program, place, f"--seconds={options.seconds}", *more]
    found = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            result = json.loads(line)
            print("   ", line.strip(), file=sys.stderr, flush=True)
            key = (result["what"], result["workers"], result["bytes"]) if result["what"] == "transitions" else result["what"]
            found[key] = result
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {process.returncode}")
    return found


def measure_stores(options, directory, *more):
    found = {"SQLite": store_speed(os.path.join(options.programs, "store_speed"), directory, options, *more)}
    program = os.path.join(options.programs, "postgres_speed")
    if find_binaries() is None or not os.path.exists(program):
        return found
    with PostgresServer(sync=True, settings=["shared_buffers=512MB", "max_wal_size=1GB"], directory=directory) as server:
        found["PostgreSQL"] = store_speed(program, server.url(), options, *more)
    return found


def tool(server, name, **arguments):
    answer = server.tool(name, **arguments)
    assert not answer.get("isError"), answer
    return answer["structuredContent"]


def measure_stdio(options):
    server = Server(os.path.join(options.programs, "pysub-agent"), {})
    try:
        server.initialize()
        times = []
        for _ in range(options.calls + 50):
            begin = time.perf_counter()
            tool(server, "run_python", code="1+1")
            times.append((time.perf_counter() - begin) * 1e3)
        return percentiles(times[50:])
    finally:
        server.kill()


def request_of(name, arguments):
    """(head, body) of a call of a tool in the newer era."""
    meta = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments, "_meta": meta}})
    return {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": MODERN,
            "Mcp-Method": "tools/call", "Mcp-Name": name}, body


def measure_http(options):
    host = Host(os.path.join(options.programs, "pysub-agent"), {})
    try:
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
        head, body = request_of("run_python", {"code": "1+1"})
        times = []
        for _ in range(options.calls + 50):
            begin = time.perf_counter()
            connection.request("POST", "/mcp", body, head)
            answer = connection.getresponse()
            text = answer.read()
            times.append((time.perf_counter() - begin) * 1e3)
            assert answer.status == 200 and json.loads(text)["result"]["isError"] is False, text
        connection.close()
        return percentiles(times[50:])
    finally:
        host.end()


class SessionClient:
    """A connection of its own with a session of its own; none of it waits for others."""

    def __init__(self, port):
        self.port = port
        self.id = None

    async def ask(self, name, **arguments):
        head, body = request_of(name, arguments)
        lines = "".join(f"{key}: {value}\r\n" for key, value in head.items())
        self.writer.write(f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200 "), answer
        length = next(int(line.split(b":")[1]) for line in answer.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        result = json.loads(await self.reader.readexactly(length))["result"]
        assert result["isError"] is False, result
        return result["structuredContent"]

    async def begin(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.id = (await self.ask("session_create"))["session_id"]
        await self.ask("session_feed", session_id=self.id, language="python", code="x = [number * number for number in range(10)]")

    async def feed(self):
        """Milliseconds from the request to the whole answer, with all others before it in the queue."""
        begin = time.perf_counter()
        answer = await self.ask("session_feed", session_id=self.id, language="python", code="x[0] += 1; sum(x)")
        assert answer["result"] >= 285, answer
        return (time.perf_counter() - begin) * 1e3


def measure_concurrent(options):
    """So many sessions, each of a client with a connection of its own, that are fed at the same time, five times."""
    count, rounds = options.sessions, 5
    limits = {"sessions": count + 10, "waiting_calls": count + 10, "calls": 8}
    config = {"limits": limits, "permissions": {"isolation": "in-process"},
              "http": {"limits": {"connections": count + 100, "requests": count + 100, "quiet_ms": 600_000, "body_bytes": 1 << 30}}}
    host = Host(os.path.join(options.programs, "pysub-agent"), config)

    async def run():
        before = resident(host.process.pid)
        clients = [SessionClient(host.port) for _ in range(count)]
        for part in range(0, count, 50):
            await asyncio.gather(*(client.begin() for client in clients[part:part + 50]))
        held = resident(host.process.pid) - before
        times = []
        begin = time.perf_counter()
        for _ in range(rounds):
            times += await asyncio.gather(*(client.feed() for client in clients))
        took = time.perf_counter() - begin
        for client in clients:
            client.writer.close()
        return {**percentiles(times), "per_second": rounds * count / took, "bytes": held / count}

    try:
        return asyncio.run(run())
    finally:
        host.end()


def resident(pid):
    """Bytes that are the process' own."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        return sum(int(line.split()[1]) << 10 for line in file if line.startswith("Private_"))


def measure_sessions(options):
    """Bytes of an open session, with a name or two in it."""
    config = {"limits": {"sessions": options.sessions + 10}, "permissions": {"isolation": "in-process"}}
    server = Server(os.path.join(options.programs, "pysub-agent"), config)
    try:
        server.initialize()

        def open_one():
            opened = tool(server, "session_create")
            tool(server, "session_feed", session_id=opened["session_id"], language="python", code="x = [number * number for number in range(10)]")

        open_one()
        before = resident(server.process.pid)
        for _ in range(options.sessions):
            open_one()
        return (resident(server.process.pid) - before) / options.sessions
    finally:
        server.kill()


def cell(found, key, form):
    return form(found[key]) if key in found else ""


def times(result):
    return f"{result['p50_ms']:.2f}, {result['p99_ms']:.2f} ms"


def table(stores, agent, options):
    names = list(stores)
    lines = ["| | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]

    def row(title, key, form):
        lines.append(f"| {title} | " + " | ".join(cell(stores[name], key, form) for name in names) + " |")

    for size, words in ((1000, "1 kB"), (16000, "16 kB")):
        for workers in (1, 2, 4):
            title = f"{workers} worker{'s' if workers > 1 else ''}, {words} of state: transitions per second on a disk, in memory"
            lines.append(f"| {title} | " + " | ".join(
                ", ".join(f"{stores[name][place, 'transitions', workers, size]['per_second']:,}" for place in ("disk", "memory")) for name in names) + " |")
    row(f"{options.parked:,} sessions that wait, 4 kB each, in memory: size of all files", "parked", lambda result: f"{result['stored_bytes'] / 1e6:,.0f} MB")
    row("as they were made: sessions per second, by two processes, three transactions each", "parked", lambda result: f"{result['per_second']:,}")
    for title, key in (("list 100 of them: p50, p99", "list 100"), ("list those of a tenant that has one of a thousand", "list few"),
                       ("count those of a tenant, up to 1,000", "count"), ("a look for something to do, when there is nothing", "claim, nothing due"),
                       ("store an answer", "answer"), ("claim the session that was answered", "claim"), ("commit its transition", "commit")):
        row(title, key, times)
    lines += ["", "| | |", "|---|---|"]
    for title, key in (("`run_python` of `1+1` by MCP, stdio: p50, p99", "stdio"), ("the same over HTTP, one connection", "http")):
        lines.append(f"| {title} | {times(agent[key])} |")
    many = agent["concurrent"]
    lines.append(f"| memory of an open session, of {options.sessions:,}, stdio; the same over HTTP with a connection each | {agent['session'] / 1e3:,.0f} kB; {many['bytes'] / 1e3:,.0f} kB |")
    lines.append(f"| {options.sessions:,} sessions fed at the same time over HTTP, a connection each: feeds per second; p50, p99 of a feed that waits for its turn | {many['per_second']:,.0f}; {times(many)} |")
    return "\n".join(lines)


def machine():
    name = platform.machine()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                name = line.split(":")[1].strip()
                break
    return f"{os.cpu_count()} cores of {name}, load {os.getloadavg()[0]:.1f} at the beginning"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--directory", default=".")
    parser.add_argument("--memory", default="/dev/shm")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--parked", type=int, default=100_000)
    parser.add_argument("--sessions", type=int, default=1_000)
    parser.add_argument("--calls", type=int, default=2_000)
    parser.add_argument("--note", default="")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    options.programs = os.path.abspath(options.programs)
    where = machine()
    began = time.monotonic()
    agent = {"stdio": measure_stdio(options), "http": measure_http(options), "session": measure_sessions(options), "concurrent": measure_concurrent(options)}
    print(agent, file=sys.stderr)
    stores = {}
    # A hundred thousand sessions are some hundred thousand syncs to a disk, which are not what is asked: they are made in memory.
    for kind, place, more in (("disk", options.directory, ["--parked=0"]), ("memory", options.memory, [f"--parked={options.parked}"])):
        directory = tempfile.mkdtemp(prefix="pysub_figures.", dir=os.path.abspath(place))
        os.chmod(directory, 0o755)
        try:
            for name, found in measure_stores(options, directory, *more).items():
                stores.setdefault(name, {}).update({(kind, *key) if isinstance(key, tuple) else key: value for key, value in found.items()})
        finally:
            shutil.rmtree(directory, ignore_errors=True)
    took = (time.monotonic() - began) / 60
    text = f"{datetime.date.today()}, {where}, one run of {took:.1f} minutes{options.note}.\n\n{table(stores, agent, options)}"
    print(text)
    if options.write:
        with open(PAGE, encoding="utf-8") as file:
            page = file.read()
        head, rest = page.split(BEGIN)
        _, tail = rest.split(END)
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(f"{head}{BEGIN}\n\n{text}\n\n{END}{tail}")


if __name__ == "__main__":
    main()
