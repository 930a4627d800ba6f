"""Errors, stops and results: what the extension makes, and what it may not import much for."""

import builtins
import sys


# ---- Errors


class Error(Exception):
    """What goes wrong in or with a sandbox. Mistakes in calls are TypeError and ValueError."""


class StateError(Error):
    """Not now: it is closed, in use by another call, or stands somewhere else."""


class SnapshotError(Error):
    """Bytes are damaged, made by another build, or not sealed with the key."""


class ReplayError(Error):
    """A replay did something else than was recorded."""


class Frame:
    """A line of a traceback. `line` counts from 1, columns are bytes and count from 1, 0: unknown."""

    __slots__ = ("file_name", "function", "line", "column", "end_line", "end_column", "source_line")

    def __init__(self, file_name, function, line, column, end_line, end_column, source_line):
        self.file_name = file_name
        self.function = function
        self.line = line
        self.column = column
        self.end_line = end_line
        self.end_column = end_column
        self.source_line = source_line

    def __repr__(self):
        return f"Frame({self.file_name!r}, line {self.line}, in {self.function})"


class ProgramError(Error):
    """A program ended by an exception. str() of it is "ValueError: no such thing".

    type_name, message: of the exception; args: its arguments (None for what cannot come out).
    traceback: what CPython would print; frames: its lines, outermost first.
    """

    def __init__(self, type_name, message="", traceback="", frames=(), args=()):
        super().__init__(f"{type_name}: {message}" if message else type_name)
        self.type_name = type_name
        self.message = message
        self.traceback = traceback
        self.frames = frames
        self.exception_args = args

    def exception(self):
        """An exception of the host's own of this type, where it has one, else a ForeignException."""
        from ._values import exception_in

        return exception_in(self.type_name, self.exception_args, self.message)

    def _is_from(self, error):
        """Whether it is what became of a host function's exception."""
        from ._values import exception_name

        return exception_name(error) == self.type_name or (
            isinstance(error, OSError) and issubclass(getattr(builtins, self.type_name, str), OSError))


class ProgramSyntaxError(ProgramError):
    """A program's text is no Python."""


class ProgramExit(ProgramError):
    """A program ended by SystemExit: status is what it asks for, exit_message what it says."""

    def __init__(self, type_name, message="", traceback="", frames=(), args=(), status=0, exit_message=""):
        super().__init__(type_name, message, traceback, frames, args)
        self.status = status
        self.exit_message = exit_message


class LimitError(Error):
    """A limit was reached: limit is "memory", "duration", "allocations", "steps", "output" or "cancelled"."""

    def __init__(self, limit, message="", traceback="", session_goes_on=False):
        super().__init__(message or limit)
        self.limit = limit
        self.message = message
        self.traceback = traceback
        self.session_goes_on = bool(session_goes_on)


class ForeignException(Exception):
    """An exception of a type that the host has not: "statistics.StatisticsError"."""

    def __init__(self, type_name, *args):
        super().__init__(*args)
        self.type_name = type_name

    def __repr__(self):
        return f"ForeignException({', '.join(map(repr, (self.type_name, *self.args)))})"


_SYNTAX_ERRORS = ("SyntaxError", "IndentationError", "TabError")


def _raised(type_name, message, traceback, frames, status, exit_message, args):
    frames = tuple(Frame(*frame) for frame in frames)
    if status is not None:
        return ProgramExit(type_name, message, traceback, frames, args, status, exit_message)
    make = ProgramSyntaxError if type_name in _SYNTAX_ERRORS else ProgramError
    return make(type_name, message, traceback, frames, args)


def _limit_reached(limit, message, traceback, goes_on):
    return LimitError(limit, message, traceback, goes_on)


# ---- Stops


class Stop:
    """Why a sandbox stands still."""

    __slots__ = ()
    __match_args__ = ()

    def __repr__(self):
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle {type(self).__name__}: save its sandbox by dump()")


