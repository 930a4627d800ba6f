// pysub as WebAssembly: what index.d.ts says, and instances with a memory of their own.
export * from './index.js';
import type * as pysub from './index.js';

declare global {
  // As the library dom has it: for projects that are compiled without it.
  namespace WebAssembly {
    interface Module {}
  }
}

export interface Instance
  extends Pick<
    typeof pysub,
    'version' | 'run' | 'runSync' | 'selfTest' | 'Program' | 'Sandbox' | 'Session' | 'Shell' | 'Files' | 'Replay'
  > {
  /** How large its memory is. It never shrinks. */
  readonly memoryBytes: number;
}

/** pysub with a memory of its own: of a compiled module, its bytes, where they are, or of the pysub.wasm of this package. */
export function create(source?: WebAssembly.Module | ArrayBuffer | ArrayBufferView | URL | string): Promise<Instance>;
