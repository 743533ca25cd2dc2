import assert from "node:assert/strict";
import { longStory, pageOf } from "./support/longStory.ts";
import { openView } from "./support/openView.ts";
import type { View } from "./support/openView.ts";
import { Story } from "./support/story.ts";

describe("places of the conversation", function () {
  this.timeout(120_000);
  const { entries } = longStory(400);
  let view: View;

  before(async () => {
    view = await openView({
      prepare: (host) => {
        host.answer("entries/page", (params) => pageOf(entries, params));
        host.answer("find/query", () => ({ matches: [], isCut: false }));
        host.onReady = () => host.open(entries.slice(-120), { hasMore: true });
      },
    });
    await view.page.getByText("Answer 100.").waitFor();
  });
  after(async () => {
    assert.deepEqual([view.problems, view.host.refused], [[], []]);
    await view.close();
  });

  /** Where the prompt is, in pixels below the top of the window. */
  const topOf = (prompt: string): Promise<number> =>
    view.page.getByText(prompt).evaluate((element) => Math.round(element.getBoundingClientRect().top));

  it("vscode.md 4: a document that comes anew stands where the one before stood", async () => {
    const { page, host } = view;
    const prompt = "Prompt 92: make step 92 faster.";
    await host.notify("reveal", { entryId: entries[364]!.id });
    await page.getByText(prompt).waitFor();
    // What is kept follows the scrolling by a frame.
    const settled = async (): Promise<number> => {
      const frames = (): Promise<unknown> =>
        page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      let top = await topOf(prompt);
      for (let last = NaN; last !== top; top = await topOf(prompt)) {
        last = top;
        await frames();
      }
      return top;
    };
    await settled();
    await page.getByRole("log").evaluate((log) => (log.scrollTop += 137));
    const before = await settled();
    await page.reload();
    await page.getByText(prompt).waitFor();
    // The browser rounds places to its own pixels.
    assert.ok(Math.abs((await settled()) - before) <= 1, `${await settled()} instead of ${before}`);
  });

  it("vscode.md 6: Esc right after Ctrl+F leaves find closed, and the keys between go into its field", async () => {
    const { page } = view;
    const find = page.getByRole("textbox", { name: "Find in chat" });
    await page.getByRole("textbox", { name: "Message Relay" }).focus();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("step");
    assert.equal(await find.inputValue(), "step");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+f");
    await page.keyboard.press("Escape");
    assert.equal(await find.count(), 0);
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.equal(focused, "Message Relay");
  });

  it("vscode.md 11: Ctrl+F ends in the chat; other keys go on to the editor, which listens at the window", async () => {
    const { page } = view;
    await page.evaluate(() => {
      const keys: string[] = [];
      addEventListener("keydown", ({ key }) => keys.push(key));
      Object.assign(globalThis, { keysOfEditor: keys });
    });
    await page.getByRole("textbox", { name: "Message Relay" }).focus();
    for (const key of ["Control+f", "Escape", "Alt+PageUp"]) await page.keyboard.press(key);
    const keys = await page.evaluate(
      () => (globalThis as unknown as { keysOfEditor: string[] }).keysOfEditor,
    );
    assert.deepEqual(keys, ["Control", "Alt", "PageUp"]);
  });

  it("vscode.md 5: a branch that begins with a summary has its point there", async () => {
    const { page, host } = view;
    const story = new Story();
    story.asks("One way").says("Gone.");
    story.append<"branch_summary">({
      type: "branch_summary",
      fromId: story.entries[0]!.id,
      summary: "It was tried.",
    });
    const summary = story.entries.at(-1)!;
    story.asks("Another way").says("Better.");
    await host.open(story.entries, { sessionId: "branches" });
    await host.set({ branches: [{ entryId: summary.id, index: 2, count: 2, previousId: "e0000009" }] });
    await page.getByText("2 / 2").waitFor();
    await page.getByRole("button", { name: "Previous branch" }).click();
    assert.deepEqual(await host.request("entry/goTo"), { entryId: "e0000009" });
  });

  it("vscode.md 5: an empty chat offers the session that was worked on last", async () => {
    const { page, host } = view;
    const modified = new Date(Date.now() - 2 * 3_600_000 - 1000).toISOString();
    await host.open([], { sessionId: "empty" });
    await host.set({ branches: [], recent: { label: "Pagination rewrite", modified, messageCount: 14 } });
    await page.getByRole("button", { name: "Resume “Pagination rewrite” 2 h ago, 14 messages" }).click();
    assert.deepEqual(await host.request("session/resumeRecent"), {});
  });

  it("vscode.md 8: the file that has unsaved changes can be opened from its row", async () => {
    const { page, host } = view;
    await host.open(entries.slice(-20), { sessionId: "dirty" });
    await host.records({
      kind: "row",
      row: {
        id: "dirty",
        kind: "dirtyFile",
        severity: "warning",
        path: "docs/report.md",
        text: "has unsaved changes, so the edit was held back.",
        actions: [],
      },
    });
    await page.getByRole("button", { name: "docs/report.md" }).click();
    assert.deepEqual(await host.request("file/open"), { path: "docs/report.md" });
  });
});
