// Options of JavaScript as bytes. What nobody knows is a mistake.

import { UNLIMITED } from './core.js';
import { Writer } from './wire.js';

export function objectOf(options, what) {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'object') throw new TypeError(`${what}: an object of options is wanted`);
  return options;
}

export function known(given, names, what) {
  const options = objectOf(given, what);
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw new TypeError(`${what} has no '${name}': it has ${names.join(', ')}`);
  }
  return options;
}

/** A number that goes to the native side as an unsigned one. */
export function whole(value, name, most = UNLIMITED) {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) throw new TypeError(`${name} is a whole number`);
  if (value < 0 || BigInt(value) > BigInt(most)) throw new RangeError(`${name} is from 0 to ${most === UNLIMITED ? '2^64-1' : most}`);
  return value;
}

// A count, for which null (or Infinity) means that there is no limit, and undefined the default.
function count(value, name) {
  if (value === undefined) return 0;
  if (value === null || value === Infinity) return UNLIMITED;
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) throw new TypeError(`${name} is a whole number, or null for no limit`);
  if (value < 1 || BigInt(value) >= UNLIMITED) throw new RangeError(`${name} is at least 1 and below 2^64-1`);
  return value;
}

function seconds(value, name) {
  if (value === undefined) return 0;
  if (value === null || value === Infinity) return UNLIMITED;
  if (typeof value !== 'number') throw new TypeError(`${name} is a number of seconds, or null for no limit`);
  if (!(value > 0) || value > 1e9) throw new RangeError(`${name} is above 0 and at most 1e9`);
  return BigInt(Math.max(1, Math.round(value * 1e9)));
}

function numbers(writer, options, rows, what) {
  if (options === undefined || options === null) return writer.u8(0);
  known(options, rows.map(([name]) => name), what);
  writer.u8(1);
  for (const [name, read] of rows) writer.u64(read(options[name], `${what}.${name}`));
  return writer;
}

const LIMITS = [['memoryBytes', count], ['seconds', seconds], ['allocations', count], ['steps', count], ['outputBytes', count],
  ['recursionDepth', count]];
const FEED_LIMITS = [['seconds', seconds], ['allocations', count], ['steps', count], ['outputBytes', count], ['interruptAfter', seconds]];
const CONVERSION = [['maxValues', count], ['maxBytes', count], ['maxDepth', count], ['maxHandles', count]];
const SHELL_LIMITS = [['commands', count], ['loopIterations', count], ['functionDepth', count], ['substitutionDepth', count],
  ['processes', count], ['inputBytes', count], ['outputBytes', count], ['memoryBytes', count], ['steps', count], ['seconds', seconds]];
const FILE_LIMITS = [['maxBytes', count], ['maxFileBytes', count], ['maxFiles', count], ['maxDepth', count]];

export const writeLimits = (writer, limits) => numbers(writer, limits, LIMITS, 'limits');
export const writeShellLimits = (writer, limits) => numbers(writer, limits, SHELL_LIMITS, 'limits');
export const writeFileLimits = (writer, limits) => numbers(writer, limits, FILE_LIMITS, 'file limits');
export const fuelOf = (fuel) => (fuel === undefined || fuel === null || fuel === Infinity ? UNLIMITED : BigInt(count(fuel, 'fuel')));
// How long a run may take: 30 s, as pysub.h has it, where nothing is said. And a feed: as long as its run.
export const durationOf = (limits) => BigInt(seconds(limits?.seconds, 'seconds')) || 30_000_000_000n;
export const feedDurationOf = (limits) => BigInt(seconds(limits?.seconds, 'seconds')) || UNLIMITED;
export const timeoutOf = (timeout) => (timeout === undefined ? 0 : seconds(timeout, 'timeout'));

export function choice(value, names, what) {
  if (value === undefined || value === null) return 0;
  const index = names.indexOf(value);
  if (index < 0) throw new RangeError(`${what} is one of ${names.filter(Boolean).join(', ')}`);
  return index;
}

const PERMISSIONS = ['standardInput', 'clock', 'sleep', 'entropy', 'environment', 'filesRead', 'filesWrite', 'runCommand'];

function writePermissions(writer, permissions) {
  if (permissions === undefined || permissions === null) return writer.u8(0);
  known(permissions, PERMISSIONS, 'permissions');
  writer.u8(1);
  for (const name of PERMISSIONS) {
    writer.u8(choice(permissions[name], ['', 'sandbox', 'nobody', 'host'], `permissions.${name}`));
  }
  return writer;
}

