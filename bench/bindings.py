#!/usr/bin/env python3
"""What a run costs from each host: C++, C, Python, Node, WebAssembly, and from what others have there.

    bindings.py [--build BUILD] [--wasm PACKAGE] [--pysub PROGRAM] [--peers FOLDER] [--rounds N] [--match TEXT] [--out FILE]

BUILD (build/package) is a build tree of the preset "package" with BUILD_SHARED_LIBS; PACKAGE (build/wasm/package) what tools/build_wasm
makes; PROGRAM (build/bin/pysub) the release that programs under WebAssembly are compared with; FOLDER (build/peers/hosts) where
bench/install_peers puts packages of npm. What is missing is left out, and that is said. Hosts take turns, a process each time; every
sample goes to FILE (build/bench/bindings.json), tables in Markdown to standard output.
"""

import argparse
import datetime
import gzip
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from progress import Progress

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCES = HERE / "bindings"
BATCHES = 40  # of a process
STARTS = 4  # further processes of each round that only begin, where that takes less than a second
WORK = ("prebuilt", "source", "call")
# What was to be reached: host, what, unit, at most. (Python: import of the package; WebAssembly: from the import to the first answer.)
GOALS = [("Python", "prebuilt", "µs", 3), ("Python", "import", "ms", 5), ("WebAssembly in Node", "answer", "ms", 20)]


def say(text):
    print(f"bindings.py: {text}", file=sys.stderr)


def built(command, name, directory):
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"bindings.py: {' '.join(map(str, command))}\n{ran.stderr}")
    return directory / name


def compiled_hosts(build, directory):
    """The programs in C and C++, linked as an embedder links them."""
    common = ["-O2", f"-I{ROOT / 'osbridge/include'}", f"-I{build / 'generated'}"]
    links = [f"-L{build}", "-lpysub", f"-Wl,-rpath,{build}"]
    c, cc = directory / "host_c", directory / "host_cc"
    built(["cc", "-std=c99", *common, SOURCES / "host.c", *links, "-o", c], c.name, directory)
    built(["c++", "-std=c++20", *common, SOURCES / "host.cc", *links, "-labsl_statusor", "-labsl_status", "-o", cc], cc.name, directory)
    return {"C++": [cc], "C": [c]}


def hosts(options, directory):
    """Name: command, less the number of batches."""
    found = {}
    build = options.build
    if (build / "libpysub.so").exists():
        found.update(compiled_hosts(build, directory))
    else:
        say(f"without C and C++: there is no {build}/libpysub.so (cmake --preset package -DBUILD_SHARED_LIBS=ON)")
    if (build / "python/pysub/_pysub.abi3.so").exists():
        found["Python"] = [sys.executable, SOURCES / "host.py"]
    else:
        say(f"without Python: {build} has no package for it")
    node = shutil.which("node")
    script = [node, SOURCES / "host.mjs"]
    places = {"Node": ("pysub", build / "node/pysub/index.js"), "WebAssembly in Node": ("pysub", options.wasm / "wasm.js")}
    packages = options.peers / "node_modules"
    places |= {"@pydantic/monty": ("monty", packages / "@pydantic/monty/wrapper.js"),
               "quickjs-emscripten": ("quickjs", packages / "quickjs-emscripten/dist/index.mjs"),
               "pyodide": ("pyodide", packages / "pyodide/pyodide.mjs")}
    for name, (kind, file) in places.items():
        if node and file.exists():
            found[name] = [*script, kind, file]
        else:
            say(f"without {name}: there is no {file if node else 'node'}")
    if subprocess.run([sys.executable, "-c", "import pydantic_monty"], capture_output=True).returncode == 0:
        found["pydantic_monty"] = [sys.executable, SOURCES / "host.py", "--peer"]
    else:
        say("without pydantic_monty: this python3 has none")
    if options.match:
        found = {name: command for name, command in found.items() if re.search(options.match, name)}
    return found


