from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypedDict, Unpack

__version__: str

_Path = str | bytes | PathLike[str] | PathLike[bytes]
_Functions = Mapping[str, Callable[..., Any] | None] | Iterable[str]
_Sink = Callable[[str, str], object] | Literal[False] | None
_Permission = Literal["sandbox", "nobody", "host"]
_Result = Literal["nothing", "last_expression", "last_name"]
_Exception = BaseException | type[BaseException] | str
_Limit = Literal["memory", "duration", "allocations", "steps", "output", "cancelled"]
_ShellLimit = Literal[
    "commands", "loop_iterations", "function_depth", "substitution_depth", "processes", "input", "output",
    "memory", "steps", "duration", "cancelled", "deadlock", "pattern_depth",
]

class _Limits(TypedDict, total=False):
    seconds: float | None
    memory_bytes: int | None
    allocations: int | None
    steps: int | None
    output_bytes: int | None
    recursion_depth: int | None

class _FeedLimits(TypedDict, total=False):
    seconds: float | None
    allocations: int | None
    steps: int | None
    output_bytes: int | None
    interrupt_after: float | None

class _Conversion(TypedDict, total=False):
    max_values: int | None
    max_bytes: int | None
    max_depth: int | None
    max_handles: int | None

class _Permissions(TypedDict, total=False):
    standard_input: _Permission
    clock: _Permission
    sleep: _Permission
    entropy: _Permission
    environment: _Permission
    files_read: _Permission
    files_write: _Permission
    run_command: _Permission

class _ShellLimits(TypedDict, total=False):
    seconds: float | None
    commands: int | None
    loop_iterations: int | None
    function_depth: int | None
    substitution_depth: int | None
    processes: int | None
    input_bytes: int | None
    output_bytes: int | None
    memory_bytes: int | None
    steps: int | None

class Error(Exception): ...
class StateError(Error): ...
class SnapshotError(Error): ...
class ReplayError(Error): ...

class Frame:
    file_name: str
    function: str
    line: int
    column: int
    end_line: int
    end_column: int
    source_line: str

class ProgramError(Error):
    type_name: str
    message: str
    traceback: str
    frames: tuple[Frame, ...]
    exception_args: tuple[Any, ...]
    def exception(self) -> BaseException: ...

class ProgramSyntaxError(ProgramError): ...

class ProgramExit(ProgramError):
    status: int
    exit_message: str

class LimitError(Error):
    limit: _Limit
    message: str
    traceback: str
    session_goes_on: bool

class ForeignException(Exception):
    type_name: str
    def __init__(self, type_name: str, *args: Any) -> None: ...

class Stop: ...

class Finished(Stop):
    value: Any

class Raised(Stop):
    error: ProgramError

class FunctionCall(Stop):
    id: int
    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    awaitable: Awaitable[Any] | None

class NameLookup(Stop):
    id: int
    name: str

class OsCall(Stop):
    id: int
    name: str
    fields: dict[str, Any]

class Waiting(Stop):
    pending: tuple[int, ...]
    sleep: float | None

class OutOfFuel(Stop): ...

class LimitReached(Stop):
    limit: _Limit
    message: str
    traceback: str
    session_goes_on: bool
    def error(self) -> LimitError: ...

_Call = FunctionCall | NameLookup | OsCall | int

class Output:
    pieces: list[tuple[str, str]]
    stdout: str
    stderr: str
    text: str
    def __call__(self, stream: str, text: str) -> None: ...
    def clear(self) -> None: ...

class Opaque:
    name: str
    text: str
    kind: str

# Options, each as it is said to a call by its name.
class _CompileOptions(TypedDict, total=False):
    file_name: str | None
    result: _Result | None
    echo: bool
    from_file: bool

class _WorldOptions(TypedDict, total=False):
    functions: _Functions | None
    limits: _Limits | None
    conversion: _Conversion | None
    permissions: _Permissions | None
    os: Callable[[OsCall], Any] | None
    output: _Sink
    files: Files | None
    stdin: str | bytes | None

class _BeginOptions(_WorldOptions, total=False):
    working_directory: str | None
    home: str | None
    module_path: Sequence[str] | None
    environment: Mapping[str, str] | None
    arguments: Sequence[str] | None
    session_id: int | None
    virtual_time_ns: int | None
    entropy_seed: int | None

class _RunOptions(_BeginOptions, total=False):
    names: Callable[[str], Any] | None

class _CodeOptions(_RunOptions, _CompileOptions, total=False): ...

class _FeedOptions(TypedDict, total=False):
    output: _Sink
    file_name: str | None
    result: _Result | None
    echo: bool

class _StopOptions(TypedDict, total=False):
    feed_limits: _FeedLimits | None
    after_limit: Literal["nothing", "before_feed"] | None
    names: Callable[[str], Any] | bool | None

