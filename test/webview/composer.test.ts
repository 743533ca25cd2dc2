import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { openView } from "./support/openView.ts";
import type { View } from "./support/openView.ts";
import { scenes } from "./support/scenes.ts";

const usual = scenes[1]!.state;

describe("the composer", function () {
  this.timeout(120_000);
  let view: View;
  let field: Locator;

  before(async () => {
    view = await openView({
      state: { ...usual, harness: null, selection: null },
      prepare: (host) => {
        host.answer("prompt/send", () => ({ disposition: "started" }));
        host.answer("mention/search", ({ query }) => ({
          items: [
            { kind: "file", label: "queue.ts", detail: "src", insert: "@src/queue.ts" },
            { kind: "terminal", label: "Terminal", detail: query, reference: "terminal" },
          ],
        }));
        host.answer("completion/arguments", ({ prefix }) => ({
          items: [{ value: `${prefix}net`, label: "sonnet" }],
        }));
      },
    });
    field = view.page.getByRole("textbox", { name: "Message Relay" });
  });
  beforeEach(async () => {
    view.host.received.length = 0;
    await view.host.set({ run: { ...view.host.state.run, isRunning: false }, queue: [], attachments: [] });
    await field.fill("");
  });
  after(async () => {
    assert.deepEqual([view.problems, view.host.refused], [[], []]);
    await view.close();
  });

  const running = (): Promise<void> => view.host.set({ run: { ...view.host.state.run, isRunning: true } });

  it("vscode.md 6: Enter sends, Shift+Enter adds a line", async () => {
    await field.pressSequentially("one");
    await field.press("Shift+Enter");
    await field.pressSequentially("two");
    await field.press("Enter");
    assert.deepEqual(await view.host.request("prompt/send"), { text: "one\ntwo", mode: "send" });
    assert.equal(await field.inputValue(), "");
  });

  it("vscode.md 6: while running Enter steers, Alt+Enter queues, Esc stops, each with its button", async () => {
    await running();
    await field.fill("a");
    await field.press("Enter");
    assert.equal((await view.host.request("prompt/send")).mode, "steer");
    await field.fill("b");
    await field.press("Alt+Enter");
    assert.equal((await view.host.request("prompt/send")).mode, "queue");
    await field.press("Escape");
    await view.host.request("prompt/stop");
    await field.fill("c");
    const names = await view.page
      .locator(".rl-toolbar .rl-icon-btn")
      .evaluateAll((all) => all.map((button) => button.getAttribute("aria-label")));
    assert.deepEqual(names, ["Add context", "Queue", "Stop", "Steer"]);
  });

  it("vscode.md 6: what is sent while a message is on its way follows it, in order", async () => {
    let goOn = (): void => undefined;
    const first = new Promise<void>((resolve) => (goOn = resolve));
    view.host.answer("prompt/send", async ({ text }) => {
      if (text === "one") await first;
      return { disposition: "started" };
    });
    for (const [words, key] of [
      ["one", "Enter"],
      ["two", "Enter"],
      ["three", "Alt+Enter"],
    ] as const) {
      await field.pressSequentially(words);
      await field.press(key);
    }
    assert.equal(await field.inputValue(), "");
    goOn();
    await view.host.find("prompt/send", (params) => (params as { text: string }).text === "three");
    assert.deepEqual(
      view.host.received.filter(({ name }) => name === "prompt/send").map(({ params }) => params),
      [
        { text: "one", mode: "send" },
        { text: "two", mode: "steer" },
        { text: "three", mode: "queue" },
      ],
    );
  });

  it("vscode.md 6: what was to follow a message that was not taken comes back with it", async () => {
    let refuse = (): void => undefined;
    const first = new Promise<void>((resolve) => (refuse = resolve));
    view.host.answer("prompt/send", async () => {
      await first;
      throw new Error("No model");
    });
    for (const words of ["one", "two"]) {
      await field.pressSequentially(words);
      await field.press("Enter");
    }
    refuse();
    await view.page.waitForFunction(() => document.querySelector("textarea")?.value !== "");
    assert.equal(await field.inputValue(), "one\n\ntwo");
    view.host.answer("prompt/send", () => ({ disposition: "started" }));
  });

  it("vscode.md 6: an input method's Enter never sends", async () => {
    const session = await view.page.context().newCDPSession(view.page);
    await field.focus();
    await session.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
    await session.send("Input.dispatchKeyEvent", {
      type: "rawKeyDown",
      key: "Enter",
      windowsVirtualKeyCode: 229,
    });
    await session.send("Input.insertText", { text: "日本" });
    assert.equal(await field.inputValue(), "日本");
    assert.equal(view.host.count("prompt/send"), 0);
    await field.press("Enter");
    assert.equal((await view.host.request("prompt/send")).text, "日本");
  });

  it("gives a draft back that was not taken, and says why", async () => {
    view.host.answer("prompt/send", () => {
      throw new Error("No session is open.");
    });
    await field.fill("precious");
    await field.press("Enter");
    await view.page.getByRole("alert").getByText("No session is open.").waitFor();
    assert.equal(await field.inputValue(), "precious");
    view.host.answer("prompt/send", () => ({ disposition: "held" }));
    await field.press("Enter");
    await view.page.waitForFunction(() => document.querySelector("textarea")?.value === "precious");
    view.host.answer("prompt/send", () => ({ disposition: "started" }));
    await field.press("Enter");
    await view.page.getByRole("alert").waitFor({ state: "detached" });
  });

  it("vscode.md 6: `!` runs a command, `!!` keeps it from the model", async () => {
    await field.fill("!git status");
    await field.press("Enter");
    assert.deepEqual(await view.host.request("shell/run"), {
      command: "git status",
      excludeFromContext: false,
    });
    await field.fill("!! ls");
    await field.press("Enter");
    await view.page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    assert.deepEqual(await view.host.request("shell/run"), { command: "ls", excludeFromContext: true });
  });

  it("completes commands, and sends one that is written out", async () => {
    await view.host.set({ commands: scenes[6]!.state.commands! });
    await field.pressSequentially("/in");
    const options = view.page.getByRole("listbox", { name: "Commands" }).getByRole("option");
    assert.equal(await options.count(), 3);
    await field.press("ArrowDown");
    await field.press("Enter");
    assert.equal(await field.inputValue(), "/init ");
    await field.fill("/intake");
    await field.press("Enter");
    assert.equal((await view.host.request("prompt/send")).text, "/intake");
    await field.fill("/mo");
    await view.page.keyboard.press("Escape");
    assert.equal(await options.count(), 0);
    await field.fill("");
    await field.pressSequentially("/model son");
    await view.page.getByRole("option", { name: "sonnet" }).click();
    assert.equal(await field.inputValue(), "/model sonnet ");
  });

  it("puts files into the text and captures the rest", async () => {
    await field.pressSequentially("see @qu");
    await view.page.getByRole("option", { name: "queue.ts" }).click();
    assert.equal(await field.inputValue(), "see @src/queue.ts ");
    await field.pressSequentially("@ter");
    await view.page.getByRole("option", { name: "Terminal" }).waitFor();
    await field.press("ArrowDown");
    await field.press("Tab");
    assert.deepEqual(await view.host.request("attachment/capture"), { reference: "terminal" });
    assert.equal(await field.inputValue(), "see @src/queue.ts ");
  });

  it("takes pasted images, and refuses what may hold script", async () => {
    const paste = (type: string): Promise<void> =>
      field.evaluate((element, mimeType) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array([1, 2, 3])], "shot", { type: mimeType }));
        element.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, type);
    await paste("image/png");
    assert.deepEqual(await view.host.request("attachment/addImage"), {
      type: "image",
      data: "AQID",
      mimeType: "image/png",
      name: "shot",
    });
    await paste("image/svg+xml");
    await view.page.getByRole("alert").getByText("is not a PNG").waitFor();
    await view.page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    assert.equal(view.host.count("attachment/addImage"), 1);
  });

  it("vscode.md 6: shows the queue in order, to edit and to remove", async () => {
    await view.host.set({ queue: scenes[2]!.state.queue! });
    const items = view.page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");
    assert.deepEqual(
      (await items.allTextContents()).map((line) => line.slice(0, 8)),
      ["SteerKee", "QueueThe"],
    );
    await items.nth(1).getByRole("button", { name: "Edit" }).click();
    assert.deepEqual(await view.host.request("queue/edit"), { id: "q2" });
    await items.nth(0).getByRole("button", { name: "Remove" }).click();
    assert.deepEqual(await view.host.request("queue/remove"), { id: "q1" });
    await view.host.notify("draft/change", { text: "Then add", mode: "prepend", focus: true });
    await view.page.waitForFunction(() => document.querySelector("textarea")?.value === "Then add");
  });

  it("chooses a model with the keyboard and filters the list", async () => {
    const picker = view.page.getByRole("combobox", { name: "Model", exact: true });
    await picker.focus();
    await view.page.keyboard.press("ArrowDown");
    await view.page.getByRole("combobox", { name: "Filter models" }).fill("qwen");
    assert.equal(await view.page.getByRole("option").count(), 1);
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.host.request("model/set"), { provider: "ollama", modelId: "qwen3-coder" });
    assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  });

  it("keeps the draft in the document's state and mirrors it to the host", async () => {
    await field.fill("unsent");
    const { state, sessionId } = await view.host.notice(
      "mirror",
      ({ state: kept }) => kept.draft === "unsent",
    );
    assert.deepEqual([sessionId, state.draftSelection], ["s1", [6, 6]]);
    const stored = await view.page.evaluate(
      () => JSON.parse(sessionStorage.getItem("state") ?? "{}") as { draft: string },
    );
    assert.equal(stored.draft, "unsent");
  });

  it("vscode.md 4: a document that comes anew has the draft of the last moment, not what was mirrored", async () => {
    await field.fill("half a thought");
    view.host.mirrored = { draft: "older", draftSelection: [0, 0], scroll: null, folds: {} };
    await view.page.reload();
    await field.waitFor();
    await view.page.waitForFunction(() => document.querySelector("textarea")?.value !== "");
    assert.equal(view.host.received.find(({ name }) => name === "ready")?.name, "ready");
    await view.host.set({ queue: [] });
    assert.equal(await field.inputValue(), "half a thought");
    // The same session again changes nothing; another one brings its own.
    await view.host.open([]);
    assert.equal(await field.inputValue(), "half a thought");
    await view.host.open([], { sessionId: "s2" });
    await view.page.waitForFunction(() => document.querySelector("textarea")?.value === "older");
    view.host.mirrored = null;
  });
});
