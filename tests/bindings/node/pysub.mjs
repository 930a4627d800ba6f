// The package of the build tree that is tested.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const BUILD = process.env.PYSUB_BUILD;
export const PACKAGE = path.join(BUILD, 'node/pysub');
export const pysub = await import(pathToFileURL(path.join(PACKAGE, 'index.js')));
export const output = () => new pysub.Output();