class _SandboxOptions(_BeginOptions, _StopOptions, _CompileOptions, total=False):
    inputs: Mapping[str, Any] | None

class _LoadOptions(_WorldOptions, _StopOptions, total=False):
    programs: Iterable[Program]
    replace_limits: bool
    snapshot_key: bytes | str | None

class _ShellLoadOptions(TypedDict, total=False):
    limits: _ShellLimits | None
    python_limits: _Limits | None
    mounts: Mapping[str, _Path | tuple[_Path, str] | tuple[_Path, str, int]] | None
    commands: Mapping[str, _Command] | None
    python: bool | Literal["in_process", "worker", "auto"]
    worker_path: _Path | None
    before_command: Callable[[list[str]], bool | Awaitable[bool]] | None
    after_command: Callable[[list[str], int], object] | None

class _ShellOptions(_ShellLoadOptions, total=False):
    environment: Mapping[str, str] | None
    directory: str | None
    files: Mapping[str, str | bytes | tuple[str | bytes, int]] | None
    seed: int | None

class _ScriptOptions(TypedDict, total=False):
    stdin: str | bytes | None
    args: Sequence[str] | None
    environment: Mapping[str, str] | None
    directory: str | None
    name: str | None
    timeout: float | None
    output: Callable[[str, bytes], object] | None

class Program:
    mistakes: tuple[dict[str, Any], ...]
    def __init__(self, code: str | bytes, /, **options: Unpack[_CompileOptions]) -> None: ...
    def run(self, inputs: Mapping[str, Any] | None = None, **options: Unpack[_RunOptions]) -> Any: ...
    async def run_async(self, inputs: Mapping[str, Any] | None = None, **options: Unpack[_RunOptions]) -> Any: ...

def run(
    code: str | bytes | Program, inputs: Mapping[str, Any] | None = None, **options: Unpack[_CodeOptions]
) -> Any: ...
async def run_async(
    code: str | bytes | Program, inputs: Mapping[str, Any] | None = None, **options: Unpack[_CodeOptions]
) -> Any: ...

class Sandbox:
    closed: bool
    output: _Sink
    def __init__(self, code: str | bytes | Program, /, **options: Unpack[_SandboxOptions]) -> None: ...
    @classmethod
    def load(cls, snapshot: bytes, /, **options: Unpack[_LoadOptions]) -> Sandbox: ...
    def run(self, fuel: int | None = None) -> Stop: ...
    def run_to_end(self) -> Any: ...
    async def run_to_end_async(self) -> Any: ...
    def answer(self, call: _Call, value: Any = None) -> None: ...
    def raise_(self, call: _Call, exception: _Exception, message: str = "") -> None: ...
    def answer_later(self, call: _Call, /) -> None: ...
    def answer_unknown(self, call: _Call, /) -> None: ...
    def cancel(self) -> None: ...
    def interrupt(self) -> None: ...
    def feed(self, code: str | bytes, /, **options: Unpack[_CompileOptions]) -> None: ...
    def call(self, function: Any, /, *args: Any, **keywords: Any) -> None: ...
    def get(self, name: str, /) -> Any: ...
    def set(self, name: str, value: Any) -> None: ...
    def renew(self, limits: _Limits | None = None) -> None: ...
    def usage(self) -> dict[str, int | float]: ...
    def dump(self, *, key: bytes | str | None = None, without_source: bool = False) -> bytes: ...
    def fork(self) -> Sandbox: ...
    def release_handles(self) -> None: ...
    def start_recording(self, max_bytes: int | None = None) -> None: ...
    def take_recording(self) -> bytes: ...
    def close(self) -> None: ...
    def __enter__(self) -> Sandbox: ...
    def __exit__(self, *exception: object) -> None: ...

class Session:
    sandbox: Sandbox
    closed: bool
    def __init__(self, **options: Unpack[_SandboxOptions]) -> None: ...
    @classmethod
    def load(cls, snapshot: bytes, /, **options: Unpack[_LoadOptions]) -> Session: ...
    def feed(
        self,
        code: str | bytes,
        inputs: Mapping[str, Any] | None = None,
        *,
        functions: _Functions | None = None,
        **options: Unpack[_FeedOptions],
    ) -> Any: ...
    async def feed_async(
        self,
        code: str | bytes,
        inputs: Mapping[str, Any] | None = None,
        *,
        functions: _Functions | None = None,
        **options: Unpack[_FeedOptions],
    ) -> Any: ...
    def call(self, function: Any, /, *args: Any, **keywords: Any) -> Any: ...
    def __getitem__(self, name: str) -> Any: ...
    def __setitem__(self, name: str, value: Any) -> None: ...
    def fork(self) -> Session: ...
    def dump(self, *, key: bytes | str | None = None) -> bytes: ...
    def usage(self) -> dict[str, int | float]: ...
    def cancel(self) -> None: ...
    def interrupt(self) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Session: ...
    def __exit__(self, *exception: object) -> None: ...

