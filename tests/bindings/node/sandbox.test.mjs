// Sandbox and Session: stops, answers, fuel, snapshots, forks, limits, misuse.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

import { BUILD, MODULE, output, PACKAGE, pysub, threads } from './pysub.mjs';

const { Sandbox, Session, Finished, FunctionCall, LimitReached, NameLookup, OsCall, OutOfFuel, Raised, StateError, SnapshotError, Waiting } = pysub;

test('each stop, and its answer', () => {
  const sandbox = new Sandbox("import time\na = ask('x', n=1)\nb = name\nc = time.time()\n[a, b, c]", { functions: ['ask'], names: true, permissions: { clock: 'host' } });
  const call = sandbox.runSync();
  assert.ok(call instanceof FunctionCall);
  assert.deepEqual([call.name, call.args, call.kwargs], ['ask', ['x'], { n: 1 }]);
  assert.equal(sandbox.runSync().id, call.id);
  sandbox.answer(call, [1]);
  const lookup = sandbox.runSync();
  assert.ok(lookup instanceof NameLookup && lookup.name === 'name');
  sandbox.answer(lookup.id, 2);
  const os = sandbox.runSync();
  assert.ok(os instanceof OsCall && os.name === 'Now' && os.fields.clock === 0);
  sandbox.answer(os, 3_000_000_000);
  const end = sandbox.runSync();
  assert.ok(end instanceof Finished);
  assert.deepEqual(end.value, [[1], 2, 3]);
  sandbox.close();
});

test('raising and unknown', () => {
  const sandbox = new Sandbox('out = []\nfor _ in range(3):\n    try:\n        f()\n    except Exception as e:\n        out.append(repr(e))\nout', { functions: ['f'] });
  sandbox.raise(sandbox.runSync(), 'ValueError', 'a');
  sandbox.raise(sandbox.runSync(), new RangeError('b'));
  sandbox.answerUnknown(sandbox.runSync());
  assert.deepEqual(sandbox.runSync().value, ["ValueError('a')", "ValueError('b')", "NameError(\"name 'f' is not defined\")"]);
});

test('a function that nobody answers is an error of the host, and the sandbox waits on', async () => {
  const code = 'try:\n    x = f(1)\nexcept NameError:\n    x = "caught"\nx';
  const refused = { name: 'StateError', message: 'the program calls f(), for which there is no callable: run() of a Sandbox gives such a call as a stop' };
  for (const functions of [['f'], { f: null }]) {
    await assert.rejects(pysub.run(code, { functions }), refused);
    assert.throws(() => pysub.runSync(code, { functions }), refused);
    const session = new Session({ functions });
    await assert.rejects(session.feed(code), refused);
    session.sandbox.answer(session.sandbox.runSync(), 5);
    assert.equal(session.sandbox.runToEndSync(), 5);
    assert.equal(await session.feed('x + 1'), 6);
  }
  const saved = new Sandbox(code, { functions: { f: () => 1 } }).dump();
  const forgotten = Sandbox.load(saved);
  await assert.rejects(forgotten.runToEnd(), refused);
  assert.throws(() => forgotten.runToEndSync(), refused);
  assert.equal(Sandbox.load(forgotten.dump(), { functions: { f: (n) => n + 1 } }).runToEndSync(), 2);
  // In a task, too; and a name that is nobody's function is the program's mistake.
  await assert.rejects(pysub.run('import asyncio\nawait asyncio.gather(f())', { functions: ['f'] }), refused);
  assert.equal(await pysub.run(code), 'caught');
});

test('fuel', async () => {
  const sandbox = new Sandbox('n = 0\nfor i in range(10000): n += i\nn');
  let slices = 0;
  let stop;
  while ((stop = slices % 2 ? sandbox.runSync({ fuel: 500 }) : await sandbox.run({ fuel: 500 })) instanceof OutOfFuel) ++slices;
  assert.ok(slices >= 3, String(slices));
  assert.equal(stop.value, 49995000);
  assert.throws(() => sandbox.runSync({ fuel: 0 }), RangeError);
  assert.throws(() => sandbox.runSync({ fuel: 1.5 }), TypeError);
});

test('tasks wait for calls that are answered later', () => {
  const sandbox = new Sandbox('import asyncio\nawait asyncio.gather(f(1), f(2))', { functions: ['f'] });
  const calls = [sandbox.runSync()];
  sandbox.answerLater(calls[0]);
  calls.push(sandbox.runSync());
  sandbox.answerLater(calls[1]);
  const waiting = sandbox.runSync();
  assert.ok(waiting instanceof Waiting);
  assert.deepEqual(waiting.pending, calls.map((call) => call.id));
  const later = Sandbox.load(sandbox.dump());
  for (const one of [sandbox, later]) {
    one.answer(calls[1], 'b');
    one.answer(calls[0], 'a');
    assert.deepEqual(one.runSync().value, ['a', 'b']);
  }
});

