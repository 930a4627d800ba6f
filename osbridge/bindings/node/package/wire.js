// Requests, replies and values as bytes: the other side of wire.h.

import { Buffer } from './platform.js';
import * as values from './values.js';

const KIND = {
  none: 0, bool: 1, int: 2, bigInt: 3, float: 4, complex: 5, str: 6, bytes: 7, bytearray: 8, list: 9, tuple: 10, namedtuple: 11,
  dict: 12, set: 13, frozenset: 14, deque: 15, range: 16, slice: 17, type: 18, exception: 19, function: 20, hostFunction: 21,
  object: 22, typed: 23, ellipsis: 24, notImplemented: 25, again: 200,
};
const MOST_DEPTH = 1000;
const LEAST_INT64 = -(2n ** 63n);
const MOST_INT64 = 2n ** 63n - 1n;

// A text with lone surrogates, each as three bytes, as Python keeps them.
function encodeSurrogates(text) {
  const bytes = new Uint8Array(text.length * 3);
  let size = 0;
  for (let at = 0; at < text.length; ++at) {
    const code = text.codePointAt(at);
    if (code < 0x80) {
      bytes[size++] = code;
      continue;
    }
    if (code < 0x800) {
      bytes[size++] = 0xc0 | (code >> 6);
    } else {
      if (code < 0x10000) {
        bytes[size++] = 0xe0 | (code >> 12);
      } else {
        ++at; // of two units
        bytes[size++] = 0xf0 | (code >> 18);
        bytes[size++] = 0x80 | ((code >> 12) & 63);
      }
      bytes[size++] = 0x80 | ((code >> 6) & 63);
    }
    bytes[size++] = 0x80 | (code & 63);
  }
  return bytes.subarray(0, size);
}

// (Programs can make such texts as large as others: nothing here is done for each surrogate but this.)
function decodeSurrogates(bytes) {
  const units = new Uint16Array(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++];
    if (first < 0x80) {
      units[size++] = first;
    } else if (first < 0xe0) {
      units[size++] = ((first & 31) << 6) | (bytes[at++] & 63);
    } else if (first < 0xf0) {
      units[size++] = ((first & 15) << 12) | ((bytes[at++] & 63) << 6) | (bytes[at++] & 63);
    } else {
      const code = ((first & 7) << 18) | ((bytes[at++] & 63) << 12) | ((bytes[at++] & 63) << 6) | (bytes[at++] & 63);
      units[size++] = 0xd7c0 + (code >> 10);
      units[size++] = 0xdc00 | (code & 1023);
    }
  }
  let text = '';
  for (let from = 0; from < size; from += 8192) text += String.fromCharCode.apply(null, units.subarray(from, Math.min(from + 8192, size)));
  return text;
}

function hasSurrogates(bytes) {
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    if (bytes[at + 1] >= 0xa0) return true;
  }
  return false;
}

export class Writer {
  #bytes = Buffer.allocUnsafe(512);
  #size = 0;
  #inside = new Set();
  #ended = new Map();
  #count = 0;

