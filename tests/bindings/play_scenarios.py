#!/usr/bin/env python3
"""play_scenarios.py BUILD [--wasm PACKAGE] [--only TEXT] [--hosts NAME,...]: one table of scenarios (scenarios.json) through every host.

BUILD is a build tree of the preset "package" with BUILD_SHARED_LIBS; PACKAGE (build/wasm/package) what tools/build_wasm makes, left out
where there is none. Each host is a program of players/ that serves requests, a line of JSON each: C++, C, Python, Node, WebAssembly.
    - programs, limits, scripts: what CPython and bash give, from each host;
    - steps: every kind of stop, answers, misuse, limits, cancelling, sessions, shells in pieces, in each host; then once more, with the
      sandbox (or shell) saved and loaded in the next host before each request, round and round;
    - snapshots with lies in them: each host refuses each of them with a message, and goes on."""

import argparse
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SECONDS = int(os.environ.get("PYSUB_PLAYER_SECONDS", "60"))  # for one answer
MADE_BY = 32  # bytes of a snapshot's head, some of which only say who made it
LIES = 60  # snapshots that are changed, of each that is taken


class Player:
    """A host in a process of its own."""

    def __init__(self, name, command, environment):
        self.name = name
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def ask(self, **request):
        watch = threading.Timer(SECONDS, self.process.kill)
        watch.start()
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            watch.cancel()
        if not line:
            sys.exit(f"play_scenarios.py: {self.name} ended with status {self.process.wait()} at {json.dumps(request)[:300]}")
        return json.loads(line)

    def close(self):
        """It ends by itself, with everything freed, when nobody asks any more."""
        self.process.stdin.close()
        if (status := self.process.wait(SECONDS)) != 0:
            sys.exit(f"play_scenarios.py: {self.name} ended with status {status}")


def compiled(build, directory):
    common = ["-O1", "-g", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'osbridge/include'}", f"-I{build / 'generated'}"]
    links = [f"-L{build}", "-lpysub", "-lpthread", f"-Wl,-rpath,{build}"]
    extra = os.environ.get("PYSUB_PLAYER_FLAGS", "").split()  # of tests/bindings/sanitize
    c, cc = os.environ.get("CC", "cc"), os.environ.get("CXX", "c++")
    subprocess.run([c, "-std=c99", "-pedantic", *common, HERE / "players/player.c", *links, *extra, "-o", directory / "player_c"], check=True)
    subprocess.run([cc, "-std=c++20", *common, HERE / "players/player.cc", *links, "-labsl_statusor", "-labsl_status", *extra, "-o", directory / "player_cc"], check=True)
    return {"C++": [directory / "player_cc"], "C": [directory / "player_c"]}


def players(options, directory):
    commands = compiled(options.build, directory)
    if (options.build / "python/pysub/_pysub.abi3.so").exists():
        commands["Python"] = [sys.executable, HERE / "players/player.py"]
    node, script = shutil.which("node"), HERE / "players/player.mjs"
    for name, file in (("Node", options.build / "node/pysub/index.js"), ("WebAssembly", options.wasm / "wasm.js")):
        if node and file.exists():
            commands[name] = [node, script, file]
        else:
            print(f"without {name}: there is no {file if node else 'node'}")
    if options.hosts:
        commands = {name: command for name, command in commands.items() if name in options.hosts.split(",")}
    wrapper = os.environ.get("PYSUB_PLAYER_WRAPPER", "").split()
    environment = {**os.environ, "PYTHONPATH": str(options.build / "python")}
    preload = environment
    if "PYSUB_PLAYER_PRELOAD" in os.environ:  # what python3 and node leave at their end is theirs
        preload = {**environment, "LD_PRELOAD": os.environ["PYSUB_PLAYER_PRELOAD"], "ASAN_OPTIONS": environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}
    return [Player(name, [*(wrapper if name != "WebAssembly" else []), *command], preload if name in ("Python", "Node") else environment)
            for name, command in commands.items()]


class Checks:
    def __init__(self):
        self.done, self.failures = 0, 0

    def same(self, what, got, wanted):
        self.done += 1
        if not like(got, wanted):
            self.failures += 1
            if self.failures <= 30:
                print(f"FAILED {what}\n  got     {json.dumps(got)[:600]}\n  instead {json.dumps(wanted)[:600]}")


def like(got, wanted):
    """Whether all that is said of an answer is so."""
    if not isinstance(got, dict) or not isinstance(wanted, dict):
        return got == wanted
    for key, value in wanted.items():
        if key == "refused":
            if not got.get("refused"):
                return False
        elif key in ("value", "fields", "kwargs"):
            if got.get(key) != value or key not in got:
                return False
        elif not like(got.get(key), value):
            return False
    return "refused" in wanted or "refused" not in got


