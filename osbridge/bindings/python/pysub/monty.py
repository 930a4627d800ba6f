"""Programs written for pydantic_monty, with only the import changed: `import pysub.monty as pydantic_monty`.

Both shapes of its interface: before 1.0, where Monty is code that runs, and 1.x, where Monty is a pool whose sessions are
fed. The program runs in this process, in a sandbox; what concerns worker processes (how many, their timeouts) is taken and
means nothing. Refused, by NotImplementedError: type checking, registries of dataclasses, functions as `os`, and what stands
in _ABSENT. Snapshots are pysub's: bytes of pydantic_monty are no snapshots here, nor the other way round.
"""

import asyncio
import json
import math
import time
from collections.abc import Callable
from types import EllipsisType
from typing import Any, Literal, TypedDict

from ._run import Sandbox, Session
from ._run import Program as _Program
from ._types import (
    Error,
    Finished,
    FunctionCall,
    LimitError,
    LimitReached,
    NameLookup,
    OsCall,
    OutOfFuel,
    ProgramError,
    ProgramSyntaxError,
    Raised,
    SnapshotError,
    Waiting,
)
from ._pysub import Files
from ._pysub import version as _version

# Names of pydantic_monty that can be imported, so that what does not need them works; to make one is a NotImplementedError.
_ABSENT = ("AbstractFile", "AbstractOS", "AsyncMontyWebsocket", "CallbackFile", "ClassInstance", "ClassType", "MontyClassProxy",
           "MontyClassTypeProxy", "MontyFileHandle", "MontyStdTypeProxy", "SourceRange", "StatResult")  # fmt: skip

__all__ = [
    "AsyncFunctionSnapshot", "AsyncFutureSnapshot", "AsyncMonty", "AsyncMontySession", "AsyncNameLookupSnapshot", "AsyncSnapshot",
    "CollectStreams", "CollectString", "ExcType", "ExternalException", "ExternalExceptionData", "ExternalFuture", "ExternalResult",
    "ExternalReturnValue", "ExternalSettledResult", "Frame", "FunctionSnapshot", "FutureSnapshot", "MemoryFile", "Monty",
    "MontyComplete", "MontyConversionError", "MontyCrashedError", "MontyDisconnectError", "MontyError", "MontyFutureSnapshot",
    "MontyRepl", "MontyRuntimeError", "MontySession", "MontyShutdown", "MontySnapshot", "MontySyntaxError", "MontyTypingError",
    "MountDir", "NOT_HANDLED", "NameLookupSnapshot", "OSAccess", "OSPolicy", "OsFunction", "OsHandler", "PrintCallback",
    "RandomSeed", "ResourceLimits", "SyncSnapshot", "TimeCaller", "TimeZone", "TypeCheckFormat", "__version__",
    "instrument_telemetry", "load_session", "load_snapshot", "run_monty_async", "run_repl_async", *_ABSENT,
]  # fmt: skip

__version__ = _version()


def _absent(name):
    def refuse(cls, *args, **options):
        raise NotImplementedError(f"pysub.monty: {name} is not supported")

    return type(name, (), {"__new__": refuse, "__module__": __name__, "__doc__": "Not supported."})


globals().update({_name: _absent(_name) for _name in _ABSENT})


def instrument_telemetry(**options):
    raise NotImplementedError("pysub.monty: instrument_telemetry is not supported")


# ---- Errors


class Frame:
    """A line of a traceback."""

    def __init__(self, frame):
        self.filename = frame.file_name
        self.line = frame.line
        self.column = frame.column
        self.end_line = frame.end_line
        self.end_column = frame.end_column
        self.function_name = None if frame.function == "<module>" else frame.function
        self.source_line = frame.source_line

    def dict(self):
        return dict(vars(self))


class MontyError(Exception):
    """What a program did wrong. exception(): as an exception of the host's."""

    def __init__(self, inner, text="", traceback="", frames=()):
        super().__init__(text or str(inner))
        self._inner = inner
        self._traceback = traceback
        self._frames = [Frame(frame) for frame in frames]

    def exception(self):
        return self._inner

    def display(self, format="traceback"):
        if format == "traceback":
            return self._traceback.rstrip("\n")
        if format == "type-msg":
            return str(self)
        if format == "msg":
            return str(self).partition(": ")[2]
        raise ValueError(f"format is one of traceback, type-msg, msg, not {format!r}")

    def traceback(self):
        return list(self._frames)


