// CPython 3.14 as a filter: JSON requests on standard input, one per line, answers on standard
// output. oracle_main.py says what a request is and does the work. tests/tools/setup_oracle installs
// pyodide; PYODIDE_DIR names another copy.
import fs from "fs";
import path from "path";
import readline from "readline";
import { fileURLToPath } from "url";

const here = path.dirname(fileURLToPath(import.meta.url));
const pyodideDir = process.env.PYODIDE_DIR || path.join(here, "node_modules", "pyodide");
const { loadPyodide } = await import(path.join(pyodideDir, "pyodide.mjs"));
const discard = { write: (bytes) => bytes.length };
const pyodide = await loadPyodide();
pyodide.setStdout(discard);
pyodide.setStderr({ write: (bytes) => (fs.writeSync(2, bytes), bytes.length) });
pyodide.runPython(fs.readFileSync(path.join(here, "oracle_main.py"), "utf8"), {
  filename: "oracle_main.py",
});

// One writeSync to a pipe may write a part, or nothing while the reader is slow.
function writeAll(text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(fs.writeSync(1, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

const answer = pyodide.globals.get("answer");
for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  writeAll(answer(line) + "\n");
}
