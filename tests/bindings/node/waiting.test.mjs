// Shells that wait: for promises of the host's functions, and for the clock. No thread is held meanwhile, and whatever ends a script
// ends it at once.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { MODULE, pysub, threads } from './pysub.mjs';

const { Shell } = pysub;
const MANY = 8;  // more than libuv has threads
const never = () => new Promise(() => {});
const slow = (milliseconds, answer) => async () => {
  await sleep(milliseconds);
  return answer;
};

// Whether it comes soon, also on a busy machine; and what it gives.
async function soon(promise, milliseconds = 3000) {
  const begun = performance.now();
  const late = Symbol('late');
  const came = await Promise.race([promise, sleep(milliseconds, late, { ref: false })]);
  assert.notEqual(came, late, `nothing came within ${milliseconds} ms`);
  return [came, performance.now() - begun];
}

test('many shells wait at once', async () => {
  const commands = { mycat: async () => readFile('/etc/hostname', 'utf8'), nap: slow(100, 'n\n') };
  const expected = await readFile('/etc/hostname', 'utf8');
  const shells = Array.from({ length: MANY }, () => new Shell({ commands }));
  const [results] = await soon(Promise.all(shells.map((shell) => shell.run('mycat x'))));
  for (const result of results) assert.deepEqual([result.stdout, result.exitCode], [expected, 0]);
  const asking = Array.from({ length: MANY }, () => new Shell({
    beforeCommand: async (argv) => (await readFile('/etc/hostname', 'utf8')) && argv[0] !== 'rm',
    afterCommand: async () => readFile('/etc/hostname', 'utf8'),
  }));
  const [asked] = await soon(Promise.all(asking.map((shell) => shell.run('echo a; rm x 2>/dev/null; seq 2 | cat; echo $?'))));
  for (const result of asked) assert.equal(result.stdout, 'a\n1\n2\n0\n');
  // Side by side, not one after the other.
  const [, took] = await soon(Promise.all(shells.map((shell) => shell.run('nap; nap'))));
  assert.ok(took >= 190 && took < 1200, `${took} ms`);
});

test('shells that sleep hold no thread', async () => {
  const shells = Array.from({ length: MANY }, () => new Shell());
  const sleeping = shells.map((shell) => shell.run('sleep 0.5; echo up'));
  const [hostname, took] = await soon(readFile('/etc/hostname', 'utf8'));
  assert.ok(hostname.length > 0 && took < 400, `${took} ms`);
  const [results, all] = await soon(Promise.all(sleeping));
  assert.ok(results.every((result) => result.stdout === 'up\n') && all < 1200, `${all} ms`);
  assert.ok(results[0].seconds >= 0.45, `${results[0].seconds} s`);
});