test('a snapshot goes on in another process, and gives equal bytes', () => {
  const sandbox = new Sandbox("print('before')\nx = [i for i in range(5)]\ny = ask('?')\nprint(x, y)\nsum(x) + y", { functions: ['ask'], output: false });
  const call = sandbox.runSync();
  const bytes = sandbox.dump();
  assert.deepEqual(sandbox.dump(), bytes);
  const script = `
    const pysub = await import(${JSON.stringify(MODULE)});
    const { readFileSync } = await import('node:fs');
    const sandbox = pysub.Sandbox.load(readFileSync(0));
    const call = sandbox.runSync();
    sandbox.answer(call, 7);
    console.log(sandbox.runSync().value);`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { input: bytes });
  assert.equal(ran.stdout.toString(), '[0, 1, 2, 3, 4] 7\n17\n', ran.stderr.toString());
  sandbox.answer(call, 7);
  assert.equal(sandbox.runSync().value, 17);
});

test('a snapshot goes from Node to Python and back', { skip: existsSync(path.join(BUILD, 'python/pysub/_pysub.abi3.so')) ? false : 'there is no package for Python in this build tree' }, () => {
  const sandbox = new Sandbox("a = ask('node')\nb = ask('python')\nc = ask('node')\n[a, b, c]", { functions: ['ask'] });
  sandbox.answer(sandbox.runSync(), 1);
  sandbox.runSync();
  const script = 'import pysub, sys\ns = pysub.Sandbox.load(sys.stdin.buffer.read())\ns.answer(s.run(), 2)\ns.run()\nsys.stdout.buffer.write(s.dump())';
  const ran = spawnSync('python3', ['-c', script], { input: sandbox.dump(), env: { ...process.env, PYTHONPATH: path.join(BUILD, 'python') } });
  assert.equal(ran.stderr.toString(), '');
  const back = Sandbox.load(ran.stdout);
  back.answer(back.runSync(), 3);
  assert.deepEqual(back.runSync().value, [1, 2, 3]);
});

test('snapshots of strangers are refused', () => {
  const bytes = new Sandbox('x = 1\nask()', { functions: ['ask'] }).dump();
  for (const hostile of [new Uint8Array(0), bytes.subarray(0, 20), bytes.subarray(0, bytes.length - 1), Buffer.from('hello')]) {
    assert.throws(() => Sandbox.load(hostile), SnapshotError);
  }
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = new Uint8Array(bytes);
    changed[at] ^= 0xff;
    try {
      Sandbox.load(changed).close();
    } catch (error) {
      assert.ok(error instanceof SnapshotError, String(error));
    }
  }
  assert.throws(() => Sandbox.load('text'), TypeError);
});

test('a seal', () => {
  const key = Buffer.from('0123456789abcdef');
  const sealed = new Sandbox('6 * 7').dump({ key });
  assert.equal(Sandbox.load(sealed, { snapshotKey: key }).runSync().value, 42);
  assert.throws(() => Sandbox.load(sealed), SnapshotError);
  assert.throws(() => Sandbox.load(sealed, { snapshotKey: Buffer.from('another key 1234') }), SnapshotError);
  assert.throws(() => new Sandbox('1').dump({ key: 'short' }), TypeError);
});

test('a fork goes its own way', () => {
  const sandbox = new Sandbox('x = []\nx.append(ask())\nx', { functions: ['ask'] });
  const call = sandbox.runSync();
  const fork = sandbox.fork();
  sandbox.answer(call, 1);
  fork.answer(call, 2);
  assert.deepEqual([sandbox.runSync().value, fork.runSync().value], [[1], [2]]);
});

test('limits end a sandbox, and usage counts', () => {
  const sandbox = new Sandbox('while True: pass', { limits: { steps: 1000 } });
  const stop = sandbox.runSync();
  assert.ok(stop instanceof LimitReached && stop.limit === 'steps');
  assert.ok(sandbox.usage().steps >= 1000);
  assert.throws(() => sandbox.dump(), StateError);
  assert.throws(() => sandbox.feed('1'), StateError);
});

test('cancel ends a run that is under way', async () => {
  const sandbox = new Sandbox('while True: pass');
  const running = sandbox.run();
  setTimeout(() => sandbox.cancel(), 20);
  assert.equal((await running).limit, 'cancelled');
  const caught = new Sandbox('try:\n    while True: pass\nexcept KeyboardInterrupt:\n    x = 1\nx');
  const other = caught.run();
  setTimeout(() => caught.interrupt(), 20);
  assert.equal((await other).value, 1);
});