class MontySyntaxError(MontyError):
    pass


class MontyRuntimeError(MontyError):
    pass


class MontyTypingError(MontyError):
    pass


class MontyConversionError(MontyError):
    """(1.x) An input, or a value of external_lookup, that cannot cross; exception() is a TypeError."""


class MontyCrashedError(MontyError):
    """A worker died: never here, as there is none."""


class MontyDisconnectError(MontyError):
    """A worker is out of reach: never here."""


class MontyShutdown(MontyError):
    """A worker was shut down: never here."""


_LIMITS = {"duration": TimeoutError, "cancelled": KeyboardInterrupt}


def _error(error):
    if isinstance(error, LimitError):
        inner = _LIMITS.get(error.limit, MemoryError)(error.message)
        return MontyRuntimeError(inner, error.message, error.traceback)
    of = MontySyntaxError if isinstance(error, ProgramSyntaxError) else MontyRuntimeError
    made = of(error.exception(), str(error), error.traceback, error.frames)
    made.__cause__ = error.__cause__
    return made


# ---- Options


def _refuse(**given):
    for name, value in given.items():
        if value:
            raise NotImplementedError(f"pysub.monty: {name} is not supported")


# None: counted elsewhere in this file, or (gc_interval) of no meaning here, as garbage is found when memory asks for it.
_OLD = {"max_allocations": "allocations", "max_duration_secs": "seconds", "max_memory": "memory_bytes",
        "max_recursion_depth": "recursion_depth", "gc_interval": None}  # fmt: skip
# (max_duration_secs: what pools called max_feed_duration_secs at first.)
_NEW = {"max_memory": "memory_bytes", "max_feed_duration_secs": "seconds", "max_duration_secs": "seconds",
        "max_turn_duration_secs": None, "max_recursion_depth": "recursion_depth", "max_suspensions": None,
        "max_total_sleep_secs": None, "gc_interval": None}  # fmt: skip


class ResourceLimits(TypedDict, total=False):
    """Limits of both shapes; which of them a call knows it says itself."""

    max_allocations: int | None
    max_duration_secs: float | None
    max_feed_duration_secs: float | None
    max_turn_duration_secs: float | None
    max_memory: int | None
    max_recursion_depth: int | None
    max_suspensions: int | None
    max_total_sleep_secs: float | None
    gc_interval: int | None


def _limits(limits, known):
    # Without limits pydantic_monty has almost none.
    made = {"seconds": math.inf, "allocations": 2**64 - 1, "memory_bytes": 1 << 30, "recursion_depth": 1000}
    for name, value in (limits or {}).items():
        if name == "max_total_sleep_secs" and name in known and value is not None:
            raise NotImplementedError(f"pysub.monty: {name} is not supported")
        if name not in known:
            raise ValueError(f"limits has no {name!r}: it has {', '.join(known)}")
        if value is not None and known[name] is not None:
            # Of two names for one limit the smaller holds.
            made[known[name]] = min(value, made["seconds"]) if known[name] == "seconds" else value
    return made


class CollectString:
    """A print_callback that keeps all as one text, in `output`."""

    def __init__(self):
        self.output = ""

    def __call__(self, stream, text):
        self.output += text


class CollectStreams:
    """A print_callback that keeps (stream, text) in a list, `output`."""

    def __init__(self):
        self.output = []

    def __call__(self, stream, text):
        if self.output and self.output[-1][0] == stream:
            text = self.output.pop()[1] + text
        self.output.append((stream, text))


class MountDir:
    """A directory of the host at a virtual path. mode: "overlay", "read-only" or "read-write"."""

    def __init__(self, virtual_path, host_path, *, mode="overlay", write_bytes_limit=None):
        modes = {"overlay": "overlay", "read-only": "read_only", "read-write": "read_write"}
        if mode not in modes:
            raise ValueError(f"mode is one of {', '.join(modes)}, not {mode!r}")
        self.virtual_path = str(virtual_path)
        self.host_path = host_path
        self.mode = mode
        self.write_bytes_limit = write_bytes_limit
        self._mode = modes[mode]


