// What the page at / does: a client of /mcp like any other, in the era of 2026-07-28. It knows no more than its token may see.
"use strict";

const REVISION = "2026-07-28";
const PREFIX = "io.modelcontextprotocol/";
const META = {
  [PREFIX + "protocolVersion"]: REVISION,
  [PREFIX + "clientInfo"]: { name: "pysub-agent page", version: "1" },
  [PREFIX + "clientCapabilities"]: { elicitation: { form: {} } },
};
const at = (id) => document.getElementById(id);
let token = sessionStorage.getItem("token") ?? "";
let lastId = 0;
let session = null; // the one that is shown
let asked = null; // a call that waits for an approval
let durable = null; // the id of the stored session that is shown
let hasStore = null; // whether the server has durable sessions; not known before somebody was let in

class Refused extends Error {}

// The last message of a stream is the answer; what comes before is progress.
function messageOf(type, body) {
  if (!type.startsWith("text/event-stream")) return JSON.parse(body);
  const events = body.split("\n\n").map((event) => event.split("\n").filter((line) => line.startsWith("data: ")));
  return JSON.parse(events.filter((lines) => lines.length).at(-1).map((line) => line.slice(6)).join("\n"));
}

// (A name that no header can say is encoded, as the protocol has it.)
const headerOf = (text) =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`;

async function request(method, params, name) {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", "MCP-Protocol-Version": REVISION, "Mcp-Method": method };
  if (name !== undefined) headers["Mcp-Name"] = headerOf(name);
  if (token) headers.Authorization = `Bearer ${token}`;
  const body = JSON.stringify({ jsonrpc: "2.0", id: ++lastId, method, params: { ...params, _meta: META } });
  const answer = await fetch("/mcp", { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status === 401) {
    at("who").hidden = false;
    at("token").focus();
    throw new Refused("This server wants a token.");
  }
  const message = messageOf(answer.headers.get("Content-Type") ?? "application/json", text);
  if (message.error) throw new Refused(message.error.message);
  return message.result;
}

const call = (name, args, more = {}) => request("tools/call", { name, arguments: args, ...more }, name);

async function data(name, args = {}) {
  const result = await call(name, args);
  if (result.isError) throw new Refused(result.content[0].text);
  return result.structuredContent;
}

const read = async (uri) => (await request("resources/read", { uri }, uri)).contents[0];

function row(...cells) {
  const made = document.createElement("tr");
  for (const cell of cells) {
    const place = document.createElement("td");
    place.append(cell);
    made.append(place);
  }
  return made;
}

function link(text, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  button.textContent = text;
  button.addEventListener("click", () => attempt(act));
  return button;
}

// What is wrong is said, and everything else goes on.
async function attempt(work) {
  at("said").textContent = "";
  try {
    await work();
  } catch (error) {
    at("said").textContent = error instanceof Refused ? error.message : `The server is not there: ${error.message}`;
  }
}

async function look() {
  const { sessions } = await data("session_list");
  at("sessions").replaceChildren(...sessions.map((one) =>
    row(link(one.title || "(no title)", () => show(one)), one.session_id, String(one.feeds), String(one.oldest_state))));
  const { resources } = await request("resources/list", {});
  at("outputs").replaceChildren(...resources.filter((one) => one.uri.startsWith("pysub://output/")).map((one) => {
    const item = document.createElement("li");
    item.append(link(`${one.uri} (${one.size ?? "?"} bytes)`, async () => showText("result", (await read(one.uri)).text)));
    return item;
  }));
  await lookAtStored();
}

// ---- Durable sessions, where the server has a store: its tools are offered then.

async function lookAtStored() {
  hasStore ??= (await request("tools/list", {})).tools.some((tool) => tool.name === "durable_list");
  at("stored").hidden = !hasStore;
  if (hasStore) await listStored([], "");
}

async function listStored(before, after) {
  const { sessions, next, most } = await data("durable_list", after ? { after } : {});
  const rows = [...before, ...sessions.map((one) =>
    row(link(one.title || "(no title)", () => showDurable(one.id)), one.id, one.language, one.state))];
  at("stored-list").replaceChildren(...rows);
  at("stored-room").textContent = `${rows.length}${next ? " and more" : ""} of at most ${most}`;
  at("stored-more").hidden = !next;
  at("stored-more").onclick = () => attempt(() => listStored(rows, next));
}

const megabytes = (bytes) => `${Math.round(bytes / 104857.6) / 10} MB`;

async function showDurable(id) {
  const one = await data("durable_show", { id });
  const { limits } = one;
  durable = id;
  at("durable").hidden = false;
  at("durable-head").textContent = `${one.title || "(no title)"} ${id}`;
  at("durable-state").textContent = [one.state, one.parked_for && `for ${one.parked_for}`, one.reason].filter(Boolean).join(": ");
  at("durable-limits").textContent = limits === null ? "" :
    `At most ${megabytes(limits.memory_bytes)} of memory, ${megabytes(limits.file_bytes)} of files, ${megabytes(limits.output_bytes)} of output, `
    + `${limits.run_ms / 1000} s of running` + (limits.steps ? `, ${limits.steps} steps` : "");
  at("resume").hidden = one.state !== "parked";
  at("cancel").hidden = one.state === "cancelled";
  at("calls").replaceChildren(...one.open_calls.map((open) =>
    row(`${open.call} ${open.name}`, JSON.stringify(open.arguments), `${open.class}, ${open.state}`, answerForm(id, open))));
  at("durable-result").textContent = one.result === null ? "" : JSON.stringify(one.result, null, 1);
  at("events").replaceChildren(...one.log.map((line) => {
    const made = row(new Date(line.at).toISOString(), line.event, line.detail);
    made.lastChild.className = "code";
    return made;
  }));
}

// The value is JSON; a text that is none is not sent, so that nobody answers with half a number.
function answerForm(id, open) {
  const form = document.createElement("form");
  const value = document.createElement("input");
  value.setAttribute("aria-label", `Answer of call ${open.call}, as JSON`);
  value.placeholder = "JSON";
  const reply = async (args) => {
    await data("durable_answer", { id, call: open.call, ...args });
    await Promise.all([showDurable(id), look()]);
  };
  const button = (text, args) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => attempt(() => reply(args())));
    return made;
  };
  const send = document.createElement("button");
  send.textContent = "Answer";
  form.append(value, " ", send, " ", button("Raise an error", () => ({ error: value.value })));
  if (open.state === "unknown") form.append(" ", button("It did not happen", () => ({ again: true })));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      let parsed;
      try {
        parsed = JSON.parse(value.value);
      } catch {
        throw new Refused("An answer is JSON: a text has quotes.");
      }
      await reply({ value: parsed });
    });
  });
  return form;
}

const changeDurable = (tool) => () => attempt(async () => {
  await data(tool, { id: durable });
  await Promise.all([showDurable(durable), look()]);
});

function showText(id, text) {
  at(id).hidden = false;
  at(id).textContent = text;
}

async function show(one) {
  session = one;
  at("one").hidden = false;
  at("one-head").textContent = `${one.title || "(no title)"} ${one.session_id}`;
  at("file").hidden = true;
  at("result").textContent = "";
  await showPast();
}

async function showPast() {
  const log = await read(`pysub://session/${session.session_id}/log`);
  const lines = log.text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  at("log").replaceChildren(...lines.reverse().map((line) => {
    const made = row(String(line.feed ?? ""), line.language ?? "", line.limit ?? line.end ?? "", String(Math.round(line.duration_ms ?? 0)), line.code ?? "");
    made.lastChild.className = "code";
    return made;
  }));
  const { entries } = await data("list_files", { session_id: session.session_id, recursive: true });
  at("files").replaceChildren(...entries.map((entry) => {
    const open = async () => {
      const file = await data("read_file", { session_id: session.session_id, path: entry.path });
      showText("file", file.content);
    };
    return row(entry.kind === "directory" ? entry.path + "/" : link(entry.path, open), String(entry.size ?? ""));
  }));
}