def play_programs(table, hosts, checks):
    for host, row in itertools.product(hosts, table["programs"]):
        got = host.ask(op="run", code=row["code"], functions=row["functions"], inputs=row.get("inputs"))
        end = {"stop": "Raised", **row["error"]} if "error" in row else {"stop": "Finished", "value": row["value"]}
        checks.same(f"{host.name}: {row['name']}", got, {**end, "stdout": row["stdout"], "stderr": row["stderr"]})
    for host, row in itertools.product(hosts, table["limits"]):
        got = host.ask(op="run", code=row["code"], limits=row["limits"])
        checks.same(f"{host.name}: limit of {row['name']}", got, {"stop": "LimitReached", "limit": row["limit"]})
    for host, row in itertools.product(hosts, table["scripts"]):
        host.ask(op="shell_create")
        got = host.ask(op="shell_run", script=row["script"])
        checks.same(f"{host.name}: script: {row['name']}", got, {"stdout": row["stdout"], "exit_code": row["exit_code"], "limited": False})


class Scenario:
    """One row of steps, in one host or from host to host."""

    ANSWERS = ("answer", "raise", "later", "unknown")
    # What is asked for when a sandbox is made is asked for again when it is loaded.
    OPTIONS = ("host", "names")

    def __init__(self, row, checks):
        self.row, self.checks = row, checks
        self.stays = any(request.get("stays") for request in row["requests"])

    def play(self, hosts, name):
        """hosts: which one serves each request."""
        ids, at, shell = [], None, False
        for number, (request, host) in enumerate(zip(self.row["requests"], hosts)):
            request = dict(request)
            wanted = request.pop("gives", {})
            request.pop("stays", None)
            if at is not None and host is not at:
                made = self.row["requests"][0]
                options = {key: made[key] for key in self.OPTIONS if key in made}
                prefix = "shell_" if shell else ""
                saved = at.ask(op=prefix + "dump")
                if "refused" in saved:  # where a limit was reached there is nothing to go on with
                    host = at
                else:
                    self.checks.same(f"{name}, {at.name} to {host.name}: {self.row['name']}, {number}", host.ask(op=prefix + "load", bytes=saved["bytes"], **options), {})
            if request["op"] in self.ANSWERS:
                call = request.pop("call", -1)
                request["id"] = "0.999999" if call is None or not ids else ids[call]
            got = host.ask(**request)
            if got.get("id") and got["id"] not in ids:
                ids.append(got["id"])
            self.checks.same(f"{name}, {host.name}: {self.row['name']}, {number}", got, wanted)
            at, shell = host, request["op"].startswith("shell_")


def play_steps(table, hosts, checks):
    for row in table["steps"]:
        scenario = Scenario(row, checks)
        for host in hosts:
            scenario.play(itertools.repeat(host), "steps")
        if len(hosts) > 1 and not scenario.stays:
            for first in range(len(hosts)):
                scenario.play(itertools.islice(itertools.cycle(hosts), first, None), "moved")


def lies_about(data, chance):
    """Bytes that are no snapshot, or another one's."""
    yield b""
    yield b"pysub"
    yield bytes(1000)
    yield data + b"\0"
    for _ in range(LIES // 3):
        yield data[: chance.randrange(len(data))]
        changed = bytearray(data)
        changed[chance.randrange(MADE_BY, len(data))] ^= 1 << chance.randrange(8)
        yield bytes(changed)
        begin = chance.randrange(MADE_BY, len(data))
        yield data[:begin] + chance.randbytes(min(8, len(data) - begin)) + data[begin + 8 :]


def play_lies(hosts, checks):
    chance = random.Random(1)
    maker = hosts[0]
    maker.ask(op="create", code="import re\nx = [{'a': n} for n in range(50)]\nask(x)", functions=["ask"])
    maker.ask(op="step")
    maker.ask(op="shell_create", files={"/a": "text"})
    maker.ask(op="shell_start", script="for i in {1..100}; do echo $i | python3 -c 'print(input())'; done")
    maker.ask(op="shell_step", fuel=200)
    sandbox, shell = bytes.fromhex(maker.ask(op="dump")["bytes"]), bytes.fromhex(maker.ask(op="shell_dump")["bytes"])
    for kind, data, other in (("", sandbox, shell), ("shell_", shell, sandbox)):
        for number, lie in enumerate([other, *lies_about(data, chance)]):
            if lie == data:
                continue
            for host in hosts:
                checks.same(f"{host.name}: {kind}load of lie {number}", host.ask(op=kind + "load", bytes=lie.hex()), {"refused": True, "kind": "snapshot"})
    for host in hosts:
        checks.same(f"{host.name} after lies", host.ask(op="run", code="1 + 1"), {"stop": "Finished", "value": 2})


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--wasm", type=Path, default=ROOT / "build/wasm/package")
    parser.add_argument("--only", help="rows whose name has this")
    parser.add_argument("--hosts", help="only these of C++, C, Python, Node, WebAssembly")
    options = parser.parse_args()
    options.build, options.wasm = options.build.resolve(), options.wasm.resolve()
    table = json.loads((HERE / "scenarios.json").read_text())
    if options.only:
        table = {part: [row for row in rows if options.only in row["name"]] for part, rows in table.items()}
    checks = Checks()
    with tempfile.TemporaryDirectory() as directory:
        hosts = players(options, Path(directory))
        play_programs(table, hosts, checks)
        play_steps(table, hosts, checks)
        if not options.only:
            play_lies(hosts, checks)
        for host in hosts:
            host.close()
    names = ", ".join(host.name for host in hosts)
    print(f"{sum(map(len, table.values()))} scenarios in {names}: {checks.done} checks, {checks.failures} failed")
    sys.exit(1 if checks.failures or not checks.done else 0)


main()