class MemoryFile:
    """A file of an OSAccess. content (str or bytes) is what the last run left."""

    def __init__(self, path, content, *, permissions=0o644):
        self.path = str(path)
        self.content = content
        self.permissions = permissions


class OSAccess:
    """Files in memory and an environment for a program."""

    def __init__(self, files=(), environ=None, *, root_dir="/"):
        self.files = list(files)
        self.environ = dict(environ or {})
        self.root_dir = str(root_dir)

    def _settle(self, tree):
        for file in self.files:
            try:
                content = tree.read(_absolute(self.root_dir, file.path))
            except OSError:
                continue
            if isinstance(file.content, str):
                content = content.decode("utf-8", "replace")
            file.content = content


def _absolute(root, path):
    return path if path.startswith("/") else f"{root.rstrip('/')}/{path}"


def _parents(tree, path):
    at = ""
    for part in path.strip("/").split("/")[:-1]:
        at += "/" + part
        try:
            tree.mkdir(at)
        except FileExistsError:
            pass


def _world(mount, os):
    """Options of a sandbox for what it sees of the outside."""
    if os is not None and not isinstance(os, OSAccess):
        raise NotImplementedError("pysub.monty: os has to be an OSAccess")
    mounts = [mount] if isinstance(mount, MountDir) else list(mount or ())
    if not mounts and os is None:
        return {}
    tree = Files()
    options = {"files": tree, "permissions": {"clock": "host"}}
    if os is not None:
        for file in os.files:
            path = _absolute(os.root_dir, file.path)
            _parents(tree, path)
            tree.write(path, file.content, permissions=file.permissions)
        options["environment"] = os.environ
        if os.root_dir != "/":
            _parents(tree, os.root_dir + "/x")
            options["working_directory"] = os.root_dir
    for each in mounts:
        tree.mount(each.virtual_path, each.host_path, each._mode, write_bytes_limit=each.write_bytes_limit)
    return options


# ---- A sandbox that is driven from stop to stop


class _Turns:
    """What a sandbox needs to go from one snapshot object to the next."""

    def __init__(self, sandbox, script_name, limits=None, lookup=None, old=False, access=None, kinds=None):
        self.sandbox = sandbox
        self.kinds = kinds or (_OLD_SNAPSHOTS if old else _SNAPSHOTS)
        self.script_name = script_name
        self.limits = dict(limits or {})
        self.lookup = lookup
        self.old = old
        self.access = access
        self.suspensions = 0

    def run(self):
        turn = self.limits.get("max_turn_duration_secs")
        if turn is None:
            return self.sandbox.run()
        end = time.monotonic() + turn
        while type(stop := self.sandbox.run(1_000_000)) is OutOfFuel:
            if time.monotonic() > end:
                self.sandbox.cancel()
                self.sandbox.run()
                raise MontyRuntimeError(TimeoutError(f"a turn took more than {turn} s"), "TimeoutError: the turn took too long")
        return stop

    def next(self):
        while True:
            try:
                stop = self.run()
            except Error as error:
                raise MontyRuntimeError(error) from error
            kind = type(stop)
            if kind in (Finished, Raised, LimitReached) and self.access is not None:
                self.access[0]._settle(self.access[1])
            if kind is Finished:
                return MontyComplete(stop.value)
            if kind is Raised:
                raise _error(stop.error)
            if kind is LimitReached:
                raise _error(stop.error())
            if kind is OsCall:
                from ._run import answer_os

                try:
                    self.sandbox.answer(stop, answer_os(stop))
                except OSError as error:
                    self.sandbox.raise_(stop, error)
                continue
            if kind is Waiting and not stop.pending:
                continue  # a timer of the virtual clock
            if kind is NameLookup and self.old:
                self.sandbox.answer_unknown(stop)
                continue
            self.suspensions += 1
            most = self.limits.get("max_suspensions")
            if most is not None and self.suspensions > most:
                raise MontyRuntimeError(RuntimeError("max_suspensions is reached"), "RuntimeError: max_suspensions is reached")
            return self.kinds[kind](self, stop)

    def answer(self, call, result):
        """result: {"return_value"}, {"exception"}, {"exc_type", "message"}, {"future"}."""
        kinds = [kind for kind in ("return_value", "exception", "exc_type", "future") if kind in result]
        if len(kinds) != 1 or set(result) - {"return_value", "exception", "exc_type", "message", "future"}:
            raise TypeError(f"one of return_value, exception, exc_type with message, future is wanted, not {result!r}")
        if kinds == ["return_value"]:
            self.sandbox.answer(call, result["return_value"])
        elif kinds == ["exception"]:
            self.sandbox.raise_(call, result["exception"])
        elif kinds == ["exc_type"]:
            self.sandbox.raise_(call, result["exc_type"], result.get("message") or "")
        else:
            self.sandbox.answer_later(call)


