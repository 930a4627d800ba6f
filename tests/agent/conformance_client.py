#!/usr/bin/env python3
"""The client that the conformance suite starts: conformance_client.py MCP_PROBE URL, a driver of mcp_probe.

Makes the calls of tools that the suite asks for (MCP_CONFORMANCE_CONTEXT), sends back the schema that it was told of where a tool json_schema_echo wants it,
else calls each tool of the server at URL once, with arguments that its schema asks for."""

import json
import os
import subprocess
import sys

EXAMPLES = {"integer": 3, "number": 5, "boolean": True, "array": [], "object": {}}


def example_of(schema):
    if "default" in schema:
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    return EXAMPLES.get(schema.get("type"), "text")


def calls_of(server):
    """The calls to make: name, arguments."""
    schemas = server["schemas"]
    asked = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}").get("toolCalls")
    if asked:
        return [(call["name"], call["arguments"]) for call in asked]
    if "json_schema_echo" in schemas:
        return [("json_schema_echo", {"schema": schemas["json_schema_2020_12_tool"]})]
    return [(name, {key: example_of(value) for key, value in (schemas[name].get("properties") or {}).items()}) for name in server["tools"]]


def main():
    probe, url = sys.argv[1], sys.argv[-1]
    process = subprocess.Popen([probe, json.dumps({"url": url})], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    first = process.stdout.readline()
    print("server:", first.strip(), flush=True)
    server = json.loads(first) if first else {"error": "no answer"}
    if server.get("error"):
        process.kill()
        return 1
    for number, (name, arguments) in enumerate(calls_of(server), 1):
        process.stdin.write(json.dumps({"call": name, "arguments": arguments}) + "\n" + json.dumps({"wait": number}) + "\n")
        process.stdin.flush()
        print("answer:", process.stdout.readline().strip()[:400], flush=True)
    process.stdin.close()
    return process.wait()


sys.exit(main())
