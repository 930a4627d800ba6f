// What is different where pysub is WebAssembly.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PACKAGE = path.resolve(process.env.PYSUB_PACKAGE ?? path.join(ROOT, 'build/wasm/package/wasm.js'));
const pysub = await import(pathToFileURL(PACKAGE));
const { create, Files, LimitError, run, runSync, Shell } = pysub;
const bytes = readFileSync(path.join(path.dirname(PACKAGE), 'pysub.wasm'));

test('it asks its host for a clock, random bytes and answers, and for nothing that matters', async () => {
  const module = await WebAssembly.compile(bytes);
  const imports = WebAssembly.Module.imports(module);
  assert.deepEqual([...new Set(imports.map((each) => each.module))].sort(), ['pysub', 'wasi_snapshot_preview1']);
  assert.deepEqual(imports.filter((each) => each.module === 'pysub').map((each) => each.name), ['ask']);
  // A name that is not here is a reason to ask why it is wanted.
  const known = ['clock_time_get', 'random_get', 'environ_get', 'environ_sizes_get', 'fd_close', 'fd_fdstat_get', 'fd_seek', 'fd_write', 'proc_exit',
    'fd_read', 'fd_pread', 'sched_yield', 'poll_oneoff', 'fd_prestat_get', 'fd_prestat_dir_name', 'path_open', 'fd_fdstat_set_flags', 'clock_res_get'];
  assert.deepEqual(imports.filter((each) => each.module !== 'pysub' && !known.includes(each.name)), []);
});

test('limits of memory end at 1 GiB', () => {
  const gibibyte = 2 ** 30;
  assert.equal(runSync('1', { limits: { memoryBytes: gibibyte } }), 1);
  assert.throws(() => runSync('1', { limits: { memoryBytes: gibibyte + 1 } }), /addresses have 32 bits/);
  assert.throws(() => new Files({ maxBytes: 2 ** 31 }), /addresses have 32 bits/);
  assert.throws(() => new Files({ maxFileBytes: 2 ** 40 }), /addresses have 32 bits/);
  assert.throws(() => new Shell({ limits: { memoryBytes: 2 ** 31 } }), /addresses have 32 bits/);
  assert.throws(() => new Shell({ fileLimits: { maxBytes: 2 ** 31 } }), /addresses have 32 bits/);
  // No limit is that one.
  assert.throws(() => runSync("x = 'a' * 2**30 * 2", { limits: { memoryBytes: null } }), LimitError);
});

