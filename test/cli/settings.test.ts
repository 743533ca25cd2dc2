import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startScriptedModel, type ScriptedModel, type ScriptedStep } from "../fakes/scriptedModel.ts";
import { runRelay, RpcProcess, type AnyRecord, type RunResult } from "../support/relayProcess.ts";
import { sessionFiles } from "../support/sessionFiles.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import { configureFakeModel, type Workspace } from "../support/workspace.ts";

describe("cli: settings, trust and context", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place), {
    model: [[{ text: "ok" }], { repeatLast: true }],
  });

  const relay = (...args: string[]): Promise<RunResult> =>
    runRelay(workspace, ["-p", "hi", "--no-session", ...args]);

  function userSettings(settings: object): void {
    configureFakeModel(workspace, model.baseUrl, settings);
  }
  function projectSettings(settings: object): void {
    workspace.write(".relay/settings.json", JSON.stringify(settings));
  }

  /** The system prompt of the last request. */
  function systemPrompt(): string {
    const message = model.requests.at(-1)?.messages[0];
    assert.ok(message && message.role !== "user");
    return typeof message.content === "string" ? message.content : JSON.stringify(message.content);
  }
  function toolNames(): string[] {
    return (model.requests.at(-1)?.tools ?? []).map((tool) => tool.function.name);
  }

  it("cli.md 37: a malformed settings file costs one warning, and is never written", async () => {
    const path = join(workspace.agentDir, "settings.json");
    writeFileSync(path, "{bad");
    const result = await relay("--model", "fake/m1");
    assert.deepEqual([result.stdout, result.code], ["ok\n", 0]);
    assert.match(result.stderr, new RegExp(`^Warning: user settings ${path}: .+\n$`));
    const rpc = new RpcProcess(workspace, ["--no-session", "--model", "fake/m1"]);
    const answer = await rpc.request({ type: "set_auto_retry", enabled: false });
    assert.equal(answer.success, true, JSON.stringify(answer));
    await rpc.close();
    assert.match(rpc.stderr, /could not save retry\.enabled: .*settings\.json/);
    assert.equal(readFileSync(path, "utf8"), "{bad");
  });

  it("cli.md §3.1: a preference that a client changes is in the user's file, beside what was there", async () => {
    userSettings({ unknown: { a: 1 } });
    const rpc = new RpcProcess(workspace);
    await rpc.request({ type: "set_auto_retry", enabled: false });
    await rpc.close();
    assert.equal(rpc.stderr, "");
    const saved = JSON.parse(readFileSync(join(workspace.agentDir, "settings.json"), "utf8")) as AnyRecord;
    assert.deepEqual([saved.unknown, saved.retry, saved.defaultModel], [{ a: 1 }, { enabled: false }, "m1"]);
  });

  it("cli.md 36: a trusted project's keys win one by one, an untrusted one's do not count", async () => {
    userSettings({ retry: { maxRetries: 2, baseDelayMs: 1 } });
    projectSettings({ retry: { maxRetries: 1 } });
    const attempts = async (...args: string[]): Promise<number> => {
      const before = model.requests.length;
      const answer: ScriptedStep = { status: 503 };
      model.server.handle((_, respond) => respond.reply(503, { error: { message: String(answer.status) } }));
      await relay(...args);
      return model.requests.length - before;
    };
    assert.equal(await attempts("-a"), 2);
    assert.equal(await attempts("-na"), 3);
    assert.equal(await attempts(), 3);
  });

  it("cli.md 38, 41: a project sets tools once it is trusted, and cannot trust itself", async () => {
    userSettings({ defaultTools: ["+grep"] });
    projectSettings({ defaultTools: ["-bash"], defaultProjectTrust: "always" });
    const untrusted = await relay();
    assert.deepEqual(toolNames(), ["read", "bash", "edit", "write", "grep"]);
    assert.match(
      untrusted.stderr,
      /^Warning: Project is not trusted; skipped \.relay\/settings\.json\..*\n$/,
    );
    assert.equal((await relay("-a")).stderr, "");
    assert.deepEqual(toolNames(), ["read", "edit", "write", "grep"]);
    projectSettings({ defaultTools: ["ls"] });
    await relay("--approve");
    assert.deepEqual(toolNames(), ["ls"]);
    userSettings({ defaultProjectTrust: "always" });
    await relay();
    assert.deepEqual(toolNames(), ["ls"]);
  });

  it("cli.md 39: an untrusted project chooses the directory of its sessions and nothing else", async () => {
    projectSettings({ sessionDir: "s", defaultTools: ["ls"] });
    const result = await runRelay(workspace, ["-p", "hi"]);
    assert.equal(result.stdout, "ok\n");
    assert.equal(sessionFiles(workspace, join(workspace.cwd, "s")).length, 1);
    assert.deepEqual(sessionFiles(workspace), []);
    assert.deepEqual(toolNames(), ["read", "bash", "edit", "write"]);
    await runRelay(workspace, ["-p", "hi"], { env: { RELAY_CODING_AGENT_SESSION_DIR: "e" } });
    await runRelay(workspace, ["-p", "hi", "--session-dir", "o"], {
      env: { RELAY_CODING_AGENT_SESSION_DIR: "e" },
    });
    for (const dir of ["e", "o"])
      assert.equal(sessionFiles(workspace, join(workspace.cwd, dir)).length, 1, dir);
  });

  it("cli.md 40: a value of the wrong kind is replaced by the next lower one, with a warning", async () => {
    userSettings({ steeringMode: "x", defaultTools: ["ls"] });
    projectSettings({ defaultTools: 5 });
    const result = await relay("-a");
    assert.equal(result.stdout, "ok\n");
    assert.match(
      result.stderr,
      /^Warning: user settings .*steeringMode.*\nWarning: project settings .*defaultTools.*\n$/,
    );
    assert.deepEqual(toolNames(), ["ls"]);
    const rpc = new RpcProcess(workspace);
    const { data } = await rpc.request({ type: "get_state" });
    assert.equal(data.steeringMode, "one-at-a-time");
    await rpc.close();
  });

  it("cli.md 44: trust is needed once .relay holds something, and is taken from trust.json", async () => {
    mkdirSync(join(workspace.cwd, ".relay"));
    assert.equal((await relay()).stderr, "");
    workspace.write(".relay/SYSTEM.md", "PROJECT");
    assert.match((await relay()).stderr, /skipped \.relay\/SYSTEM\.md/);
    workspace.writeAgentFile("trust.json", { "/": true });
    assert.equal((await relay()).stderr, "");
    assert.ok(systemPrompt().startsWith("PROJECT"));
    workspace.writeAgentFile("trust.json", { "/": true, [workspace.cwd]: false });
    assert.match((await relay()).stderr, /skipped/);
    assert.ok(!systemPrompt().includes("PROJECT"));
    await relay("-a");
    assert.ok(systemPrompt().startsWith("PROJECT"));
  });

  it("cli.md 45: context files stand from the user's to the nearest, one per folder", async () => {
    workspace.writeAgentFile("AGENTS.md", "user text");
    writeFileSync(join(workspace.root, "CLAUDE.md"), "root text");
    workspace.write("AGENTS.override.md", "override text");
    workspace.write("AGENTS.md", "plain text");
    await relay();
    const prompt = systemPrompt();
    const found = [...prompt.matchAll(/<project_instructions path="([^"]+)">\n(.*)\n/g)].map((match) =>
      match.slice(1),
    );
    assert.deepEqual(found, [
      [join(workspace.agentDir, "AGENTS.md"), "user text"],
      [join(workspace.root, "CLAUDE.md"), "root text"],
      [join(workspace.cwd, "AGENTS.override.md"), "override text"],
    ]);
    await relay("-nc");
    assert.doesNotMatch(systemPrompt(), /project_instructions|AGENTS/);
  });

  it("cli.md 46: a context file that a tool changes is in the next request of the same run", async () => {
    workspace.write("AGENTS.md", "old rule");
    await model.close();
    model = await startScriptedModel([
      { calls: [{ name: "write", arguments: { path: "AGENTS.md", content: "new rule\n" } }] },
      { text: "done" },
    ]);
    configureFakeModel(workspace, model.baseUrl);
    await relay();
    const [first = "", second = ""] = model.requests.map(({ messages }) =>
      JSON.stringify(messages.filter(({ role }) => role === "system" || role === "developer")),
    );
    assert.ok(first.includes("old rule") && !first.includes("new rule"));
    assert.ok(second.includes("new rule"));
  });

  it("cli.md 47: the prompt comes from the option, the trusted project or the user", async () => {
    workspace.writeAgentFile("SYSTEM.md", "U-PROMPT");
    workspace.writeAgentFile("APPEND_SYSTEM.md", "U-APPEND");
    workspace.write(".relay/SYSTEM.md", "S-PROMPT");
    workspace.write("AGENTS.md", "context text");
    const cases: [string[], string][] = [
      [[], "U-PROMPT"],
      [["-a"], "S-PROMPT"],
      [["-a", "--system-prompt", "X-PROMPT"], "X-PROMPT"],
      [["--system-prompt", "prompt.txt"], "FROM FILE"],
      [["--system-prompt", "-not an option"], "-not an option"],
    ];
    workspace.write("prompt.txt", "FROM FILE");
    for (const [args, start] of cases) {
      await relay(...args);
      const prompt = systemPrompt();
      assert.ok(prompt.startsWith(`${start}\n\n<append>\nU-APPEND\n</append>`), prompt.slice(0, 80));
      assert.ok(prompt.includes("context text"));
      assert.ok(prompt.endsWith(`<cwd>\n${workspace.cwd}\n</cwd>`));
      assert.doesNotMatch(prompt, /<tools>|<rules>/);
    }
    await relay("--append-system-prompt", "one", "--append-system-prompt", "two");
    assert.ok(systemPrompt().includes("<append>\nU-APPEND\n\none\n\ntwo\n</append>"));
  });

  it("cli.md §7: two runs send the same prompt, byte for byte", async () => {
    await relay();
    const first = systemPrompt();
    await relay();
    assert.equal(systemPrompt(), first);
  });
});
