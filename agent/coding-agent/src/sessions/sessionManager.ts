import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  currentSessionVersion,
  type AgentMessage,
  type CompactionEntry,
  type ContextEditEntry,
  type CustomMessageEntry,
  type SessionEntry,
  type SessionHeader,
  type SessionTreeNode,
  type Usage,
  type UsageEntry,
} from "@relay-harness/protocol";
import { resolveAgentDir } from "../base/agentDir.ts";
import { SessionError } from "./errors.ts";
import { isSessionId, sessionIdError, uuidV7 } from "./ids.ts";
import { normalizeSessionName } from "./names.ts";
import { defaultSessionDir, sessionFileName } from "./paths.ts";
import type { ProjectedMessage, SessionSelection } from "./projection.ts";
import { readSessionFile } from "./readSession.ts";
import { findNewestSession, findSessionById } from "./sessionFiles.ts";
import { SessionTree, projectedMessages } from "./sessionTree.ts";
import { SessionWriter, type SessionWriterFs } from "./sessionWriter.ts";
import { replaySystemMessages, systemCheckpoint } from "./systemState.ts";

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

/** Fields of an entry that the manager does not fill in. */
type EntryBody<T extends SessionEntry> = T extends SessionEntry
  ? Omit<T, "id" | "parentId" | "timestamp">
  : never;

interface ManagerState {
  header: SessionHeader;
  tree: SessionTree;
  /** Absent: in memory only. */
  writer?: SessionWriter;
  /** The file appears with the first user or assistant message. */
  isDeferred: boolean;
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
  readonly #header: SessionHeader;
  readonly #tree: SessionTree;
  readonly #writer: SessionWriter | undefined;
  readonly #sessionDir: string;
  readonly #cwd: string;
  readonly #listeners = new Set<(entry: SessionEntry) => void>();
  #isDeferred: boolean;
  #writeError: SessionError | undefined;
  #onWriteError: ((error: SessionError) => void) | undefined;

