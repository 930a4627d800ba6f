// The package over a native side, whichever it is: classes whose constructors need nothing else.

import { Library } from './core.js';
import * as files from './files.js';
import { objectOf, PROGRAM_OPTIONS } from './options.js';
import * as sandbox from './sandbox.js';
import * as shell from './shell.js';

export function bind(native) {
  const library = new Library(native);

  // Makes `new Name(...)` of `new Base(library, ...)`; instances are Base's.
  function withLibrary(Base) {
    const bound = function construct(...args) {
      if (new.target === undefined) throw new TypeError(`Class constructor ${Base.name} cannot be invoked without 'new'`);
      return Reflect.construct(Base, [library, ...args], Base);
    };
    bound.prototype = Base.prototype;
    Object.defineProperty(bound, 'name', { value: Base.name });
    if (Base.load) bound.load = (...args) => Base.load(library, ...args);
    return bound;
  }
  const Program = withLibrary(sandbox.Program);

  function split(options) {
    const compile = {};
    const rest = {};
    for (const [name, value] of Object.entries(options)) (PROGRAM_OPTIONS.includes(name) ? compile : rest)[name] = value;
    return { compile, rest };
  }
  function withProgram(code, given, work) {
    const options = objectOf(given, 'a run');
    if (code instanceof sandbox.Program) return work(code, options);
    const { compile, rest } = split(options);
    return work(new Program(code, compile), rest);
  }
  return {
    version: library.version,
    Program,
    Sandbox: withLibrary(sandbox.Sandbox),
    Session: withLibrary(sandbox.Session),
    // (A module without a shell has none.)
    ...(library.has('shell.create') ? { Shell: withLibrary(shell.Shell) } : {}),
    Files: withLibrary(files.Files),
    Replay: withLibrary(shell.Replay),
    /** Runs code in a new sandbox, off this thread, and gives the value of its last expression. */
    async run(code, options = {}) {
      return withProgram(code, options, async (program, rest) => {
        try {
          return await program.run(undefined, rest);
        } finally {
          if (program !== code) program.close();
        }
      });
    },
    /** The same in this thread. */
    runSync(code, options = {}) {
      return withProgram(code, options, (program, rest) => {
        try {
          return program.runSync(undefined, rest);
        } finally {
          if (program !== code) program.close();
        }
      });
    },
    /** Runs a small hostile program against each kind of limit. */
    selfTest() {
      library.call(library.request('selfTest'));
    },
  };
}
