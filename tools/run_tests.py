"""Builds and runs the tests; the last line says how many cases passed and failed.

  tools/test             release, the package for embedders, ASan + UBSan with stress, random programs and fuzzing
  tools/test --fast      what CI runs: release without what pysub_thorough marks, and the package as a shared library
  tools/test FILTER      only what has this text in its name, be it a test of ctest or one of the cases inside of a test: a
                         GoogleTest, a golden program, a script or command of the shell, a program against limits, a call with
                         edges. Capital letters do not matter. Only what these tests need is built.
  tools/test --list FILTER   what would be run, and which targets would be built for it; builds nothing

  tools/test --fast list                 list's methods in all modes, its calls with edges, what tries to pass limits with lists ...
  tools/test --preset fast list          the same with the build that compiles quickest
  tools/test --fast shell_limits         one test with all of its cases
"""

import argparse
import concurrent.futures
import functools
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "tools"))
import golden

# A word of CTestTestfile.cmake: [=[in brackets]=], "quoted" or bare.
WORD = re.compile(r'\[(=*)\[(.*?)\]\1\]|"((?:[^"\\]|\\.)*)"|([^\s()"]+)', re.S)
C_CASE = re.compile(r"^CASE\((\w+)\)", re.M)
GOOGLE_TEST = re.compile(r"^TEST(?:_[FP])?\(\s*(\w+),\s*(\w+)\)", re.M)
EVERY = 30  # seconds between two lines that say how far it is, where there is no terminal


class Test:
    """A test of ctest: its command, and in PYSUB_CASES and PYSUB_NEEDS what CMakeLists.txt says of its cases and of programs that it
    runs besides those in its command."""

    def __init__(self, name, command):
        self.name = name
        self.command = command
        self.kind = ""
        self.sources = []
        self.needs = []
        self.thorough = False  # says more of what another test says already, and takes minutes: not for each change
        self.cases = None  # those that the filter wants, when it does not want the whole test

    def paths(self):
        words = [word.split("=", 1)[1] if word.startswith("--") and "=" in word else word for word in self.command]
        return words + [part for word in words if " " in word for part in word.split()]  # those of sh -c "PROGRAM | diff ..."

    def case_names(self, text):
        """The names of the cases, maybe only of those with this text; nothing has to be built for that."""
        if self.kind == "gtest":
            return [".".join(found) for source in self.sources for found in GOOGLE_TEST.findall(read(Path(source)))]
        if self.kind == "c":
            return [name for source in self.sources for name in C_CASE.findall(read(Path(source)))]
        if self.kind == "program":
            done = subprocess.run([*self.command, "--cases"], env=dict(os.environ, TEST_FILTER=text), cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"test: {self.name} does not name its cases: {done.stderr[-300:]}")
            return done.stdout.splitlines()
        if self.kind == "golden":
            top = ROOT / "tests/golden"
            return [f"{path.relative_to(top)} {case.heading}" for path in sorted(top.rglob("*.py")) for case in golden.cases(read(path))]
        if self.kind == "shell":
            top = ROOT / "tests/shell"
            return [f"{path.relative_to(top)}: {title}" for path in sorted(top.rglob("*.sh")) for title in shell_titles(read(path))]
        if self.kind == "recorded":
            paths = [Path(path) for path in self.paths() if path.endswith(".case")]
            return [f"{path.name}: {title}" for path in paths for title in re.findall("^=== (.*)$", read(path), re.M)]
        if self.kind == "files":
            return [path.name for folder in self.paths()[1:] for path in sorted(Path(folder).glob("*.py"))]
        return []


def read(path):
    return path.read_bytes().decode(errors="replace")


def shell_titles(text):
    """Of a script's cases, as tests/shell/runner.cc cuts them."""
    titles, title, script = [], "", ""
    for line in [*text.split("\n"), "# ---"]:
        if line.startswith("# ---"):
            if script.strip():
                titles.append(title)
            title, script = line[5:].lstrip(" "), ""
        else:
            script += line
    return titles


