// pysub for Node: Python that you do not trust, run inside of your own process.

import { createRequire } from 'node:module';

import { bind } from './bind.js';

const pysub = bind(createRequire(import.meta.url)('./pysub.node'));

export const { version, run, runSync, selfTest, Program, Sandbox, Session, Shell, Files, Replay } = pysub;
export * from './values.js';
export { FileError, LimitError, ProgramError, ProgramExit, ProgramSyntaxError, PysubError, ReplayError, SnapshotError, StateError } from './errors.js';
export { Finished, FunctionCall, LimitReached, NameLookup, OsCall, OutOfFuel, Raised, Stop, Waiting } from './stops.js';
export { Output } from './sandbox.js';
export { ShellResult } from './shell.js';
