"""A small MCP server of the older era for tests of code mode. Each call that is made becomes a line of the file NOTES."""

import json
import os
import sys
import threading
import time

NOTES = os.environ.get("NOTES")
LOCK = threading.Lock()
ORDERS = [{"id": i, "customer": "c%d" % (i % 3), "cents": 100 * i} for i in range(1, 10)]


def obj(properties, required=(), more=False):
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": more}


TOOLS = {
    "orders": ("Orders of a customer.", obj({"customer": {"type": "string", "description": "Its id."}, "limit": {"type": "integer", "minimum": 1, "default": 100}}, ["customer"]),
               obj({"orders": {"type": "array", "items": {"type": "object"}}}, ["orders"])),
    "rate": ("Exchange rate of a currency.", obj({"currency": {"enum": ["EUR", "USD"]}}, ["currency"]), None),
    "refund": ("Gives money back.", obj({"order": {"type": "integer"}, "reason": {"type": "string"}}, ["order"]), None),
    "get-it.now": ("A name that is none of Python's.", obj({"from": {"type": "string"}, "$set": {"type": "object"}}), None),
    "slow": ("Takes its time.", obj({"seconds": {"type": "number"}}, ["seconds"]), None),
    "fails": ("Never works.", {"type": "object"}, None),
    "echo": ("Gives back what it gets.", obj({"value": {}}, ["value"]), None),
    "lies": ("Does not follow its schema.", {"type": "object"}, obj({"n": {"type": "integer"}}, ["n"])),
    "large": ("Much text.", obj({"bytes": {"type": "integer"}}, ["bytes"]), None),
    "secret": ("Nobody may see it.", {"type": "object"}, None),
}


def send(message):
    with LOCK:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def text(value):
    return {"content": [{"type": "text", "text": value}]}


def run(name, arguments):
    if name == "orders":
        return {**text("see structuredContent"), "structuredContent": {"orders": [o for o in ORDERS if o["customer"] == arguments["customer"]][:arguments.get("limit", 100)]}}
    if name == "rate":
        return {**text("x"), "structuredContent": {"EUR": 1.0, "USD": 1.25}[arguments["currency"]]}
    if name == "slow":
        time.sleep(arguments["seconds"])
    if name == "fails":
        return {**text("it is broken"), "isError": True}
    if name in ("echo", "get-it.now"):
        return {**text("x"), "structuredContent": arguments}
    if name == "lies":
        return {**text("x"), "structuredContent": {"n": "no"}}
    if name == "large":
        return text("x" * arguments["bytes"])
    if name == "secret":
        return text(os.environ.get("TOKEN", ""))
    return text(f"{name} done")


def call(message):
    name, arguments = message["params"]["name"], message["params"].get("arguments", {})
    if NOTES:
        with LOCK, open(NOTES, "a") as file:
            file.write(json.dumps([name, arguments]) + "\n")
    send({"jsonrpc": "2.0", "id": message["id"], "result": run(name, arguments)})


for line in sys.stdin:
    message = json.loads(line)
    method, id = message.get("method"), message.get("id")
    if method == "initialize":
        send({"jsonrpc": "2.0", "id": id, "result": {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "tools", "version": "1"}}})
    elif method == "tools/list":
        tools = []
        for name, (description, schema, output) in TOOLS.items():
            tools.append({"name": name, "description": description, "inputSchema": schema, **({"outputSchema": output} if output else {})})
        send({"jsonrpc": "2.0", "id": id, "result": {"tools": tools}})
    elif method == "tools/call":
        threading.Thread(target=call, args=(message,), daemon=True).start()
    elif id is not None:
        send({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "Method not found"}})
