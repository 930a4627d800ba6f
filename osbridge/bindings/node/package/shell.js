// Shells, and recordings that are done again.

import { abortable, Handle, UNLIMITED } from './core.js';
import { StateError } from './errors.js';
import { Files, writeMountOptions } from './files.js';
import {
  choice, entriesOf, fuelOf, known, objectOf, timeoutOf, unsigned, writeFileLimits, writeLimits, writePairs, writeShellLimits, writeTexts,
} from './options.js';
import { Buffer } from './platform.js';
import { bytesOf, Sandbox } from './sandbox.js';
import { Waiter } from './waiting.js';
import { Writer } from './wire.js';

// Some 50 ms of work.
const SLICE = 5_000_000n;
const LIMITS = ['', 'commands', 'loopIterations', 'functionDepth', 'substitutionDepth', 'processes', 'input', 'output', 'memory', 'steps',
  'duration', 'cancelled', 'deadlock', 'patternDepth'];
const PYTHON = ['none', 'inProcess', 'worker', 'auto'];
const OPTIONS = ['limits', 'fileLimits', 'environment', 'directory', 'files', 'mounts', 'commands', 'python', 'pythonLimits',
  'workerPath', 'seed', 'beforeCommand', 'afterCommand'];
const IN_SNAPSHOTS = ['environment', 'directory', 'files', 'seed'];
const LOAD_OPTIONS = OPTIONS.filter((name) => !IN_SNAPSHOTS.includes(name));
const RUN_OPTIONS = ['stdin', 'args', 'environment', 'directory', 'name', 'timeout', 'output'];
const [COMMAND, BEFORE, AFTER] = [1, 2, 3];
const decode = (bytes) => new TextDecoder().decode(bytes);

/** What came of a script. */
export class ShellResult {
  constructor(exitCode, limit, seconds, stdout, stderr) {
    this.exitCode = exitCode;
    this.limit = limit;
    this.seconds = seconds;
    this.stdoutBytes = stdout;
    this.stderrBytes = stderr;
  }
  get stdout() {
    return decode(this.stdoutBytes);
  }
  get stderr() {
    return decode(this.stderrBytes);
  }
}

// ---- functions that scripts call

// null, an exit status, what it prints, or [status, stdout, stderr].
function commandAnswer(name, said) {
  const [status, stdout, stderr] = Array.isArray(said) ? said : typeof said === 'number' ? [said] : [0, said];
  const isPrinted = (part) => part === undefined || part === null || typeof part === 'string' || part instanceof Uint8Array;
  const wrong = !Number.isInteger(status ?? 0) ? status : [stdout, stderr].find((part) => !isPrinted(part));
  if (wrong !== undefined) {
    throw new TypeError(`${name}: a command gives null, an exit status, what it prints, or [status, stdout, stderr], not ${kindOf(wrong)}`);
  }
  return new Writer().u32((status ?? 0) & 255).textOrBytes(stdout ?? '', 'stdout').textOrBytes(stderr ?? '', 'stderr').take();
}
const isObject = (value) => typeof value === 'object' && value !== null;
const kindOf = (value) => (isObject(value) ? `an object of ${value.constructor?.name ?? 'no class'}` : typeof value === 'symbol' ? 'a symbol' : `${typeof value} ${value}`);
const after = (said, use) => (typeof said?.then === 'function' ? Promise.resolve(said).then(use) : use(said));
const readArguments = (reader) => reader.list(() => reader.text());
const YES = new Uint8Array([1]);
const NO = new Uint8Array([0]);

function commandOf(name, command) {
  return (kind, reader) => {
    const args = readArguments(reader).slice(1);
    const directory = reader.text();
    const stdin = reader.copy();
    return after(command(args, { name, directory, stdin, get text() { return decode(stdin); } }), (said) => commandAnswer(name, said));
  };
}

const watcherOf = (before, behind) => (kind, reader) => {
  const args = readArguments(reader);
  if (kind === BEFORE) return after(before(args), (said) => (said === false ? NO : YES));
  if (kind !== AFTER) throw new StateError('no such question');
  return after(behind(args, reader.u32() & 255), () => YES);
};

const NOTHING = new Uint8Array(0);

// What one script asks, and what it is told. A promise that comes when the script is over, or never, is nobody's.
class Talk extends Waiter {
  answers = [];  // [number of a call, bytes], for the next piece
  pending = 0;  // calls that wait for one
  #problem = null;
  #over = false;