class ExternalReturnValue(TypedDict):
    return_value: Any


class ExternalException(TypedDict):
    exception: BaseException


class _ExceptionMessage(TypedDict, total=False):
    message: str


class ExternalExceptionData(_ExceptionMessage):
    exc_type: str


class ExternalFuture(TypedDict):
    future: EllipsisType


ExternalSettledResult = ExternalReturnValue | ExternalException | ExternalExceptionData
ExternalResult = ExternalSettledResult | ExternalFuture

# What annotations name. Names of exceptions, functions of the system and formats are any str here.
ExcType = OsFunction = TimeCaller = TypeCheckFormat = str
OsHandler = Callable[..., Any]
PrintCallback = Callable[[Literal["stdout", "stderr"], str], None] | CollectStreams | CollectString


class TimeZone(TypedDict):
    offset_seconds: int


class RandomSeed(TypedDict):
    seed: int | float | str | bytes


class OSPolicy(TypedDict, total=False):
    """Clocks and seeds of a session: taken nowhere here."""

    datetime: Any
    timezone: Any
    sleep: str
    sleep_system_max: float
    process_time: str
    random_start: Any


# What a function as `os` gives for a call that it leaves alone.
NOT_HANDLED = type("NotHandled", (), {"__repr__": lambda self: "NOT_HANDLED"})()


_MAGIC = b"pysub.monty 1\n"


def _pack(kind, head, data=b""):
    text = json.dumps({"kind": kind, **head}, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return _MAGIC + len(text).to_bytes(4, "big") + text + data


def _unpack(data, *kinds):
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"bytes are wanted, not {type(data)}")
    data = bytes(data)
    at = len(_MAGIC) + 4
    try:
        if not data.startswith(_MAGIC):
            raise ValueError
        size = int.from_bytes(data[len(_MAGIC) : at], "big")
        if size > len(data) - at:
            raise ValueError
        head = json.loads(data[at : at + size])
        if not isinstance(head, dict) or head.get("kind") not in kinds or not isinstance(head.get("script_name"), str):
            raise ValueError
    except (ValueError, RecursionError):
        raise SnapshotError("these are not bytes of pysub.monty") from None
    return head, data[at + size :]


class _Snapshot:
    def __init__(self, turns, stop):
        self._turns = turns
        self._stop = stop
        self._used = False

    @property
    def script_name(self):
        return self._turns.script_name

    def _take(self):
        if self._used:
            raise RuntimeError("this snapshot was resumed already")
        self._used = True

    def _resume(self, result):
        self._take()
        try:
            self._turns.answer(self._stop, result)
        except BaseException:
            self._used = False
            raise
        return self._turns.next()

    def dump(self):
        """It as bytes: load_snapshot(), or load() of its class."""
        if self._used:
            raise RuntimeError("this snapshot was resumed already")
        head = {"script_name": self.script_name, "old": self._turns.old, "limits": self._turns.limits}
        return _pack("snapshot", head, self._turns.sandbox.dump())

    @classmethod
    def load(cls, data, *, print_callback=None, dataclass_registry=None, **options):
        _refuse(dataclass_registry=dataclass_registry)
        made = load_snapshot(data, print_callback=print_callback, **options)
        return made[0] if isinstance(made, tuple) else made


class _CallSnapshot(_Snapshot):
    is_os_function = False

    @property
    def function_name(self):
        return self._stop.name

    @property
    def args(self):
        return self._stop.args

    @property
    def kwargs(self):
        return self._stop.kwargs

    @property
    def call_id(self):
        return self._stop.id


class MontySnapshot(_CallSnapshot):
    """(before 1.0) A function of the host is called. resume(return_value=...), (exception=...) or (future=...)."""

    def resume(self, **result):
        return self._resume(result)


