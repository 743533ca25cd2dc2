import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { expandTilde } from "../base/paths.ts";
import { statReachable } from "../base/reachable.ts";
import { forkPoint, type EditorContent } from "../sessions/copySession.ts";
import { MissingSessionCwdError, SessionError, SessionImportFileNotFoundError } from "../sessions/errors.ts";
import { missingCwdText, readHeader } from "../sessions/sessionFiles.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import type { SessionBeforeReplaceEvent } from "./sessionLifecycle.ts";

/** How one session is to take the place of another: checked, and nothing done yet. */
export interface Replacement {
  /** What extensions are asked. */
  before: SessionBeforeReplaceEvent;
  reason: "new" | "resume" | "fork";
  /** The file that is opened, when it is known by now. */
  targetSessionFile?: string;
  /** Makes or opens the session that follows, once the work of the previous one has ended. */
  open: () => SessionManager;
  /** Takes back what `open` has put on disk, when no session could be built on it. */
  undo?: () => void;
}

/** Where sessions of a folder are put. */
export type SessionDirOf = (cwd: string) => string;

/** `parentSession` goes into the header as it is (sessions-and-tools.md §4). */
export function newSessionPlan(current: SessionManager, request: { parentSession?: string }): Replacement {
  const cwd = current.getCwd();
  return {
    before: { type: "session_before_switch", reason: "new" },
    reason: "new",
    open: () =>
      current.isPersisted()
        ? SessionManager.create(cwd, current.getSessionDir(), request)
        : SessionManager.inMemory(cwd, request),
  };
}

/** A session file, and where its session is to run instead of where its header says. */
export interface FileTarget {
  /** Relative to the folder of the current session; a leading `~` is the home directory. */
  path: string;
  cwdOverride?: string;
}

/**
 * Opens a file. One that is absent or empty becomes a new session of the current folder. Throws the
 * texts of rpc.md §4.8 when it cannot be opened.
 */
export function switchPlan(
  current: SessionManager,
  target: FileTarget,
  sessionDirOf: SessionDirOf,
): Replacement {
  const path = resolve(current.getCwd(), expandTilde(target.path));
  const cwdOverride = overrideOf(current, target);
  const kind = examine(path, current.getCwd(), cwdOverride);
  // A header without a folder stands for that of the process (sessions-and-tools.md §1.3).
  const cwd = kind === "session" ? process.cwd() : current.getCwd();
  const sessionDir = sessionDirOf(cwdOverride ?? (kind === "session" ? (readHeader(path)?.cwd ?? cwd) : cwd));
  return {
    ...resumes(path),
    open: () => SessionManager.open(path, sessionDir, cwdOverride, { cwd }),
  };
}

/** `selected`: the user message that the new session ends before. */
export type ForkPlan = Replacement & { selected?: EditorContent };

/** Copies the path to a user message, without it, or with `at` to any entry, with it. */
export function forkPlan(current: SessionManager, entryId: string, position: "before" | "at"): ForkPlan {
  demandSaved(current);
  const entry = current.getEntry(entryId);
  const before = { type: "session_before_fork", entryId, position } as const;
  if (position === "at") {
    if (entry === undefined) throw new SessionError("not-found", "Invalid entry ID for forking");
    return branchPlan(before, () => current.createBranch(entryId));
  }
  const selected = forkPoint(entry);
  // The path, unlike the id of the parent, stops where the file lacks an entry.
  const parent = current.getBranch(entryId).at(-2);
  return { ...branchPlan(before, () => current.createBranch(parent?.id ?? null)), selected };
}

/** Copies the path to the leaf, as it is when the current work has ended. */
export function clonePlan(current: SessionManager): Replacement {
  demandSaved(current);
  // A session records its model and level before anything else: it has a leaf.
  const before = { type: "session_before_fork", entryId: current.getLeafId() ?? "", position: "at" } as const;
  return branchPlan(before, () => current.createBranch(current.getLeafId()));
}

