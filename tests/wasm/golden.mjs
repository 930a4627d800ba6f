// Plays golden programs by the package of WebAssembly, as golden_sandbox does by the public API of C++, and compares with what CPython
// printed. --slices: in pieces of fuel, saved and loaded between them. --every=N: one case of N. What needs a module that is a file of the
// program's own gets it from a tree in memory.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { goldenFiles, outcomeOf, readBlocks, splitCases } from './cases.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const slices = options.includes('--slices');
const every = Number(options.find((option) => option.startsWith('--every='))?.slice(8) ?? 1);
const packageFile = process.env.PYSUB_PACKAGE ?? path.join(ROOT, 'build/wasm/package/wasm.js');
const { create } = await import(pathToFileURL(path.resolve(packageFile)));
let pysub = await create();

const NONE = { seconds: null, memoryBytes: null, allocations: null, steps: null, outputBytes: null, recursionDepth: 1000 };
// (Native natives differ by what the machine's addresses are: sizes of objects, sys.maxsize of 64 bits are the same here.)
function play(golden, name) {
  const files = new pysub.Files();
  files.setCaller({ uid: 0, gid: 0 });
  files.makeDirectory('/tmp', { permissions: 0o777 });
  files.setPermissions('/tmp', 0o1777);
  files.setPermissions('/', 0o777);
  for (const [module, text] of golden.modules) {
    const place = `/modules/${module}`;
    const folder = place.slice(0, place.lastIndexOf('/'));
    if (!files.exists(folder)) files.makeDirectory(folder, { parents: true });
    files.write(place, text);
  }
  if (golden.modules.length > 0) {
    const all = (at) => files.entries(at).forEach(([entry, kind]) => {
      files.setPermissions(`${at}/${entry}`, 0o777);
      if (kind === 'directory') all(`${at}/${entry}`);
    });
    files.setPermissions('/modules', 0o777);
    all('/modules');
  }
  files.setCaller({});
  const limits = { ...NONE };
  for (const limit of golden.limits) {
    const [what, value] = limit.split('=');
    if (what === 'memory') limits.memoryBytes = parseInt(value, 10) * 2 ** 20;
    else if (what === 'recursion') limits.recursionDepth = Number(value);
  }
  const output = new pysub.Output();
  const given = { limits, output, files, stdin: golden.stdin, arguments: [name, ...golden.argv] };
  if (golden.modules.length > 0) Object.assign(given, { modulePath: ['/', '/modules'], environment: { PYTHONPATH: '/modules' } });
  const program = new pysub.Program(golden.source, { fileName: name, result: 'nothing', fromFile: true });
  let sandbox = new pysub.Sandbox(program, given);
  let stop = sandbox.runSync(slices ? { fuel: 100 } : {});
  for (let slice = 1; stop instanceof pysub.OutOfFuel; ++slice) {
    if (slice < 20) {
      const saved = sandbox.dump();
      const next = pysub.Sandbox.load(saved, { output, files, stdin: golden.stdin, limits: NONE });
      sandbox.close();
      sandbox = next;
    }
    stop = sandbox.runSync({ fuel: slice < 20 ? 100 * slice : 10_000_000 });
  }
  let exit = 0;
  if (stop instanceof pysub.LimitReached) {
    output.write('stderr', stop.traceback);
    exit = 1;
  } else if (stop instanceof pysub.Raised) {
    const { error } = stop;
    if (error.status === undefined) {
      output.write('stderr', error.traceback);
      exit = 1;
    } else {
      if (error.exitMessage) output.write('stderr', `${error.exitMessage}\n`);
      exit = error.status & 255;
    }
  } else if (!(stop instanceof pysub.Finished)) {
    output.write('stderr', `nobody answers ${stop.constructor.name}\n`);
    exit = 2;
  }
  sandbox.close();
  program.close();
  files.close();
  return outcomeOf(output.stdout, output.stderr, exit);
}
for (const name of ['Output', 'OutOfFuel', 'LimitReached', 'Raised', 'Finished']) {
  if (pysub[name] === undefined) pysub[name] = (await import(pathToFileURL(path.resolve(packageFile))))[name];
}
const classes = Object.fromEntries(['Output', 'OutOfFuel', 'LimitReached', 'Raised', 'Finished'].map((name) => [name, pysub[name]]));

let passed = 0;
let number = 0;
const failed = [];
const root = path.join(ROOT, 'tests/golden');
const started = performance.now();
for (const file of goldenFiles(root)) {
  const name = path.basename(file);
  const blocks = readBlocks(fs.readFileSync(file.replace(/\.py$/, '.out'), 'utf8'));
  for (const golden of splitCases(fs.readFileSync(file, 'utf8'))) {
    const title = `${path.relative(root, file)} ${golden.heading}`;
    if (!filters.every((filter) => title.includes(filter)) || number++ % every !== 0) continue;
    let outcome;
    try {
      outcome = play(golden, name);
    } catch (error) {
      outcome = `(${error.stack})\n`;
      pysub = Object.assign(await create(), classes);
    }
    if (outcome === blocks.get(golden.heading)) ++passed;
    else failed.push({ title, outcome, expected: blocks.get(golden.heading) });
  }
}
for (const { title, outcome, expected } of failed.slice(0, 40)) {
  console.log(`FAILED ${title}`);
  const [got, wanted] = [outcome, expected ?? ''].map((text) => text.split('\n'));
  const at = got.findIndex((line, i) => line !== wanted[i]);
  console.log(`    got      ${got.slice(at, at + 3).join('\n             ')}\n    expected ${wanted.slice(at, at + 3).join('\n             ')}`);
}
if (failed.length > 40) console.log(`(${failed.length - 40} more) ${failed.slice(40, 200).map(({ title }) => title).join('\n    ')}`);
console.log(`${passed} passed, ${failed.length} failed, ${((performance.now() - started) / 1000).toFixed(1)} s${slices ? ', in slices' : ''}`);
process.exit(failed.length === 0 ? 0 : 1);
