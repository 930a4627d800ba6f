"""A client that starts `pysub-agent mcp` and speaks with it, line by line; what it gets is looked at by tests."""

import json
import os
import queue
import subprocess
import tempfile
import threading

LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
MODERN = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
TIMEOUT = 60


def follows(schema, value, path="$"):
    """Whether a value is what a schema says, as far as ours go. "": it is."""
    if not schema:
        return ""
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict, "null": type(None)}
    if not any(isinstance(value, kinds[name]) and not (name in ("integer", "number") and isinstance(value, bool)) for name in types):
        return f"{path} is no {types}: {value!r}"
    if isinstance(value, dict) and "properties" in schema:
        for name in schema.get("required", []):
            if name not in value:
                return f"{path}.{name} is missing"
        for name, member in value.items():
            if name not in schema["properties"]:
                return f"{path}.{name} is not in the schema"
            if problem := follows(schema["properties"][name], member, f"{path}.{name}"):
                return problem
    for item in value if isinstance(value, list) else ():
        if problem := follows(schema.get("items"), item, path + "[]"):
            return problem
    return ""


class Server:
    def __init__(self, program, config=None, *options):
        self.folder = tempfile.TemporaryDirectory()
        arguments = [program, "mcp", *options]
        if config is not None:
            path = os.path.join(self.folder.name, "config.json")
            with open(path, "w") as file:
                file.write(config if isinstance(config, str) else json.dumps(config))
            arguments += ["--config", path]
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.notifications = []
        self.answers = {}
        self.last_id = 0
        self.meta = None  # of each request, in the newer era
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    # ---- lines

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def line(self, timeout=TIMEOUT):
        """The next message, whatever it is."""
        line = self.lines.get(timeout=timeout)
        if line is None:
            raise EOFError(self.process.stderr.read().decode())
        assert line.endswith(b"\n"), line
        return json.loads(line.decode("utf-8"))

    def silent(self, seconds=0.3):
        try:
            return self.lines.get(timeout=seconds) is None
        except queue.Empty:
            return True

    # ---- requests

    def request(self, method, params=None, id=None):
        """Sends one; its id."""
        if id is None:
            self.last_id += 1
            id = self.last_id
        message = {"jsonrpc": "2.0", "id": id, "method": method}
        params = dict(params or {})
        if self.meta is not None:
            params["_meta"] = {**self.meta, **params.get("_meta", {})}
        if params:
            message["params"] = params
        self.send(message)
        return id

    def answer(self, id, timeout=TIMEOUT):
        """The answer to it; notifications that come before are kept."""
        while id not in self.answers:
            message = self.line(timeout)
            assert message["jsonrpc"] == "2.0", message
            if "method" in message:
                assert "id" not in message, message
                self.notifications.append(message)
            else:
                assert message["id"] not in self.answers, message
                self.answers[message["id"]] = message
        return self.answers.pop(id)

    def call(self, method, params=None):
        """Its result, or its error."""
        answer = self.answer(self.request(method, params))
        return answer["result"] if "result" in answer else answer["error"]

    def tool(self, name, /, **arguments):
        return self.call("tools/call", {"name": name, "arguments": arguments})

    def data(self, name, /, **arguments):
        """What a tool that has to go well says as data."""
        result = self.tool(name, **arguments)
        assert result.get("isError") is False, result
        return result["structuredContent"]

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def cancel(self, id):
        self.notify("notifications/cancelled", {"requestId": id, "reason": "test"})

    def initialize(self, version=LEGACY[0]):
        result = self.call("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
        self.notify("notifications/initialized", {})
        return result

    def be_modern(self, version=MODERN):
        self.meta = {PREFIX + "protocolVersion": version, PREFIX + "clientCapabilities": {}, PREFIX + "clientInfo": {"name": "test", "version": "1"}}

    # ---- the end

    def end(self, timeout=TIMEOUT):
        """Closes the input. (exit status, standard error)."""
        self.process.stdin.close()
        status = self.process.wait(timeout)
        error = self.process.stderr.read().decode()
        return status, error

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass
        self.folder.cleanup()
