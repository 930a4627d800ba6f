// Shell: scripts, files, commands of the host, pieces, snapshots, forks, limits, misuse.
import assert from 'node:assert/strict';
import test from 'node:test';

import { pysub } from './pysub.mjs';

const { Shell } = pysub;

test('a script gives what bash would', async () => {
  const shell = new Shell({ files: { '/data/sales.csv': 'ann,3\nbob,4\n' }, environment: { A: 'b' } });
  const result = shell.runSync('cut -d, -f2 /data/sales.csv | paste -sd+; echo $A $1; echo no >&2; exit 3', { args: ['x'] });
  assert.deepEqual([result.stdout, result.stderr, result.exitCode, result.limit], ['3+4\nb x\n', 'no\n', 3, null]);
  assert.ok(result.seconds >= 0);
  shell.runSync('v=1; cd /tmp');
  assert.deepEqual([shell.variable('v'), shell.variable('none'), shell.directory], ['1', undefined, '/tmp']);
  assert.equal((await shell.run('echo $v; cat', { stdin: 'in' })).stdout, '1\nin');
  shell.reset();
  assert.equal(shell.variable('v'), undefined);
});

test('files between scripts', () => {
  const shell = new Shell();
  shell.files.write('/tmp/f', 'text');
  assert.equal(shell.runSync('cat /tmp/f; echo more > /tmp/g').stdout, 'text');
  assert.equal(shell.files.readText('/tmp/g'), 'more\n');
  assert.throws(() => pysub.runSync('1', { files: shell.files }), /cannot be given to a sandbox/);
});

test('python3 runs in it', async () => {
  const shell = new Shell({ python: 'inProcess' });
  assert.equal(shell.runSync("echo 3 4 | python3 -c 'print(sum(map(int, input().split())))'").stdout, '7\n');
  assert.equal((await shell.run("python3 -c 'raise SystemExit(5)'")).exitCode, 5);
  assert.equal(new Shell().runSync('python3 -c 1 2>/dev/null').exitCode, 127);
});

test('commands of the host, also asynchronous ones', async () => {
  const commands = {
    greet: (args) => `hello ${args[0]}\n`,
    upper: (args, { text, directory }) => [4, text.toUpperCase(), directory],
    status: () => 7,
    nothing: () => null,
    later: async (args) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return `later ${args.join(',')}\n`;
    },
  };
  const shell = new Shell({ commands });
  const result = shell.runSync('greet ann; echo a | upper; echo $?; status; echo $?; nothing; echo $?');
  assert.deepEqual([result.stdout, result.stderr], ['hello ann\nA\n4\n7\n0\n', '/home/user']);
  assert.equal((await shell.run('later 1 2; greet bob')).stdout, 'later 1,2\nhello bob\n');
  assert.throws(() => shell.runSync('later 1'), /asynchronous/);
  assert.equal(shell.runSync('greet again').stdout, 'hello again\n');
});

test('an error of a command leaves run()', async () => {
  const shell = new Shell({ commands: { fail: () => { throw new Error('broken'); }, odd: () => ({}) } });
  assert.throws(() => shell.runSync('fail'), /broken/);
  await assert.rejects(shell.run('fail'), /broken/);
  assert.throws(() => shell.runSync('odd'), TypeError);
  assert.equal(shell.runSync('echo on').stdout, 'on\n');
});

test('what a command may not give is said with its name', async () => {
  const wrong = { yes: true, object: {}, big: 1n, half: 0.5, list: [0, {}], status: ['0'], error: [1, '', 5], date: new Date(0), bare: Object.create(null) };
  const shell = new Shell({ commands: Object.fromEntries(Object.entries(wrong).map(([name, said]) => [name, () => said])) });
  const said = { yes: 'boolean true', object: 'an object of Object', big: 'bigint 1', half: 'number 0.5', list: 'an object of Object', status: 'string 0', error: 'number 5', date: 'an object of Date', bare: 'an object of no class' };
  for (const name of Object.keys(wrong)) {
    const expected = { name: 'TypeError', message: `${name}: a command gives null, an exit status, what it prints, or [status, stdout, stderr], not ${said[name]}` };
    assert.throws(() => shell.runSync(name), expected);
    await assert.rejects(shell.run(name), expected);
  }
  assert.equal(new Shell({ commands: { none: () => [null, 'a', undefined] } }).runSync('none').stdout, 'a');
});

test('a builtin comes before a command of the same name, as in bash', () => {
  const shell = new Shell({ commands: { echo: (args) => `mine ${args}\n`, ls: () => 'mine\n' } });
  assert.equal(shell.runSync('echo a; ls; /bin/echo b; echo c | xargs echo; enable -n echo; echo d').stdout, 'a\nmine\nmine b\nmine c\nmine d\n');
});

