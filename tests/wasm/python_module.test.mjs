// The module without a shell: the same Python as the one with it.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const FOLDER = path.dirname(path.resolve(process.env.PYSUB_PACKAGE ?? path.join(ROOT, 'build/wasm/package/wasm.js')));
const load = (name) => import(pathToFileURL(path.join(FOLDER, name)));
const whole = await load('wasm.js');
const python = await load('python_wasm.js');

test('it has no shell, and everything else', async () => {
  const names = (module) => Object.keys(module).sort();
  assert.deepEqual(names(python), names(whole).filter((name) => !name.startsWith('Shell')));
  assert.equal((await python.create()).Shell, undefined);
  assert.equal(typeof (await whole.create()).Shell, 'function');
  // And so says its file of types.
  const types = readFileSync(path.join(FOLDER, 'python_wasm.d.ts'), 'utf8');
  const exported = [...types.matchAll(/^export \{([^}]*)\}/gm)].flatMap((found) => found[1].split(',')).map((name) => name.trim()).filter(Boolean);
  assert.deepEqual([...exported, 'create'].sort(), names(python));
});

test('it is much smaller', () => {
  const size = (name) => statSync(path.join(FOLDER, name)).size;
  assert.ok(size('pysub-python.wasm') < size('pysub.wasm') * 0.6);
});

test('files, imports and replays work', () => {
  const files = new python.Files();
  files.write('/a.txt', 'hello');
  assert.equal(python.runSync("open('/a.txt').read()", { files }), 'hello');
  assert.deepEqual(python.runSync("import json, re; json.loads('[1]') + re.findall('a', 'aba')"), [1, 'a', 'a']);
  python.selfTest();
});

// What was begun in the one module is ended in the other one.
test('snapshots go to and fro', () => {
  const code = 'total = 0\nfor n in range(1000):\n    total += n\ntotal';
  for (const [from, to] of [[python, whole], [whole, python]]) {
    const sandbox = new from.Sandbox(code);
    assert.ok(sandbox.runSync({ fuel: 100 }) instanceof from.OutOfFuel);
    assert.equal(to.Sandbox.load(sandbox.dump()).runSync().value, 499500);
  }
});

// The table by which names are found is made by the first search.
test('each name of a character is found', () => {
  const code = `
import unicodedata
from sys import maxunicode
wrong = []
count = 0
for n in range(maxunicode + 1):
    c = chr(n)
    name = unicodedata.name(c, '')
    if name:
        count += 1
        if unicodedata.lookup(name) != c:
            wrong.append(n)
for name in ['GREEK SMALL LETTER ALPHA WITHOUT', 'X', '']:
    try:
        unicodedata.lookup(name)
        wrong.append(name)
    except KeyError:
        pass
[wrong, count > 140000, unicodedata.lookup('NUL'), unicodedata.lookup('LATIN CAPITAL LETTER A WITH MACRON AND GRAVE'), '\\N{SNOWMAN}']`;
  assert.deepEqual(python.runSync(code, { limits: { allocations: null, seconds: null } }), [[], true, '\0', '\u0100\u0300', '\u2603']);
});

// What copies and compares has a way of its own for each size (cmake/wasm/linux/memory.cc).
test('bytes of each size are copied, compared and found', () => {
  const code = `
pattern = bytes(n * 7 % 251 + 1 for n in range(300))
wrong = []
for size in range(140):
    for at in range(0, 20):
        piece = pattern[at:at + size]
        if list(piece) != [n * 7 % 251 + 1 for n in range(at, at + size)]:
            wrong.append(('slice', size, at))
        moved = bytearray(pattern)
        moved[at + 3:at + 3 + size] = moved[at:at + size]
        if bytes(moved) != pattern[:at + 3] + piece + pattern[at + 3 + size:]:
            wrong.append(('move', size, at))
        if piece != bytes(bytearray(piece)) or (size and piece[:-1] + bytes([piece[-1] - 1]) >= piece) or (size and bytes([piece[0] ^ 255]) + piece[1:] == piece):
            wrong.append(('compare', size, at))
        zeros = bytes(at) + b'\\1' + bytes(size)
        if zeros.find(b'\\1') != at or zeros.find(b'\\2') != -1 or len(zeros) != at + 1 + size:
            wrong.append(('find', size, at))
wrong`;
  assert.deepEqual(python.runSync(code), []);
});

// Numbers with many digits are printed by cmake/wasm/linux/float_text.cc.
test('floats are printed with as many digits as are wanted', () => {
  const code = `
from fractions import Fraction
wrong = []
def digits(x, places):
    whole, rest = divmod(abs(Fraction(x)) * 10**places, 1)
    if rest > Fraction(1, 2) or rest == Fraction(1, 2) and whole % 2:
        whole += 1
    text = str(whole).rjust(places + 1, '0')
    return ('-' if x < 0 else '') + (text[:-places] + '.' + text[-places:] if places else text)
for x in [0.1, 2.5, 3.5, 1e22, 1e23, 5e-324, 1.7976931348623157e308, -123456.789, 2.0**70, 1 / 3, 9.999999999999999e15, 0.5, 0.000125]:
    for places in [0, 1, 2, 3, 10, 16, 17, 30, 100, 400, 1080]:
        if f'{x:.{places}f}' != digits(x, places):
            wrong.append((x, places))
        mantissa, exponent = f'{x:.{places}e}'.split('e')
        if Fraction(mantissa) * Fraction(10) ** int(exponent) != Fraction(f'{x:.{places + 1}g}') or len(exponent) < 3:
            wrong.append((x, places, 'e'))
[wrong, f'{1e23:.0f}', f'{5e-324:.3e}', f'{2.5:.0f}', f'{0.1:.55f}']`;
  const tenth = '0.1000000000000000055511151231257827021181583404541015625';
  assert.deepEqual(python.runSync(code, { limits: { seconds: null, allocations: null } }), [[], '99999999999999991611392', '4.941e-324', '2', tenth]);
});
