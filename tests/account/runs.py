"""Runs of programs that are linked with counted_malloc.cc, and what they fail by."""

import concurrent.futures
import os
import re
import subprocess
import tempfile

EXIT = 86  # counted_malloc.h
# What every stack has on top and what says nothing of where it was.
NOT_THE_PLACE = re.compile(r"^(pysub::account::|malloc\b|calloc\b|realloc\b|operator new|std::|void std::|__gnu_cxx|fmt::|bool std::|unsigned|_|absl::)")


class Run:
    """One finished run: `place` is where the allocation was asked for that passed the account; None: none did."""

    def __init__(self, command, seconds=60, slack=None, share=None, stdin=None, memory_of_process=4 << 30):
        environment = dict(os.environ)
        if slack is not None:
            environment["PYSUB_ACCOUNT_SLACK"] = str(slack)
        if share is not None:
            environment["PYSUB_ACCOUNT_SHARE"] = str(share)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            try:
                done = subprocess.run(
                    ["prlimit", f"--as={memory_of_process}", *command], stdin=stdin or subprocess.DEVNULL, stdout=out, stderr=err,
                    timeout=seconds, env=environment,
                )
                self.status = done.returncode
            except subprocess.TimeoutExpired:
                self.status = None
            size = err.seek(0, os.SEEK_END)
            err.seek(max(0, size - (1 << 20)))
            self.error = err.read().decode(errors="replace")
        self.report, self.place, self.what = "", None, ""
        if self.status == EXIT:
            self.report = self.error[self.error.rfind("\naccount: ") + 1 :]
            lines = [line.split(" at ")[0] for line in self.report.splitlines()[1:]]
            own = [line for line in lines if not NOT_THE_PLACE.match(line)]
            self.place = " < ".join(own[:3]) or "?"

    def died(self):
        return self.status is not None and self.status < 0


def run_all(runs, jobs=2):
    """`runs`: (name, function that gives a Run). Yields (name, Run) as they come."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(function): name for name, function in runs}
        for future in concurrent.futures.as_completed(waiting):
            yield waiting[future], future.result()