// A run that needs an approval comes back with a question, and goes on with the answer.
function take(result, args) {
  asked = result.resultType === "input_required" ? { result, args } : null;
  at("approval").hidden = asked === null;
  if (asked !== null) {
    at("question").textContent = Object.values(result.inputRequests).map((one) => one.params.message).join("\n");
    at("approve").focus();
    return;
  }
  const run = result.structuredContent ?? {};
  const parts = [run.stdout, run.stderr, run.result_text, run.end && run.end !== "finished" ? `[${run.limit ?? run.end}]` : ""];
  showText("result", result.structuredContent ? parts.filter(Boolean).join("\n") : result.content[0].text);
}

async function feed(more = {}, args = { session_id: session.session_id, language: at("language").value, code: at("code").value }) {
  take(await call("session_feed", args, more), args);
  if (asked === null) await Promise.all([showPast(), look()]);
}

function answer(reply) {
  const { result, args } = asked;
  const inputResponses = Object.fromEntries(Object.keys(result.inputRequests).map((key) => [key, reply]));
  return feed({ inputResponses, requestState: result.requestState }, args);
}

at("who").addEventListener("submit", (event) => {
  event.preventDefault();
  token = at("token").value.trim();
  sessionStorage.setItem("token", token);
  attempt(async () => {
    await look();
    at("who").hidden = true;
  });
});
at("feed").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(feed);
});
at("approve").addEventListener("click", () => attempt(() => answer({ action: "accept", content: { approve: true } })));
at("decline").addEventListener("click", () => attempt(() => answer({ action: "decline" })));
at("again").addEventListener("click", () => attempt(look));
at("create").addEventListener("click", () => attempt(async () => {
  const made = await data("session_create", { title: "from the page" });
  await look();
  await show({ session_id: made.session_id, title: "from the page" });
}));
at("close").addEventListener("click", () => attempt(async () => {
  await data("session_close", { session_id: session.session_id });
  at("one").hidden = true;
  session = null;
  await look();
}));
at("durable-again").addEventListener("click", () => attempt(() => showDurable(durable)));
at("resume").addEventListener("click", changeDurable("durable_resume"));
at("cancel").addEventListener("click", changeDurable("durable_cancel"));
attempt(look);
