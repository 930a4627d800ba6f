#!/usr/bin/env python3
"""Programs that others wrote in the shell's language, by bash 5.2 and by pysub-shell: configure scripts, bats, shunit2, bash-completion.

    projects_test.py SHELL [--only=TEXT] [--keep] [--source=FOLDER ...]

Each runs in a folder that both see under the same path, first by bash, then by pysub-shell with the folder mounted for
writing. What they print, their status and the files that they leave must be the same, but for what the clock and the process
number put there (BLURRED). What is not installed is said and passed by; without any of it, or without bash 5.2, the test is
skipped (77). --source also runs the `configure` of an unpacked source package, with projects/cc in place of a compiler.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent / "projects"
# Both shells see their folder here; it is made anew for each of them.
WORK = Path(tempfile.gettempdir()) / f"pysub-projects-{os.getpid()}"
ENVIRONMENT = {"PATH": f"{WORK}/tools:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "HOME": str(WORK), "USER": "user",
               "LOGNAME": "user", "TZ": "UTC0", "TMPDIR": f"{WORK}/tmp", "CONFIG_SHELL": "/bin/bash", "TERM": "dumb"}
COMPLETION = Path("/usr/share/bash-completion")
SHUNIT = Path("/usr/share/shunit2/shunit2")
TIMEOUT = 280

# What may differ: times, numbers of processes, the machine's name and kernel, random names.
BLURRED = [
    (r"pysub-projects-\d+", "WORK"),
    (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*", "TIME"),
    (r"time=\"[\d.]+\"", "time=TIME"),
    (r"\bin \d+(ms|sec)", "in TIME"),
    (r"duration_ms: \d+", "duration_ms: TIME"),
    (r"(bats-run-|bats\.|shunit\.|demo|conf(?!igured))[A-Za-z0-9]{6}\b", r"\1RANDOM"),
    (r"\bbats\.\d+\.", "bats.NUMBER."),
    (r"timestamp resolution\.\.\. [\d.]+", "timestamp resolution... TIME"),
    (r"hostname=\"[^\"]*\"", "hostname=HOST"),
]


SECTION = "=== "  # begins what is compared by itself in an output


class Project:
    """What both shells are given: prepare() fills the folder, the script runs in it."""

    def __init__(self, name, script, prepare, mounts=()):
        self.name, self.script, self.prepare, self.mounts = name, script, prepare, mounts


def blur(data):
    text = data.decode("utf-8", "backslashreplace")
    for pattern, put in BLURRED:
        text = re.sub(pattern, put, text)
    return text


def files_below(root):
    """{path: what it is} of all that a run left, but for logs of the machine's state."""
    found = {}
    for folder, folders, names in os.walk(root):
        for name in folders + names:
            path = Path(folder, name)
            key = blur(str(path.relative_to(root)).encode())
            if path.is_symlink():
                found[key] = "link to " + blur(os.fsencode(os.readlink(path)))
            elif path.is_dir():
                found[key] = f"folder {path.stat().st_mode & 0o777:o}"
            elif name == "config.log":
                found[key] = "file"  # begins with uname -a, PATH and limits, and quotes shell errors with process numbers
            else:
                found[key] = f"{path.stat().st_mode & 0o777:o} " + blur(path.read_bytes())
    return found


def play(project, argv):
    shutil.rmtree(WORK, ignore_errors=True)
    (WORK / "tmp").mkdir(parents=True)
    (WORK / "tools").mkdir()
    project.prepare(WORK)
    done = subprocess.run(argv, env=ENVIRONMENT, cwd=WORK, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT)
    return blur(done.stdout), done.returncode, files_below(WORK)


def first_difference(theirs, ours):
    theirs, ours = theirs.split("\n"), ours.split("\n")
    for i, line in enumerate(theirs):
        if i >= len(ours) or ours[i] != line:
            return f"    line {i + 1}: {line!r} | {ours[i] if i < len(ours) else None!r}"
    return f"    more: {ours[len(theirs)]!r}"


def differences(theirs, ours):
    out = []
    if theirs[0] != ours[0]:
        left, right = (("\n" + text).split("\n" + SECTION) for text in (theirs[0], ours[0]))
        for i, part in enumerate(left):
            if i >= len(right) or right[i] != part:
                out.append(f"  output of {part.partition(chr(10))[0]}:\n" + first_difference(part, right[i] if i < len(right) else ""))
    if theirs[1] != ours[1]:
        out.append(f"  status {theirs[1]} | {ours[1]}")
    for name in sorted(set(theirs[2]) | set(ours[2])):
        left, right = theirs[2].get(name, "(not there)"), ours[2].get(name, "(not there)")
        if left != right:
            out.append(f"  {name}:\n" + first_difference(left, right))
    return out


