"""A kernel for Jupyter whose cells run in a sandbox of this process.

    python3 -m pysub.jupyter install [--name NAME] [--seconds N] [--memory BYTES] [--mount HOST:VIRTUAL[:MODE]] ...
    python3 -m pysub.jupyter run CONNECTION_FILE ...

`install` writes a kernel's description into the user's folder of kernels (JUPYTER_DATA_DIR, ~/.local/share/jupyter); Jupyter itself then starts `run`. Nothing of the
machine can be reached from a cell but what was mounted (MODE: read_only, overlay or read_write; overlay when nothing is said). Limits count for each cell anew; a cell
that reaches one, or is interrupted, has not happened. The protocol is Jupyter's 5.3, over pyzmq, which is all that is needed beside pysub.

There is no standard input, no widgets (comms), and no magic commands; completion knows names and what dir() gives for a dotted name.
Threads: one reads requests, one runs the cell. Source: https://jupyter-client.readthedocs.io/en/stable/messaging.html
"""

import argparse
import codeop
import hashlib
import hmac
import importlib.util
import json
import keyword
import os
import queue
import re
import signal
import sys
import threading
import time
import uuid
from pathlib import Path

import pysub

PROTOCOL = "5.3"
DELIMITER = b"<IDS|MSG>"


class Wire:
    """Messages on sockets: signed, and read again. One kernel has one."""

    def __init__(self, key):
        self.key = key.encode()
        self.session = uuid.uuid4().hex

    def _signature(self, parts):
        if not self.key:
            return b""
        digest = hmac.new(self.key, digestmod=hashlib.sha256)
        for part in parts:
            digest.update(part)
        return digest.hexdigest().encode()

    def read(self, frames):
        """A request with its addresses; None: it is not signed as it should be, or no message at all."""
        try:
            at = frames.index(DELIMITER)
            signature, parts = frames[at + 1], frames[at + 2 : at + 6]
            if len(parts) != 4 or not hmac.compare_digest(signature, self._signature(parts)):
                return None
            header, parent, metadata, content = (json.loads(part) for part in parts)
            return {"addresses": frames[:at], "header": header, "content": content} if isinstance(header, dict) and isinstance(content, dict) else None
        except (ValueError, IndexError):
            return None

    def frames(self, addresses, kind, content, parent):
        header = {"msg_id": uuid.uuid4().hex, "session": self.session, "username": "kernel", "date": time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime()),
                  "msg_type": kind, "version": PROTOCOL}
        parts = [json.dumps(part).encode() for part in (header, parent, {}, content)]
        return [*addresses, DELIMITER, self._signature(parts), *parts]


class Cells:
    """The sandbox of a kernel. Everything but interrupt() is called by one thread at a time."""

    def __init__(self, limits, mounts):
        self.files = pysub.Files()
        for host, virtual, mode in mounts:
            self.files.mount(virtual, host, mode)
        self.session = pysub.Session(limits=limits, files=self.files)
        self.count = 0

    def interrupt(self):
        self.session.interrupt()

    def run(self, code, output, silent):
        """(status, content of a reply, text of the value or None)."""
        self.count += not silent
        try:
            value = self.session.feed(code, output=output, file_name=f"cell {self.count}", result="last_expression")
            return "ok", {"payload": [], "user_expressions": {}}, None if value is None else self._text(value)
        except pysub.ProgramError as error:
            return "error", {"ename": error.type_name, "evalue": error.message, "traceback": error.traceback.splitlines()}, None
        except (pysub.Error, KeyboardInterrupt) as error:
            name = "KeyboardInterrupt" if isinstance(error, KeyboardInterrupt) or getattr(error, "limit", "") == "cancelled" else type(error).__name__
            return "error", {"ename": name, "evalue": str(error), "traceback": [f"{name}: {error}"]}, None
        except (TypeError, ValueError) as error:  # the value cannot cross: it is shown by its type's name alone
            return "ok", {"payload": [], "user_expressions": {}}, f"<{error}>"

    def _text(self, value):
        self.session["_"] = value
        return self.session.feed("repr(_)", output=False, result="last_expression")

    def complete(self, code, position):
        """(names, where the word begins)."""
        word = re.search(r"(?:[^\W\d]\w*\.)*[^\W\d]?\w*$", code[:position])[0]
        owner, dot, beginning = word.rpartition(".")
        try:
            names = self.session.feed(f"dir({owner})" if dot else "sorted({*globals(), *dir(__import__('builtins'))})", output=False, result="last_expression")
        except pysub.Error:
            names = []
        found = sorted({*names, *([] if dot else keyword.kwlist)})
        return [name for name in found if name.startswith(beginning)], position - len(beginning)


