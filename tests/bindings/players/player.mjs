// player.mjs FILE: the player in JavaScript: serves the requests of tests/bindings/play_scenarios.py, a line of JSON each, by the package
// whose index.js or wasm.js FILE is.
import readline from 'node:readline';
import { pathToFileURL } from 'node:url';

const pysub = await import(pathToFileURL(process.argv[2]).href);
const sandboxes = new Map();
let shell = null;

const HOST = {
  'add(a, b)': (a, b) => a + b,
  'echo(value)': (value) => value,
  'fail(message)': (message) => {
    throw new pysub.PythonException('ValueError', message);
  },
};
const camel = (given) => Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]));
// What JSON can say of a value.
function plain(value) {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  if (Array.isArray(value)) return Array.from(value, plain);
  return value === undefined ? null : value;
}
const idOf = (text) => {
  const [session, sequence] = text.split('.');
  return (BigInt(session) << 64n) | BigInt(sequence);
};

function described(stop) {
  const said = { stop: stop.constructor.name };
  if (stop instanceof pysub.Finished) said.value = plain(stop.value);
  if (stop instanceof pysub.Raised) Object.assign(said, { type: stop.error.typeName, message: stop.error.programMessage });
  if (stop instanceof pysub.FunctionCall) Object.assign(said, { name: stop.name, args: plain([...stop.args]), kwargs: plain({ ...stop.kwargs }) });
  if (stop instanceof pysub.NameLookup) said.name = stop.name;
  if (stop instanceof pysub.OsCall) Object.assign(said, { name: stop.name, fields: plain({ ...stop.fields }) });
  if (stop instanceof pysub.Waiting) Object.assign(said, { pending: stop.pending.length, sleeps: stop.sleep !== null });
  if (stop instanceof pysub.LimitReached) said.limit = stop.limit;
  if (stop.id !== undefined) said.id = `${BigInt(stop.id) >> 64n}.${BigInt(stop.id) & 0xffffffffffffffffn}`;
  return said;
}

function run(request) {
  const output = new pysub.Output();
  const functions = Object.fromEntries(Object.entries(HOST).filter(([signature]) => request.functions?.includes(signature.split('(')[0])));
  let said;
  try {
    said = { stop: 'Finished', value: plain(pysub.runSync(request.code, { inputs: request.inputs, functions, limits: camel(request.limits), output })) };
  } catch (error) {
    if (error instanceof pysub.ProgramError) said = { stop: 'Raised', type: error.typeName, message: error.programMessage };
    else if (error instanceof pysub.LimitError) said = { stop: 'LimitReached', limit: error.limit };
    else throw error;
  }
  return { ...said, stdout: output.stdout, stderr: output.stderr };
}

const optionsOf = (request) => ({
  limits: camel(request.limits),
  permissions: camel(Object.fromEntries((request.host ?? []).map((name) => [name, 'host']))),
  names: request.names ? true : null,
  output: new pysub.Output(),
});
const printed = (sandbox) => ({ stdout: sandbox.output.stdout, stderr: sandbox.output.stderr });
const resultOf = (result) => ({ exit_code: result.exitCode, limited: result.limit !== null, stdout: result.stdout, stderr: result.stderr });

async function serveShell(op, request) {
  if (op === 'shell_create') {
    shell = new pysub.Shell({ files: request.files ?? {}, python: 'inProcess' });
  } else if (op === 'shell_load') {
    shell = pysub.Shell.load(Buffer.from(request.bytes, 'hex'), { python: 'inProcess' });
  } else if (op === 'shell_dump') {
    return { bytes: Buffer.from(shell.dump()).toString('hex') };
  } else if (op === 'shell_start') {
    shell.start(request.script);
  } else if (op === 'shell_step') {
    const result = shell.stepSync(request.fuel ?? 1000);
    return { ended: result !== null, ...(result === null ? {} : resultOf(result)) };
  } else if (op === 'shell_read') {
    return { text: shell.files.readText(request.path) };
  } else if (op === 'shell_cancel') {
    setTimeout(() => shell.cancel(), 20);
    return resultOf(await shell.run(request.script));
  } else {
    return resultOf(shell.runSync(request.script));
  }
  return {};
}

async function serve(request) {
  const { op, slot = 0 } = request;
  if (op.startsWith('shell_')) return serveShell(op, request);
  if (op === 'run') return run(request);
  if (op === 'create') {
    sandboxes.set(slot, new pysub.Sandbox(request.code, { inputs: request.inputs, functions: request.functions ?? [], ...optionsOf(request) }));
    return {};
  }
  if (op === 'load') {
    sandboxes.set(slot, pysub.Sandbox.load(Buffer.from(request.bytes, 'hex'), optionsOf(request)));
    return {};
  }
  const sandbox = sandboxes.get(slot);
  switch (op) {
    case 'step':
      sandbox.output?.clear();
      return { ...described(sandbox.runSync({ fuel: request.fuel })), ...printed(sandbox) };
    case 'cancel_step': // off this thread, or in pieces
      sandbox.output.clear();
      setTimeout(() => sandbox.cancel(), 20);
      return { ...described(await sandbox.run()), ...printed(sandbox) };
    case 'dump': return { bytes: Buffer.from(sandbox.dump()).toString('hex') };
    case 'feed': sandbox.feed(request.code); return {};
    case 'get': return { value: plain(sandbox.get(request.name)) };
    case 'set': sandbox.set(request.name, request.value); return {};
    case 'fork': {
      const fork = sandbox.fork();
      fork.output = new pysub.Output();
      sandboxes.set(request.to ?? 1, fork);
      return {};
    }
    case 'close': sandbox.close(); return {};
    case 'raise': sandbox.raise(idOf(request.id), request.type, request.message); return {};
    case 'later': sandbox.answerLater(idOf(request.id)); return {};
    case 'unknown': sandbox.answerUnknown(idOf(request.id)); return {};
    default: sandbox.answer(idOf(request.id), request.value ?? null); return {};
  }
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  let said;
  try {
    said = await serve(JSON.parse(line));
  } catch (error) {
    if (!(error instanceof pysub.PysubError || error instanceof TypeError || error instanceof RangeError)) throw error;
    said = { refused: error.message, kind: error instanceof pysub.SnapshotError ? 'snapshot' : 'state' };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
process.exit(0);
