import { intakeCommand } from "../../composer/intakeCommand.ts";
import type { ChatHandlers } from "../chatContext.ts";

export const intakeHandlers = {
  "intake/pick": async ({ what }, { session, editor }) => ({ value: await editor.pickIntake(what, session) }),
  "intake/submit": async (form, { session }) => {
    const message = intakeCommand(form);
    session.store.set({ intake: { ...form, isSubmitted: true } });
    await session.request({ type: "prompt", message, streamingBehavior: "followUp" });
    session.store.set({ intake: null });
    return null;
  },
  "intake/cancel": (_params, { session }) => {
    session.store.set({ intake: null });
    return null;
  },
  "intake/result": async ({ path, action }, { editor }) => {
    await editor.openResult(path, action);
    return null;
  },
} satisfies Partial<ChatHandlers>;