  private constructor(state: ManagerState) {
    this.#header = state.header;
    this.#tree = state.tree;
    this.#writer = state.writer;
    this.#isDeferred = state.isDeferred;
    this.#sessionDir = state.sessionDir;
    this.#cwd = state.cwd ?? state.header.cwd ?? process.cwd();
    this.warnings = state.warnings ?? [];
    if (this.#writer) this.#writer.onError = (error) => this.#report(error);
  }

  /** A new persistent session in `dir` (default: that of `cwd`), which is created. */
  static create(cwd: string, dir?: string, options: NewSessionOptions = {}): SessionManager {
    const sessionDir = dir ?? defaultSessionDir(cwd, resolveAgentDir(process.env));
    const header = newHeader(cwd, options);
    const writer = new SessionWriter(
      join(sessionDir, sessionFileName(header.timestamp, header.id)),
      options.writerFs,
    );
    const state = { header, tree: new SessionTree(), writer, isDeferred: true, sessionDir };
    const manager = new SessionManager(state);
    try {
      mkdirSync(sessionDir, { recursive: true });
    } catch (error) {
      writer.fail(error);
    }
    return manager;
  }

  /**
   * The session of a file. Absent: a new one that will be written there; zero bytes: the header is
   * written at once; no valid header: throws `invalid-file` and leaves the file alone.
   */
  static open(
    path: string,
    dir?: string,
    cwdOverride?: string,
    options: NewSessionOptions = {},
  ): SessionManager {
    const file = resolve(path);
    const sessionDir = dir ?? dirname(file);
    const writer = new SessionWriter(file, options.writerFs);
    const parsed = readSessionFile(file);
    if (typeof parsed === "string") {
      const header = newHeader(cwdOverride ?? process.cwd(), options);
      const isDeferred = parsed === "absent";
      if (!isDeferred) writer.append(line(header));
      return new SessionManager({ header, tree: new SessionTree(), writer, isDeferred, sessionDir });
    }
    const { header, entries, roots, warnings } = parsed;
    const tree = new SessionTree(entries, roots);
    return new SessionManager({
      header,
      tree,
      writer,
      isDeferred: false,
      sessionDir,
      cwd: cwdOverride,
      warnings,
    });
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
    const header = newHeader(cwd, options);
    const tree = new SessionTree(entries);
    return new SessionManager({ header, tree, isDeferred: false, sessionDir: "" });
  }

  /** File of the session of `cwd` with exactly this id. */
  static findById(cwd: string, id: string, dir?: string): string | undefined {
    const sessionDir = dir ?? defaultSessionDir(cwd, resolveAgentDir(process.env));
    return findSessionById(sessionDir, cwd, id);
  }

  /** Told about the first write that fails, and again after a recovery; the session goes on in memory. */
  set onWriteError(listener: (error: SessionError) => void) {
    this.#onWriteError = listener;
    if (this.#writeError) listener(this.#writeError);
    this.#writeError = undefined;
  }

  /** Calls `listener` after each append, when the entry is in the file. Returns its removal. */
  onAppend(listener: (entry: SessionEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isPersisted(): boolean {
    return this.#writer !== undefined;
  }

  /** The file exists, as far as this process knows. */
  isSaved(): boolean {
    return this.#writer !== undefined && !this.#isDeferred;
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
    return this.#header.id;
  }

  /** Absolute; may name a file that does not exist yet. Absent in memory. */
  getSessionFile(): string | undefined {
    return this.#writer?.path;
  }

  getSessionName(): string | undefined {
    return this.#tree.name;
  }

  getHeader(): SessionHeader {
    return { ...this.#header };
  }

  getEntries(): SessionEntry[] {
    return [...this.#tree.entries];
  }

  getEntryCount(): number {
    return this.#tree.entries.length;
  }

  getEntry(id: string): SessionEntry | undefined {
    return this.#tree.get(id);
  }

  getLeafId(): string | null {
    return this.#tree.leafId;
  }

  getLeafEntry(): SessionEntry | undefined {
    const { leafId } = this.#tree;
    return leafId === null ? undefined : this.#tree.get(leafId);
  }

  /** Root -> `id`, default the leaf; empty for an unknown id. */
  getBranch(id?: string): SessionEntry[] {
    return id === undefined ? [...this.#tree.activePath()] : this.#tree.path(id);
  }

  getChildren(id: string | null): SessionEntry[] {
    return this.#tree.children(id);
  }

  getTree(): SessionTreeNode[] {
    return this.#tree.toNodes();
  }

  getLabel(id: string): string | undefined {
    return this.#tree.label(id);
  }

  /** Entries of the active branch that compaction leaves in context, metadata included. */
  buildContextEntries(): SessionEntry[] {
    return this.#tree.contextEntries();
  }

  /** Messages of the active branch with their entries. Kept between calls: appending costs O(1). */
  buildSessionProjection(): readonly ProjectedMessage[] {
    return [...this.#tree.projection()];
  }

  buildSessionContext(): SessionContext {
    return { ...this.#tree.selection(), messages: projectedMessages(this.#tree.projection()) };
  }

  appendMessage(message: AgentMessage): string {
    if (message.role === "compactionSummary" || message.role === "branchSummary") {
      throw new TypeError(`A ${message.role} is no message entry`);
    }
    return this.#append({ type: "message", message: persistedMessage(message) }).id;
  }

  appendModelChange(provider: string, modelId: string): string {
    return this.#append({ type: "model_change", provider, modelId }).id;
  }

  appendThinkingLevelChange(thinkingLevel: string): string {
    return this.#append({ type: "thinking_level_change", thinkingLevel }).id;
  }

  appendUsage(kind: string, provider: string, model: string, usage: Usage, note?: string): UsageEntry {
    return this.#append<UsageEntry>({
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
    return this.#append({ type: "session_info", name: normalizeSessionName(name) }).id;
  }

  appendCustomEntry(customType: string, data?: unknown): string {
    return this.#append({ type: "custom", customType, ...(data !== undefined && { data }) }).id;
  }

  appendCustomMessageEntry(
    customType: string,
    content: CustomMessageEntry["content"],
    display: boolean,
    details?: unknown,
  ): string {
    const body = { type: "custom_message", customType, content, display } as const;
    return this.#append({ ...body, ...(details !== undefined && { details }) }).id;
  }

  /** Throws unless the target is on the active branch. */
  appendContextEdit(targetId: string, replacement: ContextEditEntry["replacement"]): string {
    if (!this.#tree.activePath().some((entry) => entry.id === targetId)) {
      throw new SessionError("not-found", `Entry ${targetId} is not on the active branch`);
    }
    return this.#append({ type: "context_edit", targetId, replacement }).id;
  }

  /** No text clears the label. Throws for an unknown target. */
  appendLabelChange(targetId: string, label?: string): string {
    this.#demand(targetId);
    return this.#append({ type: "label", targetId, ...(label !== undefined && { label }) }).id;
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
    const state = replaySystemMessages(projectedMessages(this.#tree.projection()));
    return this.#append<CompactionEntry>(
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
    return this.#append({
      type: "branch_summary",
      fromId,
      summary,
      ...(usage && { usage }),
      ...(details !== undefined && { details }),
      ...(fromHook && { fromHook }),
    }).id;
  }

  /** Writes what is still in memory, if it can, and releases the file. */
  close(): void {
    this.#writer?.close();
  }

  #append<T extends SessionEntry>(body: EntryBody<T>, id: string = this.#tree.newId()): T {
    const base = { id, parentId: this.#tree.leafId, timestamp: new Date().toISOString() };
    // `body` is an entry without exactly the fields of `base`; `type` stays the first key of a line
    const entry = Object.assign({ type: body.type, ...base }, body) as unknown as T;
    this.#tree.append(entry);
    this.#write(entry);
    for (const listener of this.#listeners) listener(entry);
    return entry;
  }

  #write(entry: SessionEntry): void {
    if (this.#writer === undefined) return;
    if (!this.#isDeferred) {
      this.#writer.append(line(entry));
    } else if (isConversation(entry)) {
      this.#isDeferred = false;
      this.#writer.append([this.#header, ...this.#tree.entries].map(line).join(""));
    }
  }

  #demand(id: string): void {
    if (this.#tree.get(id) === undefined) throw new SessionError("not-found", `Entry ${id} not found`);
  }

  #report(error: SessionError): void {
    if (this.#onWriteError) this.#onWriteError(error);
    else this.#writeError ??= error;
  }
}

/** Throws `invalid-id` for an id outside the grammar. */
export function newHeader(
  cwd: string,
  options: Pick<NewSessionOptions, "id" | "parentSession">,
): SessionHeader {
  const { id = uuidV7(), parentSession } = options;
  if (!isSessionId(id)) throw new SessionError("invalid-id", sessionIdError);
  return {
    type: "session",
    version: currentSessionVersion,
    id,
    timestamp: new Date().toISOString(),
    cwd,
    ...(parentSession !== undefined && { parentSession }),
  };
}

function line(record: SessionHeader | SessionEntry): string {
  return `${JSON.stringify(record)}\n`;
}

function isConversation(entry: SessionEntry): boolean {
  return entry.type === "message" && (entry.message.role === "user" || entry.message.role === "assistant");
}

/** `structuredContent` is for programmatic callers, never for the file. */
function persistedMessage(message: AgentMessage): AgentMessage {
  if (message.role !== "toolResult" || !("structuredContent" in message)) return message;
  const { structuredContent: _dropped, ...kept } = message;
  return kept;
}
