// node measure.mjs [--programs] [PYSUB]: how large the modules are, how long they take to begin, and with --programs the user time of the
// programs of bench/programs beside that of PYSUB (build/bin/pysub), the best of five each. (What the system takes is mostly the start of a
// process.)
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const packageFile = path.resolve(process.env.PYSUB_PACKAGE ?? path.join(ROOT, 'build/wasm/package/wasm.js'));
const native = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? path.join(ROOT, 'build/bin/pysub');
const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(0)} kB`;

const { instantiate } = await import(pathToFileURL(path.join(path.dirname(packageFile), 'native_wasm.js')));
const best = async (times, work) => {
  let least = Infinity;
  for (let i = 0; i < times; ++i) {
    const clock = performance.now();
    await work();
    least = Math.min(least, performance.now() - clock);
  }
  return least;
};
const { create } = await import(pathToFileURL(packageFile));
let instance = null;
for (const name of ['pysub-python.wasm', 'pysub.wasm']) {
  const wasm = fs.readFileSync(path.join(path.dirname(packageFile), name));
  console.log(`${name} ${kilobytes(wasm)}, gzip -9 ${kilobytes(zlib.gzipSync(wasm, { level: 9 }))}, brotli -q11 ${kilobytes(zlib.brotliCompressSync(wasm))}`);
  const compile = await best(10, () => WebAssembly.compile(wasm));
  const module = await WebAssembly.compile(wasm);
  const begin = await best(20, () => instantiate(module));
  instance = await create(module);
  instance.runSync('1 + 1');
  const run = await best(200, async () => instance.runSync('1 + 1'));
  console.log(`  compile ${compile.toFixed(1)} ms, an instance ${begin.toFixed(2)} ms, 1 + 1 in a new sandbox ${(run * 1000).toFixed(0)} us`);
}

if (process.argv.includes('--programs')) {
  const ratios = [];
  const folder = path.join(ROOT, 'bench/programs');
  for (const name of fs.readdirSync(folder).filter((each) => each.endsWith('.py')).sort()) {
    const source = fs.readFileSync(path.join(folder, name), 'utf8');
    const here = [];
    const there = [];
    for (let i = 0; i < 5; ++i) {
      const before = process.cpuUsage();
      instance.runSync(source, { output: false, fromFile: true, result: 'nothing', limits: { seconds: null, memoryBytes: 2 ** 30, allocations: null, steps: null, outputBytes: null } });
      here.push(process.cpuUsage(before).user / 1e6);
      const ran = spawnSync('bash', ['-c', 'TIMEFORMAT=%3U; time "$@" >/dev/null', 'bash', native, path.join(folder, name)], { encoding: 'utf8' });
      there.push(Number(ran.stderr.trim().split('\n').at(-1)));
    }
    const [a, b] = [Math.min(...here), Math.min(...there)];
    ratios.push(a / b);
    console.log(`${name.padEnd(24)} wasm ${a.toFixed(3)} s, native ${b.toFixed(3)} s: ${(a / b).toFixed(2)}`);
  }
  console.log(`geometric mean of ${ratios.length}: ${Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length).toFixed(2)}`);
}
