// Why a program stands still.

import { errorOfRaised, LimitError } from './errors.js';

export class Stop {}

export class Finished extends Stop {
  constructor(value, why) {
    super();
    this.value = value;
    // Why the value did not cross; "": it did.
    this.why = why;
  }
}

export class Raised extends Stop {
  constructor(raised, cause) {
    super();
    this.error = errorOfRaised(raised, cause);
  }
}

export class FunctionCall extends Stop {
  constructor(id, name, args, kwargs) {
    super();
    Object.assign(this, { id, name, args, kwargs });
  }
}

export class NameLookup extends Stop {
  constructor(id, name) {
    super();
    Object.assign(this, { id, name });
  }
}

export class OsCall extends Stop {
  constructor(id, name, fields) {
    super();
    Object.assign(this, { id, name, fields });
  }
}

export class Waiting extends Stop {
  constructor(pending, sleep) {
    super();
    Object.assign(this, { pending, sleep });
  }
}

export class OutOfFuel extends Stop {}

export class LimitReached extends Stop {
  constructor(limit, message, traceback, sessionGoesOn) {
    super();
    Object.assign(this, { limit, message, traceback, sessionGoesOn });
  }
  error() {
    return new LimitError(this);
  }
}

const LIMITS = ['', 'memory', 'duration', 'allocations', 'steps', 'output', 'cancelled'];
export const LIMIT_NAMES = LIMITS;

// A value that cannot cross: what uses it throws.
class Lost {
  constructor(why) {
    this.why = why;
  }
}
const lost = (why) => new Lost(why);
export const lostOf = (parts) => parts.find((part) => part instanceof Lost);

function readId(reader) {
  const session = reader.u64();
  return (session << 64n) | reader.u64();
}

function readFrame(reader) {
  return Object.freeze({
    fileName: reader.text(), function: reader.text(), sourceLine: reader.text(), line: reader.u32(), column: reader.u32(),
    endLine: reader.u32(), endColumn: reader.u32(),
  });
}

function readRaised(reader) {
  const raised = { typeName: reader.text(), message: reader.text(), traceback: reader.text() };
  const exits = reader.u8() === 1;
  const status = reader.i32();
  raised.exitStatus = exits ? status : null;
  raised.exitMessage = reader.text();
  raised.args = reader.list(() => reader.valueOr(() => null));
  raised.frames = reader.list(() => readFrame(reader));
  return raised;
}

function readPairs(reader) {
  const pairs = {};
  for (let left = reader.u32(); left > 0; --left) {
    const name = reader.text();
    Object.defineProperty(pairs, name, { value: reader.valueOr(lost), enumerable: true, writable: true, configurable: true });
  }
  return pairs;
}

function readValue(reader) {
  const why = reader.text();
  let reason = why;
  const value = reader.valueOr((said) => {
    reason = said;
    return null;
  });
  return new Finished(value, reason);
}

// What a run came back with. `cause` gives the host's exception that the program did not catch.
export function readStop(reader, causeOf) {
  const kind = reader.u8();
  switch (kind) {
    case 1: return readValue(reader);
    case 2: {
      const raised = readRaised(reader);
      return new Raised(raised, causeOf(raised));
    }
    case 3: {
      const id = readId(reader);
      const name = reader.text();
      const args = reader.list(() => reader.valueOr(lost));
      return new FunctionCall(id, name, args, readPairs(reader));
    }
    case 4: return new NameLookup(readId(reader), reader.text());
    case 5: return new OsCall(readId(reader), reader.text(), readPairs(reader));
    case 6: {
      const pending = reader.list(() => readId(reader));
      const sleeps = reader.u8() === 1;
      const ns = reader.i64();
      return new Waiting(pending, sleeps ? Number(ns) / 1e9 : null);
    }
    case 7: return new OutOfFuel();
    case 8: return new LimitReached(LIMITS[reader.u8()], reader.text(), reader.text(), reader.u8() === 1);
    default: throw new TypeError(`pysub: a stop of kind ${kind}`);
  }
}
