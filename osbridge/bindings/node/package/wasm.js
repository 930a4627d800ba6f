// pysub as WebAssembly: for browsers, and for every other host with a recent JavaScript. The same as index.js; one thread.

import { createFrom } from './wasm_module.js';

const HERE = new URL('./pysub.wasm', import.meta.url);

/** pysub with a memory of its own: of a WebAssembly.Module, its bytes, where they are, or of pysub.wasm beside this file. */
export const create = (source = HERE) => createFrom(source);

export const { version, run, runSync, selfTest, Program, Sandbox, Session, Shell, Files, Replay } = await create();
export * from './values.js';
export { FileError, LimitError, ProgramError, ProgramExit, ProgramSyntaxError, PysubError, ReplayError, SnapshotError, StateError } from './errors.js';
export { Finished, FunctionCall, LimitReached, NameLookup, OsCall, OutOfFuel, Raised, Stop, Waiting } from './stops.js';
export { Output } from './sandbox.js';
export { ShellResult } from './shell.js';