class Kernel:
    """One connection file, five sockets, until a request to shut down."""

    def __init__(self, connection, cells):
        import zmq

        self.zmq, self.cells, self.wire = zmq, cells, Wire(connection["key"])
        if connection.get("signature_scheme", "hmac-sha256") != "hmac-sha256":
            raise SystemExit("pysub.jupyter: the connection file wants another signature than hmac-sha256")
        context = zmq.Context.instance()

        def bind(kind, port):
            socket = context.socket(kind)
            socket.linger = 1000
            separator = "-" if connection["transport"] == "ipc" else ":"
            socket.bind(f"{connection['transport']}://{connection['ip']}{separator}{connection[port]}")
            return socket

        self.shell, self.control = bind(zmq.ROUTER, "shell_port"), bind(zmq.ROUTER, "control_port")
        self.stdin, self.iopub = bind(zmq.ROUTER, "stdin_port"), bind(zmq.PUB, "iopub_port")
        self.heart = bind(zmq.REP, "hb_port")
        self.events = queue.SimpleQueue()  # of the thread that runs a cell: functions to be called here
        self.awake, self.wake = os.pipe()
        self.running = None  # the request whose cell runs
        self.ended = False

    # ---- sending

    def publish(self, kind, content, parent):
        self.iopub.send_multipart(self.wire.frames([kind.encode()], kind, content, parent["header"]))

    def reply(self, socket, request, content):
        kind = request["header"]["msg_type"].removesuffix("_request") + "_reply"
        socket.send_multipart(self.wire.frames(request["addresses"], kind, content, request["header"]))

    # ---- the loop

    def serve(self):
        poller = self.zmq.Poller()
        for socket in (self.control, self.heart, self.awake):
            poller.register(socket, self.zmq.POLLIN)
        while not self.ended:
            # While a cell runs, further requests of the same channel wait where they are.
            if self.running is None:
                poller.register(self.shell, self.zmq.POLLIN)
            elif self.shell in poller:
                poller.unregister(self.shell)
            ready = dict(poller.poll())
            if self.awake in ready:
                os.read(self.awake, 65536)
                while not self.events.empty():
                    self.events.get()()
            if self.heart in ready:
                self.heart.send(self.heart.recv())
            for socket in (self.control, self.shell):
                if socket in ready:
                    self.take(socket, self.wire.read(socket.recv_multipart()))

    def take(self, socket, request):
        if request is None:
            return
        kind = str(request["header"].get("msg_type"))
        # (A cell may run while control is read: of all other requests one thread serves one session.)
        if socket is self.control and kind not in ("interrupt_request", "shutdown_request", "kernel_info_request"):
            return
        answer = getattr(self, "on_" + kind.removesuffix("_request"), None) if kind.endswith("_request") else None
        if answer is None:
            return
        if kind == "execute_request":
            return answer(socket, request)
        self.publish("status", {"execution_state": "busy"}, request)
        try:
            content = {"status": "ok", **answer(request["content"])}
        except Exception as error:
            content = {"status": "error", "ename": type(error).__name__, "evalue": str(error), "traceback": []}
        self.reply(socket, request, content)
        self.publish("status", {"execution_state": "idle"}, request)

    # ---- requests

    def on_execute(self, socket, request):
        content = request["content"]
        code, silent = str(content.get("code", "")), bool(content.get("silent"))
        self.running = request
        self.publish("status", {"execution_state": "busy"}, request)
        if not silent:
            self.publish("execute_input", {"code": code, "execution_count": self.cells.count + 1}, request)

        def later(function):
            self.events.put(function)
            os.write(self.wake, b"x")

        def output(stream, text):
            if not silent:
                later(lambda: self.publish("stream", {"name": stream, "text": text}, request))

        def done(status, reply, text):
            if text is not None and not silent:
                self.publish("execute_result", {"execution_count": self.cells.count, "data": {"text/plain": text}, "metadata": {}}, request)
            if status == "error" and not silent:
                self.publish("error", reply, request)
            self.reply(socket, request, {"status": status, "execution_count": self.cells.count, **reply})
            self.publish("status", {"execution_state": "idle"}, request)
            self.running = None

        def work():
            try:
                outcome = self.cells.run(code, output, silent)
            except Exception as error:  # what is wrong here must not leave the notebook waiting
                outcome = "error", {"ename": type(error).__name__, "evalue": str(error), "traceback": [f"{type(error).__name__}: {error}"]}, None
            later(lambda: done(*outcome))

        threading.Thread(target=work, daemon=True).start()

    def on_kernel_info(self, content):
        return {"protocol_version": PROTOCOL, "implementation": "pysub", "implementation_version": pysub.__version__, "banner": f"pysub {pysub.__version__}: Python in a sandbox",
                "language_info": {"name": "python", "version": "3.14", "mimetype": "text/x-python", "file_extension": ".py", "pygments_lexer": "python3", "codemirror_mode": "python"},
                "help_links": []}

    def on_complete(self, content):
        code, position = str(content.get("code", "")), int(content.get("cursor_pos", 0))
        matches, start = self.cells.complete(code, position)
        return {"matches": matches, "cursor_start": start, "cursor_end": position, "metadata": {}}

    def on_is_complete(self, content):
        try:
            whole = codeop.compile_command(str(content.get("code", "")), symbol="exec")
        except (SyntaxError, ValueError, OverflowError):
            return {"status": "invalid"}
        return {"status": "complete"} if whole else {"status": "incomplete", "indent": ""}

    def on_inspect(self, content):
        return {"found": False, "data": {}, "metadata": {}}

    def on_history(self, content):
        return {"history": []}

    def on_comm_info(self, content):
        return {"comms": {}}

    def on_interrupt(self, content):
        if self.running is not None:
            self.cells.interrupt()
        return {}

    def on_shutdown(self, content):
        self.ended = True
        if self.running is not None:
            self.cells.interrupt()
        return {"restart": bool(content.get("restart"))}


