import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expandTilde } from "../base/paths.ts";
import { isSessionError } from "./errors.ts";
import { isSessionId, sessionIdError } from "./ids.ts";
import { readSessionInfo } from "./listSessions.ts";
import { configuredSessionDir, defaultSessionDir, sessionsRoot } from "./paths.ts";
import { missingCwdText, projectDirsIn, readHeaders, type SessionFile } from "./sessionFiles.ts";
import { SessionManager } from "./sessionManager.ts";

/** What the command line says about the session; conflicts have been refused before. */
export interface SelectSessionOptions {
  cwd: string;
  agentDir: string;
  session?: string;
  sessionId?: string;
  fork?: string;
  continueSession?: boolean;
  resume?: boolean;
  noSession?: boolean;
  /** Normalised. */
  name?: string;
  /** `--session-dir`. */
  sessionDir?: string;
  /** `RELAY_CODING_AGENT_SESSION_DIR`. */
  envSessionDir?: string;
  /** Setting, the project's before the user's. */
  settingsSessionDir?: string;
  /** Interactive mode: questions go to the user interface instead of ending the program. */
  isInteractive: boolean;
  /** A person at a terminal can answer, and stdin is not a protocol. */
  canAsk: boolean;
}

/** Texts are complete lines for stderr without a final line feed. */
export type SelectedSession =
  | { kind: "session"; manager: SessionManager; warnings: readonly string[] }
  | { kind: "error"; text: string; exitCode: 1 }
  /** `--resume` in interactive mode: show the picker. */
  | { kind: "pick"; sessionDir: string | undefined }
  /** Ask whether to fork `path` into the current directory. */
  | { kind: "elsewhere"; path: string; text: string }
  /** Ask whether to continue in the current directory, to fork or to cancel. */
  | { kind: "missing-cwd"; path: string; text: string };

/** Finds, creates or copies the session of this run (sessions-and-tools.md §2). */
export async function selectSession(options: SelectSessionOptions): Promise<SelectedSession> {
  try {
    return await select(options, sessionDirOf(options));
  } catch (error) {
    if (!isSessionError(error)) throw error;
    return failure(`Error: ${error.message}`);
  }
}

/** The answer yes to `elsewhere`, and "fork" to `missing-cwd`: a copy in the current directory. */
export function forkHere(options: SelectSessionOptions, path: string): SelectedSession {
  const sessionDir = sessionDirOf(options) ?? defaultSessionDir(options.cwd, options.agentDir);
  return opened(SessionManager.forkFrom(path, options.cwd, sessionDir, { id: options.sessionId }), options);
}

/** The answer "continue" to `missing-cwd`: in the current directory, this time only. */
export function continueHere(options: SelectSessionOptions, path: string): SelectedSession {
  const sessionDir = sessionDirOf(options) ?? defaultSessionDir(options.cwd, options.agentDir);
  return opened(SessionManager.open(path, sessionDir, options.cwd), options);
}

/** The configured directory, absolute; `undefined` stands for the default one. */
function sessionDirOf(
  options: Pick<SelectSessionOptions, "cwd" | "sessionDir" | "envSessionDir" | "settingsSessionDir">,
): string | undefined {
  return configuredSessionDir(
    options.cwd,
    options.sessionDir,
    options.envSessionDir,
    options.settingsSessionDir,
  );
}

async function select(options: SelectSessionOptions, dir: string | undefined): Promise<SelectedSession> {
  const { cwd, sessionId } = options;
  const sessionDir = dir ?? defaultSessionDir(cwd, options.agentDir);
  if (sessionId !== undefined && !isSessionId(sessionId)) return failure(`Error: ${sessionIdError}`);
  if (options.fork !== undefined) return fork(options, options.fork, sessionDir, dir === undefined);
  if (options.noSession) return opened(SessionManager.inMemory(cwd, { id: sessionId }), options);
  if (options.session) return openReference(options, options.session, sessionDir, dir === undefined);
  if (options.resume) {
    return options.isInteractive
      ? { kind: "pick", sessionDir: dir }
      : failure("Error: --resume requires an interactive terminal");
  }
  if (options.continueSession) return opened(SessionManager.continueRecent(cwd, sessionDir), options);
  if (sessionId === undefined) return opened(SessionManager.create(cwd, sessionDir), options);
  const known = SessionManager.findById(cwd, sessionId, sessionDir);
  if (known !== undefined) return openFile(options, known, sessionDir);
  const warning = `No project session found with id '${sessionId}'; creating a new session with that id.`;
  return opened(SessionManager.create(cwd, sessionDir, { id: sessionId }), options, [warning]);
}