export const PROGRAM_OPTIONS = ['fileName', 'result', 'echo', 'fromFile'];
export function writeProgramOptions(writer, options) {
  return writer
    .text(String(options.fileName ?? ''))
    .u8(choice(options.result, ['', 'nothing', 'lastExpression', 'lastName'], 'result'))
    .u8(options.echo ? 1 : 0)
    .u8(options.fromFile ? 1 : 0);
}

export function entriesOf(object, what) {
  if (object instanceof Map) return [...object];
  if (object === null || typeof object !== 'object') throw new TypeError(`${what} is an object or a Map`);
  return Object.entries(object);
}

export function writePairs(writer, object, what) {
  const entries = entriesOf(object, what);
  writer.u32(entries.length);
  for (const [name, value] of entries) writer.text(String(name)).textOrBytes(value, `${what}.${name}`);
  return writer;
}

export function writeTexts(writer, texts, what) {
  if (texts === undefined || texts === null) return writer.u32(0);
  if (typeof texts === 'string') throw new TypeError(`${what} is a list of strings`);
  const all = [...texts];
  writer.u32(all.length);
  for (const text of all) writer.textOrBytes(text, what);
  return writer;
}

export const unsigned = (value, name) => (value === undefined || value === null ? 0 : whole(value, name));

export const SANDBOX_OPTIONS = ['inputs', 'functions', 'limits', 'feedLimits', 'conversion', 'permissions', 'afterLimit', 'names', 'os',
  'output', 'files', 'workingDirectory', 'home', 'modulePath', 'environment', 'arguments', 'stdin', 'sessionId', 'virtualTimeNs',
  'entropySeed', 'integers', 'dicts'];
export const RESTORE_OPTIONS = ['functions', 'limits', 'replaceLimits', 'feedLimits', 'conversion', 'permissions', 'afterLimit', 'names',
  'os', 'output', 'files', 'stdin', 'snapshotKey', 'programs', 'integers', 'dicts'];

function writeInput(writer, name, value) {
  try {
    writer.value(value);
  } catch (error) {
    error.message = `input '${name}': ${error.message}`;
    throw error;
  }
}

// `signatures`: of the functions that the host offers. `files`: a number, or 0.
export function writeSandboxOptions(writer, options, files, signatures) {
  if (files === 0 && isPlain(options)) writer.raw(PLAIN);
  else writeFixedOptions(writer, options, files);
  const inputs = options.inputs === undefined || options.inputs === null ? [] : entriesOf(options.inputs, 'inputs');
  writer.u32(inputs.length + signatures.length);
  for (const [name, value] of inputs) writeInput(writer.text(String(name)), name, value);
  for (const { name, value } of signatures) writer.text(name).value(value);
  return writer;
}

function writeFixedOptions(writer, options, files) {
  writeLimits(writer, options.limits);
  numbers(writer, options.feedLimits, FEED_LIMITS, 'feedLimits');
  numbers(writer, options.conversion, CONVERSION, 'conversion');
  writePermissions(writer, options.permissions);
  writer
    .u8(choice(options.afterLimit, ['nothing', 'beforeFeed'], 'afterLimit'))
    .u8(options.names ? 1 : 0)
    .u8(options.replaceLimits ? 1 : 0)
    .u32(files)
    .text(String(options.workingDirectory ?? ''))
    .text(String(options.home ?? ''));
  writeTexts(writer, options.modulePath, 'modulePath');
  if (options.environment === undefined || options.environment === null) writer.u8(0);
  else writePairs(writer.u8(1), options.environment, 'environment');
  writeTexts(writer, options.arguments, 'arguments');
  if (options.stdin === undefined || options.stdin === null) writer.u8(0);
  else writer.u8(1).textOrBytes(options.stdin, 'stdin');
  writer
    .u64(unsigned(options.sessionId, 'sessionId'))
    .u64(unsigned(options.virtualTimeNs, 'virtualTimeNs'))
    .u64(unsigned(options.entropySeed, 'entropySeed'))
    .textOrBytes(options.snapshotKey ?? '', 'snapshotKey');
}

// Options of which the native side sees nothing but inputs and functions: what most runs have is written once.
const OF_JAVASCRIPT = new Set(['inputs', 'functions', 'output', 'os', 'integers', 'dicts']);
function isPlain(options) {
  for (const name in options) {
    if (options[name] !== undefined && !OF_JAVASCRIPT.has(name)) return false;
  }
  return true;
}
const plainWriter = new Writer();
writeFixedOptions(plainWriter, {}, 0);
const PLAIN = plainWriter.take();
