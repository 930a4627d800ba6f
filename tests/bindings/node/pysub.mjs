// The package of the build tree that is tested; or, with PYSUB_PACKAGE, another one: wasm.js of tools/build_wasm.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const BUILD = process.env.PYSUB_BUILD ?? '';
export const PACKAGE = path.join(BUILD, 'node/pysub');
const file = process.env.PYSUB_PACKAGE ?? path.join(PACKAGE, 'index.js');
// Whether calls run off this thread, and there are directories of the host and workers.
export const threads = !file.endsWith('wasm.js');
export const MODULE = pathToFileURL(path.resolve(file)).href;
export const pysub = await import(MODULE);
export const output = () => new pysub.Output();