  #room(bytes) {
    if (this.#size + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#size + bytes));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }
  u8(value) {
    this.#room(1);
    this.#bytes[this.#size++] = value;
    return this;
  }
  u32(value) {
    this.#room(4);
    this.#size = this.#bytes.writeUInt32LE(value, this.#size);
    return this;
  }
  u64(value) {
    this.#room(8);
    if (typeof value === 'number' && value <= 0xffffffff) {
      this.#bytes.writeUInt32LE(value, this.#size);
      this.#bytes.writeUInt32LE(0, this.#size + 4);
    } else {
      this.#bytes.writeBigUInt64LE(BigInt(value), this.#size);
    }
    this.#size += 8;
    return this;
  }
  i64(value) {
    this.#room(8);
    this.#size = this.#bytes.writeBigInt64LE(BigInt(value), this.#size);
    return this;
  }
  f64(value) {
    this.#room(8);
    this.#size = this.#bytes.writeDoubleLE(value, this.#size);
    return this;
  }
  bytes(bytes) {
    if (bytes.length > 0xffffffff) throw new RangeError('more than 4 GiB');
    this.u32(bytes.length);
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
    return this;
  }
  text(text) {
    if (text.length * 3 > 0xffffffff) throw new RangeError('more than 4 GiB');
    if (!text.isWellFormed()) return this.bytes(encodeSurrogates(text));
    const at = this.#size;
    this.u32(0);
    this.#room(text.length * 3);
    const written = this.#bytes.write(text, this.#size, 'utf8');
    this.#size += written;
    this.#bytes.writeUInt32LE(written, at);
    return this;
  }
  // What another writer has written.
  raw(bytes) {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
    return this;
  }
  // A text, or bytes as they are.
  textOrBytes(value, what) {
    if (typeof value === 'string') return this.text(value);
    if (value instanceof Uint8Array) return this.bytes(value);
    throw new TypeError(`${what} is a string or a Uint8Array`);
  }
  take() {
    return this.#bytes.subarray(0, this.#size);
  }

  // ---- values

  value(value) {
    this.#ended.clear();
    this.#inside.clear();
    this.#count = 0;
    return this.#value(value);
  }
  #value(value) {
    switch (typeof value) {
      case 'undefined': return this.u8(KIND.none);
      case 'boolean': return this.u8(KIND.bool).u8(value ? 1 : 0);
      case 'number':
        if (!Number.isSafeInteger(value) || Object.is(value, -0)) return this.u8(KIND.float).f64(value);
        return this.#safeInt(value);
      case 'bigint':
        if (value >= LEAST_INT64 && value <= MOST_INT64) return this.u8(KIND.int).i64(value);
        return this.u8(KIND.bigInt).text(`${value < 0 ? '-' : ''}0x${(value < 0 ? -value : value).toString(16)}`);
      case 'string': return this.u8(KIND.str).text(value);
      case 'symbol':
        if (value === values.Ellipsis) return this.u8(KIND.ellipsis);
        if (value === values.NotImplemented) return this.u8(KIND.notImplemented);
        throw new TypeError('a symbol cannot cross');
      case 'function': throw new TypeError(`a function cannot cross: offer it by "functions" (${value.name || 'it has no name'})`);
      default: return value === null ? this.u8(KIND.none) : this.#object(value);
    }
  }
  // (Without a BigInt in between: most of what crosses is of this kind.)
  #safeInt(value) {
    this.#room(9);
    const high = Math.floor(value / 4294967296);
    const at = this.#size;
    this.#bytes[at] = KIND.int;
    this.#bytes.writeUInt32LE(value - high * 4294967296, at + 1);
    this.#bytes.writeInt32LE(high, at + 5);
    this.#size = at + 9;
    return this;
  }
  #object(value) {
    if (value instanceof Uint8Array) {
      return this.u8(value instanceof values.ByteArray ? KIND.bytearray : KIND.bytes).bytes(value);
    }
    if (value instanceof ArrayBuffer) return this.u8(KIND.bytes).bytes(new Uint8Array(value));
    if (value instanceof values.Float) return this.u8(KIND.float).f64(value.value);
    if (value instanceof values.Complex) return this.u8(KIND.complex).f64(value.real).f64(value.imaginary);
    if (value instanceof values.PythonType) return this.u8(KIND.type).text(value.name);
    if (value instanceof values.HostFunction) return this.u8(KIND.hostFunction).text(value.signature).text(value.doc);
    if (value instanceof values.Opaque) {
      return this.u8(value.kind === 'function' ? KIND.function : KIND.object).u32(values.Opaque.numberOf(value));
    }
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return this.#value(value.valueOf());
    const again = this.#ended.get(value);
    if (again !== undefined) return this.u8(KIND.again).u32(again);
    if (this.#inside.has(value)) throw new TypeError('the value contains itself');
    if (this.#inside.size === MOST_DEPTH) throw new TypeError('the value is nested more than 1,000 deep');
    this.#inside.add(value);
    this.#container(value);
    this.#inside.delete(value);
    this.#ended.set(value, this.#count++);
    return this;
  }
  #parts(kind, items, { name = '', text = '', fields = null } = {}) {
    this.u8(kind).text(name).text(text).u8(fields ? 1 : 0).u32(items.length);
    for (let i = 0; i < items.length; ++i) {
      if (fields) this.text(fields[i]);
      this.#value(items[i]);
    }
  }
  #container(value) {
    if (Array.isArray(value)) {
      if (value instanceof values.NamedTuple) return this.#parts(KIND.namedtuple, value, { name: value.typeName, fields: value.fields });
      return this.#parts(value instanceof values.Tuple ? KIND.tuple : KIND.list, value);
    }
    if (value instanceof Map) {
      return this.#parts(KIND.dict, [...value].flat(1), { name: value instanceof values.TypedMap ? value.typeName : '' });
    }
    if (value instanceof Set) return this.#parts(value instanceof values.FrozenSet ? KIND.frozenset : KIND.set, [...value]);
    if (value instanceof Date) return this.#date(value);
    if (value instanceof values.Deque) return this.#parts(KIND.deque, [value.maxlen, ...value.items]);
    if (value instanceof values.Range) return this.#parts(KIND.range, [value.start, value.stop, value.step]);
    if (value instanceof values.Slice) return this.#parts(KIND.slice, [value.start, value.stop, value.step]);
    if (value instanceof values.PythonException) return this.#parts(KIND.exception, value.args, { name: value.typeName });
    if (value instanceof values.Typed) {
      const { typeName, items, fields, text } = value;
      return this.#parts(KIND.typed, items, { name: typeName, fields, text: items.length === 0 ? text : '' });
    }
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      throw new TypeError(`an object of ${prototype.constructor?.name || 'a class'} cannot cross: make it a plain object, a Map or an array`);
    }
    return this.#parts(KIND.dict, Object.entries(value).flat(1));
  }
  #date(value) {
    if (Number.isNaN(value.getTime())) throw new TypeError('an invalid Date cannot cross');
    this.#parts(KIND.typed, [], { name: 'datetime.datetime', text: value.toISOString().replace('Z', '+00:00') });
  }
}

