import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { readExportedPage } from "../support/exportedPage.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { ofType } from "../support/rpcSuite.ts";
import { kindOf, readSession, sessionFiles } from "../support/sessionFiles.ts";
import { useTerminal } from "../support/terminalSuite.ts";

const ctrlC = "\x03";
const nothingYet = "Error: Nothing to export yet - start a conversation first";

describe("cli: /export", () => {
  const suite = useTerminal();

  it("cli.md §8.2: writes a page under the default name, beside the conversation", async () => {
    const relay = await suite.open();
    relay.type("/export\r");
    await relay.see(nothingYet);
    relay.type("hello\r");
    await relay.see("ok");
    await relay.see("> ");
    const [session = ""] = sessionFiles(suite.workspace);
    const path = join(suite.workspace.cwd, `relay-session-${basename(session, ".jsonl")}.html`);
    for (let times = 0; times < 2; times++) {
      relay.type("/export\r");
      await relay.see(`Exported to: ${path}`);
    }
    const { entries, systemPrompt } = readExportedPage(path).data as AnyRecord;
    assert.equal(entries.length, readSession(session).length - 1);
    assert.equal(typeof systemPrompt, "string");
  });

  it("sessions-and-tools.md §7: writes JSONL to a .jsonl path, also before the first message", async () => {
    const relay = await suite.open();
    relay.type("/export new folder/a b.jsonl\r");
    const path = join(suite.workspace.cwd, "new folder", "a b.jsonl");
    await relay.see(`Exported to: ${path}`);
    assert.deepEqual(readSession(path).map(kindOf), ["session", "model_change", "thinking_level_change"]);
  });

  it("takes paths with ~ and quotes, and overwrites a file only when told so", async () => {
    const path = join(suite.workspace.home, "notes of mine.ts");
    writeFileSync(path, "mine");
    const relay = await suite.open(["hello"]);
    for (const answer of ["\r", "n\r", ctrlC]) {
      relay.type('/export "~/notes of mine.ts"\r');
      await relay.see(`${path} exists. Overwrite it? [y/N] `);
      relay.type(answer);
      await relay.see("Nothing was exported.");
    }
    assert.equal(readFileSync(path, "utf8"), "mine");
    relay.type("/export ~/notes of mine.ts\r");
    await relay.see("[y/N] ");
    relay.type("y\r");
    await relay.see(`Exported to: ${path}`);
    assert.ok(readExportedPage(path));
  });

  it("says what to do when the folder is missing", async () => {
    const relay = await suite.open(["hello"]);
    relay.type("/export missing/page.html\r");
    await relay.see("Error: ENOENT");
    await relay.see("Make the folder first, or name another place.");
    assert.equal(existsSync(join(suite.workspace.cwd, "missing")), false);
  });
});