class FunctionSnapshot(_CallSnapshot):
    """A function of the host is called. resume({...}), or resume_auto() with the session's external_lookup."""

    def resume(self, result):
        return self._resume(result)

    def resume_auto(self):
        function = _find(self._turns.lookup, self.function_name)
        if not callable(function):
            return self._resume({"exc_type": "NameError", "message": f"name '{self.function_name}' is not defined"})
        try:
            value = function(*self.args, **self.kwargs)
        except Exception as error:
            return self._resume({"exception": error})
        return self._resume({"return_value": value})


class NameLookupSnapshot(_Snapshot):
    """A name that is bound nowhere. resume({"value": ...}), or resume({}) where there is none."""

    @property
    def variable_name(self):
        return self._stop.name

    name = variable_name

    def resume(self, result=None, **named):
        result = {**(result or {}), **named}
        for key in ("value", "return_value"):
            if key in result:
                self._take()
                _bind(self._turns.sandbox, self._stop, result[key])
                return self._turns.next()
        if "exception" in result or "exc_type" in result:
            return self._resume(result)
        self._take()
        self._turns.sandbox.answer_unknown(self._stop)
        return self._turns.next()

    def resume_auto(self):
        value = _find(self._turns.lookup, self.variable_name)
        return self.resume({} if value is _NOTHING else {"value": value})


class _WaitingSnapshot(_Snapshot):
    @property
    def pending_call_ids(self):
        return list(self._stop.pending)

    def resume(self, results):
        """results: {call id: {"return_value": ...} or {"exception": ...}}"""
        self._take()
        for id, result in results.items():
            if id not in self._stop.pending:
                self._used = False
                raise KeyError(id)
            self._turns.answer(id, result)
        return self._turns.next()


class MontyFutureSnapshot(_WaitingSnapshot):
    """(before 1.0) All tasks wait for calls that were answered with `future`."""


class FutureSnapshot(_WaitingSnapshot):
    """All tasks wait for calls that were answered with `future`."""


class _Awaited:
    """Of an asynchronous session: the program goes on in a thread, and the loop is free."""

    async def resume(self, *args, **named):
        return await _aside(self._turns.sandbox, lambda: super(_Awaited, self).resume(*args, **named))


class AsyncFunctionSnapshot(_Awaited, FunctionSnapshot):
    async def resume_auto(self):
        function = _find(self._turns.lookup, self.function_name)
        if not callable(function):
            return await self.resume({"exc_type": "NameError", "message": f"name '{self.function_name}' is not defined"})
        try:
            value = function(*self.args, **self.kwargs)
            if hasattr(type(value), "__await__"):
                value = await value
        except Exception as error:
            return await self.resume({"exception": error})
        return await self.resume({"return_value": value})


class AsyncNameLookupSnapshot(_Awaited, NameLookupSnapshot):
    async def resume_auto(self):
        value = _find(self._turns.lookup, self.variable_name)
        return await self.resume({} if value is _NOTHING else {"value": value})


class AsyncFutureSnapshot(_Awaited, FutureSnapshot):
    pass


async def _aside(sandbox, run):
    """run() in a thread. Who is cancelled ends the program, and waits until it has let go of the sandbox."""
    running = asyncio.get_running_loop().run_in_executor(None, run)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        sandbox.cancel()
        await asyncio.wait([running])
        running.exception()
        raise


class MontyComplete:
    """The program has ended with `output`."""

    def __init__(self, output):
        self.output = output

    def __repr__(self):
        return f"MontyComplete(output={self.output!r})"


_OLD_SNAPSHOTS = {FunctionCall: MontySnapshot, NameLookup: NameLookupSnapshot, Waiting: MontyFutureSnapshot}
_SNAPSHOTS = {FunctionCall: FunctionSnapshot, NameLookup: NameLookupSnapshot, Waiting: FutureSnapshot}
_ASYNC_SNAPSHOTS = {FunctionCall: AsyncFunctionSnapshot, NameLookup: AsyncNameLookupSnapshot, Waiting: AsyncFutureSnapshot}
SyncSnapshot = FunctionSnapshot | NameLookupSnapshot | FutureSnapshot | MontyComplete
AsyncSnapshot = AsyncFunctionSnapshot | AsyncNameLookupSnapshot | AsyncFutureSnapshot | MontyComplete


