// The Worker of docs/wasm.md and its page, in Debian's Chromium: what the page shows stands below it. node worker_test.mjs [FOLDER]
//
// FOLDER (build/wasm/npm) gets playwright-core. Exits with 77, and says why, where chromium, npm or playwright-core cannot be had.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { openSite, ROOT } from './browser.mjs';

const blocks = [...fs.readFileSync(path.join(ROOT, 'docs/wasm.md'), 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
const at = blocks.findIndex(({ language }) => language === 'html');
const [worker, html, shown] = blocks.slice(at - 1, at + 2);
assert.deepEqual([worker.language, shown.language], ['javascript', 'text']);

const site = fs.mkdtempSync(path.join(os.tmpdir(), 'pysub-'));
process.on('exit', () => fs.rmSync(site, { recursive: true }));
fs.cpSync(path.join(ROOT, 'build/wasm/package'), path.join(site, 'pysub'), { recursive: true, dereference: true });
fs.writeFileSync(path.join(site, 'worker.js'), worker.text);
// (Browsers ask for an icon where a page names none.)
fs.writeFileSync(path.join(site, 'index.html'), html.text.replace('<title>', '<link rel="icon" href="data:,"><title>'));

const folder = process.argv[2];
const { page, url, errors, elsewhere, check, end } = await openSite(site, {}, folder && path.resolve(folder));
await check('a page that posts at once gets its answers, output, errors, and may stop a run', async () => {
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector('#out').textContent.endsWith('ends'));
  assert.equal(`${await page.textContent('#out')}\n`, shown.text);
});
await check('nothing went wrong, and nothing was asked of others', async () => {
  assert.deepEqual(errors, []);
  assert.deepEqual(elsewhere, []);
});
// What the page would be without the Worker's care: the reason for its first line.
await check('behind an import of the module itself, the first message is lost', async () => {
  fs.writeFileSync(path.join(site, 'worker.js'), worker.text.replace("const ready = import('./pysub/wasm.js');", "import * as pysub from './pysub/wasm.js';\nconst ready = pysub;"));
  await page.goto(url);
  await page.waitForTimeout(3000);
  assert.equal(await page.textContent('#out'), '');
});
await end();