def run(command, batches, environment):
    """What a host says of itself; of programs in C and C++ how long the whole process took."""
    at = next((i for i, part in enumerate(command) if Path(part).suffix in (".py", ".mjs")), 0) + 1
    full = [str(part) for part in [*command[:at], batches, *command[at:]]]
    if at == 1 and batches == 0:
        begin = time.perf_counter()
        process = os.posix_spawn(full[0], full, environment)
        _, status, used = os.wait4(process, 0)
        if status:
            sys.exit(f"bindings.py: {' '.join(full)}: status {status}")
        return [{"name": "start", "answer": [(time.perf_counter() - begin) * 1e3, (used.ru_utime + used.ru_stime) * 1e3]}]
    ran = subprocess.run(full, capture_output=True, text=True, env=environment)
    if ran.returncode:
        sys.exit(f"bindings.py: {' '.join(full)}\n{ran.stdout[-1000:]}{ran.stderr}")
    return [json.loads(line) for line in ran.stdout.splitlines()]


def measured(found, options):
    """Host: what: samples of wall and CPU time; µs of work, ms of starts."""
    environment = {**os.environ, "PYTHONPATH": str(options.build / "python")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled
    samples = {name: {} for name in found}
    starts = {}
    for name, command in found.items():
        run(command, 0, environment)  # into the cache of the disk
        begin = time.perf_counter()
        run(command, 0, environment)
        starts[name] = STARTS if time.perf_counter() - begin < 1 else 0
    progress = Progress("bindings.py", options.rounds * sum(count + 1 for count in starts.values()))
    for _ in range(options.rounds):
        for name, command in found.items():
            for batches in [BATCHES] + [0] * starts[name]:
                progress.begin(name)
                for line in run(command, batches, environment):
                    if line["name"] == "start":
                        for what in ("import", "answer"):
                            if what in line:
                                samples[name].setdefault(what, []).append(line[what])
                    else:
                        samples[name].setdefault(line["name"], []).extend(line["batches"])
    progress.end()
    return samples


def medians(samples):
    return {name: {what: [statistics.median(column) for column in zip(*rows)] for what, rows in each.items()} for name, each in samples.items()}


def table(head, rows):
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]) + "\n"


def number(value):
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def times(result):
    rows = []
    for name, each in result.items():
        cells = [f"{number(each[what][1])} ({number(each[what][0])})" if what in each else "" for what in (*WORK, "import", "answer")]
        rows.append([name, *cells])
    return table(["from", "a prebuilt `1+1`, µs", '`run("1+1")` from source, µs', "a call of a host function, µs", "import, ms", "import to the first answer, ms"], rows)


def brotli(data):
    """By node, which has it; None without."""
    if not shutil.which("node"):
        return None
    script = "const z = require('zlib'); process.stdout.write(String(z.brotliCompressSync(require('fs').readFileSync(0)).length))"
    return int(subprocess.run(["node", "-e", script], input=data, capture_output=True, check=True).stdout)


def sizes(options, directory):
    """What is loaded over networks, in bytes: as it is, by gzip, by brotli."""
    files = {}
    build, modules = options.build, options.peers / "node_modules"
    if (build / "libpysub.so").exists():
        shutil.copy(build / "libpysub.so", directory / "libpysub.so")
        subprocess.run(["strip", directory / "libpysub.so"], check=True)
        files["libpysub.so, stripped"] = [directory / "libpysub.so"]
    for name, tool, pattern in [("the wheel for Python", "package_wheel", "*.whl"), ("the tarball for Node", "package_npm", "*.tgz")]:
        ran = subprocess.run([ROOT / "tools" / tool, build, directory], capture_output=True, text=True)
        if ran.returncode:
            say(f"without {name}: {ran.stderr.strip()}")
        else:
            files[name + ", with all libraries"] = list(directory.glob(pattern))
    files |= {"pysub.wasm": [options.wasm / "pysub.wasm"],
              "monty: the addon of @pydantic/monty": sorted(modules.glob("@pydantic/monty-linux-*/*.node")),
              "quickjs: the module of quickjs-emscripten": sorted(modules.glob("@jitl/quickjs-wasmfile-release-sync/dist/*.wasm")),
              "pyodide: the module and its library": [modules / "pyodide/pyodide.asm.wasm", modules / "pyodide/python_stdlib.zip"]}
    found = {}
    for name, paths in files.items():
        paths = [path for path in paths if path.exists()]
        if not paths:
            continue
        data = [path.read_bytes() for path in paths]
        packed = paths[0].suffix in (".whl", ".tgz")
        web = any(path.suffix == ".wasm" for path in paths)
        found[name] = [sum(map(len, data)), None if packed else sum(len(gzip.compress(part, 9)) for part in data),
                       sum(brotli(part) for part in data) if web else None]
    return found


