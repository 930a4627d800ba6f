// Where a module comes from, and the package over an instance of it.

import { bind } from './bind.js';
import { instantiate } from './native_wasm.js';

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

/** pysub with a memory of its own: of a WebAssembly.Module, its bytes, or where they are. */
export async function createFrom(source) {
  const native = await instantiate(await compile(source));
  return Object.defineProperty(bind(native), 'memoryBytes', { get: () => native.memoryBytes });
}
