"""Asks CPython what programs do. See oracle_main.py for requests and answers.

    with Oracle("3.14") as oracle:
        for answer in oracle.ask([{"source": "print(1)"}]): ...

"3.14" is CPython 3.14 under node, about 3 s to start; "native" is the python3 that runs this file.
A program that takes too long or kills the process gets {"lost": reason}; the oracle starts again.
"""

import itertools
import json
import os
import queue
import resource
import select
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))


STACK_BYTES = 512 << 20


def _deepen_stack():
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    size = STACK_BYTES if hard == resource.RLIM_INFINITY else min(hard, STACK_BYTES)
    resource.setrlimit(resource.RLIMIT_STACK, (size, hard))


class Oracle:
    def __init__(self, kind, processes=1, seconds=20):
        self.kind = kind
        self.seconds = seconds
        self.pool = queue.Queue()
        if kind == "3.14":
            subprocess.run([os.path.join(HERE, "setup_oracle")], check=True, stdout=sys.stderr)
        for _ in range(processes):
            self.pool.put(_Process(kind))
        self.processes = processes

    def __enter__(self):
        return self

    def __exit__(self, *_):
        while not self.pool.empty():
            self.pool.get().stop()

    def ask_one(self, request):
        process = self.pool.get()
        try:
            return process.ask(request, self.seconds)
        finally:
            self.pool.put(process)

    def ask(self, requests):
        """The answers in the order of the requests."""
        requests = list(requests)
        answers = [None] * len(requests)
        positions = iter(range(len(requests)))
        lock = threading.Lock()

        def work():
            process = self.pool.get()
            try:
                while True:
                    with lock:
                        position = next(positions, None)
                    if position is None:
                        return
                    answers[position] = process.ask(requests[position], self.seconds)
            finally:
                self.pool.put(process)

        threads = [threading.Thread(target=work) for _ in range(min(self.processes, len(requests)))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers


class _Process:
    def __init__(self, kind):
        self.kind = kind
        self.child = None
        self.ids = itertools.count()

    def start(self):
        if self.kind == "3.14":
            # WebAssembly runs on node's stack: without more of it deep recursion kills the process.
            command = ["node", f"--stack-size={STACK_BYTES // 1100}", os.path.join(HERE, "oracle.mjs")]
        else:
            command = [sys.executable, "-B", os.path.join(HERE, "oracle_main.py")]
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=_deepen_stack
        )
        self.buffer = b""
        self.fresh = True

    def stop(self):
        if self.child:
            self.child.kill()
            self.child.wait()
            self.child.stdin.close()
            self.child.stdout.close()
            self.child = None

    def ask(self, request, seconds):
        if not self.child:
            self.start()
        number = next(self.ids)
        line = json.dumps({**request, "id": number}) + "\n"
        try:
            self.child.stdin.write(line.encode())
            self.child.stdin.flush()
            # The first answer waits for the interpreter to load.
            reply = self.read_line(seconds + (60 if self.fresh else 0))
        except (OSError, EOFError):
            self.stop()
            return {"lost": "crash"}
        if reply is None:
            self.stop()
            return {"lost": "timeout"}
        self.fresh = False
        answer = json.loads(reply)
        assert answer["id"] == number
        return answer

    def read_line(self, seconds):
        while b"\n" not in self.buffer:
            if not select.select([self.child.stdout], [], [], seconds)[0]:
                return None
            piece = os.read(self.child.stdout.fileno(), 1 << 20)
            if not piece:
                raise EOFError
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line


def main():
    """oracle.py [--native] FILE...: runs each file and shows what it printed."""
    arguments = sys.argv[1:]
    kind = "3.14"
    if arguments[:1] == ["--native"]:
        kind = "native"
        del arguments[0]
    with Oracle(kind) as oracle:
        for name in arguments:
            with open(name, encoding="utf-8") as file:
                source = file.read()
            answer = oracle.ask_one({"source": source, "name": os.path.basename(name), "fresh": True})
            if "lost" in answer:
                print(f"{name}: {answer['lost']}")
                continue
            sys.stdout.write(answer["stdout"])
            sys.stdout.write(answer["stderr"])
            if answer["exit"]:
                print(f"exit {answer['exit']}")


if __name__ == "__main__":
    main()
