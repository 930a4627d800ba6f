// node snapshots.mjs [--every=N] [PYSUB]: what PYSUB (build/fast/bin/pysub) saves goes on in WebAssembly, and what that saves goes on there. Golden
// programs are saved by PYSUB after some steps, run further here, saved again and ended there: together they print what CPython printed.
// After the same steps both have the same state: `pysub snapshot diff` tells no difference but the limit of memory, which is 1 GiB here.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { goldenFiles, outcomeOf, readBlocks, splitCases } from './cases.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const every = Number(process.argv.find((argument) => argument.startsWith('--every='))?.slice(8) ?? 10);
const pysub = path.resolve(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? path.join(ROOT, 'build/fast/bin/pysub'));
const { Sandbox, Output, OutOfFuel } = await import(pathToFileURL(path.resolve(process.env.PYSUB_PACKAGE ?? path.join(ROOT, 'build/wasm/package/wasm.js'))));
const LIMITS = { seconds: null, memoryBytes: null, allocations: null, steps: null, outputBytes: null, recursionDepth: 1000 };
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pysub-snapshots-'));
const native = (...args) => {
  const ran = spawnSync(pysub, args, { cwd: folder, timeout: 60_000 });
  return { exit: ran.status, stdout: String(ran.stdout), stderr: String(ran.stderr) };
};

// Whether it stood at a stop at all.
function play(golden, name, expected) {
  fs.writeFileSync(path.join(folder, name), golden.source);
  fs.rmSync(path.join(folder, 'a'), { force: true });
  const begun = native('--clock=virtual', '--seed=0', '--no-imports', '--snapshot-at', '15', 'a', name);
  if (!fs.existsSync(path.join(folder, 'a'))) return false;
  const output = new Output();
  const sandbox = Sandbox.load(fs.readFileSync(path.join(folder, 'a')), { output, limits: LIMITS });
  if (!(sandbox.runSync({ fuel: 10 }) instanceof OutOfFuel)) return false;
  fs.writeFileSync(path.join(folder, 'b'), sandbox.dump());
  native('resume', '--no-imports', '--snapshot-at', '10', 'c', 'a');
  const differences = native('snapshot', 'diff', 'b', 'c').stdout.split('\n').filter((line) => /^[-+]/.test(line) && !/^[-+] (snapshot of|memory:)/.test(line));
  assert.deepEqual(differences, []);
  const ended = native('resume', '--no-imports', 'b');
  const errors = (begun.stderr + output.stderr + ended.stderr).replaceAll(`${folder}/`, '');
  assert.equal(outcomeOf(begun.stdout + output.stdout + ended.stdout, errors, ended.exit), expected);
  return true;
}

let programs = 0;
let played = 0;
let failed = 0;
const root = path.join(ROOT, 'tests/golden');
for (const file of goldenFiles(root)) {
  const blocks = readBlocks(fs.readFileSync(file.replace(/\.py$/, '.out'), 'utf8'));
  for (const golden of splitCases(fs.readFileSync(file, 'utf8'))) {
    // (What asks its host gets other answers from `pysub resume`.)
    if (/\b(os|posixpath|zoneinfo|module_names|csv|gzip|pathlib|tempfile|shutil|glob|sys\.stdin)\b/.test(golden.source)) continue;
    if (golden.modules.length > 0 || golden.files || golden.stdin || golden.argv.length > 0 || golden.limits.length > 0 || programs++ % every !== 0) continue;
    try {
      if (play(golden, path.basename(file), blocks.get(golden.heading))) ++played;
    } catch (error) {
      if (++failed <= 20) console.log(`FAILED ${path.relative(root, file)} ${golden.heading}: ${error.message.slice(0, 600)}`);
    }
  }
}
fs.rmSync(folder, { recursive: true });
console.log(`${played} programs went to and fro, ${failed} failed`);
process.exit(failed === 0 && played > 0 ? 0 : 1);
