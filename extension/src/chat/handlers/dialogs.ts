import { localize } from "../../base/localize.ts";
import type { OpenSession } from "../../session/openSession.ts";
import type { ChatContext, ChatHandlers } from "../chatContext.ts";

/** Answers to questions, and buttons of rows. */
export const dialogHandlers = {
  "dialog/answer": ({ id, answer }, { session }) => {
    session.dialogs.answer(id, answer);
    return null;
  },
  "dialog/act": async ({ id, action }, { session, editor }) => {
    if (action === "show" || action === "submit") await editor.editDialog(action, id, session);
    else if (action === "open") await editor.openExternal(loginOf(session, id).url ?? "");
    else await editor.copyText(loginOf(session, id).userCode ?? "");
    return null;
  },
  "card/answer": async ({ id, action }, { session }) => {
    await session.cards.answer(id, action);
    return null;
  },
  "row/act": async ({ rowId, action }, context) => {
    await actOnRow(context, rowId, action);
    return null;
  },
} satisfies Partial<ChatHandlers>;

function loginOf(session: OpenSession, id: string): { url?: string; userCode?: string } {
  const card = session.dialogs.get(id);
  if (card && "context" in card && card.context?.kind === "login") return card.context;
  throw new Error(localize("This sign-in is over"));
}

async function actOnRow(context: ChatContext, rowId: string, action: string): Promise<void> {
  const { session } = context;
  const row = session.tail.row(rowId);
  if (!row?.actions.some(({ id }) => id === action))
    throw new Error(localize("This row has no such action any more"));
  switch (action) {
    case "restart":
      return session.restart();
    case "showLogs":
      return context.runCommand("showLogs", "");
    case "reload":
      return session.reload();
    case "continue":
      session.removeRow(rowId);
      await session.request({ type: "prompt", message: "Continue." });
      return;
    default:
      await session.actOnRow(rowId, action);
  }
}
