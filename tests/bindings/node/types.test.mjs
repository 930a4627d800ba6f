// The files of types, as projects use them: by tsc, also of other libraries than the newest, and with `skipLibCheck: false`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { pysub } from './pysub.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TYPES = path.join(ROOT, 'osbridge/bindings/node/package');
// PYSUB_TSC, or the one on the path.
const tsc = [process.env.PYSUB_TSC, ...process.env.PATH.split(path.delimiter).map((folder) => path.join(folder, 'tsc'))].find((file) => file && existsSync(file));

// Without a compiler: a class that others extend has no private constructor; and what can be disposed of says so.
test('classes that others extend can be extended, and what closes has both symbols', () => {
  const types = readFileSync(path.join(TYPES, 'index.d.ts'), 'utf8');
  const bodies = new Map([...types.matchAll(/^(?:export|declare) class (\w+)(?: extends (\w+))?[^{]*\{(?:\n([^]*?)^)?\}/gm)].map(([, name, base, body]) => [name, { base, body: body ?? '' }]));
  assert.ok(bodies.size > 30);
  for (const [name, { base }] of bodies) assert.doesNotMatch(bodies.get(base)?.body ?? '', /private constructor/, name);
  for (const [name, { base, body }] of bodies) {
    if (!pysub[name]?.prototype?.close) continue;
    const all = body + (bodies.get(base)?.body ?? '');
    assert.ok(all.includes('[Symbol.dispose](): void;') && all.includes('[Symbol.asyncDispose](): Promise<void>;'), name);
  }
});

for (const [name, lib, files] of [
  ['an older library', ['es2022', 'dom'], ['use.ts', 'wasm.ts']],
  ['a newer library', ['es2022', 'esnext.disposable', 'dom'], ['use.ts', 'wasm.ts', 'disposed.ts']],
  ['the newest library', ['esnext', 'dom'], ['use.ts', 'wasm.ts', 'disposed.ts']],
]) {
  test(`the types are valid with ${name}`, { skip: tsc ? false : 'tsc is missing (npm install typescript; PYSUB_TSC)' }, (t) => {
    const project = mkdtempSync(path.join(os.tmpdir(), 'pysub-'));
    t.after(() => rmSync(project, { recursive: true }));
    const paths = Object.fromEntries([['pysub', 'index'], ['pysub/wasm', 'wasm'], ['pysub/wasm/python', 'python_wasm']].map(([from, file]) => [from, [path.join(TYPES, `${file}.d.ts`)]]));
    const compilerOptions = { strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', noEmit: true, skipLibCheck: false, types: [], lib, paths };
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: files.map((file) => fileURLToPath(new URL(`types/${file}`, import.meta.url))) }));
    const ran = spawnSync(tsc, ['-p', project], { encoding: 'utf8' });
    assert.equal(ran.status, 0, `${ran.error ?? ''}${ran.stdout}${ran.stderr}`);
  });
}
