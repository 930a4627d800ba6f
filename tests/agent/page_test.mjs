// The page of `pysub-agent serve` in Debian's Chromium, driven by keyboard and mouse: tokens, feeds, files, long output, approvals, what
// hostile output may do to it.
//
//   node page_test.mjs PYSUB_AGENT FOLDER PYTHON
//
// Exits with 77, and says why, where chromium, npm or playwright-core (which npm installs into FOLDER) cannot be had.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [agent, folder, python] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const CHROMIUM = "/usr/bin/chromium";
const TOKEN = "alice-alice-alice-1";

function skip(why) {
  console.log("skipped:", why);
  process.exit(77);
}

if (!fs.existsSync(CHROMIUM)) skip("no chromium (apt-get install chromium)");
const library = path.join(folder, "node_modules/playwright-core/index.mjs");
if (!fs.existsSync(library)) {
  fs.mkdirSync(folder, { recursive: true });
  const done = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, "playwright-core@1.64.1"], { encoding: "utf8", timeout: 200_000 });
  if (done.status !== 0) skip(`npm cannot install playwright-core: ${(done.stderr ?? "").slice(-300)}`);
}
const { chromium } = await import(pathToFileURL(library));

const work = fs.mkdtempSync(path.join(os.tmpdir(), "pysub-page-"));
const shop = { command: [python, path.join(here, "tool_server.py")], environment: { NOTES: path.join(work, "notes"), TOKEN: "secret" }, tools: { refund: "ask" } };
const store = process.argv[5] === "no-store" ? {} : { store: { url: `sqlite:${path.join(work, "store")}`, work: true } };
const config = { permissions: { isolation: "in-process" }, servers: { shop }, ...store, tenants: { alice: { tokens: [TOKEN] } } };
fs.writeFileSync(path.join(work, "config.json"), JSON.stringify(config));
const server = spawn(agent, ["serve", "--http", "127.0.0.1:0", "--config", path.join(work, "config.json")], { stdio: ["ignore", "ignore", "pipe"] });
const said = String(await new Promise((resolve) => server.stderr.once("data", resolve)));
const url = said.match(/http:\/\/[^/]+/)[0];
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
let failed = 0;
let passed = 0;

async function check(name, work) {
  try {
    await work();
    ++passed;
  } catch (error) {
    ++failed;
    console.log(`FAILED ${name}: ${error.stack}`);
  }
}

const page = await browser.newPage();
page.setDefaultTimeout(20_000);
const errors = [];
page.on("pageerror", (error) => errors.push(error.message));
const text = (id) => page.textContent(`#${id}`);
const until = (holds, argument) => page.waitForFunction(holds, argument);
const rows = (id, count) => until(([id, count]) => document.querySelectorAll(`#${id} > *`).length === count, [id, count]);

async function feed(language, code) {
  await page.selectOption("#language", language);
  await page.fill("#code", code);
  await page.focus("#feed button");
  await page.keyboard.press("Enter");
}

