import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

  describe("a project that nobody has decided about", () => {
    const trustQuestion = "Enter to go on without it: ";
    const folder = (): string => realpathSync(suite.workspace.cwd);
    const saved = (): unknown =>
      existsSync(join(suite.workspace.agentDir, "trust.json")) ? file("trust.json") : undefined;
    beforeEach(() => {
      suite.workspace.write(
        ".relay/extensions/own.ts",
        `export default (relay) => relay.on("session_start", (_, ctx) => ctx.ui.notify("project extension runs"));`,
      );
    });

    it("cli.md §5.3: the start asks once, with the answers there are; a saved yes loads what it brings", async () => {
      const relay = suite.start();
      const question = await relay.see(trustQuestion);
      assert.match(question, /This project brings \.relay\/extensions\./);
      const labels = [...question.matchAll(/^ {2}\d {2}(.+?)\r?$/gm)].map(([, label]) => label);
      assert.deepEqual(labels, [
        "Trust this folder",
        `Trust parent folder ${dirname(folder())}`,
        "Trust for this session only",
        "Do not trust",
        "Do not trust (this session only)",
      ]);
      relay.type("9\r");
      await relay.see("There is no answer 9.");
      relay.type("1\r");
      await relay.see("project extension runs");
      assert.deepEqual(saved(), { [folder()]: true });
      await relay.stop();
      const again = suite.start();
      assert.doesNotMatch(await again.see("project extension runs"), /This project brings/);
    });

    const answers: [key: string, runs: boolean, stored: () => unknown][] = [
      ["2", true, () => ({ [dirname(folder())]: true })],
      ["3", true, () => undefined],
      ["4", false, () => ({ [folder()]: false })],
      ["5", false, () => undefined],
      ["", false, () => undefined],
    ];
    for (const [key, runs, stored] of answers) {
      it(`cli.md §5.3: the answer ${JSON.stringify(key)} ${runs ? "loads" : "skips"} it, and is saved as it says`, async () => {
        const relay = suite.start();
        await relay.see(trustQuestion);
        relay.type(`${key}\r`);
        if (runs) await relay.see("project extension runs");
        else await relay.see("Warning: Project is not trusted; skipped .relay/extensions.");
        await relay.see("> ");
        assert.deepEqual(saved(), stored());
        assert.equal(relay.output.split("This project brings").length, 2);
      });
    }

    it("seeds/security.md: an option and an extension of the user decide ahead of the question", async () => {
      assert.doesNotMatch(
        await suite.start(["--approve"]).see("project extension runs"),
        /This project brings/,
      );
      writeExtension(suite.workspace, "gate", `relay.on("project_trust", () => ({ trusted: "yes" }));`);
      assert.doesNotMatch(await suite.start().see("project extension runs"), /This project brings/);
      assert.equal(saved(), undefined);
    });

    it("cli.md §5.3: a session of another folder is asked about when it is opened", async () => {
      const other = join(suite.workspace.root, "other");
      mkdirSync(join(other, ".relay/prompts"), { recursive: true });
      const path = suite.session("there", [
        {
          type: "session",
          version: 3,
          id: "11111111-1111-4111-8111-111111111111",
          timestamp: "2026-01-01T00:00:00Z",
          cwd: other,
        },
        {
          type: "message",
          id: "u1",
          parentId: null,
          timestamp: "2026-01-01T00:00:00Z",
          message: { role: "user", content: "hi", timestamp: 1 },
        },
      ]);
      const asked = suite.start();
      await asked.see(trustQuestion);
      asked.type("3\r");
      await asked.see("> ");
      asked.type(`/import ${path}\r`);
      await asked.see("[Y/n] ");
      asked.type("y\r");
      assert.match(await asked.see(trustQuestion), /This project brings \.relay\/prompts\./);
      asked.type("4\r");
      await asked.see("Warning: Project is not trusted; skipped .relay/prompts.");
      assert.deepEqual(saved(), { [realpathSync(other)]: false });
    });
  });

  it("cli.md §5.3: /trust saves a decision for later starts, marks it, and takes it back", async () => {
    suite.workspace.write(".relay/prompts/own.md", "Own");
    const folder = realpathSync(suite.workspace.cwd);
    const relay = suite.start();
    await relay.see("Enter to go on without it: ");
    relay.type("\r");
    await relay.see("> ");
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
    await relay.see("What could not be loaded is off, with its commands, tools and checks.");
    relay.type("/hello\r");
    await relay.see("hello there");
  });

  it("a command that two extensions have is asked for by its number", async () => {
    for (const name of ["one", "two"]) {
      const handler = `{ handler: (_, ctx) => ctx.ui.notify("from ${name}") }`;
      writeExtension(suite.workspace, name, `relay.registerCommand("hello", ${handler});`);
    }
    const relay = await suite.open();
    relay.type("/hello\r");
    await relay.see("Several extensions have /hello. Type /hello:1 or /hello:2.");
    relay.type("/hello:2\r");
    await relay.see("from two");
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

  it("cli.md 72: the first start after an update says so, once; the very first start says nothing", async () => {
    const settings = file("settings.json") as object;
    const write = (more: object): void =>
      suite.workspace.writeAgentFile("settings.json", { ...settings, ...more });
    const first = await suite.open();
    first.type("/quit\r");
    await first.exit;
    assert.doesNotMatch(first.output, /Updated to/);
    const { lastChangelogVersion: current } = file("settings.json") as { lastChangelogVersion: string };
    write({ lastChangelogVersion: "0.0.1", collapseChangelog: true });
    const updated = suite.start();
    await updated.see(`Updated to v${current}. /changelog shows what changed.`);
    await updated.see("> ");
    assert.equal((file("settings.json") as { lastChangelogVersion: string }).lastChangelogVersion, current);
    await updated.stop();
    const again = await suite.open();
    assert.doesNotMatch(again.output, /Updated to/);
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
