// Makes the pictures of docs/vscode.md from a real window of the editor with the packaged extension:
//   npm run screenshots            all of them, into docs/images
//   npm run screenshots <folder>   elsewhere
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import type { ChatPage } from "../test/vscode/chatPage.ts";
import { EditorWindow } from "../test/vscode/editorWindow.ts";
import { pictureAnswer, pictureFolder, setPictureTheme, writePictureProject } from "./pictureStory.ts";

const folder = process.argv[2] ?? join(import.meta.dirname, "../docs/images");
const chatWidth = 420;
const narrowWidth = 280;
mkdirSync(folder, { recursive: true });

// What `npm run` tells its own scripts would reach the commands of the agent.
for (const name of Object.keys(process.env)) if (/^npm_/i.test(name)) delete process.env[name];

const editor = await EditorWindow.open({
  answer: pictureAnswer,
  prepare: writePictureProject,
  open: (workspace) => ({ folder: pictureFolder(workspace) }),
  viewport: { width: 1180, height: 800 },
});
const { page, workspace } = editor;
try {
  await page.getByRole("tab", { name: /^Explorer/ }).waitFor();
  const chat = await editor.chat();
  await chat.button("Send").waitFor();
  await closeOthers(chat);
  await setWidth(chatWidth);
  await takePictures(chat);
} catch (error) {
  // What the window looked like when a step did not come.
  await page.screenshot({ path: join(folder, "failed.png") });
  throw error;
} finally {
  await editor.close();
}

async function takePictures(chat: ChatPage): Promise<void> {
  await chat.composer.click();
  await shoot("vscode-empty", sidebar());

  await chat.send("The retry test is flaky. Find out why and fix it. Never touch the fixtures.");
  await chat.button(/^Evidence: verified/).waitFor();
  await chat.button("Send").waitFor();
  await shoot("vscode-turn", sidebar());

  await chat.button(/^Evidence: verified/).click();
  await shoot("vscode-evidence", sidebar());
  await chat.button(/^Evidence: verified/).click();

  await chat.button("Review").click();
  await page
    .getByRole("tab", { name: /queue\.ts/ })
    .first()
    .waitFor();
  await page.locator(".diff-editor, .monaco-diff-editor, .multiDiffEntry").first().waitFor();
  await page.locator(".view-line").getByText("setImmediate").first().waitFor();
  await shoot("vscode-review", page.locator(".monaco-workbench"));
  await page.keyboard.press("Escape");
  await chat.command("View: Close All Editors");

  await chat.command("/harness: Show the Harness");
  await chat.inFrames((frame) => frame.getByText("Rules in force").first());
  await chat.inFrames((frame) => frame.getByText("Verbatim").first());
  await shoot("vscode-harness", page.locator(".part.editor"));
  await chat.command("View: Close All Editors");

  await chat.send("Clean up the branch and get it ready for review.");
  await chat.dialog().waitFor();
  await shoot("vscode-approval", sidebar());
  for (const theme of ["Default Light Modern", "Default High Contrast"]) {
    await setTheme(theme);
    await shoot(theme.includes("Light") ? "vscode-light" : "vscode-contrast", sidebar());
  }
  await setTheme("Default Dark Modern");
  await setWidth(narrowWidth);
  await shoot("vscode-narrow", sidebar());
  await setWidth(chatWidth);
  await chat.button(/^Don.t run$/).click();
  await chat.button("Send").waitFor();

  const message = chat.transcript.getByRole("article", { name: "You" }).last();
  await message.hover();
  await message.getByRole("button", { name: "Edit and branch" }).click();
  // The message comes into the draft first.
  await chat.frame.waitForFunction("document.querySelector('textarea').value.startsWith('Clean')");
  await chat.send("Squash the fix-up commits of the branch first.");
  await chat.answer("The branch has four fix-up commits").waitFor();
  await chat.button("Send").waitFor();
  await page.getByRole("button", { name: /^Session Tree Section/ }).click();
  await page.getByRole("button", { name: /^Chat Section/ }).click();
  await page.getByRole("treeitem", { name: /Squash the fix-up/ }).waitFor();
  await shoot("vscode-tree", sidebar());
}

function sidebar(): Locator {
  return page.locator(".part.sidebar");
}

/** What the editor shows at its first start would stand beside everything. */
async function closeOthers(chat: ChatPage): Promise<void> {
  await chat.command("View: Close All Editors");
  await chat.command("View: Hide Secondary Side Bar");
}

/** Waits until the window has stopped changing, then keeps the picture. */
async function shoot(name: string, what: Locator): Promise<void> {
  await page.mouse.move(1170, 400);
  let last = await what.screenshot({ animations: "disabled", caret: "hide" });
  for (;;) {
    await page.waitForTimeout(300);
    const next = await what.screenshot({ animations: "disabled", caret: "hide" });
    if (next.equals(last)) break;
    last = next;
  }
  await what.screenshot({ path: join(folder, `${name}.png`), animations: "disabled", caret: "hide" });
  process.stderr.write(`${name}.png\n`);
}

async function setTheme(name: string): Promise<void> {
  setPictureTheme(workspace, name);
  const isLight = name.includes("Light");
  const look = name.includes("High Contrast") ? "hc-black" : isLight ? "vs" : "vs-dark";
  await page.locator(`.monaco-workbench.${look}`).waitFor();
}

async function setWidth(width: number): Promise<void> {
  const box = await sidebar().boundingBox();
  if (!box) throw new Error("The side bar is not shown");
  const y = box.y + 300;
  await page.mouse.move(box.x + box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + width + 5, y, { steps: 8 });
  await page.mouse.move(box.x + width, y, { steps: 3 });
  await page.mouse.up();
}
