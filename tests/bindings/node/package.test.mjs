// The tarball: made by one command, the same each time, installed into an empty project without network, and it runs there. The
// programs of docs/node.md print what stands below them; the types say what is there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { BUILD, PACKAGE, pysub } from './pysub.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = (command, args, options) => {
  const ran = spawnSync(command, args, { encoding: 'utf8', ...options });
  assert.equal(ran.status, 0, `${command} ${args.join(' ')}\n${ran.error ?? ''}${ran.stdout}${ran.stderr}`);
  return ran.stdout;
};

function directory(t) {
  const made = mkdtempSync(path.join(os.tmpdir(), 'pysub-'));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

const hasNpm = spawnSync('npm', ['--version']).status === 0;
// (No build tree: the tests are for PYSUB_PACKAGE, another module.)
const cache = existsSync(path.join(BUILD, 'CMakeCache.txt')) ? readFileSync(path.join(BUILD, 'CMakeCache.txt'), 'utf8') : '';
const noBuild = cache === '' ? 'no build tree' : false;
const isPackage = /CMAKE_POSITION_INDEPENDENT_CODE:(UNINITIALIZED|BOOL)=ON/.test(cache);

test('the tarball is installed into an empty project', { skip: !hasNpm ? 'npm is missing' : !isPackage ? 'no build tree of the preset "package"' : false }, (t) => {
  const project = directory(t);
  const made = () => readFileSync(path.resolve(run('python3', [path.join(ROOT, 'tools/package_npm'), BUILD, project], { cwd: project }).trim().replace(/^/, `${project}/`)));
  const first = made();
  assert.deepEqual(made(), first);
  const tarball = run('sh', ['-c', 'ls *.tgz'], { cwd: project }).trim();
  writeFileSync(path.join(project, 'package.json'), '{"type": "module"}\n');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: project });
  writeFileSync(path.join(project, 'job.js'), `import { run, Shell } from 'pysub';
console.log(await run('f(20) + 1', { functions: { f: async (n) => n * 2 } }), new Shell({ python: 'inProcess' }).runSync("python3 -c 'print(1)' | cat").stdout.trim());
`);
  const clean = { PATH: process.env.PATH, HOME: project };
  assert.equal(run('node', ['job.js'], { cwd: project, env: clean }), '41 1\n');
});

test('the programs of docs/node.md print what is said', { skip: noBuild }, (t) => {
  const project = directory(t);
  mkdirSync(path.join(project, 'node_modules'));
  symlinkSync(PACKAGE, path.join(project, 'node_modules/pysub'));
  const blocks = [...readFileSync(path.join(ROOT, 'docs/node.md'), 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
  let programs = 0;
  blocks.forEach(({ language, text }, i) => {
    if (language !== 'js') return;
    ++programs;
    assert.equal(blocks[i + 1].language, 'text', text);
    writeFileSync(path.join(project, `program${i}.mjs`), text);
    assert.equal(run('node', [`program${i}.mjs`], { cwd: project }), blocks[i + 1].text);
  });
  assert.ok(programs > 7, String(programs));
  // And CommonJS, as its first section says.
  writeFileSync(path.join(project, 'job.cjs'), "import('pysub').then(({ runSync }) => console.log(runSync('1 + 1')));");
  assert.equal(run('node', ['job.cjs'], { cwd: project }), '2\n');
});

test('index.d.ts names what is there', { skip: noBuild }, () => {
  const types = readFileSync(path.join(PACKAGE, 'index.d.ts'), 'utf8');
  const exported = new Set([...types.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name));
  assert.deepEqual([...exported].sort(), Object.keys(pysub).sort());
  for (const [, name, body] of types.matchAll(/^(?:export|declare) class (\w+)[^{]*\{\n([^]*?)^\}/gm)) {
    const made = pysub[name];
    if (made === undefined) continue;
    const typed = new Set([...body.matchAll(/^ {2}(?:static |readonly )*(\w+)[?:(<]/gm)].map(([, member]) => member));
    for (const member of [...Object.getOwnPropertyNames(made.prototype), ...Object.getOwnPropertyNames(made)]) {
      if (['constructor', 'prototype', 'length', 'name', 'valueOf', 'what', 'adopt', 'view', 'library', 'number', 'idle', 'use', 'useAsync'].includes(member)) continue;
      assert.ok(typed.has(member) || ['close', 'closed', 'busy'].includes(member), `${name}.${member} has no type`);
    }
    for (const [, isStatic, member] of body.matchAll(/^ {2}(static )?(\w+)\(/gm)) {
      if (member === 'constructor') continue;
      assert.equal(typeof (isStatic ? made : made.prototype)[member], 'function', `${name}.${member} is not there`);
    }
  }
});
