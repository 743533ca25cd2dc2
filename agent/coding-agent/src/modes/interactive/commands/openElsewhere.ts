import { isSessionError } from "../../../sessions/errors.ts";
import type { LineCommandContext } from "./lineCommand.ts";

/**
 * Opens a session file, which `open` does. When the folder that the session ran in is gone, the user may go
 * on in the current one, or have a copy that runs there (sessions-and-tools.md §1.5). False: nothing was
 * opened.
 */
export async function openElsewhere(
  { runtime, transcript, ask }: Pick<LineCommandContext, "runtime" | "transcript" | "ask">,
  path: string,
  open: (cwdOverride?: string) => Promise<{ cancelled: boolean }>,
): Promise<boolean> {
  const { sessionManager } = runtime.session;
  const cwd = sessionManager.getCwd();
  let opening: { cancelled: boolean };
  try {
    opening = await open();
  } catch (error) {
    if (!isSessionError(error, "missing-cwd")) throw error;
    transcript.line(error.message);
    const answer = await ask("[c]ontinue in the current directory, [f]ork into it, or cancel? [c/f/N] ");
    const word = answer?.trim().toLowerCase();
    if (word === "c" || word === "continue") opening = await open(cwd);
    else if (word === "f" || word === "fork") {
      const copy = await copyInto(cwd, path, sessionManager.getSessionDir() || undefined);
      opening = await runtime.switchSession(copy);
    } else return false;
  }
  if (opening.cancelled) transcript.line("Opening the session was refused.");
  return !opening.cancelled;
}

/** Path of a copy that runs in this folder. */
async function copyInto(cwd: string, path: string, dir: string | undefined): Promise<string> {
  const { SessionManager } = await import("../../../sessions/sessionManager.ts");
  const copy = SessionManager.forkFrom(path, cwd, dir);
  const file = copy.getSessionFile();
  copy.close();
  if (file === undefined) throw new Error(`Cannot fork ${path}: the copy has no file.`);
  return file;
}
