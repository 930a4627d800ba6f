// The playground in Debian's Chromium, by mouse and by keyboard. node playground_test.mjs [--pictures] [FOLDER]
//
// FOLDER (build/wasm/npm) gets playwright-core. --pictures writes docs/wasm-playground-light.png and -dark.png. Exits with 77, and says why,
// where chromium, npm or playwright-core cannot be had.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { openSite, ROOT } from './browser.mjs';

const pictures = process.argv.includes('--pictures');
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const view = { viewport: { width: 1360, height: 820 }, colorScheme: 'light', acceptDownloads: true };
const { page, url, errors, elsewhere, check, end } = await openSite(path.join(ROOT, 'build/wasm/playground'), view, folder && path.resolve(folder));
const text = (id) => page.textContent(`#${id}`);
const state = (wanted) => page.waitForFunction((one) => document.querySelector('#state').dataset.state === one, wanted);
const write = async (code) => {
  await page.fill('#code', code);
};
const press = (keys) => page.keyboard.press(keys);

await check('it loads from static files alone', async () => {
  await page.goto(url);
  await state('ready');
  assert.match(await text('state'), /^pysub \d+\.\d+\.\d+: ready$/);
  assert.deepEqual(elsewhere, []);
});
await check('an example runs, and its output is shown', async () => {
  await page.click('#run');
  await state('finished');
  assert.match(await text('output'), /^9592 primes/);
  assert.match(await text('state'), /^finished · [\d,]+ steps/);
  if (pictures) await page.screenshot({ path: path.join(ROOT, 'docs/wasm-playground-light.png') });
});
await check('an error is shown at its line', async () => {
  await page.selectOption('#example', { label: 'A mistake at a line' });
  await page.waitForFunction(() => document.querySelector('#code').value.includes('mean'));
  await page.click('#run');
  await state('failed');
  assert.equal(await text('error'), 'line 2: ZeroDivisionError: division by zero');
  assert.equal(await page.textContent('#lines .wrong'), '2');
  assert.match(await text('output'), /^2\.0\nTraceback/);
});
await check('a mistake of syntax is shown before the program runs', async () => {
  await write('x = 1\nprint(x\ny = 2\n');
  await page.waitForSelector('#error:not([hidden])');
  assert.match(await text('error'), /^line 2: SyntaxError/);
});
await check('files: those of a program are in the tree, and of the shell', async () => {
  await page.selectOption('#example', { label: 'Files' });
  await page.waitForFunction(() => document.querySelector('#code').value.includes('csv'));
  await page.click('#run');
  await state('finished');
  assert.match(await text('output'), /"north": 165/);
  await page.waitForSelector('#files li[data-path="/home/user/sums.json"]');
  await page.fill('#command', 'cut -d, -f1 sales.csv | sort | uniq -c; wc -l < sums.json');
  await page.press('#command', 'Enter');
  await page.waitForFunction(() => /2 north\n\s+1 south\n4?/.test(document.querySelector('#screen').textContent));
});
await check('a file is uploaded, opened, downloaded and removed', async () => {
  await page.setInputFiles('#upload-input', { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('from outside\n') });
  const row = page.locator('#files li[data-path="/home/user/note.txt"]');
  await row.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), row.locator('button').nth(1).click()]);
  assert.equal(fs.readFileSync(await download.path(), 'utf8'), 'from outside\n');
  await row.locator('button').first().click();
  await page.waitForFunction(() => document.querySelector('#code').value === 'from outside\n');
  assert.equal(await row.getAttribute('aria-current'), 'true');
  await page.locator('#files li[data-path="/home/user/main.py"] button').first().click();
  await page.waitForFunction(() => document.querySelector('#file-name').textContent === 'main.py');
  await row.locator('button').nth(2).click();
  await row.waitFor({ state: 'detached' });
});
await check('a program that sleeps is paused, stopped and replaced at once', async () => {
  const sleeper = 'import time\ntime.sleep(3600)\n';
  await write(sleeper);
  await page.click('#run');
  await page.waitForTimeout(300);
  await page.click('#pause');
  await state('paused');
  await page.click('#run');
  await page.waitForTimeout(300);
  await page.click('#stop');
  await state('stopped');
  await write(sleeper);
  await page.click('#run');
  await page.waitForTimeout(300);
  await write('print("another")\n');
  await page.click('#run');
  await state('finished');
  assert.equal(await text('output'), 'another\n');
});
await check('pause, step by fuel, go on', async () => {
  await write('n = 0\nwhile True:\n    n += 1\n');
  await page.click('#run');
  await state('running');
  await page.click('#pause');
  await state('paused');
  const before = Number((await text('state')).match(/([\d,]+) steps/)[1].replaceAll(',', ''));
  await page.fill('#fuel', '2');
  await page.click('#step');
  await page.waitForFunction((old) => !document.querySelector('#state').textContent.includes(`${old} steps`), before.toLocaleString('en'));
  const after = Number((await text('state')).match(/([\d,]+) steps/)[1].replaceAll(',', ''));
  assert.ok(after - before >= 100 && after - before < 300, `${before} ${after}`);
  await page.fill('#fuel', '6');
  await page.click('#run');
  await state('running');
  await page.click('#stop');
  await state('stopped');
});
await check('a snapshot is saved and loaded, and a fork goes on by itself', async () => {
  await write('total = 0\nfor n in range(400_000):\n    total += n\nprint(total)\n');
  await page.fill('#fuel', '4');
  await page.click('#step');
  await state('paused');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  const saved = fs.readFileSync(await download.path());
  assert.ok(saved.length > 100);
  await page.click('#fork');
  await page.waitForSelector('#forks li');
  await page.fill('#fuel', '6');
  await page.click('#run');
  await state('finished');
  assert.equal(await text('output'), '79999800000\n');
  await page.locator('#forks li button').first().click();
  await state('paused');
  await page.click('#run');
  await state('finished');
  assert.equal(await text('output'), '79999800000\n79999800000\n');
  await page.setInputFiles('#load-input', { name: 'x.snapshot', mimeType: 'application/octet-stream', buffer: saved });
  await state('paused');
  await page.click('#run');
  await state('finished');
  assert.equal(await text('output'), '79999800000\n79999800000\n79999800000\n');
  await page.setInputFiles('#load-input', { name: 'bad', mimeType: 'application/octet-stream', buffer: Buffer.from('no snapshot') });
  await page.waitForFunction(() => /snapshot/.test(document.querySelector('#state').textContent));
});
await check('a program asks, and is answered', async () => {
  await page.selectOption('#example', { label: 'Questions' });
  await page.waitForFunction(() => document.querySelector('#code').value.includes('input('));
  await page.click('#run');
  await state('input');
  await page.keyboard.type('Ann');
  await press('Enter');
  await page.waitForFunction(() => document.querySelector('#output').textContent.includes('A number, Ann?'));
  await state('input');
  await page.keyboard.type('7');
  await press('Enter');
  await state('finished');
  assert.match(await text('output'), /7 is odd\n$/);
});
await check('limits', async () => {
  await page.selectOption('#example', { label: 'A limit' });
  await page.waitForFunction(() => document.querySelector('#code').value.includes('kept'));
  await page.click('#run');
  await state('failed');
  assert.match(await text('error'), /^line \d: .*memory/);
  await page.fill('#limits [name=steps]', '5000');
  await write('while True: pass\n');
  await page.click('#run');
  await state('failed');
  assert.match(await text("error"), /step limit/);
  await page.fill('#limits [name=steps]', '');
  for (const [name, field] of [['memory', 'memory, MB'], ['seconds', 'seconds'], ['steps', 'steps']]) {
    const before = await page.inputValue(`#limits [name=${name}]`);
    await page.fill(`#limits [name=${name}]`, '-3');
    await page.click('#run');
    await page.waitForFunction((field) => document.querySelector('#state').textContent.includes(`"${field}"`), field);
    assert.doesNotMatch(await text('state'), /memoryBytes|limits\./);
    await page.fill(`#limits [name=${name}]`, before);
  }
});
await check('what runs for long leaves the page alive, and the terminal can be interrupted', async () => {
  await page.fill('#command', 'while :; do :; done');
  await page.press('#command', 'Enter');
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => 1 + 1), 2);
  await page.press('#command', 'Control+c');
  await page.waitForFunction(() => /cancelled/.test(document.querySelector('#screen').textContent));
  await page.selectOption('#language', 'python');
  await page.fill('#command', 'x = 6 * 7; x');
  await page.press('#command', 'Enter');
  await page.waitForFunction(() => /\n42\n$/.test(document.querySelector('#screen').textContent));
  // Blocks, as python3 -i takes them: until an empty line.
  const type = async (line) => {
    await page.fill('#command', line);
    await page.press('#command', 'Enter');
  };
  const prompt = (wanted) => page.waitForFunction((wanted) => document.querySelector('#prompt').textContent === wanted, wanted);
  const shows = (end) => page.waitForFunction((end) => document.querySelector('#screen').textContent.endsWith(end), end);
  await type('for i in range(2):');
  await prompt('...');
  await page.waitForFunction(() => document.querySelector('#command').value === '    ');
  await type('    print("turn", i)');
  await prompt('...');
  await type('');
  await shows('turn 0\nturn 1\n');
  await prompt('>>>');
  await type('sum([1,');
  await prompt('...');
  await type('2])');
  await shows('\n3\n');
  await type('def twice(n):');
  await type('    return 2 * n');
  await type('');
  await prompt('>>>');
  await type('twice(21)');
  await shows('\n42\n');
  await type('1 +* 2');
  await page.waitForFunction(() => /SyntaxError: invalid syntax\n$/.test(document.querySelector('#screen').textContent));
  await type('for i in range(2):');
  await prompt('...');
  await page.press('#command', 'Control+c');
  await prompt('>>>');
  await page.selectOption('#language', 'shell');
});
await check('the keyboard is enough', async () => {
  await page.goto(url);
  await state('ready');
  await press('Tab'); // the link to the program
  await press('Enter');
  await page.evaluate(() => document.querySelector('#code').focus());
  await press('Control+a');
  await page.keyboard.type('def f(x):\nreturn x * 2\n');
  assert.equal(await page.inputValue('#code'), 'def f(x):\n    return x * 2\n    ');
  await press('Backspace');
  await press('Backspace');
  await press('Backspace');
  await press('Backspace');
  await page.keyboard.type('print(f(21))');
  await press('Control+Enter');
  await state('finished');
  assert.equal(await text('output'), '42\n');
  // Every control has a name and can be reached.
  const reached = new Set();
  await page.evaluate(() => document.body.focus());
  for (let i = 0; i < 60; ++i) {
    await press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.name || document.activeElement.textContent));
  }
  for (const id of ['example', 'run', 'step', 'theme', 'new-file', 'upload', 'seconds', 'memory', 'steps', 'fuel', 'load', 'code', 'output', 'language', 'screen', 'command']) {
    assert.ok(reached.has(id), `${id} is not reached: ${[...reached]}`);
  }
  const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input:not([hidden]), select, textarea')].filter((each) => !(each.textContent.trim() || each.getAttribute('aria-label') || each.labels?.length)).map((each) => each.id));
  assert.deepEqual(nameless, []);
});
await check('light and dark', async () => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.click('#theme');
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  await state('ready');
  assert.equal(await paper(), dark);
  await page.selectOption('#example', { label: 'A mistake at a line' });
  await page.waitForFunction(() => document.querySelector('#code').value.includes('mean'));
  await page.click('#run');
  await state('failed');
  await page.fill('#command', 'ls -l; python3 main.py 2>&1 | tail -n 1');
  await page.press('#command', 'Enter');
  await page.waitForFunction(() => /ZeroDivisionError/.test(document.querySelector('#screen').textContent));
  if (pictures) await page.screenshot({ path: path.join(ROOT, 'docs/wasm-playground-dark.png') });
});
await check('what a program prints is text', async () => {
  await write('print("<img src=x onerror=alert(1)><script>alert(2)</script>")\n');
  await page.click('#run');
  await page.waitForFunction(() => document.querySelector('#output').textContent.includes('<script>'));
  assert.equal(await page.evaluate(() => document.querySelectorAll('#output img, #output script').length), 0);
});
await check('nothing went wrong, and nothing was asked of others', async () => {
  assert.deepEqual(errors, []);
  assert.deepEqual(elsewhere, []);
});
await end();
