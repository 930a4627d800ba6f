"""A client of `pysub-agent serve`, on sockets of its own: what it sends and gets is looked at by tests."""

import http.client
import json
import os
import re
import socket
import subprocess
import tempfile

from mcp_client import LEGACY, MODERN, PREFIX

TIMEOUT = 60
BOTH = "application/json, text/event-stream"


class Host:
    """The program, listening at a port that was free."""

    def __init__(self, program, config):
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "config.json")
        with open(path, "w") as file:
            json.dump(config, file)
        self.process = subprocess.Popen([program, "serve", "--http", "127.0.0.1:0", "--config", path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.said = self.process.stderr.readline().decode()
        match = re.match(r"pysub-agent: http://127\.0\.0\.1:(\d+)/mcp, ", self.said)
        if not match:
            raise RuntimeError(self.said + self.process.stderr.read().decode())
        self.port = int(match[1])

    def end(self):
        """SIGTERM. (exit status, what it said behind its first line)."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            error = self.process.communicate(timeout=TIMEOUT)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self.folder.cleanup()
        return self.process.returncode, error.decode()

    def raw(self, data=b"", timeout=TIMEOUT):
        """A connection on which that was sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=timeout)
        connection.sendall(data)
        return connection

    def ask(self, method, path="/mcp", body=None, headers=None):
        """(status, headers, body) of one request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()


def read_all(connection):
    """What comes until the end."""
    data = b""
    try:
        while piece := connection.recv(65536):
            data += piece
    except ConnectionResetError:
        pass
    connection.close()
    return data


def messages_of(content_type, body):
    """The messages of an answer."""
    if content_type == "application/json":
        return [json.loads(body)]
    assert content_type == "text/event-stream", content_type
    messages = []
    for event in body.decode().split("\n\n"):
        data = [line[6:] for line in event.split("\n") if line.startswith("data: ")]
        assert all(re.match(r"(data: |event: message$|:|$)", line) for line in event.split("\n")), event
        if data:
            messages.append(json.loads("\n".join(data)))
    return messages


class Client:
    """One client, of either era, on a connection that it keeps."""

    def __init__(self, host, version=MODERN, token=None):
        self.host = host
        self.token = token
        self.meta = None
        self.session = None
        self.version = version
        self.last_id = 0
        self.notifications = []
        self.status = None
        self.type = None
        self.connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=TIMEOUT)
        if version == MODERN:
            self.meta = {PREFIX + "protocolVersion": version, PREFIX + "clientCapabilities": {}}
        elif version is not None:
            self.initialize(version)

    def close(self):
        self.connection.close()

    def headers(self, message, **more):
        headers = {"Content-Type": "application/json", "Accept": BOTH}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if self.session:
            headers["Mcp-Session-Id"] = self.session
        if self.meta is not None:
            headers["MCP-Protocol-Version"] = MODERN
            params = message.get("params", {}) if isinstance(message, dict) else {}
            if isinstance(message, dict) and "method" in message:
                headers["Mcp-Method"] = message["method"]
            if name := params.get("name") or params.get("uri"):
                headers["Mcp-Name"] = name
        elif self.session:
            headers["MCP-Protocol-Version"] = self.version
        headers.update({name.replace("_", "-"): value for name, value in more.items()})
        return {name: value for name, value in headers.items() if value is not None}

    def message(self, method, params=None, id=None):
        if id is None:
            self.last_id += 1
            id = self.last_id
        params = dict(params or {})
        if self.meta is not None:
            params["_meta"] = {**self.meta, **params.get("_meta", {})}
        return {"jsonrpc": "2.0", "id": id, "method": method, **({"params": params} if params else {})}

    def begin(self, message, **headers):
        """Sends it; the answer whose body is not read."""
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.connection.request("POST", "/mcp", body=body, headers=self.headers(message, **headers))
        answer = self.connection.getresponse()
        self.status, self.type, self.got = answer.status, answer.headers["Content-Type"], answer.headers
        return answer

    def post(self, message, **headers):
        """The messages that come back."""
        body = self.begin(message, **headers).read()
        return messages_of(self.type, body) if body else []

    def call(self, method, params=None, **headers):
        """Its result, or its error."""
        messages = self.post(self.message(method, params), **headers)
        self.notifications += messages[:-1]
        assert messages[-1].get("id") == self.last_id, messages
        return messages[-1]["result"] if "result" in messages[-1] else messages[-1]["error"]

    def tool(self, name, /, **arguments):
        return self.call("tools/call", {"name": name, "arguments": arguments})

    def data(self, name, /, **arguments):
        """What a tool that has to go well says as data."""
        result = self.tool(name, **arguments)
        assert result.get("isError") is False, result
        return result["structuredContent"]

    def initialize(self, version=LEGACY[0]):
        result = self.call("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
        self.session = self.got["Mcp-Session-Id"]
        self.version = result["protocolVersion"]
        assert self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}) == []
        assert self.status == 202, self.status
        return result
