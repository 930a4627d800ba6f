// run(), Program, values, functions, output, errors.
import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import test from 'node:test';
import { inspect } from 'node:util';

import { output, pysub, threads } from './pysub.mjs';

const { runSync, run } = pysub;
const back = (value, options) => runSync('x', { inputs: { x: value }, ...options });

test('values that both have go both ways', () => {
  for (const value of [null, true, false, 0, -1, 2 ** 53 - 1, 1.5, -0.5, 'a\u{1F600}\0é', '', [], [1, [2, ['x']]], 2n ** 64n, -(2n ** 300n)]) {
    assert.deepEqual(back(value), value);
  }
  assert.ok(Object.is(back(-0), -0));
  assert.ok(Number.isNaN(back(NaN)));
  assert.equal(back(Infinity), Infinity);
  assert.equal(back(undefined), null);
  assert.equal(back('a\ud800b'), 'a\ud800b');
});

test('ints are numbers as far as these go, or BigInts', () => {
  assert.equal(runSync('2**53 - 1'), 2 ** 53 - 1);
  assert.equal(runSync('2**53'), 2n ** 53n);
  assert.equal(runSync('-(2**53)'), -(2n ** 53n));
  assert.equal(runSync('7', { integers: 'bigint' }), 7n);
  assert.equal(runSync('type(x).__name__', { inputs: { x: 7n } }), 'int');
  assert.equal(runSync('type(x).__name__', { inputs: { x: 1e300 } }), 'float');
  assert.equal(runSync('type(x).__name__', { inputs: { x: new pysub.Float(2) } }), 'float');
});

test('dicts are Maps, or objects', () => {
  assert.deepEqual(runSync("{'a': 1, 2: 'b'}"), new Map([['a', 1], [2, 'b']]));
  assert.deepEqual(runSync("{'a': {'b': 1}}", { dicts: 'object' }), { a: { b: 1 } });
  assert.throws(() => runSync('{1: 2}', { dicts: 'object' }), /no str/);
  const hostile = runSync("{'__proto__': {'x': 1}}", { dicts: 'object' });
  assert.equal(Object.getPrototypeOf(hostile), Object.prototype);
  assert.deepEqual(Object.keys(hostile), ['__proto__']);
  assert.equal(runSync("x['a']['b']", { inputs: { x: { a: new Map([['b', 5]]) } } }), 5);
});

test('bytes, tuples, sets, and what JavaScript has no type for', () => {
  assert.deepEqual(runSync("b'ab'"), new Uint8Array([97, 98]));
  assert.equal(runSync('repr(x)', { inputs: { x: new Uint8Array([1, 255]) } }), "b'\\x01\\xff'");
  assert.equal(runSync('repr(x)', { inputs: { x: Buffer.from('é') } }), "b'\\xc3\\xa9'");
  for (const text of ["(1, 'a')", '(1,)', '()', "{1, 2}", 'frozenset({1})', "bytearray(b'x')", '(1+2j)', 'range(1, 5, 2)', 'slice(1, None, 2)', 'Ellipsis',
    'NotImplemented', "deque([1, 2], maxlen=3)", "Counter({'a': 2})", "OrderedDict({'a': 1})", "Point(x=1, y=2)", 'datetime.date(2024, 2, 29)',
    'datetime.timedelta(days=1, seconds=2)', 'Fraction(1, 3)', "<class 'int'>", "ValueError('a', 1)", '2.0']) {
    const setup = "from collections import *\nfrom fractions import Fraction\nimport datetime\nPoint = namedtuple('Point', 'x y')\n";
    const code = text.startsWith('<class') ? 'int' : text;
    const value = runSync(setup + code);
    if (text === '2.0') assert.equal(value, 2);
    else assert.equal(runSync(`${setup}repr(x)`, { inputs: { x: value } }), text);
  }
  const session = new pysub.Session();
  session.set('x', session.feedSync("from decimal import Decimal\nDecimal('1.10')"));
  assert.equal(session.feedSync('repr(x)'), "Decimal('1.10')");
  const point = runSync("from collections import namedtuple\nnamedtuple('P', 'x y')(1, 2)");
  assert.deepEqual([point.get('y'), point.fields, point.typeName], [2, ['x', 'y'], 'P']);
  assert.equal(runSync('x.isoformat()', { inputs: { x: new Date(Date.UTC(2024, 0, 2, 3, 4, 5, 678)) } }), '2024-01-02T03:04:05.678000+00:00');
});

