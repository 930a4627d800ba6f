#!/usr/bin/env python3
"""How far tools/bench says that it is: on a terminal one line that changes, in a log a line now and then.

    progress_test.py
"""

import contextlib
import io
import os
import pty
import sys
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
sys.path.insert(0, str(ROOT / "tests" / "tools"))
from case_filter import run_unittests
import progress
import run


class Shown(unittest.TestCase):
    def shown(self, stream):
        clock = iter(range(0, 10000, 20))  # twenty seconds pass between two looks
        with mock.patch.object(progress.time, "monotonic", lambda: next(clock)):
            told = progress.Progress("run.py", 400, stream)
            for name in ("queens", "calls"):
                told.begin(f"{name} on pysub")
            told.say("run.py: sorting on lua: status 1")
            told.end()

    def test_in_a_log(self):
        log = io.StringIO()
        self.shown(log)
        self.assertEqual(log.getvalue(), "run.py: 1 of 400, 0:40, calls on pysub\nrun.py: sorting on lua: status 1\n")

    def test_on_a_terminal(self):
        master, slave = pty.openpty()
        with os.fdopen(slave, "w") as terminal, mock.patch.object(os, "get_terminal_size", lambda _: os.terminal_size((30, 25))):
            self.shown(terminal)
        data = b""
        with contextlib.suppress(OSError):  # EIO is its end; one read may give a part
            while piece := os.read(master, 10000):
                data += piece
        os.close(master)
        text = data.decode().replace("\r\n", "\n")
        self.assertEqual(text, "\r\033[Krun.py: 0 of 400, 0:20, queen\r\033[Krun.py: 1 of 400, 0:40, calls\r\033[Krun.py: sorting on lua: status 1\n\r\033[K")

    def test_all_runs_are_counted(self):
        """What is announced is what is run: as many as the progress says."""
        begun = []

        class Counted(progress.Progress):
            def begin(self, what):
                begun.append((self.done, self.total))
                super().begin(what)

        sample = {"cpu": 1.0}
        with (mock.patch.object(run, "Progress", Counted), mock.patch.object(run.Runner, "run", lambda *_: (dict(sample), "", None)),
              mock.patch.object(run, "engines", lambda _: {"a": {"pass": "true", "command": "true {file}", "suffix": ".py"},
                                                           "b": {"command": "true {file}", "suffix": ".sh"}}),
              mock.patch.object(sys, "stderr", io.StringIO())):
            run.measure(None, [str(ROOT / "bench" / "programs")], "queens", 3, 1, os.devnull)
        self.assertGreater(len(begun), 6)
        self.assertEqual(begun, [(i, len(begun)) for i in range(len(begun))])


if __name__ == "__main__":
    run_unittests(60)