// How values come out: `integers` "bigint" makes each int a BigInt, `dicts` "object" each dict an object.
export const CHOICES = { integers: 'auto', dicts: 'map' };

export class Reader {
  #bytes;
  #at = 0;
  #ended = [];
  #choices;
  #keep;
  constructor(bytes, choices = CHOICES, keep = () => {}) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#choices = choices;
    this.#keep = keep;
  }
  u8() {
    return this.#bytes[this.#at++];
  }
  u32() {
    const value = this.#bytes.readUInt32LE(this.#at);
    this.#at += 4;
    return value;
  }
  i32() {
    return this.u32() | 0;
  }
  u64() {
    const value = this.#bytes.readBigUInt64LE(this.#at);
    this.#at += 8;
    return value;
  }
  i64() {
    const value = this.#bytes.readBigInt64LE(this.#at);
    this.#at += 8;
    return value;
  }
  f64() {
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }
  // (A view: who keeps it copies it.)
  bytes() {
    const size = this.u32();
    const bytes = this.#bytes.subarray(this.#at, this.#at + size);
    this.#at += size;
    return bytes;
  }
  copy(Type = Uint8Array) {
    return new Type(this.bytes());
  }
  text() {
    const size = this.u32();
    const from = this.#at;
    this.#at += size;
    if (size === 0) return '';
    const bytes = this.#bytes.subarray(from, this.#at);
    return hasSurrogates(bytes) ? decodeSurrogates(bytes) : bytes.utf8Slice(0, size);
  }
  list(read) {
    return Array.from({ length: this.u32() }, read);
  }

  // ---- values

  value() {
    this.#ended = [];
    return this.#value();
  }
  // A value, or what stands for one that cannot cross.
  valueOr(instead) {
    return this.u8() === 1 ? this.value() : instead(this.text());
  }
  #int() {
    if (this.#choices.integers !== 'bigint') {
      const value = this.#bytes.readInt32LE(this.#at + 4) * 4294967296 + this.#bytes.readUInt32LE(this.#at);
      if (Number.isSafeInteger(value)) {
        this.#at += 8;
        return value;
      }
    }
    return this.i64();
  }
  #value() {
    const kind = this.u8();
    switch (kind) {
      case KIND.none: return null;
      case KIND.bool: return this.u8() === 1;
      case KIND.int: return this.#int();
      case KIND.bigInt: {
        const digits = this.text();
        return digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
      }
      case KIND.float: return this.f64();
      case KIND.complex: return new values.Complex(this.f64(), this.f64());
      case KIND.str: return this.text();
      case KIND.bytes: return this.copy();
      case KIND.bytearray: return this.copy(values.ByteArray);
      case KIND.ellipsis: return values.Ellipsis;
      case KIND.notImplemented: return values.NotImplemented;
      case KIND.type: return new values.PythonType(this.text());
      case KIND.hostFunction: return new values.HostFunction(this.text(), this.text());
      case KIND.function:
      case KIND.object: {
        const number = this.u32();
        const name = this.text();
        const opaque = new values.Opaque(kind === KIND.function ? 'function' : 'object', name, this.text(), number);
        this.#keep(opaque, number);
        return opaque;
      }
      case KIND.again: return this.#ended[this.u32()];
      default: {
        const made = this.#parts(kind);
        this.#ended.push(made);
        return made;
      }
    }
  }
  #parts(kind) {
    const name = this.text();
    const text = this.text();
    const hasFields = this.u8() === 1;
    const count = this.u32();
    const items = kind === KIND.tuple ? new values.Tuple() : [];
    const fields = hasFields ? [] : null;
    for (let i = 0; i < count; ++i) {
      if (hasFields) fields.push(this.text());
      items.push(this.#value());
    }
    switch (kind) {
      case KIND.list:
      case KIND.tuple: return items;
      case KIND.namedtuple: return values.NamedTuple.make(name, fields ?? [], items);
      case KIND.dict: return this.#dict(name, items);
      case KIND.set: return new Set(items);
      case KIND.frozenset: return new values.FrozenSet(items);
      case KIND.deque: return new values.Deque(items.slice(1), items[0]);
      case KIND.range: return new values.Range(...items);
      case KIND.slice: return new values.Slice(...items);
      case KIND.exception: return new values.PythonException(name, ...items);
      case KIND.typed: return new values.Typed(name, { items, fields, text });
      default: throw new TypeError(`pysub: a value of kind ${kind}`);
    }
  }
  #dict(name, items) {
    if (this.#choices.dicts === 'object') {
      const made = {};
      for (let i = 0; i < items.length; i += 2) {
        if (typeof items[i] !== 'string') throw new TypeError('a dict with a key that is no str cannot be an object: take dicts: "map"');
        // (A key may be "__proto__".)
        Object.defineProperty(made, items[i], { value: items[i + 1], enumerable: true, writable: true, configurable: true });
      }
      return made;
    }
    const made = name === 'dict' || name === '' ? new Map() : new values.TypedMap(name);
    for (let i = 0; i < items.length; i += 2) made.set(items[i], items[i + 1]);
    return made;
  }
}
