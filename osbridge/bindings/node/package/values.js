// Values of Python that JavaScript has no type of its own for.

/** A float, also where its number is whole: `new Float(2)` is 2.0 in Python, and 2 is an int. */
export class Float {
  constructor(value) {
    this.value = Number(value);
  }
  valueOf() {
    return this.value;
  }
}

export class Complex {
  constructor(real, imaginary) {
    this.real = Number(real);
    this.imaginary = Number(imaginary);
  }
}

/** A tuple: an array that says so. */
export class Tuple extends Array {
  static get [Symbol.species]() {
    return Array;
  }
  /** A tuple of these items (`new Tuple(3)` would be three holes). */
  static of(...items) {
    return Tuple.from(items);
  }
}

/** A named tuple: `fields` are the names of its items. */
export class NamedTuple extends Tuple {
  static make(typeName, fields, items) {
    const made = NamedTuple.from(items);
    Object.defineProperty(made, 'typeName', { value: typeName });
    Object.defineProperty(made, 'fields', { value: Object.freeze([...fields]) });
    return made;
  }
  /** The item with this name. */
  get(name) {
    return this[this.fields.indexOf(name)];
  }
}

/** A bytearray; bytes are a Uint8Array. */
export class ByteArray extends Uint8Array {
  static get [Symbol.species]() {
    return Uint8Array;
  }
}

/** A frozenset; a set is a Set. */
export class FrozenSet extends Set {}

/** A Counter, OrderedDict or defaultdict; a dict is a Map. */
export class TypedMap extends Map {
  constructor(typeName, entries) {
    super(entries);
    this.typeName = typeName;
  }
}

export class Deque {
  constructor(items, maxlen = null) {
    this.items = [...items];
    this.maxlen = maxlen;
  }
}

export class Range {
  constructor(start, stop, step = 1) {
    this.start = start;
    this.stop = stop;
    this.step = step;
  }
}

export class Slice {
  constructor(start, stop, step = null) {
    this.start = start;
    this.stop = stop;
    this.step = step;
  }
}

/** A type of Python, by its name. */
export class PythonType {
  constructor(name) {
    this.name = String(name);
  }
}

// About what repr() says. Of what contains others, and of large numbers, only that they are there: both may take for ever to print.
const LARGE = 2n ** 128n;
function shown(value) {
  switch (typeof value) {
    case 'string': return `'${value.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
    case 'number': case 'symbol': return String(value);
    case 'bigint': return -LARGE < value && value < LARGE ? String(value) : '...';
    case 'boolean': return value ? 'True' : 'False';
    default: return value === null || value === undefined ? 'None' : Array.isArray(value) ? '[...]' : '...';
  }
}

/** An exception of Python. Thrown by a function of yours, it is raised in the program as it is. */
export class PythonException extends Error {
  constructor(typeName, ...args) {
    super(args.length > 1 ? `(${args.map(shown).join(', ')})` : typeof args[0] === 'string' ? args[0] : args.map(shown).join());
    this.name = this.typeName = String(typeName);
    this.args = args;
  }
}

/** A value of the standard library: by its parts, or by its text. */
export class Typed {
  constructor(typeName, { items = [], fields = null, text = '' } = {}) {
    this.typeName = typeName;
    this.items = items;
    this.fields = fields;
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/** A function or an object of a program, which only its own sandbox takes back. */
export class Opaque {
  #number;
  constructor(kind, name, text, number) {
    this.kind = kind;
    this.name = name;
    this.text = text;
    this.#number = number;
    Object.freeze(this);
  }
  static numberOf(opaque) {
    return opaque.#number;
  }
}

/** A function of the host that a program has given back. */
export class HostFunction {
  constructor(signature, doc = '') {
    this.signature = signature;
    this.doc = doc;
  }
}

export const Ellipsis = Symbol('pysub.Ellipsis');
export const NotImplemented = Symbol('pysub.NotImplemented');