def load_snapshot(data, *, print_callback=None, external_lookup=None, mount=None, os=None):
    """The snapshot that dump() saved, in this process or another."""
    head, state = _unpack(data, "snapshot")
    world = _world(mount, os)
    # An environment and a directory the snapshot has already.
    given = {name: world[name] for name in ("files", "permissions") if name in world}
    sandbox = Sandbox.load(state, output=print_callback, names=not head.get("old") or None, **given)
    access = (os, world["files"]) if os is not None else None
    limits = head.get("limits") if isinstance(head.get("limits"), dict) else {}
    return _Turns(sandbox, head["script_name"], limits, external_lookup, bool(head.get("old")), access).next()


# ---- What a program finds: values and functions of external_lookup

_NOTHING = object()


def _find(lookup, name):
    if lookup is None:
        return _NOTHING
    if callable(lookup):
        return lookup(name)
    return lookup.get(name, _NOTHING)


def _bind(sandbox, stop, value):
    """Answers a NameLookup; a callable becomes a function of the host, whose calls are stops."""
    if callable(value) and not isinstance(value, type):
        sandbox._bind_function(stop, stop.name, getattr(value, "__doc__", None))
    else:
        sandbox.answer(stop, value)


def _functions(lookup):
    """Callables of a lookup that is a dict, and its other values."""
    lookup = {} if lookup is None or callable(lookup) else dict(lookup)
    functions = {name: value for name, value in lookup.items() if callable(value) and not isinstance(value, type)}
    return functions, {name: value for name, value in lookup.items() if name not in functions}


# ---- Code (before 1.0) and pools (1.x)


class Monty:
    """Monty(code, ...): code to be run (before 1.0). Monty(max_processes=...): a pool of sessions (1.x)."""

    def __new__(cls, code=None, **options):
        if cls is not Monty:
            return super().__new__(cls)
        return super().__new__(_Pool if code is None else _Code)

    @staticmethod
    def load(data, *, dataclass_registry=None):
        """(before 1.0) What dump() of code gave."""
        _refuse(dataclass_registry=dataclass_registry)
        head, _ = _unpack(data, "code")
        if not isinstance(head.get("code"), str):
            raise SnapshotError("these are not bytes of pysub.monty")
        names = [head.get(key) or [] for key in ("inputs", "external_functions")]
        if not all(isinstance(each, list) and all(isinstance(name, str) for name in each) for each in names):
            raise SnapshotError("these are not bytes of pysub.monty")
        return Monty(head["code"], script_name=head["script_name"], inputs=names[0], external_functions=names[1])


class _Code(Monty):
    def __init__(self, code, *, script_name="main.py", inputs=None, external_functions=None, type_check=False,
                 type_check_stubs=None, dataclass_registry=None):  # fmt: skip
        _refuse(type_check=type_check, type_check_stubs=type_check_stubs, dataclass_registry=dataclass_registry)
        if not isinstance(code, str):
            raise TypeError(f"the code has to be str, not {type(code)}")
        self.script_name = script_name
        self._source = code
        self._inputs = list(inputs or ())
        self._external = list(external_functions or ())
        self._program = _Program(code, file_name=script_name)
        mistakes = self._program.mistakes
        if mistakes:
            try:
                self._program.run(output=False, limits={"steps": 100_000})
            except ProgramSyntaxError as error:
                raise _error(error) from None

    def __repr__(self):
        return f"Monty(<{len(self._source.splitlines())} lines>, script_name={self.script_name!r})"

    def _values(self, inputs):
        given = dict(inputs or {})
        for name in self._inputs:
            if name not in given:
                raise KeyError(f"Missing required input: '{name}'")
        for name in given:
            if name not in self._inputs:
                raise TypeError(f"no input is declared as '{name}'")
        return given

    def run(self, *, inputs=None, limits=None, external_functions=None, print_callback=None, mount=None, os=None):
        world = _world(mount, os)
        given = self._values(inputs)
        try:
            return self._program.run(given, functions=dict(external_functions or {}), limits=_limits(limits, _OLD),
                                     output=print_callback, **world)  # fmt: skip
        except (ProgramError, LimitError) as error:
            raise _error(error) from error.__cause__
        finally:
            if os is not None:
                os._settle(world["files"])

    async def run_async(self, *, inputs=None, limits=None, external_functions=None, print_callback=None, mount=None, os=None):
        world = _world(mount, os)
        given = self._values(inputs)
        try:
            return await self._program.run_async(given, functions=dict(external_functions or {}), limits=_limits(limits, _OLD),
                                                 output=print_callback, **world)  # fmt: skip
        except (ProgramError, LimitError) as error:
            raise _error(error) from error.__cause__
        finally:
            if os is not None:
                os._settle(world["files"])

    def start(self, *, inputs=None, limits=None, print_callback=None, mount=None, os=None):
        world = _world(mount, os)
        sandbox = Sandbox(self._program, inputs=self._values(inputs), functions=self._external, limits=_limits(limits, _OLD),
                          output=print_callback, **world)  # fmt: skip
        access = (os, world["files"]) if os is not None else None
        return _Turns(sandbox, self.script_name, old=True, access=access).next()

    def dump(self):
        return _pack("code", {"script_name": self.script_name, "code": self._source, "inputs": self._inputs,
                              "external_functions": self._external})  # fmt: skip