await check("a token is asked for, and a wrong one is told", async () => {
  await page.goto(url);
  await page.waitForSelector("#who:not([hidden])");
  assert.equal(await text("said"), "This server wants a token.");
  assert.equal(await page.evaluate(() => document.activeElement.id), "token");
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await until(() => document.querySelector("#said").textContent !== "");
  await page.fill("#token", TOKEN);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#who", { state: "hidden" });
  assert.equal(await page.evaluate(() => localStorage.length), 0);
});
await check("a session is made, fed, and shown with its files", async () => {
  await page.click("#create");
  await page.waitForSelector("#one:not([hidden])");
  await feed("python", "open('a <b>.txt', 'w').write('<img src=x onerror=alert(1)>')\nprint('<script>document.title = 1</script>')\n6 * 7");
  await rows("log", 1);
  await rows("files", 1);
  assert.equal(await text("result"), "<script>document.title = 1</script>\n\n42");
  await page.click("#files button");
  await page.waitForSelector("#file:not([hidden])");
  assert.equal(await text("file"), "<img src=x onerror=alert(1)>");
  assert.equal(await page.title(), "pysub-agent");
  assert.equal(await page.locator("img").count(), 0);
});
await check("how runs ended", async () => {
  await feed("python", "1 / 0");
  await rows("log", 2);
  assert.match(await text("result"), /ZeroDivisionError.*\[raised\]/s);
  await feed("shell", "echo out; exit 3");
  await rows("log", 3);
  assert.match(await text("log"), /shellfinished/);
});
await check("long output is linked", async () => {
  await feed("shell", "seq 100000");
  await rows("outputs", 1);
  await page.click("#outputs button");
  await until(() => document.querySelector("#result").textContent.length > 500_000);
});
await check("an approval is asked for, given and refused", async () => {
  await feed("python", "print(servers.shop.refund(order=5))");
  await page.waitForSelector("#approval:not([hidden])");
  assert.match(await text("question"), /servers\.shop\.refund with \{"order": 5\}/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "approve");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#approval", { state: "hidden" });
  await until(() => document.querySelector("#result").textContent.includes("refund done"));
  await feed("python", "servers.shop.refund(order=6)");
  await page.waitForSelector("#approval:not([hidden])");
  await page.click("#decline");
  await until(() => document.querySelector("#result").textContent.includes("was declined"));
  const made = fs.readFileSync(path.join(work, "notes"), "utf8");
  assert.match(made, /5/);
  assert.doesNotMatch(made, /6/);
});
// What an agent stores by its tools is shown here, and its calls are answered by a person.
async function tool(name, args) {
  const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", Authorization: `Bearer ${TOKEN}`,
                    "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": name };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta: meta } });
  return (await (await fetch(`${url}/mcp`, { method: "POST", headers, body })).json()).result.structuredContent;
}
async function showStored(id, state) {
  await page.click("#durable-again");
  await until(([id, state]) => document.querySelector("#durable-head").textContent.endsWith(id) && document.querySelector("#durable-state").textContent.startsWith(state), [id, state]);
}
async function untilState(id, state) {
  for (let i = 0; i < 400; ++i) {
    if ((await tool("durable_show", { id })).state === state) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`${id} does not become ${state}`);
}
if (store.store) {
  await check("a stored session is shown with its budget, and its calls are answered", async () => {
    const code = "print('<i>asked</i>')\nfirst = approve('<b>order</b> 17?')\ntry:\n    second = approve('18?')\nexcept RuntimeError as error:\n    second = str(error)\n[first, second]";
    const { id } = await tool("durable_create", { language: "python", code, functions: ["approve(question)"], title: "<u>orders</u>" });
    await untilState(id, "waiting");
    await page.click("#again");
    await until(() => /pythonwaiting/.test(document.querySelector("#stored-list").textContent));
    assert.equal(await text("stored-room"), "1 of at most 1000");
    assert.match(await text("stored-list"), /<u>orders<\/u>d[0-9a-f]{32}pythonwaiting/);
    await page.focus("#stored-list button");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#durable:not([hidden])");
    await rows("calls", 1);
    assert.match(await text("durable-limits"), /^At most [\d.]+ MB of memory, [\d.]+ MB of files, [\d.]+ MB of output, [\d.]+ s of running, \d+ steps$/);
    assert.match(await text("calls"), /1 approve.*<b>order<\/b> 17\?.*once, announced/);
    assert.match(await text("events"), /stdout<i>asked<\/i>/);
    await page.fill("#calls input", "yes");
    await page.keyboard.press("Enter");
    await until(() => document.querySelector("#said").textContent === "An answer is JSON: a text has quotes.");
    await page.fill("#calls input", '{"ok": "<script>alert(1)</script>"}');
    await page.keyboard.press("Enter");
    await until(() => document.querySelector("#said").textContent === "");
    await until(() => document.querySelector("#calls").textContent.startsWith("1") === false);
    await untilState(id, "waiting");
    await showStored(id, "waiting");
    await rows("calls", 1);
    await page.fill("#calls input", "not today");
    await page.click("#calls button:has-text('Raise an error')");
    await untilState(id, "done");
    await showStored(id, "done");
    await rows("calls", 0);
    assert.deepEqual(JSON.parse(await text("durable-result")), [{ ok: "<script>alert(1)</script>" }, "not today"]);
    assert.equal(await page.locator("main i, main b, main u, main script").count(), 0);
  });
  await check("a stored session is cancelled", async () => {
    const { id } = await tool("durable_create", { language: "python", code: "wait_signal('never')", title: "waits" });
    await untilState(id, "waiting");
    await page.click("#again");
    await rows("stored-list", 2);
    await page.click("#stored-list button:has-text('waits')");
    await showStored(id, "waiting");
    assert.equal(await page.isHidden("#resume"), true);
    await page.click("#cancel");
    await until(() => document.querySelector("#durable-state").textContent.startsWith("cancelled"));
    assert.equal(await page.isHidden("#cancel"), true);
  });
  await check("a call that may have happened is decided by a person", async () => {
    const { id } = await tool("durable_create", { language: "python", code: "charge(7)", functions: ["charge(amount)"], title: "pays" });
    await untilState(id, "waiting");
    const dies = path.join(work, "dies");
    fs.writeFileSync(dies, "#!/bin/sh\nkill -9 $$\n", { mode: 0o755 });
    const done = spawnSync(agent, ["work", "--store", store.store.url, "--tenant", "alice", "--call", `charge=${dies}`, "--until-idle", "--lease", "1", "--call-timeout", "1"], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    await untilState(id, "parked");
    await page.click("#again");
    await page.click("#stored-list button:has-text('pays')");
    await showStored(id, "parked: for unknown");
    assert.match(await text("calls"), /once, unknown/);
    await page.click("#resume");
    await until(() => /a call may have happened/.test(document.querySelector("#said").textContent));
    await page.click("#calls button:has-text('It did not happen')");
    await until(() => /once, announced/.test(document.querySelector("#calls").textContent));
    await page.fill("#calls input", '"paid"');
    await page.keyboard.press("Enter");
    await untilState(id, "done");
    await showStored(id, "done");
    assert.equal(await text("durable-result"), '"paid"');
  });
} else {
  await check("without a store there is nothing of stored sessions", async () => {
    assert.equal(await page.isHidden("#stored"), true);
  });
}
await check("another tab of the same token sees the session, and it is closed", async () => {
  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await other.waitForSelector("#who:not([hidden])");
  await other.fill("#token", TOKEN);
  await other.keyboard.press("Enter");
  await other.waitForFunction(() => document.querySelectorAll("#sessions tr").length === 1);
  await page.click("#close");
  await page.waitForSelector("#one", { state: "hidden" });
  await other.click("#again");
  await other.waitForFunction(() => document.querySelectorAll("#sessions tr").length === 0);
});
await check("a server that ends is told", async () => {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill();
  await ended;
  await page.click("#again");
  await until(() => document.querySelector("#said").textContent.startsWith("The server is not there"));
});
await check("no script has failed", async () => assert.deepEqual(errors, []));
await browser.close();
fs.rmSync(work, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
