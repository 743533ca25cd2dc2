import assert from "node:assert/strict";
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession } from "playwright-core";
import { longStory } from "../webview/support/longStory.ts";
import type { Workspace } from "../support/workspace.ts";
import { answerOf, lastUserText } from "./answers.ts";
import { ChatPage } from "./chatPage.ts";
import { editorProblem, EditorWindow } from "./editorWindow.ts";
import { figureLine, p95 } from "./figures.ts";

/** What `documentProbe.js` writes down in each document. */
interface DocumentFacts {
  conversationAt?: number;
  callbacks: number;
  longestResize: number;
}

const problem = editorProblem();
const lastPrompt = "Prompt 1250: make step 1250 faster.";
const streamPieces = Array.from({ length: 400 }, (_, index) =>
  index % 40 === 39 ? "\n\n" : `word \`code${index}\` `,
);

/** A document in which nothing calls back for so long has come to rest. */
const quietMs = 2000;

/** Figures in the real editor. What depends on the machine is printed beside its bar; the rest is asserted. */
describe("the bars in the workbench", function () {
  this.timeout(240_000);
  this.retries(0);
  let editor: EditorWindow;
  let chat: ChatPage;
  let devtools: CDPSession;

  const print = (label: string, value: number, bar: number, unit = "ms"): void =>
    void process.stdout.write(`      ${figureLine(label, value, { bar, unit })}\n`);
  /** Expressions are text: this file knows no document. */
  const inChat = <T>(expression: string): Promise<T> => chat.frame.evaluate(expression);
  const facts = (): Promise<DocumentFacts> => inChat("({ ...relayFacts })");
  const nodes = (): Promise<number> => inChat("document.querySelectorAll('*').length");
  const overflow = (): Promise<number> =>
    inChat("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  const hasFocus = (): Promise<boolean> => inChat("document.hasFocus()");

  before(async function () {
    if (problem !== undefined) {
      process.stderr.write(`Skipped: the bars in the workbench, because ${problem}\n`);
      this.skip();
    }
    editor = await EditorWindow.open({
      answer: (request) => {
        const isLong = lastUserText(request).includes("stream a lot");
        return isLong ? { text: streamPieces, paceMs: 10 } : answerOf(request);
      },
      script: join(import.meta.dirname, "documentProbe.js"),
      prepare: (workspace) => {
        writeLongSession(workspace);
        workspace.write("a.ts", "export const a = 1;\n");
        workspace.write("build/out.txt", "out\n");
      },
    });
    devtools = await editor.context.newCDPSession(editor.page);
  });
  after(() => editor?.close());
  afterEach(async function () {
    await editor.pictureOf(this.currentTest);
  });

  it("vscode.md 11: no agent runs before the chat is looked at, one does then", async () => {
    assert.equal(agentsBelow(process.pid).length, 0);
    chat = await editor.chat();
    const paint = await inChat<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    // The page sets no bar for it but that of the first screen.
    print("first paint of the chat, from its document's start", paint, 1000);
    await chat.button("Send").waitFor();
    assert.equal(agentsBelow(process.pid).length, 1);
  });

  it("vscode.md 11: a session of 5,000 entries shows its end, within bounds", async () => {
    const { page } = editor;
    await chat.command("Relay: Resume Session");
    const row = page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "Prompt 1:" });
    await row.first().waitFor();
    await page.keyboard.type("Prompt 1:");
    await row.first().waitFor();
    const begin = Date.now();
    await row.first().click();
    await chat.transcript.getByText(lastPrompt).waitFor();
    const { conversationAt = Infinity } = await facts();
    print("a session of 5,000 entries: first screen", conversationAt - begin, 1000);
    print("a session of 5,000 entries: mounted nodes", await nodes(), 20_000, "nodes");
    assert.ok((await nodes()) < 20_000);
    assert.equal(agentsBelow(process.pid).length, 1);
  });

  it("vscode.md 11: streams at 5,000 entries in short steps", async () => {
    const steps = await mainThreadSteps(devtools, async () => {
      await chat.send("stream a lot");
      await chat.transcript.getByText("code398").first().waitFor();
      await chat.button("Send").waitFor();
    });
    print(`streaming: step of the window's main thread, p95 of ${steps.length}`, p95(steps), 8);
    // All of the answer is there, and drawn as one.
    assert.equal(await chat.transcript.getByText("code398").count(), 1);
    assert.ok((await nodes()) < 20_000);
  });

  it("vscode.md 11: takes another width", async () => {
    const { page } = editor;
    const edge = (await page.locator(".part.sidebar").boundingBox())!;
    const x = edge.x + edge.width;
    const width = (): Promise<number> => inChat("innerWidth");
    const before = await width();
    await inChat("relayFacts.watchResizes()");
    await page.mouse.move(x, edge.y + 300);
    await page.mouse.down();
    for (let step = 1; step <= 20; step++) await page.mouse.move(x + step * 15, edge.y + 300);
    await page.mouse.up();
    await chat.frame.waitForFunction(`innerWidth > ${before + 200}`);
    print("resize: change to the frame that shows it", (await facts()).longestResize, 100);
    assert.ok((await overflow()) <= 0, `${await overflow()} px stand out`);
  });

  it("vscode.md 11: is there again after it was hidden", async () => {
    // The first time the workbench still prepares: what it keeps for later documents is not ours.
    for (const round of ["first", "second", "third"]) {
      await chat.hide();
      const begin = await chat.show();
      chat = await ChatPage.find(editor.page);
      await chat.transcript.getByText("code398").first().waitFor();
      const { conversationAt = Infinity } = await facts();
      const start = await inChat<number>("performance.timeOrigin");
      print(`a hidden view is shown again, ${round} time`, conversationAt - begin, 300);
      print("  of which from its document's start", conversationAt - start, 300);
    }
    assert.equal(agentsBelow(process.pid).length, 1);
  });

  it("vscode.md 11: does not grow with further turns", async () => {
    const sizes: number[] = [];
    for (let turn = 1; turn <= 40; turn++) {
      await chat.send(`say hello ${turn}`);
      await chat.transcript.getByText(`say hello ${turn}`, { exact: true }).waitFor();
      await chat.button("Send").waitFor();
      if (turn === 15 || turn === 40) sizes.push(await heapOf(devtools));
    }
    const [early = 0, late = 0] = sizes;
    print("25 further turns: heap of the window, late to early", late / early, 1.25, "times");
    assert.ok(late < early * 1.25, `${early} -> ${late}`);
    assert.ok((await nodes()) < 20_000);
  });

  it("vscode.md 11: an idle panel has no timer more than once in 10 s, and its agent no work", async () => {
    const seconds = 30;
    const [agent] = agentsBelow(process.pid);
    assert.ok(agent);
    // What the last turn has left to draw and to keep belongs to that turn. A timer would go on.
    for (let seen = -1; seen !== (await facts()).callbacks;) {
      seen = (await facts()).callbacks;
      await editor.page.waitForTimeout(quietMs);
    }
    const before = { callbacks: (await facts()).callbacks, cpu: cpuSeconds(agent) };
    await editor.page.waitForTimeout(seconds * 1000);
    const callbacks = (await facts()).callbacks - before.callbacks;
    const share = ((cpuSeconds(agent) - before.cpu) / seconds) * 100;
    print("idle: callbacks of timers and frames in 10 s", callbacks / 3, 1, "calls");
    print("idle: agent", share, 1, "% of a core");
    // One that fires every ten seconds may do so at both ends.
    assert.ok(callbacks <= seconds / 10 + 1, `${callbacks} callbacks`);
    assert.ok(share < 1, `${share} %`);
  });

  it("vscode.md 11: Ctrl+F, Esc and Enter in the chat and in a dialog never reach an editor", async () => {
    const { page } = editor;
    await chat.command("Go to File");
    await page.keyboard.type("a.ts");
    await chat.quickRow("a.ts").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: /^a\.ts/ }).waitFor();
    // The tab is there before its editor takes the focus, which would take it from the chat again.
    await page.locator(".editor-instance .monaco-editor.focused").waitFor();
    const tabs = (): Promise<string[]> =>
      page.locator(".editor-group-container .tab .label-name").allTextContents();
    const opened = await tabs();
    const untouched = async (): Promise<void> => {
      assert.deepEqual(await tabs(), opened);
      assert.equal(await page.locator(".editor-group-container .tab.dirty").count(), 0);
      assert.equal(await page.locator(".find-widget.visible").count(), 0);
      assert.equal(await hasFocus(), true);
    };
    await chat.composer.click();
    for (const key of ["Control+f", "Escape", "Escape", "Enter", "Shift+Enter"])
      await page.keyboard.press(key);
    await untouched();
    await chat.composer.fill("tidy up");
    await page.keyboard.press("Enter");
    await chat.dialog().waitFor();
    await chat.dialog().click();
    await page.keyboard.press("Control+f");
    await chat.locator("[aria-label='Find in chat']").first().waitFor();
    await untouched();
    await page.keyboard.press("Escape");
    await chat.locator("[aria-label='Find in chat']").first().waitFor({ state: "detached" });
    await chat.button(/^Don.t run$/).focus();
    await page.keyboard.press("Enter");
    await chat.dialog().waitFor({ state: "detached" });
    await chat.button("Send").waitFor();
    await untouched();
  });

  it("vscode.md 6: Enter that ends a composition of an input method does not send", async () => {
    const sent = editor.model.requests.length;
    await chat.composer.click();
    await devtools.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
    const key = { key: "Process", code: "Enter", windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
    await devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
    await devtools.send("Input.insertText", { text: "日本" });
    await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    assert.equal(await chat.composer.inputValue(), "日本");
    assert.equal(editor.model.requests.length, sent);
    await editor.page.keyboard.press("Enter");
    await chat.transcript.getByText("日本", { exact: true }).waitFor();
  });
});

