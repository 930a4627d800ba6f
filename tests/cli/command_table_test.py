#!/usr/bin/env python3
"""The table of the command lines (shell/cli/usage) against what is made of it and what is written about it.

    command_table_test.py [--write] PYSUB PYSUB_SHELL PYSUB_WORKER PYSUB_AGENT [PYSUB_BROKER]

docs/command-line.md shows what -h says of each command; --write puts in what it says now. A tree without libcurl has no broker.
"""

import functools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from case_filter import run_unittests

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/command-line.md"
WRITE = sys.argv[1] == "--write"
if WRITE:
    del sys.argv[1]
PROGRAMS = {os.path.basename(path).split("_")[0]: os.path.abspath(path) for path in sys.argv[1:6]}


def run(program, *arguments, stdin=""):
    """(exit status, standard output, standard error) of a program called by its name."""
    done = subprocess.run([PROGRAMS[program], *arguments], input=stdin, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


@functools.cache
def commands():
    """Of each command: (program, words) -> {option: whether it takes a value}, as its -h says."""
    found = {}
    for program in PROGRAMS:
        text = run(program, "-h")[1]
        listed = re.search(r"\nCommands.*?\n\n", text, re.S)
        names = re.findall(r"^  ([a-z]\S*(?: (?:inspect|verify|diff|run-python|describe|create|list|show|log|feed|signal|answer|resume|cancel|fork|export|outbox|reseal|gc))?)", listed[0], re.M) if listed else []
        for name in ["", *names]:
            words = tuple(name.split())
            text = run(program, *words, "-h")[1]
            options = {}
            for short, long, value in re.findall(r"^  (?:(-\w), )?(--?\w[\w-]*)([ =]\S+)?", text, re.M):
                options[long] = options[short] = bool(value)
            options.pop("", None)
            found[program, words] = options
    return found


class Table(unittest.TestCase):
    maxDiff = None

    def test_every_command_has_help(self):
        self.assertGreaterEqual(len(commands()), 10)
        for (program, words), options in commands().items():
            status, out, err = run(program, *words, "--help")
            self.assertEqual((status, err, out), (0, "", run(program, *words, "-h")[1]))
            self.assertTrue(out.startswith("usage: " + " ".join((program, *words))), out)
            self.assertIn("--help", options)
            for line in out.splitlines():
                self.assertLessEqual(len(line), 100)
        self.assertIn("usage: pysub snapshot diff", run("pysub", "snapshot", "-h")[1])
        self.assertIn("usage: pysub tool describe", run("pysub", "tool", "--help")[1])

    def test_every_value_is_checked(self):
        """What no option but a text takes is refused before anything runs, with the option's name."""
        free = {"-c", "-m", "--declare", "--may-lack", "--must-have", "--tenant", "--title", "--key", "--value", "--error", "--reason", "--function", "--idempotent"}
        for (program, words), options in commands().items():
            for option, has_value in options.items():
                if not has_value:
                    if option.startswith("--"):
                        self.assertEqual(run(program, *words, f"{option}=x")[0], 2, option)
                    continue
                status, out, err = run(program, *words, option)
                self.assertEqual((status, out), (2, ""))
                self.assertIn(f"Argument expected for the {option} option\nusage: ", err)
                if option not in free:
                    status, out, err = run(program, *words, option, "")
                    self.assertEqual((status, out), (2, ""), (program, words, option))
                    self.assertIn(option, err.splitlines()[0])

    def test_near_misses(self):
        for program, arguments, message in (
            ("pysub", ["--max-memroy", "1"], "unknown option --max-memroy; did you mean --max-memory?"),
            ("pysub", ["--max-mem", "1"], "unknown option --max-mem; did you mean --max-memory?"),
            ("pysub", ["resume", "--max-step=1"], "unknown option --max-step; did you mean --max-steps?"),
            ("pysub", ["resume", "--dump", "code"], "unknown option --dump; pysub has it"),
            ("pysub", ["--json"], "unknown option --json; "),
            ("pysub", ["--snapshot-key", "x"], "unknown option --snapshot-key; did you mean --snapshot-key-file?"),
            ("pysub", ["--qqqqqq"], "unknown option --qqqqqq\n"),
            ("pysub", ["--" + "a" * 1000], "unknown option --aaaa"),
            ("pysub", ["snapshot", "inspekt", "x"], "unknown snapshot command 'inspekt'; did you mean inspect?"),
            ("pysub", ["snapshot"], "a command is missing"),
            ("pysub", ["tool"], "a command is missing"),
            ("pysub", ["resume"], "an argument is missing: FILE"),
            ("pysub", ["resume", "a", "b"], "too many arguments: 'b'"),
            ("pysub", ["snapshot", "diff", "a"], "an argument is missing: FILE FILE"),
            ("pysub-shell", ["--tiemout", "1"], "unknown option --tiemout; did you mean --timeout?"),
            ("pysub-shell", ["-x"], "Unknown option: -x"),
            ("pysub-worker", ["x"], "too many arguments: 'x'"),
            ("pysub-agent", ["mcp", "--print-confg"], "unknown option --print-confg; did you mean --print-config?"),
            ("pysub-worker", ["--must-have", "luck"], ""),
        ):
            status, out, err = run(program, *arguments)
            self.assertEqual((status, out), (2, ""), arguments)
            self.assertTrue(err.startswith(message), err)
            self.assertIn("\nusage: " + program, err)
        self.assertIn("Did you mean the command `pysub resume'?", run("pysub", "resum")[2])
        self.assertIn("pysub resume [option] ...", run("pysub", "--stats", "resume")[2])

    def test_doctor(self):
        status, out, err = run("pysub", "doctor")
        self.assertEqual(err, "")
        self.assertRegex(out, r"^pysub \d+\.\d+\.\d+, like Python 3\.14\.\d+\nLinux \S+ on \S+\nWhat this kernel gives to a worker:\n(  \w+ +(yes|no|no, but required)\n){11}$")
        self.assertEqual(status, int("required" in out))
        self.assertRegex(out, r"\n  no_new_privs +yes\n")

    def test_the_page_shows_what_help_says(self):
        def block(match):
            program, *words = match[1].split()
            if program not in PROGRAMS:
                return match[0]
            return f"```\n$ {match[1]} -h\n{run(program, *words, '-h')[1]}```"

        text = PAGE.read_text()
        shown = [line for line in re.findall(r"```\n\$ (.*) -h\n", text) if line.split()[0] in PROGRAMS]
        self.assertEqual(sorted(shown), sorted(" ".join((program, *words)) for program, words in commands()))
        # (The name ends in its line: in all lines, what stands between the first and the last would be taken for one.)
        now = re.sub(r"```\n\$ ([^\n]*) -h\n.*?```", block, text, flags=re.S)
        self.assertEqual(now.count("\nusage: "), text.count("\nusage: "))
        if WRITE:
            PAGE.write_text(now)
        else:
            self.assertEqual(text, now, "command_table_test.py --write PYSUB PYSUB_SHELL PYSUB_WORKER PYSUB_AGENT")

    def test_options_in_all_papers_are_there(self):
        """Each command line of ours in a paper has only options of the table."""
        pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"), ROOT / "shell/README.md", ROOT / "shell/cli/README.md"]
        line = re.compile(r"(?m)(?:^|[`|;(] ?)(?:[\w./$]*/)?(tools/run|pysub-shell|pysub-worker|pysub-broker|pysub-agent|pysub)((?: [^\n`|;]*)?)")
        seen = 0
        for page in pages:
            for program, rest in line.findall(page.read_text()):
                program = "pysub" if program == "tools/run" else program
                words = rest.split()
                ours = {option for (name, _), options in commands().items() if name == program for option in options}
                for word in words:
                    if word in ("-c", "-m", "-h"):
                        break
                    if re.fullmatch(r"--[a-z][\w-]*(=.*)?", word):
                        seen += 1
                        if word.split("=")[0] not in ours | {"--test-mode", "--limit", "--enable"}:
                            self.fail(f"{page}: {program} {rest.strip()}: {word} is no option")
        self.assertGreater(seen, 15)


class Papers(unittest.TestCase):
    def test_manual_pages(self):
        for program in PROGRAMS:
            status, page, err = run(program, "--manual")
            self.assertEqual((status, err), (0, ""))
            self.assertTrue(page.startswith(f".TH {program} 1 "), page)
            plain = page.replace("\\-", "-")
            for (other, _), options in commands().items():
                for option in options if other == program else ():
                    self.assertRegex(plain, rf"(?m)^\.B (-\w, )?.*{re.escape(option)}\b", option)
            if shutil.which("groff"):
                done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def bash(self, program, *words):
        """What bash offers for the last of the words."""
        script = run(program, "--completions", "bash")[1]
        function = "_" + program.replace("-", "_")
        script += f"\ncompopt() {{ :; }}\nCOMP_WORDS=({shlex.join([program, *words])})\nCOMP_CWORD={len(words)}\n{function}\n"
        script += "((${#COMPREPLY[@]})) && printf '%s\\n' \"${COMPREPLY[@]}\"\n:\n"
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "program.py").write_text("")
            done = subprocess.run(["bash", "-u", "-c", script], cwd=folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return sorted(done.stdout.split())

    def test_bash(self):
        self.assertEqual(self.bash("pysub", "res"), ["resume"])
        self.assertEqual(self.bash("pysub", "prog"), ["program.py"])
        self.assertEqual(self.bash("pysub", "--max-m"), ["--max-memory"])
        self.assertEqual(self.bash("pysub", "--dump", "to"), ["tokens"])
        self.assertEqual(self.bash("pysub", "--dump", "=", "sc"), ["scopes"])
        self.assertEqual(self.bash("pysub", "--dump", "="), ["ast", "code", "scopes", "tokens"])
        self.assertEqual(self.bash("pysub", "snapshot", ""), ["diff", "inspect", "verify"])
        self.assertEqual(self.bash("pysub", "snapshot", "verify", "--s"), ["--snapshot-key-file"])
        self.assertEqual(self.bash("pysub", "resume", "--du"), [])
        self.assertEqual(self.bash("pysub", "tool", "run-python", "--files", "read"), ["read-only", "read-write"])
        self.assertEqual(self.bash("pysub", "--snapshot-key-file", "p"), ["program.py"])
        self.assertEqual(self.bash("pysub", "--max-steps", "p"), [])
        self.assertEqual(self.bash("pysub-shell", "--iso"), ["--isolation"])
        self.assertEqual(self.bash("pysub-worker", "--m"), ["--manual", "--may-lack", "--must-have"])
        if "pysub-broker" in PROGRAMS:
            self.assertEqual(self.bash("pysub-broker", "--c"), ["--ca-file", "--completions"])
        self.assertEqual(self.bash("pysub-agent", "mcp", "--p"), ["--print-config"])

    def test_every_option_is_completed(self):
        for (program, words), options in commands().items():
            self.assertEqual(self.bash(program, *words, "-"), sorted(options), words)

    def test_scripts_are_understood(self):
        """By the shells that are here; zsh and fish in a start of their own."""
        for shell, check in (("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])):
            for program in PROGRAMS:
                text = run(program, "--completions", shell)[1]
                for (other, _), options in commands().items():
                    for option in options if other == program else ():
                        told = option if shell != "fish" else f"-l {option[2:]} " if option.startswith("--") else f"-s {option[1:]} "
                        self.assertIn(told, text.replace("\n", " "))
                if shutil.which(shell):
                    with tempfile.NamedTemporaryFile("w", suffix=".sh") as script:
                        script.write(text)
                        script.flush()
                        done = subprocess.run([shell, *check, script.name], capture_output=True, text=True, timeout=60)
                        self.assertEqual((done.returncode, done.stderr), (0, ""), shell)

    @unittest.skipIf(shutil.which("fish") is None, "no fish")
    def test_fish(self):
        def fish(line):
            script = run("pysub", "--completions", "fish")[1] + f"\ncomplete -C {shlex.quote(line)}\n"
            done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, timeout=60)
            return sorted(row.split("\t")[0] for row in done.stdout.splitlines())

        self.assertEqual(fish("pysub --max-m"), ["--max-memory"])
        self.assertIn("resume", fish("pysub res"))
        self.assertEqual(fish("pysub --dump to"), ["tokens"])
        self.assertEqual(fish("pysub snapshot verify --s"), ["--snapshot-key-file"])


if __name__ == "__main__":
    run_unittests(280)
