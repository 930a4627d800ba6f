"""A server of HTTP on this machine for network_test.py: answers by the path that is asked for, well and badly, and remembers each request."""

import gzip
import socket
import ssl
import threading
import time
import zlib


class Server:
    def __init__(self, certificate=None):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.requests = []
        self.lock = threading.Lock()
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def take(self):
        """The requests since the last call: (method, target, headers, body)."""
        with self.lock:
            taken, self.requests = self.requests, []
        return taken

    def serve(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            stream = connection.makefile("rb")
            while self.one(connection, stream):
                pass
        except (OSError, ValueError):  # gone, or no HTTP
            pass
        finally:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            connection.close()

    def one(self, connection, stream):
        """Whether another request may follow on the connection."""
        line = stream.readline(65537).decode("latin-1").rstrip("\r\n")
        if not line:
            return False
        method, target, _ = line.split(" ", 2)
        headers = []
        while (field := stream.readline(65537).decode("latin-1").rstrip("\r\n")):
            name, _, value = field.partition(":")
            headers.append((name, value.strip()))
        given = {name.lower(): value for name, value in headers}
        if given.get("expect") == "100-continue":
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        if given.get("transfer-encoding") == "chunked":
            body = b""
            while size := int(stream.readline(), 16):
                body += stream.read(size)
                stream.readline()
            stream.readline()
        else:
            body = stream.read(int(given.get("content-length", 0)))
        with self.lock:
            self.requests.append((method, target, headers, body))
        room, _, rest = target.lstrip("/").partition("/")
        room = room.partition("?")[0]
        answer = getattr(self, "at_" + room.replace("-", "_"), self.at_missing)
        return answer(connection, method, rest, given, body) is not False

    def send(self, connection, method, status, headers=(), body=b"", length=True):
        head = f"HTTP/1.1 {status}\r\n"
        if length:
            head += f"Content-Length: {len(body)}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in headers)
        connection.sendall(head.encode("latin-1") + b"\r\n" + (b"" if method == "HEAD" else body))

    # ---- well
    def at_session(self, connection, method, rest, given, body):
        self.send(connection, method, "200 OK", [("Set-Cookie", "plain=1"), ("Set-Cookie", "kept=2; Max-Age=1000")], b"kept\n")

    def at_zeros(self, connection, method, rest, given, body):
        left = int(rest)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % left)
        piece = bytes(65536)
        while left > 0:
            connection.sendall(piece[:left])
            left -= len(piece)

    def at_far(self, connection, method, rest, given, body):
        self.send(connection, method, "200 OK", [("Last-Modified", "Fri, 31 Dec 9999 23:59:59 GMT")], b"far\n")

    def at_text(self, connection, method, rest, given, body):
        self.send(connection, method, "200 OK", [("Content-Type", "text/plain")], b"some text\n")

    def at_status(self, connection, method, rest, given, body):
        self.send(connection, method, rest.replace("_", " "), [("Content-Type", "text/plain")], b"the body\n")

    def at_missing(self, connection, method, rest, given, body):
        self.send(connection, method, "404 Not Found", [("Content-Type", "text/html")], b"nothing here\n")

    def at_none(self, connection, method, rest, given, body):
        self.send(connection, method, "204 No Content", length=False)

    def at_empty(self, connection, method, rest, given, body):
        self.send(connection, method, "200 OK")

    def at_to(self, connection, method, rest, given, body):
        """/to/302/target: the target is absolute, or a path."""
        status, _, target = rest.partition("/")
        self.send(connection, method, f"{status} Moved", [("Location", target)], b"moved\n")

    def at_loop(self, connection, method, rest, given, body):
        self.send(connection, method, "302 Found", [("Location", "/loop/" + rest + "x")])

    def at_cookies(self, connection, method, rest, given, body):
        self.send(connection, method, "200 OK", [
            ("Set-Cookie", "plain=1"), ("Set-Cookie", "deep=2; Path=/cookies/deep"), ("Set-Cookie", "only=3; HttpOnly; Path=/"),
            ("Set-Cookie", "sure=4; Secure"), ("Set-Cookie", "old=5; Max-Age=0"), ("Set-Cookie", "far=6; Domain=example.org; Path=/"),
            ("Set-Cookie", "late=7; Expires=Wed, 01 Jan 2098 00:00:00 GMT; Path=/"), ("Set-Cookie", "broken")], b"cookies\n")

    def at_chunked(self, connection, method, rest, given, body):
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        connection.sendall(b"A;x=y\r\n0123456789\r\n0\r\nX-Trailer: yes\r\n\r\n")

    def at_gzip(self, connection, method, rest, given, body):
        self.send(connection, method, "200 OK", [("Content-Encoding", "gzip")], gzip.compress(b"packed\n" * 1000, mtime=0))

    def at_deflate(self, connection, method, rest, given, body):
        raw = zlib.compress(b"packed\n" * 1000)
        self.send(connection, method, "200 OK", [("Content-Encoding", "deflate")], raw[2:-4] if rest == "raw" else raw)

    def at_range(self, connection, method, rest, given, body):
        whole = bytes(range(48, 58)) * 10
        if "range" not in given:
            return self.send(connection, method, "200 OK", [("Accept-Ranges", "bytes")], whole)
        first, _, last = given["range"].removeprefix("bytes=").partition("-")
        if int(first or 0) >= len(whole):
            return self.send(connection, method, "416 Range Not Satisfiable", [("Content-Range", f"bytes */{len(whole)}")])
        first, last = (int(first), int(last or 99)) if first else (100 - int(last), 99)
        self.send(connection, method, "206 Partial Content", [("Content-Range", f"bytes {first}-{last}/100")], whole[first:last + 1])

    def at_login(self, connection, method, rest, given, body):
        if given.get("authorization") == "Basic YTpi":
            return self.send(connection, method, "200 OK", body=b"welcome\n")
        self.send(connection, method, "401 Unauthorized", [("WWW-Authenticate", 'Basic realm="here"')], b"who are you\n")

    def at_named(self, connection, method, rest, given, body):
        self.send(connection, method, "200 OK", [("Content-Disposition", f'attachment; filename="{rest}"')], b"named\n")

    def at_dated(self, connection, method, rest, given, body):
        if "if-modified-since" in given:
            return self.send(connection, method, "304 Not Modified", length=False)
        self.send(connection, method, "200 OK", [("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Content-Type", "text/plain")], b"old\n")

    def at_large(self, connection, method, rest, given, body):
        self.send(connection, method, "200 OK", body=b"0123456789abcdef" * 16384)

    def at_once(self, connection, method, rest, given, body):
        """Fails so often as /once/N says, and then no more."""
        with self.lock:
            self.failures = getattr(self, "failures", 0) + 1
            good = self.failures > int(rest)
            if good:
                self.failures = 0
        self.send(connection, method, "200 OK" if good else "503 Service Unavailable", body=b"now\n" if good else b"later\n")

    def at_odd_heads(self, connection, method, rest, given, body):
        connection.sendall(b"HTTP/1.1 200 OK\r\nX-Folded: a\r\n  b\r\nX-Empty:\r\nx-twice: 1\r\nX-Twice: 2\r\nContent-Length: 3\r\n\r\nodd")

    # ---- badly
    def at_cut(self, connection, method, rest, given, body):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
        return False

    def at_cut_chunk(self, connection, method, rest, given, body):
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n12345")
        return False

    def at_silent(self, connection, method, rest, given, body):
        return False

    def at_slow(self, connection, method, rest, given, body):
        time.sleep(float(rest or 2))
        self.send(connection, method, "200 OK", body=b"slow\n")

    def at_no_http(self, connection, method, rest, given, body):
        connection.sendall(b"this is no HTTP at all\r\n")
        return False

    def at_until_close(self, connection, method, rest, given, body):
        connection.sendall(b"HTTP/1.0 200 OK\r\n\r\nuntil the end\n")
        return False

    def at_endless_heads(self, connection, method, rest, given, body):
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(b"X-Much: " + b"y" * 1000 + b"\r\n")

    def at_endless_line(self, connection, method, rest, given, body):
        connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        while True:
            connection.sendall(b"y" * 65536)

    def at_endless_body(self, connection, method, rest, given, body):
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            connection.sendall(b"z" * 65536)

    def at_endless_interim(self, connection, method, rest, given, body):
        while True:
            connection.sendall(b"HTTP/1.1 102 Processing\r\nX: y\r\n\r\n" * 100)

    def at_bytes(self, connection, method, rest, given, body):
        """A body of chunks of one byte."""
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 20000 + b"0\r\n\r\n")