async def run_monty_async(monty, *, inputs=None, limits=None, external_functions=None, print_callback=None, mount=None, os=None):
    """(before 1.0) Runs code with functions that may be coroutine functions."""
    return await monty.run_async(inputs=inputs, limits=limits, external_functions=external_functions,
                                 print_callback=print_callback, mount=mount, os=os)  # fmt: skip


async def run_repl_async(repl, code, *, inputs=None, external_functions=None, print_callback=None, mount=None, os=None):
    """(before 1.0) Feeds a MontyRepl with functions that may be coroutine functions."""
    return await repl.feed_run_async(code, inputs=inputs, external_functions=external_functions, print_callback=print_callback,
                                     mount=mount, os=os)  # fmt: skip


class MontySession:
    """Code fed piece by piece."""

    _kinds = None

    def __init__(self, script_name="main.py", limits=None, external_lookup=None, known=_NEW, session=None):
        self.script_name = script_name
        self._limits = dict(limits or {})
        self._known = known
        self._lookup = external_lookup
        self._session = session or Session(limits=_limits(limits, known), names=True)
        self._session._limits = _limits(limits, known)

    def _begin(self, code, inputs, lookup, external_functions, print_callback, mount, os):
        _world(mount, os)
        if mount or os is not None:
            raise NotImplementedError("pysub.monty: mount and os are given to checkout()")
        if not isinstance(code, str):
            raise TypeError(f"the code has to be str, not {type(code)}")
        if external_functions is not None:  # as external_lookup was called at first
            if lookup is not None:
                raise TypeError("one of external_lookup and external_functions is wanted, not both")
            lookup = external_functions
        lookup = self._lookup if lookup is None else lookup
        functions, values = _functions(lookup)
        sandbox = self._session.sandbox
        sandbox.output = print_callback
        for name, value in {**values, **(inputs or {})}.items():
            try:
                sandbox.set(name, value)
            except (TypeError, ValueError) as error:
                raise MontyConversionError(TypeError(str(error))) from error
        return lookup, functions

    def feed_run(self, code, *, inputs=None, external_lookup=None, external_functions=None, print_callback=None, mount=None,
                 os=None, skip_type_check=True):  # fmt: skip
        lookup, functions = self._begin(code, inputs, external_lookup, external_functions, print_callback, mount, os)
        if callable(lookup):
            return self._turn_by_turn(code, lookup)
        try:
            return self._session.feed(code, functions=functions, file_name=self.script_name)
        except (ProgramError, LimitError) as error:
            raise _error(error) from error.__cause__

    async def feed_run_async(self, code, *, inputs=None, external_lookup=None, external_functions=None, print_callback=None,
                             mount=None, os=None, skip_type_check=True):  # fmt: skip
        lookup, functions = self._begin(code, inputs, external_lookup, external_functions, print_callback, mount, os)
        if callable(lookup):
            raise NotImplementedError("pysub.monty: external_lookup of an asynchronous session has to be a dict")
        try:
            return await self._session.feed_async(code, functions=functions, file_name=self.script_name)
        except (ProgramError, LimitError) as error:
            raise _error(error) from error.__cause__

    def _turn_by_turn(self, code, lookup):
        made = self._start(code, lookup)
        while not isinstance(made, MontyComplete):
            made = made.resume_auto()
        return made.output

    def _start(self, code, lookup):
        self._session.sandbox.renew(self._session._limits)
        self._session.sandbox.feed(code, file_name=self.script_name)
        return _Turns(self._session.sandbox, self.script_name, self._limits, lookup, kinds=self._kinds).next()

    def feed_start(self, code, *, inputs=None, external_lookup=None, external_functions=None, print_callback=None, mount=None,
                   os=None, skip_type_check=True):  # fmt: skip
        lookup, functions = self._begin(code, inputs, external_lookup, external_functions, print_callback, mount, os)
        if functions:
            self._session.sandbox._add_functions(dict.fromkeys(functions))
        return self._start(code, lookup)

    def dump(self):
        return _pack("session", {"script_name": self.script_name, "limits": self._limits, "old": self._known is _OLD},
                     self._session.dump())  # fmt: skip

    def close(self):
        self._session.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


