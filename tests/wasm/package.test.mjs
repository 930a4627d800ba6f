// The tarball of the package over WebAssembly: the same bytes each time, with the licences of what is in it, installed into an empty
// project without network, and it runs there. The programs of docs/wasm.md print what stands below them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = path.dirname(path.resolve(process.env.PYSUB_PACKAGE ?? path.join(ROOT, 'build/wasm/package/wasm.js')));
const run = (command, args, options) => {
  const ran = spawnSync(command, args, { encoding: 'utf8', ...options });
  assert.equal(ran.status, 0, `${command} ${args.join(' ')}\n${ran.error ?? ''}${ran.stdout}${ran.stderr}`);
  return ran.stdout;
};

test('the tarball is installed into an empty project, and runs the programs of docs/wasm.md', { skip: spawnSync('npm', ['--version']).status !== 0 && 'npm is missing' }, (t) => {
  const project = mkdtempSync(path.join(os.tmpdir(), 'pysub-'));
  t.after(() => rmSync(project, { recursive: true }));
  const make = () => {
    run('python3', [path.join(ROOT, 'tools/package_npm'), '--wasm', FOLDER, project]);
    return readFileSync(path.join(project, readdirSync(project).find((name) => name.endsWith('-wasm.tgz'))));
  };
  assert.deepEqual(make(), make());
  const tarball = readdirSync(project).find((name) => name.endsWith('-wasm.tgz'));
  writeFileSync(path.join(project, 'package.json'), '{"type": "module"}\n');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: project });
  const installed = path.join(project, 'node_modules/pysub');
  for (const name of ['pysub.wasm', 'wasm.d.ts', 'LICENSE', 'NOTICE', 'THIRD_PARTY']) assert.ok(readdirSync(installed).includes(name), name);
  assert.match(readFileSync(path.join(installed, 'THIRD_PARTY'), 'utf8'), /==== wasi-libc/);

  const blocks = [...readFileSync(path.join(ROOT, 'docs/wasm.md'), 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
  const clean = { PATH: process.env.PATH, HOME: project };
  let programs = 0;
  blocks.forEach(({ language, text }, i) => {
    if (language !== 'js') return;
    ++programs;
    writeFileSync(path.join(project, `program${i}.mjs`), text);
    assert.equal(run('node', [`program${i}.mjs`], { cwd: project, env: clean }), blocks[i + 1].text);
  });
  assert.ok(programs >= 2);
  writeFileSync(path.join(project, 'job.cjs'), "import('pysub/wasm').then(({ runSync }) => console.log(runSync('1 + 1')));");
  assert.equal(run('node', ['job.cjs'], { cwd: project, env: clean }), '2\n');
});
