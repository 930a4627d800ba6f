// Types of the package pysub for Node.

export {};  // only what says so is exported

declare global {
  // As the library esnext.disposable has them: for projects that are compiled without it.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}

export const version: string;

// ---- values

/** A float, also where its number is whole. */
export class Float {
  constructor(value: number);
  readonly value: number;
  valueOf(): number;
}
export class Complex {
  constructor(real: number, imaginary: number);
  real: number;
  imaginary: number;
}
export class Tuple extends Array<any> {}
export class NamedTuple extends Tuple {
  static make(typeName: string, fields: Iterable<string>, items: Iterable<any>): NamedTuple;
  readonly typeName: string;
  readonly fields: readonly string[];
  get(name: string): any;
}
export class ByteArray extends Uint8Array {}
export class FrozenSet<T = any> extends Set<T> {}
export class TypedMap<K = any, V = any> extends Map<K, V> {
  constructor(typeName: 'Counter' | 'OrderedDict' | 'defaultdict', entries?: Iterable<readonly [K, V]>);
  typeName: string;
}
export class Deque {
  constructor(items: Iterable<any>, maxlen?: number | null);
  items: any[];
  maxlen: number | null;
}
export class Range {
  constructor(start: number | bigint, stop: number | bigint, step?: number | bigint);
  start: number | bigint;
  stop: number | bigint;
  step: number | bigint;
}
export class Slice {
  constructor(start: any, stop: any, step?: any);
  start: any;
  stop: any;
  step: any;
}
export class PythonType {
  constructor(name: string);
  name: string;
}
/** An exception of Python, as a value, or thrown by a function of yours. */
export class PythonException extends Error {
  constructor(typeName: string, ...args: any[]);
  typeName: string;
  args: any[];
}
/** A value of the standard library, by its parts or by its text. */
export class Typed {
  constructor(typeName: string, parts?: { items?: any[]; fields?: string[] | null; text?: string });
  typeName: string;
  items: any[];
  fields: string[] | null;
  text: string;
  toString(): string;
}
/** A function or an object of a program, which its own sandbox takes back. */
export class Opaque {
  private constructor();
  static numberOf(opaque: Opaque): number;
  readonly kind: 'function' | 'object';
  readonly name: string;
  readonly text: string;
}
export class HostFunction {
  constructor(signature: string, doc?: string);
  signature: string;
  doc: string;
}
export const Ellipsis: unique symbol;
export const NotImplemented: unique symbol;

// ---- errors

export class PysubError extends Error {}
export class StateError extends PysubError {}
export class SnapshotError extends PysubError {}
export class ReplayError extends PysubError {}
export class FileError extends PysubError {
  constructor(message: string, errno: number, code: string);
  errno: number;
  code: string;
  /** What the call was given. */
  path?: Path;
  dest?: Path;
}
export interface Frame {
  readonly fileName: string;
  readonly function: string;
  readonly sourceLine: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
export class ProgramError extends PysubError {
  protected constructor();
  typeName: string;
  programMessage: string;
  traceback: string;
  frames: readonly Frame[];
  args: any[];
}
export class ProgramSyntaxError extends ProgramError {}
export class ProgramExit extends ProgramError {
  status: number;
  exitMessage: string;
}
export type LimitName = 'memory' | 'duration' | 'allocations' | 'steps' | 'output' | 'cancelled';
export class LimitError extends PysubError {
  private constructor();
  limit: LimitName;
  traceback: string;
  sessionGoesOn: boolean;
}

// ---- stops

export class Stop {}
export class Finished extends Stop {
  value: any;
  why: string;
}
export class Raised extends Stop {
  error: ProgramError;
}
export class FunctionCall extends Stop {
  id: bigint;
  name: string;
  args: any[];
  kwargs: Record<string, any>;
}
export class NameLookup extends Stop {
  id: bigint;
  name: string;
}
export class OsCall extends Stop {
  id: bigint;
  name: string;
  fields: Record<string, any>;
}
export class Waiting extends Stop {
  pending: bigint[];
  sleep: number | null;
}
export class OutOfFuel extends Stop {}
export class LimitReached extends Stop {
  limit: LimitName;
  message: string;
  traceback: string;
  sessionGoesOn: boolean;
  error(): LimitError;
}
export type AnyStop = Finished | Raised | FunctionCall | NameLookup | OsCall | Waiting | OutOfFuel | LimitReached;
export type Call = FunctionCall | NameLookup | OsCall | bigint | number;

// ---- options

/** A whole number; null: no limit; undefined: the default. */
export type Count = number | bigint | null | undefined;
export interface Limits {
  seconds?: number | null;
  memoryBytes?: Count;
  allocations?: Count;
  steps?: Count;
  outputBytes?: Count;
  recursionDepth?: Count;
}
export interface FeedLimits {
  seconds?: number | null;
  allocations?: Count;
  steps?: Count;
  outputBytes?: Count;
  interruptAfter?: number | null;
}
export type Permission = 'sandbox' | 'nobody' | 'host';
export interface Permissions {
  standardInput?: Permission;
  clock?: Permission;
  sleep?: Permission;
  entropy?: Permission;
  environment?: Permission;
  filesRead?: Permission;
  filesWrite?: Permission;
  runCommand?: Permission;
}
export type StreamName = 'stdout' | 'stderr';
export type Sink = ((stream: StreamName, text: string) => void) | Output | false | null;
export type HostAnswer = (...args: any[]) => any;
/** Functions by name or signature; null: calls are stops. (`object`: one that has an interface has no index signature.) */
export type Functions = Record<string, HostAnswer | null> | Map<string, HostAnswer | null> | readonly string[] | object;
export type Texts = Iterable<string | Uint8Array>;
export type Named = Record<string, any> | Map<string, any>;

export interface ProgramOptions {
  fileName?: string;
  result?: 'nothing' | 'lastExpression' | 'lastName';
  echo?: boolean;
  fromFile?: boolean;
}
export interface Answers {
  functions?: Functions | null;
  /** Finds globals (undefined: there is none); true: they are stops. */
  names?: ((name: string) => any) | boolean | null;
  os?: ((call: OsCall) => any) | null;
  output?: Sink;
  /** "bigint": each int is a BigInt, not only those beyond 2^53. */
  integers?: 'auto' | 'bigint';
  /** "object": each dict is an object, not a Map. */
  dicts?: 'map' | 'object';
}
interface Shared extends Answers {
  limits?: Limits;
  feedLimits?: FeedLimits;
  conversion?: { maxValues?: Count; maxBytes?: Count; maxDepth?: Count; maxHandles?: Count };
  permissions?: Permissions;
  afterLimit?: 'nothing' | 'beforeFeed';
  files?: Files | null;
  stdin?: string | Uint8Array | null;
}
export interface SandboxOptions extends Shared {
  inputs?: Named | null;
  workingDirectory?: string;
  home?: string;
  modulePath?: Texts;
  environment?: Named | null;
  arguments?: Texts;
  sessionId?: number | bigint;
  virtualTimeNs?: number | bigint;
  entropySeed?: number | bigint;
}
export interface RestoreOptions extends Shared {
  replaceLimits?: boolean;
  snapshotKey?: string | Uint8Array;
  programs?: Iterable<Program>;
}
export interface Abortable {
  signal?: AbortSignal;
}

// ---- running

/** Runs code in a new sandbox, off this thread, and gives the value of its last expression. */
export function run(code: string | Uint8Array | Program, options?: SandboxOptions & ProgramOptions & Abortable): Promise<any>;
/** The same in this thread; functions of yours may not be asynchronous. */
export function runSync(code: string | Uint8Array | Program, options?: SandboxOptions & ProgramOptions): any;
/** Runs a small hostile program against each kind of limit. */
export function selfTest(): void;

declare class Handle {
  readonly closed: boolean;
  readonly busy: boolean;
  close(): void;
  [Symbol.dispose](): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Mistake {
  readonly type: string;
  readonly message: string;
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
export class Program extends Handle {
  constructor(code: string | Uint8Array, options?: ProgramOptions);
  readonly mistakes: readonly Mistake[];
  run(inputs?: Named | null, options?: SandboxOptions & Abortable): Promise<any>;
  runSync(inputs?: Named | null, options?: SandboxOptions): any;
}

/** Collects what a program prints. */
export class Output {
  pieces: [StreamName, string][];
  readonly stdout: string;
  readonly stderr: string;
  readonly text: string;
  write(stream: StreamName, text: string): void;
  clear(): void;
}

export interface Usage {
  memoryBytes: number;
  peakMemoryBytes: number;
  allocations: number;
  steps: number;
  outputBytes: number;
  seconds: number;
}
/** One running program and everything that it can reach. */
export class Sandbox extends Handle {
  constructor(code: string | Uint8Array | Program, options?: SandboxOptions & ProgramOptions);
  static load(snapshot: Uint8Array | ArrayBuffer, options?: RestoreOptions): Sandbox;
  output: Sink | undefined;
  run(options?: { fuel?: number | bigint | null } & Abortable): Promise<AnyStop>;
  runSync(options?: { fuel?: number | bigint | null }): AnyStop;
  runToEnd(options?: Abortable): Promise<any>;
  runToEndSync(): any;
  answer(call: Call, value: any): void;
  raise(call: Call, exception: unknown, message?: string): void;
  answerLater(call: Call): void;
  answerUnknown(call: Call): void;
  cancel(): void;
  interrupt(): void;
  feed(code: string | Uint8Array, options?: ProgramOptions): void;
  call(callable: any, args?: any[], kwargs?: Named): void;
  get(name: string): any;
  set(name: string, value: any): void;
  renew(limits?: Limits): void;
  releaseHandles(): void;
  usage(): Usage;
  dump(options?: { key?: string | Uint8Array; withoutSource?: boolean }): Uint8Array;
  fork(): Sandbox;
  startRecording(maxBytes?: number): void;
  takeRecording(): Uint8Array;
}

/** Several pieces of code with the same globals. */
export class Session {
  constructor(options?: SandboxOptions & ProgramOptions);
  static load(snapshot: Uint8Array | ArrayBuffer, options?: RestoreOptions): Session;
  readonly sandbox: Sandbox;
  readonly closed: boolean;
  feed(code: string | Uint8Array, inputs?: Named | null, options?: ProgramOptions & Abortable): Promise<any>;
  feedSync(code: string | Uint8Array, inputs?: Named | null, options?: ProgramOptions): any;
  call(callable: any, args?: any[], kwargs?: Named, options?: Abortable): Promise<any>;
  callSync(callable: any, args?: any[], kwargs?: Named): any;
  get(name: string): any;
  set(name: string, value: any): void;
  fork(): Session;
  dump(options?: { key?: string | Uint8Array }): Uint8Array;
  usage(): Usage;
  cancel(): void;
  interrupt(): void;
  close(): void;
  [Symbol.dispose](): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Does again what a recording has. */
export class Replay extends Handle {
  constructor(recording: Uint8Array | ArrayBuffer, options?: { limits?: Limits; output?: (stream: StreamName, text: string) => void });
  readonly size: number;
  readonly position: number;
  readonly sandbox: Sandbox;
  describe(event: number): string;
  step(): void;
  runToEnd(): void;
}

// ---- files

export type MountMode = 'overlay' | 'readOnly' | 'readWrite';
export interface MountOptions {
  mode?: MountMode;
  anyLinks?: boolean;
  writeBytesLimit?: number | bigint;
}
export interface FileLimits {
  maxBytes?: Count;
  maxFileBytes?: Count;
  maxFiles?: Count;
  maxDepth?: Count;
}
export type FileKind = 'file' | 'directory' | 'symlink' | 'fifo' | 'device' | 'other';
export interface FileStatus {
  kind: FileKind;
  mode: number;
  links: number;
  device: number;
  uid: number;
  gid: number;
  inode: number;
  size: number;
  atimeNs: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
}
export type Path = string | Uint8Array;
/** A tree of files in memory, with directories of the host where they are mounted. */
export class Files extends Handle {
  constructor(limits?: FileLimits);
  static load(snapshot: Uint8Array, limits?: FileLimits): Files;
  readonly shell: Shell | null;
  setCaller(caller?: { directory?: string; umask?: number; uid?: number; gid?: number }): void;
  read(path: Path, range?: { offset?: number | bigint; size?: number | bigint }): Uint8Array;
  readText(path: Path): string;
  write(path: Path, contents: string | Uint8Array, options?: { how?: 'replace' | 'append' | 'new'; permissions?: number }): void;
  status(path: Path, options?: { follow?: boolean }): FileStatus;
  exists(path: Path): boolean;
  list(path?: Path): string[];
  entries(path?: Path): [string, FileKind][];
  makeDirectory(path: string, options?: { permissions?: number; parents?: boolean }): void;
  removeDirectory(path: Path): void;
  remove(path: Path): void;
  rename(from: Path, to: Path): void;
  link(from: Path, to: Path): void;
  symlink(target: Path, path: Path): void;
  setPermissions(path: Path, permissions: number): void;
  truncate(path: Path, size?: number | bigint): void;
  setTimes(path: Path, atime: Date | number | bigint, mtime: Date | number | bigint): void;
  readLink(path: Path): string;
  realPath(path: Path): string;
  mount(path: Path, hostDirectory: Path, options?: MountOptions): void;
  attach(path: Path, hostDirectory: Path, options?: MountOptions): void;
  mounts(): { path: string; mode: MountMode; attached: boolean; bytesWritten: number }[];
  usage(): { bytes: number; files: number };
  fork(): Files;
  dump(): Uint8Array;
}

// ---- the shell

export interface ShellLimits {
  seconds?: number | null;
  commands?: Count;
  loopIterations?: Count;
  functionDepth?: Count;
  substitutionDepth?: Count;
  processes?: Count;
  inputBytes?: Count;
  outputBytes?: Count;
  memoryBytes?: Count;
  steps?: Count;
}
export type CommandAnswer = null | undefined | number | string | Uint8Array | [number?, (string | Uint8Array)?, (string | Uint8Array)?];
export type Command = ((
  args: string[],
  info: { name: string; directory: string; stdin: Uint8Array; readonly text: string },
) => CommandAnswer | Promise<CommandAnswer>) & { usage?: string };
export interface ShellOptions {
  limits?: ShellLimits;
  fileLimits?: FileLimits;
  environment?: Named;
  directory?: string;
  files?: Named;
  mounts?: Record<string, string | ({ hostDirectory: string } & MountOptions)>;
  commands?: Record<string, Command> | Map<string, Command>;
  /** Where python3 runs its programs; true: "auto". */
  python?: boolean | 'none' | 'inProcess' | 'worker' | 'auto';
  pythonLimits?: Limits;
  workerPath?: string;
  seed?: number | bigint | null;
  /** Asked before each command; false refuses it. A promise is waited for as `sleep` is: its time is the script's. */
  beforeCommand?: ((argv: string[]) => boolean | void | Promise<boolean | void>) | null;
  afterCommand?: ((argv: string[], status: number) => void | Promise<void>) | null;
}
/** What a snapshot has is not given again. */
export type ShellLoadOptions = Omit<ShellOptions, 'environment' | 'directory' | 'files' | 'seed'>;
export interface ScriptOptions {
  stdin?: string | Uint8Array;
  args?: Texts;
  environment?: Named;
  directory?: string;
  name?: string;
  timeout?: number | null;
  output?: (stream: StreamName, text: string) => void;
}
export class ShellResult {
  exitCode: number;
  limit: string | null;
  seconds: number;
  stdoutBytes: Uint8Array;
  stderrBytes: Uint8Array;
  readonly stdout: string;
  readonly stderr: string;
}
/** A sandboxed shell: bash's language over virtual files. */
export class Shell extends Handle {
  constructor(options?: ShellOptions);
  static load(snapshot: Uint8Array | ArrayBuffer, options?: ShellLoadOptions): Shell;
  readonly running: boolean;
  readonly files: Files;
  readonly directory: string;
  run(script: string | Uint8Array, options?: ScriptOptions & Abortable): Promise<ShellResult>;
  runSync(script: string | Uint8Array, options?: ScriptOptions): ShellResult;
  start(script: string | Uint8Array, options?: ScriptOptions): void;
  step(fuel?: number | bigint | null): Promise<ShellResult | null>;
  stepSync(fuel?: number | bigint | null): ShellResult | null;
  cancel(): void;
  reset(): void;
  setLimits(limits?: ShellLimits): void;
  variable(name: string): string | undefined;
  analyze(script: string | Uint8Array): {
    valid: boolean;
    errors: string[];
    commands: string[];
    files: string[];
    functions: string[];
    hasDynamicCommands: boolean;
    hasBackgroundJobs: boolean;
    hasLoops: boolean;
  };
  /** These are a StateError while the script waits for a promise of yours. */
  dump(): Uint8Array;
  fork(): Shell;
}
