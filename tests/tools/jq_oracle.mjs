// jq 1.8.2 (the npm package jq-wasm) as a program: what tools/record_commands.py calls `jq`.
//
//   node jq_oracle.mjs ARGS...      runs jq with these words, on the files of the current directory
//   node jq_oracle.mjs --batch      one JSON object a line: {args, input, files, env} -> {out, err, status}
//
// The package lies in node_modules beside this file, or where JQ_WASM_DIR says. Its file system is one in memory:
// files are copied into it.

import { readFileSync, readdirSync, writeSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const here = dirname(fileURLToPath(import.meta.url));
const home = process.env.JQ_WASM_DIR ?? join(here, "node_modules/jq-wasm");

// The environment is read while the module is made: it is handed in, not set afterwards.
const ownNames = ["USER", "LOGNAME", "PATH", "PWD", "HOME", "LANG", "_"].map((name) => `${name}: undefined`).join(", ");

// The package gives out a trimmed text and no files: its module is taken out of it as it is.
function loadFactory() {
  const text = readFileSync(join(home, "dist/index.cjs"), "utf8")
    .replace("stdoutSink.push(byte)", "moduleArg.onOut(byte)")
    .replace("stderrSink.push(byte)", "moduleArg.onErr(byte)")
    .replace("stdinBufferOffset >= stdinBuffer.length", "moduleArg.atEnd()")
    .replace("stdinBuffer[stdinBufferOffset++]", "moduleArg.nextByte()")
    .replace('var thisProgram = "./this.program"', 'var thisProgram = "jq"')
    // (Names that it would fill in by itself are taken away.)
    .replace("var ENV = {};", `var ENV = {${ownNames}, ...moduleArg.env};`)
    .replace('Module["callMain"] = callMain;', 'Module["callMain"] = callMain; Module["FS"] = FS;')
    + "\nmodule.exports = require_jq();";
  const module = { exports: {} };
  const require = createRequire(join(home, "dist/index.cjs"));
  vm.runInThisContext(`(function (exports, require, module, __dirname, __filename) {${text}\n})`)(
    module.exports, require, module, join(home, "dist"), join(home, "dist/index.cjs"));
  return module.exports.default ?? module.exports;
}

const factory = loadFactory();
const wasmModule = new WebAssembly.Module(readFileSync(join(home, "dist/build/jq.wasm")));

async function runJq({ args, input, files, env, cwd }) {
  const out = [], err = [];
  let at = 0;
  const instance = await factory({
    instantiateWasm(imports, onSuccess) {
      onSuccess(new WebAssembly.Instance(wasmModule, imports), wasmModule);
      return {};
    },
    env,
    onOut: (byte) => out.push(byte),
    onErr: (byte) => err.push(byte),
    atEnd: () => at >= input.length,
    nextByte: () => input[at++],
  });
  const { FS } = instance;
  for (const [name, bytes] of Object.entries(files)) {
    const path = name.startsWith("/") ? name : join(cwd, name);
    FS.mkdirTree(dirname(path));
    if (bytes === null) FS.mkdirTree(path);
    else FS.writeFile(path, bytes);
  }
  FS.mkdirTree(cwd);
  FS.chdir(cwd);
  let status;
  try {
    // (Its output is a terminal for it.)
    const colored = args.some((word) => /^(-[a-zA-Z]*C|--color-output)/.test(word));
    status = instance.callMain(colored ? [...args] : ["-M", ...args]);
  } catch (error) {
    err.push(...Buffer.from(`crashed: ${error.message}\n`));
    status = 134;
  }
  process.exitCode = 0;
  return { out: Buffer.from(out), err: Buffer.from(err), status: status ?? 0 };
}

function filesUnder(folder, prefix, found) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      found[join(prefix, entry.name)] = null;
      filesUnder(path, join(prefix, entry.name), found);
    } else if (statSync(path).isFile()) {
      found[join(prefix, entry.name)] = readFileSync(path);
    }
  }
  return found;
}

async function batch() {
  const lines = readFileSync(0, "utf8").split("\n");
  for (const line of lines) {
    if (line === "") continue;
    const one = JSON.parse(line);
    const files = {};
    for (const [name, text] of Object.entries(one.files ?? {})) files[name] = Buffer.from(text, "utf8");
    const { out, err, status } = await runJq({
      args: one.args, input: Buffer.from(one.input ?? "", one.latin1 ? "latin1" : "utf8"), files,
      env: one.env ?? { TZ: "UTC0", HOME: "/w" }, cwd: "/w",
    });
    writeSync(1, JSON.stringify({ out: out.toString("latin1"), err: err.toString("latin1"), status }) + "\n");
  }
}

function writeAll(fd, bytes) {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

if (process.argv[2] === "--batch") {
  await batch();
} else {
  const cwd = process.cwd();
  let input = Buffer.alloc(0);
  try {
    input = readFileSync(0);
  } catch {
    // no standard input
  }
  const { out, err, status } = await runJq({
    args: process.argv.slice(2), input, files: filesUnder(cwd, cwd, {}), env: { ...process.env }, cwd,
  });
  writeAll(1, out);
  writeAll(2, err);
  process.exitCode = status;
}
