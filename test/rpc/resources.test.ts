import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { addedCommands } from "../support/commandList.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { gate, ofType, responseTo, textOf, useRpc, userTexts } from "../support/rpcSuite.ts";

describe("rpc: skills and prompt templates", () => {
  const suite = useRpc();
  const agentFile = (name: string, content: string): string => {
    suite.workspace.writeAgentFile(name, content);
    return join(suite.workspace.agentDir, name);
  };
  const skill = (name: string, fields = ""): string =>
    agentFile(`skills/${name}/SKILL.md`, `---\ndescription: About ${name}\n${fields}---\nFollow ${name}.\n`);
  const names = (list: readonly AnyRecord[]): unknown[] => list.map(({ name }) => name as unknown);
  const systemText = (request: number): string => JSON.stringify(suite.model.requests[request]?.messages[0]);

  it("cli.md 54: get_commands lists Relay's commands, templates, then skills, and none of the terminal", async () => {
    const pdf = skill("pdf");
    skill("own", "disable-model-invocation: true\n");
    const review = agentFile("prompts/review.md", "---\ndescription: Reviews\n---\nReview $1");
    agentFile("prompts/empty.md", "");
    const relay = suite.start();
    const sourceInfo = (path: string): object => ({
      path,
      source: "auto",
      scope: "user",
      origin: "top-level",
      baseDir: suite.workspace.agentDir,
    });
    const list = (await relay.request({ type: "get_commands" })).data.commands as AnyRecord[];
    assert.deepEqual(names(list), ["intake", "harness", "empty", "review", "skill:own", "skill:pdf"]);
    assert.deepEqual(list[1], {
      name: "harness",
      description: "Show rules, approvals, evidence and measures of this session",
      source: "extension",
      sourceInfo: { path: "builtin:harness", source: "builtin", scope: "temporary", origin: "top-level" },
    });
    assert.deepEqual(list[3], {
      name: "review",
      description: "Reviews",
      source: "prompt",
      sourceInfo: sourceInfo(review),
    });
    assert.deepEqual(list[5], {
      name: "skill:pdf",
      description: "About pdf",
      source: "skill",
      sourceInfo: sourceInfo(pdf),
    });
  });

  it("rpc.md §4.7: enableSkillCommands hides skills from get_commands, not from prompts", async () => {
    suite.workspace.writeAgentFile("settings.json", {
      ...{ defaultProvider: "fake", defaultModel: "m1", offlineModel: false },
      enableSkillCommands: false,
    });
    skill("pdf");
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    assert.deepEqual(await addedCommands(relay), []);
    const [text] = userTexts(await relay.prompt("/skill:pdf go"));
    assert.match(text ?? "", /^<skill name="pdf"/);
  });

  it("cli.md 53: a prompt takes the skill in, an unknown one is sent as it is, and the model is told of skills", async () => {
    const path = skill("pdf");
    skill("own", "disable-model-invocation: true\n");
    suite.model.add({ text: "ok" }, { text: "ok" }, { text: "ok" });
    const relay = suite.start();
    const block = (name: string): string =>
      `<skill name="${name}" location="${join(path, "../..", name, "SKILL.md")}">\n` +
      `References are relative to ${join(path, "../..", name)}.\n\nFollow ${name}.\n</skill>`;
    const texts = [
      ...userTexts(await relay.prompt("/skill:pdf extract a.pdf")),
      ...userTexts(await relay.prompt("/skill:none")),
      ...userTexts(await relay.prompt("/skill:own")),
    ];
    assert.deepEqual(texts, [`${block("pdf")}\n\nextract a.pdf`, "/skill:none", block("own")]);
    assert.match(systemText(0), /<name>pdf<\/name><description>About pdf<\/description>/);
    assert.doesNotMatch(systemText(0), /About own/);
    assert.equal(textOf(suite.model.requests[0]?.messages.at(-1) as AnyRecord), texts[0]);
  });

  it("cli.md 53: without a tool that reads, the prompt says nothing of skills", async () => {
    skill("pdf");
    suite.model.add({ text: "ok" });
    const relay = suite.start(["--no-session", "--tools", "edit"]);
    await relay.prompt("hi");
    assert.doesNotMatch(systemText(0), /About pdf/);
  });

  it("cli.md 50: a template that is not loaded is reported, and its command sent as text", async () => {
    agentFile("prompts/broken.md", "---\na: b: c\n---\nX");
    suite.model.add({ text: "ok" });
    const relay = suite.start(undefined, { mayReport: true });
    assert.deepEqual(userTexts(await relay.prompt("/broken a")), ["/broken a"]);
    assert.match(relay.stderr, /^Warning: .*broken\.md: Prompt template is not loaded: [^\n]*\n$/);
  });

  it("rpc.md §4.1: a skill that cannot be read is told as extension_error before the prompt runs", async () => {
    const path = skill("pdf");
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    assert.deepEqual(names(await addedCommands(relay)), ["skill:pdf"]);
    rmSync(path);
    const records = await relay.prompt("/skill:pdf a");
    const [{ error, ...record } = {}, ...more] = ofType(records, "extension_error");
    assert.deepEqual(record, { type: "extension_error", extensionPath: path, event: "skill_expansion" });
    assert.match(error as string, /^ENOENT/);
    assert.deepEqual(more, []);
    assert.ok(
      records.findIndex(({ type }) => type === "extension_error") < records.findIndex(responseTo("prompt")),
    );
    assert.deepEqual(userTexts(records), ["/skill:pdf a"]);
  });

  it("rpc.md §4.1, §4.2: what is queued is the text that a command stands for", async () => {
    agentFile("prompts/t.md", "T: $1");
    const { opened, open } = gate();
    suite.model.add({ text: "one", before: opened }, { text: "two" }, { text: "three" }, { text: "four" });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "start" });
    await relay.waitFor((record) => record.type === "agent_start");
    const refused = await relay.request({ type: "prompt", message: "/t 0" });
    assert.match(refused.error as string, /^Agent is already processing/);
    await relay.request({ type: "steer", message: "/t 1" });
    await relay.request({ type: "follow_up", message: "/t 2" });
    await relay.request({ type: "prompt", message: "/t 3", streamingBehavior: "steer" });
    const updates = ofType(relay.records, "queue_update");
    assert.deepEqual(updates.at(-1), {
      type: "queue_update",
      steering: ["T: 1", "T: 3"],
      followUp: ["T: 2"],
    });
    open();
    await relay.waitFor((record) => record.type === "agent_settled");
    assert.deepEqual(userTexts(relay.records), ["start", "T: 1", "T: 3", "T: 2"]);
  });

  it("rpc.md §5: prompts keep their order when one of them has to be looked up", async () => {
    agentFile("prompts/t.md", "T");
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    relay.send({ id: "a", type: "prompt", message: "/t" });
    relay.send({ id: "b", type: "prompt", message: "plain" });
    const second = await relay.waitFor((record) => record.id === "b");
    assert.match(second.error as string, /^Agent is already processing/);
    await relay.waitFor((record) => record.type === "agent_settled");
    assert.deepEqual(userTexts(relay.records), ["T"]);
  });

  it("cli.md 44: a project's skills and templates need trust", async () => {
    suite.workspace.write(".relay/skills/p/SKILL.md", "---\ndescription: d\n---\n");
    suite.workspace.write(".agents/skills/q/SKILL.md", "---\ndescription: d\n---\n");
    suite.workspace.write(".relay/prompts/t.md", "T");
    const untrusted = suite.start(undefined, { mayReport: true });
    assert.deepEqual(await addedCommands(untrusted), []);
    assert.match(
      untrusted.stderr,
      /^Warning: Project is not trusted; skipped \.relay\/skills, \.relay\/prompts/,
    );
    const trusted = suite.start(["--no-session", "--approve"]);
    assert.deepEqual(names(await addedCommands(trusted)), ["t", "skill:p", "skill:q"]);
  });

  it("rpc-additions.md §4: get_resources lists what is used, turned off, broken or second of its name", async () => {
    suite.workspace.writeAgentFile("settings.json", {
      ...{ defaultProvider: "fake", defaultModel: "m1", offlineModel: false },
      skills: ["-skills/off"],
      prompts: ["!b.md"],
    });
    skill("on");
    skill("off");
    agentFile("skills/README.md", "No skill");
    agentFile("skills/broken/SKILL.md", "No frontmatter");
    agentFile("prompts/a.md", "user");
    agentFile("prompts/b.md", "b");
    suite.workspace.write(".relay/prompts/a.md", "project");
    agentFile("themes/t.json", "{}");
    const context = suite.workspace.write("AGENTS.md", "Use tabs.");
    const relay = suite.start(["--no-session", "--approve"], { mayReport: true });
    const { data } = await relay.request({ type: "get_resources" });
    const brief = (list: AnyRecord[]): unknown[] =>
      list.map(({ name, scope, enabled, diagnostics }) => [
        name,
        scope,
        enabled,
        (diagnostics as AnyRecord[]).map(({ type }) => type as unknown),
      ]);
    assert.deepEqual(brief(data.skills), [
      ["on", "user", true, []],
      ["broken", "user", true, ["warning"]],
      ["off", "user", false, []],
    ]);
    assert.deepEqual(brief(data.prompts), [
      ["a", "project", true, []],
      ["a", "user", true, ["collision"]],
      ["b", "user", false, []],
    ]);
    assert.deepEqual(brief(data.themes), [["t", "user", true, ["warning"]]]);
    assert.deepEqual(data.contextFiles, [
      { name: "AGENTS.md", path: context, scope: "project", source: "auto", enabled: true, diagnostics: [] },
    ]);
    assert.deepEqual([data.extensions, data.packages, data.mcpServers], [[], [], []]);
  });

  it("a new session has the resources of its time", async () => {
    agentFile("prompts/a.md", "A");
    const relay = suite.start();
    assert.deepEqual(names(await addedCommands(relay)), ["a"]);
    agentFile("prompts/b.md", "B");
    assert.deepEqual(names(await addedCommands(relay)), ["a"]);
    await relay.request({ type: "new_session" });
    assert.deepEqual(names(await addedCommands(relay)), ["a", "b"]);
  });
});
