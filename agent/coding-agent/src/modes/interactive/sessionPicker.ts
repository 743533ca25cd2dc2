import type { SessionSummary } from "@relay-harness/protocol";
import type { StoredSessions } from "../../session/storedSessions.ts";
import { age } from "./age.ts";
import { confirm } from "./confirm.ts";
import { chooseFromList, type ListAction, type ListScreen } from "./numberedList.ts";
import { withProgress } from "./progress.ts";
import { threadSessions, type ThreadedSession } from "./threadSessions.ts";

export interface SessionPickerOptions {
  sessions: Pick<StoredSessions, "list" | "rename" | "delete">;
  screen: ListScreen;
  /** Folder that the list begins with. */
  cwd: string;
  signal?: AbortSignal;
}

const shownTextLength = 60;

/** The picker of `/resume` and `--resume` (cli.md §13.7). `undefined`: nothing was chosen. */
export function pickStoredSession({
  sessions,
  screen,
  cwd,
  signal,
}: SessionPickerOptions): Promise<SessionSummary | undefined> {
  let scope: "cwd" | "all" = "cwd";
  let isThreaded = true;
  let namedOnly = false;
  const actions: Record<string, ListAction<ThreadedSession>> = {
    a: {
      form: "alone",
      description: "sessions of all folders, or of this one again",
      run: () => void (scope = scope === "cwd" ? "all" : "cwd"),
    },
    m: {
      form: "alone",
      description: "only sessions that have a name, or all again",
      run: () => void (namedOnly = !namedOnly),
    },
    s: {
      form: "alone",
      description: "sort by activity alone, or copies below their original again",
      run: () => void (isThreaded = !isThreaded),
    },
    r: {
      form: "number",
      description: "rename a session",
      run: ({ session }, text) => rename(session, text),
    },
    d: { form: "number", description: "delete a session", run: ({ session }) => remove(session) },
  };

  async function rename({ path, name = "" }: SessionSummary, text: string): Promise<void> {
    const given = text === "" ? await screen.ask("New name: ", { initial: name }) : text;
    if (!given?.trim()) return screen.line("The name stays as it is.");
    await sessions.rename(path, given);
    screen.line("Renamed.");
  }

  async function remove(session: SessionSummary): Promise<void> {
    const isSure = await confirm(screen.ask, `Delete "${textOf(session)}"?`, "no");
    if (!isSure) return screen.line("Nothing was deleted.");
    const { trashed } = await sessions.delete(session.path);
    screen.line(trashed ? "Moved to the trash." : "Deleted.");
  }

  async function load(query: string): Promise<readonly ThreadedSession[]> {
    const listing = sessions.list({ scope, query, namedOnly, limit: Infinity });
    const { sessions: found } = await withProgress("Reading sessions", listing, { ...screen, signal });
    // What a search finds has no context to be shown in.
    return isThreaded && query === ""
      ? threadSessions(found)
      : found.map((session) => ({ session, depth: 0 }));
  }

  const now = Date.now();
  const describe = ({ session, depth }: ThreadedSession): string => {
    const { modified, messageCount, isOpen, cwd: folder } = session;
    const columns = [
      age(Date.parse(modified), now).padEnd(10),
      `${messageCount} msg`.padStart(8),
      `${depth > 0 ? `${"  ".repeat(depth - 1)}└ ` : ""}${textOf(session)}`,
    ];
    if (isOpen) columns.push("(open)");
    if (scope === "all") columns.push(`[${folder}]`);
    return columns.join("  ");
  };

  return chooseFromList({
    screen,
    noun: "session",
    title: () =>
      `${namedOnly ? "Named sessions" : "Sessions"} ${scope === "cwd" ? `of ${cwd}` : "of all folders"}`,
    emptyText: "There are none. a shows those of all folders.",
    load,
    describe,
    actions,
  }).then((chosen) => chosen?.session);
}

function textOf({ name, firstMessage }: SessionSummary): string {
  const text = (name ?? firstMessage).replace(/\s+/g, " ").trim();
  const characters = [...text.slice(0, 4 * shownTextLength)];
  return characters.length > shownTextLength ? `${characters.slice(0, shownTextLength).join("")}...` : text;
}