test('sizes that 32 bits cannot say are too large, and nothing else', async () => {
  const instance = await create();
  for (const code of [
    "'a' * 2**32", "'ab' * 2**31", "[0] * 2**29", "[0] * 2**32", "[None] * (2**29 + 1)", "(1, 2) * 2**31", "bytes(2**32)", "bytes(2**32 + 5)", "bytearray(2**33)",
    "'x'.center(2**32)", "'x'.ljust(2**40)", "'x'.zfill(2**32 + 1)", "b'x'.rjust(2**34)", "f'{1:{2**32 + 1}}'", "f'{1.5:.{2**31 - 10}f}'", "'%*d' % (2**31 - 1, 5)",
    "'a\\tb'.expandtabs(2**31 - 1)", "(2**40).to_bytes(2**32 + 8, 'big')", "1 << 2**35", "1 << 2**40", "2 ** 2**36", "3 ** 2**33", "import random; random.getrandbits(2**35)",
    "import math; math.factorial(2**40)", "import math; math.perm(2**70, 2**40)", "s = 'x' * 10**6; s.join([s] * 10**5)", "s = 'x' * 10**6; ('a' * 5000).replace('a', s)",
    "s = 'x' * 10**7; 'a'.join([s] * 1000)", "import os; os.urandom(2**33)", "import struct; struct.pack('4294967297s', b'')", "import itertools; list(itertools.combinations(range(10**9), 5 * 10**8))",
    "import io; b = io.BytesIO(); b.seek(2**33); b.write(b'x')", "import io; b = io.StringIO(); b.seek(2**29); b.write('x')", "list(range(2**40))", "[*range(2**33)]", "set(range(2**33))",
    "'x' * (2**64)", "memoryview(bytes(10)).tolist() * 2**30", "import array; array.array('q', [1]) * 2**30", "import array; array.array('q', [1]) * 2**33", "'0'.rjust(2**31).encode('utf-32')",
    "import base64; base64.b85encode(b'x' * 10**8)", "int('9' * 10**7)", "import sys; sys.set_int_max_str_digits(0); str(1 << 10**9)", "b'x'.hex() * 2**32",
    "import textwrap; textwrap.fill('a b', 2**40).ljust(2**32)", "import zlib; zlib.decompress(zlib.compress(b'x'), bufsize=2**33) * 2**33", "b = bytearray(b'xy'); b *= 2**31", "b'x' * (2**32 + 1)", "'{:>{}}'.format(1, 2**33)", "[[]] * 2**28 + [[]] * 2**28",
    "d = {}; d.update(zip(range(2**33), range(2**33)))", "'\\u20ac' * (2**31 + 1)", "('a' * 2**28).translate({97: 'b' * 100})", "import re; re.sub('a', 'b' * 10**6, 'a' * 10**5)",
    "'a'.encode('utf-16') * 2**31", "import decimal; decimal.Decimal('1e999999999').__format__('f')", "import hashlib; hashlib.scrypt(b'', salt=b'', n=2**20, r=2**10, p=1, maxmem=2**31 - 1)",
  ]) {
    const sandbox = new instance.Sandbox(code, { limits: { memoryBytes: 2 ** 28, seconds: 20, allocations: null } });
    const stop = sandbox.runSync();
    const said = stop instanceof pysub.Raised ? stop.error.typeName : stop instanceof pysub.LimitReached ? stop.limit : stop.constructor.name;
    assert.ok(['memory', 'duration', 'MemoryError', 'OverflowError', 'ValueError', 'error'].includes(said), `${code}: ${said} ${stop.message ?? ''} ${stop.traceback ?? ''}`);
    sandbox.close();
  }
  assert.equal(instance.runSync('1 + 1'), 2);
});

test('reading more than there is gives what there is', () => {
  const code = `
import io
b, s = io.BytesIO(b'abc'), io.StringIO('abc')
n = 2**32 + 1
r = [b.read(n), s.read(n)]
b.seek(0), s.seek(0)
r += [b.readline(n), s.readline(n), 'abc'[:n], b'abc'[-n:], 'x'.ljust(2), '%.5s' % 'abcdefgh', f'{"abcdefgh":.{n}}']
r`;
  assert.deepEqual(runSync(code), [new Uint8Array([97, 98, 99]), 'abc', new Uint8Array([97, 98, 99]), 'abc', 'abc', new Uint8Array([97, 98, 99]), 'x ', 'abcde', 'abcdefgh']);
});

test('mounts and workers are refused', () => {
  const files = new Files();
  files.makeDirectory('/data');
  assert.throws(() => files.mount('/data', '/tmp'), (error) => error.code === 'ENOTSUP' && error.errno === 95);
  assert.throws(() => new Shell({ mounts: { '/data': '/tmp' } }), /Operation not supported/);
  assert.throws(() => new Shell({ python: 'worker' }), /without processes/);
  assert.equal(new Shell({ python: true }).runSync('python3 -c "print(1)"').stdout, '1\n');
});

test('errors have the numbers and the words of Linux', () => {
  const code = `
import errno, os
r = [errno.ENOENT, errno.ENOTEMPTY, errno.errorcode[40], os.strerror(2), os.strerror(39)]
try:
    open('/nowhere')
except OSError as e:
    r += [e.errno, e.strerror, type(e).__name__]
r`;
  assert.deepEqual(runSync(code, { files: new Files() }), [2, 39, 'ELOOP', 'No such file or directory', 'Directory not empty', 2, 'No such file or directory', 'FileNotFoundError']);
  assert.equal(new Shell().runSync('cat /nowhere').stderr, 'cat: /nowhere: No such file or directory\n');
});

