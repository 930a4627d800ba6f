"""Runs Python programs one after the other in one CPython process and reports what each did.

The same file serves CPython 3.14 inside node (oracle.mjs) and a native interpreter
(`python3 oracle_main.py`: JSON requests on standard input, one per line, answers on standard output).

Request:  {"id": any, "source": str, "name": "x.py", "stdin": str, "argv": [str], "fresh": bool, "files": bool,
           "modules": {"package/x.py": str}}     files below /modules, which then stands first in sys.path
Answer:   {"id": same, "stdout": str, "stderr": str, "exit": int}

What a program prints is what `python3 x.py` prints, run from the folder of x.py, with the file shown
as `x.py`. `fresh` also forgets the modules that earlier programs imported.
"""

import builtins
import errno
import gc
import io
import json
import linecache
import os
import re
import shutil
import sys
import tempfile
import traceback
import types
import warnings

# What the programs are shown must not depend on how many modules the oracle itself has loaded.
BASE_MODULES = set(sys.modules)
REAL = {
    "excepthook": sys.excepthook,
    "stdin": sys.stdin,
    "stdout": sys.stdout,
    "stderr": sys.stderr,
    "argv": sys.argv,
    "displayhook": sys.displayhook,
    "dont_write_bytecode": True,
    "unraisablehook": sys.unraisablehook,
}
sys.dont_write_bytecode = True  # what programs list of their directories is theirs
REAL_PATH = list(sys.path)
REAL_BUILTINS = dict(vars(builtins))
REAL_WARNINGS = {name: value for name, value in vars(warnings).items() if not name.startswith("__")}
REAL_FILTERS = list(warnings.filters)
get_limit, set_limit = sys.getrecursionlimit, sys.setrecursionlimit
OWN_FRAMES = None  # how many frames lie below the program's module; measured at the first request


def getrecursionlimit():
    return get_limit() - OWN_FRAMES


def setrecursionlimit(limit, /):
    if isinstance(limit, int) and limit > 0:
        limit += OWN_FRAMES
    set_limit(limit)


sys.getrecursionlimit, sys.setrecursionlimit = getrecursionlimit, setrecursionlimit


def install_event_loop():
    """An event loop without sockets: node's own cannot block, so asyncio.run() would return early."""
    import asyncio
    import time

    class Loop(asyncio.BaseEventLoop):
        class _Selector:
            def select(self, timeout):
                if timeout:
                    time.sleep(timeout)
                return ()

            def close(self):
                pass

        def __init__(self):
            super().__init__()
            self._selector = self._Selector()

        def _process_events(self, events):
            pass

        def _write_to_self(self):
            pass

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")

        class Policy(asyncio.events._BaseDefaultEventLoopPolicy):
            _loop_factory = Loop

        asyncio.set_event_loop_policy(Policy())

        # pyodide replaces these by versions that hand the coroutine to the browser.
        def run(main, *, debug=None, loop_factory=None):
            if asyncio.events._get_running_loop() is not None:
                raise RuntimeError("asyncio.run() cannot be called from a running event loop")
            with asyncio.Runner(debug=debug, loop_factory=loop_factory) as runner:
                return runner.run(main)

        asyncio.run = asyncio.runners.run = run
    asyncio.events._set_running_loop(None)


def use_linux_errno():
    """OSError(2) is a FileNotFoundError on Linux; WebAssembly counts its errors differently."""
    classes = {
        1: PermissionError, 2: FileNotFoundError, 3: ProcessLookupError, 4: InterruptedError, 10: ChildProcessError,
        11: BlockingIOError, 13: PermissionError, 17: FileExistsError, 20: NotADirectoryError, 21: IsADirectoryError,
        32: BrokenPipeError, 103: ConnectionAbortedError, 104: ConnectionResetError, 108: BrokenPipeError,
        110: TimeoutError, 111: ConnectionRefusedError, 114: BlockingIOError, 115: BlockingIOError,
    }  # fmt: skip
    here = [d for d in gc.get_objects() if type(d) is dict and d.get(errno.ENOENT) is FileNotFoundError]
    for table in here:
        own = dict(table)
        table.update(classes)
        for number in (6, 7, 12, 14, 15, 26, 27, 63, 64, 71, 73):  # theirs, and something else or nothing on Linux
            table.pop(number, None)
        ERRNO_TABLES.append((table, own, dict(table)))


# (table, with WebAssembly's numbers, with those of Linux)
ERRNO_TABLES = []
LINUX_ERRNO = {
    "EPERM": 1, "ENOENT": 2, "EIO": 5, "EBADF": 9, "EACCES": 13, "EBUSY": 16, "EEXIST": 17, "EXDEV": 18,
    "ENOTDIR": 20, "EISDIR": 21, "EINVAL": 22, "EFBIG": 27, "ENOSPC": 28, "ESPIPE": 29, "EROFS": 30, "ENAMETOOLONG": 36,
    "ENOTEMPTY": 39, "ELOOP": 40,
}  # fmt: skip


def real_files(use):
    """Programs that use files get WebAssembly's errors, whose numbers linux_numbers() puts right in what they print."""
    for table, own, linux in ERRNO_TABLES:
        table.clear()
        table.update(own if use else linux)


def linux_numbers(text):
    def number(match):
        name = errno.errorcode.get(int(match.group(2)), "")
        return match.group(1) + str(LINUX_ERRNO.get(name, match.group(2))) + match.group(3)

    return re.sub(r"(Error\()(\d+)(, ['\"])", number, re.sub(r"(\[Errno )(\d+)(\])", number, text))


