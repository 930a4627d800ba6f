// Debian's Chromium over a folder of static files, for the tests of pages. What cannot be had ends the test with 77, and says why.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const CHROMIUM = '/usr/bin/chromium';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.md': 'text/plain' };

function skip(why) {
  console.log('skipped:', why);
  process.exit(77);
}

// `folder` (build/wasm/npm) gets playwright-core.
async function playwright(folder) {
  if (!fs.existsSync(CHROMIUM)) skip('no chromium (apt-get install chromium)');
  const library = path.join(folder, 'node_modules/playwright-core/index.mjs');
  if (!fs.existsSync(library)) {
    fs.mkdirSync(folder, { recursive: true });
    const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, 'playwright-core@1.64.1'], { encoding: 'utf8', timeout: 200_000 });
    if (done.status !== 0) skip(`npm cannot install playwright-core: ${(done.stderr ?? '').slice(-300)}`);
  }
  return import(pathToFileURL(library));
}

// Files as they lie there, below a folder of the site, without a header that only this server would have.
async function serve(site) {
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname.replace(/^\/demo/, '');
    const file = path.join(site, name.endsWith('/') ? `${name}index.html` : name);
    if (!file.startsWith(site) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}/demo/` };
}

/** A page of that site, what went wrong in it, what it asked of others; and check(name, work), end(). */
export async function openSite(site, options = {}, folder = path.join(ROOT, 'build/wasm/npm')) {
  const { chromium } = await playwright(folder);
  const { server, url } = await serve(site);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(20_000);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const elsewhere = [];
  page.on('request', (request) => request.url().startsWith(url) || request.url().startsWith('blob:') || request.url().startsWith('data:') || elsewhere.push(request.url()));
  let passed = 0;
  let failed = 0;
  async function check(name, work) {
    try {
      await work();
      ++passed;
    } catch (error) {
      ++failed;
      console.log(`FAILED ${name}: ${error.stack}`);
    }
  }
  async function end() {
    await browser.close();
    server.close();
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed === 0 ? 0 : 1);
  }
  return { page, url, errors, elsewhere, check, end };
}
