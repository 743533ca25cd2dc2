import assert from "node:assert/strict";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ScriptedModel } from "../fakes/scriptedModel.ts";
import { RpcProcess, runRelay, type AnyRecord, type RunResult } from "../support/relayProcess.ts";
import { assertProtocolOnly, isSettled } from "../support/rpcSuite.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import type { Workspace } from "../support/workspace.ts";

const entry = pathToFileURL(
  fileURLToPath(new URL("../../agent/coding-agent/dist/index.js", import.meta.url)),
).href;

/** A program that embeds Relay; `body` has the exports as `relay`, and a `runtime` of its own. */
function programText(body: string): string {
  return `
    import * as relay from ${JSON.stringify(entry)};
    const create = async ({ cwd, agentDir, sessionManager, sessionStartEvent, trust }) => {
      const services = await relay.createAgentSessionServices({ cwd, agentDir, trust });
      const created = await relay.createAgentSessionFromServices({ services, sessionManager, sessionStartEvent });
      return { ...created, services, diagnostics: services.diagnostics };
    };
    const cwd = process.cwd();
    const runtime = await relay.createAgentSessionRuntime(create, {
      cwd,
      agentDir: relay.getAgentDir(),
      sessionManager: relay.SessionManager.inMemory(cwd),
    });
    ${body}
  `;
}

describe("programs that run a mode of Relay", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place));

  function run(body: string): Promise<RunResult> {
    const program = workspace.write("program.mjs", programText(body));
    return runRelay(workspace, [], { program });
  }

  it("rpc.md §11: runPrintMode prints the last answer and resolves with the exit code", async () => {
    model.add({ text: "first" }, { text: "second" });
    const result = await run(`
      setTimeout(() => console.log("from a library"), 0);
      const options = { mode: "text", initialMessage: "a", messages: ["b"] };
      const code = await relay.runPrintMode(runtime, options);
      console.log("code " + code);
    `);
    assert.deepEqual(result, {
      stdout: "second\ncode 0\n",
      stderr: "from a library\n",
      code: 0,
      signal: null,
    });
    assert.deepEqual(
      model.requests.map(({ messages }) => messages.filter(({ role }) => role === "user").length),
      [1, 2],
    );
  });

  it("rpc.md §11: runPrintMode fails with the provider, and without a prompt", async () => {
    model.add({ status: 400 });
    const failed = await run(
      `console.log(await relay.runPrintMode(runtime, { mode: "text", messages: ["a"] }))`,
    );
    assert.equal(failed.stdout, "1\n");
    assert.match(failed.stderr, /^Error: .*scripted 400/);
    const { stdout, stderr } = await run(`console.log(await relay.runPrintMode(runtime, { mode: "json" }))`);
    assert.deepEqual([stdout, stderr], ["1\n", "Error: no prompt provided\n"]);
  });

  it("rpc.md §11: runPrintMode writes a header and events as JSON, and sends images", async () => {
    model.add({ text: "seen" });
    const { stdout, stderr } = await run(`
      const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
      const initialImages = [{ type: "image", data, mimeType: "image/png" }];
      await relay.runPrintMode(runtime, { mode: "json", initialMessage: "look", initialImages });
    `);
    assert.equal(stderr, "");
    const records = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord);
    assert.deepEqual([records[0]?.type, records.at(-1)?.type], ["session", "agent_settled"]);
    assert.match(JSON.stringify(model.requests[0]?.messages.at(-1)), /image_url/);
  });

  it("rpc.md §11: runRpcMode serves a runtime, which goes on with the program's own factory", async () => {
    model.add({ text: "one" }, { text: "two" });
    const program = workspace.write("program.mjs", programText("await relay.runRpcMode(runtime);"));
    const relay = new RpcProcess(workspace, [], { program });
    await relay.prompt("a");
    assert.equal((await relay.request({ type: "new_session" })).data.cancelled, false);
    await relay.prompt("b");
    assert.equal(relay.records.filter(isSettled).length, 2);
    const { data } = await relay.request({ type: "get_last_assistant_text" });
    assert.deepEqual(data, { text: "two" });
    await relay.close();
    assertProtocolOnly(relay);
    assert.deepEqual([relay.stderr, (await relay.exit).code], ["", 0]);
  });

  it("rpc-additions.md 20: a factory that hands trust on lets a client's decision count", async () => {
    workspace.write(".relay/prompts/own.md", "Own");
    const program = workspace.write("program.mjs", programText("await relay.runRpcMode(runtime);"));
    const relay = new RpcProcess(workspace, [], { program });
    const names = async (): Promise<unknown[]> =>
      ((await relay.request({ type: "get_commands" })).data.commands as AnyRecord[]).map(({ name }) => name);
    assert.equal((await names()).includes("own"), false);
    const decided = await relay.request({ type: "set_trust", decision: "trusted", remember: false });
    assert.deepEqual([decided.data, (await names()).includes("own")], [{ reloaded: true }, true]);
    await relay.close();
    assertProtocolOnly(relay);
  });

  it("main runs the command, parseArgs reads its options", async () => {
    const { stdout, code } = await run(`
      const { mode, model, errors } = relay.parseArgs(["--mode", "json", "--model", "a/b", "--nonsense"]);
      console.log(JSON.stringify({ mode, model, errors }));
      process.exitCode = await relay.main(["--version"]);
    `);
    const expected = { mode: "json", model: "a/b", errors: ["Unknown option: --nonsense"] };
    assert.equal(code, 0);
    const [options = "", version] = stdout.trimEnd().split("\n");
    assert.deepEqual(JSON.parse(options), expected);
    assert.match(version ?? "", /^\d+\.\d+\.\d+$/);
  });
});