def clear_files():
    """What earlier programs left in /tmp, and where they were."""
    os.chdir(FOLDER)
    for name in os.listdir("/tmp"):
        path = os.path.join("/tmp", name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)


MODULES = "/modules"


def write_modules(modules):
    for name, text in modules.items():
        path = os.path.join(MODULES, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    if modules:
        sys.path.insert(0, MODULES)


def text_stream(raw, name, mode, errors):
    stream = io.TextIOWrapper(raw, encoding="utf-8", errors=errors, newline="\n")
    stream.mode = mode
    raw.name = name
    return stream


class NamedBytes(io.BytesIO):
    name = None


def exit_code(error):
    code = error.code
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def show(error, trace):
    sys.excepthook(type(error), error.with_traceback(trace), trace)


def as_from_file(error):
    """A misspelt keyword is looked for on the line of the error only when the source came from a file."""
    if isinstance(error, SyntaxError) and getattr(error, "_metadata", None):
        error._metadata = (*error._metadata[:2], None)


def execute(source, name, module):
    try:
        try:
            code = compile(source, name, "exec", dont_inherit=True)
        except BaseException as error:
            as_from_file(error)
            show(error, None)
            return 1
        exec(code, module.__dict__)
    except SystemExit as error:
        return exit_code(error)
    except BaseException as error:
        show(error, error.__traceback__.tb_next)
        return 1
    return 0


def restore():
    sys.path[:] = REAL_PATH
    sys.path_importer_cache.clear()
    shutil.rmtree(MODULES, ignore_errors=True)
    for name, value in REAL.items():
        setattr(sys, name, value)
    for name in [n for n in vars(builtins) if n not in REAL_BUILTINS]:
        delattr(builtins, name)
    vars(builtins).update(REAL_BUILTINS)
    restore_warnings()
    set_limit(1000 + OWN_FRAMES)
    sys.set_int_max_str_digits(4300)


def restore_warnings():
    version = getattr(warnings, "_filters_version", None)
    vars(warnings).update(REAL_WARNINGS)
    if version is not None:
        warnings._filters_version = version
    warnings.filters[:] = REAL_FILTERS
    warnings.onceregistry.clear()
    vars(sys).pop("__warningregistry__", None)
    warnings.resetwarnings()  # the version of the filters goes up
    warnings.filters[:] = REAL_FILTERS


def oracle(request):
    name = request.get("name", "program.py")
    source = request["source"]
    files = request.get("files") and sys.platform == "emscripten"
    if files:
        clear_files()
        real_files(True)
    for loaded in [m for m in sys.modules if m not in BASE_MODULES and request.get("fresh")]:
        del sys.modules[loaded]
    out, err = NamedBytes(), NamedBytes()
    stdin = NamedBytes(request.get("stdin", "").encode())
    sys.stdin = text_stream(stdin, "<stdin>", "r", "strict")
    sys.stdout = text_stream(out, "<stdout>", "w", "strict")
    sys.stderr = text_stream(err, "<stderr>", "w", "backslashreplace")
    sys.argv = [name, *request.get("argv", ())]
    write_modules(request.get("modules", {}))
    module = types.ModuleType("__main__")
    module.__dict__.update(__builtins__=builtins, __file__=name)
    sys.modules["__main__"] = module
    linecache.cache.clear()
    lines = [line + "\n" for line in source.split("\n")]
    linecache.cache[name] = (len(source), None, lines, name)
    with open(name, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
        file.write(source)  # CPython 3.11 takes the lines of tracebacks from the file
    try:
        code = execute(source, name, module)
        module.__dict__.clear()
        gc.collect()
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:  # the program closed or replaced it
                pass
    finally:
        restore()
        if files:
            real_files(False)
            clear_files()
    return {
        "id": request.get("id"),
        "stdout": linux_numbers(out_text(out)) if files else out_text(out),
        "stderr": linux_numbers(out_text(err)) if files else out_text(err),
        "exit": code,
    }


def out_text(raw):
    return kept(raw).decode("utf-8", "backslashreplace")


def kept(raw):
    # A closed BytesIO has lost its bytes; NamedBytes.close() below keeps them.
    return raw.final if raw.closed else raw.getvalue()


def close(self):
    if not self.closed:
        self.final = self.getvalue()
    io.BytesIO.close(self)


NamedBytes.close = close


def calibrate():
    """A script's own functions may nest 999 deep under CPython; ours start some frames higher."""
    global OWN_FRAMES
    OWN_FRAMES = 0
    probe = "n = 0\ndef f():\n  global n\n  n += 1\n  f()\ntry: f()\nexcept RecursionError: print(n)"
    depth = int(oracle({"source": probe})["stdout"])
    OWN_FRAMES = 999 - depth - 1  # the frame of calibrate()
    set_limit(1000 + OWN_FRAMES)


def answer(line):
    if OWN_FRAMES is None:
        calibrate()
    return json.dumps(oracle(json.loads(line)))


FOLDER = "/home/judge" if sys.platform == "emscripten" else tempfile.mkdtemp()
os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)
if sys.platform == "emscripten":
    install_event_loop()
    use_linux_errno()
gc.collect()
gc.freeze()

if __name__ == "__main__" and sys.platform != "emscripten":
    requests, answers = REAL["stdin"], REAL["stdout"]
    for line in requests:
        answers.write(answer(line) + "\n")
        answers.flush()
