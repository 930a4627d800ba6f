// host.mjs BATCHES KIND FILE: what bench/bindings.py measures of packages for Node. KIND: pysub (FILE is index.js or wasm.js of the
// package), monty, quickjs or pyodide (FILE is what is imported of it). With 0 it only begins.
const [batches, kind, file] = [Number(process.argv[2]), process.argv[3], process.argv[4]];
const LOOP = 'n = 0\nfor _ in range(1000): n = f(n)\nn';

function measure(name, parts, work) {
  let times = 1;
  for (;; times *= 2) { // also warms up: V8 compiles what is called often
    const begin = performance.now();
    for (let i = 0; i < times; ++i) work();
    if (performance.now() - begin >= 25) break;
  }
  times = Math.max(1, Math.round(times / 4));
  const samples = [];
  for (let batch = -10; batch < batches; ++batch) {
    const [wall, cpu] = [performance.now(), process.cpuUsage()];
    for (let i = 0; i < times; ++i) work();
    const used = process.cpuUsage(cpu);
    if (batch >= 0) samples.push([((performance.now() - wall) * 1000) / times / parts, (used.user + used.system) / times / parts]);
  }
  console.log(JSON.stringify({ name, batches: samples }));
}

function same(work, wanted) {
  const got = work();
  if (got !== wanted) throw new Error(`bench/bindings: ${got} instead of ${wanted}`);
  return work;
}

// Each gives what is measured, after its first answer.
const hosts = {
  async pysub(module, started) {
    const { Program, runSync } = module;
    started(() => runSync('1+1'));
    const program = new Program('1+1');
    const calls = new Program(LOOP);
    const functions = { f: (x) => x + 1 };
    return [['prebuilt', 1, 2, () => program.runSync()], ['source', 1, 2, () => runSync('1+1')], ['call', 1000, 1000, () => calls.runSync({}, { functions })]];
  },
  async monty({ Monty }, started) {
    started(() => new Monty('1+1').run());
    const program = new Monty('1+1');
    const calls = new Monty(LOOP);
    const externalFunctions = { f: (x) => x + 1 };
    return [['prebuilt', 1, 2, () => program.run()], ['source', 1, 2, () => new Monty('1+1').run()], ['call', 1000, 1000, () => calls.run({ externalFunctions })]];
  },
  // JavaScript instead of Python; it has no programs that are compiled before. A runtime is what a sandbox is.
  async quickjs({ getQuickJS }, started) {
    const quickjs = await getQuickJS();
    const evaluate = (code, add = () => {}) => {
      const context = quickjs.newContext();
      add(context);
      const result = context.unwrapResult(context.evalCode(code));
      const value = context.getNumber(result);
      result.dispose();
      context.dispose();
      return value;
    };
    started(() => evaluate('1+1'));
    const add = (context) => {
      const f = context.newFunction('f', (x) => context.newNumber(context.getNumber(x) + 1));
      context.setProp(context.global, 'f', f);
      f.dispose();
    };
    return [['source', 1, 2, () => evaluate('1+1')], ['call', 1000, 1000, () => evaluate('let n = 0; for (let i = 0; i < 1000; i++) n = f(n); n', add)]];
  },
  // One interpreter for all: nothing of a program is kept from the next.
  async pyodide({ loadPyodide }, started) {
    const pyodide = await loadPyodide();
    started(() => pyodide.runPython('1+1'));
    const prebuilt = pyodide.runPython('import pyodide.code\nprogram = pyodide.code.CodeRunner("1+1").compile()\nlambda: program.run({})');
    pyodide.globals.set('f', (x) => x + 1);
    return [['prebuilt', 1, 2, () => prebuilt()], ['source', 1, 2, () => pyodide.runPython('1+1')], ['call', 1000, 1000, () => pyodide.runPython(LOOP)]];
  },
};

const clocks = () => [performance.now(), process.cpuUsage()];
const since = ([wall, cpu]) => {
  const used = process.cpuUsage(cpu);
  return [performance.now() - wall, (used.user + used.system) / 1000];
};
const begin = clocks();
const module = await import(file);
const imported = since(begin);
const rows = await hosts[kind](module, (answer) => {
  same(answer, 2);
  console.log(JSON.stringify({ name: 'start', import: imported, answer: since(begin) }));
});
if (batches > 0) for (const [name, parts, wanted, work] of rows) measure(name, parts, same(work, wanted));
process.exit(0); // whatever timers there are
