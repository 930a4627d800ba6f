#!/usr/bin/env python3
"""Faults between workers of durable sessions and PostgreSQL, hundreds of each kind, and what must hold in the end all the same.

    postgres_faults.py WORKER [--kind KIND] [--faults N] [--seconds S] [--seed N]

WORKER is postgres_fault_worker, whose judge compares the store with what an independent receiver wrote down: no session is lost, none has
two workers, seq has no gaps, each call is answered once, what happens once has happened once, nothing happened that was not announced.
Each kind goes on until it has made N faults (default: as many as fit into a short test), at most S seconds. Exits with 77 where PostgreSQL
is not installed."""

import argparse
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tools"))
from postgres_server import PostgresServer, skip_without_server

WORKERS = 3
# A worker that hangs in the middle of a transaction keeps its locks for so long.
TIMEOUTS = "&options=-c%20idle_in_transaction_session_timeout%3D150ms%20-c%20statement_timeout%3D5s"


class Proxy:
    """Between clients and the server: reads the messages of both and decides on each by `plan`, an object with begin(), client(kind,
    body) and server(kind, body), which return "pass", "drop", "double", "cut" (instead of passing it) or "cut behind"."""

    def __init__(self, server, plan):
        self.directory = tempfile.mkdtemp(prefix="pysub_proxy.")
        self.target = os.path.join(server.directory, ".s.PGSQL.5432")
        self.plan = plan
        self.listener = socket.socket(socket.AF_UNIX)
        self.path = os.path.join(self.directory, ".s.PGSQL.5432")
        self.listener.bind(self.path)
        self.listener.listen(100)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self.target)
            except OSError:
                client.close()
                continue
            state = self.plan.begin()
            threading.Thread(target=self.pump, args=(client, server, state, True), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, state, False), daemon=True).start()

    def pump(self, source, target, state, is_client):
        decide = self.plan.client if is_client else self.plan.server
        waiting, begun = b"", not is_client
        try:
            while data := source.recv(1 << 16):
                waiting += data
                out = b""
                while True:
                    head = 1 if begun else 0  # the first message of a client has no kind
                    if len(waiting) < head + 4:
                        break
                    size = head + struct.unpack_from("!I", waiting, head)[0]
                    if len(waiting) < size:
                        break
                    message, waiting = waiting[:size], waiting[size:]
                    action = decide(state, message[:1], message[5:]) if begun else "pass"
                    begun = True
                    if action in ("pass", "cut behind"):
                        out += message
                    if action == "double":
                        out += message + message
                    if action.startswith("cut"):
                        target.sendall(out)
                        return
                if out:
                    target.sendall(out)
        except OSError:
            pass
        finally:
            for end in (source, target):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def close(self):
        self.listener.close()
        os.unlink(self.path)
        os.rmdir(self.directory)


class Anywhere:
    """Cuts each connection before or behind the message that comes after a random number of them, of either side."""

    def __init__(self):
        self.faults = 0

    def begin(self):
        return {"left": 1 + int(random.expovariate(1 / 400)), "how": random.choice(["cut", "cut behind"])}

    def client(self, state, _kind, _body):
        state["left"] -= 1
        if state["left"] == 0:
            self.faults += 1
            return state["how"]
        return "pass"

    server = client


class AtCommit:
    """Cuts between a COMMIT and its answer: as soon as it was sent on, or once the server has answered, so that it was surely done."""

    def __init__(self):
        self.faults = 0

    def begin(self):
        return {"commits": random.randint(1, 12), "names": set(), "sent": False, "behind": random.random() < 0.7}

    def client(self, state, kind, body):
        if kind == b"P":
            name, query = body.split(b"\0")[:2]
            if query == b"COMMIT":
                state["names"].add(name)
        if kind == b"B" and body.split(b"\0")[1] in state["names"]:
            state["commits"] -= 1
        if kind == b"S" and state["commits"] <= 0:
            state["sent"] = True
            if not state["behind"]:
                self.faults += 1
                return "cut behind"
        return "pass"

    def server(self, state, _kind, _body):
        if state["sent"] and state["behind"]:
            if _kind == b"C" and _body == b"COMMIT\0":
                self.faults += 1
                return "cut"
            return "drop"
        return "pass"