def read_tests(build):
    """All tests of a build tree that is configured, whether anything is built or not."""
    tests, folders = {}, [build]
    while folders:
        folder = folders.pop()
        file = folder / "CTestTestfile.cmake"
        if not file.exists():
            continue
        for line in file.read_text().splitlines():
            what, _, rest = line.partition("(")
            words = [re.sub(r"\\(.)", r"\1", next(filter(None, found[1:]), "")) for found in WORD.findall(rest)]
            if what == "subdirs":
                folders.append(folder / words[0])
            elif what == "add_test":
                tests[words[0]] = Test(words[0], words[1:])
            elif what == "set_tests_properties":
                properties = dict(zip(words[2::2], words[3::2]))
                test = tests[words[0]]
                test.kind, *test.sources = properties.get("PYSUB_CASES", "").split(";")
                test.needs = [need for need in properties.get("PYSUB_NEEDS", "").split(";") if need]
                test.thorough = "thorough" in properties.get("LABELS", "").split(";")
    return list(tests.values())


def choose(tests, text):
    """Those that have the text in their name, whole, and of others the cases that have it."""
    wanted = [test for test in tests if text.lower() in test.name.lower()]
    others = [test for test in tests if test not in wanted and test.kind]
    read = {}  # several tests play the same files

    def names(test):
        key = test.name if test.kind in ("gtest", "c", "program", "recorded", "files") else test.kind
        if key not in read:
            read[key] = test.case_names(text)
        return [name for name in read[key] if text.lower() in name.lower()]

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for test, cases in zip(others, pool.map(names, others)):
            if cases:
                test.cases = cases
                wanted.append(test)
    return wanted


@functools.cache
def ninja_outputs(build):
    listed = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], capture_output=True, text=True, check=True).stdout
    return {line.rpartition(":")[0] for line in listed.splitlines()}


def targets_of(tests, build):
    """What has to be built for these tests: the files in their commands that ninja knows how to make."""
    outputs = ninja_outputs(build)
    found = set()
    for test in tests:
        found.update(test.needs)
        for path in test.paths():
            if not path.startswith("/"):
                continue
            name = os.path.basename(path)
            output = os.path.relpath(path, build)
            known = {path, output if not output.startswith("..") else path} & outputs
            if known:
                found.add(name if name in outputs else known.pop())
    return sorted(found)


def show_list(tests, build):
    for test in tests:
        print(f"{test.name}: " + ("all" if test.cases is None else f"{len(test.cases)} cases"))
    targets = targets_of(tests, build)
    print("targets: " + (" ".join(targets) or "none"))


class Progress:
    """How far it is: one line that changes on a terminal, now and then a line elsewhere."""

    def __init__(self, title, total):
        self.title, self.total = title, total
        self.start = self.said = time.monotonic()
        self.done = self.failed = 0
        self.running = {}
        self.on_terminal = sys.stdout.isatty()

    def text(self):
        seconds = int(time.monotonic() - self.start)
        running = ", ".join(self.running.values())
        return (f"{self.title}: {self.done} of {self.total} tests, {self.failed} bad, {seconds // 60}:{seconds % 60:02}"
                + (f", running {running}" if running else ""))

    def look_at(self, line):
        """A line of ctest -V."""
        if found := re.match(r" +Start +(\d+): (.*)", line):
            self.running[found[1]] = found[2]
        elif found := re.match(r" *\d+/\d+ Test +#(\d+): (\S+) .*?(Passed|\*\*\*\S*.*?) +[\d.]+ sec", line):
            self.running.pop(found[1], None)
            self.done += 1
            if found[3] != "Passed" and "Skipped" not in found[3]:
                self.failed += 1
                self.say(f"   {found[2]} {found[3].strip('*')}")
        else:
            return
        if self.on_terminal:
            width = os.get_terminal_size(sys.stdout.fileno()).columns if self.on_terminal else 80
            print("\r\033[K" + self.text()[: width - 1], end="", flush=True)
        elif time.monotonic() - self.said > EVERY:
            self.said = time.monotonic()
            self.say(self.text())

    def say(self, text):
        print(("\r\033[K" if self.on_terminal else "") + text, flush=True)

    def end(self):
        if self.on_terminal:
            print("\r\033[K", end="", flush=True)