test('what is shared stays shared, and takes no more room', () => {
  const twice = runSync('x = [1]\n[x, x]');
  assert.equal(twice[0], twice[1]);
  assert.equal(runSync('x[0] is x[1]', { inputs: { x: twice } }), true);
  assert.ok(Array.isArray(runSync('x = [1]\nfor _ in range(60): x = [x, x]\nx')));
});

test('what cannot cross is a TypeError', () => {
  const cycle = [];
  cycle.push(cycle);
  let deep = [];
  for (let i = 0; i < 1200; ++i) deep = [deep];
  for (const value of [cycle, deep, Symbol('x'), () => 1, new (class A {})(), new WeakMap(), new Date(NaN), /x/, Promise.resolve()]) {
    assert.throws(() => back(value), TypeError);
  }
  assert.throws(() => back({ a: [new (class A {})()] }), { name: 'TypeError', message: /^input 'x': an object of A cannot cross/ });
  assert.throws(() => runSync('x = []\nx.append(x)\nx'), /contains itself/);
  assert.throws(() => runSync('x = []\nfor _ in range(2000): x = [x]\nx'), /1,000 deep/);
  const opaque = runSync('def f(): pass\nf');
  assert.deepEqual([opaque.kind, opaque.name], ['function', 'f']);
  assert.throws(() => back(opaque), Error);
});

test('a program runs many times from nothing', async () => {
  const program = new pysub.Program('x.append(1)\nlen(x)');
  assert.deepEqual([program.runSync({ x: [] }), program.runSync({ x: [5] }), await program.run({ x: [1, 2] })], [1, 2, 3]);
  assert.equal(runSync(program, { inputs: { x: [] } }), 1);
  program.close();
  program.close();
  assert.throws(() => program.runSync({ x: [] }), pysub.StateError);
});

test('mistakes of a text are told before it runs', () => {
  const program = new pysub.Program('x = (1,\ny = ', { fileName: 'job.py' });
  assert.ok(program.mistakes.length >= 1);
  assert.equal(program.mistakes[0].type, 'SyntaxError');
  assert.throws(() => program.runSync(), (error) => error instanceof pysub.ProgramSyntaxError && /job\.py/.test(error.traceback));
});

test('exceptions have type, message, args, traceback and frames', () => {
  assert.throws(() => runSync("def f():\n    raise KeyError('k', 2)\nf()", { fileName: 'a.py' }), (error) => {
    assert.deepEqual([error.typeName, error.args, error.message], ['KeyError', ['k', 2], "KeyError: ('k', 2)"]);
    assert.deepEqual(error.frames.map(({ fileName, function: name, line }) => [fileName, name, line]), [['a.py', '<module>', 3], ['a.py', 'f', 2]]);
    return /line 2, in f/.test(error.traceback);
  });
  assert.throws(() => runSync('import sys\nsys.exit("bye")'), (error) => error instanceof pysub.ProgramExit && error.status === 1 && error.exitMessage === 'bye');
});

test('errors of functions are raised in the program, and are the cause of what it does not catch', () => {
  const problem = new RangeError('too large');
  const f = () => {
    throw problem;
  };
  assert.throws(() => runSync('f()', { functions: { f } }), (error) => error.typeName === 'ValueError' && error.cause === problem);
  assert.equal(runSync('try:\n    f()\nexcept ValueError as e:\n    x = str(e)\nx', { functions: { f } }), 'too large');
  assert.throws(() => runSync('f()', { functions: { f: () => { throw Object.assign(new Error('gone'), { errno: -2, code: 'ENOENT' }); } } }),
    (error) => error.typeName === 'FileNotFoundError');
  assert.throws(() => runSync('f()', { functions: { f: () => Symbol('x') } }), (error) => error.typeName === 'TypeError');
});

