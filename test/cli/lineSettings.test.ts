import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeExtension } from "../support/extensions.ts";
import { filesBelow } from "../support/files.ts";
import { useTerminal } from "../support/terminalSuite.ts";

const question = "Enter to leave: ";
const ctrlC = "\x03";

describe("cli: settings, trust and resources in the line interface", () => {
  const suite = useTerminal();
  const file = (name: string): unknown =>
    JSON.parse(readFileSync(join(suite.workspace.agentDir, name), "utf8")) as unknown;

  it("cli.md §8.2: /settings finds, changes and resets a setting, and says what it may hold", async () => {
    const before = file("settings.json") as object;
    const relay = await suite.open();
    relay.type("/settings steering\r");
    assert.match(await relay.see(question), /1 {2}steeringMode +"one-at-a-time" {2}\(default\)/);
    relay.type("1\r");
    await relay.see("One of ");
    await relay.see("Enter changes nothing): ");
    relay.type("sideways\r");
    await relay.see("Error: Invalid setting steeringMode: expected ");
    relay.type("1\r");
    await relay.see("Enter changes nothing): ");
    relay.type("all\r");
    assert.match(await relay.see(question), /1 {2}steeringMode +"all"\r/);
    assert.deepEqual(file("settings.json"), { ...before, steeringMode: "all" });
    relay.type("r 1\r");
    assert.match(await relay.see(question), /\(default\)/);
    relay.type("harnessCore.maxFileLines\r");
    await relay.see(question);
    relay.type("1\r");
    await relay.see("Enter changes nothing): ");
    relay.type("5\r");
    await relay.see("harnessCore.maxFileLines counts from the next session on.");
    assert.deepEqual(file("settings.json"), { ...before, harnessCore: { maxFileLines: 5 } });
  });

  it("cli.md §5.3: /trust saves a decision for later starts, marks it, and takes it back", async () => {
    suite.workspace.write(".relay/prompts/own.md", "Own");
    const folder = realpathSync(suite.workspace.cwd);
    const relay = await suite.open();
    relay.type("/trust\r");
    const list = await relay.see(question);
    assert.match(list, /This project is not trusted\. Saved for later starts \(4\)/);
    assert.match(list, /1 {2}Trust this folder\r[^]*3 {2}Do not trust\r[^]*4 {2}Clear saved decision\r/);
    relay.type("1\r");
    await relay.see("Saved. Restart Relay to make it count.");
    assert.deepEqual(file("trust.json"), { [folder]: true });
    relay.type("/trust\r");
    assert.match(await relay.see(question), /Trust this folder {2}\(saved\)/);
    relay.type("4\r");
    await relay.see("Saved.");
    assert.deepEqual(file("trust.json"), {});
  });

  it("cli.md §8.2: /reload reads extensions again, and says what is wrong", async () => {
    const relay = await suite.open();
    writeExtension(
      suite.workspace,
      "hello",
      `relay.registerCommand("hello", { handler: (_, ctx) => ctx.ui.notify("hello there") });`,
    );
    suite.workspace.writeAgentFile("extensions/bad.ts", "export default 1;");
    relay.type("/reload\r");
    await relay.see("Extension does not export a factory function");
    await relay.see("Reloaded settings");
    relay.type("/hello\r");
    await relay.see("hello there");
  });

  it("extension-api.md §2.5: a package's changelog is part of where its files come from, and of /changelog", async () => {
    const root = join(suite.workspace.root, "pack");
    mkdirSync(join(root, "prompts"), { recursive: true });
    writeFileSync(join(root, "prompts/hi.md"), "Hi");
    writeFileSync(join(root, "NEWS.md"), "1.2.3 brings hi");
    writeFileSync(
      join(root, "package.json"),
      JSON.stringify({ relay: { prompts: ["./prompts"], changelogPath: "./NEWS.md" } }),
    );
    suite.workspace.writeAgentFile("settings.json", {
      ...(file("settings.json") as object),
      packages: [root],
    });
    writeExtension(
      suite.workspace,
      "where",
      `relay.registerCommand("where", {
        handler: async (_, ctx) => {
          const hi = relay.getCommands().find(({ name }) => name === "hi");
          ctx.ui.notify("at " + hi.sourceInfo.changelogPath);
        },
      });`,
    );
    const relay = await suite.open();
    relay.type("/where\r");
    await relay.see(`at ${join(root, "NEWS.md")}`);
    relay.type("/changelog\r");
    await relay.see("1.2.3 brings hi");
  });

  it("cli.md §8.2: /changelog shows it, /debug writes what was shown and the messages", async () => {
    const relay = await suite.open();
    relay.type("/changelog\r");
    await relay.see("# Changelog");
    relay.type("Say something\r");
    await relay.see("ok");
    const path = join(suite.workspace.agentDir, "relay-debug.log");
    relay.type("/debug\r");
    await relay.see(`Wrote ${path}.`);
    const text = readFileSync(path, "utf8");
    assert.match(text, /^Relay \d[^]*\nModel: fake\/m1\n[^]*\nok\n[^]*Messages:\n[^]*"Say something"/);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it("cli.md 57: !cmd runs in the shell and the model reads of it, !!cmd does not; both are in the session", async () => {
    const relay = await suite.open();
    relay.type("!echo one; exit 3\r");
    await relay.see("one");
    await relay.see("(exit 3)");
    await relay.see("> ");
    relay.type("!!echo two\r");
    await relay.see("(kept from the model)");
    await relay.see("two");
    await relay.see("> ");
    relay.type("!\r!!\r! \rWell?\r");
    await relay.see("ok");
    const [request] = suite.model.requests;
    const sent = JSON.stringify(request?.messages);
    assert.match(sent, /Ran `echo one; exit 3`[^"]*one/);
    assert.doesNotMatch(sent, /echo two/);
    assert.equal(suite.model.requests.length, 1);
    const stored = filesBelow(join(suite.workspace.agentDir, "sessions")).map(([, text]) => text);
    assert.match(stored.join(""), /echo one; exit 3[^]*echo two/);
  });

  it("cli.md §13.5: one at a time; Ctrl+C ends it, and nothing else", async () => {
    const relay = await suite.open();
    relay.type("!echo started; sleep 60; touch late\r");
    await relay.see("started\r\n");
    relay.type("!echo second\r");
    await relay.see("Warning: a command of yours is still running.");
    relay.type(ctrlC);
    await relay.see("(cancelled)");
    await relay.see("> ");
    assert.equal(existsSync(join(suite.workspace.cwd, "late")), false);
    relay.type("!echo third\r");
    await relay.see("third");
  });

  it("cli.md §13.5: a handler of an extension comes first and may refuse", async () => {
    writeExtension(suite.workspace, "no", `relay.on("user_bash", () => { throw new Error("not here"); });`);
    const relay = await suite.open();
    relay.type("!touch late\r");
    await relay.see("Error: not here");
    await relay.see("> ");
    assert.equal(existsSync(join(suite.workspace.cwd, "late")), false);
  });
});