def sizes_table(found):
    mega = lambda value: "" if value is None else f"{value / 1e6:.2f} MB"
    return table(["what", "bytes", "by gzip", "by brotli"], [[name, *map(mega, values)] for name, values in found.items()])


def programs(options):
    """Programs of bench/programs under WebAssembly, to the release for this machine: of each the ratio of user times."""
    if not (options.wasm / "wasm.js").exists() or not options.pysub.exists():
        say(f"without programs under WebAssembly: they want {options.wasm}/wasm.js and {options.pysub}")
        return {}
    environment = {**os.environ, "PYSUB_PACKAGE": str(options.wasm / "wasm.js")}
    ran = subprocess.run(["node", ROOT / "tests/wasm/measure.mjs", "--programs", options.pysub], capture_output=True, text=True, env=environment)
    if ran.returncode:
        sys.exit(f"bindings.py: measure.mjs\n{ran.stderr}")
    return {name: float(ratio) for name, ratio in re.findall(r"^(\w+)\.py .*: ([\d.]+)$", ran.stdout, re.M)}


def goals(result, ratios, found):
    rows = []
    names = {"prebuilt": "a prebuilt `1+1`", "import": "import", "answer": "import to the first answer"}
    for name, what, unit, most in GOALS:
        if what in result.get(name, {}):
            wall, cpu = result[name][what]
            rows.append([f"{name}: {names[what]}", f"{most} {unit}", f"{number(cpu)} ({number(wall)}) {unit}", "met" if min(wall, cpu) <= most else "**not met**"])
    if ratios:
        mean = statistics.geometric_mean(ratios.values())
        least, most = (f"{pick(ratios.values()):.2f} ({pick(ratios, key=ratios.get)})" for pick in (min, max))
        rows.append([f"WebAssembly: {len(ratios)} programs to the release, geometric mean", "1.6", f"{mean:.2f}; from {least} to {most}", "met" if mean <= 1.6 else "**not met**"])
    if "pysub.wasm" in found:
        plain, _, small = found["pysub.wasm"]
        rows.append(["pysub.wasm; by brotli", "2.5 MB; 1 MB", f"{plain / 1e6:.2f} MB; {small / 1e6:.2f} MB", "met" if plain <= 2.5e6 and small <= 1e6 else "**not met**"])
    return table(["", "at most", "measured", ""], rows)


def commit():
    ran = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=7", "HEAD"], capture_output=True, text=True)
    return ran.stdout.strip() or "unknown"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/package")
    parser.add_argument("--wasm", type=Path, default=ROOT / "build/wasm/package")
    parser.add_argument("--pysub", type=Path, default=ROOT / "build/bin/pysub")
    parser.add_argument("--peers", type=Path, default=ROOT / "build/peers/hosts")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--match", help="only hosts whose name has this, and times alone")
    parser.add_argument("--out", type=Path, default=ROOT / "build/bench/bindings.json")
    options = parser.parse_args()
    for name in ("build", "wasm", "pysub", "peers"):
        setattr(options, name, getattr(options, name).resolve())
    with tempfile.TemporaryDirectory() as folder:
        samples = measured(hosts(options, Path(folder)), options)
        found = {} if options.match else sizes(options, Path(folder))
    ratios = {} if options.match else programs(options)
    result = medians(samples)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps({"samples": samples, "sizes": found, "programs": ratios}))
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    print(f"Commit {commit()}, {datetime.date.today()}, {os.cpu_count()} cores of {cpu}; {platform.python_implementation()} {platform.python_version()}, "
          f"node {subprocess.run(['node', '--version'], capture_output=True, text=True).stdout.strip()}. Medians of {options.rounds} rounds: CPU time of the process (by the "
          "wall clock). Limits are on where there are any. Of C and C++ the first answer is that of a whole process. quickjs runs JavaScript and has nothing prebuilt; "
          "pyodide has one interpreter for all programs, so none of them is in a sandbox of its own.\n")
    print(times(result))
    if found:
        print(sizes_table(found))
    print(goals(result, ratios, found))


main()
