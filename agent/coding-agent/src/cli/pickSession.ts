import { printable } from "../base/printable.ts";
import { pickStoredSession } from "../modes/interactive/sessionPicker.ts";
import { StoredSessions } from "../session/storedSessions.ts";
import { defaultSessionDir } from "../sessions/paths.ts";
import type { Ask } from "./openSession.ts";

export interface PickRequest {
  cwd: string;
  agentDir: string;
  /** Custom directory of sessions. */
  dir: string | undefined;
}

/** Lets the user choose a session file before one is open. `undefined`: none was chosen. */
export async function pickSession(
  { cwd, agentDir, dir }: PickRequest,
  ask: Ask,
  output: Pick<NodeJS.WriteStream, "write"> = process.stdout,
): Promise<string | undefined> {
  const sessions = new StoredSessions({
    agentDir,
    sessionDirOf: (folder) => dir ?? defaultSessionDir(folder, agentDir),
    current: () => ({
      sessionId: "",
      sessionFile: undefined,
      renameSession: () => Promise.reject(new Error("No session is open.")),
      sessionManager: { getCwd: () => cwd, getSessionDir: () => dir ?? "" },
    }),
  });
  const screen = {
    line: (text: string) => void output.write(`${printable(text)}\n`),
    ask: (question: string) => ask(printable(question)),
  };
  return (await pickStoredSession({ sessions, screen, cwd }))?.path;
}
