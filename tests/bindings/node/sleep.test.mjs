// What JavaScript waits for in the middle of a run - the program's own sleep, promises of functions, names and os - is ended by limits,
// signals, cancel() and interrupt().
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { pysub, threads } from './pysub.mjs';

const { LimitError, ProgramError, run, runSync, Sandbox, Session, Waiting } = pysub;
const never = () => new Promise(() => {});
const HOST = { permissions: { sleep: 'host' } };
const SLEEPS = { 'time.sleep': 'import time\ntime.sleep(20)', 'asyncio.sleep': 'import asyncio\nawait asyncio.sleep(20)', pieces: 'import time\nwhile True: time.sleep(0.05)' };
// [what it came to, an error or a value; seconds]
async function timed(work) {
  const begun = performance.now();
  let came;
  try {
    came = await work();
  } catch (error) {
    came = error;
  }
  return [came, (performance.now() - begun) / 1000];
}
// (Timers of AbortSignal.timeout() keep no process alive.)
function aborted(milliseconds) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('for too long', 'TimeoutError')), milliseconds);
  return controller.signal;
}
const soon = (seconds) => assert.ok(seconds < 8, `after ${seconds} s`);

for (const [name, code] of Object.entries(SLEEPS)) {
  test(`${name}() by the machine's clock counts as running`, async () => {
    const options = { ...HOST, limits: { seconds: 0.3 } };
    const ways = { run: () => run(code, options), runSync: () => runSync(code, options), runToEnd: () => new Sandbox(code, options).runToEnd(), feed: () => new Session(options).feed(code), once: () => new pysub.Program(code).runSync({}, { ...options, output: false }) };
    for (const [way, work] of Object.entries(ways)) {
      const [error, seconds] = await timed(work);
      assert.ok(error instanceof LimitError, `${way}: ${error}`);
      assert.deepEqual([error.limit, error.message], ['duration', 'TimeoutError: time limit of 0.3 s exceeded']);
      assert.match(error.traceback, /\nTimeoutError: time limit of 0\.3 s exceeded\n$/);
      assert.ok(seconds > 0.25 && seconds < 8, `${way}: after ${seconds} s`);
    }
  });

  test(`${name}() ends by a signal, cancel() and interrupt()`, async () => {
    const [error, first] = await timed(() => run(code, { ...HOST, signal: aborted(100) }));
    assert.equal(error.name, 'TimeoutError');
    soon(first);
    for (const [how, expected] of [['cancel', /cancelled/], ['interrupt', /KeyboardInterrupt/]]) {
      for (const made of [new Sandbox(code, HOST), new Session(HOST)]) {
        setTimeout(() => made[how](), 100);
        const [error, seconds] = await timed(() => (made instanceof Session ? made.feed(code) : made.runToEnd()));
        assert.ok(error instanceof (how === 'cancel' ? LimitError : ProgramError), String(error));
        assert.match(error.message, expected);
        soon(seconds);
        if (made instanceof Session) assert.equal(await made.feed('1 + 1'), 2);
      }
    }
  });
}

test('a sleep in a session: each feed has its time anew, and one that slept too long has not happened', async () => {
  const session = new Session({ ...HOST, limits: { seconds: 0.2 } });
  await session.feed('import time\nx = 1\ndef nap(): time.sleep(0.15)');
  for (let i = 0; i < 3; ++i) await session.feed('time.sleep(0.15)');
  for (let i = 0; i < 3; ++i) await session.call(session.get('nap'));
  const [error] = await timed(() => session.feed('x = 2\ntime.sleep(20)'));
  assert.deepEqual([error.limit, error.sessionGoesOn, session.get('x')], ['duration', true, 1]);
  const fork = session.fork();
  fork.feedSync('time.sleep(0.1)');
  assert.throws(() => fork.feedSync('time.sleep(20)'), { limit: 'duration' });
});

test('limits of a sandbox count its sleeps until they are renewed, in a fork too', async () => {
  const sandbox = new Sandbox('import time\ntime.sleep(0.2)', { ...HOST, limits: { seconds: 0.3 } });
  await sandbox.runToEnd();
  const fork = sandbox.fork();
  sandbox.renew({ seconds: 0.3 });
  for (const one of [sandbox, fork]) one.feed('time.sleep(0.2)');
  assert.equal(await sandbox.runToEnd(), null);
  await assert.rejects(fork.runToEnd(), { limit: 'duration' });
  assert.equal(await run('import time\ntime.sleep(0.3)', { ...HOST, limits: { seconds: null } }), null);
});

test("os is the host's own, and so is its time; a short sleep takes its time", async () => {
  assert.equal(await run(SLEEPS['time.sleep'], { ...HOST, limits: { seconds: 0.1 }, os: () => sleep(200, null) }), null);
  const [, seconds] = await timed(() => run('import asyncio\nawait asyncio.gather(asyncio.sleep(0.2), asyncio.sleep(0.1))', HOST));
  assert.ok(seconds > 0.19 && seconds < 8, String(seconds));
  const [value, none] = await timed(() => run('import time\ntime.sleep(1000)\n7'));
  assert.equal(value, 7);
  soon(none);
});

// ---- promises

