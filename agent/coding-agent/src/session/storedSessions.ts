import { execFile } from "node:child_process";
import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { SessionSummary } from "@relay-harness/protocol";
import { expandTilde } from "../base/paths.ts";
import { statReachable } from "../base/reachable.ts";
import { findOnPath } from "../base/shell/shellConfig.ts";
import { defaultSessionDir, sessionsRoot } from "../sessions/paths.ts";
import { readHeader } from "../sessions/sessionFiles.ts";
import { SessionIndex, type IndexQuery } from "../sessions/sessionIndex.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import { sessionPage, type SessionPageRequest } from "../sessions/sessionPage.ts";
import { SessionWatch } from "../sessions/watchSessions.ts";
import type { AgentSession } from "./agentSession.ts";
import { RefusalError } from "./errors.ts";
import type { SessionDirOf } from "./replacement.ts";
import { Throttle } from "./throttle.ts";

const trashTimeoutMs = 10_000;
/** Of the agent directory. Only a cache: it may be deleted at any time. */
const indexName = "session-index.json";
const changeIntervalMs = 1000;
/** One change of a file is several events of the file system. */
const changeSettleMs = 50;

export interface StoredSessionsDeps {
  agentDir: string;
  sessionDirOf: SessionDirOf;
  /** The session of the process. */
  current: () => OpenSession;
  /** For those who call `watch`: its files came, went or changed; at most once per second. */
  onChanged?: () => void;
  /** Told once that changes in a directory stay unseen. */
  onUnwatchable?: (dir: string, error: Error) => void;
}

/** What tells the open session from the others; a process that is about to choose one has none yet. */
export interface OpenSession extends Pick<AgentSession, "sessionId" | "sessionFile" | "renameSession"> {
  sessionManager: Pick<SessionManager, "getCwd" | "getSessionDir">;
}

/** Sessions of the current session's folder, or all of them. */
export type ListScope = "cwd" | "all";

export interface ListRequest extends SessionPageRequest {
  /** Default: `cwd`. */
  scope?: ListScope;
}

export interface SessionList {
  sessions: SessionSummary[];
  nextCursor?: string;
  total: number;
}

/** The session files of this user: lists, renames and deletes them (rpc-additions.md §2). */
export class StoredSessions {
  private readonly index: SessionIndex;
  private readonly changes: Throttle;
  private readonly watcher: SessionWatch;

  constructor(private readonly deps: StoredSessionsDeps) {
    this.index = new SessionIndex(join(deps.agentDir, indexName));
    this.changes = new Throttle(() => deps.onChanged?.(), {
      intervalMs: changeIntervalMs,
      settleMs: changeSettleMs,
    });
    this.watcher = new SessionWatch({
      onChange: () => this.changes.request(),
      onError: (dir, error) => deps.onUnwatchable?.(dir, error),
    });
  }

  /** From now on changes of what such a list shows are told. */
  watch(scope: ListScope = "cwd"): void {
    const { agentDir, cwd, dir } = this.query(scope);
    if (dir !== undefined) this.watcher.add(dir);
    else if (cwd !== undefined) this.watcher.add(defaultSessionDir(cwd, agentDir));
    else this.watcher.addProjects(sessionsRoot(agentDir));
  }

  /** Ends watching. */
  close(): void {
    this.watcher.close();
    this.changes.close();
  }

  async list({ scope = "cwd", ...request }: ListRequest = {}): Promise<SessionList> {
    const page = sessionPage(await this.index.list(this.query(scope)), request);
    if (page === undefined) {
      throw new RefusalError(
        "invalid_input",
        "Invalid list_sessions command: cursor must be the nextCursor of an earlier answer",
      );
    }
    const { sessionId } = this.deps.current();
    // The id first: it costs nothing, and a path may be one of several to the same file.
    const isOpen = ({ id, path }: { id: string; path: string }): boolean =>
      id === sessionId && this.isOpen(path);
    return { ...page, sessions: page.sessions.map((info) => ({ ...info, isOpen: isOpen(info) })) };
  }

  /** Puts a session file into the trash, where there is one, else deletes it. */
  async delete(sessionPath: string): Promise<{ trashed: boolean }> {
    const path = this.resolve(sessionPath);
    this.demandClosed(path);
    this.demandSession(path, sessionPath);
    if (await moveToTrash(path)) return { trashed: true };
    // The trash took its time: the session may have been opened meanwhile.
    this.demandClosed(path);
    rmSync(path, { force: true });
    return { trashed: false };
  }

  /** Names a session; an empty name clears the one it has. */
  async rename(sessionPath: string, name: string): Promise<void> {
    const path = this.resolve(sessionPath);
    const session = this.deps.current();
    if (this.isOpen(path)) return session.renameSession(name);
    this.demandSession(path, sessionPath);
    const manager = SessionManager.open(path, dirname(path));
    let problem: Error | undefined;
    manager.onWriteError = (error) => (problem = error);
    manager.appendSessionInfo(name);
    manager.close();
    if (problem) throw problem;
  }

  /** The absolute path of a session file, and whether it is the open one. Throws for other files. */
  find(sessionPath: string): { path: string; isOpen: boolean } {
    const path = this.resolve(sessionPath);
    const isOpen = this.isOpen(path);
    if (!isOpen) this.demandSession(path, sessionPath);
    return { path, isOpen };
  }

  private query(scope: ListScope): IndexQuery {
    const { agentDir, sessionDirOf, current } = this.deps;
    const cwd = current().sessionManager.getCwd();
    const dir = sessionDirOf(cwd);
    return {
      agentDir,
      ...(scope === "cwd" && { cwd }),
      ...(dir !== defaultSessionDir(cwd, agentDir) && { dir }),
    };
  }

  private resolve(sessionPath: string): string {
    return resolve(this.deps.current().sessionManager.getCwd(), expandTilde(sessionPath));
  }

  private demandClosed(path: string): void {
    if (!this.isOpen(path)) return;
    throw new RefusalError("invalid_input", "Cannot delete the currently active session");
  }

  private isOpen(path: string): boolean {
    const open = this.deps.current().sessionFile;
    return open !== undefined && (open === path || realPath(open) === realPath(path));
  }

  /** Nothing but a session in a session directory is ever touched. */
  private demandSession(path: string, given: string): void {
    if (!existsSync(path)) throw new RefusalError("invalid_input", `File not found: ${given}`);
    const isSession =
      path.endsWith(".jsonl") &&
      this.isSessionDir(dirname(path)) &&
      // A link may stand for another session, not for a file elsewhere.
      this.isSessionDir(dirname(realPath(path))) &&
      statReachable(path)?.isFile() &&
      readHeader(path) !== undefined;
    if (!isSession) throw new RefusalError("invalid_input", `Not a session file: ${given}`);
  }

  private isSessionDir(dir: string): boolean {
    const { agentDir, sessionDirOf, current } = this.deps;
    const { sessionManager } = current();
    const real = realPath(dir);
    const root = realPath(sessionsRoot(agentDir));
    const own = [sessionDirOf(sessionManager.getCwd()), sessionManager.getSessionDir()].filter(Boolean);
    return dirname(real) === root || own.some((candidate) => realPath(candidate) === real);
  }
}

async function moveToTrash(path: string): Promise<boolean> {
  const program = findOnPath("trash");
  if (program === undefined) return false;
  try {
    await promisify(execFile)(program, [path], { timeout: trashTimeoutMs });
  } catch {
    // a trash that does not take the file leaves it to be deleted, as was asked
    return false;
  }
  return !existsSync(path);
}

/** `path` itself where nothing is. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
