// pysub as WebAssembly without its shell: wasm.d.ts but for Shell and what belongs to it.
import type * as wasm from './wasm.js';

export {
  ByteArray, Complex, Deque, Ellipsis, FileError, Files, Finished, Float, FrozenSet, FunctionCall, HostFunction, LimitError, LimitReached,
  NamedTuple, NameLookup, NotImplemented, Opaque, OsCall, OutOfFuel, Output, Program, ProgramError, ProgramExit, ProgramSyntaxError,
  PysubError, PythonException, PythonType, Raised, Range, Replay, ReplayError, Sandbox, Session, Slice, SnapshotError, StateError, Stop,
  Tuple, Typed, TypedMap, Waiting, run, runSync, selfTest, version,
} from './wasm.js';
export type {
  Abortable, Answers, AnyStop, Call, Count, FeedLimits, FileKind, FileLimits, FileStatus, Frame, Functions, HostAnswer, LimitName, Limits, Mistake,
  MountMode, MountOptions, Named, Path, Permission, Permissions, ProgramOptions, RestoreOptions, SandboxOptions, Sink, StreamName, Texts,
  Usage,
} from './wasm.js';

export type Instance = Omit<wasm.Instance, 'Shell'>;

/** pysub with a memory of its own: of a compiled module, its bytes, where they are, or of the pysub-python.wasm of this package. */
export function create(source?: WebAssembly.Module | ArrayBuffer | ArrayBufferView | URL | string): Promise<Instance>;