def configures(source_folders):
    """configure scripts: those that autoconf makes of projects/*.ac, and those of source packages."""
    stub = HERE / "cc"
    if shutil.which("autoconf") and shutil.which("autoheader"):
        for source in sorted(HERE.glob("*.ac")):
            def prepare(work, source=source):
                shutil.copy(source, work / "configure.ac")
                for line in source.read_text().split("\n"):
                    if line.startswith("dnl file "):  # the templates stand in the same file
                        name, _, text = line[len("dnl file "):].partition(": ")
                        path = work / name
                        path.parent.mkdir(parents=True, exist_ok=True)
                        with open(path, "a", encoding="utf-8") as file:
                            file.write(text + "\n")
                for name in ("install-sh", "config.guess", "config.sub"):
                    (work / name).write_text("#!/bin/sh\nexit 1\n")
                subprocess.run(["autoheader"], cwd=work, check=True, capture_output=True)
                subprocess.run(["autoconf"], cwd=work, check=True, capture_output=True)
                shutil.rmtree(work / "autom4te.cache", ignore_errors=True)
                for name in ("cc", "gcc"):
                    shutil.copy(stub, work / "tools" / name)
                (work / "tools" / "ranlib").write_text("#!/bin/sh\nexit 0\n")
                (work / "tools" / "ranlib").chmod(0o755)
            yield Project(f"configure: {source.stem}", "bash ./configure --prefix=/opt/x --with-extra=yes; echo status $?; "
                          "bash ./config.status --recheck; bash ./config.status --version; bash ./configure --help; "
                          "bash ./configure --no-such-option -q; [ ! -f Makefile ] || make", prepare)
    else:
        print("passed by: configure (no autoconf)")
    for folder in source_folders:
        def copy(work, folder=folder):
            shutil.copytree(folder, work, dirs_exist_ok=True, symlinks=True)
            shutil.copy(stub, work / "tools" / "gcc")
        yield Project(f"configure: {Path(folder).name}", "bash ./configure --host=x86_64-pc-linux-gnu --build=x86_64-pc-linux-gnu CC=gcc; "
                      "echo status $?; bash ./config.status; echo status $?", copy)


def bats():
    if not shutil.which("bats") or not Path("/usr/libexec/bats-core").is_dir():
        print("passed by: bats")
        return

    def prepare(work):
        for part in ("lib", "libexec"):
            shutil.copytree(f"/usr/{part}/bats-core", work / "bats" / part / "bats-core")
        (work / "bats" / "bin").mkdir()
        shutil.copy("/usr/bin/bats", work / "bats" / "bin" / "bats")
        shutil.copytree(HERE / "bats", work / "suite")
    runs = ["suite/passing.bats", "--tap suite/failing.bats", "--pretty suite/failing.bats", "-F tap13 suite/failing.bats", "-F junit suite",
            "--count suite", "-r suite", "-f 'second|third' suite/passing.bats", "--filter-tags slow suite/tags.bats",
            "--filter-tags '!slow' suite/tags.bats", "-x suite/trace.bats", "--print-output-on-failure suite/failing.bats", "--show-output-of-passing-tests suite/passing.bats",
            "--gather-test-outputs-in out suite/passing.bats", "--no-tempdir-cleanup --tempdir /tmp/pysub-bats-kept suite/fixtures.bats; find /tmp/pysub-bats-kept | sort; rm -rf /tmp/pysub-bats-kept",
            "-o report --report-formatter junit suite/passing.bats", "no-such-file.bats", "--no-such-option", "--version", "--help", "suite/broken.bats"]
    for run in runs:
        # (Its temporary files are not in the mounted folder, where no link may have an absolute target.)
        yield Project(f"bats {run}", f"export TMPDIR=/tmp; bash bats/bin/bats {run}; echo status $?", prepare)


