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
import { forkPoint, type EditorContent } from "../sessions/copySession.ts";
import { SessionError } from "../sessions/errors.ts";
import { missingCwdText, readHeader } from "../sessions/sessionFiles.ts";
import { SessionManager } from "../sessions/sessionManager.ts";

/** How one session is to take the place of another: checked, and nothing done yet. */
export interface Replacement {
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
    open: () =>
      current.isPersisted()
        ? SessionManager.create(cwd, current.getSessionDir(), request)
        : SessionManager.inMemory(cwd, request),
  };
}

/**
 * Opens a file. One that is absent or empty becomes a new session of the current folder. Throws the
 * texts of rpc.md §4.8 when it cannot be opened.
 */
export function switchPlan(
  current: SessionManager,
  sessionPath: string,
  sessionDirOf: SessionDirOf,
): Replacement {
  const path = resolve(current.getCwd(), expandTilde(sessionPath));
  const kind = examine(path, current.getCwd());
  // A header without a folder stands for that of the process (sessions-and-tools.md §1.3).
  const cwd = kind === "session" ? process.cwd() : current.getCwd();
  const sessionDir = sessionDirOf(kind === "session" ? (readHeader(path)?.cwd ?? cwd) : cwd);
  return { open: () => SessionManager.open(path, sessionDir, undefined, { cwd }) };
}

/** Text and images are those of the user message that the new session ends before; else there are none. */
export type ForkPlan = Replacement & EditorContent;

/** Copies the path to a user message, without it, or with `at` to any entry, with it. */
export function forkPlan(current: SessionManager, entryId: string, position: "before" | "at"): ForkPlan {
  demandSaved(current);
  const entry = current.getEntry(entryId);
  if (position === "at") {
    if (entry === undefined) throw new SessionError("not-found", "Invalid entry ID for forking");
    return { ...branchPlan(() => current.createBranch(entryId)), text: "", images: [] };
  }
  const { text, images } = forkPoint(entry);
  // The path, unlike the id of the parent, stops where the file lacks an entry.
  const parent = current.getBranch(entryId).at(-2);
  return { ...branchPlan(() => current.createBranch(parent?.id ?? null)), text, images };
}

/** Copies the path to the leaf, as it is when the current work has ended. */
export function clonePlan(current: SessionManager): Replacement {
  demandSaved(current);
  return branchPlan(() => current.createBranch(current.getLeafId()));
}

/** Copies a file into the session directory, unless it lies there, and opens it. Its id stays. */
export function importPlan(
  current: SessionManager,
  givenPath: string,
  sessionDirOf: SessionDirOf,
): Replacement {
  const source = resolve(current.getCwd(), expandTilde(givenPath));
  if (!existsSync(source)) throw new SessionError("not-found", `File not found: ${source}`);
  if (examine(source, current.getCwd()) !== "session") {
    throw new SessionError("invalid-file", `Session file is not a valid relay session: ${source}`);
  }
  const dir = current.getSessionDir() || sessionDirOf(current.getCwd());
  const sessionDir = sessionDirOf(readHeader(source)?.cwd ?? process.cwd());
  let copy: string | undefined;
  return {
    open: () => {
      if (dirname(source) !== dir) copy = copyInto(dir, source);
      return SessionManager.open(copy ?? source, sessionDir, undefined, { cwd: process.cwd() });
    },
    undo: () => {
      if (copy !== undefined) rmSync(copy, { force: true });
    },
  };
}

function branchPlan(create: () => SessionManager): Replacement {
  let created: SessionManager | undefined;
  return {
    open: () => (created = create()),
    undo: () => {
      const file = created?.isSaved() ? created.getSessionFile() : undefined;
      if (file !== undefined) rmSync(file, { force: true });
    },
  };
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
function examine(path: string, currentCwd: string): "absent" | "empty" | "session" {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  demandReadable(path);
  if (stats.size === 0) return "empty";
  if (readHeader(path) === undefined) {
    throw new SessionError("invalid-file", `Session file is not a valid relay session: ${path}`);
  }
  const missing = missingCwdText(path, currentCwd);
  if (missing !== undefined) throw new SessionError("missing-cwd", missing);
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
