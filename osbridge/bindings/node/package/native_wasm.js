// The native side as WebAssembly: what core.js wants of one, over the exports of pysub.wasm (osbridge/bindings/wasm/exports.cc).
// Of WASI it gets a clock and random bytes, and nothing else: no files, no environment, no output.

import { PysubError } from './errors.js';

const EBADF = 8;
const ENOSYS = 52;
const MOST_ENTROPY = 65536; // of one getRandomValues()

class Ended extends Error {}

function imports(module, memory, ask) {
  const view = () => new DataView(memory().buffer);
  // (Addresses come as signed numbers of 32 bits: those above 2 GiB are below 0.)
  const system = {
    clock_time_get(clock, precision, at) {
      const now = clock === 0 ? BigInt(Date.now()) * 1_000_000n : BigInt(Math.round(performance.now() * 1e6));
      view().setBigUint64(at >>> 0, now, true);
      return 0;
    },
    clock_res_get(clock, at) {
      view().setBigUint64(at >>> 0, 1000n, true);
      return 0;
    },
    random_get(at, size) {
      for (let done = 0; done < size; done += MOST_ENTROPY) {
        crypto.getRandomValues(new Uint8Array(memory().buffer, (at >>> 0) + done, Math.min(MOST_ENTROPY, size - done)));
      }
      return 0;
    },
    environ_sizes_get(count, bytes) {
      view().setUint32(count >>> 0, 0, true);
      view().setUint32(bytes >>> 0, 0, true);
      return 0;
    },
    environ_get: () => 0,
    sched_yield: () => 0,
    proc_exit() {
      throw new Ended('it has ended itself');
    },
  };
  const all = { pysub: { ask } };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === 'pysub') continue;
    all[from] ??= {};
    all[from][name] = system[name] ?? (name.startsWith('fd_') ? () => EBADF : () => ENOSYS);
  }
  return all;
}

/** A new world of pysub, with memory of its own, of a compiled WebAssembly.Module. */
export async function instantiate(module) {
  let answer = null;
  let broken = null;
  let exports = null;
  const memory = () => exports.memory;
  const bytesAt = (at, size) => new Uint8Array(memory().buffer, at >>> 0, size >>> 0);
  function put(bytes) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('pysub: a Uint8Array is wanted');
    const at = exports.pysub_room(bytes.length);
    if (at === 0) throw new RangeError('there is no memory for a request of this size');
    bytesAt(at, bytes.length).set(bytes);
    return at;
  }
  function ask(question, size, sizeAt) {
    try {
      const said = answer === null ? new Uint8Array(0) : answer(bytesAt(question, size).slice());
      const at = put(said);
      new DataView(memory().buffer).setUint32(sizeAt >>> 0, said.length, true);
      return at;
    } catch {
      return 0; // the caller of call() hears of it from Library, which keeps what was thrown
    }
  }
  // What traps has left its memory in the middle of something: nobody may come back to it.
  function guarded(work) {
    if (broken !== null) throw new PysubError('this instance of pysub has failed before', { cause: broken });
    try {
      return work();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof Ended || (error instanceof RangeError && /call stack/.test(error.message))) {
        broken = error;
        throw new PysubError(`pysub has failed: ${error.message}; make a new instance`, { cause: error });
      }
      throw error;
    }
  }
  ({ exports } = await WebAssembly.instantiate(module, imports(module, memory, ask)));
  exports._initialize();
  const described = exports.pysub_describe();
  const names = new TextDecoder().decode(bytesAt(exports.pysub_reply(), described)).split('\n');
  const version = names.pop();
  function call(request, room) {
    if (room !== undefined && !(room instanceof Uint8Array)) throw new TypeError('pysub: a Uint8Array is wanted');
    return guarded(() => {
      const size = exports.pysub_call(put(request), request.length) >>> 0;
      const reply = bytesAt(exports.pysub_reply(), size);
      if (room === undefined || size > room.length) return reply.slice();
      room.set(reply);
      return size;
    });
  }
  return {
    version,
    operations: names,
    oneThread: true,
    call,
    // Nothing is off this thread. Between two slices of a run everybody else has his turn.
    callAsync(request) {
      if (!(request instanceof Uint8Array)) throw new TypeError('pysub: a Uint8Array is wanted');
      return turn().then(() => call(request));
    },
    stop: (number, interrupt) => guarded(() => exports.pysub_stop(number, interrupt) !== 0),
    onQuestion(function_) {
      answer = function_;
    },
    get memoryBytes() {
      return memory().buffer.byteLength;
    },
  };
}

// To the end of the queue of tasks: timers, input and painting come first. (Timers would wait for 4 ms in browsers.)
let turns = null;
function turn() {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  if (turns === null) {
    const channel = new MessageChannel();
    const waiting = [];
    channel.port1.onmessage = () => waiting.shift()();
    turns = { channel, waiting };
  }
  return new Promise((resolve) => {
    turns.waiting.push(resolve);
    turns.channel.port2.postMessage(null);
  });
}
