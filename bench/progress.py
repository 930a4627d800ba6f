"""How far a measurement is: "run.py: 12 of 400, 0:31, queens on pysub", a line that changes on a terminal, else one every half minute."""

import os
import sys
import time

EVERY = 30  # seconds between two lines where there is no terminal


class Progress:
    def __init__(self, title, total, stream=sys.stderr):
        self.title, self.total, self.stream = title, total, stream
        self.done = 0
        self.start = self.said = time.monotonic()
        self.on_terminal = stream.isatty()

    def begin(self, what):
        """The next of them begins."""
        now = time.monotonic()
        seconds = int(now - self.start)
        text = f"{self.title}: {self.done} of {self.total}, {seconds // 60}:{seconds % 60:02}, {what}"
        self.done += 1
        if self.on_terminal:
            print("\r\033[K" + text[: os.get_terminal_size(self.stream.fileno()).columns - 1], end="", file=self.stream, flush=True)
        elif now - self.said >= EVERY:
            self.said = now
            print(text, file=self.stream, flush=True)

    def say(self, text):
        """A line that stays."""
        print(("\r\033[K" if self.on_terminal else "") + text, file=self.stream, flush=True)

    def end(self):
        if self.on_terminal:
            print("\r\033[K", end="", file=self.stream, flush=True)
