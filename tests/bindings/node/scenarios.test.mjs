// The table that all bindings run (tests/bindings/scenarios.json), in this thread and off it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { output, pysub } from './pysub.mjs';

const table = JSON.parse(readFileSync(new URL('../scenarios.json', import.meta.url)));
const HOST = {
  'add(a, b)': (a, b) => a + b,
  'echo(value)': (value) => value,
  'fail(message)': (message) => {
    throw new pysub.PythonException('ValueError', message);
  },
};
const functionsOf = (names) => Object.fromEntries(Object.entries(HOST).filter(([signature]) => names.includes(signature.split('(')[0])));
const camel = (limits) => Object.fromEntries(Object.entries(limits).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]));
// What JSON can say of a value.
const plain = (value) => (value instanceof Map ? Object.fromEntries([...value].map(([key, item]) => [key, plain(item)])) : Array.isArray(value) ? Array.from(value, plain) : value);

async function check(row, run) {
  const written = output();
  let value;
  let error = null;
  try {
    value = await run(row.code, { inputs: row.inputs, functions: functionsOf(row.functions), output: written });
  } catch (thrown) {
    error = thrown;
  }
  if (row.error) {
    assert.ok(error instanceof pysub.ProgramError, String(error?.stack ?? value));
    assert.deepEqual([error.typeName, error.programMessage], [row.error.type, row.error.message]);
    assert.match(error.traceback, new RegExp(`^Traceback[\\s\\S]*${row.error.type}`));
  } else {
    if (error) throw error;
    assert.deepEqual(plain(value), row.value);
  }
  assert.deepEqual([written.stdout, written.stderr], [row.stdout, row.stderr]);
}

for (const row of table.programs) {
  test(`${row.name}, in this thread`, () => check(row, pysub.runSync));
  test(`${row.name}, off this thread`, () => check(row, pysub.run));
  test(`${row.name}, saved and loaded between all stops`, () => check(row, async (code, { inputs, functions, output: written }) => {
    const answers = new Map(Object.entries(functions).map(([signature, answer]) => [signature.split('(')[0], answer]));
    let sandbox = new pysub.Sandbox(code, { inputs, functions: Object.keys(functions), output: written });
    while (true) {
      const stop = sandbox.runSync({ fuel: 50 });
      if (stop instanceof pysub.Finished) return stop.value;
      if (stop instanceof pysub.Raised) throw stop.error;
      const bytes = sandbox.dump();
      sandbox.close();
      sandbox = pysub.Sandbox.load(bytes, { output: written });
      if (stop instanceof pysub.OutOfFuel || stop instanceof pysub.Waiting) continue;
      const again = sandbox.runSync();
      assert.deepEqual([again.name, again.args], [stop.name, stop.args]);
      try {
        sandbox.answer(again, answers.get(stop.name)(...stop.args));
      } catch (error) {
        sandbox.raise(again, error);
      }
    }
  }));
}

for (const row of table.limits) {
  for (const run of [pysub.runSync, pysub.run]) {
    test(`limit of ${row.name} by ${run === pysub.run ? 'run' : 'runSync'}`, async () => {
      await assert.rejects(async () => run(row.code, { limits: camel(row.limits), output: false }), (error) => error instanceof pysub.LimitError && error.limit === row.limit);
    });
  }
}

for (const row of table.scripts) {
  test(`script: ${row.name}`, async () => {
    const shell = new pysub.Shell();
    for (const result of [shell.runSync(row.script), await new pysub.Shell().run(row.script)]) {
      assert.deepEqual([result.stdout, result.exitCode, result.limit], [row.stdout, row.exit_code, null]);
    }
    shell.close();
  });
}
