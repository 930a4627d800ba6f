"""An MCP server that misbehaves in one way, its first argument. Tests of the client start it."""

import json
import os
import signal
import subprocess
import sys
import time

HOW = sys.argv[1]
MODERN = "2026-07-28"
TOOLS = [
    {"name": "echo", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}},
    {"name": "bad", "inputSchema": {"type": "object"}},
    {"name": "slow", "inputSchema": {"type": "object"}},
]
NOTES = os.environ.get("NOTES")  # a file that gets what came


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def send(message):
    write(json.dumps(message) + "\n")


def note(text):
    if NOTES:
        with open(NOTES, "a") as file:
            file.write(text + "\n")


def result(id, value):
    send({"jsonrpc": "2.0", "id": id, "result": value})


def start(message):
    """The answer to what comes before the first call; False: it is a call."""
    method, id = message.get("method"), message.get("id")
    modern = HOW == "modern" or HOW.endswith("-modern")
    if method == "server/discover":
        if HOW == "ends-when-probed":
            sys.exit(3)
        if HOW == "silent-when-probed":
            return True
        if modern:
            result(id, {"supportedVersions": [MODERN], "capabilities": {"tools": {}}, "resultType": "complete"})
        else:
            send({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "Method not found"}})
    elif method == "initialize":
        if HOW == "no-answer":
            return True
        version = "1999-01-01" if HOW == "other-revision" else message["params"]["protocolVersion"]
        result(id, {"protocolVersion": version, "capabilities": {"tools": {"listChanged": True}}, "serverInfo": {"name": "bad", "version": "1"}})
    elif method == "tools/list":
        if HOW == "many-tools":
            page = int(message["params"].get("cursor", "0"))
            result(id, {"tools": [{"name": f"t{page}_{i}", "inputSchema": {}} for i in range(100)], "nextCursor": str(page + 1)})
        elif HOW == "endless-pages":
            result(id, {"tools": [], "nextCursor": "again"})
        elif HOW == "list-is-none":
            result(id, {"tools": 7})
        else:
            result(id, {"tools": TOOLS})
    elif method is None or "id" not in message:
        note(json.dumps(message))
    else:
        return False
    return True


def call(message):
    id, name, arguments = message["id"], message["params"]["name"], message["params"].get("arguments", {})
    note("call " + name)
    if name == "slow":
        time.sleep(0.3)
    if name != "bad":
        result(id, {"content": [{"type": "text", "text": arguments.get("text", "")}], "resultType": "complete"})
        return
    if HOW == "huge-line":
        write('{"jsonrpc":"2.0","id":%d,"result":{"text":"' % id + "x" * 3_000_000 + '"}}\n')
    elif HOW == "endless-line":
        while True:
            write("x" * 65536)
    elif HOW == "garbage":
        write("this is no JSON\n{]\n[1, 2\n\x00\x01\n{}\n[]\n3\nnull\n" + "[" * 5000 + "\n")
        result(id, {"content": []})
    elif HOW == "flood":
        while True:
            write("garbage\n" * 1000)
    elif HOW == "wrong-ids":
        for wrong in (id + 1000, -1, 0, None, "1", 2**70, 1.5, [], {}, id - 1):
            result(wrong, {"content": [{"type": "text", "text": "stolen"}]})
        result(id, {"content": [{"type": "text", "text": "right"}]})
        result(id, {"content": [{"type": "text", "text": "twice"}]})
    elif HOW == "results-that-are-none":
        send({"jsonrpc": "2.0", "id": id, "result": 7})
    elif HOW == "errors-that-are-none":
        send({"jsonrpc": "2.0", "id": id, "error": "no"})
    elif HOW == "asks-back":
        send({"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": {}})
        send({"jsonrpc": "2.0", "id": "p", "method": "ping"})
        for _ in range(2):
            note(sys.stdin.readline().strip())
        result(id, {"content": []})
    elif HOW == "dies":
        sys.stderr.write("out of luck\n")
        sys.exit(1)
    elif HOW == "changes":
        TOOLS.append({"name": "new", "inputSchema": {"type": "object"}})
        send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        result(id, {"content": []})
    # (no-answer-to-calls: nothing)


def main():
    if HOW == "stays":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen(["sleep", "1000"])
        note(f"pids {os.getpid()} {child.pid}")
    if HOW == "garbage-first":
        write("Starting up...\nListening on stdio\n")
    if HOW == "reads-nothing":
        time.sleep(1000)
    for line in sys.stdin:
        message = json.loads(line)
        if not start(message):
            call(message)
    note("end of input")
    if HOW == "stays":
        time.sleep(1000)


main()