FINE = re.compile(r" Passed +[0-9.]+ sec|\*\*\*Skipped")  # a test's last line in ctest's output


def totals_of(lines):
    """Cases, where a test program counts them; else the program itself is the case."""
    passed, failed = {}, {}
    for line in lines:
        if found := re.match(r"(\d+): \[  (PASSED|FAILED)  \] (\d+) test", line):
            counts = passed if found[2] == "PASSED" else failed
            counts[found[1]] = counts.get(found[1], 0) + int(found[3])
        elif found := re.match(r"(\d+): (\d+) passed, (\d+) failed$", line):
            passed[found[1]] = passed.get(found[1], 0) + int(found[2])
            failed[found[1]] = failed.get(found[1], 0) + int(found[3])
        elif found := re.match(r" *\d+/\d+ Test +#(\d+):", line):
            ok = FINE.search(line)
            if found[1] not in passed and found[1] not in failed:
                (passed if ok else failed)[found[1]] = 1
            if not ok and not failed.get(found[1]):
                failed[found[1]] = 1
    return sum(passed.values()), sum(failed.values())


NOISE = re.compile(r"\d+: (\[  PASSED|\d+ passed, 0 failed)|test \d+| *Start |.*Passed +[0-9.]+ sec"
                   r"|\d+: (Test command|Working|Environment|Test timeout)")
LINES_SHOWN = 60  # of a failed test, from its end
LAST_LINES = 6  # of it once more, behind everything


def failed_tests(lines):
    """Name and output of each test that failed. Others run beside it: a line's number says whose it is."""
    names, outputs = {}, {}
    for line in lines:
        if found := re.match(r" *\d+/\d+ Test +#(\d+): (\S+) ", line):
            if not FINE.search(line):
                names[found[1]] = found[2]
        elif not NOISE.match(line) and (found := re.match(r"(\d+): ?(.*)", line)):
            outputs.setdefault(found[1], []).append(found[2])
    return [(name, outputs.get(number, [])) for number, name in names.items()]


def show_failed(failed):
    for name, lines in failed:
        print(f"-- {name}" + (f", its last {LINES_SHOWN} lines" if len(lines) > LINES_SHOWN else ""))
        print("".join(line + "\n" for line in lines[-LINES_SHOWN:]), end="")


def run_ctest(build, tests, environment, log, progress, jobs):
    chosen = "^(" + "|".join(re.escape(test.name).replace(r"\-", "-") for test in tests) + ")$"
    command = ["ctest", "--test-dir", str(build), "-j", str(jobs), "-V", "-R", chosen]
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env=dict(os.environ, GTEST_BRIEF="1", **environment)) as process:
        for line in process.stdout:
            log.write(line)
            log.flush()
            lines.append(line.rstrip("\n"))
            progress.look_at(line)
    return lines


def google_filter(tests, text):
    """The text with the capital letters that the names have."""
    names = [name for test in tests if test.kind == "gtest" for name in test.cases]
    spellings = {found for name in names for found in re.findall(re.escape(text), name, re.I)}
    return ":".join(f"*{spelling}*" for spelling in sorted(spellings))


def configure(preset):
    # The build file is made, and made again when a CMakeLists.txt has changed; nothing else is.
    return subprocess.run(["tools/build", preset, "build.ninja"]).returncode == 0


