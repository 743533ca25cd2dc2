import { editQueued, runShell, sendText, stopRun, takeFromQueue } from "../../session/sending.ts";
import { sendLastAgain } from "../../session/sendLastAgain.ts";
import type { ChatHandlers } from "../chatContext.ts";

const continuePrompt = "Continue.";

/** What the user sends, and how to stop it. */
export const promptHandlers = {
  "prompt/send": ({ text, mode }, context) => {
    const { session, editor } = context;
    return sendText(
      session,
      { text, mode },
      {
        runCommand: (name, argument) => context.runCommand(name, argument),
        addCaptured: () => editor.addCaptured(session),
        holdForDirtyFiles: (goOn) => editor.holdForDirtyFiles(session, goOn),
      },
    );
  },
  "prompt/stop": async (_params, { session }) => {
    await stopRun(session);
    return null;
  },
  "queue/edit": async ({ id }, { session }) => {
    await editQueued(session, id);
    return null;
  },
  "queue/remove": async ({ id }, { session }) => {
    await takeFromQueue(session, id);
    return null;
  },
  "shell/run": (params, { session }) => {
    runShell(session, params);
    return null;
  },
  "shell/abort": async (_params, { session }) => {
    await session.request({ type: "abort_bash" });
    return null;
  },
  "run/continue": async (_params, { session }) => {
    session.removeRow("windowClosed");
    await session.request({ type: "prompt", message: continuePrompt });
    return null;
  },
  "retry/again": async (_params, { session }) => {
    await sendLastAgain(session);
    return null;
  },
  "retry/abort": async (_params, { session }) => {
    await session.request({ type: "abort_retry" });
    return null;
  },
} satisfies Partial<ChatHandlers>;
