import { printable } from "../base/printable.ts";
import type { SessionInfo } from "../sessions/listSessions.ts";
import type { Ask } from "./openSession.ts";
import { StartError } from "./startError.ts";

/** More are rarely looked for by number; `--session` takes any id. */
const shownSessions = 20;
const shownTextLength = 60;

/** Lets the user choose by number; `undefined` when nothing was typed. `sessions` are not empty. */
export async function pickSession(
  sessions: readonly SessionInfo[],
  ask: Ask,
): Promise<SessionInfo | undefined> {
  const shown = sessions.slice(0, shownSessions);
  const lines = shown.map((session, index) => `${String(index + 1).padStart(3)}  ${describe(session)}\n`);
  const answer = (await ask(`${lines.join("")}Number of the session: `))?.trim() ?? "";
  if (answer === "") return undefined;
  const chosen = /^\d+$/.test(answer) ? shown[Number(answer) - 1] : undefined;
  if (!chosen) throw new StartError(`No session has the number "${answer}" in this list.`);
  return chosen;
}

function describe({ modified, name, firstMessage }: SessionInfo): string {
  const text = printable(name ?? firstMessage)
    .replace(/\s+/g, " ")
    .trim();
  const shortened = text.length > shownTextLength ? `${text.slice(0, shownTextLength)}...` : text;
  return `${modified.toISOString().slice(0, 16).replace("T", " ")}  ${shortened}`;
}