class Files:
    def __init__(
        self,
        *,
        max_bytes: int | None = None,
        max_file_bytes: int | None = None,
        max_files: int | None = None,
        max_depth: int | None = None,
    ) -> None: ...
    @classmethod
    def load(
        cls,
        snapshot: bytes,
        /,
        *,
        max_bytes: int | None = None,
        max_file_bytes: int | None = None,
        max_files: int | None = None,
        max_depth: int | None = None,
    ) -> Files: ...
    def read(self, path: _Path, offset: int = 0, size: int | None = None) -> bytes: ...
    def write(
        self,
        path: _Path,
        contents: str | bytes,
        mode: Literal["replace", "append", "new"] = "replace",
        permissions: int = 0,
    ) -> None: ...
    def status(self, path: _Path, follow: bool = True) -> dict[str, Any]: ...
    def list(self, path: _Path, /) -> list[str]: ...
    def mkdir(self, path: _Path, permissions: int = 0o777) -> None: ...
    def rmdir(self, path: _Path, /) -> None: ...
    def remove(self, path: _Path, /) -> None: ...
    def rename(self, from_: _Path, to: _Path, /) -> None: ...
    def link(self, from_: _Path, to: _Path, /) -> None: ...
    def symlink(self, target: _Path, path: _Path, /) -> None: ...
    def chmod(self, path: _Path, permissions: int) -> None: ...
    def truncate(self, path: _Path, size: int) -> None: ...
    def set_times(self, path: _Path, atime_ns: int, mtime_ns: int) -> None: ...
    def read_link(self, path: _Path, /) -> str: ...
    def real_path(self, path: _Path, /) -> str: ...
    def mount(
        self,
        path: _Path,
        host_directory: _Path,
        mode: Literal["overlay", "read_only", "read_write"] = "overlay",
        *,
        any_links: bool = False,
        write_bytes_limit: int | None = None,
    ) -> None: ...
    def attach(
        self,
        path: _Path,
        host_directory: _Path,
        mode: Literal["overlay", "read_only", "read_write"] = "overlay",
        *,
        any_links: bool = False,
        write_bytes_limit: int | None = None,
    ) -> None: ...
    def mounts(self) -> "list[dict[str, Any]]": ...
    def set_caller(self, directory: _Path, umask: int = 0o22, uid: int = 1000, gid: int = 1000) -> None: ...
    def usage(self) -> dict[str, int]: ...
    def dump(self) -> bytes: ...
    def fork(self) -> Files: ...

class ShellResult:
    exit_code: int
    stdout: bytes
    stderr: bytes
    limit: _ShellLimit | None
    seconds: float
    text: str

_CommandResult = None | int | str | bytes | tuple[int, str | bytes] | tuple[int, str | bytes, str | bytes]
# (Awaitables are for run_async().)
_Command = Callable[[list[str], bytes], _CommandResult | Awaitable[_CommandResult]]

class Shell:
    directory: str
    files: Files
    running: bool
    closed: bool
    def __init__(self, **options: Unpack[_ShellOptions]) -> None: ...
    @classmethod
    def load(cls, snapshot: bytes, /, **options: Unpack[_ShellLoadOptions]) -> Shell: ...
    def run(self, script: str | bytes, /, **options: Unpack[_ScriptOptions]) -> ShellResult: ...
    async def run_async(self, script: str | bytes, /, **options: Unpack[_ScriptOptions]) -> ShellResult: ...
    def start(self, script: str | bytes, /, **options: Unpack[_ScriptOptions]) -> None: ...
    def step(self, fuel: int | None = None) -> ShellResult | None: ...
    def take_output(self, stream: Literal["stdout", "stderr"] = "stdout") -> bytes: ...
    def cancel(self) -> None: ...
    def dump(self) -> bytes: ...
    def fork(self) -> Shell: ...
    def reset(self) -> None: ...
    def set_limits(self, limits: _ShellLimits | None, /) -> None: ...
    def variable(self, name: str, /) -> str | None: ...
    def analyze(self, script: str | bytes, /) -> dict[str, Any]: ...
    def close(self) -> None: ...
    def __enter__(self) -> Shell: ...
    def __exit__(self, *exception: object) -> None: ...

class Replay:
    position: int
    sandbox: Sandbox
    def __init__(self, recording: bytes, *, limits: _Limits | None = None) -> None: ...
    def __len__(self) -> int: ...
    def step(self) -> None: ...
    def run_to_end(self) -> None: ...
    def describe(self, event: int, /) -> str: ...

def to_json(value: Any, exact: bool = False) -> str: ...
def from_json(text: str | bytes, /) -> Any: ...
def self_test() -> None: ...
def version() -> str: ...