test('misuse is told', async () => {
  const sandbox = new Sandbox('f()', { functions: ['f'] });
  assert.throws(() => sandbox.answer(1, 2), StateError);
  const call = sandbox.runSync();
  assert.throws(() => sandbox.answer({}, 1), TypeError);
  assert.throws(() => sandbox.answer(-1, 1), RangeError);
  assert.throws(() => sandbox.answer(call, Symbol('x')), TypeError);
  sandbox.answer(call, 1);
  assert.throws(() => sandbox.answer(call, 1), StateError);
  assert.equal(sandbox.runSync().value, 1);
  sandbox.close();
  for (const use of [() => sandbox.runSync(), () => sandbox.answer(call, 1), () => sandbox.dump(), () => sandbox.fork(), () => sandbox.cancel(), () => sandbox.usage()]) {
    assert.throws(use, /the sandbox was closed/);
  }
  await assert.rejects(async () => sandbox.run(), StateError);
  const busy = new Sandbox('while True: pass', { limits: { seconds: 0.2 } });
  const running = busy.run();
  assert.throws(() => busy.runSync(), /in use/);
  assert.throws(() => busy.close(), /in use/);
  assert.throws(() => busy.dump(), /in use/);
  await running;
  busy.close();
  let answer;
  const waits = new Sandbox('f() + 1', { functions: { f: () => new Promise((resolve) => { answer = resolve; }) } });
  const value = waits.runToEnd();
  while (answer === undefined) await new Promise((resolve) => setImmediate(resolve));
  for (const use of [() => waits.runSync(), () => waits.close(), () => waits.feed('1')]) assert.throws(use, /in use/);
  await assert.rejects(async () => waits.run(), /in use/);
  answer(41);
  assert.equal(await value, 42);
  const inside = new Sandbox('f()', { functions: { f: () => inside.dump().length } });
  assert.ok(inside.runSync().value > 0);  // between two stops it stands still
  assert.throws(() => Sandbox('1'), TypeError);
  assert.throws(() => new Sandbox('1', { inputs: 5 }), TypeError);
});

test('feeding, calling, globals', () => {
  const sandbox = new Sandbox('def add(a, b=1): return a + b\nx = 5');
  sandbox.runSync();
  sandbox.feed('x + 1');
  assert.equal(sandbox.runSync().value, 6);
  sandbox.set('x', { a: 1 });
  assert.deepEqual(sandbox.get('x'), new Map([['a', 1]]));
  const add = sandbox.get('add');
  sandbox.call(add, [40], { b: 2 });
  assert.equal(sandbox.runSync().value, 42);
  assert.throws(() => sandbox.get('nothing'), StateError);
  const other = new Sandbox('1');
  other.runSync();
  assert.throws(() => other.call(add, [1]), TypeError);
  sandbox.releaseHandles();
  assert.throws(() => sandbox.call(add, [1]), TypeError);
  sandbox.feed('raise KeyError(1)');
  assert.ok(sandbox.runSync() instanceof Raised);
  sandbox.renew({ seconds: 5 });
});

test('a session keeps what was done before a feed that reaches a limit', async () => {
  const session = new Session({ limits: { seconds: 0.2 } });
  session.feedSync('total = 0\ndef add(n):\n    global total\n    total += n\n    return total');
  assert.equal(session.feedSync('add(3)'), 3);
  assert.throws(() => session.feedSync('total = 99\nwhile True: pass'), (error) => error.limit === 'duration' && error.sessionGoesOn);
  assert.equal(session.get('total'), 3);
  const fork = session.fork();
  assert.deepEqual([session.feedSync('add(10)'), await fork.feed('add(k)', { k: 20 })], [13, 23]);
  assert.equal(session.callSync(session.get('add'), [5]), 18);
  const later = Session.load(session.dump());
  assert.equal(await later.call(later.get('add'), [1]), 19);
  assert.throws(() => session.feedSync('nobody'), pysub.ProgramError);
  session.close();
  assert.ok(session.closed);
});

test('a recording does again what was done', () => {
  const sandbox = new Sandbox("print(f())\n'end'", { functions: ['f'], output: false });
  sandbox.startRecording();
  sandbox.answer(sandbox.runSync(), 'x');
  sandbox.runSync();
  const bytes = sandbox.takeRecording();
  const seen = [];
  const replay = new pysub.Replay(bytes, { output: (stream, text) => seen.push(text) });
  assert.ok(replay.size >= 3);
  replay.step();
  assert.equal(replay.position, 1);
  assert.match(replay.describe(0), /run/);
  replay.runToEnd();
  assert.deepEqual(seen, ['x\n']);
  assert.equal(replay.sandbox.runSync().value, 'end');
  assert.throws(() => replay.step(), pysub.ReplayError);
  assert.throws(() => new pysub.Replay(new Uint8Array(9)), SnapshotError);
});