const PROMISES = {
  'a function': ['f()', { functions: { f: never } }],
  'a function in a task': ['import asyncio\nawait asyncio.gather(f(), f())', { functions: { f: never } }],
  'a function beside a timer': ['import asyncio\nawait asyncio.gather(f(), asyncio.sleep(1000))', { functions: { f: never } }],
  'a name': ['x', { names: never }],
  'an answer of os': ['import time\ntime.time()', { permissions: { clock: 'host' }, os: never }],
};
for (const [name, [code, options]] of Object.entries(PROMISES)) {
  test(`a promise of ${name} ends by a signal and cancel()`, async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    const [thrown, first] = await timed(() => run(code, { ...options, signal: controller.signal }));
    assert.equal(thrown, reason);
    soon(first);
    const stepped = new Sandbox(code, options);
    setTimeout(() => stepped.cancel(), 50);
    const [stop, second] = await timed(() => stepped.run());
    assert.equal(stop.limit, 'cancelled');
    soon(second);
    for (const how of ['signal', 'cancel']) {
      const session = new Session(options);
      const signal = how === 'signal' ? aborted(50) : undefined;
      if (how === 'cancel') setTimeout(() => session.cancel(), 50);
      const [error, seconds] = await timed(() => session.feed(code, null, { signal }));
      assert.ok(how === 'signal' ? error.name === 'TimeoutError' : error instanceof LimitError, String(error));
      soon(seconds);
      // It has not happened: the session goes on, and can be saved.
      assert.equal(await session.feed('1 + 1'), 2);
      session.dump();
    }
  });
}

test('cancel() before a promise is waited for, and a promise that comes too late', async () => {
  const answers = [];
  const functions = { f: () => new Promise((resolve) => answers.push(resolve)), stop: () => { sandbox.cancel(); return never(); } };
  const sandbox = new Sandbox('stop()', { functions });
  const [error, seconds] = await timed(() => sandbox.runToEnd());
  assert.equal(error.limit, 'cancelled');
  soon(seconds);
  const session = new Session({ functions });
  const code = 'import asyncio\nawait asyncio.gather(f())';
  await timed(() => session.feed(code, null, { signal: aborted(30) }));
  const running = session.feed(code);
  while (answers.length < 2) await sleep(1);
  answers[0]('too late');
  await sleep(20);
  answers[1]('right');
  assert.deepEqual(await running, ['right']);
});

test('a promise that is never settled holds no sandbox', { skip: globalThis.gc ? false : '--expose-gc' }, async () => {
  const forever = never();
  const made = [];
  async function once(code) {
    const sandbox = new Sandbox(code, { functions: { f: () => forever } });
    made.push(new WeakRef(sandbox));
    await timed(() => sandbox.runToEnd({ signal: aborted(20) }));
  }
  for (const code of ['f()', 'import asyncio\nawait asyncio.gather(f(), f())']) await once(code);
  for (let i = 0; i < 20 && made.some((one) => one.deref()); ++i) {
    await sleep(10);
    globalThis.gc();
  }
  assert.deepEqual(made.map((one) => one.deref()), [undefined, undefined]);
});

test('interrupt() ends tasks that wait', async () => {
  const sandbox = new Sandbox('import asyncio\ntry:\n    await asyncio.gather(f())\nexcept KeyboardInterrupt:\n    x = "caught"\nx', { functions: { f: never } });
  setTimeout(() => sandbox.interrupt(), 50);
  const [value, seconds] = await timed(() => sandbox.runToEnd());
  assert.ok(value === 'caught' || value.typeName === 'KeyboardInterrupt', String(value));
  soon(seconds);
});

test("a promise that comes early does not shorten the program's own timer", async () => {
  const f = () => sleep(20, 'f');
  const code = 'import asyncio\nasync def nap():\n    await asyncio.sleep(0.2)\n    return "nap"\nasync def main():\n    return await asyncio.gather(nap(), f(), g())\nawait main()';
  const [value, seconds] = await timed(() => run(code, { ...HOST, functions: { f, g: () => sleep(100, 'g') } }));
  assert.deepEqual(value, ['nap', 'f', 'g']);
  assert.ok(seconds > 0.19, String(seconds));
});

test('what nobody promised is waited for by nobody', async () => {
  const sandbox = new Sandbox('import asyncio\nawait asyncio.gather(f(), asyncio.sleep(1))', { functions: ['f'] });
  sandbox.answerLater(await sandbox.run());
  assert.ok((await sandbox.run()) instanceof Waiting);
  await assert.rejects(sandbox.runToEnd(), pysub.StateError);
  // The promise of a task that the program has cancelled is no more in the way of a dump.
  const other = new Sandbox('import asyncio\nasync def main():\n    try:\n        await asyncio.wait_for(f(), 0.02)\n    except TimeoutError:\n        return await g()\nawait main()', { functions: { f: never, g: null } });
  const call = await other.run();
  assert.equal(call.name, 'g');
  other.answerLater(call);
  assert.ok((await other.run()) instanceof Waiting);
  assert.ok(other.dump().length > 0);
});

test('a process ends while a program sleeps', { skip: threads ? false : 'one thread' }, async () => {
  const [error, seconds] = await timed(() => run('import time\ntime.sleep(10**9)', { ...HOST, limits: { seconds: null }, signal: aborted(100) }));
  assert.equal(error.name, 'TimeoutError');
  soon(seconds);
});