test('an exception that the program has not keeps its name and what it was made with', () => {
  const caught = (thrown) => runSync('try:\n    f()\nexcept Exception as e:\n    r = repr(e)\nr', { functions: { f: () => { throw thrown; } } });
  const { PythonException } = pysub;
  for (const [thrown, expected] of [
    [new PythonException('MyError', 'a', 1), `RuntimeError("MyError: ('a', 1)")`],
    [new PythonException('shop.OutOfStock', 'apples'), "RuntimeError('shop.OutOfStock: apples')"],
    [new PythonException('MyError'), "RuntimeError('MyError')"],
    [new PythonException('UnicodeDecodeError', 'no such args'), "RuntimeError('UnicodeDecodeError: no such args')"],
    [new PythonException('MyError', null, true, 2n, [1], {}), "RuntimeError('MyError: (None, True, 2, [...], ...)')"],
    [new PythonException('KeyError', 'k'), "KeyError('k')"],
    [new PythonException('json.JSONDecodeError', 'bad', '{', 0), "JSONDecodeError('bad: line 1 column 1 (char 0)')"],
    [new PythonException('ExceptionGroup', 'm', [new PythonException('ValueError', 'v')]), "ExceptionGroup('m', [ValueError('v')])"],
  ]) {
    assert.equal(caught(thrown), expected);
    assert.throws(() => runSync('f()', { functions: { f: () => { throw thrown; } } }), (error) => error.cause === thrown);
  }
  // It prints with its text.
  assert.match(inspect(new PythonException('ValueError', 'text', 2)), /ValueError\]?: \('text', 2\)\n/);
  assert.equal(String(runSync("KeyError('a', 1)")), "KeyError: ('a', 1)");
  assert.equal(new PythonException('OverflowError', 1n << 100000n).message, '...');
});

test('an error of files keeps its paths', () => {
  const fails = (f) => [...runSync('try:\n    f()\nexcept OSError as e:\n    r = (type(e).__name__, str(e), e.filename, e.filename2)\nr', { functions: { f } })];
  const none = () => readFileSync('/no/such/file');
  assert.deepEqual(fails(none), ['FileNotFoundError', "[Errno 2] No such file or directory: '/no/such/file'", '/no/such/file', null]);
  assert.deepEqual(fails(() => renameSync('/no/such/file', '/b')), ['FileNotFoundError', "[Errno 2] No such file or directory: '/no/such/file' -> '/b'", '/no/such/file', '/b']);
  assert.deepEqual(fails(() => new pysub.Files().read(new Uint8Array([47, 255])))[2], new Uint8Array([47, 255]));
  assert.deepEqual(fails(() => { throw Object.assign(new Error('no such host: x'), { errno: -3008, code: 'ENOTFOUND' }); }).slice(0, 2), ['OSError', '[Errno 3008] no such host: x']);
  // The number is Linux's, whosever error it is.
  assert.match(fails(() => { throw Object.assign(new Error('x'), { errno: -66, code: 'ENOTEMPTY' }); })[1], /^\[Errno 39\] Directory not empty/);
  assert.throws(() => runSync('f()', { functions: { f: none } }), (error) => error.cause?.code === 'ENOENT');
});

test('functions with a signature have its TypeErrors, and keywords as the last argument', () => {
  const functions = { 'search(query, /, limit=10, *, deep=False)': (query, limit, { deep } = {}) => `${query} ${limit} ${deep}` };
  assert.equal(runSync("search('a', 5, deep=True)", { functions }), 'a 5 true');
  assert.throws(() => runSync('search()', { functions }), (error) => error.typeName === 'TypeError');
  assert.equal(runSync('f(1, b=2)', { functions: { f: (a, more) => a + more.b } }), 3);
});

test('asynchronous functions run side by side', async () => {
  const order = [];
  let endB;
  const b = new Promise((resolve) => { endB = resolve; });
  const fetch = async (name) => {
    order.push(`begin ${name}`);
    if (name === 'a') await b;  // the first is answered last
    order.push(`end ${name}`);
    if (name === 'b') endB();
    return name.toUpperCase();
  };
  const code = "import asyncio\nawait asyncio.gather(fetch('a'), fetch('b'))";
  assert.deepEqual(await run(code, { functions: { fetch } }), ['A', 'B']);
  assert.deepEqual(order, ['begin a', 'begin b', 'end b', 'end a']);
  assert.equal(await run("fetch('c')", { functions: { fetch } }), 'C');
  assert.throws(() => runSync("fetch('c')", { functions: { fetch } }), /asynchronous/);
  const failing = async () => {
    throw new TypeError('no');
  };
  await assert.rejects(run('f()', { functions: { f: failing } }), (error) => error.typeName === 'TypeError' && error.cause instanceof TypeError);
  await assert.rejects(run('import asyncio\nawait asyncio.gather(f(), f())', { functions: { f: failing } }), /no/);
});