class Hints:
    """Loses and doubles what NOTIFY says, and sends some for nothing."""

    def __init__(self):
        self.faults = 0

    def begin(self):
        return {}

    def client(self, _state, _kind, _body):
        return "pass"

    def server(self, _state, kind, _body):
        if kind != b"A":
            return "pass"
        self.faults += 1
        return random.choice(["drop", "double"])


class Trial:
    """Workers over a schema of their own, and their receiver."""

    def __init__(self, server, program, name, url):
        self.server, self.program, self.name, self.url = server, program, name, url
        self.receiver = os.path.join(server.directory, name + ".receiver")
        self.workers = []

    def start_worker(self, seconds=600):
        command = [self.program, "work", self.url, self.name, self.receiver, str(seconds)]
        self.workers.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))

    def wait_for_work(self, lines, seconds=5):
        """Until so much more has reached the receiver: faults are to meet workers that work."""
        end = time.monotonic() + seconds
        before = self.heard()
        while self.heard() < before + lines and time.monotonic() < end:
            time.sleep(0.005)

    def heard(self):
        try:
            with open(self.receiver, "rb") as file:
                return file.read().count(b"\n")
        except OSError:
            return 0

    def kill_worker(self, number):
        worker = self.workers.pop(number)
        worker.kill()
        worker.wait()
        worker.stderr.close()

    def judge(self, seconds=60):
        """What is wrong, and what was done, in words."""
        crashed = [worker.stderr.read().decode() for worker in self.workers if worker.poll() not in (None, 0)]
        while self.workers:
            self.kill_worker(0)
        done = subprocess.run([self.program, "finish", self.server.url(), self.name, self.receiver, str(seconds)],
                              capture_output=True, text=True, timeout=seconds + 60, check=False)
        good = done.returncode == 0 and not crashed
        return good, (done.stdout + done.stderr + "".join(crashed)).strip()


def until(plan, options, step=0.05):
    """Waits until there were enough faults."""
    end = time.monotonic() + options.seconds
    while plan.faults < options.faults and time.monotonic() < end:
        time.sleep(step)


def play_proxy(server, options, name, plan):
    proxy = Proxy(server, plan)
    trial = Trial(server, options.program, name, server.url(host=proxy.directory, more=TIMEOUTS))
    for _ in range(WORKERS):
        trial.start_worker()
    until(plan, options)
    proxy.close()
    return plan.faults, trial


def play_cut(server, options):
    return play_proxy(server, options, "cut", Anywhere())


def play_commit(server, options):
    return play_proxy(server, options, "commit", AtCommit())


def play_hints(server, options):
    spam = 'for i in $(seq 100000); do echo "NOTIFY hints;"; sleep 0.01; done | "$0" -q "$1"'
    psql = subprocess.Popen(["sh", "-c", spam, server.binary("psql"), server.url()], start_new_session=True)
    try:
        return play_proxy(server, options, "hints", Hints())
    finally:
        os.killpg(psql.pid, signal.SIGTERM)
        psql.wait()


def play_kill(server, options):
    """kill -9 at random moments, most of them soon after the start."""
    trial = Trial(server, options.program, "kill", server.url(more=TIMEOUTS))
    for _ in range(WORKERS):
        trial.start_worker()
    faults, end = 0, time.monotonic() + options.seconds
    while faults < options.faults and time.monotonic() < end:
        time.sleep(random.expovariate(WORKERS / 0.1))
        trial.kill_worker(random.randrange(len(trial.workers)))
        trial.start_worker()
        faults += 1
    return faults, trial


