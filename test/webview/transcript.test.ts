import assert from "node:assert/strict";
import type { ChatRecord } from "@relay-harness/protocol/webview";
import { longStory, pageOf } from "./support/longStory.ts";
import { openView } from "./support/openView.ts";
import type { View } from "./support/openView.ts";
import { crashRow } from "./support/conversationScenes.ts";
import { play, scenes } from "./support/scenes.ts";
import { Story } from "./support/story.ts";

describe("the conversation", function () {
  this.timeout(120_000);
  let view: View;

  before(async () => {
    view = await openView();
  });
  beforeEach(() => {
    view.host.received.length = 0;
  });
  after(async () => {
    assert.deepEqual([view.problems, view.host.refused], [[], []]);
    await view.close();
  });

  const log = () => view.page.getByRole("log", { name: "Conversation" });
  const names = (role: "article" | "group" | "button"): Promise<(string | null)[]> =>
    log()
      .getByRole(role)
      .evaluateAll((all) => all.map((element) => element.getAttribute("aria-label")));

  it("vscode.md 5: folds a finished turn and opens it again", async () => {
    await play(view, scenes[1]!);
    assert.deepEqual(await names("article"), ["You", "Relay"]);
    const fold = log().getByRole("button", { name: /^Worked for/ });
    assert.equal(await fold.textContent(), "Worked for 1 m 11 s · 9 tools, 1 file, 1 check");
    assert.equal(await log().getByRole("group", { name: "edit: src/queue.ts" }).count(), 0);
    await fold.click();
    const edit = log().getByRole("group", { name: "edit: src/queue.ts" });
    await edit.getByRole("button").first().click();
    assert.equal(await edit.locator(".rl-diff .ins").count(), 4);
    await edit.getByRole("button", { name: "Open Diff" }).click();
    assert.deepEqual(await view.host.request("diff/open"), { toolCallId: "call_8" });
    await fold.click();
  });

  it("vscode.md 5: a verdict opens its evidence; review and revert name the turn", async () => {
    await log().getByRole("button", { name: "Evidence: verified" }).click();
    const evidence = log().getByRole("group", { name: "Evidence" });
    await evidence.getByText("Exit 0, after the last edit").waitFor();
    await evidence.getByRole("button", { name: "src/retry.ts" }).click();
    assert.deepEqual(await view.host.request("file/open"), { path: "src/retry.ts" });
    await evidence.getByRole("button", { name: "Run npm test" }).click();
    assert.deepEqual(await view.host.request("evidence/runCheck"), { command: "npm test" });
    await evidence.getByRole("button", { name: "Ask to verify" }).click();
    await log().getByRole("button", { name: "Review", exact: true }).click();
    await log().getByRole("button", { name: "Revert turn" }).click();
    assert.deepEqual(await view.host.request("turn/revert"), { entryId: "e0000001" });
    await log().getByRole("button", { name: "Undo" }).click();
    assert.deepEqual(await view.host.request("rule/undo"), { ruleId: "c1" });
  });

  it("edits an earlier message and goes back", async () => {
    const field = view.page.getByRole("textbox", { name: "Message Relay" });
    await field.fill("draft");
    await log().getByRole("article", { name: "You" }).hover();
    await log().getByRole("button", { name: "Edit and branch" }).click();
    assert.deepEqual(await view.host.request("entry/edit"), { entryId: "e0000001" });
    await view.page.getByText("Editing an earlier message; sending starts a branch").waitFor();
    await view.page.getByRole("button", { name: "Cancel" }).click();
    await view.host.request("entry/goTo");
    await view.page.getByText("Editing an earlier message").waitFor({ state: "detached" });
    assert.equal(await field.inputValue(), "draft");
    await field.fill("");
  });

  it("vscode.md 5: cards of calls are named, and tell how they stand", async () => {
    await play(view, scenes[2]!);
    const tools = (await names("group")).filter((name) => name?.includes(": "));
    assert.deepEqual(tools, [
      "read: src/export/writer.ts",
      "grep: buildCsv",
      "write: src/export/rowStream.ts",
      "bash: npx tsc --noEmit",
      "bash: npm test -- export",
    ]);
    const titles = await log().locator(".rl-tool-title").allTextContents();
    assert.deepEqual(
      titles.map((title) => title.split(" ")[0]),
      ["Read", "Searched", "Created", "Ran", "Running"],
    );
    assert.equal(
      await view.page.getByRole("status", { name: "Relay status" }).textContent(),
      "Running npm test -- export",
    );
    assert.equal(await log().getByText("… 31 earlier lines").count(), 1);
  });

  it("vscode.md 5: an edit of a question turn can be let through, a rule row undone", async () => {
    await play(view, scenes[5]!);
    await log().getByRole("button", { name: "Allow edits now" }).click();
    await view.host.request("edits/allow");
    await log()
      .getByRole("button", { name: "Asked to verify: no check passed after the last change." })
      .click();
    await log().getByText("[harness:evidence] Status: unverified.").waitFor();
    await log().getByRole("button", { name: "Continue" }).click();
    assert.deepEqual(await view.host.request("row/act"), { rowId: "w", action: "continue" });
    await log().getByText("This request changed 612 lines (limit 500).").waitFor();
  });

  it("vscode.md 5: a block that streams keeps the nodes it has, so that only what came is drawn", async () => {
    const { page, host } = view;
    const story = new Story();
    story.asks("Stream").says("Some `code` and **bold** words.\n\n- one\n- two `three` four five six seven");
    const events = story.take();
    const cut = events.findLastIndex((event) => JSON.stringify(event).includes('"delta":')) - 1;
    await host.open([]);
    await host.events(...events.slice(0, cut));
    const kept = await log().locator(".rl-md code").elementHandles();
    const words = await log().locator(".rl-md").textContent();
    await host.events(...events.slice(cut));
    await log().getByText("seven").waitFor();
    assert.notEqual(await log().locator(".rl-md").textContent(), words);
    assert.equal(kept.length, 2);
    for (const node of kept) assert.ok(await node.evaluate((element) => element.isConnected));
    assert.equal(await page.locator(".rl-md > div").count(), 2);
    assert.equal(
      await log().locator(".rl-md").textContent(),
      "Some code and bold words.\n\none\ntwo three four five six seven\n\n",
    );
  });

  it("a row that cannot be drawn says so, and the others live", async () => {
    const story = new Story();
    story.asks("Before").says("Fine.");
    story.record("relay.harness.evidence", {
      v: 1,
      entryId: "e1",
      status: "verified",
      checks: [null],
      changes: [],
    });
    story.asks("Broken");
    story.append<"custom_message">({
      type: "custom_message",
      customType: "broken",
      content: [{ type: "text", text: { not: "text" } }] as never,
      display: true,
    });
    story.append<"custom_message">({
      type: "custom_message",
      customType: 7 as never,
      content: "x",
      display: true,
    });
    story.asks("After").says("Still here.");
    await view.host.open(story.entries);
    await log().getByText("Still here.").waitFor();
    assert.equal(await log().getByText("Fine.").count(), 1);
    // The verdict of the first turn, and the content that is no text.
    assert.equal(await log().getByText("This row could not be drawn.").count(), 2);
    await log().getByRole("button", { name: "Copy JSON" }).first().click();
    const { text } = await view.host.request("text/copy");
    assert.ok(JSON.parse(text));
    await view.host.notice("problem");
    view.problems.length = 0;
  });

  it("vscode.md 5: names a crash and offers what the host offers", async () => {
    await view.host.open([], { live: [{ kind: "row", row: crashRow }] });
    const alert = log().getByRole("alert");
    await alert.getByText("FATAL ERROR: Reached heap limit").waitFor();
    await alert.getByRole("button", { name: "Restart" }).click();
    assert.deepEqual(await view.host.request("row/act"), { rowId: "crash", action: "restart" });
    await view.host.records({ kind: "rowGone", rowId: "crash" });
    await alert.waitFor({ state: "detached" });
  });

  it("runs a command of the user in a card that can be stopped", async () => {
    const run: ChatRecord[] = [
      { kind: "bashCommand", id: "b1", command: "make", excludeFromContext: false },
      {
        kind: "event",
        event: { type: "bash_execution_update", id: "b1", delta: "\u001b[31mred\u001b[0m\n" },
      },
    ];
    await view.host.open([], { live: run });
    const card = log().getByRole("group", { name: "!cmd: make" });
    assert.equal(await card.locator(".ansi-red").textContent(), "red");
    await card.getByRole("button", { name: "Stop command" }).click();
    await view.host.request("shell/abort");
    const result = { output: "red\n", exitCode: 2, cancelled: false, truncated: false };
    await view.host.records({ kind: "bashResult", id: "b1", result });
    await card.getByText("Exit 2").waitFor();
  });

  it("vscode.md 5: finds in all of the session, opens folds, and shows n of m", async () => {
    const { entries } = longStory(400);
    view.host.answer("entries/page", (params) => pageOf(entries, params));
    view.host.answer("find/query", () => ({
      matches: ["e0000003", "e0000399"].map((entryId) => ({ entryId, snippet: "", start: 0, end: 0 })),
      isCut: false,
    }));
    await view.host.open(entries.slice(-50), { hasMore: true });
    await view.host.notify("command", { name: "find" });
    await view.page.getByRole("textbox", { name: "Find in chat" }).fill("const");
    await view.page.getByText("2 of 2").waitFor();
    await view.page.keyboard.press("Enter");
    await view.page.getByText("1 of 2").waitFor();
    assert.equal((await view.host.request("entries/page")).through, "e0000003");
    await log().getByRole("group", { name: "read: src/step1.ts" }).waitFor();
    await view.page.keyboard.press("Escape");
    assert.equal(await view.page.getByRole("search").count(), 0);
  });

  it("goes to the prompt before and after", async () => {
    /** Prompts whose card is wholly in view. */
    const inView = (): Promise<number[]> =>
      view.page.evaluate(() => {
        const frame = document.querySelector('[role="log"]')!.getBoundingClientRect();
        return [...document.querySelectorAll("article[data-item]")].flatMap((article) => {
          const { top, bottom } = article.getBoundingClientRect();
          const number = /^Prompt (\d+)/.exec(article.textContent ?? "")?.[1];
          return number !== undefined && top >= frame.top && bottom <= frame.bottom ? [Number(number)] : [];
        });
      });
    const story = longStory(40);
    await view.host.open(story.entries);
    await log().evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await log().getByText("Prompt 10:").waitFor();
    const seen: number[] = [];
    for (const name of ["previousPrompt", "previousPrompt", "previousPrompt", "nextPrompt"] as const) {
      await view.host.notify("command", { name });
      await view.page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      seen.push((await inView())[0] ?? 0);
    }
    const [first = 0, second = 0, third = 0, back = 0] = seen;
    assert.ok(first > second && second > third && back > third, String(seen));
  });

  it("draws diagrams and formulas when they are complete", async () => {
    const story = new Story();
    story.asks("Draw").says("```mermaid\ngraph TD;\nA-->B;\n```\n\nAnd $a^2 + b^2$.");
    await view.host.open(story.entries);
    await log().locator(".rl-diagram svg").waitFor();
    await log().locator(".katex").waitFor();
  });
});
