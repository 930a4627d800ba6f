"""pysub: Python that you do not trust, run inside of your own process.

    >>> import pysub
    >>> pysub.run("1 + 1")
    2

Program is code compiled for many runs; Sandbox is one run that stops, answers, is saved as bytes;
Session keeps its state between pieces of code; Shell is a sandboxed shell; Files is what they see.
"""

from ._types import (
    Error,
    Finished,
    ForeignException,
    Frame,
    FunctionCall,
    LimitError,
    LimitReached,
    NameLookup,
    OsCall,
    OutOfFuel,
    Output,
    ProgramError,
    ProgramExit,
    ProgramSyntaxError,
    Raised,
    ReplayError,
    ShellResult,
    SnapshotError,
    StateError,
    Stop,
    Waiting,
)
from ._pysub import Files, Opaque, Replay, from_json, self_test, to_json, version
from ._run import Program, Sandbox, Session, Shell, run, run_async

__version__ = version()

__all__ = [
    "Error", "Files", "Finished", "ForeignException", "Frame", "FunctionCall", "LimitError",
    "LimitReached", "NameLookup", "Opaque", "OsCall", "OutOfFuel", "Output", "Program",
    "ProgramError", "ProgramExit", "ProgramSyntaxError", "Raised", "Replay", "ReplayError",
    "Sandbox", "Session", "Shell", "ShellResult", "SnapshotError", "StateError", "Stop", "Waiting",
    "from_json", "run", "run_async", "self_test", "to_json", "version",
]

for _name in __all__:  # tracebacks and reprs name them as users do
    _thing = globals()[_name]
    if isinstance(_thing, type) and _thing.__module__ in ("pysub._types", "pysub._run"):
        _thing.__module__ = "pysub"
del _name, _thing