describe("cli: /share", () => {
  const suite = useTerminal();

  before(function () {
    // The stand-in for gh is a script of the shell.
    if (process.platform === "win32") this.skip();
  });

  it("cli.md §8.2: uploads the page and prints the links", async () => {
    const copy = join(suite.workspace.root, "uploaded.html");
    const gist = "https://gist.github.com/me/0123abc";
    const PATH = suite.program("gh", `[ "$1" = gist ] && cp "$4" '${copy}' && echo ${gist}; exit 0`);
    const relay = await suite.open(["hello"], { PATH, RELAY_SHARE_VIEWER_URL: "https://view.example/" });
    relay.type("/share\r");
    await relay.see(`Gist: ${gist}\r\nShare URL: https://view.example/#0123abc\r\n`);
    assert.ok(readExportedPage(copy));
  });

  it("says what to do when gh is missing, not logged in, or fails", async () => {
    const scripts = {
      "GitHub CLI is not logged in. Run 'gh auth login' first.": '[ "$1" = auth ] && exit 1',
      "Failed to create gist: no network [31m":
        '[ "$1" = auth ] || { printf "no network \\033[31m" >&2; exit 1; }',
    };
    const relay = await suite.open([], { PATH: suite.program("gh", "exit 0") });
    relay.type("/share\r");
    await relay.see(nothingYet);
    relay.type("hello\r");
    await relay.see("ok");
    await relay.see("> ");
    for (const [message, script] of Object.entries(scripts)) {
      suite.program("gh", script);
      relay.type("/share\r");
      await relay.see(`Error: ${message}`);
      await relay.see("> ");
    }
    assert.equal(relay.output.includes("\x1b[31m"), false);
  });

  it("Ctrl+C ends gh, and leaves no file behind", async () => {
    const { root } = suite.workspace;
    const temporary = join(root, "tmp");
    mkdirSync(temporary);
    const PATH = suite.program("gh", `[ "$1" = auth ] && exit 0; echo $$ > '${root}/pid'; exec sleep 600`);
    const relay = await suite.open(["hello"], { PATH, TMPDIR: temporary });
    relay.type("/share\r");
    await relay.see("Uploading the session... (Ctrl+C cancels)");
    while (!existsSync(join(root, "pid"))) await new Promise(setImmediate);
    relay.type(ctrlC);
    await relay.see("Cancelled.");
    await relay.see("> ");
    assert.deepEqual(
      readdirSync(temporary).filter((name) => name.startsWith("relay-share-")),
      [],
    );
    const pid = Number(readFileSync(join(root, "pid"), "utf8"));
    assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
  });

  it("a run goes on beside it, and a question is not interrupted by what the run says", async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    suite.model.reset([{ text: ["the first half ", "and the second"], before: opened }]);
    const relay = suite.start(["begin"]);
    while (suite.model.requests.length === 0) await new Promise(setImmediate);
    relay.type("/bug\r");
    await relay.see("What is wrong? (may be left empty) ");
    open();
    const isAnswered = (): boolean =>
      sessionFiles(suite.workspace).some((path) =>
        readSession(path).some((entry) => kindOf(entry) === "assistant"),
      );
    while (!isAnswered()) await new Promise(setImmediate);
    relay.type(`slow${ctrlC}`);
    await relay.see("slow");
    await relay.see("the first half and the second");
    await relay.see("No report was written.");
  });
});

describe("cli: /bug", () => {
  const suite = useTerminal();

  function archive(): Record<string, Uint8Array> {
    const { cwd } = suite.workspace;
    const [name = ""] = readdirSync(cwd).filter((file) => file.endsWith(".zip"));
    return unzipSync(readFileSync(join(cwd, name)));
  }

  it("cli.md §8.4: asks for a description and the transcript, and says where the archive is", async () => {
    const relay = await suite.open(["hello"]);
    relay.type("/bug it fails\r");
    await relay.see("What is wrong? (may be left empty) ");
    await relay.see("it fails");
    relay.type(" often\r");
    await relay.see("Include the conversation? It is not redacted. [y/N] ");
    relay.type("y\r");
    await relay.see(`Write the report to ${suite.workspace.cwd}? [Y/n] `);
    relay.type("\r");
    await relay.see(/Report [0-9a-f-]{36}: \/.*\.zip\r\n/);
    await relay.see("Nothing was uploaded.");
    const files = archive();
    assert.deepEqual(Object.keys(files).sort(), ["diagnostics.json", "report.json", "session.jsonl"]);
    const report = JSON.parse(strFromU8(files["report.json"] ?? new Uint8Array())) as AnyRecord;
    assert.equal(report.hint, "it fails often");
    const [session = ""] = sessionFiles(suite.workspace);
    const [entry] = ofType(readSession(session), "custom");
    assert.deepEqual([entry?.customType, entry?.data.id], ["relay.bug-report", report.id]);
  });

  it("attaches a summary by the model, or nothing", async () => {
    suite.model.reset([{ text: "ok" }, { text: "It goes wrong." }]);
    const relay = await suite.open(["hello"]);
    relay.type("/bug\r");
    await relay.see("(may be left empty) ");
    relay.type("\r");
    await relay.see("[y/N] ");
    relay.type("\r");
    await relay.see("Include a summary instead? m1 gets the conversation again to write it. [y/N] ");
    relay.type("y\r");
    await relay.see("[Y/n] ");
    relay.type("\r");
    await relay.see("Nothing was uploaded.");
    assert.match(strFromU8(archive()["summary.md"] ?? new Uint8Array()), /It goes wrong\./);
  });

  it("giving up at any question writes nothing", async () => {
    const relay = await suite.open(["hello"]);
    const answers = [[ctrlC], ["\r", ctrlC], ["\r", "n\r", ctrlC], ["\r", "n\r", "n\r", "n\r"]];
    for (const given of answers) {
      relay.type("/bug\r");
      for (const answer of given) {
        await relay.see(/\(may be left empty\) |\[y\/N\] |\[Y\/n\] /);
        relay.type(answer);
      }
      await relay.see("No report was written.");
    }
    assert.deepEqual(readdirSync(suite.workspace.cwd), []);
  });
});

