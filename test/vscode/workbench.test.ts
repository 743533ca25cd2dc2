import assert from "node:assert/strict";
import { ChatPage } from "./chatPage.ts";
import { editorProblem, EditorWindow } from "./editorWindow.ts";

const problem = editorProblem();

describe("the packaged extension in the workbench", function () {
  this.timeout(180_000);
  let editor: EditorWindow;
  let chat: ChatPage;

  before(async function () {
    if (problem !== undefined) {
      process.stderr.write(`Skipped: the workbench, because ${problem}\n`);
      this.skip();
    }
    editor = await EditorWindow.open({
      prepare: (workspace) => {
        workspace.write("a.ts", "export const a = 1;\n");
        workspace.write("build/out.txt", "out\n");
      },
    });
    chat = await editor.chat();
  });
  after(() => editor?.close());
  afterEach(async function () {
    await editor.pictureOf(this.currentTest);
  });

  it("vscode.md 12: sends a message and streams the answer", async () => {
    await chat.send("say hello");
    await chat.answer("Hello there").waitFor();
  });

  it("vscode.md 12: steers, queues and stops a run; what was queued is the draft again", async () => {
    await chat.send("wait for me");
    await chat.answer("Working").waitFor();
    await chat.composer.fill("steer it");
    await chat.composer.press("Enter");
    await chat.queue().first().waitFor();
    await chat.composer.fill("queue it");
    await chat.composer.press("Alt+Enter");
    await chat.queue().nth(1).waitFor();
    assert.match((await chat.queue().allTextContents()).join("|"), /steer it.*\|.*queue it/);
    await chat.button("Stop").click();
    await chat.queue().first().waitFor({ state: "detached" });
    await chat.button("Send").waitFor();
    assert.match(await chat.composer.inputValue(), /^steer it\n\nqueue it/);
    await chat.composer.fill("");
  });

  it("vscode.md 12: asks before a destructive command, and a refusal reaches the model with its reason", async () => {
    await chat.send("tidy up");
    await chat.dialog().waitFor();
    assert.match(
      (await chat.dialog().getAttribute("aria-label")) ?? (await chat.dialog().innerText()),
      /rm -rf build/,
    );
    await chat.button(/^Don.t run$/).click();
    await chat.answer("that is what the tool said").waitFor();
  });

  it("vscode.md 12: survives hiding and showing the view, with the draft", async () => {
    // As fast as a person: the view keeps a draft a moment after it has changed.
    await chat.composer.pressSequentially("half a thought", { delay: 50 });
    await chat.hide();
    chat = await ChatPage.open(chat.page);
    await chat.answer("Hello there").waitFor();
    assert.match(await chat.composer.inputValue(), /^half a/);
    await chat.composer.fill("");
  });

  it("vscode.md 2: Ctrl+F finds in the chat and never reaches an editor", async () => {
    await chat.composer.click();
    await chat.page.keyboard.press("Control+f");
    const find = chat.locator("input[placeholder='Find in chat'], [aria-label='Find in chat']").first();
    await find.waitFor();
    await chat.page.keyboard.press("Escape");
  });

  it("vscode.md 12: edits a file, shows it in the turn, and reverts it", async () => {
    await chat.send("edit the file");
    await chat
      .button(/^Evidence:/)
      .first()
      .waitFor();
    await chat.button("Review").last().click();
    await chat.page.getByRole("tab", { name: /^a\.ts/ }).waitFor();
    await chat.button("Revert turn").last().click();
    await chat.page.locator(".view-lines").getByText("a = 1").first().waitFor();
    await chat.page.keyboard.press("Control+k");
    await chat.page.keyboard.press("Control+w");
  });

  it("vscode.md 12: lists the sessions and shows the branches of this one", async () => {
    const { page } = chat;
    await page.getByRole("button", { name: /^Sessions Section$/ }).click();
    await page
      .getByRole("treeitem", { name: /say hello/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: /^Sessions Section$/ }).click();
    await page.getByRole("button", { name: /^Session Tree Section/ }).click();
    await page
      .getByRole("treeitem", { name: /wait for me/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: /^Session Tree Section/ }).click();
  });

  it("vscode.md 12: opens the Harness panel beside the chat", async () => {
    await chat.page
      .getByRole("button", { name: /^\/harness/ })
      .first()
      .click();
    await chat.inFrames((frame) => frame.getByText("Rules in force").first());
    await chat.page.keyboard.press("Control+w");
  });

  it("vscode.md 12: starts a second session while one runs", async () => {
    await chat.send("wait again");
    await chat.answer("Working").last().waitFor();
    await chat.page
      .getByRole("button", { name: /^New Session/ })
      .first()
      .click();
    await chat.answer("Working").first().waitFor({ state: "detached" });
    await chat.send("say hello");
    await chat.answer("Hello there").waitFor();
  });

  it("vscode.md 3: a run that ended with its window says so when it is open again, and can go on", async () => {
    await chat.send("wait once more");
    await chat.answer("Working").waitFor();
    await chat.page.reload();
    chat = await ChatPage.open(chat.page);
    await chat.answer("Hello there").waitFor();
    await chat.button("Continue").click();
    await chat.answer("Understood").waitFor();
  });
});
