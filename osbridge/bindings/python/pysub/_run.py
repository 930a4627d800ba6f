"""Running: once, in steps, in sessions, with asyncio."""

from _thread import _local as local
from _thread import allocate_lock

from . import _pysub
from ._types import (
    Finished,
    FunctionCall,
    LimitError,
    LimitReached,
    NameLookup,
    OsCall,
    OutOfFuel,
    Raised,
    StateError,
    Waiting,
)

# What a run does with stops: Drive of sandbox.cc.
_STEP, _SYNC, _ASYNC, _ASIDE = range(4)

# Fuel that the event loop waits for, about a millisecond; what takes longer goes on in another thread.
_AT_ONCE = 100_000


class Program(_pysub.Program):
    __slots__ = ()
    __doc__ = _pysub.Program.__doc__

    async def run_async(self, inputs=None, **options):
        """run(), with functions that may be coroutine functions."""
        sandbox = Sandbox(self, inputs=inputs, **options)
        try:
            return await _complete(sandbox)
        finally:
            sandbox.close()


def _program(code, options):
    if isinstance(code, _pysub.Program):
        return code
    compile_options = {
        name: options.pop(name) for name in ("file_name", "result", "echo", "from_file") if name in options
    }
    return Program(code, **compile_options)


def run(code, inputs=None, **options):
    """Runs code in a new sandbox and gives the value of its last expression.

    inputs: globals. functions: {name or signature: callable}. limits: {"seconds", "memory_bytes", "allocations",
    "steps", "output_bytes", "recursion_depth"}. output: None (to sys.stdout and sys.stderr), a callable of stream
    and text (an Output, say), or False (nowhere). What the code raises is a ProgramError, a limit a LimitError.
    The other options are those of Sandbox.
    """
    return _program(code, options).run(inputs, **options)


async def run_async(code, inputs=None, **options):
    """run(), with functions that may be coroutine functions: what the code gathers runs side by side."""
    return await _program(code, options).run_async(inputs, **options)


class Sandbox(_pysub.Sandbox):
    """Sandbox(code or Program, **options): one run. run() goes on until the next Stop.

    Functions that have a callable are called by run(); calls of others, of which only the name was given, are stops.

    options: inputs, functions, limits, feed_limits, conversion, permissions ({"clock": "host"}: one of "sandbox",
    "nobody", "host"), after_limit, names (True, or a callable that finds globals), os (a callable that answers
    OsCalls), output, files, working_directory, home, module_path, environment, arguments, stdin, session_id,
    virtual_time_ns, entropy_seed, and those of Program.
    """

    __slots__ = ()

    def run_to_end(self):
        """Goes on to the end and gives the value, or raises."""
        return self._run(_SYNC)

    async def run_to_end_async(self):
        """run_to_end(), with functions that may be coroutine functions."""
        return await _complete(self)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


def answer_os(call):
    """What answers an OsCall where nobody else does: the machine's clock and entropy (and sleep, by the runner)."""
    if call.name == "Now":
        import time

        return (time.time_ns, time.monotonic_ns, time.process_time_ns)[call.fields["clock"]]()
    if call.name == "Entropy":
        import os

        return os.urandom(call.fields["bytes"])
    raise PermissionError(1, "Operation not permitted")


async def _sleep(sandbox, seconds):
    """The program's sleep by the machine's clock, which counts as running: a limit and cancel() end it."""
    import asyncio
    import time

    left = sandbox._sleep_left()
    begun = time.monotonic()
    until = begun + min(seconds, left)
    while not sandbox._woken and (rest := until - time.monotonic()) > 0:
        await asyncio.sleep(min(rest, 0.2))  # cancel() of another thread wakes nobody
    sandbox._slept(time.monotonic() - begun, seconds > left and not sandbox._woken)


async def _advance(sandbox, loop):
    """The next stop, without keeping the event loop waiting."""
    import asyncio

    stop = sandbox._run(_ASYNC, _AT_ONCE)
    while type(stop) is OutOfFuel:
        aside = loop.run_in_executor(None, sandbox._run, _ASIDE)
        try:
            await asyncio.shield(aside)
        except asyncio.CancelledError:
            await asyncio.wait([aside])  # a slice of some 50 ms
            raise
        stop = sandbox._run(_ASYNC, _AT_ONCE)
    return stop


