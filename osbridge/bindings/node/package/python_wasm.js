// pysub as WebAssembly without its shell: a module of half the size. Otherwise what wasm.js is.

import { createFrom } from './wasm_module.js';

const HERE = new URL('./pysub-python.wasm', import.meta.url);

/** pysub with a memory of its own: of a WebAssembly.Module, its bytes, where they are, or of pysub-python.wasm beside this file. */
export const create = (source = HERE) => createFrom(source);

export const { version, run, runSync, selfTest, Program, Sandbox, Session, Files, Replay } = await create();
export * from './values.js';
export { FileError, LimitError, ProgramError, ProgramExit, ProgramSyntaxError, PysubError, ReplayError, SnapshotError, StateError } from './errors.js';
export { Finished, FunctionCall, LimitReached, NameLookup, OsCall, OutOfFuel, Raised, Stop, Waiting } from './stops.js';
export { Output } from './sandbox.js';