/** A stored session of 5,000 entries, as the agent would have written it. */
function writeLongSession({ cwd, agentDir }: Workspace): void {
  const folder = join(agentDir, "sessions", `--${cwd.replace(/^\//, "").replaceAll("/", "-")}--`);
  mkdirSync(folder, { recursive: true });
  const timestamp = "2026-01-01T10:00:00.000Z";
  const header = { type: "session", version: 3, id: "long", timestamp, cwd };
  const lines = [header, ...longStory(5000).entries].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, "2026-01-01T10-00-00-000Z_long.jsonl"), lines.join(""));
}

/** Durations in milliseconds of what main threads of the window's process did during `work`. */
async function mainThreadSteps(devtools: CDPSession, work: () => Promise<void>): Promise<number[]> {
  interface TraceEvent {
    name: string;
    tid: number;
    ph: string;
    dur?: number;
    args?: { name?: string };
  }
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => void events.push(...(value as TraceEvent[]));
  devtools.on("Tracing.dataCollected", collect);
  const categories = "toplevel,devtools.timeline,__metadata";
  await devtools.send("Tracing.start", { categories, transferMode: "ReportEvents" });
  await work();
  const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
  await devtools.send("Tracing.end");
  await complete;
  devtools.off("Tracing.dataCollected", collect);
  const isMain = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ tid }) => tid),
  );
  return events
    .filter(({ name, ph, tid }) => ph === "X" && isMain.has(tid) && name.endsWith("RunTask"))
    .map(({ dur = 0 }) => dur / 1000)
    .filter((ms) => ms > 0.3);
}

/** Bytes of JavaScript that are in use in the window, all of its documents together. */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  return (await devtools.send("Runtime.getHeapUsage")).usedSize;
}

/** Processes below one that run an agent, as the kernel lists them. */
function agentsBelow(pid: number): number[] {
  const found: number[] = [];
  for (const child of childrenOf(pid)) {
    const command = readFileSync(`/proc/${child}/cmdline`, "utf8");
    if (command.includes("coding-agent/dist/cli.js")) found.push(child);
    else found.push(...agentsBelow(child));
  }
  return found;
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

/** Time on a processor; the kernel counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
