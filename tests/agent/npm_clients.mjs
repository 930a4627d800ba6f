// Real clients, of both eras, over both transports: what each sees of pysub-agent is one line of JSON on standard output.
//
//   npm_clients.mjs FOLDER PYSUB_AGENT CONFIG URL
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, agent, config, url] = process.argv.slice(2);
const require = createRequire(folder + "/");
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

const one = {
  sdk: await load("@modelcontextprotocol/sdk/client/index.js"),
  stdio: await load("@modelcontextprotocol/sdk/client/stdio.js"),
  http: await load("@modelcontextprotocol/sdk/client/streamableHttp.js"),
  types: await load("@modelcontextprotocol/sdk/types.js"),
};
const two = { sdk: await load("@modelcontextprotocol/client"), stdio: await load("@modelcontextprotocol/client/stdio") };

const approve = async () => ({ action: "accept", content: { approve: true } });
const start = { command: agent, args: ["mcp", "--config", config], stderr: "inherit" };

async function look(name, client, transport) {
  const seen = { client: name };
  await client.connect(transport);
  try {
    seen.version = client.getNegotiatedProtocolVersion?.() ?? null;
    seen.server = client.getServerVersion()?.name;
    seen.tools = (await client.listTools()).tools.map((tool) => tool.name);
    const call = async (name, args, options) => {
      const result = await client.callTool({ name, arguments: args }, ...(options ?? []));
      return result.isError ? "error: " + result.content[0].text : (result.structuredContent.stdout ?? result.structuredContent);
    };
    seen.python = await call("run_python", { code: "sum(range(10))" });
    seen.shell = await call("run_shell", { code: "printf '%s\\n' b a | sort" });
    const { session_id } = await call("session_create", {});
    await call("session_feed", { session_id, language: "python", code: "open('f', 'w').write('kept'); x = 20" });
    seen.session = await call("session_feed", { session_id, language: "shell", code: "cat f" });
    seen.file = (await client.readResource({ uri: `pysub://session/${session_id}/files/home/user/f` })).contents[0].text;
    seen.wrong = await call("run_python", { code: "1", cod: "x" }).catch((error) => "error: " + error.message);
    // A person approves in the middle of a loop.
    seen.approved = await call("run_python", { code: "print([servers.shop.refund(order=n) for n in range(2)])" });
    // A call that is given up ends, and the session can be used again.
    const giver = new AbortController();
    setTimeout(() => giver.abort(), 300);
    const options = one.sdk.Client === client.constructor ? [undefined, { signal: giver.signal }] : [{ signal: giver.signal }];
    seen.aborted = await call("session_feed", { session_id, language: "python", code: "while True: pass" }, options).then(() => "no", () => "yes");
    seen.after = await call("session_feed", { session_id, language: "python", code: "print(x + 1)" }).then((out) => out.stdout ?? out);
  } finally {
    await client.close();
  }
  console.log(JSON.stringify(seen));
}

function older() {
  const client = new one.sdk.Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(one.types.ElicitRequestSchema, approve);
  return client;
}

function newer(mode) {
  const client = new two.sdk.Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} }, versionNegotiation: { mode } });
  client.setRequestHandler("elicitation/create", approve);
  return client;
}

await look("sdk stdio", older(), new one.stdio.StdioClientTransport(start));
await look("sdk http", older(), new one.http.StreamableHTTPClientTransport(new URL(url)));
for (const mode of ["legacy", "auto", { pin: "2026-07-28" }]) {
  const name = typeof mode === "string" ? mode : "pin";
  await look(`client ${name} stdio`, newer(mode), new two.stdio.StdioClientTransport(start));
  await look(`client ${name} http`, newer(mode), new two.sdk.StreamableHTTPClientTransport(new URL(url)));
}