test('what never settles ends by time, a signal, cancel()', async () => {
  for (const options of [{ commands: { never } }, { beforeCommand: never, commands: { never: () => 0 } }, { afterCommand: never, commands: { never: () => 0 } }]) {
    const shell = new Shell(options);
    const [timed, took] = await soon(shell.run('never', { timeout: 0.2 }));
    assert.deepEqual([timed.exitCode, timed.limit], [124, 'duration']);
    assert.ok(took >= 190 && timed.seconds >= 0.19, `${took} ms, ${timed.seconds} s`);
    const aborted = assert.rejects(shell.run('never; echo not', { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
    await soon(aborted);
    const running = shell.run('never');
    await sleep(30);
    shell.cancel();
    const [cancelled, since] = await soon(running);
    assert.deepEqual([cancelled.exitCode, cancelled.limit], [130, 'cancelled']);
    assert.ok(since < 200, `${since} ms`);
  }
  const shell = new Shell({ commands: { never } });
  assert.equal((await soon(shell.run('timeout 0.05 never; echo $?')))[0].stdout, '124\n');
  assert.equal((await soon(shell.run('never & sleep 0.02; kill $!; wait $!; echo $?')))[0].stdout, '143\n');
  assert.equal((await soon(shell.run('echo on')))[0].stdout, 'on\n');
});

test('time passes for a promise, and not for a function', async () => {
  const busy = () => {
    const begun = performance.now();
    while (performance.now() - begun < 150);
    return 'busy\n';
  };
  const shell = new Shell({ commands: { slow: slow(1000, 'slow\n'), busy } });
  assert.equal((await soon(shell.run('slow', { timeout: 0.1 })))[0].limit, 'duration');
  assert.equal((await soon(shell.run('busy', { timeout: 0.1 })))[0].stdout, 'busy\n');
});

test('a promise that settles too late is ignored', async () => {
  const settle = [];
  const shell = new Shell({ commands: { later: () => new Promise((resolve, reject) => settle.push({ resolve, reject })) } });
  assert.equal((await soon(shell.run('later', { timeout: 0.05 })))[0].exitCode, 124);
  assert.equal((await soon(shell.run('later', { timeout: 0.05 })))[0].exitCode, 124);
  const running = shell.run('later; echo $?');
  while (settle.length < 3) await sleep(1);
  settle[0].resolve('of the first\n');
  settle[1].reject(new Error('of the second'));
  await sleep(20);
  settle[2].resolve('right\n');
  settle[2].resolve('twice\n');
  assert.equal((await soon(running))[0].stdout, 'right\n0\n');
  // Of a command that was ended within a script that goes on.
  const on = shell.run('timeout 0.05 later; later');
  while (settle.length < 5) await sleep(1);
  settle[3].resolve('of one that was killed\n');
  await sleep(20);
  settle[4].resolve('alive\n');
  assert.equal((await soon(on))[0].stdout, 'alive\n');
});

test('a promise that nobody holds makes no difference', { skip: globalThis.gc ? false : '--expose-gc' }, async () => {
  const shell = new Shell({ commands: { never } });
  const running = shell.run('never; echo $?', { timeout: 0.4 });
  for (let i = 0; i < 10; ++i) {
    await sleep(10);
    globalThis.gc();
  }
  const [result] = await soon(running);
  assert.deepEqual([result.exitCode, result.limit, result.stdout], [124, 'duration', '']);
});

test('others go on while one waits', async () => {
  const order = [];
  const commands = {
    a: async () => {
      order.push('a asked');
      await sleep(100);
      order.push('a answers');
      return 'from a\n';
    },
    b: async (args, { text }) => {
      order.push('b asked');
      await sleep(20);
      return text.toUpperCase();
    },
    mark: (args) => void order.push(args[0]),
  };
  const shell = new Shell({ commands });
  const [result] = await soon(shell.run('a > /tmp/a & echo x | b; seq 3 | b | cat; mark done; wait; cat /tmp/a'));
  assert.equal(result.stdout, 'X\n1\n2\n3\nfrom a\n');
  assert.ok(order.indexOf('done') < order.indexOf('a answers'), order.join());
  // Two in one pipeline: both are asked before either answers, and what one prints the other reads.
  const asked = [];
  let open;
  const gate = new Promise((resolve) => { open = resolve; });
  const both = async (args) => {
    asked.push(args[0]);
    if (asked.length === 2) open();
    await gate;
    return `${args[0]}\n`;
  };
  const two = new Shell({ commands: { both, ...commands } });
  assert.equal((await soon(two.run('{ both 1 & both 2; wait; } | sort | b')))[0].stdout, '1\n2\n');
  assert.equal((await soon(two.run('a | b; echo ${PIPESTATUS[*]}')))[0].stdout, 'FROM A\n0 0\n');
});

test('rejections leave run(), and the shell goes on', async () => {
  const failing = async () => {
    await sleep(5);
    throw new RangeError('broken');
  };
  for (const options of [{ commands: { fail: failing } }, { beforeCommand: failing }, { afterCommand: failing }]) {
    const shell = new Shell(options);
    await soon(assert.rejects(shell.run('fail 2>/dev/null; echo not'), { name: 'RangeError', message: 'broken' }));
  }
  const shell = new Shell({ commands: { fail: failing, odd: async () => ({}), late: async () => sleep(5, 7) } });
  await assert.rejects(shell.run('fail | cat'), /broken/);
  await assert.rejects(shell.run('odd'), TypeError);
  assert.equal((await shell.run('late; echo $?')).stdout, '7\n');
  // Step by step: the command ends with 126, and the script goes on.
  shell.start('fail; echo $?');
  await assert.rejects(shell.step(), /broken/);
  assert.equal((await soon(shell.step()))[0].stdout, '126\n');
  const thenable = new Shell({ commands: { odd: () => ({ then: (use) => use('then\n') }) } });
  assert.equal((await soon(thenable.run('odd')))[0].stdout, 'then\n');
});

test('pieces, snapshots and forks while a promise is pending', async () => {
  let calls = 0;
  let answer;
  const commands = { ask: (args, { text }) => new Promise((resolve) => { ++calls; answer = () => resolve(`${args[0]} ${text}`); }) };
  const shell = new Shell({ commands });
  shell.start('echo in | ask x; echo $?');
  assert.equal((await soon(shell.step(20_000)))[0], null);  // 20 ms
  assert.deepEqual([calls, shell.running], [1, true]);
  assert.throws(() => shell.dump(), pysub.StateError);
  assert.throws(() => shell.fork(), pysub.StateError);
  assert.throws(() => shell.stepSync(), pysub.StateError);
  const step = shell.step();
  await assert.rejects(shell.step(), pysub.StateError);
  assert.throws(() => shell.start('echo'), pysub.StateError);
  assert.throws(() => shell.close(), pysub.StateError);
  answer();
  assert.equal((await soon(step))[0].stdout, 'x in\n0\n');
  assert.equal(calls, 1);
  shell.dump();
  // Time between two steps is nobody's.
  shell.start('ask y', { timeout: 0.3 });
  assert.equal(await shell.step(10_000), null);
  await sleep(400);
  assert.equal(await shell.step(10_000), null);
  const last = shell.step();
  answer();
  assert.equal((await soon(last))[0].stdout, 'y ');
});

test('runSync() refuses asynchronous functions', () => {
  const shell = new Shell({ commands: { later: slow(1, 'x') } });
  assert.throws(() => shell.runSync('later'), /asynchronous/);
  assert.throws(() => new Shell({ beforeCommand: slow(1, true) }).runSync('echo'), /asynchronous/);
  assert.equal(shell.runSync('echo on').stdout, 'on\n');
});

test('late answers are not kept', { skip: globalThis.gc && threads ? false : '--expose-gc' }, async () => {
  const big = 'x'.repeat(1 << 20);
  const settle = [];
  const shell = new Shell({ commands: { big: () => new Promise((resolve) => settle.push(() => resolve(big))), flush: () => settle.splice(0).forEach((one) => one()) } });
  const round = 'timeout 0.002 big; flush; ';
  await soon(shell.run(round.repeat(20)));
  globalThis.gc();
  const before = process.memoryUsage().rss;
  await soon(shell.run(round.repeat(200)), 20000);
  globalThis.gc();
  const grown = (process.memoryUsage().rss - before) / (1 << 20);
  assert.ok(grown < 100, `${grown} MiB`);
});

// ---- processes and workers that end meanwhile

const BEGIN = `const { Shell } = await import(${JSON.stringify(MODULE)}); const never = () => new Promise(() => {});`;
function child(code) {
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', `${BEGIN} ${code}`], { timeout: 20000, encoding: 'utf8' });
  assert.equal(ran.error, undefined, `it hangs: ${ran.stderr}`);
  return ran;
}

test('a process ends while shells wait', () => {
  const many = `Array.from({ length: ${MANY} }, () => new Shell({ commands: { never } }).run('never'))`;
  assert.equal(child(`${many}; setTimeout(() => process.exit(3), 100)`).status, 3);
  assert.equal(child(`new Shell({ commands: { bye: () => process.exit(4) } }).run('bye; echo')`).status, 4);
  assert.equal(child(`new Shell({ beforeCommand: async () => process.exit(5) }).run('echo')`).status, 5);
  assert.equal(child(`Array.from({ length: ${MANY} }, () => new Shell().run('sleep 30')); setTimeout(() => process.exit(6), 100)`).status, 6);
  const out = child(`const shell = new Shell({ commands: { never } }); const result = await shell.run('never', { timeout: 0.1 });
    console.log(result.exitCode, process.getActiveResourcesInfo().includes('Timeout'))`);
  assert.equal(out.stdout, '124 false\n');
});

test('a worker is terminated while shells wait', { skip: threads ? false : 'one thread' }, async () => {
  const code = (then) => `(async () => { ${BEGIN} const { parentPort } = await import('node:worker_threads');
    Array.from({ length: ${MANY} }, () => new Shell({ commands: { never } }).run('never; sleep 5')); new Shell().run('sleep 30'); ${then} })()`;
  for (let round = 0; round < 3; ++round) {
    const worker = new Worker(code('setTimeout(() => parentPort.postMessage(1), 50)'), { eval: true });
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    await soon(worker.terminate());
  }
  const leaving = new Worker(code('setTimeout(() => process.exit(2), 50)'), { eval: true });
  assert.equal((await soon(new Promise((resolve) => leaving.once('exit', resolve))))[0], 2);
});
