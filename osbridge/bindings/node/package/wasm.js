// pysub as WebAssembly: for browsers, and for every other host with a recent JavaScript. The same as index.js; one thread.

import { bind } from './bind.js';
import { instantiate } from './native_wasm.js';

const HERE = new URL('./pysub.wasm', import.meta.url);

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (source instanceof URL && source.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(source));
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  // A server that does not know the type of .wasm is no reason to fail.
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** pysub with a memory of its own: of a WebAssembly.Module, its bytes, where they are, or of pysub.wasm beside this file. */
export async function create(source = HERE) {
  const native = await instantiate(await compile(source));
  return Object.defineProperty(bind(native), 'memoryBytes', { get: () => native.memoryBytes });
}

export const { version, run, runSync, selfTest, Program, Sandbox, Session, Shell, Files, Replay } = await create();
export * from './values.js';
export { FileError, LimitError, ProgramError, ProgramExit, ProgramSyntaxError, PysubError, ReplayError, SnapshotError, StateError } from './errors.js';
export { Finished, FunctionCall, LimitReached, NameLookup, OsCall, OutOfFuel, Raised, Stop, Waiting } from './stops.js';
export { Output } from './sandbox.js';
export { ShellResult } from './shell.js';
