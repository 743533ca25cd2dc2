import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ChatPage } from "./chatPage.ts";
import { editorProblem, EditorWindow } from "./editorWindow.ts";

const problem = editorProblem();

/** Windows that are not plain: keys, links, trust, several folders, tabs. */
describe("the packaged extension in other windows", function () {
  this.timeout(180_000);
  let editor: EditorWindow | undefined;

  before(function () {
    if (problem === undefined) return;
    process.stderr.write(`Skipped: other windows, because ${problem}\n`);
    this.skip();
  });
  afterEach(async function () {
    await editor?.pictureOf(this.currentTest);
    await editor?.close();
    editor = undefined;
  });

  it("vscode.md 3: a key is asked for without showing it, and goes into no file of the agent", async () => {
    editor = await EditorWindow.open();
    const { page, workspace } = editor;
    const chat = await editor.chat();
    await chat.button("Send").waitFor();
    await chat.command("Relay: Set API Key");
    await chat.pick("Set API Key", "Anthropic");
    const field = page.locator(".quick-input-box input[type=password]");
    await field.fill("sk-test-4711");
    await field.press("Enter");
    await chat.pick("Where should the key be kept?", "This editor");
    await page.getByText("The key for Anthropic is set").first().waitFor();
    for (const name of ["auth.json", "settings.json", "models.json"]) {
      assert.doesNotMatch(textOf(join(workspace.agentDir, name)), /4711/, name);
    }
    // The agent has it, and so has the next one: models of the provider can be chosen.
    const isOffered = async (): Promise<void> => {
      await chat.frame.getByRole("combobox", { name: "Model" }).click();
      await chat.frame
        .getByRole("option", { name: /claude/i })
        .first()
        .waitFor();
      await page.keyboard.press("Escape");
    };
    await isOffered();
    await chat.command("Relay: Restart Agent");
    await chat.frame.getByText("Starting").first().waitFor();
    await chat.frame.getByText("Starting").first().waitFor({ state: "detached" });
    await isOffered();
  });

  it("vscode.md 3: an untrusted workspace says what is off, and asks before every change", async () => {
    editor = await EditorWindow.open({
      asksForTrust: true,
      prepare: (workspace) => {
        workspace.write("a.ts", "export const a = 1;\n");
        workspace.write(".relay/settings.json", '{ "defaultModel": "m0" }');
      },
    });
    const chat = await editor.chat();
    await chat.button("Send").waitFor();
    await chat.frame.getByText(/^This workspace is not trusted/).waitFor();
    await chat.send("edit the file");
    await chat.dialog().waitFor();
    assert.match(await chat.dialog().innerText(), /This workspace is not trusted/);
    await chat.button(/^No$/).click();
    await chat.button("Send").waitFor();
    assert.equal(readFileSync(join(editor.workspace.cwd, "a.ts"), "utf8"), "export const a = 1;\n");
  });

  it("vscode.md 3: with several folders the active editor's is the one, and a chip changes it", async () => {
    editor = await EditorWindow.open({
      prepare: ({ root, write }) => {
        write("../one/one.ts", "export const one = 1;\n");
        write("../two/two.ts", "export const two = 2;\n");
        const folders = ["one", "two"].map((name) => ({ path: join(root, name) }));
        write("../both.code-workspace", JSON.stringify({ folders }));
      },
      open: ({ root }) => ({ workspace: join(root, "both.code-workspace") }),
    });
    const { page } = editor;
    await page.getByRole("tab", { name: /^Explorer/ }).waitFor();
    const starting = await editor.chat();
    const row = starting.quickRow("two.ts");
    // The search of a window that has just opened finds nothing, and does not look again by itself.
    for (let attempt = 0; attempt < 6 && !(await row.isVisible()); attempt++) {
      await page.keyboard.press("Escape");
      await starting.command("Go to File");
      await page.keyboard.type("two.ts");
      await row.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: /^two\.ts/ }).waitFor();
    const chat = await ChatPage.find(page);
    await chat.command("Relay: New Session");
    await chat.button("Send").waitFor();
    const chip = chat.frame.getByRole("button", { name: /Folder/ });
    await chip.waitFor();
    await chip.click();
    await chat.frame.getByRole("option", { name: /two/ }).click();
    await chat.frame.getByRole("button", { name: /Folder.*two/ }).waitFor();
    await chat.send("!pwd");
    await chat.transcript
      .getByText(/\/two$/)
      .first()
      .waitFor();
  });

  it("vscode.md 1: a chat in a tab comes back after a reload, with its session", async () => {
    editor = await EditorWindow.open();
    const { page } = editor;
    const view = await editor.chat();
    await view.button("Send").waitFor();
    await view.hide();
    await view.command("Relay: Open Chat in Editor");
    const tab = await ChatPage.find(page);
    await tab.send("say hello");
    await tab.answer("Hello there").waitFor();
    await tab.button("Send").waitFor();
    // The workbench of a browser stores what tabs keep every five seconds, and says to nobody when.
    await page.waitForTimeout(2 * 6000);
    await page.reload();
    const again = await ChatPage.find(page);
    await again.answer("Hello there").waitFor();
    assert.equal(await page.locator(".editor-group-container .tab").filter({ hasText: "Relay" }).count(), 1);
  });

  it("vscode.md 2: the walkthrough leads to the product", async () => {
    editor = await EditorWindow.open();
    const { page } = editor;
    const chat = await editor.chat();
    await chat.button("Send").waitFor();
    await chat.command("Welcome: Open Walkthrough");
    await page
      .locator(".quick-input-list .monaco-list-row")
      .filter({ hasText: "Get started with Relay" })
      .click();
    const step = page.getByRole("button", { name: /See what was checked/ }).first();
    await step.click();
    await page.getByRole("button", { name: "Show the Harness", exact: true }).click();
    await chat.inFrames((frame) => frame.getByText("Rules in force").first());
  });
});

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
