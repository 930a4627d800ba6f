// The native side by itself: whatever bytes it gets, it answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';

import { MODULE, PACKAGE, threads } from './pysub.mjs';

async function instance() {
  const { instantiate } = await import(new URL('./native_wasm.js', MODULE));
  return instantiate(await WebAssembly.compile(readFileSync(new URL('./pysub.wasm', MODULE))));
}
const native = threads ? createRequire(import.meta.url)(path.join(PACKAGE, 'pysub.node')) : await instance();

// Numbers that are the same each time.
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

test('requests of random bytes are answered', () => {
  const next = random(1);
  // (Not what names directories of this machine.)
  const numbers = native.operations.map((_, number) => number).filter((number) => !/mount|attach|shell\.(create|restore)/.test(native.operations[number]));
  numbers.push(native.operations.length, 0xffffffff);
  for (let i = 0; i < 20_000; ++i) {
    const request = Buffer.alloc(4 + next(80));
    for (let at = 4; at < request.length; ++at) request[at] = next(4) ? next(6) : next(256);
    request.writeUInt32LE(numbers[next(numbers.length)], 0);
    const reply = native.call(request);
    assert.ok(reply.length > 0 && reply[0] <= 1);
  }
});

test('values that are cut short or changed are answered', () => {
  const next = random(2);
  const compile = native.operations.indexOf('program.compile');
  const once = native.operations.indexOf('sandbox.once');
  const text = (said) => Buffer.concat([Buffer.from(Uint32Array.of(said.length).buffer), Buffer.from(said)]);
  const number = (value) => Buffer.from(Uint32Array.of(value).buffer);
  const program = Buffer.from(native.call(Buffer.concat([number(compile), text('repr(x)'), text(''), Buffer.alloc(3)]))).readUInt32LE(1);
  // Options of which none is given, and an input: a dict of a list, a tuple, and that list again.
  const item = (kind, name, items) => Buffer.concat([Buffer.of(kind), text(name), text(''), Buffer.of(0), number(items.length), ...items]);
  const int = Buffer.concat([Buffer.of(2), Buffer.alloc(8, 1)]);
  const str = Buffer.concat([Buffer.of(6), text('k')]);
  const value = item(12, 'dict', [str, item(9, '', [int, item(10, '', [str])]), int, Buffer.concat([Buffer.of(200), number(1)])]);
  const request = Buffer.concat([number(once), number(program), Buffer.alloc(8, 1), Buffer.alloc(7 + 4 + 8 + 4 + 1 + 4 + 1), Buffer.alloc(24 + 4), number(1), text('x'), value]);
  const whole = native.call(request);
  assert.equal(whole[0], 1, Buffer.from(whole).toString('latin1'));
  assert.match(Buffer.from(whole).toString('latin1'), /\{'k': \[/);
  for (let cut = 4; cut < request.length; ++cut) assert.equal(native.call(request.subarray(0, cut))[0], 0);
  for (let i = 0; i < 20_000; ++i) {
    const changed = Buffer.from(request);
    for (let n = next(3); n >= 0; --n) changed[16 + next(changed.length - 16)] = next(256);
    assert.ok(native.call(changed).length > 0);
  }
});

test('what is no bytes is a TypeError', () => {
  for (const wrong of [undefined, 5, 'text', new Uint16Array(4), {}]) assert.throws(() => native.call(wrong), TypeError);
  assert.throws(() => native.callAsync(5), TypeError);
  assert.equal(native.stop(4_000_000_000, false), false);
});