test('the event loop turns while a program runs', async () => {
  let turns = 0;
  const timer = setInterval(() => ++turns, 5);
  await assert.rejects(run('while True: pass', { limits: { seconds: 0.3 } }), pysub.LimitError);
  clearInterval(timer);
  assert.ok(turns > 2, String(turns));
});

test('runs go on at once', async () => {
  const values = await Promise.all(Array.from({ length: 20 }, (_, n) => run('sum(range(n * 1000))', { inputs: { n } })));
  assert.deepEqual(values, Array.from({ length: 20 }, (_, n) => (n === 0 ? 0 : (n * 1000 * (n * 1000 - 1)) / 2)));
});

test('an AbortSignal ends a run', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 30);
  await assert.rejects(run('while True: pass', { signal: controller.signal }), /enough/);
  await assert.rejects(run('1', { signal: AbortSignal.abort(new Error('before')) }), /before/);
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(new Error('waited')), 30);
  await assert.rejects(run('import asyncio\nawait asyncio.gather(f())', { signal: waiting.signal, functions: { f: () => new Promise(() => {}) } }), /waited/);
});

test('output is collected in its order, or goes to a function, or nowhere', async () => {
  const written = output();
  runSync("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('é')", { output: written });
  assert.deepEqual(written.pieces, [['stdout', 'a\n'], ['stderr', 'b\n'], ['stdout', 'é\n']]);
  const seen = [];
  runSync('print(1)\nf()\nprint(2)', { functions: { f: () => void seen.push('f') }, output: (stream, text) => seen.push(text) });
  assert.deepEqual(seen, ['1\n', 'f', '2\n']);
  await run("print('x')", { output: false });
  assert.throws(() => runSync('print(1)', { output: () => { throw new Error('full'); } }), /full/);
});

test('standard input, arguments, environment, permissions', () => {
  assert.equal(runSync('input() + input()', { stdin: 'a\nb\n' }), 'ab');
  assert.deepEqual(runSync('import sys\nsys.argv', { arguments: ['x', '-v'] }), ['x', '-v']);
  assert.equal(runSync("import os\nos.environ['A']", { environment: { A: 'b' } }), 'b');
  assert.equal(runSync('import time\ntime.time()', { permissions: { clock: 'host' }, os: () => 5_000_000_000 }), 5);
  assert.ok(Math.abs(runSync('import time\ntime.time()', { permissions: { clock: 'host' } }) - Date.now() / 1000) < 60);
  assert.throws(() => runSync('import time\ntime.time()', { permissions: { clock: 'nobody' } }), (error) => error.typeName === 'PermissionError');
  assert.throws(() => runSync("open('/x')", { permissions: { filesRead: 'host', filesWrite: 'host' } }), (error) => error.typeName === 'PermissionError');
  assert.equal(runSync('a + b', { names: (name) => ({ a: 1, b: 2 })[name] }), 3);
  assert.throws(() => runSync('a', { names: () => undefined }), (error) => error.typeName === 'NameError');
});

test('an option that nobody knows is a mistake', () => {
  assert.throws(() => runSync('1', { limit: 5 }), /a sandbox has no 'limit'/);
  assert.throws(() => runSync('1', { limits: { second: 1 } }), /limits has no 'second'/);
  assert.throws(() => runSync('1', { permissions: { clock: 'everybody' } }), /sandbox, nobody, host/);
  for (const limits of [{ seconds: 0 }, { seconds: -1 }, { steps: 0 }, { memoryBytes: 2n ** 64n }]) assert.throws(() => runSync('1', { limits }), RangeError);
  for (const limits of [{ steps: 1.5 }, { seconds: '1' }, { steps: true }, 5]) assert.throws(() => runSync('1', { limits }), TypeError);
  for (const options of [{ functions: { 'no name!': () => 1 } }, { functions: { f: 5 } }, { output: 5 }, { files: {} }, { names: 5 }, { os: 5 }]) {
    assert.throws(() => runSync('1', options), TypeError);
  }
  assert.throws(() => runSync(5), TypeError);
  assert.throws(() => pysub.Program('1'), TypeError);
});

