// Programs and sandboxes: run() from stop to stop, with what answers these.

import { abortable, checkSignal, Handle, UNLIMITED } from './core.js';
import { numberOfCode, ProgramError, StateError } from './errors.js';
import {
  choice, durationOf, entriesOf, feedDurationOf, fuelOf, known, objectOf, PROGRAM_OPTIONS, RESTORE_OPTIONS, SANDBOX_OPTIONS, whole, writeLimits,
  writeProgramOptions, writeSandboxOptions,
} from './options.js';
import { Files } from './files.js';
import { monotonicNs, writeOut } from './platform.js';
import * as stops from './stops.js';
import { HostFunction, PythonException } from './values.js';
import { SleepTime, sleepHere, Waiter } from './waiting.js';

// How long a run keeps this thread, or output, waiting: some 50 ms of work.
const SLICE = 10_000_000n;
const FUNCTION_NAME = /^\s*([A-Za-z_][A-Za-z_0-9]*)\s*(\(|$)/;

// ---- functions of the host

// {name: function, "name(signature)": function, name: null} or ["name"], as name -> {signature, function}.
function functionsOf(given) {
  const functions = new Map();
  if (given === undefined || given === null) return functions;
  const entries = Array.isArray(given) ? given.map((name) => [name, null]) : entriesOf(given, 'functions');
  for (const [signature, answer] of entries) {
    const name = FUNCTION_NAME.exec(signature)?.[1];
    if (name === undefined) throw new TypeError(`functions: '${signature}' is no name and no signature`);
    if (answer !== null && typeof answer !== 'function') throw new TypeError(`functions.${name} is a function, or null for a stop`);
    functions.set(name, { signature, answer });
  }
  return functions;
}

const signaturesOf = (functions) =>
  [...functions].map(([name, { signature, answer }]) => ({ name, value: new HostFunction(signature, answer?.doc ?? '') }));

// Of errors of JavaScript, as the exception that says about the same.
const PYTHON_NAMES = { TypeError: 'TypeError', RangeError: 'ValueError', SyntaxError: 'ValueError', ReferenceError: 'NameError' };

const isErrno = (number) => Number.isInteger(number) && Math.abs(number) <= 0x7fffffff;

function exceptionOf(error) {
  if (error instanceof PythonException) return error;
  if (error instanceof ProgramError) return new PythonException(error.typeName, error.programMessage);
  if (error instanceof Error) return new PythonException(PYTHON_NAMES[error.constructor?.name] ?? 'RuntimeError', textOf(error.message));
  return new PythonException('RuntimeError', textOf(error));
}

// Whatever was thrown: String() of an object without a prototype throws in turn.
function textOf(thrown) {
  try {
    return String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

// Whether an exception that a program did not catch is this one.
const lastName = (typeName) => typeName.slice(typeName.lastIndexOf('.') + 1);
const isIt = ({ typeName, message, args }) => (raised) =>
  lastName(raised.typeName) === lastName(typeName) && (raised.message === message || args.length !== 1 || raised.args[0] === args[0]);

// Of an error of files, as Node's and FileError are: OSError has a class for each number, and only the library their texts.
const texts = new Map();
function osErrorOf(library, error) {
  const number = numberOfCode(error.code, Math.abs(error.errno));
  if (!texts.has(number)) {
    const program = new Program(library, 'import os\nos.strerror(n)');
    texts.set(number, program.runSync({ n: number }));
    program.close();
  }
  const paths = [error.path, error.dest].filter((path) => typeof path === 'string' || path instanceof Uint8Array);
  const text = texts.get(number);
  return new PythonException('OSError', number, text.startsWith('Unknown error') ? textOf(error.message) : text, ...(paths.length < 2 ? paths : [paths[0], null, paths[1]]));
}

// A function of the host may run a program that calls a function, and so on. Where the stack of JavaScript ended within WebAssembly,
// the instance with all that it holds would be lost.
const MOST_WITHIN = 200;
let within = 0;
function called(ask) {
  if (within === MOST_WITHIN) throw new StateError(`more than ${MOST_WITHIN} functions of the host call each other by programs`);
  ++within;
  try {
    return ask();
  } finally {
    --within;
  }
}

// ---- what answers, and where output goes

class Host {
  constructor(options, functions) {
    this.functions = functions;
    this.names = typeof options.names === 'function' ? options.names : null;
    if (options.names && options.names !== true && !this.names) throw new TypeError('names is a function, or true for stops');
    if (options.os !== undefined && options.os !== null && typeof options.os !== 'function') throw new TypeError('os is a function');
    this.os = options.os ?? null;
    this.output = options.output;
    if (![undefined, null, false].includes(this.output) && typeof this.output !== 'function' && typeof this.output.write !== 'function') {
      throw new TypeError('output is a function, false, or an Output');
    }
    this.choices = {
      integers: ['auto', 'bigint'][choice(options.integers, ['auto', 'bigint'], 'integers')],
      dicts: ['map', 'object'][choice(options.dicts, ['map', 'object'], 'dicts')],
    };
    this.lastError = null;
  }
  // The host's exception, when it is the one that the program did not catch.
  causeOf(raised) {
    const last = this.lastError;
    this.lastError = null;
    return last?.isIt(raised) ? last.error : undefined;
  }
  write(stream, bytes) {
    if (this.output === false) return;
    const text = new TextDecoder().decode(bytes);
    if (typeof this.output === 'function') this.output(stream, text);
    else if (this.output) this.output.write(stream, text);
    else writeOut(stream, text);
  }
}

/** Collects what a program prints: `output: new Output()`. */
export class Output {
  pieces = [];
  write(stream, text) {
    const last = this.pieces.at(-1);
    if (last?.[0] === stream) last[1] += text;
    else this.pieces.push([stream, text]);
  }
  #of(stream) {
    return this.pieces.filter(([name]) => name === stream).map(([, text]) => text).join('');
  }
  get stdout() {
    return this.#of('stdout');
  }
  get stderr() {
    return this.#of('stderr');
  }
  get text() {
    return this.pieces.map(([, text]) => text).join('');
  }
  clear() {
    this.pieces = [];
  }
}

// ---- programs

/** A program's text, compiled once for any number of runs. */
export class Program extends Handle {
  static what = 'program';
  constructor(library, code, options = {}) {
    known(options, PROGRAM_OPTIONS, 'a program');
    const reader = library.call(writeProgramOptions(library.request('program.compile').textOrBytes(code, 'code'), options));
    super(library, reader.u32());
    this.mistakes = Object.freeze(reader.list(() => Object.freeze({
      type: reader.text(), message: reader.text(), text: reader.text(), line: reader.u32(), column: reader.i32(),
      endLine: reader.u32(), endColumn: reader.i32(),
    })));
  }
  runSync(inputs, options = {}) {
    const { sandbox, stop } = this.#begin(inputs, objectOf(options, 'a run'));
    if (sandbox === null) return stop;
    try {
      return sandbox.runToEndSync();
    } finally {
      sandbox.close();
    }
  }
  async run(inputs, options = {}) {
    const { signal, ...rest } = objectOf(options, 'a run');
    const sandbox = new Sandbox(Handle.library(this), this, { ...rest, inputs: inputs ?? rest.inputs });
    try {
      return await sandbox.runToEnd({ signal });
    } finally {
      sandbox.close();
    }
  }
  // Most programs end at once: they are made, run and gone in one call.
  #begin(inputs, options) {
    const library = Handle.library(this);
    const given = { ...options, inputs: inputs ?? options.inputs };
    if (given.functions || given.files || given.output !== false && given.output !== undefined) {
      return { sandbox: new Sandbox(library, this, given) };
    }
    known(given, SANDBOX_OPTIONS, 'a sandbox');
    const host = new Host(given, new Map());
    const request = library.request('sandbox.once').u32(Handle.number(this)).u64(SLICE);
    const reader = library.call(writeSandboxOptions(request, given, 0, []), host.choices);
    const written = readOutput(reader);
    const number = reader.u32();
    const stop = stops.readStop(reader, () => undefined);
    if (number !== 0) return { sandbox: Sandbox.adopt(library, number, given, host, written, stop) };
    for (const [stream, bytes] of written) host.write(stream, bytes);
    return { sandbox: null, stop: valueOfEnd(stop) };
  }
}

function readOutput(reader) {
  return reader.list(() => [reader.u8() === 1 ? 'stdout' : 'stderr', reader.copy()]);
}

// What a run to the end gives.
function valueOfEnd(stop) {
  if (stop instanceof stops.Raised) throw stop.error;
  if (stop instanceof stops.LimitReached) throw stop.error();
  if (stop.why) throw new TypeError(stop.why);
  return stop.value;
}

const isEnd = (stop) => stop instanceof stops.Finished || stop instanceof stops.Raised || stop instanceof stops.LimitReached;

function idOf(call) {
  const id = typeof call === 'bigint' || typeof call === 'number' ? BigInt(call) : call?.id;
  if (typeof id !== 'bigint') throw new TypeError('a call, a name lookup, an OsCall or the id of one is wanted');
  if (id < 0n || id >= 1n << 128n) throw new RangeError('this is no id of a call');
  return id;
}

// ---- sandboxes

const FROM_NUMBER = Symbol('from number');

// What came of a promise. (A promise that is never settled holds the call, and not the sandbox.)
function follow(promise, call) {
  const come = (answer) => {
    call.came = answer;
    call.tell?.();
  };
  Promise.resolve(promise).then((made) => come({ made }), (error) => come({ error, failed: true }));
}

const CANCELLED = 'cancelled';
const INTERRUPTED = 'interrupted';
const isSleep = (stop) => stop instanceof stops.OsCall && stop.name === 'Sleep';
const sleepOf = (stop) => {
  const nanoseconds = BigInt(stop.fields.nanoseconds);
  return nanoseconds > 0n ? nanoseconds : 0n;
};
// %g, as the library says it of a program that computes.
const secondsText = (nanoseconds) => String(Number((Number(nanoseconds) / 1e9).toPrecision(6)));

/** One running program and everything that it can reach. */
export class Sandbox extends Handle {
  static what = 'sandbox';
  #host;
  #files = null;
  #waiting = null;  // a stop that was read before anybody asked for it
  #running = new Map();  // id of a call -> {came, tell}: what came of a promise of the host, if it has, and who is told
  #news = new Set();  // the ids of those that have
  #waiter = new Waiter();
  #told = null;  // CANCELLED or INTERRUPTED, until the program has heard of it
  #ended = false;  // the last stop was an end
  #whole = new SleepTime();  // what is left to a program that sleeps: all in all, and of the feed
  #feed = new SleepTime();
  #overslept = null;  // the limit that a sleep came to, whose end is a cancellation to the library

  constructor(library, code, options = {}) {
    if (code === FROM_NUMBER) {
      super(library, options.number);
      this.#host = options.host;
      this.#files = options.files;
      this.#waiting = options.waiting ?? null;
      [this.#whole, this.#feed] = options.times ?? [this.#whole, this.#feed];
      return;
    }
    const programOptions = code instanceof Program ? {} : Object.fromEntries(PROGRAM_OPTIONS.filter((name) => name in options).map((name) => [name, options[name]]));
    const rest = Object.fromEntries(Object.entries(options).filter(([name]) => code instanceof Program || !PROGRAM_OPTIONS.includes(name)));
    known(rest, SANDBOX_OPTIONS, 'a sandbox');
    const functions = functionsOf(rest.functions);
    const host = new Host(rest, functions);
    const program = code instanceof Program ? code : new Program(library, code, programOptions);
    try {
      const request = library.request('sandbox.create').u32(Handle.number(program));
      const files = filesOf(rest.files);
      const made = library.call(writeSandboxOptions(request, rest, files ? Handle.idle(files) : 0, signaturesOf(functions)));
      super(library, made.u32());
      this.#files = files;
    } finally {
      if (program !== code) program.close();
    }
    this.#host = host;
    [this.#whole, this.#feed] = timesOf(rest);
  }
  static adopt(library, number, options, host, written, stop) {
    return new Sandbox(library, FROM_NUMBER, { number, host, files: null, times: timesOf(options), waiting: { written, stop } });
  }
  // The sandbox of a replay.
  static view(library, number) {
    return new Sandbox(library, FROM_NUMBER, { number, host: new Host({ output: false }, new Map()), files: null });
  }
  static load(library, bytes, options = {}) {
    known(options, RESTORE_OPTIONS, 'loading a sandbox');
    const programs = [...(options.programs ?? [])];
    const functions = functionsOf(options.functions);
    const host = new Host(options, functions);
    const files = filesOf(options.files);
    const request = library.request('sandbox.restore').bytes(bytesOf(bytes)).u32(programs.length);
    for (const program of programs) request.u32(Handle.number(program));
    const made = library.call(writeSandboxOptions(request, options, files ? Handle.idle(files) : 0, []));
    return new Sandbox(library, FROM_NUMBER, { number: made.u32(), host, files, times: timesOf(options) });
  }

  get output() {
    return this.#host.output;
  }
  set output(output) {
    this.#host.output = new Host({ output }, null).output;
  }

  // ---- running

  #request(operation) {
    return Handle.library(this).request(operation).u32(Handle.number(this));
  }
  #call(request) {
    return Handle.use(this, () => Handle.library(this).call(request, this.#host.choices));
  }
  #read(reader) {
    const written = readOutput(reader);
    const used = reader.u64();
    const stop = this.#ofLimit(stops.readStop(reader, (raised) => this.#host.causeOf(raised)));
    this.#ended = isEnd(stop);
    if (this.#ended) {
      for (const id of this.#running.keys()) this.#forget(id);
    }
    return { written, used, stop };
  }
  // The end of a program that slept for too long, as the library says it of one that computes.
  #ofLimit(stop) {
    const limit = this.#overslept;
    if (limit === null || !(stop instanceof stops.LimitReached) || stop.limit !== 'cancelled') return stop;
    this.#overslept = null;
    const message = `TimeoutError: time limit of ${secondsText(limit)} s exceeded`;
    return new stops.LimitReached('duration', message, stop.traceback.replace(`${stop.message}\n`, () => `${message}\n`), stop.sessionGoesOn);
  }
  // The program runs on: what it was told before, it hears now.
  #slice(fuel, counted) {
    this.#told = null;
    return this.#request('sandbox.run').u64(fuel).u8(counted ? 1 : 0);
  }
  #runHere(fuel, counted) {
    const library = Handle.library(this);
    const request = this.#slice(fuel, counted);
    const work = () => this.#read(library.call(request, this.#host.choices));
    return Handle.use(this, () => (this.#files ? Handle.use(this.#files, work) : work()));
  }
  #runAside(fuel, counted) {
    const library = Handle.library(this);
    const request = this.#slice(fuel, counted);
    const work = async () => this.#read(await library.callAsync(request, this.#host.choices));
    return Handle.useAsync(this, () => (this.#files ? Handle.useAsync(this.#files, work) : work()));
  }
  #deliver(written) {
    for (const [stream, bytes] of written) this.#host.write(stream, bytes);
  }
  #taken() {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting === null ? null : { ...waiting, used: 0n };
  }

  // To the next stop that nothing here answers. `answer` gives whether it did.
  #drive(fuel, answer) {
    Handle.begin(this);
    try {
      return this.#toStop(fuel, answer);
    } finally {
      Handle.end(this);
    }
  }
  async #driveAsync(fuel, answer) {
    Handle.begin(this);
    try {
      return await this.#toStopAsync(fuel, answer);
    } finally {
      Handle.end(this);
    }
  }
  #toStop(fuel, answer) {
    const counted = fuel !== UNLIMITED;
    while (true) {
      const { written, used, stop } = this.#taken() ?? this.#runHere(min(fuel, SLICE), counted);
      this.#deliver(written);
      if (counted) fuel -= used > 0n || !(stop instanceof stops.OutOfFuel) ? min(used, fuel) : 1n;
      if (stop instanceof stops.OutOfFuel && fuel > 0n) continue;
      if (!answer(stop)) return stop;
    }
  }
  async #toStopAsync(fuel, answer) {
    const counted = fuel !== UNLIMITED;
    while (true) {
      const { written, used, stop } = this.#taken() ?? (await this.#runAside(min(fuel, Handle.library(this).slice(SLICE)), counted));
      this.#deliver(written);
      if (counted) fuel -= used > 0n || !(stop instanceof stops.OutOfFuel) ? min(used, fuel) : 1n;
      if (stop instanceof stops.OutOfFuel && fuel > 0n) continue;
      if (!(await answer(stop))) return stop;
    }
  }

  // What functions, names and os say to a stop, as a value or an exception: undefined where they say nothing.
  #ask(stop, always) {
    const host = this.#host;
    if (stop instanceof stops.FunctionCall) {
      const answer = host.functions.get(stop.name)?.answer;
      const broken = stops.lostOf([...stop.args, ...Object.values(stop.kwargs)]);
      if (broken) return () => { throw new PythonException('ValueError', broken.why); };
      if (answer) return () => (Object.keys(stop.kwargs).length === 0 ? answer(...stop.args) : answer(...stop.args, stop.kwargs));
      if (!always) return undefined;
      throw new StateError(`the program calls ${stop.name}(), for which there is no callable: run() of a Sandbox gives such a call as a stop`);
    }
    if (stop instanceof stops.NameLookup) {
      if (!host.names) return always ? () => UNKNOWN : undefined;
      return () => {
        const value = host.names(stop.name);
        return value === undefined ? UNKNOWN : value;
      };
    }
    if (!(stop instanceof stops.OsCall)) return undefined;
    if (host.os) return () => host.os(stop);
    return always ? () => defaultOs(stop) : undefined;
  }
  #settle(stop, value) {
    if (value === UNKNOWN) return this.answerUnknown(stop);
    try {
      this.answer(stop, value);
    } catch (error) {
      if (error instanceof StateError) throw error;
      this.#raiseInto(stop, error);
    }
  }
  #raiseInto(stop, error) {
    const ofFiles = !(error instanceof PythonException) && typeof error?.code === 'string' && isErrno(error.errno);
    const python = ofFiles ? osErrorOf(Handle.library(this), error) : exceptionOf(error);
    this.#host.lastError = { error, isIt: ofFiles ? (raised) => raised.args[0] === python.args[0] : isIt(python) };
    try {
      this.#call(this.#withId('sandbox.raiseValue', stop).value(python));
    } catch (refused) {
      if (refused instanceof StateError) throw refused;
      // A type that the program's Python has not, or args that no such exception can have.
      const text = `${python.typeName}${python.message && ': '}${python.message}`;
      this.#host.lastError = { error, isIt: isIt(new PythonException('RuntimeError', text)) };
      this.#call(this.#withId('sandbox.raise', stop).text('RuntimeError').text(text));
    }
  }
  #answered(stop, always) {
    if (always && isSleep(stop) && !this.#host.os) return this.#sleep(stop);
    const ask = this.#ask(stop, always);
    if (!ask) return false;
    let value;
    try {
      value = called(ask);
    } catch (error) {
      this.#raiseInto(stop, error);
      return true;
    }
    if (typeof value?.then === 'function') {
      value.then(undefined, () => {});
      throw new TypeError(`${stop.name}() is asynchronous: run it with run(), not runSync()`);
    }
    this.#settle(stop, value);
    return true;
  }
  // A promise of a task of the program is waited for beside others; outside of asyncio the program as a whole waits.
  async #answeredAsync(stop, always) {
    if (always && isSleep(stop) && !this.#host.os) return this.#sleepAsync(stop);
    const ask = this.#ask(stop, always);
    if (!ask) return false;
    let value;
    try {
      value = called(ask);
    } catch (error) {
      this.#raiseInto(stop, error);
      return true;
    }
    if (typeof value?.then !== 'function') {
      this.#settle(stop, value);
      return true;
    }
    const call = this.#runs(stop.id, value);
    if (stop instanceof stops.FunctionCall && this.#putOff(stop)) return true;
    await this.#until(() => call.came !== null);
    this.#take(stop.id);
    return true;
  }
  #runs(id, promise) {
    const tell = () => {
      this.#news.add(id);
      this.#waiter.wake();
    };
    const call = { came: null, tell };
    this.#running.set(id, call);
    follow(promise, call);
    return call;
  }
  // What a promise has answered to a call, if it has.
  #take(id) {
    const came = this.#running.get(id)?.came;
    if (!came) return;
    this.#forget(id);
    if (came.failed) this.#raiseInto({ id }, came.error);
    else this.#settle({ id }, came.made);
  }
  // A promise that comes later is nobody's.
  #forget(id) {
    this.#running.get(id).tell = null;
    this.#running.delete(id);
    this.#news.delete(id);
  }
  #putOff(stop) {
    try {
      this.answerLater(stop);
      return true;
    } catch (error) {
      if (error instanceof StateError && !this.closed) return false;
      throw error;
    }
  }
  // Waits until it is so, but not for longer than that, nor when it was cancelled: how long that was. The program hears of the
  // cancellation when it runs on.
  async #until(isSo, nanoseconds = UNLIMITED) {
    let waited = 0n;
    while (this.#told !== CANCELLED && waited < nanoseconds && !isSo()) {
      waited += await this.#waiter.wait(nanoseconds === UNLIMITED ? UNLIMITED : nanoseconds - waited);
    }
    return waited;
  }
  // All tasks wait: for the first promise that comes, or for the program's own timer.
  async #wait(stop) {
    const pending = new Set(stop.pending);
    for (const id of this.#running.keys()) if (!pending.has(id)) this.#forget(id);  // of tasks that were cancelled
    if (this.#running.size === 0) return stop.pending.length === 0;
    const came = () => this.#told !== null || this.#news.size > 0;
    await this.#until(came, stop.sleep === null ? UNLIMITED : BigInt(Math.max(0, Math.ceil(stop.sleep * 1e9))));
    for (const id of this.#news) this.#take(id);
    return true;
  }

  // ---- a program that sleeps by the machine's clock

  #ran() {
    return BigInt(Math.round(this.usage().seconds * 1e9));
  }
  #sleepLeft() {
    const ran = this.#ran();
    return min(this.#whole.left(ran), this.#feed.left(ran));
  }
  // What is left of a limit, cancel() and interrupt() end a sleep.
  #slept(stop, left, nanoseconds) {
    this.#whole.slept(nanoseconds);
    this.#feed.slept(nanoseconds);
    if (sleepOf(stop) > left && this.#told === null) {
      this.#overslept = min(this.#whole.limit, this.#feed.limit);
      this.cancel();
    }
    this.answer(stop, null);
    return true;
  }
  #sleep(stop) {
    const left = this.#sleepLeft();
    return this.#slept(stop, left, sleepHere(min(sleepOf(stop), left)));
  }
  async #sleepAsync(stop) {
    const left = this.#sleepLeft();
    return this.#slept(stop, left, await this.#until(() => this.#told !== null, min(sleepOf(stop), left)));
  }
  // Limits of a feed count from here.
  #beginFeed() {
    this.#overslept = null;
    if (this.#feed.limit !== UNLIMITED) this.#feed = new SleepTime(this.#feed.limit, this.#ran());
  }

  /** Runs to the next stop, off this thread. Functions of the host that give promises are waited for. */
  async run(options = {}) {
    const { fuel, signal } = known(options, ['fuel', 'signal'], 'a run');
    const answer = async (stop) => (stop instanceof stops.Waiting && this.#running.size > 0 ? this.#wait(stop) : this.#answeredAsync(stop, false));
    return abortable(signal, () => this.cancel(), () => this.#driveAsync(fuelOf(fuel), answer));
  }
  /** The same in this thread. */
  runSync(options = {}) {
    const { fuel } = known(options, ['fuel'], 'a run');
    return this.#drive(fuelOf(fuel), (stop) => this.#answered(stop, false));
  }
  /** Runs to the end and gives the value; what nobody answers is an error in the program. */
  async runToEnd(options = {}) {
    const { signal } = known(options, ['signal'], 'a run');
    const answer = async (stop) => {
      if (isEnd(stop)) return false;
      if (!(stop instanceof stops.Waiting)) return this.#answeredAsync(stop, true);
      if (await this.#wait(stop)) return true;
      throw new StateError('the program waits for a call that was answered later');
    };
    return abortable(signal, () => this.cancel(), async () => valueOfEnd(await this.#driveAsync(UNLIMITED, answer)));
  }
  runToEndSync() {
    const stop = this.#drive(UNLIMITED, (reached) => {
      if (isEnd(reached)) return false;
      if (!(reached instanceof stops.Waiting)) return this.#answered(reached, true);
      if (reached.pending.length > 0) throw new StateError('the program waits for a call that was answered later');
      return true;
    });
    return valueOfEnd(stop);
  }

  // ---- answers

  #withId(operation, call) {
    const id = idOf(call);
    return this.#request(operation).u64(id >> 64n).u64(id & UNLIMITED);
  }
  answer(call, value) {
    this.#call(this.#withId('sandbox.answer', call).value(value));
  }
  /** Raises: an exception of JavaScript, a PythonException, or the name of a type and a message. */
  raise(call, exception, message = '') {
    if (typeof exception === 'string') this.#call(this.#withId('sandbox.raise', call).text(exception).text(String(message)));
    else this.#call(this.#withId('sandbox.raiseValue', call).value(exceptionOf(exception)));
  }
  answerLater(call) {
    this.#call(this.#withId('sandbox.answerLater', call));
  }
  answerUnknown(call) {
    this.#call(this.#withId('sandbox.answerUnknown', call));
  }

  /** Ends the run, also one that is under way. */
  cancel() {
    this.#tell(CANCELLED);
  }
  /** Raises KeyboardInterrupt in the program. */
  interrupt() {
    this.#tell(INTERRUPTED);
  }
  #tell(what) {
    Handle.library(this).stop(Handle.number(this), what === INTERRUPTED);
    if (this.#told !== CANCELLED) this.#told = what;
    this.#waiter.wake();
  }

  // ---- state

  feed(code, options = {}) {
    known(options, PROGRAM_OPTIONS, 'code');
    if (this.busy) throw new StateError('the sandbox is in use by another run');
    this.#call(writeProgramOptions(this.#request('sandbox.feed').textOrBytes(code, 'code'), options));
    this.#beginFeed();
  }
  call(callable, args = [], kwargs = {}) {
    const request = this.#request('sandbox.call').value(callable);
    if (!Array.isArray(args)) throw new TypeError('args is an array');
    request.u32(args.length);
    for (const arg of args) request.value(arg);
    const named = entriesOf(kwargs, 'kwargs');
    request.u32(named.length);
    for (const [name, value] of named) request.text(String(name)).value(value);
    this.#call(request);
    if (this.#ended) this.#beginFeed();
  }
  get(name) {
    return this.#call(this.#request('sandbox.get').text(String(name))).value();
  }
  set(name, value) {
    this.#call(this.#request('sandbox.set').text(String(name)).value(value));
  }
  renew(limits) {
    this.#call(writeLimits(this.#request('sandbox.renew'), limits));
    this.#whole = new SleepTime(durationOf(limits), this.#ran());
  }
  releaseHandles() {
    this.#call(this.#request('sandbox.releaseHandles'));
  }
  usage() {
    const reader = this.#call(this.#request('sandbox.usage'));
    const [memoryBytes, peakMemoryBytes, allocations, steps, outputBytes, ns] = Array.from({ length: 6 }, () => Number(reader.u64()));
    return { memoryBytes, peakMemoryBytes, allocations, steps, outputBytes, seconds: ns / 1e9 };
  }
  /** The sandbox as bytes, which load() takes in any host. */
  dump(options = {}) {
    const { key, withoutSource = false } = known(options, ['key', 'withoutSource'], 'a dump');
    if (this.#running.size > 0) throw new StateError('functions of yours are under way: their promises cannot be saved');
    const request = this.#request('sandbox.snapshot').u8(withoutSource ? 1 : 0);
    if (key === undefined || key === null) request.u8(0);
    else request.u8(1).textOrBytes(key, 'key');
    return this.#call(request).copy();
  }
  fork() {
    if (this.#running.size > 0) throw new StateError('functions of yours are under way: their promises cannot be copied');
    const number = this.#call(this.#request('sandbox.fork')).u32();
    const host = Object.assign(Object.create(Host.prototype), this.#host, { lastError: null });
    const times = [this.#whole.copy(), this.#feed.copy()];
    return new Sandbox(Handle.library(this), FROM_NUMBER, { number, host, files: this.#files, times });
  }
  startRecording(maxBytes = 0) {
    this.#call(this.#request('sandbox.startRecording').u64(whole(maxBytes, 'maxBytes')));
  }
  takeRecording() {
    return this.#call(this.#request('sandbox.takeRecording')).copy();
  }
}

const min = (a, b) => (a < b ? a : b);
const timesOf = ({ limits, feedLimits }) => [new SleepTime(durationOf(limits)), new SleepTime(feedDurationOf(feedLimits))];
const UNKNOWN = Symbol('unknown');

function filesOf(files) {
  if (files === undefined || files === null) return null;
  if (!(files instanceof Files)) throw new TypeError('files is a Files');
  if (files.shell) throw new StateError("a shell's files are the shell's: they cannot be given to a sandbox");
  return files;
}

export function bytesOf(bytes) {
  if (bytes instanceof Uint8Array) return bytes;
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
  throw new TypeError('a snapshot is a Uint8Array');
}

// What the machine says to what a program asks of it, where nothing else is said: the clock and random bytes. (It sleeps by #sleep().)
function defaultOs(call) {
  switch (call.name) {
    case 'Now': {
      if (call.fields.clock === 0) return BigInt(Date.now()) * 1_000_000n;
      return monotonicNs();
    }
    case 'Entropy': {
      const bytes = new Uint8Array(call.fields.bytes);
      for (let at = 0; at < bytes.length; at += 65536) globalThis.crypto.getRandomValues(bytes.subarray(at, at + 65536));
      return bytes;
    }
    default: throw new PythonException('PermissionError', 1, 'Operation not permitted');
  }
}

/** Several pieces of code with the same globals: limits count for each anew, and one that reaches a limit has not happened. */
export class Session {
  #sandbox;
  constructor(library, options = {}) {
    if (options?.sandbox instanceof Sandbox) {
      this.#sandbox = options.sandbox;
      return;
    }
    const { limits, ...rest } = objectOf(options, 'a session');
    this.#sandbox = new Sandbox(library, '', { afterLimit: 'beforeFeed', ...rest, ...sessionLimits(limits) });
    this.#sandbox.runToEndSync();
  }
  static load(library, bytes, options = {}) {
    const { limits, ...rest } = objectOf(options, 'a session');
    return new Session(library, { sandbox: Sandbox.load(library, bytes, { afterLimit: 'beforeFeed', ...rest, ...sessionLimits(limits) }) });
  }
  get sandbox() {
    return this.#sandbox;
  }
  get closed() {
    return this.#sandbox.closed;
  }
  #begin(code, inputs) {
    if (inputs !== undefined && inputs !== null) {
      for (const [name, value] of entriesOf(inputs, 'inputs')) this.#sandbox.set(name, value);
    }
    this.#sandbox.feed(code.text, code.options);
  }
  feedSync(code, inputs, options = {}) {
    this.#begin({ text: code, options }, inputs);
    return this.#sandbox.runToEndSync();
  }
  async feed(code, inputs, given = {}) {
    const { signal, ...options } = objectOf(given, 'a feed');
    checkSignal(signal);
    this.#begin({ text: code, options }, inputs);
    return this.#sandbox.runToEnd({ signal });
  }
  callSync(callable, args = [], kwargs = {}) {
    this.#sandbox.call(callable, args, kwargs);
    return this.#sandbox.runToEndSync();
  }
  async call(callable, args = [], kwargs = {}, options = {}) {
    const { signal } = known(options, ['signal'], 'a call');
    checkSignal(signal);
    this.#sandbox.call(callable, args, kwargs);
    return this.#sandbox.runToEnd({ signal });
  }
  get(name) {
    return this.#sandbox.get(name);
  }
  set(name, value) {
    this.#sandbox.set(name, value);
  }
  fork() {
    return new Session(null, { sandbox: this.#sandbox.fork() });
  }
  dump(options) {
    return this.#sandbox.dump(options);
  }
  usage() {
    return this.#sandbox.usage();
  }
  cancel() {
    this.#sandbox.cancel();
  }
  /** Raises KeyboardInterrupt in the program. */
  interrupt() {
    this.#sandbox.interrupt();
  }
  close() {
    this.#sandbox.close();
  }
}
Session.prototype[Symbol.dispose ?? Symbol.for('Symbol.dispose')] = function close() {
  this.close();
};
Session.prototype[Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')] = async function close() {
  this.close();
};

// Of a session's limits those that count for each feed, and those of the whole.
function sessionLimits(limits) {
  if (limits === undefined || limits === null) return {};
  const { seconds, allocations, steps, outputBytes, ...whole } = limits;
  const feedLimits = Object.fromEntries(Object.entries({ seconds, allocations, steps, outputBytes }).filter(([, value]) => value !== undefined));
  return {
    feedLimits,
    limits: { seconds: null, allocations: null, steps: null, outputBytes: null, ...whole },
  };
}