test('files are shared by sandboxes, and no part of snapshots', () => {
  const files = new pysub.Files();
  files.write('/in.csv', 'ann,3\nbob,4\n');
  pysub.runSync("rows = open('/in.csv').read().split()\nopen('/out.txt', 'w').write(str(len(rows)))", { files });
  assert.deepEqual([files.list('/'), files.readText('/out.txt')], [['in.csv', 'out.txt'], '2']);
  files.makeDirectory('/a/b', { parents: true });
  files.symlink('/in.csv', '/link');
  files.setPermissions('/out.txt', 0o600);
  const status = files.status('/out.txt');
  assert.deepEqual([status.kind, status.size, status.mode & 0o777], ['file', 1, 0o600]);
  assert.deepEqual([files.readLink('/link'), files.realPath('/link'), files.status('/link', { follow: false }).kind], ['/in.csv', '/in.csv', 'symlink']);
  assert.throws(() => files.read('/none'), (error) => error instanceof pysub.FileError && error.code === 'ENOENT' && error.errno === 2);
  assert.throws(() => files.write('/in.csv', 'x', { how: 'new' }), (error) => error.code === 'EEXIST');
  files.write('/in.csv', '!', { how: 'append' });
  assert.equal(files.readText('/in.csv'), 'ann,3\nbob,4\n!');
  assert.deepEqual(files.read('/in.csv', { offset: 4, size: 1 }), new Uint8Array([51]));
  const copy = pysub.Files.load(files.dump());
  const fork = files.fork();
  files.remove('/in.csv');
  assert.ok(copy.exists('/in.csv') && fork.exists('/in.csv') && !files.exists('/in.csv'));
  files.rename('/out.txt', '/moved');
  files.truncate('/moved');
  files.setTimes('/moved', new Date(1000), 5n);
  assert.deepEqual([files.status('/moved').atimeNs, files.status('/moved').mtimeNs], [1_000_000_000n, 5n]);
  assert.ok(files.usage().files >= 4);
  assert.throws(() => new pysub.Files({ maxBytes: 100 }).write('/x', 'a'.repeat(200)), (error) => error.code === 'ENOSPC');
  files.close();
  assert.throws(() => files.read('/x'), /the file system was closed/);
  assert.throws(() => pysub.runSync('1', { files }), /closed/);
});

test('a mounted directory, as an overlay and read-only', { skip: threads ? false : 'no directories of the host' }, async () => {
  const { mkdtempSync, readFileSync, writeFileSync } = await import('node:fs');
  const directory = mkdtempSync(path.join((await import('node:os')).tmpdir(), 'pysub-'));
  writeFileSync(path.join(directory, 'f'), 'host');
  const files = new pysub.Files();
  files.mount('/data', directory);
  assert.equal(pysub.runSync("open('/data/f', 'w').write('sandbox')\nopen('/data/f').read()", { files }), 'sandbox');
  assert.equal(readFileSync(path.join(directory, 'f'), 'utf8'), 'host');
  assert.deepEqual(files.mounts(), [{ path: '/data', mode: 'overlay', attached: true, bytesWritten: 7 }]);
  const other = new pysub.Files();
  other.mount('/data', directory, { mode: 'readOnly' });
  assert.throws(() => other.write('/data/f', 'x'), (error) => error.code === 'EROFS');
  assert.throws(() => other.mount('/no', '/no/such/directory'), (error) => error.code === 'ENOENT');
  assert.throws(() => other.mount('/x', directory, { mode: 'any' }), RangeError);
});

test('handles end with their blocks', async () => {
  const sandbox = new Sandbox('1');
  await sandbox[Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]();
  assert.ok(sandbox.closed);
});

test('what nobody holds any more is freed', { skip: globalThis.gc ? false : 'node runs without --expose-gc' }, async () => {
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 300; ++i) {
    new Sandbox("x = 'a' * 1_000_000").runSync();
    if (i % 20 === 0) {
      globalThis.gc();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  assert.ok(process.memoryUsage().rss - before < 150e6, String(process.memoryUsage().rss - before));
});

test('two worlds: workers have their own', async () => {
  const { Worker } = await import('node:worker_threads');
  const code = `import { parentPort } from 'node:worker_threads';
    const pysub = await import(${JSON.stringify(MODULE)});
    parentPort.postMessage(pysub.runSync('6 * 7'));
    pysub.run('while True: pass', { limits: { seconds: 30 } }).catch(() => {});`;
  for (let i = 0; i < 3; ++i) {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    assert.equal(await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject)), 42);
    await worker.terminate();
  }
});