def shunit():
    if not SHUNIT.is_file():
        print("passed by: shunit2")
        return
    examples = Path("/usr/share/doc/shunit2/examples")

    def prepare(work):
        shutil.copy(SHUNIT, work / "shunit2")
        shutil.copy(HERE / "assertions.shunit", work / "assertions")
        if examples.is_dir():
            for path in examples.iterdir():
                text = path.read_text().replace("../shunit2", "./shunit2")
                (work / path.name).write_text(text)
    yield Project("shunit2: all assertions", "bash ./assertions; echo status $?; bash ./assertions -- test_equal_fails test_skipped; echo status $?", prepare)
    for path in sorted(examples.glob("*_test.sh")) if examples.is_dir() else ():
        yield Project(f"shunit2: {path.name}", f"bash ./{path.name}; echo status $?", prepare)


def completions():
    if not (COMPLETION / "bash_completion").is_file():
        print("passed by: bash-completion")
        return
    lines = [line for line in (HERE / "completions.txt").read_text().split("\n") if line and not line.startswith("#")]
    # What commands say of their options is asked of the real ones: the completions are tried here, not texts of help.
    helps = {}
    for command in {line.split("|")[0] for line in lines}:
        path = shutil.which(command, path="/usr/bin:/bin:/usr/sbin:/sbin")
        if path:
            said = subprocess.run([path, "--help"], capture_output=True, stdin=subprocess.DEVNULL, env={"LC_ALL": "C", "PATH": "/usr/bin"}, timeout=10)
            helps[command] = said.stdout + said.stderr

    def prepare(work):
        shutil.copytree(COMPLETION, work / "bash-completion", symlinks=True)
        for path in (work / "bash-completion" / "completions").iterdir():
            if path.is_symlink() and not path.exists():
                path.unlink()
        shutil.copy(HERE / "complete.bash", work)
        for name in ("one.txt", "two words.txt", "three.tar.gz", "dir/inner.c", "dir/.hidden", "four.zip", "page.1", "five.patch"):
            (work / "files" / name).parent.mkdir(parents=True, exist_ok=True)
            (work / "files" / name).write_text("x\n")
        (work / "help").mkdir()
        for command, text in helps.items():
            (work / "help" / command).write_bytes(text)
    yield Project("bash-completion: every file is read", "for f in bash-completion/completions/*; do case $f in */_*) ;; esac; "
                  "bash -n \"$f\" || echo \"$f: $?\"; done; bash complete.bash --sources", prepare)
    # The words stand between bars: an empty last one is what is completed when nothing was typed yet.
    yield Project("completions", "\n".join(f"echo {quote(SECTION + line)}\nbash complete.bash {' '.join(map(quote, line.split('|')))}" for line in lines), prepare)


def quote(word):
    return "'" + word.replace("'", "'\\''") + "'"


def has_oracle():
    try:
        return subprocess.run(["/bin/bash", "-c", "echo $BASH_VERSION"], capture_output=True, text=True, timeout=10).stdout.startswith("5.2.")
    except OSError:
        return False


def main():
    arguments = sys.argv[1:]
    shell = os.path.abspath(next(a for a in arguments if not a.startswith("-")))
    only = next((a[7:] for a in arguments if a.startswith("--only=")), "")
    sources = [os.path.abspath(a[9:]) for a in arguments if a.startswith("--source=")]
    if not has_oracle():
        print("skipped: there is no bash 5.2 here")
        return 77
    projects = [p for p in [*configures(sources), *bats(), *shunit(), *completions()] if only in p.name]
    if not projects:
        return 77
    environment = [f"--env={name}={value}" for name, value in ENVIRONMENT.items()]
    failed = 0
    for project in projects:
        try:
            theirs = play(project, ["/bin/bash", "-c", project.script])
            ours = play(project, [shell, *environment, f"--cwd={WORK}", f"--mount={WORK}:{WORK}:rw", "--max-memory=1GB", "-c", project.script])
            wrong = differences(theirs, ours)
        except subprocess.TimeoutExpired as error:
            wrong = [f"  no end: {error.cmd[0]}"]
        if wrong:
            failed += 1
            print(f"DIFFERS {project.name}\n" + "\n".join(wrong))
        if "--keep" in arguments:
            kept = Path(tempfile.gettempdir()) / "pysub-projects-kept"
            shutil.rmtree(kept, ignore_errors=True)
            WORK.rename(kept)
            (kept / "theirs.txt").write_text(theirs[0])
            (kept / "ours.txt").write_text(ours[0])
    shutil.rmtree(WORK, ignore_errors=True)
    print(f"{len(projects)} runs, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
