import { isSessionError } from "../sessions/errors.ts";
import type { SelectedSession, SelectSessionOptions } from "../sessions/selectSession.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { Reporter } from "./report.ts";
import { StartError } from "./startError.ts";

/** Asks one question and resolves with the answer; `undefined` when there will be none. */
export type Ask = (question: string) => Promise<string | undefined>;

export interface OpenSessionInput {
  options: Omit<SelectSessionOptions, "canAsk">;
  reporter: Reporter;
  /** Absent: nobody can answer. */
  ask?: Ask;
}

/**
 * The session of this run, after the questions that choosing it raises (sessions-and-tools.md §1.5, §2).
 * `undefined`: the user does not want to go on. Throws `StartError` when there is no session to use.
 */
export async function openSession({
  options: input,
  reporter,
  ask,
}: OpenSessionInput): Promise<SessionManager | undefined> {
  const options = { ...input, canAsk: ask !== undefined };
  const { selectSession } = await import("../sessions/selectSession.ts");
  const selected = await selectSession(options);
  const settled = ask ? await settle(selected, options, ask) : selected;
  switch (settled?.kind) {
    case undefined:
      reporter.line("Aborted.");
      return undefined;
    case "session":
      for (const warning of settled.warnings) reporter.warning(warning);
      return settled.manager;
    case "pick":
      throw new StartError("--resume requires an interactive terminal");
    case "error":
    case "elsewhere":
    case "missing-cwd":
      throw StartError.withText(settled.text);
  }
}

/** What the user makes of a session that cannot simply be opened; `undefined`: nothing. */
async function settle(
  selected: SelectedSession,
  options: SelectSessionOptions,
  ask: Ask,
): Promise<SelectedSession | undefined> {
  switch (selected.kind) {
    case "session":
    case "error":
      return selected;
    case "pick":
      return settle(await pick(selected.sessionDir, options, ask), options, ask);
    case "elsewhere":
    case "missing-cwd":
      return translateErrors(() => settleDirectory(selected, options, ask));
  }
}

/** The picker of `--resume`; choosing nothing ends the program (cli.md §1.7). */
async function pick(
  dir: string | undefined,
  options: SelectSessionOptions,
  ask: Ask,
): Promise<SelectedSession> {
  const [{ pickSession }, { selectSession }] = await Promise.all([
    import("./pickSession.ts"),
    import("../sessions/selectSession.ts"),
  ]);
  const { cwd, agentDir } = options;
  const path = await pickSession({ cwd, agentDir, dir }, ask);
  if (path === undefined) throw StartError.withText("Aborted.");
  return selectSession({ ...options, resume: false, session: path });
}

async function settleDirectory(
  selected: Extract<SelectedSession, { kind: "elsewhere" | "missing-cwd" }>,
  options: SelectSessionOptions,
  ask: Ask,
): Promise<SelectedSession | undefined> {
  const { forkHere, continueHere } = await import("../sessions/selectSession.ts");
  const fork = (): SelectedSession => forkHere(options, selected.path);
  if (selected.kind === "elsewhere") {
    const answer = await ask(`${selected.text}\nFork this session into current directory? [y/N] `);
    return isAnswer(answer, "yes") ? fork() : undefined;
  }
  const answer = await ask(
    `${selected.text}\n[c]ontinue in the current directory, [f]ork into it, or cancel? [c/f/N] `,
  );
  if (isAnswer(answer, "continue")) return continueHere(options, selected.path);
  return isAnswer(answer, "fork") ? fork() : undefined;
}

async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isSessionError(error)) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** The word or its first letter. */
function isAnswer(given: string | undefined, word: string): boolean {
  const answer = given?.trim().toLowerCase();
  return answer === word || answer === word[0];
}
