// What Node has and browsers have not: as much of it as the package uses.

class Bytes extends Uint8Array {
  static alloc(size) {
    return new Bytes(size);
  }
  static allocUnsafe(size) {
    return new Bytes(size);
  }
  static from(from, at, size) {
    if (typeof from === 'string') return Bytes.from(new TextEncoder().encode(from));
    if (from instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && from instanceof SharedArrayBuffer)) {
      return new Bytes(from, at, size);
    }
    const bytes = new Bytes(from.length);
    bytes.set(from);
    return bytes;
  }
  static concat(list) {
    const all = new Bytes(list.reduce((size, bytes) => size + bytes.length, 0));
    let at = 0;
    for (const bytes of list) {
      all.set(bytes, at);
      at += bytes.length;
    }
    return all;
  }
  #view() {
    return new DataView(this.buffer, this.byteOffset, this.byteLength);
  }
  copy(to, at, from, end) {
    to.set(this.subarray(from, end), at);
  }
  write(text, at) {
    return new TextEncoder().encodeInto(text, this.subarray(at)).written;
  }
  toString(encoding, from = 0, to = this.length) {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.subarray(from, to));
  }
  utf8Slice(from, to) {
    return this.toString('utf8', from, to);
  }
  readUInt32LE(at) {
    return this.#view().getUint32(at, true);
  }
  readInt32LE(at) {
    return this.#view().getInt32(at, true);
  }
  readBigUInt64LE(at) {
    return this.#view().getBigUint64(at, true);
  }
  readBigInt64LE(at) {
    return this.#view().getBigInt64(at, true);
  }
  readDoubleLE(at) {
    return this.#view().getFloat64(at, true);
  }
  writeUInt32LE(value, at) {
    this.#view().setUint32(at, value, true);
    return at + 4;
  }
  writeInt32LE(value, at) {
    this.#view().setInt32(at, value, true);
    return at + 4;
  }
  writeBigUInt64LE(value, at) {
    this.#view().setBigUint64(at, value, true);
    return at + 8;
  }
  writeBigInt64LE(value, at) {
    this.#view().setBigInt64(at, value, true);
    return at + 8;
  }
  writeDoubleLE(value, at) {
    this.#view().setFloat64(at, value, true);
    return at + 8;
  }
}

export const Buffer = globalThis.Buffer ?? Bytes;

/** Nanoseconds of a clock that only goes forward. */
export function monotonicNs() {
  return globalThis.process?.hrtime?.bigint() ?? BigInt(Math.round(performance.now() * 1e6));
}

/** Keeps this thread for so long. (The main thread of a page may not sleep: there time is spent.) */
export function pause(milliseconds) {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  } catch {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  }
}

/** Where output goes that nobody asked for: the process', or the console. */
export function writeOut(stream, text) {
  const process = globalThis.process;
  if (process?.stdout?.write) (stream === 'stdout' ? process.stdout : process.stderr).write(text);
  else if (text !== '') (stream === 'stdout' ? console.log : console.error)(text.replace(/\n$/, ''));
}
