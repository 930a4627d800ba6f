#!/usr/bin/env python3
"""Durable sessions and the agent in figures: one table, of both kinds of store.

    sessions.py --programs=DIRECTORY [--directory=DIR] [--memory=DIR] [--seconds=S] [--parked=N] [--sessions=N] [--calls=N] [--write]

DIRECTORY has the programs of a build (build/fast/bin: pysub-agent, pysub-worker, store_speed, postgres_speed). Stores lie below --directory
(default: the current one), where each transaction is synced to the disk, and below --memory (default: /dev/shm), where the many sessions
that wait are, too.
--write puts the table into docs/sessions.md, between its marks. Without PostgreSQL its column stays empty."""

import argparse
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
from mcp_client import Server
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
    return found


def measure_stores(options, directory, *more):
    found = {"SQLite": store_speed(os.path.join(options.programs, "store_speed"), directory, options, *more)}
    program = os.path.join(options.programs, "postgres_speed")
    if find_binaries() is None or not os.path.exists(program):
        return found
    with PostgresServer(sync=True, settings=["shared_buffers=512MB", "max_wal_size=4GB"], directory=directory) as server:
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


def measure_http(options):
    port = 18_931
    with subprocess.Popen([os.path.join(options.programs, "pysub-agent"), "serve", "--http", f"127.0.0.1:{port}"], stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(500):
                try:
                    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                    connection.connect()
                    break
                except OSError:
                    time.sleep(0.02)
            meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
            times = []
            for number in range(options.calls + 50):
                body = json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                                   "params": {"name": "run_python", "arguments": {"code": "1+1"}, "_meta": meta}})
                headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
                           "Mcp-Method": "tools/call", "Mcp-Name": "run_python"}
                begin = time.perf_counter()
                connection.request("POST", "/mcp", body, headers)
                answer = connection.getresponse()
                text = answer.read()
                times.append((time.perf_counter() - begin) * 1e3)
                assert answer.status == 200 and b"isError\":true" not in text.replace(b" ", b""), text
            return percentiles(times[50:])
        finally:
            process.terminate()


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
    for title, key in (("list 100 of them: p50, p99", "list 100"), ("a look for something to do, when there is nothing", "claim, nothing due"),
                       ("store an answer", "answer"), ("claim the session that was answered", "claim"), ("commit its transition", "commit")):
        row(title, key, times)
    lines += ["", "| | |", "|---|---|"]
    for title, key in (("`run_python` of `1+1` by MCP, stdio: p50, p99", "stdio"), ("the same over HTTP, one connection", "http")):
        lines.append(f"| {title} | {times(agent[key])} |")
    lines.append(f"| memory of an open session, of {options.sessions:,} | {agent['session'] / 1e3:,.0f} kB |")
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
    agent = {"stdio": measure_stdio(options), "http": measure_http(options), "session": measure_sessions(options)}
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
    text = f"{datetime.date.today()}, {where}{options.note}.\n\n{table(stores, agent, options)}"
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