describe("cli: /copy and /help", () => {
  const suite = useTerminal();

  it("cli.md §8.2: copies the last answer with the system's program, or through the terminal over SSH", async () => {
    suite.model.reset([{ text: "the answer ä" }], { repeatLast: true });
    const copied = join(suite.workspace.root, "copied");
    const PATH = suite.program("xclip", `cat > '${copied}'`);
    const relay = await suite.open([], { PATH, DISPLAY: ":0" });
    relay.type("/copy\r");
    await relay.see("No agent messages to copy yet.");
    relay.type("hello\r");
    await relay.see("the answer ä");
    await relay.see("> ");
    relay.type("/copy\r");
    await relay.see("Copied 12 characters.");
    assert.equal(readFileSync(copied, "utf8"), "the answer ä");
    suite.program("xclip", "exit 3");
    relay.type("/copy\r");
    await relay.see("Error: Could not copy: xclip ended with code 3.");
    const remote = await suite.open(["hello"], { PATH, DISPLAY: ":0", SSH_TTY: "/dev/pts/1" });
    remote.type("/copy\r");
    await remote.see(`\x1b]52;c;${Buffer.from("the answer ä").toString("base64")}\x07`);
    await remote.see("(OSC 52)");
  });

  it("/help lists every command, /session tells tokens and cost by model, /hotkeys the keys", async () => {
    const relay = await suite.open(["hello"]);
    relay.type("/help\r");
    for (const name of ["/resume", "/tree", "/export [path]", "/bug [description]", "/quit"])
      await relay.see(name);
    relay.type("/session\r");
    await relay.see(/Id +[0-9a-f-]{36}\r\n/);
    await relay.see(/Tokens +\d+ tokens: /);
    await relay.see(/fake\/m1: \$0\.0000, 1 requests, /);
    await relay.see(/Context +\d+ of 128000 tokens/);
    relay.type("/hotkeys\r");
    await relay.see("Ctrl+C ");
  });

  it("/scoped-models chooses the models to cycle through, and saves them", async () => {
    const relay = await suite.open();
    relay.type("/scoped-models\r");
    await relay.see("  1  [ ] fake/m1\r\n  2  [ ] fake/m0\r\n");
    relay.type("2\r");
    await relay.see("  1  [ ] fake/m1\r\n  2  [x] fake/m0\r\n");
    relay.type("w\r");
    await relay.see("Saved.");
    await relay.see("Enter to leave: ");
    relay.type("x\r");
    await relay.see("  2  [ ] fake/m0\r\n");
    relay.type("\r");
    await relay.see("> ");
    const settings = JSON.parse(
      readFileSync(join(suite.workspace.agentDir, "settings.json"), "utf8"),
    ) as AnyRecord;
    assert.deepEqual(settings.enabledModels, ["fake/m0"]);
  });
});