test('instances have memories of their own, and one that fails is no other', async () => {
  const [a, b] = [await create(bytes), await create(await WebAssembly.compile(bytes))];
  assert.equal(a.runSync('1 + 1'), 2);
  assert.equal(b.runSync('2 + 2'), 4);
  assert.ok(a.memoryBytes >= 65536);
  const sandbox = new a.Sandbox('x = 1');
  assert.throws(() => new b.Session().sandbox.constructor.load(sandbox.dump(), {}), TypeError);
  sandbox.runSync();
  const there = b.Sandbox.load(sandbox.dump());
  assert.equal(there.get('x'), 1);
});

test('a run leaves room for others, and may be ended meanwhile', async () => {
  let turns = 0;
  const timer = setInterval(() => ++turns, 1);
  await run('sum(range(10**7))');
  await assert.rejects(run('while True: pass', { signal: AbortSignal.timeout(100) }), { name: 'TimeoutError' });
  clearInterval(timer);
  assert.ok(turns > 2, String(turns));
});

test('programs nest as deep as they may, and no deeper', async () => {
  const instance = await create();
  const deep = (text) => instance.runSync(text, { limits: { recursionDepth: 100_000, memoryBytes: 2 ** 29 } });
  for (const n of [10, 100, 1000, 10_000, 100_000]) {
    for (const code of [`eval('(' * ${n} + '1' + ')' * ${n})`, `eval('-' * ${n} + '1')`, `eval('[' * ${n} + ']' * ${n})`, `eval('a' + '.a' * ${n})`, `eval('1' + '+1' * ${n})`,
      `x = []\nfor _ in range(${n}): x = [x]\nrepr(x)`, `x = ()\nfor _ in range(${n}): x = (x,)\nhash(x)`, `def f(n): return 0 if n == 0 else f(n - 1)\nf(${n})`,
      `x = y = []\nfor _ in range(${n}): x, y = [x], [y]\nx == y`, `import json\njson.loads('[' * ${n} + ']' * ${n})`, `import copy\nx = []\nfor _ in range(${n}): x = [x]\ncopy.deepcopy(x)`,
      `import re\nre.compile('(' * ${n} + ')' * ${n})`, `def f(n): return sorted([n], key=lambda n: 0 if n == 0 else f(n - 1))\nf(${n})`, `exec('if 1:\\n' + ''.join(' ' * k + 'if 1:\\n' for k in range(1, ${Math.min(n, 99)})) + ' ' * 99 + 'pass')`]) {
      try {
        deep(code);
      } catch (error) {
        assert.ok(error instanceof pysub.ProgramError || error instanceof LimitError || error instanceof TypeError, `${code}: ${error.stack}`);
      }
    }
  }
  const shell = new instance.Shell({ limits: { seconds: 20 } });
  for (const n of [100, 10_000]) {
    for (const script of [`x=1; f() { [ $1 = 0 ] || f $(($1 - 1)); }; f ${n}`, `eval "$(printf '%*s' ${n} '' | tr ' ' '(')"`, `echo $((${'('.repeat(n)}1${')'.repeat(n)}))`, `[[ x =~ ${'('.repeat(n)}x${')'.repeat(n)} ]]`,
      `echo '${'['.repeat(n)}${']'.repeat(n)}' | jq .`, `awk 'function f(n) { return n ? f(n - 1) : 0 } BEGIN { print f(${n}) }'`, `echo '${'('.repeat(n)}1${')'.repeat(n)}' | bc`]) {
      assert.ok(Number.isInteger(shell.runSync(script).exitCode), script);
    }
  }
  assert.equal(instance.runSync('1 + 1'), 2);
});