async function openReference(
  options: SelectSessionOptions,
  reference: string,
  sessionDir: string,
  isDefaultDir: boolean,
): Promise<SelectedSession> {
  const { cwd } = options;
  if (isPath(reference)) return openFile(options, resolve(cwd, expandTilde(reference)), sessionDir);
  const here = await findReference(readHeaders(sessionDir, cwd), reference);
  if (here !== undefined) return openFile(options, here.path, sessionDir);
  const elsewhere = await findReference(allHeaders(options, sessionDir, isDefaultDir), reference);
  if (elsewhere === undefined) return failure(`No session found matching '${reference}'`);
  const text = `Session found in different project: ${elsewhere.header.cwd ?? "(unknown)"}`;
  if (options.canAsk) return { kind: "elsewhere", path: elsewhere.path, text };
  return failure(`${text}\nUse --fork ${reference} to copy it into the current directory.`);
}

async function fork(
  options: SelectSessionOptions,
  reference: string,
  sessionDir: string,
  isDefaultDir: boolean,
): Promise<SelectedSession> {
  const { cwd, sessionId } = options;
  const source = isPath(reference)
    ? resolve(cwd, expandTilde(reference))
    : (
        (await findReference(readHeaders(sessionDir, cwd), reference)) ??
        (await findReference(allHeaders(options, sessionDir, isDefaultDir), reference))
      )?.path;
  if (source === undefined) return failure(`No session found matching '${reference}'`);
  if (sessionId !== undefined && SessionManager.findById(cwd, sessionId, sessionDir) !== undefined) {
    return failure(`Session already exists with id '${sessionId}'`);
  }
  return opened(SessionManager.forkFrom(source, cwd, sessionDir, { id: sessionId }), options);
}

function openFile(options: SelectSessionOptions, path: string, sessionDir: string): SelectedSession {
  const missing = existsSync(path) ? missingCwdText(path, options.cwd) : undefined;
  if (missing !== undefined) {
    return options.isInteractive ? { kind: "missing-cwd", path, text: missing } : failure(missing);
  }
  return opened(SessionManager.open(path, sessionDir, undefined, { cwd: options.cwd }), options);
}

function opened(
  manager: SessionManager,
  { name }: SelectSessionOptions,
  warnings: readonly string[] = [],
): SelectedSession {
  if (name !== undefined) manager.appendSessionInfo(name);
  return { kind: "session", manager, warnings: [...warnings, ...manager.warnings] };
}

/** Exact id, else prefix; of several the most recently active one. */
async function findReference(
  files: readonly SessionFile[],
  reference: string,
): Promise<SessionFile | undefined> {
  const exact = files.filter(({ header }) => header.id === reference);
  const matches = exact.length > 0 ? exact : files.filter(({ header }) => header.id.startsWith(reference));
  if (matches.length <= 1) return matches[0];
  const times = await Promise.all(
    matches.map(async (file) => ({
      file,
      time: (await readSessionInfo(file.path))?.modified.getTime() ?? 0,
    })),
  );
  return times.sort((a, b) => b.time - a.time)[0]?.file;
}

function allHeaders(
  { agentDir }: SelectSessionOptions,
  sessionDir: string,
  isDefaultDir: boolean,
): SessionFile[] {
  if (!isDefaultDir) return readHeaders(sessionDir);
  return projectDirsIn(sessionsRoot(agentDir)).flatMap((dir) => readHeaders(dir));
}

function isPath(reference: string): boolean {
  return /[/\\]/.test(reference) || reference.endsWith(".jsonl");
}

function failure(text: string): SelectedSession {
  return { kind: "error", text, exitCode: 1 };
}