class Finished(Stop):
    """The program, what was fed last or what was called has ended with this value."""

    __slots__ = __match_args__ = ("value",)

    def __init__(self, value):
        self.value = value


class Raised(Stop):
    """It has ended by an exception that it did not catch: a ProgramError."""

    __slots__ = __match_args__ = ("error",)

    def __init__(self, error):
        self.error = error


class FunctionCall(Stop):
    """A function of the host is called. To be answered. awaitable: what its function gave, in run_async()."""

    __slots__ = ("id", "name", "args", "kwargs", "awaitable")
    __match_args__ = ("name", "args", "kwargs")

    def __init__(self, id, name, args, kwargs):
        self.id = id
        self.name = name
        self.args = args
        self.kwargs = kwargs
        self.awaitable = None


class NameLookup(Stop):
    """A global name that is bound nowhere. To be answered."""

    __slots__ = ("id", "name")
    __match_args__ = ("name",)

    def __init__(self, id, name):
        self.id = id
        self.name = name


class OsCall(Stop):
    """Something of the outside is asked for: "Now", "ReadFile" ... To be answered; docs/c-api.md says with what."""

    __slots__ = ("id", "name", "fields")
    __match_args__ = ("name", "fields")

    def __init__(self, id, name, fields):
        self.id = id
        self.name = name
        self.fields = fields


class Waiting(Stop):
    """All tasks wait for calls that were answered later (their ids), or for a timer (seconds, or None)."""

    __slots__ = __match_args__ = ("pending", "sleep")

    def __init__(self, pending, sleep):
        self.pending = pending
        self.sleep = sleep


class OutOfFuel(Stop):
    """It has used its fuel. Run it again to go on."""

    __slots__ = ()


class LimitReached(Stop):
    """A limit was reached, and it cannot go on; session_goes_on: but it can be fed as before."""

    __slots__ = __match_args__ = ("limit", "message", "traceback", "session_goes_on")

    def __init__(self, limit, message, traceback, session_goes_on):
        self.limit = limit
        self.message = message
        self.traceback = traceback
        self.session_goes_on = bool(session_goes_on)

    def error(self):
        return LimitError(self.limit, self.message, self.traceback, self.session_goes_on)


# ---- Output and results


def _write_output(stream, text):
    file = sys.stdout if stream == "stdout" else sys.stderr
    if file is not None:
        try:
            file.write(text)
        except UnicodeEncodeError:  # lone surrogates
            file.write(text.encode("utf-8", "backslashreplace").decode())


class Output:
    """Collects what a program writes: run(code, output=output); output.stdout, output.stderr, output.text."""

    __slots__ = ("pieces",)

    def __init__(self):
        self.pieces = []

    def __call__(self, stream, text):
        self.pieces.append((stream, text))

    @property
    def stdout(self):
        return "".join(text for stream, text in self.pieces if stream == "stdout")

    @property
    def stderr(self):
        return "".join(text for stream, text in self.pieces if stream == "stderr")

    @property
    def text(self):
        """Both, in the order in which they came."""
        return "".join(text for _, text in self.pieces)

    def clear(self):
        self.pieces.clear()


class ShellResult:
    """What came of a script: exit_code, stdout and stderr (bytes), limit (None, or which one ended it), seconds."""

    __slots__ = ("exit_code", "stdout", "stderr", "limit", "seconds")

    def __init__(self, exit_code, stdout, stderr, limit, seconds):
        self.exit_code = exit_code
        self.stdout = stdout
        self.stderr = stderr
        self.limit = limit or None
        self.seconds = seconds

    @property
    def text(self):
        """Standard output as str."""
        return self.stdout.decode("utf-8", "replace")

    def __repr__(self):
        limit = f", limit={self.limit!r}" if self.limit else ""
        return f"ShellResult(exit_code={self.exit_code}, stdout={self.stdout!r}, stderr={self.stderr!r}{limit})"