def run_preset(preset, text, jobs, thorough):
    """How many cases passed and failed, and the tests that failed, each with its last lines; None where no test has the text in its name."""
    build = ROOT / "build" / preset
    if not configure(preset):
        print(f"== {preset}: cannot be configured")
        return 0, 1, [f"{preset}: configuring"]
    all_tests = read_tests(build)
    tests = choose(all_tests, text) if text else [test for test in all_tests if thorough or not test.thorough]
    if not tests:
        return None
    everything = not text and thorough
    targets = [] if everything else targets_of(tests, build)
    if targets or everything:
        print(f"== {preset}: building" + (f" {len(targets)} targets" if targets else ""), flush=True)
        if subprocess.run(["tools/build", preset, *targets], env=dict(os.environ, PYSUB_PROGRESS="1")).returncode:
            print(f"== {preset}: does not build")
            return 0, 1, [f"{preset}: building"]
    print(f"== {preset}: testing", flush=True)
    whole = [test for test in tests if test.cases is None]
    parts = [test for test in tests if test.cases is not None]
    progress = Progress(preset, len(tests))
    path = ROOT / "build" / f"test-{preset}.log"
    passed = failed = 0
    bad_tests = []
    with open(path, "w") as log:
        for group, environment in ((whole, {}), (parts, {"TEST_FILTER": text, "GTEST_FILTER": google_filter(parts, text)})):
            if not group:
                continue
            lines = run_ctest(build, group, environment, log, progress, jobs)
            good, bad = totals_of(lines)
            passed, failed = passed + good, failed + bad
            bad_tests += failed_tests(lines)
    progress.end()
    show_failed(bad_tests)
    print(f"== {preset}: {passed} passed, {failed} failed (all of it: {path.relative_to(ROOT)})", flush=True)
    return passed, failed, ["\n    ".join([f"{preset}: {name}", *lines[-LAST_LINES:]]) for name, lines in bad_tests]


def run_tool(title, *command):
    print(f"== {title}", flush=True)
    if subprocess.run(command).returncode == 0:
        return 1, 0, []
    print(f"== {title}: failed")
    return 0, 1, [title]


def main():
    parser = argparse.ArgumentParser(prog="tools/test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage="tools/test [--fast | --preset NAME] [--list] [--jobs N] [FILTER]")
    parser.add_argument("--fast", action="store_true", help="only the preset release, and the package")
    parser.add_argument("--preset", help="only this preset: release, dev, fast")
    parser.add_argument("--list", action="store_true", help="tell what would be run, and build nothing")
    parser.add_argument("--build", type=Path, help="with --list: of this build folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests at the same time")
    parser.add_argument("filter", nargs="?", default="", metavar="FILTER", help="a part of names of tests or cases")
    options = parser.parse_args()
    os.chdir(ROOT)
    text = options.filter
    presets = [options.preset] if options.preset else ["release"] if options.fast else ["release", "dev"]
    if options.list:
        if not options.build and not configure(presets[0]):
            sys.exit(1)
        build = options.build or ROOT / "build" / presets[0]
        tests = read_tests(build)
        if text:
            tests = choose(tests, text)
        if not tests:
            sys.exit(f'test: no test has "{text}" in its name')
        show_list(tests, build)
        return
    results = [run_preset(preset, text, options.jobs, not options.fast) for preset in presets]
    if "release" in presets and not text and not options.preset:
        results.append(run_tool("the package for embedders", "tests/package/check_package", *["--quick"][: options.fast]))
    if "dev" in presets and not text and not options.preset:
        results.append(run_tool("random programs, against python3", "python3", "tests/tools/differential.py", "--native", "--daily",
                                "--seconds", "120", "--pysub", "build/bin/pysub"))
        results.append(run_tool("fuzzing", "tests/fuzz/run", "--seconds", "30"))
    if not any(results):
        print(f'test: no test has "{text}" in its name', file=sys.stderr)
        results = [(0, 1, [])]
    passed, failed, names = (list(column) for column in zip(*filter(None, results)))
    passed, failed = sum(passed), sum(failed)
    # (Once more at the end, with what each said last: logs are read from there, and often only that is kept.)
    for name_and_lines in sum(names, []):
        print(f"failed: {name_and_lines}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