def mount_of(text):
    host, _, rest = text.partition(":")
    virtual, _, mode = rest.partition(":")
    if not virtual.startswith("/") or mode not in ("", "read_only", "overlay", "read_write"):
        raise argparse.ArgumentTypeError("HOST:VIRTUAL[:read_only|overlay|read_write] is wanted, VIRTUAL begins with /")
    if not os.path.isdir(host):
        raise argparse.ArgumentTypeError(f"there is no directory {host!r}")
    return host, virtual, mode or "overlay"


def seconds_of(text):
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not number > 0 or number > 1e10 and number != float("inf"):
        raise argparse.ArgumentTypeError(f"a number of seconds above 0 is wanted, not {text!r}")
    return number


def bytes_of(text):
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 0 < number < 2**64:
        raise argparse.ArgumentTypeError(f"a number of bytes above 0 is wanted, not {text!r}")
    return number


def name_of(text):
    # Jupyter knows no others; and it is a folder's.
    if not re.fullmatch(r"[a-zA-Z0-9._-]+", text) or text in (".", ".."):
        raise argparse.ArgumentTypeError(f"a name of letters, digits, '-', '.' and '_' is wanted, not {text!r}")
    return text


def install(options, words):
    data = os.environ.get("JUPYTER_DATA_DIR") or os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "jupyter")
    folder = Path(data) / "kernels" / options.name
    folder.mkdir(parents=True, exist_ok=True)
    argv = [sys.executable, "-m", "pysub.jupyter", "run", "{connection_file}", *words]
    (folder / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "Python (pysub)", "language": "python", "interrupt_mode": "message"}, indent=1) + "\n")
    print(folder / "kernel.json")


def main(words=None):
    parser = argparse.ArgumentParser(prog="python3 -m pysub.jupyter", description="A kernel for Jupyter whose cells run in a sandbox.")
    parser.add_argument("command", choices=["install", "run"])
    parser.add_argument("connection_file", nargs="?", help="of run: what Jupyter gives")
    parser.add_argument("--name", type=name_of, default="pysub", help="of install: the name of the kernel")
    parser.add_argument("--seconds", type=seconds_of, default=30, help="of running, for each cell")
    parser.add_argument("--memory", type=bytes_of, default=512 << 20, help="bytes")
    parser.add_argument("--mount", type=mount_of, action="append", default=[], metavar="HOST:VIRTUAL[:MODE]")
    options = parser.parse_args(words)
    if importlib.util.find_spec("zmq") is None:
        parser.error(f"pyzmq is not there, which a kernel needs: {sys.executable} -m pip install pyzmq")
    if options.command == "install":
        mounts = [f"--mount={os.path.abspath(host)}:{virtual}:{mode}" for host, virtual, mode in options.mount]
        return install(options, [f"--seconds={options.seconds}", f"--memory={options.memory}", *mounts])
    if options.connection_file is None:
        parser.error("run needs a connection file")
    connection = json.loads(Path(options.connection_file).read_text())
    cells = Cells({"seconds": options.seconds, "memory_bytes": options.memory}, options.mount)
    signal.signal(signal.SIGINT, lambda *_: cells.interrupt())
    Kernel(connection, cells).serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
