// node tests/cli/oracle_sources.mjs >tests/cli/sources.expected
// Asks CPython 3.14 to run each file of sources.py as `python3 FILE` does: from a FILE*, not from a string.
import { execFileSync } from "child_process";
import fs from "fs";
import os from "os";
import path from "path";
import { fileURLToPath } from "url";

const here = path.dirname(fileURLToPath(import.meta.url));
const pyodide = process.env.PYODIDE_DIR ?? path.join(here, "../tools/node_modules/pyodide");
const { loadPyodide } = await import(path.join(pyodide, "pyodide.mjs"));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sources-"));
execFileSync("python3", [path.join(here, "sources.py"), folder]);
const python = await loadPyodide({});
for (const stream of ["setStdout", "setStderr"]) {
  python[stream]({ write: (bytes) => (fs.writeSync(1, bytes), bytes.length) });
}
const names = fs.readdirSync(folder).sort();
for (const name of names) python.FS.writeFile("/tmp/" + name, fs.readFileSync(path.join(folder, name)));
fs.rmSync(folder, { recursive: true });
python.globals.set("names", names);
python.runPython(`
import ctypes, os, sys
os.chdir("/tmp")
api = ctypes.pythonapi
api.fopen.restype = ctypes.c_void_p
api.fopen.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
api.PyRun_SimpleFileExFlags.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
for name in names:
    print("===", name, flush=True)
    status = api.PyRun_SimpleFileExFlags(api.fopen(name.encode(), b"rb"), name.encode(), 1, None)
    sys.stdout.flush()
    sys.stderr.flush()
    print("exit", abs(status), flush=True)
`);