/** Copies a file into the session directory, unless it lies there, and opens it. Its id stays. */
export function importPlan(
  current: SessionManager,
  target: FileTarget,
  sessionDirOf: SessionDirOf,
): Replacement {
  const source = resolve(current.getCwd(), expandTilde(target.path));
  if (!existsSync(source)) throw new SessionImportFileNotFoundError(source);
  const cwdOverride = overrideOf(current, target);
  if (examine(source, current.getCwd(), cwdOverride) !== "session") {
    throw new SessionError("invalid-file", `Session file is not a valid relay session: ${source}`);
  }
  const dir = current.getSessionDir() || sessionDirOf(current.getCwd());
  const sessionDir = sessionDirOf(cwdOverride ?? readHeader(source)?.cwd ?? process.cwd());
  let copy: string | undefined;
  return {
    ...resumes(source),
    open: () => {
      if (dirname(source) !== dir) copy = copyInto(dir, source);
      return SessionManager.open(copy ?? source, sessionDir, cwdOverride, { cwd: process.cwd() });
    },
    undo: () => {
      if (copy !== undefined) rmSync(copy, { force: true });
    },
  };
}

function resumes(targetSessionFile: string): Pick<Replacement, "before" | "reason" | "targetSessionFile"> {
  return {
    before: { type: "session_before_switch", reason: "resume", targetSessionFile },
    reason: "resume",
    targetSessionFile,
  };
}

function branchPlan(before: SessionBeforeReplaceEvent, create: () => SessionManager): Replacement {
  let created: SessionManager | undefined;
  return {
    before,
    reason: "fork",
    open: () => (created = create()),
    undo: () => {
      const file = created?.isSaved() ? created.getSessionFile() : undefined;
      if (file !== undefined) rmSync(file, { force: true });
    },
  };
}

/** Absolute path of the folder that is given, which has to be there. */
function overrideOf(current: SessionManager, { cwdOverride }: FileTarget): string | undefined {
  if (cwdOverride === undefined) return undefined;
  const cwd = resolve(current.getCwd(), expandTilde(cwdOverride));
  if (statReachable(cwd)?.isDirectory()) return cwd;
  throw new MissingSessionCwdError(`Working directory does not exist: ${cwd}`);
}

function demandSaved(current: SessionManager): void {
  if (current.isPersisted() && !current.isSaved()) {
    throw new SessionError(
      "not-saved",
      "This session has not been saved yet. Send a message before cloning or forking it.",
    );
  }
}

/** Throws when a file is there that no session can be made of. */
function examine(path: string, currentCwd: string, cwdOverride?: string): "absent" | "empty" | "session" {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  demandReadable(path);
  if (stats.size === 0) return "empty";
  if (readHeader(path) === undefined) {
    throw new SessionError("invalid-file", `Session file is not a valid relay session: ${path}`);
  }
  const missing = cwdOverride === undefined ? missingCwdText(path, currentCwd) : undefined;
  if (missing !== undefined) throw new MissingSessionCwdError(missing);
  return "session";
}

/** The system says what is wrong, such as `EISDIR`. */
function demandReadable(path: string): void {
  const fd = openSync(path, "r");
  try {
    readSync(fd, Buffer.alloc(1), 0, 1, 0);
  } finally {
    closeSync(fd);
  }
}

/** Under the same name, or the first of `-1`, `-2`, ... that is free. */
function copyInto(dir: string, source: string): string {
  mkdirSync(dir, { recursive: true });
  const extension = source.endsWith(".jsonl") ? ".jsonl" : "";
  const stem = basename(source, extension);
  for (let count = 0; ; count++) {
    const target = join(dir, `${stem}${count === 0 ? "" : `-${count}`}${extension}`);
    try {
      copyFileSync(source, target, constants.COPYFILE_EXCL);
      return target;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}
