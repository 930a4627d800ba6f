// The package over WebAssembly, with its shell and without.
import { create, run, Shell } from 'pysub/wasm';
import * as python from 'pysub/wasm/python';

const one = await create(new Uint8Array(8));
const two = await python.create('pysub-python.wasm');
console.log(one.runSync('1'), two.runSync('1'), await run('1'), new Shell(), await python.run('f()', { functions: { f: () => 1 } }), one.memoryBytes);
export {};
// @ts-expect-error
python.Shell;
// @ts-expect-error
two.Shell;
