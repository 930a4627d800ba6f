"""A program on a pseudo-terminal, as somebody sits before it."""

import os
import pty
import re
import select
import subprocess
import termios
import time


class Terminal:
    """A session of a program with a prompt on a terminal of 24 x 80."""

    def __init__(self, program, *arguments, history="", color=False, prompt=">>> "):
        self.prompt = prompt
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, 80))
        # libedit forgets to free 128 bytes when it ends.
        environment = {"ASAN_OPTIONS": "detect_leaks=0", "TERM": "xterm", "PYSUB_HISTORY": history, "PYSUB_SHELL_HISTORY": history, "PATH": os.environ["PATH"]}
        if not color:
            environment["NO_COLOR"] = "1"
        self.process = subprocess.Popen(
            [program, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True,
            preexec_fn=lambda: __import__("fcntl").ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.slave = slave
        self.text = ""
        self.expect(prompt)

    def read(self):
        ready, _, _ = select.select([self.master], [], [], 20)
        if not ready:
            raise TimeoutError(f"nothing more comes after {self.text!r}")
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        if not data:
            raise EOFError(self.text)
        self.text += data.decode(errors="replace")

    def expect(self, what):
        """Waits until `what` has been shown; returns what came before it, without terminal controls."""
        while True:
            plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\x07\r]", "", self.text)
            if what in plain:
                before, _, self.text = plain.partition(what)
                return before
            self.read()

    def is_read_by_lines(self):
        return termios.tcgetattr(self.slave)[3] & termios.ICANON

    def wait_until_read_by_lines(self, by_lines):
        end = time.monotonic() + 30
        while self.process.poll() is None and bool(self.is_read_by_lines()) != by_lines:
            if time.monotonic() > end:
                raise TimeoutError(f"the terminal is not for {'a command' if by_lines else 'the editor'}; shown: {self.text!r}")
            time.sleep(0.01)

    def type(self, keys):
        """Types when the editor listens: it shows its prompt a little before."""
        self.wait_until_read_by_lines(False)
        self.write(keys)

    def type_to_command(self, keys):
        """Types when the editor has given the terminal to the command that was entered."""
        self.wait_until_read_by_lines(True)
        self.write(keys)

    def write(self, keys):
        # The key Enter sends CR. An editor of lines may have a NL arrive as CR, for a command that waits for NL.
        os.write(self.master, keys.replace("\n", "\r").encode())

    def paste(self, text):
        """Gives all of it as fast as it is taken, and reads what is shown meanwhile: a terminal keeps little of either."""
        keys = memoryview(text.replace("\n", "\r").encode())
        shown = []
        while len(keys):
            readable, writable, _ = select.select([self.master], [self.master], [], 60)
            if not readable and not writable:
                raise TimeoutError(f"{len(keys)} bytes are not taken")
            if readable:
                shown.append(os.read(self.master, 65536))
            if writable:
                keys = keys[os.write(self.master, keys[:256]):]
        self.text += b"".join(shown).decode(errors="replace")

    def cpu_seconds(self):
        """What the program has used so far."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def enter(self, line, prompt=None):
        """Types a line; returns what is shown between it and the next prompt."""
        self.type(line + "\n")
        self.expect("\n")
        return self.expect(prompt or self.prompt)

    def finish(self):
        os.close(self.slave)
        try:
            while True:
                self.read()
        except EOFError:
            pass
        os.close(self.master)
        return self.process.wait(timeout=20)
