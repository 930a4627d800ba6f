// What a project writes, by interfaces too; and what it may not write.
import { run, runSync, Sandbox, Session, Files, Shell, Program, Output, FunctionCall, Finished, ProgramError, ProgramExit, ProgramSyntaxError, LimitError, PysubError, type AnyStop, type Command, type Functions } from 'pysub';

interface Api {
  f(n: number): number;
  g: (s: string) => Promise<string>;
}
const api: Api = { f: (n) => n + 1, g: async (s) => s };
const value: number = await run('f(1)', { functions: api, output: new Output(), limits: { seconds: 1, memoryBytes: 10_000_000 } });
await run('f(1)', { functions: { f: (x) => x, 'g(a)': async (a: string) => a, h: null } });
await run('f(1)', { functions: ['f'] as const });
await run('f(1)', { functions: new Map([['f', (x: number) => x]]), signal: new AbortController().signal });
const functions: Functions = { f: (x) => x };

const sandbox = new Sandbox('f(1)', { functions: { f: null } });
let stop: AnyStop = await sandbox.run();
while (stop instanceof FunctionCall) {
  sandbox.answer(stop, stop.args[0]);
  stop = await sandbox.run();
}
if (stop instanceof Finished) console.log(stop.value);
try {
  runSync('1/0');
} catch (error) {
  if (error instanceof ProgramExit) console.log(error.status, error.typeName);
  else if (error instanceof ProgramSyntaxError) console.log(error.frames);
  else if (error instanceof ProgramError) console.log(error.traceback, error.cause);
  else if (error instanceof LimitError) console.log(error.limit, error.sessionGoesOn);
  else throw error as PysubError;
}
const greet: Command = Object.assign(async ([name]: string[]) => `${name}\n`, { usage: 'greet NAME' });
const shell = new Shell({ commands: { greet, text: (args, { text }) => [0, text], none: () => null } });
console.log((await shell.run('greet ann', { timeout: 1 })).stdout, value, functions);
for (const one of [sandbox, new Session(), new Files(), shell, new Program('1')]) one[Symbol.dispose]();
export const closed: Promise<void> = new Session()[Symbol.asyncDispose]();

// @ts-expect-error
new ProgramError();
// @ts-expect-error
run('1', { limit: {} });
// @ts-expect-error
new Shell().run('echo', { signal: 1 });
