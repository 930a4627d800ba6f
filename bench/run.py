#!/usr/bin/env python3
"""Runs whole programs on several engines, in interleaved rounds, and stores every sample as JSON.

    run.py [--engines NAME,...] [--programs DIR_OR_FILE ...] [--rounds N] [--match TEXT] [--out FILE]

Engines are the command templates of engines.json; those that are not installed are left out, and that is said. A
program runs on the engines of its suffix (.py, .sh, .lua); the first line of output of all must be the same. In each
round every engine runs every program once, in an order that changes, so that a machine that gets slower does so for
all. bench/report.py makes tables and a chart of what is stored, bench/compare.py tells a regression from noise.

A sample: CPU seconds (user and system, with children), wall seconds, peak resident bytes, page faults and, where the
system counts them, instructions in user mode.
"""

import argparse
import json
import os
import platform
import random
import shlex
import shutil
import subprocess
import sys
import time

from progress import Progress

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
BUILD = os.path.join(ROOT, "build")
PLACES = {"bin": os.path.join(BUILD, "bin"), "bench_bin": os.path.join(BUILD, "bench", "bin"), "peers": os.path.join(BUILD, "peers"), "empty_py": os.path.join(HERE, "empty.py")}
EMPTY = "(nothing)"  # the name of the program that does nothing
STARTS = 10  # how often it runs in a round at least, spread among the others
DEFAULT_PROGRAMS = [os.path.join(HERE, "programs"), os.path.join(HERE, "scripts")]


def engines(wanted):
    """Name: engine, of those that are installed."""
    with open(os.path.join(HERE, "engines.json")) as file:
        every = json.load(file)
    unknown = set(wanted or ()) - set(every)
    if unknown:
        sys.exit(f"run.py: engines.json has no {', '.join(sorted(unknown))}")
    found = {}
    for name, engine in every.items():
        if wanted and name not in wanted:
            continue
        binary = shlex.split((engine.get("command") or engine["pass"]).format(file="", **PLACES))[0]
        if shutil.which(binary):
            found[name] = engine
        else:
            print(f"run.py: without {name}: there is no {os.path.relpath(binary) if os.sep in binary else binary}", file=sys.stderr)
    return found


def programs(places, match):
    files = []
    for place in places:
        inside = sorted(os.listdir(place)) if os.path.isdir(place) else [""]
        files += [os.path.join(place, name) if name else place for name in inside if not name or os.path.splitext(name)[1] in (".py", ".sh", ".lua")]
    return [file for file in files if match in os.path.basename(file)]


class Runner:
    def __init__(self, seconds):
        self.seconds = seconds
        self.spawn = os.path.join(PLACES["bench_bin"], "spawn")

    def run(self, command):
        """(sample or None, first line of output, what was wrong)"""
        read, write = os.pipe()
        argv = [self.spawn, str(self.seconds), *command]
        process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$@" 3>&{write}', "sh", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[write]
        )
        os.close(write)
        out, error = process.communicate()
        with os.fdopen(read) as file:
            told = file.read()
        if not told:
            return None, "", error.decode(errors="replace").strip()[-200:]
        sample = json.loads(told)
        code = os.waitstatus_to_exitcode(sample.pop("status"))
        if code != 0:
            last = (error.decode(errors="replace").strip().splitlines() or [""])[-1]
            return None, "", f"over {self.seconds} s" if code == -9 else f"status {code}: {last[:160]}"
        return sample, (out.decode(errors="replace").splitlines() or [""])[0], None


def describe_machine():
    model = "unknown processor"
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
    git = shutil.which("git")  # a clone may have been brought here
    commit = subprocess.run([git, "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip() if git else "unknown"
    return {"processor": model, "cores": os.cpu_count(), "system": platform.platform(terse=True), "commit": commit, "date": time.strftime("%Y-%m-%d"),
            "python": describe_python()}


def describe_python():
    """Version and build of python3: one that was optimised by a profile of how it is used, as Debian's is, takes some fifth less time."""
    ask = "import platform, sys, sysconfig; print(platform.python_version(), sys.base_prefix, '--enable-optimizations' in sysconfig.get_config_var('CONFIG_ARGS'))"
    version, prefix, optimised = subprocess.run(["python3", "-c", ask], capture_output=True, text=True).stdout.split()
    build = "Debian's build" if prefix == "/usr" else "built with profile-guided optimisation" if optimised == "True" else "built without profile-guided optimisation"
    return f"python3 {version}, {build}"


def runs(engine, file):
    """Whether the engine runs this program; None: nothing."""
    if file is None:
        return "pass" in engine
    return "command" in engine and os.path.splitext(file)[1] == engine["suffix"]


def name_of(file):
    """Programs of another folder carry its name."""
    folder = os.path.dirname(os.path.abspath(file))
    name = os.path.splitext(os.path.basename(file))[0]
    return name if folder.startswith(HERE) else f"{os.path.basename(folder)}/{name}"


def measure(names, places, match, rounds, seconds, out):
    """Runs them and stores what was measured after each round."""
    runner = Runner(seconds)
    found = engines(names)
    files = programs(places, match)
    data = {"machine": describe_machine(), "engines": found, "programs": {}, "failed": {}}
    expected = {}
    starts = [(EMPTY, None)] * -(-STARTS // max(len(files), 1))  # rounded up
    jobs = []
    for file in files:
        jobs += starts + [(name_of(file), file)]
    order = random.Random(0)
    takes = {file: [name for name in found if runs(found[name], file)] for _, file in jobs}
    progress = Progress("run.py", rounds * sum(len(takes[file]) for _, file in jobs))
    for round_number in range(rounds):
        for program, file in jobs:
            for name in order.sample(list(found), len(found)):
                if name not in takes[file]:
                    continue
                progress.begin(f"round {round_number + 1} of {rounds}: {program} on {name}")
                template = found[name]["pass" if file is None else "command"]
                if program in data["failed"].get(name, {}):
                    continue
                sample, line, wrong = runner.run(shlex.split(template.format(file=file or "", **PLACES)))
                if wrong is None and file and line != expected.setdefault(program, line):
                    wrong = f"prints {line[:60]!r}, not {expected[program][:60]!r}"
                if wrong is not None:
                    data["failed"].setdefault(name, {})[program] = wrong
                    progress.say(f"run.py: {program} on {name}: {wrong}")
                    continue
                data["programs"].setdefault(program, {}).setdefault(name, []).append({"round": round_number, **sample})
        os.makedirs(os.path.dirname(out), exist_ok=True)
        with open(out, "w") as file:
            json.dump(data, file)
    progress.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engines", type=lambda text: text.split(","))
    parser.add_argument("--programs", nargs="+", default=DEFAULT_PROGRAMS)
    parser.add_argument("--match", default="", help="only programs with this in their name")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=int, default=60, help="that one run may take")
    parser.add_argument("--out", default=os.path.join(BUILD, "bench", "results.json"))
    options = parser.parse_args()
    measure(options.engines, options.programs, options.match, options.rounds, options.seconds, options.out)


if __name__ == "__main__":
    main()
