import assert from "node:assert/strict";
import { join } from "node:path";
import { addedCommands } from "../support/commandList.ts";
import { notes, writeExtension } from "../support/extensions.ts";
import { runRelay } from "../support/relayProcess.ts";
import { ofType, outline, useRpc, userTexts } from "../support/rpcSuite.ts";

const mayReport = { mayReport: true };

describe("rpc: extensions", () => {
  const suite = useRpc();

  it("rpc.md 23: a command of an extension cannot be queued", async () => {
    writeExtension(suite.workspace, "cmd", `relay.registerCommand("cmd", { handler: () => undefined });`);
    const relay = suite.start();
    for (const [type, message] of [
      ["steer", "/cmd"],
      ["follow_up", "/cmd x"],
    ]) {
      const { success, error } = await relay.request({ type, message });
      assert.equal(success, false);
      assert.match(error as string, /^Extension command "\/cmd" cannot be queued\./);
    }
  });

  it("rpc.md 24: a command gets its arguments untouched, and its notices come before the response", async () => {
    writeExtension(
      suite.workspace,
      "cmd",
      `relay.registerCommand("cmd", {
        handler: async (args, ctx) => {
          ctx.ui.notify(JSON.stringify(args));
          await new Promise((resolve) => setTimeout(resolve, 20));
          ctx.ui.notify("end");
        },
      });`,
    );
    const relay = suite.start();
    const response = await relay.request({ type: "prompt", message: "/cmd  a b " });
    assert.deepEqual(response.data, { disposition: "handled" });
    assert.deepEqual(notes(relay.records), ['" a b "', "end"]);
    assert.deepEqual(outline(relay.records), [
      "extension_ui_request",
      "extension_ui_request",
      "response:prompt",
    ]);
    for (const text of [" /cmd", "/CMD"]) {
      suite.model.add({ text: "ok" });
      assert.deepEqual(userTexts(await relay.prompt(text)), [text]);
    }
  });

  it("rpc.md 25: a command that throws is reported and still handled", async () => {
    writeExtension(
      suite.workspace,
      "boom",
      `relay.registerCommand("boom", { handler: () => { throw new Error("E"); } });`,
    );
    const relay = suite.start();
    const response = await relay.request({ type: "prompt", message: "/boom" });
    assert.deepEqual(relay.records, [
      { type: "extension_error", extensionPath: "command:boom", event: "command", error: "E" },
      response,
    ]);
    assert.deepEqual(response.data, { disposition: "handled" });
  });

  it("rpc.md 26, extension-api.md 15: an input handler takes the text, or changes it in turn", async () => {
    writeExtension(
      suite.workspace,
      "input",
      `relay.on("input", (event, ctx) => {
        ctx.ui.notify(JSON.stringify([event.text, event.source, event.streamingBehavior ?? null]));
        if (event.text === "ping") return { action: "handled" };
        if (event.text === "a") return { action: "transform", text: "b" };
      });
      relay.on("input", (event) => ({ action: "transform", text: event.text + "c" }));`,
    );
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    suite.model.add({ text: "x", hold: held });
    const relay = suite.start();
    const handled = await relay.request({ type: "prompt", message: "ping", streamingBehavior: "steer" });
    assert.deepEqual(handled.data, { disposition: "handled" });
    relay.send({ type: "prompt", message: "a" });
    await relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta");
    const steered = await relay.request({ type: "steer", message: "ping" });
    assert.deepEqual(steered.data, { disposition: "handled" });
    release();
    await relay.waitFor(({ type }) => type === "agent_settled");
    assert.deepEqual(userTexts(relay.records), ["bc"]);
    assert.deepEqual(ofType(relay.records, "queue_update"), []);
    assert.deepEqual(notes(relay.records), [
      '["ping","rpc",null]',
      '["a","rpc",null]',
      '["ping","rpc","steer"]',
    ]);
  });

  it("rpc.md 63: what an extension prints goes to stderr", async () => {
    writeExtension(
      suite.workspace,
      "stray",
      `console.log("x"); process.stdout.write("y\\n"); relay.on("session_start", () => console.log("z"));`,
    );
    const relay = suite.start(undefined, mayReport);
    await relay.request({ type: "bash", command: "true" });
    assert.equal(relay.stderr, "x\ny\nz\n");
  });

  it("rpc.md §4.7, extension-api.md 7: commands are listed; of a shared name only the numbered ones", async () => {
    writeExtension(
      suite.workspace,
      "a",
      `relay.registerCommand("review", { description: "First", handler: (_, ctx) => ctx.ui.notify("a") });`,
    );
    writeExtension(
      suite.workspace,
      "b",
      `relay.registerCommand("review", { handler: (args, ctx) => ctx.ui.notify(JSON.stringify(args)) });`,
    );
    const relay = suite.start();
    const commands = await addedCommands(relay);
    const sourceInfo = (name: string): object => ({
      path: join(suite.workspace.agentDir, "extensions", `${name}.ts`),
      source: "auto",
      scope: "user",
      origin: "top-level",
      baseDir: suite.workspace.agentDir,
    });
    assert.deepEqual(commands, [
      { name: "review:1", description: "First", source: "extension", sourceInfo: sourceInfo("a") },
      { name: "review:2", source: "extension", sourceInfo: sourceInfo("b") },
    ]);
    suite.model.add({ text: "ok" });
    assert.deepEqual(userTexts(await relay.prompt("/review")), ["/review"]);
    await relay.request({ type: "prompt", message: "/review:2 a b" });
    assert.deepEqual(notes(relay.records), ['"a b"']);
  });

  it("extension-api.md 3: a discovered extension that fails is reported, and the next one loads", async () => {
    const path = writeExtension(
      suite.workspace,
      "a",
      `relay.registerFlag("x", { type: "boolean" });
      relay.registerCommand("a", { handler: () => undefined });
      relay.on("session_start", (_, ctx) => ctx.ui.notify("never"));
      throw new Error("boom");`,
    );
    writeExtension(suite.workspace, "b", `relay.registerCommand("b", { handler: () => undefined });`);
    const relay = suite.start(undefined, mayReport);
    const commands = await addedCommands(relay);
    assert.deepEqual(
      commands.map(({ name }) => name as unknown),
      ["b"],
    );
    await relay.request({ type: "bash", command: "true" });
    assert.deepEqual(ofType(relay.records, "extension_error"), [
      { type: "extension_error", extensionPath: path, event: "load", error: "boom" },
    ]);
    assert.deepEqual(notes(relay.records), []);
    assert.equal(relay.stderr, `Extension error (${path}): boom\n`);
  });

  it("extension-api.md 3: a failing extension that -e names ends the start", async () => {
    const broken = suite.workspace.write("broken.ts", `export default () => { throw new Error("boom"); };`);
    for (const [path, message] of [
      [broken, "boom"],
      ["missing.ts", "File not found"],
    ]) {
      const { stdout, stderr, code } = await runRelay(suite.workspace, ["--mode", "rpc", "-e", path ?? ""]);
      const shown = join(suite.workspace.cwd, "x", "..", path === broken ? "broken.ts" : "missing.ts");
      assert.deepEqual(
        { stdout, stderr, code },
        {
          stdout: "",
          stderr: `Error: Failed to load extension "${shown}": ${message}\n`,
          code: 1,
        },
      );
    }
  });

  it("extension-api.md 5: an extension gets Relay's own classes, whatever its node_modules hold", async () => {
    suite.workspace.writeAgentFile(
      "extensions/node_modules/@relay-harness/coding-agent/package.json",
      `{"name":"@relay-harness/coding-agent","main":"index.js"}`,
    );
    suite.workspace.writeAgentFile(
      "extensions/node_modules/@relay-harness/coding-agent/index.js",
      "exports.SessionManager = class Fake {};",
    );
    suite.workspace.writeAgentFile(
      "extensions/own.ts",
      `import { SessionManager } from "@relay-harness/coding-agent";
      import { Type } from "typebox";
      export default function (relay) {
        relay.registerCommand("own", {
          handler: (_, ctx) => ctx.ui.notify([ctx.sessionManager instanceof SessionManager, Type.String().type].join()),
        });
      }`,
    );
    const relay = suite.start();
    await relay.request({ type: "prompt", message: "/own" });
    assert.deepEqual(notes(relay.records), ["true,string"]);
  });

  it("cli.md 4-5: flags of extensions are options; what is still unknown ends the start", async () => {
    suite.workspace.write(
      "ext.ts",
      `export default (relay) => {
        relay.registerFlag("plan", { type: "boolean" });
        relay.registerFlag("tag", { type: "string", default: "none" });
        relay.registerCommand("show", {
          handler: () => process.stderr.write(JSON.stringify([relay.getFlag("plan") ?? null, relay.getFlag("tag")]) + "\\n"),
        });
      };`,
    );
    const run = async (...args: string[]): Promise<string> => {
      const result = await runRelay(suite.workspace, ["--no-session", "-e", "ext.ts", ...args]);
      return `${result.code} ${result.stderr}`;
    };
    assert.equal(await run("--plan", "-p", "/show"), '0 [true,"none"]\n');
    assert.equal(await run("--tag", "a", "-p", "/show"), '0 [null,"a"]\n');
    assert.equal(await run("--tag=b", "-p", "/show"), '0 [null,"b"]\n');
    assert.equal(await run("--nope", "x", "-p", "/show"), "1 Error: Unknown option: --nope\n");
    const help = await runRelay(suite.workspace, ["-e", "ext.ts", "--help"]);
    assert.match(help.stdout, /Extension flags:\n\s+--plan\s*\n\s+--tag <value>/);
  });

  it("extension-api.md 14: a shell handler answers, runs the command its way, or stops it", async () => {
    writeExtension(
      suite.workspace,
      "shell",
      `relay.on("user_bash", ({ command }) => {
        if (command === "throw") throw new Error("E");
        if (command === "bad") return {} as never;
        if (command === "answer") return { result: { output: "x", exitCode: 0, cancelled: false, truncated: false } };
        if (command === "own") return { operations: { exec: async (_c, _d, { onData }) => { await onData(Buffer.from("mine")); return { exitCode: 3 }; } } };
      });`,
    );
    const relay = suite.start();
    const bash = (command: string): Promise<Record<string, unknown>> =>
      relay.request({ type: "bash", command });
    assert.equal((await bash("throw")).error, "E");
    assert.match((await bash("bad")).error as string, /^Invalid user_bash handler result/);
    assert.deepEqual(
      ofType(relay.records, "extension_error").map(({ event }) => event),
      ["user_bash", "user_bash"],
    );
    const answered = { output: "x", exitCode: 0, cancelled: false, truncated: false };
    assert.deepEqual((await bash("answer")).data, answered);
    assert.deepEqual((await bash("own")).data, {
      output: "mine",
      exitCode: 3,
      cancelled: false,
      truncated: false,
    });
    assert.equal(((await bash("echo plain")).data as { output: string }).output, "plain\n");
    const { data } = await relay.request({ type: "get_messages" });
    assert.deepEqual(
      data.messages.map(({ command }: { command: string }) => command),
      ["answer", "own", "echo plain"],
    );
  });

  it("extension-api.md 23, rpc.md 51: a handler refuses another session, and nothing changes", async () => {
    writeExtension(
      suite.workspace,
      "gate",
      `relay.on("session_before_switch", () => ({ cancel: true }));
      relay.on("session_before_fork", ({ position }) => ({ cancel: position === "before" }));
      relay.on("session_shutdown", ({ reason }) => process.stderr.write("shutdown " + reason + "\\n"));`,
    );
    suite.model.add({ text: "a1" });
    const relay = suite.start([], mayReport);
    await relay.prompt("u1");
    const before = await relay.request({ type: "get_state" });
    assert.deepEqual((await relay.request({ type: "new_session" })).data, { cancelled: true });
    const { data } = await relay.request({ type: "get_fork_messages" });
    const fork = await relay.request({ type: "fork", entryId: data.messages[0].entryId });
    assert.deepEqual(fork.data, { cancelled: true });
    assert.equal((await relay.request({ type: "get_state" })).data.sessionId, before.data.sessionId);
    assert.equal(relay.stderr, "");
    await relay.close();
    assert.equal(relay.stderr, "shutdown quit\n");
  });

  it("extension-api.md §18: a replacement ends the old extensions and starts new ones, once each", async () => {
    writeExtension(
      suite.workspace,
      "life",
      `relay.on("session_start", ({ reason }) => process.stderr.write("start " + reason + "\\n"));
      relay.on("session_shutdown", ({ reason }) => process.stderr.write("end " + reason + "\\n"));
      relay.on("session_start", (_, ctx) => ctx.ui.setStatus("k", "on"));`,
    );
    const relay = suite.start(undefined, mayReport);
    await relay.request({ type: "new_session" });
    assert.equal(relay.stderr, "start startup\nend new\nstart new\n");
    const statuses = relay.records.filter(({ method }) => method === "setStatus");
    assert.deepEqual(
      statuses.map(({ statusText }) => statusText ?? null),
      ["on", null, "on"],
    );
    await relay.request({ type: "clone" });
    await relay.close();
    assert.equal(relay.stderr, "start startup\nend new\nstart new\nend fork\nstart fork\nend quit\n");
  });

  it("extension-api.md 48: a command goes on in the session that it opened, and its old objects are stale", async () => {
    writeExtension(
      suite.workspace,
      "next",
      `relay.registerCommand("next", {
        handler: async (_, ctx) => {
          const old = ctx.sessionManager.getSessionId();
          await ctx.newSession({
            withSession: async (fresh) => {
              let stale = "";
              try { relay.getSessionName(); } catch (error) { stale = (error as Error).message; }
              fresh.ui.notify(JSON.stringify([fresh.sessionManager.getSessionId() !== old, /stale/.test(stale)]));
              await fresh.sendUserMessage("go on");
            },
          });
        },
      });`,
    );
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    const response = await relay.request({ type: "prompt", message: "/next" });
    assert.deepEqual(response.data, { disposition: "handled" });
    assert.deepEqual(notes(relay.records), ["[true,true]"]);
    assert.deepEqual(userTexts(relay.records), ["go on"]);
  });

  it("extension-api.md 49: reload reads the files again; not while a response is on its way", async () => {
    const path = "extensions/again.ts";
    const source = (word: string): string =>
      `export default (relay) => {
        relay.on("session_start", ({ reason }) => process.stderr.write("${word} start " + reason + "\\n"));
        relay.on("session_shutdown", ({ reason }) => process.stderr.write("${word} end " + reason + "\\n"));
        relay.on("resources_discover", ({ reason }) => void process.stderr.write("${word} discover " + reason + "\\n"));
        relay.registerCommand("again", { handler: (_, ctx) => ctx.reload() });
      };`;
    suite.workspace.writeAgentFile(path, source("one"));
    let release: () => void = () => undefined;
    suite.model.add({ text: "x", hold: new Promise<void>((resolve) => (release = resolve)) });
    const relay = suite.start(undefined, mayReport);
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta");
    await relay.request({ type: "prompt", message: "/again" });
    assert.deepEqual(ofType(relay.records, "extension_error"), [
      {
        type: "extension_error",
        extensionPath: "command:again",
        event: "command",
        error: "Wait for the current response to finish before reloading.",
      },
    ]);
    release();
    await relay.waitFor(({ type }) => type === "agent_settled");
    suite.workspace.writeAgentFile(path, source("two"));
    await relay.request({ type: "prompt", message: "/again" });
    assert.equal(
      relay.stderr,
      "one start startup\none discover startup\none end reload\ntwo start reload\ntwo discover reload\n",
    );
  });

  it("extension-api.md 10: a user extension decides about the project, which cannot decide about itself", async () => {
    suite.workspace.write(
      ".relay/extensions/own.ts",
      `export default () => process.stderr.write("project\\n");`,
    );
    writeExtension(suite.workspace, "a", `relay.on("project_trust", () => { throw new Error("E"); });`);
    writeExtension(suite.workspace, "b", `relay.on("project_trust", () => ({ trusted: "yes" }));`);
    const relay = suite.start(undefined, mayReport);
    await relay.request({ type: "bash", command: "true" });
    assert.match(relay.stderr, /^project$/m);
    assert.equal(ofType(relay.records, "extension_error").length, 1);
  });

  it("rpc.md §10: ctx.shutdown ends the process after the command's response", async () => {
    writeExtension(
      suite.workspace,
      "off",
      `relay.registerCommand("off", { handler: (_, ctx) => { ctx.shutdown(); ctx.ui.notify("bye"); } });`,
    );
    const relay = suite.start();
    const response = await relay.request({ type: "prompt", message: "/off" });
    assert.deepEqual(response.data, { disposition: "handled" });
    assert.deepEqual(await relay.exit, { code: 0, signal: null });
    assert.deepEqual(notes(relay.records), ["bye"]);
  });

  it("rpc.md §11: print mode runs commands without an answer, and tells errors on stderr", async () => {
    const path = writeExtension(
      suite.workspace,
      "p",
      `relay.registerCommand("cmd", { handler: (_, ctx) => { throw new Error("E " + ctx.mode + ctx.hasUI); } });
      relay.on("session_shutdown", () => { throw new Error("late"); });`,
    );
    const { stdout, stderr, code } = await runRelay(suite.workspace, ["--no-session", "-p", "/cmd"]);
    assert.deepEqual(
      { stdout, stderr, code },
      {
        stdout: "",
        stderr: `Extension error (command:cmd): E printfalse\nExtension error (${path}): late\n`,
        code: 0,
      },
    );
  });

  it("extension-api.md 46: json mode has no dialogs, and its header comes first", async () => {
    writeExtension(
      suite.workspace,
      "j",
      `relay.on("session_start", async (_, ctx) => {
        relay.appendEntry("k", { a: 1 });
        const chosen = await ctx.ui.select("T", ["a"]);
        process.stderr.write(String(chosen) + "\\n");
      });`,
    );
    suite.model.add({ text: "ok" });
    const { stdout, stderr, code } = await runRelay(suite.workspace, [
      "--no-session",
      "--mode",
      "json",
      "hi",
    ]);
    const types = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    assert.deepEqual(types.slice(0, 3), ["session", "entry_appended", "agent_start"]);
    assert.deepEqual([stderr, code], ["undefined\n", 0]);
  });
});
