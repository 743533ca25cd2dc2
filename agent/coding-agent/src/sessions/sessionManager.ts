import { dirname, join, resolve } from "node:path";
import type {
  AgentMessage,
  CompactionEntry,
  ContextEditEntry,
  CustomMessageEntry,
  SessionEntry,
  SessionHeader,
  SessionTreeNode,
  Usage,
  UsageEntry,
} from "@relay-harness/protocol";
import { resolveAgentDir } from "../base/agentDir.ts";
import type { JsonPiece } from "../base/jsonPieces.ts";
import { copyPath, readForkSource, type CurrentLabel } from "./copySession.ts";
import { SessionError } from "./errors.ts";
import { listSessions, type ListOptions, type SessionInfo } from "./listSessions.ts";
import { normalizeSessionName } from "./names.ts";
import { defaultSessionDir, sessionFileName } from "./paths.ts";
import { toProjected, type ProjectedMessage } from "./projection.ts";
import { readSessionFile } from "./readSession.ts";
import type { SessionSelection } from "./selection.ts";
import { findNewestSession, findSessionById } from "./sessionFiles.ts";
import { SessionLog, type SessionLogOptions } from "./sessionLog.ts";
import { isConversation, newHeader } from "./sessionRecords.ts";
import { entriesJson, messagesJson, treeJson } from "./sessionJson.ts";
import { SessionTree } from "./sessionTree.ts";
import { SessionWriter, type SessionWriterFs } from "./sessionWriter.ts";
import { systemCheckpoint, type SystemState } from "./systemState.ts";
import type { TreeEntry } from "./treeEntry.ts";

export interface NewSessionOptions {
  /** Default: a fresh UUIDv7. */
  id?: string;
  /** Written to the header as it is. */
  parentSession?: string;
  /** For tests that make writing fail. */
  writerFs?: SessionWriterFs;
}

/** What the model gets, and what it was chosen with. */
export interface SessionContext extends SessionSelection {
  messages: AgentMessage[];
}

interface ManagerState {
  log: SessionLog;
  sessionDir: string;
  cwd?: string;
  warnings?: string[];
}

/**
 * One session: its tree of entries, the leaf, and the file behind it. Every append makes the new
 * entry the leaf and is in the file when the call returns (sessions-and-tools.md §1). Getters
 * return copies of the lists; the entries themselves are not to be changed.
 */
export class SessionManager {
  /** What reading the file had to say, for stderr. */
  readonly warnings: readonly string[];
  readonly #log: SessionLog;
  readonly #tree: SessionTree;
  readonly #sessionDir: string;
  readonly #cwd: string;

  private constructor({ log, sessionDir, cwd, warnings = [] }: ManagerState) {
    this.#log = log;
    this.#tree = log.tree;
    this.#sessionDir = sessionDir;
    this.#cwd = cwd ?? log.header.cwd ?? process.cwd();
    this.warnings = warnings;
  }

  /** A new persistent session in `dir` (default: that of `cwd`), which is created. */
  static create(cwd: string, dir?: string, options: NewSessionOptions = {}): SessionManager {
    const sessionDir = dir ?? defaultSessionDir(cwd, resolveAgentDir(process.env));
    const state = { header: newHeader(cwd, options), isDeferred: true, sessionDir };
    return SessionManager.#startFile(state, options.writerFs);
  }

  /**
   * The session of a file. Absent: a new one that will be written there; zero bytes: the header is
   * written at once; no valid header: throws `invalid-file` and leaves the file alone. It runs in
   * `cwdOverride`, else where its header says, else in `options.cwd`.
   */
  static open(
    path: string,
    dir?: string,
    cwdOverride?: string,
    options: NewSessionOptions & { cwd?: string } = {},
  ): SessionManager {
    const file = resolve(path);
    const sessionDir = dir ?? dirname(file);
    const writer = new SessionWriter(file, options.writerFs);
    const parsed = readSessionFile(file);
    if (typeof parsed === "string") {
      const header = newHeader(cwdOverride ?? options.cwd ?? process.cwd(), options);
      const log = new SessionLog({ header, writer, isDeferred: parsed === "absent" });
      if (parsed === "empty") log.start();
      return new SessionManager({ log, sessionDir });
    }
    const { header, entries, warnings, file: state } = parsed;
    writer.expect(state);
    const log = new SessionLog({ header, tree: new SessionTree(entries), writer });
    return new SessionManager({ log, sessionDir, cwd: cwdOverride ?? header.cwd ?? options.cwd, warnings });
  }