def load_session(data, *, external_lookup=None):
    """The session that dump() saved."""
    head, state = _unpack(data, "session")
    limits = head.get("limits") if isinstance(head.get("limits"), dict) else {}
    known = _OLD if head.get("old") else _NEW
    session = Session.load(state, names=True, limits=_limits(limits, known), replace_limits=True)
    made = MontyRepl if head.get("old") else MontySession
    self = made.__new__(made)
    MontySession.__init__(self, head["script_name"], limits, external_lookup, known, session)
    return self


class MontyRepl(MontySession):
    """(before 1.0) A prompt: feed() runs more code with the same globals."""

    def __init__(self, code="", *, script_name="main.py", limits=None, inputs=None, external_functions=None,
                 type_check=False, type_check_stubs=None, dataclass_registry=None, print_callback=None):  # fmt: skip
        _refuse(type_check=type_check, type_check_stubs=type_check_stubs, dataclass_registry=dataclass_registry)
        super().__init__(script_name, limits, external_functions if isinstance(external_functions, dict) else None, _OLD)
        if code:
            self.feed_run(code, inputs=inputs, print_callback=print_callback)

    @classmethod
    def create(cls, code="", **options):
        return cls(code, **options)

    def feed(self, code, *, inputs=None, external_functions=None, print_callback=None, mount=None, os=None):
        return self.feed_run(code, inputs=inputs, external_lookup=external_functions, print_callback=print_callback,
                             mount=mount, os=os)  # fmt: skip

    @staticmethod
    def load(data, **options):
        _refuse(dataclass_registry=options.get("dataclass_registry"))
        return load_session(data)


class _Checkouts:
    def __init__(self, *, min_processes=None, max_processes=None, checkout_timeout=None, request_timeout=None,
                 max_checkouts_per_worker=None):  # fmt: skip
        self._sessions = []
        self._closed = False

    def _make(self, of, script_name, limits, external_lookup, mount, os, refused):
        _refuse(**refused)
        if self._closed:
            raise RuntimeError("the pool is closed")
        limits = dict(limits or {})
        world = _world(mount, os)
        session = Session(limits=_limits(limits, _NEW), names=True, **world)
        made = of(script_name, limits, external_lookup, _NEW, session)
        return made

    def checkout(self, script_name="main.py", limits=None, *, external_lookup=None, mount=None, os=None, **refused):
        """A fresh session, to be used in a with statement."""
        return self._make(self._session_type, script_name, limits, external_lookup, mount, os, refused)

    def load_session(self, data, **options):
        return load_session(data, **options)

    def load_snapshot(self, data, **options):
        return load_snapshot(data, **options)

    def close(self):
        self._closed = True


class _Pool(_Checkouts, Monty):
    _session_type = MontySession

    def __new__(cls, *args, **options):
        return object.__new__(cls)

    def __init__(self, code=None, **options):
        super().__init__(**options)

    load = _Checkouts.load_session

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


class AsyncMontySession(MontySession):
    _kinds = _ASYNC_SNAPSHOTS

    feed_run = MontySession.feed_run_async

    async def feed_start(self, code, **options):
        return await _aside(self._session.sandbox, lambda: super(AsyncMontySession, self).feed_start(code, **options))

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exception):
        self.close()


class AsyncMonty(_Checkouts):
    """Monty of 1.x, whose sessions are asynchronous."""

    _session_type = AsyncMontySession

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exception):
        self.close()
