// Handles and calls: what every class of the package stands on.

import { errorOfStatus, StateError } from './errors.js';
import { Buffer } from './platform.js';
import { Reader, Writer } from './wire.js';

export const UNLIMITED = 0xffffffffffffffffn;

/** The native side: call(request, room), callAsync(request), stop(number, interrupt), onQuestion(answer), operations, and
 * whether it has one thread only. */
export class Library {
  #native;
  #operations = new Map();
  #functions = new Map();
  #lastFunction = 0;
  #problem = null;
  #room = Buffer.alloc(16384);
  #freed = new FinalizationRegistry((number) => this.free(number));

  constructor(native) {
    this.#native = native;
    native.operations.forEach((name, number) => this.#operations.set(name, number));
    native.onQuestion((question) => this.#answer(question));
    this.keep = (object, number) => this.#freed.register(object, number, object);
  }
  get version() {
    return this.#native.version;
  }

  has(operation) {
    return this.#operations.has(operation);
  }
  request(operation) {
    return new Writer().u32(this.#operations.get(operation));
  }
  #read(reply, choices) {
    const problem = this.#problem;
    this.#problem = null;
    if (problem) throw problem.error;
    const reader = new Reader(reply, choices, this.keep);
    if (reader.u8() === 1) return reader;
    const status = reader.u32();
    const number = reader.i32();
    throw errorOfStatus(status, number, reader.text());
  }
  // (The reply lies in #room until the next call: who keeps bytes of it copies them.)
  call(request, choices) {
    const reply = this.#native.call(request.take(), this.#room);
    return this.#read(typeof reply === 'number' ? this.#room.subarray(0, reply) : reply, choices);
  }
  // Off this thread.
  async callAsync(request, choices) {
    return this.#read(await this.#native.callAsync(request.take()), choices);
  }
  /** How long a run off this thread goes before it looks around. Where there is no other thread, everything waits for it. */
  slice(steps) {
    return this.#native.oneThread ? steps / 10n : steps;
  }
  stop(number, interrupt) {
    return this.#native.stop(number, interrupt);
  }
  free(number) {
    this.#native.call(this.request('free').u32(number).take());
  }
  forget(object) {
    this.#freed.unregister(object);
  }

  // ---- functions that scripts call, each by a number

  offer(answer) {
    this.#functions.set(++this.#lastFunction, answer);
    return this.#lastFunction;
  }
  withdraw(number) {
    this.#functions.delete(number);
  }
  /** What the function says that is asked: bytes, or a promise of them. */
  ask(question) {
    const reader = new Reader(question);
    const kind = reader.u8();
    const answer = this.#functions.get(reader.u32());
    if (answer === undefined) throw new StateError('the shell was closed');
    return answer(kind, reader);
  }
  // In the middle of a call in this thread.
  #answer(question) {
    try {
      const said = this.ask(question);
      if (typeof said?.then === 'function') {
        said.then(undefined, () => {});
        throw new TypeError('a command of yours is asynchronous: run the script with run(), not runSync()');
      }
      return said;
    } catch (error) {
      this.#problem ??= { error };
      return new Uint8Array(0);
    }
  }
}

/** What has a handle: closed once, used by one call at a time. */
export class Handle {
  #library;
  #number;
  #busy = false;
  #driven = false;
  constructor(library, number) {
    this.#library = library;
    this.#number = number;
    library.keep(this, number);
  }
  get closed() {
    return this.#number === 0;
  }
  get busy() {
    return this.#busy || this.#driven;
  }
  static library(handle) {
    return handle.#library;
  }
  // The number, for a request.
  static number(handle) {
    if (handle.#number === 0) throw new StateError(`the ${handle.constructor.what} was closed`);
    return handle.#number;
  }
  static idle(handle) {
    const number = Handle.number(handle);
    if (handle.#busy) throw new StateError(`the ${handle.constructor.what} is in use by another call`);
    return number;
  }
  static use(handle, work) {
    Handle.idle(handle);
    handle.#busy = true;
    try {
      return work();
    } finally {
      handle.#busy = false;
    }
  }
  static async useAsync(handle, work) {
    Handle.idle(handle);
    handle.#busy = true;
    try {
      return await work();
    } finally {
      handle.#busy = false;
    }
  }
  // A run of many calls: what is between two of them is no time for another run, nor for closing.
  static begin(handle) {
    Handle.idle(handle);
    if (handle.#driven) throw new StateError(`the ${handle.constructor.what} is in use by another run`);
    handle.#driven = true;
  }
  static end(handle) {
    handle.#driven = false;
  }
  /** Ends it; what is closed stays closed. */
  close() {
    if (this.#number === 0) return;
    if (this.#busy || this.#driven) throw new StateError(`the ${this.constructor.what} is in use by another call`);
    this.#library.forget(this);
    this.#library.free(this.#number);
    this.#number = 0;
  }
}
// (Node 20 has the names; others take them from here.)
const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
const asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');
Handle.prototype[dispose] = function close() {
  this.close();
};
Handle.prototype[asyncDispose] = async function close() {
  this.close();
};

/** Throws where a run may not even begin: by what is no signal, or has been given already. */
export function checkSignal(signal) {
  if (signal === undefined || signal === null) return;
  if (!(signal instanceof AbortSignal)) throw new TypeError('signal is an AbortSignal');
  signal.throwIfAborted();
}

// What an AbortSignal does to a run.
export async function abortable(signal, stop, work) {
  checkSignal(signal);
  if (signal === undefined || signal === null) return work();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const value = await work();
    if (signal.aborted && value?.limit === 'cancelled') throw signal.reason;
    return value;
  } catch (error) {
    throw signal.aborted && error?.limit === 'cancelled' ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