def play_stop(server, options):
    """Workers hang, most of them until their lease is over, and come back."""
    trial = Trial(server, options.program, "stop", server.url(more=TIMEOUTS))
    for _ in range(2 * WORKERS):
        trial.start_worker()
    faults, end, stopped = 0, time.monotonic() + options.seconds, {}
    while (faults < options.faults or stopped) and time.monotonic() < end + 1:
        now = time.monotonic()
        for worker in [worker for worker, until_then in stopped.items() if until_then < now]:
            worker.send_signal(signal.SIGCONT)
            del stopped[worker]
        running = [worker for worker in trial.workers if worker not in stopped]
        if len(running) > 1 and now < end and faults < options.faults:
            worker = random.choice(running)
            worker.send_signal(signal.SIGSTOP)
            stopped[worker] = now + random.uniform(0.1, 0.7)
            faults += 1
        time.sleep(random.uniform(0, 0.06))
    for worker in stopped:
        worker.send_signal(signal.SIGCONT)
    time.sleep(0.2)
    return faults, trial


def play_restart(server, options):
    """`pg_ctl restart -m immediate`, as after a crash of the machine."""
    trial = Trial(server, options.program, "restart", server.url(more=TIMEOUTS))
    for _ in range(WORKERS):
        trial.start_worker()
    faults, end = 0, time.monotonic() + options.seconds
    while faults < options.faults and time.monotonic() < end:
        trial.wait_for_work(random.randint(1, 100))
        server.restart()
        faults += 1
    return faults, trial


def play_hang(server, options):
    """The server hangs, often for longer than workers wait for it: each of its processes is stopped, in the middle of whatever it does."""
    os.environ["PYSUB_SILENCE_MS"] = "300"
    try:
        trial = Trial(server, options.program, "hang", server.url(more=TIMEOUTS))
        for _ in range(WORKERS):
            trial.start_worker()
    finally:
        del os.environ["PYSUB_SILENCE_MS"]
    faults, end = 0, time.monotonic() + options.seconds
    while faults < options.faults and time.monotonic() < end:
        trial.wait_for_work(random.randint(1, 20))
        stopped = server.signal_all(signal.SIGSTOP)
        time.sleep(random.uniform(0.05, 0.6))
        server.signal_all(signal.SIGCONT, stopped)
        faults += 1
    return faults, trial


def play_full(server, options):
    """No room for the tables, now and then: they lie in a small file system of their own, where one can be mounted."""
    place = os.path.join(server.directory, "small")
    os.mkdir(place)
    if os.system(f"mount -t tmpfs -o size=48m,mode=0777 tmpfs {place} 2>/dev/null") != 0:
        print("full: skipped: no file system can be mounted here")
        return 0, None
    filler = os.path.join(place, "filler")
    tables = os.path.join(place, "tables")
    os.mkdir(tables)
    os.chmod(tables, 0o700)
    if server.user:
        os.chown(tables, server.user["user"], server.user["group"])
    subprocess.run([server.binary("psql"), "-q", server.url(), "-c", f"CREATE TABLESPACE small LOCATION '{tables}'"], check=True)
    trial = Trial(server, options.program, "full", server.url(more=TIMEOUTS + "%20-c%20default_tablespace%3Dsmall"))
    for _ in range(WORKERS):
        trial.start_worker()
    faults, end = 0, time.monotonic() + options.seconds
    while faults < options.faults and time.monotonic() < end:
        time.sleep(random.uniform(0.05, 0.15))
        with open(filler, "wb") as file:
            try:
                while file.write(bytes(1 << 16)):
                    file.flush()
            except OSError:
                faults += 1
        time.sleep(random.uniform(0.05, 0.15))
        os.unlink(filler)
    return faults, trial


KINDS = {"cut": play_cut, "commit": play_commit, "kill": play_kill, "stop": play_stop, "hints": play_hints, "restart": play_restart,
         "hang": play_hang, "full": play_full}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--faults", type=int, default=10**9)
    parser.add_argument("--seconds", type=float, default=1.3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    skip_without_server()
    random.seed(options.seed)
    good = True
    with PostgresServer() as server:
        os.chmod(server.directory, 0o777)
        try:
            for kind in options.kind or KINDS:
                faults, trial = KINDS[kind](server, options)
                if trial is None:
                    continue
                held, words = trial.judge()
                good = good and held and faults > 0
                print(f"{kind}: {faults} faults; {'whole' if held else 'NOT WHOLE'}: {words}", flush=True)
        finally:
            os.system(f"umount {server.directory}/small 2>/dev/null")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
