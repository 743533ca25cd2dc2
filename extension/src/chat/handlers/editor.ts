import type { SessionEntry } from "@relay-harness/protocol";
import { textOf } from "@relay-harness/protocol";
import { localize } from "../../base/localize.ts";
import type { OpenSession } from "../../session/openSession.ts";
import type { ChatHandlers } from "../chatContext.ts";

/** What opens something in the editor, or hands a text to it. */
export const editorHandlers = {
  "link/open": async ({ href }, { session, editor }) => {
    await editor.openLink(href, session);
    return null;
  },
  "file/open": async ({ path, line, column }, { session, editor }) => {
    await editor.openFile(path, { line, column }, session);
    return null;
  },
  "output/open": async ({ toolCallId, entryId, title }, { session, editor }) => {
    await editor.showText({ title, text: await outputOf(session, { toolCallId, entryId }) });
    return null;
  },
  "text/copy": async ({ text }, { editor }) => {
    await editor.copyText(text);
    return null;
  },
  "text/insertAtCursor": async ({ text }, { editor }) => {
    await editor.insertAtCursor(text);
    return null;
  },
  "text/pasteToTerminal": ({ text }, { session, editor }) => {
    if (/[\r\n]/.test(text)) throw new Error(localize("Only one line can be pasted: more would run at once"));
    editor.pasteToTerminal(text, session);
    return null;
  },
  "command/run": async ({ name }, context) => {
    await context.runCommand(name, "");
    return null;
  },
} satisfies Partial<ChatHandlers>;

async function outputOf(
  session: OpenSession,
  { toolCallId, entryId }: { toolCallId?: string; entryId?: string },
): Promise<string> {
  const { entries } = await session.request({ type: "get_entries", path: "active" });
  const entry = entries.findLast((candidate) =>
    entryId === undefined ? isResultOf(candidate, toolCallId) : candidate.id === entryId,
  );
  if (entry?.type !== "message") throw new Error(localize("This output is not stored yet"));
  const { message } = entry;
  if (message.role === "bashExecution") return message.output;
  return "content" in message ? textOf(message.content, "\n") : "";
}

function isResultOf(entry: SessionEntry, toolCallId: string | undefined): boolean {
  return (
    entry.type === "message" &&
    entry.message.role === "toolResult" &&
    toolCallId !== undefined &&
    entry.message.toolCallId === toolCallId
  );
}
