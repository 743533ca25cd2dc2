import { printable } from "../base/printable.ts";
import type { SessionInfo } from "../sessions/listSessions.ts";
import type { Ask } from "./openSession.ts";

/** More are rarely looked for by number; `--session` takes any id. */
const shownSessions = 20;
const shownTextLength = 60;

/** Lets the user choose by number; `undefined` when there is no choice. `sessions` are not empty. */
export async function pickSession(
  sessions: readonly SessionInfo[],
  ask: Ask,
): Promise<SessionInfo | undefined> {
  const shown = sessions.slice(0, shownSessions);
  const lines = shown.map((session, index) => `${String(index + 1).padStart(3)}  ${describe(session)}\n`);
  const answer = (await ask(`${lines.join("")}Number of the session: `))?.trim() ?? "";
  return /^\d+$/.test(answer) ? shown[Number(answer) - 1] : undefined;
}

function describe({ modified, name, firstMessage }: SessionInfo): string {
  const text = printable(name ?? firstMessage)
    .replace(/\s+/g, " ")
    .trim();
  const shortened = text.length > shownTextLength ? `${text.slice(0, shownTextLength)}...` : text;
  return `${modified.toISOString().slice(0, 16).replace("T", " ")}  ${shortened}`;
}
