"""How slow a machine is, for tests that measure how late a run ends after its limit.

That is a matter of what lies between two looks at the clock, so of the machine: fresh memory and passes over it, above all. What is
allowed on a machine that takes PASS_SECONDS for PASS is allowed as many times over where PASS takes longer, at most MOST times.
"""

import os
import subprocess

# Fresh memory, and passes over it.
PASS = """
for i in range(4):
    x = bytes(16 * 2**20) + b'a'
    hash(x), x.count(b'b'), x.title()
"""
PASS_SECONDS = 0.125
MOST = 6.0


def cpu_seconds(command):
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command[0]}: exit status {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def pace_of(program):
    """Of pysub or pysub-shell on this machine, from 1 to MOST; prints it."""
    command = [program, "-c", f"python3 -c {chr(34)}{PASS}{chr(34)}" if "shell" in os.path.basename(program) else PASS]
    pace = min(max(min(cpu_seconds(command) for _ in range(3)) / PASS_SECONDS, 1.0), MOST)
    print(f"pace of this machine: {pace:.2f}", flush=True)
    return pace