  end() {
    this.#over = true;
    this.pending = 0;
    this.answers = [];
    this.wake();
  }
  #answer(call, bytes) {
    if (this.#over) return;
    this.answers.push([call, bytes]);
    this.wake();
  }
  #fail(call, error) {
    this.#problem ??= { error };
    this.#answer(call, NOTHING);
  }
  ask(library, questions) {
    for (const [call, question] of questions) {
      try {
        const said = library.ask(question);
        if (typeof said?.then !== 'function') {
          this.#answer(call, said);
          continue;
        }
        said.then((bytes) => this.#answer(call, bytes), (error) => this.#fail(call, error));
      } catch (error) {
        this.#fail(call, error);
      }
    }
  }
  take() {
    this.forget();
    return this.answers.splice(0);
  }
  // What a function threw is the run's: its script stays half-way.
  check() {
    const problem = this.#problem;
    this.#problem = null;
    if (problem) throw problem.error;
  }
}

// What a shell, and its forks, offer: given back when none is left.
class Offers {
  #library;
  #numbers = [];
  #users = 1;
  constructor(library) {
    this.#library = library;
  }
  add(answer) {
    const number = this.#library.offer(answer);
    this.#numbers.push(number);
    return number;
  }
  share() {
    ++this.#users;
    return this;
  }
  release() {
    if (--this.#users === 0) this.#numbers.forEach((number) => this.#library.withdraw(number));
  }
}

function isFunction(value, what) {
  if (value !== undefined && value !== null && typeof value !== 'function') throw new TypeError(`${what} is a function`);
  return value ?? null;
}

function writeOptions(writer, options, offers) {
  writeShellLimits(writer, options.limits);
  writeFileLimits(writer, options.fileLimits);
  writePairs(writer, options.environment ?? {}, 'environment');
  writer.textOrBytes(options.directory ?? '', 'directory');
  writePairs(writer, options.files ?? {}, 'files');
  const mounts = entriesOf(options.mounts ?? {}, 'mounts');
  writer.u32(mounts.length);
  for (const [path, mount] of mounts) {
    const { hostDirectory, ...rest } = typeof mount === 'string' ? { hostDirectory: mount } : mount;
    writeMountOptions(writer.text(path).textOrBytes(hostDirectory, 'hostDirectory'), rest);
  }
  const commands = entriesOf(options.commands ?? {}, 'commands');
  writer.u32(commands.length);
  for (const [name, command] of commands) {
    if (!isFunction(command, `commands.${name}`)) throw new TypeError(`commands.${name} is a function`);
    writer.text(name).text(command.usage ?? '').u32(offers.add(commandOf(name, command)));
  }
  const python = options.python === true ? 'auto' : options.python || 'none';
  writer.u8(choice(python, PYTHON, 'python')).text(options.workerPath ?? '');
  writer.u8(options.seed === undefined || options.seed === null ? 0 : 1).u64(unsigned(options.seed, 'seed'));
  writeLimits(writer, options.pythonLimits);
  const [before, behind] = [isFunction(options.beforeCommand, 'beforeCommand'), isFunction(options.afterCommand, 'afterCommand')];
  return writer.u32(before || behind ? offers.add(watcherOf(before, behind)) : 0).u8(before ? 1 : 0).u8(behind ? 1 : 0);
}

/** A sandboxed shell: bash's language over virtual files. */
export class Shell extends Handle {
  static what = 'shell';
  #offers;
  #collected = null;  // what a script that stands half-way has printed
  #files = null;
  #talk = new Talk();
  #waited = 0n;  // for the script, and not told yet

  constructor(library, options = {}, made = null) {
    if (made !== null) {
      super(library, made.number);
      this.#offers = made.offers;
      this.#collected = made.collected ?? null;
      return;
    }
    options = known(options, OPTIONS, 'a shell');
    const offers = new Offers(library);
    super(library, library.call(writeOptions(library.request('shell.create'), options, offers)).u32());
    this.#offers = offers;
  }
  static load(library, bytes, options = {}) {
    options = known(options, LOAD_OPTIONS, 'loading a shell');
    const offers = new Offers(library);
    const number = library.call(writeOptions(library.request('shell.restore').bytes(bytesOf(bytes)), options, offers)).u32();
    const shell = new Shell(library, {}, { number, offers });
    if (shell.running) {
      library.call(library.request('shell.connect').u32(number));
      shell.#collected = { stdout: [], stderr: [], output: null };
    }
    return shell;
  }