def _settle(sandbox, id, task):
    if task.cancelled():
        sandbox.raise_(id, "RuntimeError", "the call was cancelled")
    elif task.exception() is not None:
        error = task.exception()
        if not isinstance(error, Exception):
            raise error
        sandbox.raise_(id, error)
    else:
        try:
            sandbox.answer(id, task.result())
        except (TypeError, ValueError, LimitError) as error:
            sandbox.raise_(id, error)


async def _complete(sandbox):
    import asyncio

    loop = asyncio.get_running_loop()
    tasks = {}
    try:
        while True:
            stop = await _advance(sandbox, loop)
            kind = type(stop)
            if kind is Finished:
                return stop.value
            if kind is Raised:
                raise stop.error
            if kind is LimitReached:
                raise stop.error()
            if kind is FunctionCall:
                if stop.awaitable is None:  # as runner.cc says it
                    raise StateError(f"the program calls {stop.name}(), for which there is no callable: run() of a Sandbox gives such a call as a stop")
                task = asyncio.ensure_future(stop.awaitable)
                tasks[task] = stop.id
                try:
                    sandbox.answer_later(stop)
                except StateError:  # outside of asyncio the program as a whole waits
                    await asyncio.wait([task])
                    _settle(sandbox, tasks.pop(task), task)
            elif kind is Waiting:
                if tasks:
                    done, _ = await asyncio.wait(tasks, timeout=stop.sleep, return_when=asyncio.FIRST_COMPLETED)
                    for task in done:
                        _settle(sandbox, tasks.pop(task), task)
                elif stop.pending:
                    raise StateError("the program waits for a call that nobody answers")
                elif sandbox._real_sleep and stop.sleep:
                    await _sleep(sandbox, stop.sleep)
                else:
                    await asyncio.sleep(0)
            elif kind is OsCall:
                if stop.name == "Sleep":
                    await _sleep(sandbox, stop.fields["nanoseconds"] / 1e9)
                    sandbox.answer(stop, None)
                else:
                    try:
                        sandbox.answer(stop, answer_os(stop))
                    except OSError as error:
                        sandbox.raise_(stop, error)
            elif kind is NameLookup:
                sandbox.answer_unknown(stop)
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.gather(*tasks, return_exceptions=True)


# ---- Shells


class _Running:
    """A script that run_async() runs, in the thread that it has for it."""

    __slots__ = ("loop", "waits_for")

    def __init__(self, loop):
        self.loop = loop
        self.waits_for = None


_thread = local()


def await_in_loop(awaitable):
    """What a coroutine of a shell's command gives, in the thread of its script. NotImplemented: no loop waits for it."""
    running = getattr(_thread, "running", None)
    if running is None:
        if hasattr(awaitable, "close"):
            awaitable.close()
        return NotImplemented
    import asyncio

    async def wait():
        return await awaitable

    running.waits_for = asyncio.run_coroutine_threadsafe(wait(), running.loop)
    try:
        return running.waits_for.result()
    finally:
        running.waits_for = None


class Shell(_pysub.Shell):
    """Shell(**options): bash's language over a virtual file system.

    options: limits, python_limits, environment, directory, files ({path: contents}), mounts ({path: host directory}), commands
    ({name: function of arguments and standard input}), python, worker_path, seed, before_command, after_command.
    """

    __slots__ = ()

    async def run_async(self, script, /, **options):
        """run() in a thread of the loop's executor. Commands and hooks that are coroutine functions run in the loop."""
        import asyncio
        import contextvars

        loop = asyncio.get_running_loop()
        running = _Running(loop)

        def run():
            _thread.running = running
            try:
                return self.run(script, **options)
            finally:
                _thread.running = None

        aside = loop.run_in_executor(None, contextvars.copy_context().run, run)
        try:
            return await asyncio.shield(aside)
        except asyncio.CancelledError:
            while not aside.done():
                if not self.closed:
                    self.cancel()
                if (waits_for := running.waits_for) is not None:
                    waits_for.cancel()
                await asyncio.wait([aside], timeout=0.05)  # it may just have begun with another command
            if not aside.cancelled():
                aside.exception()
            raise