test('an option that nobody knows is a mistake of every call', async (t) => {
  const files = new pysub.Files();
  files.write('/a', 'one');
  const [sandbox, session, shell] = [new pysub.Sandbox('1'), new pysub.Session(), new pysub.Shell()];
  const program = new pysub.Program('1');
  const wrong = {
    write: () => files.write('/a', 'two', { mode: 'append' }), read: () => files.read('/a', { from: 1 }), status: () => files.status('/a', { links: true }),
    makeDirectory: () => files.makeDirectory('/d', { mode: 0o700 }), setCaller: () => files.setCaller({ user: 0 }), caller: () => files.setCaller(5),
    dump: () => sandbox.dump({ Key: 'k' }), keys: () => sandbox.dump({ keys: 'k' }), run: () => sandbox.run({ feul: 5 }), five: () => sandbox.run(5),
    runSync: () => sandbox.runSync({ signal: null }), syncFive: () => sandbox.runSync(5), runToEnd: () => sandbox.runToEnd({ fuel: 1 }),
    session: () => new pysub.Session(5), sessionDump: () => session.dump({ Key: 'k' }), feed: () => session.feed('1', {}, { sig: 1 }), feedFive: () => session.feed('1', {}, 5),
    call: () => session.call(session.get('len'), [], {}, { limits: {} }), program: () => program.run(null, 5), programSync: () => program.runSync(null, 5),
    runFive: () => pysub.run('1', 5), runSyncFive: () => pysub.runSync('1', 5), shellRun: () => shell.run('echo', 5), shellRunSync: () => shell.runSync('echo', 5),
    signal: () => pysub.run('1', { signal: 1 }), shellSignal: () => shell.run('echo', { signal: 1 }), files: () => new pysub.Files(5),
  };
  session.feedSync('len = len');
  for (const [name, call] of Object.entries(wrong)) {
    await t.test(name, () => assert.rejects(async () => call(), { name: 'TypeError', message: /has no '|an object of options|AbortSignal/ }));
  }
  assert.equal(files.readText('/a'), 'one');
  // A run that may not begin has not begun.
  await assert.rejects(session.feed('1', {}, { signal: AbortSignal.abort(new Error('enough')) }), /enough/);
  await assert.rejects(session.call(session.get('len'), [[]], {}, { signal: AbortSignal.abort(new Error('enough')) }), /enough/);
  assert.equal(session.feedSync('2'), 2);
  for (const none of [null, undefined]) {
    assert.equal(pysub.runSync('1', none), 1);
    assert.equal(await pysub.run('1', none), 1);
    assert.equal(program.runSync(null, none), 1);
    assert.equal(shell.runSync('echo', none).stdout, '\n');
    assert.equal((await shell.run('echo', none)).stdout, '\n');
    assert.equal(await session.feed('1', none, none), 1);
    files.write('/a', 'one', none);
    sandbox.dump(none);
    new pysub.Shell(none).close();
    new pysub.Files(none).close();
    new pysub.Session(none).close();
  }
});

test('errors of files have their paths, and numbers their names', () => {
  const files = new pysub.Files();
  assert.throws(() => files.read('/none'), { name: 'FileError', code: 'ENOENT', errno: 2, path: '/none', message: "No such file or directory: '/none'" });
  assert.throws(() => files.rename('/none', '/b'), { path: '/none', dest: '/b', message: /'\/none' -> '\/b'$/ });
  assert.throws(() => files.remove(Buffer.from('/\xff', 'latin1')), (error) => error.path instanceof Uint8Array);
  files.write('/a', 'text');
  assert.throws(() => files.read('/a', { offset: -1 }), { name: 'RangeError', message: /^offset is from 0/ });
  assert.throws(() => files.read('/a', { size: 1.5 }), { name: 'TypeError', message: /^size is a whole number/ });
  assert.throws(() => files.truncate('/a', -1), { name: 'RangeError', message: /^size/ });
  assert.throws(() => files.setCaller({ uid: -1 }), { name: 'RangeError', message: /^uid is from 0 to 4294967295/ });
  assert.throws(() => files.mount('/m', '/no/such/directory', { writeBytesLimit: -1 }), { name: 'RangeError', message: /^writeBytesLimit/ });
  assert.throws(() => new pysub.Shell({ seed: -1 }), { name: 'RangeError', message: /^seed/ });
  const code = threads ? 'ENOENT' : 'ENOTSUP';
  assert.throws(() => files.mount('/m', '/no/such/directory'), { name: 'FileError', code, path: '/m', dest: '/no/such/directory' });
  assert.throws(() => new pysub.Shell({ mounts: { '/m': '/no/such/directory' } }), { name: 'FileError', code, message: /cannot mount \/no\/such\/directory at \/m/ });
});

test('keys that a Map would keep in one place are refused', () => {
  const same = /too many keys of a dict or set have the same hash/;
  const refused = (code, options) => {
    const start = process.cpuUsage();
    assert.throws(() => runSync(code, options), { message: same });
    assert.ok(process.cpuUsage(start).user < 5e6);
  };
  refused('{(i << 64) + 1: 0 for i in range(12000)}');
  refused('{-(i << 64) - 1 for i in range(12000)}');
  refused('[1, {2: frozenset((i << 70) + 5 for i in range(12000))}]');
  refused('f({(i << 64) + 1: 0 for i in range(12000)})', { functions: { f: (map) => map.size } });
  // As V8 spreads numbers of 32 bits.
  const hash = (key) => {
    let h = (~key + (key << 15)) | 0;
    h = (h ^ (h >>> 12)) | 0;
    h = (h + (h << 2)) | 0;
    h = (h ^ (h >>> 4)) | 0;
    h = Math.imul(h, 2057);
    return h ^ (h >>> 16);
  };
  const keys = [];
  for (let key = 0; keys.length < 8000; ++key) if ((hash(key) & 0x1fff) === 77) keys.push(key);
  refused('{k: 0 for k in keys}', { inputs: { keys } });
  for (const code of ['{1 << i: i for i in range(2000)}', '{i: i for i in range(300000)}', '{i / 3 for i in range(100000)}', '{i << 20 for i in range(100000)}', '{str(i) for i in range(100000)}'])
    assert.equal(runSync(code).size, runSync(`len(${code})`));
  assert.equal(runSync('{i: i for i in range(100000)}', { integers: 'bigint' }).size, 100000);
});

test('texts of lone surrogates cost what others cost', () => {
  const start = process.cpuUsage();
  const text = runSync('"\\ud800" * 1_000_000 + "a\\xe9\\u20ac\\U0001f600\\udfff"');
  assert.equal(text.length, 1_000_006);
  assert.equal(text.slice(-7), '\ud800aé€😀\udfff');
  assert.equal(runSync('x == "\\ud800" * 1_000_000 + "a\\xe9\\u20ac\\U0001f600\\udfff"', { inputs: { x: text } }), true);
  assert.equal(runSync('x', { inputs: { x: '\udc00\ud800\ud83d' } }), '\udc00\ud800\ud83d');
  assert.ok(process.cpuUsage(start).user < 3e6);
});

test('whatever a function throws is an exception in the program', () => {
  const caught = (thrown) => runSync('try:\n  f()\nexcept Exception as e:\n  r = type(e).__name__, str(e)\nr', { functions: { f: () => { throw thrown; } } });
  assert.deepEqual([...caught(Object.create(null))], ['RuntimeError', '[object Object]']);
  assert.deepEqual([...caught(Object.assign(new Error('large'), { errno: 1e300, code: 'E' }))], ['RuntimeError', 'large']);
  assert.deepEqual([...caught(Object.assign(new Error('no'), { errno: -2, code: 'ENOENT' }))][0], 'FileNotFoundError');
  assert.deepEqual([...caught(undefined)], ['RuntimeError', 'undefined']);
  assert.deepEqual([...caught(Object.assign(new Error('x'), { message: Symbol('s') }))], ['RuntimeError', 'Symbol(s)']);
  assert.deepEqual([...caught({ toString() { throw 1; } })], ['RuntimeError', '[object Object]']);
});

test('functions and programs call each other so deep and no deeper', () => {
  let depth = 0;
  const f = (to) => (++depth < to ? runSync('f(to)', { functions: { f }, inputs: { to } }) : depth);
  assert.equal(f(150), 150);
  depth = 0;
  assert.throws(() => f(5000), /more than 200 functions of the host call each other/);
  assert.equal(runSync('1 + 1'), 2);
});

test('no limit is null', () => {
  assert.equal(runSync('sum(1 for _ in range(10**5))', { limits: { seconds: null, steps: null, allocations: null } }), 100000);
});

test('the self-test holds', () => pysub.selfTest());
