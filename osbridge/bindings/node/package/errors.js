// What goes wrong.

export class PysubError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Not now: closed, in use, somewhere else. */
export class StateError extends PysubError {}
/** Bytes that are no snapshot, or are more than the limits allow. */
export class SnapshotError extends PysubError {}
/** Another run than was recorded. */
export class ReplayError extends PysubError {}

/** Of files: `errno` is Linux's number, `code` its name ("ENOENT"); `path`, and of two `dest`, what the call was given. */
export class FileError extends PysubError {
  constructor(message, errno, code) {
    super(message);
    this.errno = errno;
    this.code = code;
  }
}

/** The same error, of these paths. */
export function withPaths(error, path, dest) {
  if (path === undefined) return error;
  error.path = path;
  if (dest !== undefined) error.dest = dest;
  const named = [path, dest].filter((one) => one !== undefined).map((one) => `'${typeof one === 'string' ? one : new TextDecoder().decode(one)}'`);
  error.message += `: ${named.join(' -> ')}`;
  return error;
}

/** A program ended by an exception. */
export class ProgramError extends PysubError {
  constructor(raised, options) {
    const text = raised.message ? `${raised.typeName}: ${raised.message}` : raised.typeName;
    super(text, options);
    this.typeName = raised.typeName;
    this.programMessage = raised.message;
    this.traceback = raised.traceback;
    this.frames = raised.frames;
    this.args = raised.args;
  }
}
export class ProgramSyntaxError extends ProgramError {}
/** By SystemExit: `status` is what it asks for. */
export class ProgramExit extends ProgramError {
  constructor(raised, options) {
    super(raised, options);
    this.status = raised.exitStatus;
    this.exitMessage = raised.exitMessage;
  }
}

/** A run reached a limit: "memory", "duration", "allocations", "steps", "output", "cancelled". */
export class LimitError extends PysubError {
  constructor(stop) {
    super(stop.message);
    this.limit = stop.limit;
    this.traceback = stop.traceback;
    this.sessionGoesOn = stop.sessionGoesOn;
  }
}

const SYNTAX_ERRORS = new Set(['SyntaxError', 'IndentationError', 'TabError']);

export function errorOfRaised(raised, cause) {
  const options = cause === undefined ? undefined : { cause };
  if (raised.exitStatus !== null) return new ProgramExit(raised, options);
  if (SYNTAX_ERRORS.has(raised.typeName)) return new ProgramSyntaxError(raised, options);
  return new ProgramError(raised, options);
}

const FILE_ERRORS = {
  1: 'EPERM', 2: 'ENOENT', 5: 'EIO', 9: 'EBADF', 13: 'EACCES', 16: 'EBUSY', 17: 'EEXIST', 18: 'EXDEV', 20: 'ENOTDIR',
  21: 'EISDIR', 22: 'EINVAL', 26: 'ETXTBSY', 27: 'EFBIG', 28: 'ENOSPC', 30: 'EROFS', 31: 'EMLINK', 36: 'ENAMETOOLONG',
  38: 'ENOSYS', 39: 'ENOTEMPTY', 40: 'ELOOP', 95: 'ENOTSUP',
};

/** The number of Linux, of an error whose number may be another system's. */
export const numberOfCode = (code, otherwise) => Number(Object.keys(FILE_ERRORS).find((number) => FILE_ERRORS[number] === code) ?? otherwise);

const fileError = (message, number) => new FileError(message, number, FILE_ERRORS[number] ?? `E${number}`);

// A status of pysub.h as an error. (The numbers are the header's.)
export function errorOfStatus(status, number, message) {
  switch (status) {
    // (A directory that a shell cannot have has a number, too.)
    case 3: return number === 0 ? new TypeError(message) : fileError(message, number);
    case 7: case 15: return new SnapshotError(message);
    case 9: case 101: case 5: return new StateError(message);
    case 8: return new RangeError(message);
    case 10: case 11: return new ReplayError(message);
    case 100: return fileError(message, number);
    default: return new PysubError(message);
  }
}