  #request(operation) {
    return Handle.library(this).request(operation).u32(Handle.number(this));
  }
  #call(request) {
    return Handle.use(this, () => Handle.library(this).call(request));
  }
  get running() {
    return this.#call(this.#request('shell.running')).u8() === 1;
  }
  /** The files of the shell, between scripts. */
  get files() {
    this.#files ??= new Files(Handle.library(this), {}, { number: this.#call(this.#request('shell.files')).u32(), shell: this });
    return this.#files;
  }

  /** Begins a script: step() goes on. What stood half-way is given up. */
  start(script, options = {}) {
    if (this.busy) throw new StateError('the shell is in use by another run');
    this.#start(script, options);
  }
  #start(script, options) {
    options = known(options, RUN_OPTIONS, 'a script');
    if (options.output !== undefined && typeof options.output !== 'function') throw new TypeError('output is a function');
    const request = this.#request('shell.start').textOrBytes(script, 'script').textOrBytes(options.stdin ?? '', 'stdin');
    writePairs(writeTexts(request, options.args, 'args'), options.environment ?? {}, 'environment');
    request.textOrBytes(options.directory ?? '', 'directory').text(options.name ?? '').u64(timeoutOf(options.timeout));
    this.#call(request);
    this.#talk.end();
    this.#talk = new Talk();
    this.#waited = 0n;
    this.#collected = { stdout: [], stderr: [], output: options.output ?? null };
  }
  #piece(fuel, later) {
    const answers = this.#talk.take();
    const request = this.#request('shell.run').u64(fuel).u64(this.#waited).u8(later ? 1 : 0).u32(answers.length);
    this.#waited = 0n;
    for (const [call, bytes] of answers) request.u64(call).bytes(bytes);
    return request;
  }
  #read(reader) {
    const pieces = reader.list(() => [reader.u8() === 1 ? 'stdout' : 'stderr', reader.copy()]);
    const [fuel, idle] = [reader.u64(), reader.u64()];
    const questions = reader.list(() => [reader.u64(), reader.copy()]);
    const pending = reader.u32();
    const result = reader.u8() === 1
      ? { exitCode: reader.i32(), limit: LIMITS[reader.u8()] || null, seconds: Number(reader.u64()) / 1e9, rest: [reader.copy(), reader.copy()] }
      : null;
    return { pieces, fuel, idle, questions, pending, result };
  }
  #came({ pieces, result }) {
    const collected = this.#collected ?? { stdout: [], stderr: [], output: null };
    for (const [stream, bytes] of pieces) {
      if (collected.output) collected.output(stream, decode(bytes));
      else collected[stream].push(bytes);
    }
    if (result === null) return null;
    this.#collected = null;
    this.#talk.end();
    const [out, error] = result.rest;
    return new ShellResult(result.exitCode, result.limit, result.seconds, Buffer.concat([...collected.stdout, out]),
      Buffer.concat([...collected.stderr, error]));
  }
  #stepSync(fuel) {
    return this.#came(this.#read(this.#call(this.#piece(fuel, false))));
  }
  // What sleeps, and what waits for a promise, is waited for here: no thread is held, and the shell can be looked at meanwhile.
  async #step(fuel) {
    const library = Handle.library(this);
    const talk = this.#talk;
    const work = async () => this.#read(await library.callAsync(this.#piece(fuel, true)));
    while (true) {
      const came = await Handle.useAsync(this, work);
      const result = this.#came(came);
      if (result !== null) return result;
      talk.pending = came.pending;
      talk.ask(library, came.questions);
      talk.check();
      fuel = came.fuel;
      if (came.idle === 0n || fuel === 0n) return null;
      const most = fuel * 1000n;
      const waited = await talk.wait(came.idle < most ? came.idle : most);
      this.#waited += waited;
      fuel -= fuel < waited / 1000n ? fuel : waited / 1000n;
      talk.check();
    }
  }
  #settled(advice) {
    if (this.#talk.pending > 0) throw new StateError(`a function of yours has promised an answer to the script: ${advice}`);
  }
  async #driven(work) {
    Handle.begin(this);
    try {
      return await work();
    } finally {
      Handle.end(this);
    }
  }
  /** Runs the script for about so much work: what came of it, or null when it stands half-way. */
  async step(fuel) {
    const most = fuelOf(fuel);
    return this.#driven(() => this.#step(most));
  }
  stepSync(fuel) {
    if (this.busy) throw new StateError('the shell is in use by another run');
    this.#settled('go on with step()');
    return this.#stepSync(fuelOf(fuel));
  }
  /** Runs a script as `bash -c` would. */
  async run(script, given = {}) {
    const { signal, ...options } = objectOf(given, 'a script');
    return abortable(signal, () => this.cancel(), () => this.#driven(() => this.#toEnd(script, options, signal)));
  }
  async #toEnd(script, options, signal) {
    this.#start(script, options);
    while (true) {
      const result = await this.#step(Handle.library(this).slice(SLICE));
      if (result !== null) return result;
      if (signal?.aborted) this.cancel();
    }
  }
  runSync(script, options = {}) {
    this.start(script, options);
    return this.#stepSync(UNLIMITED);
  }
  cancel() {
    Handle.library(this).stop(Handle.number(this), false);
    this.#talk.wake();
  }

  reset() {
    this.#call(this.#request('shell.reset'));
  }
  setLimits(limits) {
    this.#call(writeShellLimits(this.#request('shell.setLimits'), limits));
  }
  get directory() {
    return this.#call(this.#request('shell.directory')).text();
  }
  /** The value of a variable, or undefined. */
  variable(name) {
    try {
      return this.#call(this.#request('shell.variable').text(String(name))).text();
    } catch (error) {
      if (error instanceof StateError && !this.closed && !this.busy) return undefined;
      throw error;
    }
  }
  /** What a script is, without running it. */
  analyze(script) {
    const found = this.#call(this.#request('shell.analyze').textOrBytes(script, 'script')).value();
    const texts = (list) => list.map(decode);
    return {
      valid: found.get('valid'), errors: texts(found.get('errors')), commands: texts(found.get('commands')), files: texts(found.get('files')),
      functions: texts(found.get('functions')), hasDynamicCommands: found.get('has_dynamic_commands'),
      hasBackgroundJobs: found.get('has_background_jobs'), hasLoops: found.get('has_loops'),
    };
  }
  dump() {
    this.#settled('promises cannot be saved');
    return this.#call(this.#request('shell.snapshot')).copy();
  }
  fork() {
    this.#settled('promises cannot be copied');
    const number = this.#call(this.#request('shell.fork')).u32();
    const collected = this.#collected && { stdout: [...this.#collected.stdout], stderr: [...this.#collected.stderr], output: this.#collected.output };
    return new Shell(Handle.library(this), {}, { number, offers: this.#offers.share(), collected });
  }
  close() {
    if (this.closed) return;
    super.close();
    this.#files?.close();
    this.#offers.release();
  }
}

/** Does again what a recording has. */
export class Replay extends Handle {
  static what = 'replay';
  #sandbox = null;
  constructor(library, bytes, options = {}) {
    const { limits, output } = known(options, ['limits', 'output'], 'a replay');
    super(library, library.call(writeLimits(library.request('replay.open').bytes(bytesOf(bytes)), limits)).u32());
    this.#output = isFunction(output, 'output');
  }
  #output;
  #request(operation) {
    return Handle.library(this).request(operation).u32(Handle.number(this));
  }
  #call(request) {
    return Handle.use(this, () => Handle.library(this).call(request));
  }
  #position() {
    const reader = this.#call(this.#request('replay.position'));
    return [reader.u32(), reader.u32()];
  }
  get size() {
    return this.#position()[0];
  }
  get position() {
    return this.#position()[1];
  }
  describe(event) {
    return this.#call(this.#request('replay.describe').u32(event)).text();
  }
  #step(all) {
    const reader = this.#call(this.#request('replay.step').u8(all ? 1 : 0));
    reader.list(() => [reader.u8() === 1 ? 'stdout' : 'stderr', reader.text()]).forEach((piece) => this.#output?.(...piece));
  }
  step() {
    this.#step(false);
  }
  runToEnd() {
    this.#step(true);
  }
  /** The sandbox as the last step left it, to be looked at. */
  get sandbox() {
    this.#sandbox ??= Sandbox.view(Handle.library(this), this.#call(this.#request('replay.sandbox')).u32());
    return this.#sandbox;
  }
}