  /** The session of `cwd` whose file changed last, else a new one. It runs in `cwd`. */
  static continueRecent(cwd: string, dir?: string): SessionManager {
    const sessionDir = dir ?? defaultSessionDir(cwd, resolveAgentDir(process.env));
    const newest = findNewestSession(sessionDir, cwd);
    return newest === undefined
      ? SessionManager.create(cwd, sessionDir)
      : SessionManager.open(newest, sessionDir, cwd);
  }

  /** A session that never touches a file. */
  static inMemory(
    cwd: string = process.cwd(),
    options: NewSessionOptions = {},
    entries: readonly SessionEntry[] = [],
  ): SessionManager {
    const log = new SessionLog({ header: newHeader(cwd, options), tree: new SessionTree(entries) });
    return new SessionManager({ log, sessionDir: "" });
  }

  /**
   * A copy of all entries of a file, every branch, in a new session of `targetCwd`; written at once.
   * Throws `cannot-fork` when the source is no session.
   */
  static forkFrom(
    source: string,
    targetCwd: string,
    dir?: string,
    options: Pick<NewSessionOptions, "id" | "writerFs"> = {},
  ): SessionManager {
    const path = resolve(source);
    const { entries, warnings } = readForkSource(path);
    const sessionDir = dir ?? defaultSessionDir(targetCwd, resolveAgentDir(process.env));
    const header = newHeader(targetCwd, { id: options.id, parentSession: path });
    const tree = new SessionTree(entries);
    return SessionManager.#startFile(
      { header, tree, sessionDir, warnings, isDeferred: false },
      options.writerFs,
    );
  }

  /** Sessions of `cwd`, most recently active first. Reads files, never changes them. */
  static list(
    cwd: string,
    dir?: string,
    onProgress?: ListOptions["onProgress"],
    signal?: AbortSignal,
  ): Promise<SessionInfo[]> {
    return listSessions({ cwd, agentDir: resolveAgentDir(process.env), dir, onProgress, signal });
  }

  /** Sessions of every project, or all those of a custom directory. */
  static listAll(
    dir?: string,
    onProgress?: ListOptions["onProgress"],
    signal?: AbortSignal,
  ): Promise<SessionInfo[]> {
    return listSessions({ agentDir: resolveAgentDir(process.env), dir, onProgress, signal });
  }

  /** File of the session of `cwd` with exactly this id. */
  static findById(cwd: string, id: string, dir?: string): string | undefined {
    const sessionDir = dir ?? defaultSessionDir(cwd, resolveAgentDir(process.env));
    return findSessionById(sessionDir, cwd, id);
  }

  static #startFile(
    { sessionDir, warnings, ...state }: SessionLogOptions & Omit<ManagerState, "log">,
    writerFs?: SessionWriterFs,
  ): SessionManager {
    const { timestamp, id } = state.header;
    const writer = new SessionWriter(join(sessionDir, sessionFileName(timestamp, id)), writerFs);
    const log = new SessionLog({ ...state, writer });
    log.start();
    return new SessionManager({ log, sessionDir, warnings });
  }

  /** Told about the first write that fails, and again after a recovery; the session goes on in memory. */
  set onWriteError(listener: (error: SessionError) => void) {
    this.#log.onWriteError = listener;
  }

  /** Told when another process is found to have appended to the file. */
  set onForeignAppend(listener: () => void) {
    this.#log.onForeignAppend = listener;
  }

  /** Told what was done when the file had been deleted or replaced while it was open. */
  set onNotice(listener: (text: string) => void) {
    this.#log.onNotice = listener;
  }

  /** Calls `listener` after each append, when the entry is in the file. Returns its removal. */
  onAppend(listener: (entry: SessionEntry) => void): () => void {
    return this.#log.onAppend(listener);
  }

  isPersisted(): boolean {
    return this.#log.path !== undefined;
  }

  /** The file exists, as far as this process knows. */
  isSaved(): boolean {
    return this.isPersisted() && !this.#log.isDeferred;
  }

  usesDefaultSessionDir(): boolean {
    return this.#sessionDir === defaultSessionDir(this.#cwd, resolveAgentDir(process.env));
  }

  /** Empty in memory. */
  getSessionDir(): string {
    return this.#sessionDir;
  }

  /** Directory that the session runs in. */
  getCwd(): string {
    return this.#cwd;
  }

  getSessionId(): string {
    return this.#log.header.id;
  }

  /** Absolute; may name a file that does not exist yet. Absent in memory. */
  getSessionFile(): string | undefined {
    return this.#log.path;
  }

  getSessionName(): string | undefined {
    return this.#tree.name;
  }

  getHeader(): SessionHeader {
    return { ...this.#log.header };
  }

  getEntries(): SessionEntry[] {
    return entriesOf(this.#tree.entries);
  }

  getEntryCount(): number {
    return this.#tree.entries.length;
  }

  /** The entries, or those of the active branch, parsed when they are asked for. */
  getTreeEntries(path?: "active"): readonly TreeEntry[] {
    return path === "active" ? this.#tree.active.path : this.#tree.entries;
  }

  getEntry(id: string): SessionEntry | undefined {
    return this.#tree.get(id)?.entry;
  }

  getLeafId(): string | null {
    return this.#tree.leafId;
  }

  getLeafEntry(): SessionEntry | undefined {
    const { leafId } = this.#tree;
    return leafId === null ? undefined : this.#tree.get(leafId)?.entry;
  }

  /** Root -> `id`, default the leaf; empty for an unknown id. */
  getBranch(id?: string): SessionEntry[] {
    return entriesOf(id === undefined ? this.#tree.active.path : this.#tree.path(id));
  }

  getChildren(id: string | null): SessionEntry[] {
    return entriesOf(this.#tree.children(id));
  }

  getTree(): SessionTreeNode[] {
    return this.#tree.toNodes();
  }

  /** Entry that `entry` stands below; `undefined` for roots, and where the parent is missing. */
  getParent(entry: SessionEntry): SessionEntry | undefined {
    return this.#tree.get(entry.id)?.parent?.entry;
  }

  getLabel(id: string): string | undefined {
    return this.#tree.label(id)?.text;
  }

  /** Label of an entry with the time it was given. */
  getLabelDetails(id: string): CurrentLabel | undefined {
    return this.#tree.label(id);
  }

  /** A list of these entries as JSON. Parses nothing. */
  entriesJson(entries: readonly TreeEntry[]): JsonPiece[] {
    return entriesJson(entries);
  }

  /** The list of `getTree` as JSON. Parses nothing. */
  treeJson(): JsonPiece[] {
    return treeJson(this.#tree);
  }

  /** The messages of `buildSessionContext` as JSON. Parses only what was edited. */
  messagesJson(): JsonPiece[] {
    return messagesJson(this.#tree.active.items());
  }

  /** Entries of the active branch that compaction leaves in context, metadata included. */
  buildContextEntries(): SessionEntry[] {
    return entriesOf(this.#tree.active.contextEntries());
  }

  /** Messages of the active branch with their entries. Kept between calls: appending costs O(1). */
  buildSessionProjection(): readonly ProjectedMessage[] {
    return [...this.#tree.active.projection()];
  }

  /** The messages of `buildSessionContext` as of this call; parsed when the function is called. */
  snapshotMessages(): () => AgentMessage[] {
    const items = [...this.#tree.active.items()];
    return () => items.map((item) => toProjected(item).message);
  }

  /** How many messages `buildSessionContext` has. Parses none of them. */
  getMessageCount(): number {
    return this.#tree.active.items().length;
  }

  /** Model and thinking level of the active branch. */
  getSelection(): SessionSelection {
    return this.#tree.active.selection();
  }

  buildSessionContext(): SessionContext {
    return { ...this.getSelection(), messages: [...this.#tree.active.messages()] };
  }

  /** Prompt and tools that the active branch declares; `undefined` before its first system message. */
  getSystemState(): SystemState | undefined {
    return this.#tree.active.systemState();
  }

  appendMessage(message: AgentMessage): string {
    if (message.role === "compactionSummary" || message.role === "branchSummary") {
      throw new TypeError(`A ${message.role} is no message entry`);
    }
    return this.#log.append({ type: "message", message: persistedMessage(message) }).id;
  }

  appendModelChange(provider: string, modelId: string): string {
    return this.#log.append({ type: "model_change", provider, modelId }).id;
  }

  appendThinkingLevelChange(thinkingLevel: string): string {
    return this.#log.append({ type: "thinking_level_change", thinkingLevel }).id;
  }

  appendUsage(kind: string, provider: string, model: string, usage: Usage, note?: string): UsageEntry {
    return this.#log.append<UsageEntry>({
      type: "usage",
      kind,
      provider,
      model,
      usage,
      ...(note !== undefined && { note }),
    });
  }

  /** Blank clears the name. */
  appendSessionInfo(name: string): string {
    return this.#log.append({ type: "session_info", name: normalizeSessionName(name) }).id;
  }

  appendCustomEntry(customType: string, data?: unknown): string {
    return this.#log.append({ type: "custom", customType, ...(data !== undefined && { data }) }).id;
  }

  appendCustomMessageEntry(
    customType: string,
    content: CustomMessageEntry["content"],
    display: boolean,
    details?: unknown,
  ): string {
    const body = { type: "custom_message", customType, content, display } as const;
    return this.#log.append({ ...body, ...(details !== undefined && { details }) }).id;
  }

  /** Throws unless the target is on the active branch. */
  appendContextEdit(targetId: string, replacement: ContextEditEntry["replacement"]): string {
    if (!this.#tree.active.path.some(({ id }) => id === targetId)) {
      throw new SessionError("not-found", `Entry ${targetId} is not on the active branch`);
    }
    return this.#log.append({ type: "context_edit", targetId, replacement }).id;
  }

  /** No text clears the label. Throws for an unknown target. */
  appendLabelChange(targetId: string, label?: string): string {
    this.#demand(targetId);
    return this.#log.append({ type: "label", targetId, ...(label !== undefined && { label }) }).id;
  }

  /**
   * Ends the context before `firstKeptEntryId`; `null` keeps nothing. The prompt and tools at this
   * point are stored as its checkpoint.
   */
  appendCompaction(
    summary: string,
    firstKeptEntryId: string | null,
    tokensBefore: number,
    details?: unknown,
    fromHook?: boolean,
    usage?: Usage,
  ): string {
    const id = this.#tree.newId();
    const state = this.#tree.active.systemState();
    return this.#log.append<CompactionEntry>(
      {
        type: "compaction",
        summary,
        firstKeptEntryId: firstKeptEntryId ?? id,
        tokensBefore,
        ...(state && { systemMessage: systemCheckpoint(state, Date.now()) }),
        ...(usage && { usage }),
        ...(details !== undefined && { details }),
        ...(fromHook && { fromHook }),
      },
      id,
    ).id;
  }

  /** Moves the leaf. Throws for an unknown id. */
  branch(id: string): void {
    this.#demand(id);
    this.#tree.moveTo(id);
  }

  /** The next entry becomes another root. */
  resetLeaf(): void {
    this.#tree.moveTo(null);
  }

  /** Moves the leaf to `id` and appends the summary of the branch that is left. */
  branchWithSummary(
    id: string | null,
    summary: string,
    details?: unknown,
    fromHook?: boolean,
    usage?: Usage,
  ): string {
    const fromId = this.#tree.leafId;
    if (id === null) this.resetLeaf();
    else this.branch(id);
    return this.#log.append({
      type: "branch_summary",
      fromId,
      summary,
      ...(usage && { usage }),
      ...(details !== undefined && { details }),
      ...(fromHook && { fromHook }),
    }).id;
  }

  /**
   * A new session with the path root -> `leafId` of this one, in the same directory. Written at once
   * when the path holds a user or assistant message. Throws `not-saved` while this one has no file.
   */
  createBranch(
    leafId: string | null,
    options: Pick<NewSessionOptions, "id" | "writerFs"> = {},
  ): SessionManager {
    if (leafId !== null) this.#demand(leafId);
    const entries = copyPath(entriesOf(this.#tree.path(leafId)), (id) => this.#tree.label(id));
    const tree = new SessionTree(entries);
    const { path: parentSession, isDeferred: isUnsaved } = this.#log;
    const header = newHeader(this.#cwd, { id: options.id, parentSession });
    if (parentSession === undefined) {
      return new SessionManager({ log: new SessionLog({ header, tree }), sessionDir: "" });
    }
    if (isUnsaved) {
      throw new SessionError(
        "not-saved",
        "This session has not been saved yet. Send a message before cloning or forking it.",
      );
    }
    const state = { header, tree, sessionDir: this.#sessionDir, isDeferred: !entries.some(isConversation) };
    return SessionManager.#startFile(state, options.writerFs);
  }

  /** Writes what is still in memory, if it can, and releases the file. */
  close(): void {
    this.#log.close();
  }

  #demand(id: string): void {
    if (this.#tree.get(id) === undefined) throw new SessionError("not-found", `Entry ${id} not found`);
  }
}

function entriesOf(places: readonly TreeEntry[]): SessionEntry[] {
  return places.map(({ entry }) => entry);
}

/** `structuredContent` is for programmatic callers, never for the file. */
function persistedMessage(message: AgentMessage): AgentMessage {
  if (message.role !== "toolResult" || !("structuredContent" in message)) return message;
  const kept: typeof message & { structuredContent?: unknown } = { ...message };
  delete kept.structuredContent;
  return kept;
}
