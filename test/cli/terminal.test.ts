import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startScriptedModel, type ScriptedModel, type ScriptedStep } from "../fakes/scriptedModel.ts";
import { canControlTerminals, findTerminal, PtyProcess } from "../support/ptyProcess.ts";
import { kindOf, readSession, sessionFiles } from "../support/sessionFiles.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "../support/workspace.ts";

const ctrlC = "\x03";
const ctrlD = "\x04";

describe("cli: at a terminal", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  let relay: PtyProcess | undefined;
  let terminal: ReturnType<typeof findTerminal>;

  before(function () {
    terminal = findTerminal();
    if (terminal) return;
    process.stdout.write("      skipped: neither python3 nor script is there to make a terminal\n");
    this.skip();
  });
  beforeEach(async () => {
    workspace = createWorkspace();
    await serve();
  });
  afterEach(async () => {
    await relay?.stop();
    relay = undefined;
    await model.close();
    workspace.dispose();
  });

  async function serve(...script: ScriptedStep[]): Promise<void> {
    await (model as ScriptedModel | undefined)?.close();
    model = await startScriptedModel(script.length > 0 ? script : [{ text: "ok" }], { repeatLast: true });
    configureFakeModel(workspace, model.baseUrl);
  }

  function start(...args: string[]): PtyProcess {
    assert.ok(terminal);
    relay = new PtyProcess(terminal, workspace, args);
    return relay;
  }

  function lastPrompt(): unknown {
    return model.requests.at(-1)?.messages.findLast(({ role }) => role === "user")?.content;
  }

  /** A promise and what resolves it. */
  function gate(): { opened: Promise<void>; open: () => void } {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open };
  }

  it("stores a key that /login asks for without showing it, and uses the provider", async () => {
    workspace.writeAgentFile("models.json", { providers: {} });
    workspace.writeAgentFile("settings.json", { offlineModel: false });
    const relay = start();
    await relay.see("no model");
    await relay.see("> ");
    relay.type("/login openai\r");
    await relay.see("API key of openai (not shown): ");
    relay.type("sk-secret$1\r");
    await relay.see("Stored the key of openai.");
    await relay.see("Using openai/");
    // The arrow key brings back the command, not the key.
    relay.type("\x1b[A");
    await relay.see("/login openai");
    relay.type("\x15/logout openai\r");
    await relay.see("Forgot the key of openai.");
    relay.type("/quit\r");
    assert.equal(await relay.exit, 0);
    assert.equal(relay.output.includes("sk-secret"), false);
  });

  it("keeps nothing when Ctrl+C answers the question for a key", async () => {
    const relay = start();
    await relay.see("> ");
    relay.type("/login openai\r");
    await relay.see("(not shown): ");
    relay.type(`half${ctrlC}`);
    await relay.see("> ");
    relay.type("/logout openai\r");
    await relay.see("No key of openai is stored.");
    relay.type("/quit\r");
    assert.equal(await relay.exit, 0);
  });

  it("starts, streams an answer while it comes, and leaves with /quit", async () => {
    const { opened, open } = gate();
    await serve({ text: ["The first ", "half"], hold: opened });
    const relay = start();
    await relay.see(`Relay in ${workspace.cwd} with fake/m1.`);
    await relay.see("> ");
    relay.type("say it\r");
    await relay.see("The first half");
    open();
    await relay.see("> ");
    relay.type("/quit\r");
    assert.equal(await relay.exit, 0);
    assert.equal(lastPrompt(), "say it");
    assert.deepEqual(
      readSession(sessionFiles(workspace)[0] ?? "")
        .map(kindOf)
        .slice(-2),
      ["user", "assistant"],
    );
  });

  it("shows tool calls with the start of what they return", async () => {
    await serve({ calls: [{ name: "bash", arguments: { command: "seq 1 20" } }] }, { text: "counted" });
    const relay = start("count");
    const shown = await relay.see("counted");
    assert.match(shown, /\[bash\] seq 1 20\r\n {2}1\r\n/);
    assert.match(shown, / {2}8\r\n {2}\.\.\. 12 more lines\r\n/);
    assert.equal(lastPrompt(), "count");
  });

  it("Ctrl+C stops the run, and the session goes on", async () => {
    const { opened, open } = gate();
    await serve({ text: "half an ans", hold: opened }, { text: "second" });
    const relay = start();
    await relay.see("> ");
    relay.type("one\r");
    await relay.see("half an ans");
    relay.type(ctrlC);
    await relay.see(/Error: .*abort/i);
    await relay.see("> ");
    open();
    relay.type("two\r");
    await relay.see("second");
    await relay.see("> ");
    relay.type(ctrlC);
    assert.equal(await relay.exit, 0);
    const assistants = readSession(sessionFiles(workspace)[0] ?? "").filter(
      (entry) => kindOf(entry) === "assistant",
    );
    assert.deepEqual(
      assistants.map(({ message }) => message.stopReason),
      ["aborted", "stop"],
    );
  });

  it("Ctrl+C clears what is typed before it leaves; Ctrl+D leaves", async () => {
    const relay = start();
    await relay.see("> ");
    relay.type(`not this${ctrlC}but this\r`);
    await relay.see("ok");
    assert.equal(lastPrompt(), "but this");
    await relay.see("> ");
    relay.type(ctrlD);
    assert.equal(await relay.exit, 0);
  });

  it("what is typed during a run steers it", async () => {
    const { opened, open } = gate();
    await serve({ text: "working", hold: opened }, { text: "steered" });
    const relay = start("begin");
    await relay.see("working");
    relay.type("rather this\r");
    await relay.see("rather this\r");
    // The entry is queued once it was read; a command behind it shows that it was.
    relay.type("/session\r");
    await relay.see(/\d+ messages: 1 of yours/);
    open();
    await relay.see("steered");
    assert.equal(lastPrompt(), "rather this");
  });

  it("/quit and Ctrl+D leave a run that is not over", async () => {
    for (const leave of ["/quit\r", ctrlD]) {
      const { opened, open } = gate();
      await serve({ text: "working", hold: opened });
      const relay = start("--session-dir", leave === ctrlD ? "a" : "b", "begin");
      await relay.see("working");
      relay.type(leave);
      assert.equal(await relay.exit, 0);
      open();
    }
    for (const dir of ["a", "b"]) {
      const [path = ""] = sessionFiles(workspace, join(workspace.cwd, dir));
      assert.equal(readSession(path).at(-1)?.message.stopReason, "aborted");
    }
  });

  it("does not send a command with a typing error, but a path", async () => {
    const relay = start();
    await relay.see("> ");
    relay.type("/exit now\r");
    await relay.see("Unknown command /exit. Type /help for the commands.");
    await relay.see("> ");
    assert.deepEqual(model.requests, []);
    relay.type("/tmp/log.txt is full\r");
    await relay.see("ok");
    assert.equal(lastPrompt(), "/tmp/log.txt is full");
    relay.type("/quit\r");
    assert.equal(await relay.exit, 0);
  });

  it("a pasted text of several lines is one prompt", async () => {
    const relay = start();
    await relay.see("\x1b[?2004h");
    await relay.see("> ");
    relay.paste("line one\nline two\n\n  line three");
    relay.type(" and typed\r");
    await relay.see("ok");
    assert.equal(lastPrompt(), "line one\nline two\n\n  line three and typed");
    await relay.see("> ");
    relay.paste("/quit\nis only text\n");
    relay.type("\r");
    await relay.see("ok");
    assert.equal(lastPrompt(), "/quit\nis only text");
    await relay.see("> ");
    relay.type("/quit\r");
    assert.equal(await relay.exit, 0);
    assert.ok(relay.output.includes("\x1b[?2004l"));
  });

  it("lists, chooses and refuses models and thinking levels", async () => {
    const relay = start();
    await relay.see("> ");
    relay.type("/model\r");
    await relay.see("  1  fake/m1  (in use)\r\n  2  fake/m0\r\n");
    relay.type("\r");
    relay.type("/model m0\r");
    await relay.see("Using fake/m0.");
    relay.type("/model fake\r");
    await relay.see('Models (2, found by "fake")');
    relay.type("1\r");
    await relay.see("Using fake/m1.");
    relay.type("/model nope\r");
    await relay.see("Error: Model not found: nope");
    relay.type("/model offline/guide\r");
    await relay.see("Using offline/guide.");
    relay.type("/thinking high\r");
    await relay.see('The model does not have the thinking level "high".');
    relay.type("/model fake/m1\r");
    await relay.see("Using fake/m1.");
    relay.type("/thinking high\r");
    await relay.see("Thinking level: high");
    relay.type("/thinking huge\r");
    await relay.see('Unknown thinking level "huge".');
    relay.type("/help\r");
    for (const command of ["/help", "/model", "/thinking", "/new", "/session", "/quit"])
      await relay.see(command);
    relay.type("go\r");
    await relay.see("ok");
    assert.equal(model.requests.at(-1)?.model, "m1");
    assert.equal(model.requests.at(-1)?.reasoning_effort, "high");
  });

  it("/new starts another session", async () => {
    const relay = start("one");
    await relay.see("ok");
    await relay.see("> ");
    relay.type("/new\r");
    await relay.see("New session.");
    relay.type("two\r");
    await relay.see("ok");
    await relay.see("> ");
    relay.type("/quit\r");
    await relay.exit;
    const sessions = sessionFiles(workspace).map((path) => readSession(path));
    assert.equal(sessions.length, 2);
    assert.ok(sessions.every((entries) => entries.filter((entry) => kindOf(entry) === "user").length === 1));
  });

  it("cli.md §15: starts without a model, says so, and keeps no file of a refused prompt", async () => {
    workspace.writeAgentFile("models.json", { providers: {} });
    workspace.writeAgentFile("settings.json", { offlineModel: false });
    const relay = start();
    await relay.see("with no model.");
    await relay.see("Warning: No models available.");
    await relay.see("> ");
    relay.type("hi\r");
    await relay.see("Error: No models available.");
    await relay.see("> ");
    relay.type("/quit\r");
    assert.equal(await relay.exit, 0);
    assert.deepEqual(sessionFiles(workspace), []);
  });

  it("cli.md §1.4: -p answers at a terminal without waiting for input", async () => {
    const relay = start("-p", "hi");
    assert.equal(await relay.exit, 0);
    assert.equal(relay.output, "ok\r\n");
    const without = start("-p");
    assert.equal(await without.exit, 1);
    assert.equal(without.output, "Error: no prompt provided\r\n");
  });

  it("cli.md §1.5: sends what the command line composes, in order", async () => {
    workspace.write("a.txt", "X");
    const relay = start("@a.txt", "one", "two");
    await relay.see("ok");
    await relay.see("ok");
    await relay.see("> ");
    relay.type("/quit\r");
    await relay.exit;
    const prompts = model.requests.map(
      ({ messages }) => messages.findLast(({ role }) => role === "user")?.content,
    );
    assert.deepEqual(prompts, [`<file name="${join(workspace.cwd, "a.txt")}">\nX\n</file>\n\n\none`, "two"]);
  });

  it("asks a dumb terminal for nothing it cannot do", async () => {
    assert.ok(terminal);
    relay = new PtyProcess(terminal, workspace, [], { TERM: "dumb" });
    await relay.see("> ");
    relay.type("hi\r");
    await relay.see("ok");
    await relay.see("> ");
    relay.type("/quit\r");
    assert.equal(await relay.exit, 0);
    assert.ok(!relay.output.includes("\x1b[?2004"));
  });

  it("ends in order on SIGTERM, with the terminal as it was", async () => {
    const { opened, open } = gate();
    await serve({ text: "working", hold: opened });
    const relay = start("begin");
    await relay.see("working");
    await relay.stop();
    open();
    assert.equal(await relay.exit, 143);
    assert.ok(relay.output.includes("\x1b[?2004l"));
    const last = readSession(sessionFiles(workspace)[0] ?? "").at(-1);
    assert.equal(last?.message.stopReason, "aborted");
  });

  it("ends when the terminal goes away, without a core dump", async function () {
    if (!canControlTerminals()) this.skip();
    const relay = start();
    await relay.see("> ");
    relay.hangUp();
    assert.equal(await relay.exit, 129);
  });

  describe("questions about the session", () => {
    function makeSession(id: string, cwd: string): string {
      const path = join(workspace.agentDir, "sessions", "--there--", `${id}.jsonl`);
      mkdirSync(join(path, ".."), { recursive: true });
      const header = { type: "session", version: 3, id, timestamp: "2026-01-01T00:00:00.000Z", cwd };
      writeFileSync(path, `${JSON.stringify(header)}\n`);
      return path;
    }

    it("sessions-and-tools.md §2: forks a session of another project when told so", async () => {
      const source = makeSession("far", workspace.root);
      const relay = start("--session", "far");
      await relay.see(`Session found in different project: ${workspace.root}`);
      await relay.see("Fork this session into current directory? [y/N] ");
      relay.type("y\r");
      await relay.see(`Relay in ${workspace.cwd}`);
      await relay.see("> ");
      relay.type(ctrlD);
      assert.equal(await relay.exit, 0);
      const copy = sessionFiles(workspace).find((path) => path !== source) ?? "";
      assert.equal(readSession(copy)[0]?.parentSession, source);
    });

    it("sessions-and-tools.md §2: leaves it alone by default, also at the end of the input", async () => {
      makeSession("far", workspace.root);
      for (const answer of ["\r", "n\r", ctrlD, ctrlC]) {
        const relay = start("--session", "far");
        await relay.see("[y/N] ");
        relay.type(answer);
        await relay.see("Aborted.");
        assert.equal(await relay.exit, 0);
      }
      assert.equal(sessionFiles(workspace).length, 1);
    });

    it("cli.md §1.7: --resume lists this folder's sessions and opens the chosen one", async () => {
      const first = start("first\nmessage");
      await first.see("ok");
      await first.see("> ");
      await first.stop();
      const second = start("--name", "My name", "second");
      await second.see("ok");
      await second.see("> ");
      await second.stop();
      makeSession("far", workspace.root);
      const relay = start("--resume");
      await relay.see(`Sessions of ${workspace.cwd} (2)\r\n`);
      await relay.see(/ 1 {2}now +3 msg {2}My name\r\n/);
      await relay.see(/ 2 {2}now +3 msg {2}first message\r\n/);
      await relay.see("Enter to leave: ");
      relay.type("2\r");
      await relay.see(`Relay in ${workspace.cwd} with fake/m1.\r\n\r\n> first\r\n> message\r\nok\r\n`);
      await relay.see("quit to leave.");
      await relay.see("> ");
      relay.type("again\r");
      await relay.see("ok");
      await relay.see("> ");
      relay.type("/quit\r");
      assert.equal(await relay.exit, 0);
      const users = model.requests.at(-1)?.messages.filter(({ role }) => role === "user");
      assert.deepEqual(
        users?.map(({ content }) => content),
        ["first\nmessage", "again"],
      );
    });

    it("cli.md §1.7: --resume without a choice exits with 1", async () => {
      const none = start("-r");
      await none.see("There are none. a shows those of all folders.");
      await none.see("Enter to leave: ");
      none.type(ctrlD);
      await none.see("Aborted.");
      assert.equal(await none.exit, 1);
      makeSession("near", workspace.cwd);
      const relay = start("-r", "--session-dir", join(workspace.agentDir, "sessions", "--there--"));
      await relay.see("(no messages)");
      await relay.see("Enter to leave: ");
      relay.type("\r");
      await relay.see("Aborted.");
      assert.equal(await relay.exit, 1);
    });

    it("--resume names a number that is not in the list", async () => {
      makeSession("near", workspace.cwd);
      const relay = start("-r", "--session-dir", join(workspace.agentDir, "sessions", "--there--"));
      await relay.see("Enter to leave: ");
      relay.type("7\r");
      await relay.see("No session has the number 7 in this list.");
      relay.type("\r");
      await relay.see("Aborted.");
      assert.equal(await relay.exit, 1);
    });

    it("asks in print mode too, beside stdout", async () => {
      makeSession("far", workspace.root);
      const relay = start("-p", "hi", "--session", "far");
      await relay.see("[y/N] ");
      relay.type("yes\r");
      await relay.see("ok");
      assert.equal(await relay.exit, 0);
      assert.equal(sessionFiles(workspace).length, 2);
    });

    it("sessions-and-tools.md §1.5: continues here, forks or cancels when the folder is gone", async () => {
      const gone = "/tmp/does-not-exist-xyz";
      const path = makeSession("gone", gone);
      const ask = async (answer: string): Promise<PtyProcess> => {
        const relay = start("--session", path, "hi");
        await relay.see(`Stored session working directory does not exist: ${gone}`);
        await relay.see("[c/f/N] ");
        relay.type(`${answer}\r`);
        return relay;
      };
      const cancelled = await ask("");
      await cancelled.see("Aborted.");
      assert.equal(await cancelled.exit, 0);
      assert.equal(readSession(path).length, 1);

      const forked = await ask("f");
      await forked.see("ok");
      await forked.stop();
      assert.equal(readSession(path).length, 1);
      const copy = sessionFiles(workspace).find((other) => other !== path) ?? "";
      assert.deepEqual(
        [readSession(copy)[0]?.cwd, readSession(copy)[0]?.parentSession],
        [workspace.cwd, path],
      );

      const continued = await ask("continue");
      await continued.see(`Relay in ${workspace.cwd}`);
      await continued.see("ok");
      await continued.stop();
      assert.equal(readSession(path)[0]?.cwd, gone);
      assert.ok(readSession(path).some((entry) => kindOf(entry) === "user"));
    });
  });
});
