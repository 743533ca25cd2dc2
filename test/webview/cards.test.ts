import assert from "node:assert/strict";
import { openView } from "./support/openView.ts";
import type { View } from "./support/openView.ts";
import { authorizationDialog } from "./support/cardScenes.ts";
import { play, scenes } from "./support/scenes.ts";

describe("cards above the composer", function () {
  this.timeout(120_000);
  let view: View;

  before(async () => {
    view = await openView();
  });
  beforeEach(async () => {
    await play(view, scenes[3]!);
    view.host.received.length = 0;
  });
  after(async () => {
    assert.deepEqual([view.problems, view.host.refused], [[], []]);
    await view.close();
  });

  const card = () => view.page.getByRole("alertdialog");

  it("vscode.md 10: an approval is named by the question with the full command", async () => {
    assert.equal(
      await card().getAttribute("aria-label"),
      "Allow destructive command? rm -rf dist .cache/build",
    );
    const names = await card().getByRole("button").allTextContents();
    assert.deepEqual(names, ["Don't run", "Run once", "Allow in this session"]);
  });

  it("vscode.md 7: refusing has the focus, and Esc is cancel", async () => {
    const focused = (): Promise<string | null> =>
      view.page.evaluate(() => document.activeElement?.textContent ?? null);
    assert.equal(await focused(), "Don't run");
    await view.page.keyboard.press("Escape");
    assert.deepEqual(await view.host.request("dialog/answer"), { id: "d1", answer: { cancelled: true } });
    assert.equal(view.host.count("prompt/stop"), 0);
  });

  it("vscode.md 7: approves by keyboard, denies with a reason by mouse", async () => {
    await view.page.keyboard.press("Tab");
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.host.request("dialog/answer"), { id: "d1", answer: { confirmed: true } });
    await card().getByRole("textbox").fill("use a branch");
    await card().getByRole("button", { name: "Don't run" }).click();
    assert.deepEqual(await view.host.request("dialog/answer"), {
      id: "d1",
      answer: { confirmed: false, reason: "use a branch" },
    });
  });

  it("offers the session only where the agent does", async () => {
    const { context } = authorizationDialog;
    assert.ok(context?.kind === "authorization");
    await view.host.set({
      dialogs: [{ ...authorizationDialog, id: "d9", context: { ...context, allowSession: false } }],
    });
    await card().getByRole("button", { name: "Run once" }).waitFor();
    assert.equal(await card().getByRole("button", { name: "Allow in this session" }).count(), 0);
  });

  it("vscode.md 7: takes no focus from a draft", async () => {
    await view.host.set({ dialogs: [] });
    const field = view.page.getByRole("textbox", { name: "Message Relay" });
    await field.fill("half a thought");
    await view.host.set({ dialogs: [authorizationDialog] });
    await card().waitFor();
    assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  });

  it("shows one at a time with its place, and what expired as such", async () => {
    assert.equal(await card().locator(".count").textContent(), "1 of 2");
    await view.host.set({ dialogs: [{ ...authorizationDialog, isExpired: true }] });
    assert.equal(await card().count(), 0);
    await view.page.getByText("No answer in time; the extension went on without it.").waitFor();
  });

  it("chooses by digit and by arrows", async () => {
    await view.host.set(scenes[5]!.state);
    await card().getByText("A fresh local copy").waitFor();
    await view.page.keyboard.press("ArrowDown");
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.host.request("dialog/answer"), {
      id: "d1",
      answer: { value: "A fresh local copy" },
    });
    await view.page.keyboard.press("3");
    assert.deepEqual(await view.host.request("dialog/answer"), {
      id: "d1",
      answer: { value: "None, only write the file" },
    });
  });

  it("filters more than eight options", async () => {
    const options = Array.from({ length: 12 }, (_, index) => `Option ${index}`);
    await view.host.set({
      dialogs: [{ method: "select", id: "s", title: "Which?", options, receivedAt: 0, isExpired: false }],
    });
    await card().getByRole("textbox", { name: "Filter options" }).fill("11");
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.host.request("dialog/answer"), { id: "s", answer: { value: "Option 11" } });
  });

  it("masks a secret and never shows it again", async () => {
    await view.host.set({
      dialogs: [
        {
          method: "input",
          id: "k",
          title: "API key",
          receivedAt: 0,
          isExpired: false,
          context: { kind: "login", provider: "anthropic", secret: true },
        },
      ],
    });
    const input = card().locator("input");
    assert.equal(await input.getAttribute("type"), "password");
    await input.fill("sk-1");
    await input.press("Enter");
    assert.deepEqual(await view.host.request("dialog/answer"), { id: "k", answer: { value: "sk-1" } });
  });

  it("sends what a card of the editor offers", async () => {
    await play(view, scenes[7]!);
    await card().getByRole("button", { name: "Trust", exact: true }).click();
    assert.deepEqual(await view.host.request("card/answer"), { id: "trust", action: "yes" });
    await view.page.getByRole("form", { name: "Intake" }).getByLabel("Output file").fill("out.docx");
    await view.page.getByRole("button", { name: "Add file or link" }).click();
    await view.page.getByRole("textbox", { name: "File or link" }).fill("https://wiki.example.com/page");
    await view.page.keyboard.press("Enter");
    await view.page.getByRole("button", { name: "Write Questionnaire" }).click();
    assert.deepEqual(await view.host.request("intake/submit"), {
      task: "The report must show the new total.",
      sources: ["ticket-131.md", "https://wiki.example.com/page"],
      outputFile: "out.docx",
      isSubmitted: false,
    });
  });
});