# ---- Sessions


class _Turn:
    """One feed or call of a session. No second one begins before it has ended, and one that is left in its middle has not happened."""

    __slots__ = ("session", "begun")

    def __init__(self, session):
        self.session = session
        self.begun = False

    def __enter__(self):
        if not self.session._lock.acquire(False):
            raise StateError("the session is in use by another feed or call")
        return self

    def __exit__(self, kind, error, traceback):
        try:
            if self.begun and kind is not None:
                self.session._abandon()
        finally:
            self.session._lock.release()


class Session:
    """Session(**options): code fed piece by piece to the same globals, as in a notebook.

    limits count for each feed and each call anew. What one did before it raised stays done; one that reached a limit or was
    interrupted has not happened. options: those of Sandbox.
    """

    __slots__ = ("sandbox", "_limits", "_lock")

    def __init__(self, **options):
        options.setdefault("after_limit", "before_feed")
        self._keep(Sandbox("", **options), options.get("limits"))
        self.sandbox.run()

    @classmethod
    def load(cls, snapshot, /, **options):
        """The session that dump() saved."""
        options.setdefault("after_limit", "before_feed")
        self = cls.__new__(cls)
        self._keep(Sandbox.load(snapshot, **options), options.get("limits"))
        return self

    def _keep(self, sandbox, limits):
        self.sandbox = sandbox
        self._limits = limits
        self._lock = allocate_lock()

    def _begin(self, turn, code, inputs, functions, options):
        sandbox = self.sandbox
        output = options.pop("output", None)
        if inputs is not None and not isinstance(inputs, dict):
            raise TypeError(f"inputs has to be a dict, not {type(inputs)!r}")
        for name, value in (inputs or {}).items():
            sandbox.set(name, value)
        if functions is not None:
            sandbox._add_functions(functions)
        sandbox.renew(self._limits)
        if output is not None:
            sandbox.output = output
        sandbox.feed(code, **options)
        turn.begun = True

    def _abandon(self):
        """Ends a feed that stands in its middle: the session is as it was before."""
        sandbox = self.sandbox
        for _ in range(100):
            if sandbox._ended or sandbox.closed:
                return
            sandbox.cancel()
            stop = sandbox._run(_STEP)
            if isinstance(stop, (FunctionCall, OsCall, NameLookup)):
                sandbox.raise_(stop, "KeyboardInterrupt")
        sandbox.close()

    def feed(self, code, inputs=None, *, functions=None, **options):
        """Runs code and gives the value of its last expression. options: output, file_name, result, echo."""
        with _Turn(self) as turn:
            self._begin(turn, code, inputs, functions, options)
            return self.sandbox._run(_SYNC)

    async def feed_async(self, code, inputs=None, *, functions=None, **options):
        """feed(), with functions that may be coroutine functions."""
        with _Turn(self) as turn:
            self._begin(turn, code, inputs, functions, options)
            return await _complete(self.sandbox)

    def call(self, function, /, *args, **keywords):
        """Calls a function that came out of the session. Limits count for it as for a feed."""
        with _Turn(self) as turn:
            try:
                self.sandbox.renew(self._limits)
            except StateError:
                pass  # it stands at a request, say, whose feed's limits go on; whether it may be called call() says
            self.sandbox.call(function, *args, **keywords)
            turn.begun = True
            return self.sandbox._run(_SYNC)

    def __getitem__(self, name):
        return self.sandbox.get(name)

    def __setitem__(self, name, value):
        self.sandbox.set(name, value)

    def fork(self):
        """A second session in the same state."""
        other = type(self).__new__(type(self))
        other._keep(self.sandbox.fork(), self._limits)
        return other

    def dump(self, *, key=None):
        """The session as bytes."""
        return self.sandbox.dump(key=key)

    def usage(self):
        return self.sandbox.usage()

    def cancel(self):
        """Ends a feed that runs in another thread, by a LimitError."""
        self.sandbox.cancel()

    def interrupt(self):
        """Raises KeyboardInterrupt in a feed that runs in another thread."""
        self.sandbox.interrupt()

    def close(self):
        self.sandbox.close()

    @property
    def closed(self):
        return self.sandbox.closed

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle a Session: it can be saved by dump()")