test('a snapshot wants again what it has not, and nothing that it has', () => {
  const begun = new Shell({ files: { '/a': 'text' }, environment: { A: 'b' }, seed: 1, python: 'inProcess', commands: { mine: () => 'mine\n' } });
  begun.runSync('cd /tmp');
  const bytes = begun.dump();
  for (const options of [{ files: { '/a': 'other' } }, { environment: { A: 'c' } }, { directory: '/' }, { seed: 2 }]) {
    assert.throws(() => Shell.load(bytes, options), { name: 'TypeError', message: /^loading a shell has no '/ });
  }
  const loaded = Shell.load(bytes, { python: 'inProcess', commands: { mine: () => 'again\n' }, limits: { commands: 20 } });
  assert.equal(loaded.runSync('cat /a; echo $A; pwd; mine; python3 -c "print(1)"').stdout, 'textb\n/tmp\nagain\n1\n');
  assert.equal(loaded.runSync('while :; do :; done').limit, 'commands');
  assert.equal(Shell.load(bytes).runSync('mine; python3 -c 1').exitCode, 127);
});

test('commands are watched, and may be refused', async () => {
  const seen = [];
  const shell = new Shell({ beforeCommand: (argv) => argv[0] !== 'rm', afterCommand: (argv, status) => void seen.push([argv[0], status]) });
  assert.equal(shell.runSync('echo a; rm x 2>/dev/null; echo $?').stdout, 'a\n126\n');
  assert.deepEqual(seen[0], ['echo', 0]);
  const later = new Shell({ beforeCommand: async (argv) => argv[0] !== 'rm' });
  assert.equal((await later.run('rm x 2>/dev/null; echo $?')).stdout, '126\n');
});

test('output as it comes', async () => {
  const pieces = [];
  const shell = new Shell();
  const result = await shell.run('echo a; echo b >&2', { output: (stream, text) => pieces.push([stream, text]) });
  assert.deepEqual([pieces, result.stdout], [[['stdout', 'a\n'], ['stderr', 'b\n']], '']);
});

test('a script in pieces is saved, loaded and forked half-way', async () => {
  const script = 'for i in 1 2 3 4 5; do echo $i; for j in $(seq 20); do :; done; done; exit 4';
  const shell = new Shell();
  shell.start(script);
  assert.equal(shell.stepSync(30), null);
  assert.ok(shell.running);
  const fork = shell.fork();
  const loaded = Shell.load(shell.dump());
  assert.ok(loaded.running);
  const finish = async (one) => {
    let result;
    while ((result = await one.step(40)) === null);
    return result;
  };
  const [whole, copy, rest] = [await finish(shell), await finish(fork), await finish(loaded)];
  assert.deepEqual([whole.stdout, whole.exitCode], ['1\n2\n3\n4\n5\n', 4]);
  assert.equal(copy.stdout, whole.stdout);
  assert.ok(whole.stdout.endsWith(rest.stdout) && rest.exitCode === 4);
  assert.ok(!shell.running);
});

test('limits, timeouts, cancelling', async () => {
  assert.deepEqual(((r) => [r.limit, r.exitCode])(new Shell({ limits: { commands: 100 } }).runSync('while :; do :; done')), ['commands', 125]);
  const shell = new Shell();
  assert.equal((await shell.run('while :; do :; done', { timeout: 0.05 })).limit, 'duration');
  setTimeout(() => shell.cancel(), 20);
  assert.equal((await shell.run('while :; do :; done')).limit, 'cancelled');
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 20);
  await assert.rejects(shell.run('while :; do :; done', { signal: controller.signal }), /enough/);
  assert.equal(shell.runSync('echo on').stdout, 'on\n');
  shell.setLimits({ outputBytes: 5 });
  assert.equal(shell.runSync('echo 1234567').limit, 'output');
});

test('a seed makes RANDOM the same', () => {
  const [a, b] = [1, 1].map((seed) => new Shell({ seed }).runSync('echo $RANDOM').stdout);
  assert.equal(a, b);
});

test('analyze() looks without running', () => {
  const found = new Shell().analyze('for f in *; do rm "$f"; done > out &');
  assert.deepEqual([found.valid, found.commands, found.hasLoops, found.hasBackgroundJobs], [true, ['rm'], true, true]);
  assert.equal(new Shell().analyze('if').valid, false);
});

test('misuse is told', async () => {
  const shell = new Shell({ commands: { inside: () => shell.runSync('echo') } });
  assert.throws(() => shell.runSync('inside'), /in use/);
  const running = shell.run('while :; do :; done', { timeout: 0.1 });
  assert.throws(() => shell.runSync('echo'), /in use/);
  assert.throws(() => shell.close(), /in use/);
  assert.throws(() => shell.files.list('/'), /in use/);
  await running;
  assert.throws(() => shell.runSync(5), TypeError);
  assert.throws(() => shell.runSync('echo', { stdn: 'x' }), /a script has no 'stdn'/);
  assert.throws(() => new Shell({ python: 'yes' }), RangeError);
  assert.throws(() => new Shell({ commands: { x: 5 } }), TypeError);
  assert.throws(() => new Shell({ mounts: { '/x': '/no/such/directory' } }), pysub.FileError);
  assert.throws(() => Shell.load(new Uint8Array(10)), pysub.SnapshotError);
  shell.close();
  assert.throws(() => shell.runSync('echo'), /the shell was closed/);
  assert.throws(() => shell.files, /closed/);
});
