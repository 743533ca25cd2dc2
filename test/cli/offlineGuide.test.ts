import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import { runRelay, RpcProcess, type AnyRecord, type RunResult } from "../support/relayProcess.ts";
import { readSession, sessionFiles } from "../support/sessionFiles.ts";
import { createWorkspace, type Workspace } from "../support/workspace.ts";

const localPorts = [11434, 1234, 8080];

describe("cli: without any model", () => {
  let workspace: Workspace;
  let isUndisturbed = false;
  before(async () => {
    const taken = (await Promise.all(localPorts.map(isTaken))).some(Boolean);
    isUndisturbed = !taken;
  });
  beforeEach(() => {
    workspace = createWorkspace();
    workspace.write("alpha.txt", "first\n");
    workspace.write("beta.md", "second\n");
  });
  afterEach(() => workspace.dispose());

  const ask = (prompt: string, ...args: string[]): Promise<RunResult> =>
    runRelay(workspace, ["-p", prompt, ...args]);

  for (const [language, prompt] of [
    ["English", "list the files here"],
    ["Portuguese", "liste os arquivos aqui"],
    ["Spanish", "lista los archivos de aquí"],
  ] as const) {
    it(`models.md 80: the offline guide lists files when asked in ${language}`, async function () {
      if (!isUndisturbed) return skip(this);
      const result = await ask(prompt);
      assert.deepEqual(
        [result.stderr, result.code],
        ["Using the offline guide: no model is configured.\n", 0],
      );
      assert.match(result.stdout, /alpha\.txt\nbeta\.md/);
      const [file = ""] = sessionFiles(workspace);
      const assistant = readSession(file).find(({ message }) => message?.role === "assistant")?.message;
      assert.deepEqual([assistant.provider, assistant.model], ["offline", "guide"]);
      const [notice, call] = assistant.content as AnyRecord[];
      assert.match(notice?.text, /^.*Relay.*Ollama\.\n*$/, "the session starts with what answers here");
      assert.deepEqual([call?.name, call?.arguments.command.split(" ")[0]], ["bash", "ls"]);
    });
  }

  it("--offline does not look for servers and needs no free ports", async () => {
    const result = await ask("read alpha.txt", "--offline");
    assert.deepEqual([result.stderr, result.code], ["Using the offline guide: no model is configured.\n", 0]);
    assert.match(result.stdout, /first/);
  });

  it("finishes work on files with tools, and says only what they returned", async () => {
    const replaced = await ask("replace 'first' with 'third' in alpha.txt", "--offline");
    assert.deepEqual(
      [replaced.stdout.split("\n").at(-2), replaced.code],
      ["Replaced the text in `alpha.txt`. I did not check it.", 0],
    );
    const read = await ask("read alpha.txt", "--offline");
    assert.match(read.stdout, /third/);
    const missing = await ask("read nothing.txt", "--offline");
    assert.match(missing.stdout, /nothing\.txt/);
  });

  it("goes on in the same session", async () => {
    await ask("list the files here", "--offline");
    const second = await ask("read beta.md", "--offline", "-c");
    assert.match(second.stdout, /second/);
    assert.equal(sessionFiles(workspace).length, 1);
  });

  it("cli.md 29, models.md 80: offlineModel false leaves no model at all", async () => {
    workspace.writeAgentFile("settings.json", { offlineModel: false });
    assert.deepEqual(await ask("hi"), {
      stdout: "",
      stderr: "Error: No models available. Run relay and use /login, or set a provider API key.\n",
      code: 1,
      signal: null,
    });
    assert.deepEqual(sessionFiles(workspace), []);
    const rpc = new RpcProcess(workspace, []);
    const { data, success } = await rpc.request({ type: "get_state" });
    assert.deepEqual([success, "model" in data], [true, false]);
    const refused = await rpc.request({ type: "prompt", message: "hi" });
    assert.equal(refused.success, false);
    assert.match(refused.error, /^No models available.*\/login/);
    await rpc.close();
  });

  it("models.md 80: a server that answers on Ollama's port is used with its first model", async function () {
    if (!isUndisturbed) return skip(this);
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? "");
      response.setHeader("content-type", "application/json");
      if (request.url === "/api/version") return void response.end('{"version":"1"}');
      if (request.url === "/v1/models") return void response.end('{"data":[{"id":"first"},{"id":"second"}]}');
      response.setHeader("content-type", "text/event-stream");
      const chunk = { choices: [{ index: 0, delta: { content: "from ollama" }, finish_reason: "stop" }] };
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
    if (!(await listen(server, 11434))) return skip(this);
    try {
      assert.deepEqual(await ask("list the files here"), {
        stdout: "from ollama\n",
        stderr: "",
        code: 0,
        signal: null,
      });
      const [file = ""] = sessionFiles(workspace);
      const change = readSession(file).find(({ type }) => type === "model_change");
      assert.deepEqual([change?.provider, change?.modelId], ["ollama", "first"]);
      // With a usable key nobody asks the port; what the request then does is another matter.
      const asked = paths.length;
      const keyed = new RpcProcess(workspace, ["--no-session"], { env: { ANTHROPIC_API_KEY: "k" } });
      const { data } = await keyed.request({ type: "get_state" });
      assert.equal(data.model.provider, "anthropic");
      await keyed.close();
      assert.equal(paths.length, asked);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

/** Another program on this machine would be taken for the model. */
function skip(context: Mocha.Context): void {
  process.stdout.write(`      skipped: one of the ports ${localPorts.join(", ")} is in use\n`);
  context.skip();
}

async function isTaken(port: number): Promise<boolean> {
  const server = createServer();
  const isFree = await listen(server, port);
  if (isFree) await new Promise((resolve) => server.close(resolve));
  return !isFree;
}

function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
}
