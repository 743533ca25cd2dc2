import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addedCommands } from "../support/commandList.ts";
import { writeExtension } from "../support/extensions.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { ofType, useRpc } from "../support/rpcSuite.ts";

describe("rpc: resources turned on and off", () => {
  const suite = useRpc();

  const turn = (
    relay: RpcProcess,
    enabled: boolean,
    kind: string,
    path: string,
    scope = "user",
  ): Promise<AnyRecord> => relay.request({ type: "set_resource_enabled", kind, path, enabled, scope });
  const setting = (key: string, file = join(suite.workspace.agentDir, "settings.json")): unknown =>
    (JSON.parse(readFileSync(file, "utf8")) as AnyRecord)[key];
  const commands = async (relay: RpcProcess): Promise<string[]> =>
    (await addedCommands(relay)).map(({ name }) => name as string);

  it("rpc-additions.md §4: a skill goes with an entry in the settings, and comes back without it", async () => {
    suite.workspace.writeAgentFile("skills/pdf/SKILL.md", "---\ndescription: d\n---\n");
    const path = join(suite.workspace.agentDir, "skills/pdf/SKILL.md");
    const relay = suite.start();
    assert.deepEqual((await turn(relay, false, "skill", path)).data, { appliesFrom: "next-session" });
    assert.deepEqual(setting("skills"), ["-skills/pdf/SKILL.md"]);
    assert.deepEqual(ofType(relay.records, "settings_changed"), [
      { type: "settings_changed", keys: ["skills"] },
    ]);
    assert.deepEqual(await commands(relay), ["skill:pdf"]);
    await relay.request({ type: "reload" });
    const [listed] = (await relay.request({ type: "get_resources" })).data.skills;
    assert.deepEqual([listed.path, listed.enabled, await commands(relay)], [path, false, []]);
    assert.equal((await turn(relay, true, "skill", path)).success, true);
    assert.equal(setting("skills"), undefined);
    await relay.request({ type: "reload" });
    assert.deepEqual(await commands(relay), ["skill:pdf"]);
  });

  it("rpc-additions.md §4: an extension that is turned off can be turned on again by its path", async () => {
    const path = writeExtension(
      suite.workspace,
      "own",
      `relay.registerCommand("own", { handler: () => undefined });`,
    );
    const relay = suite.start();
    assert.equal((await turn(relay, false, "extension", path)).success, true);
    await relay.request({ type: "reload" });
    assert.deepEqual(await commands(relay), []);
    assert.equal((await turn(relay, true, "extension", path)).success, true);
    await relay.request({ type: "reload" });
    assert.deepEqual(await commands(relay), ["own"]);
  });

  it("rpc-additions.md §4: templates of the project are turned off in its settings, once it is trusted", async () => {
    const path = suite.workspace.write(".relay/prompts/own.md", "Own");
    const untrusted = suite.start(undefined, { mayReport: true });
    assert.equal((await turn(untrusted, false, "prompt", path, "project")).success, false);
    const relay = suite.start(["--approve"]);
    assert.equal((await turn(relay, false, "prompt", path, "project")).success, true);
    const file = join(suite.workspace.cwd, ".relay/settings.json");
    assert.deepEqual(setting("prompts", file), ["-prompts/own.md"]);
  });

  it("what the settings do not govern is refused, and the file left alone", async () => {
    suite.workspace.writeAgentFile("skills/pdf/SKILL.md", "---\ndescription: d\n---\n");
    const path = join(suite.workspace.agentDir, "skills/pdf/SKILL.md");
    const relay = suite.start(["--approve"]);
    const before = readFileSync(join(suite.workspace.agentDir, "settings.json"), "utf8");
    const refused: [string, string, string, string][] = [
      ["package", "npm:x", "user", "Resource not found: npm:x"],
      ["mcpServer", "db", "user", "MCP servers are not in this build."],
      ["prompt", path, "user", `Resource not found: ${path}`],
      ["skill", path, "project", `Cannot change ${path} in project settings: it is a user resource.`],
    ];
    for (const [kind, target, scope, error] of refused) {
      assert.equal((await turn(relay, false, kind, target, scope)).error, error);
    }
    assert.equal(readFileSync(join(suite.workspace.agentDir, "settings.json"), "utf8"), before);
  });
});
