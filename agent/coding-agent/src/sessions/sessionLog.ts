import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { SessionEntry, SessionHeader } from "@relay-harness/protocol";
import type { SessionError } from "./errors.ts";
import { restoreFile } from "./restoreFile.ts";
import { isConversation, toLine } from "./sessionRecords.ts";
import { SessionTree } from "./sessionTree.ts";
import type { SessionWriter } from "./sessionWriter.ts";

/** Fields of an entry that the log does not fill in. */
export type EntryBody<T extends SessionEntry> = T extends SessionEntry
  ? Omit<T, "id" | "parentId" | "timestamp">
  : never;

export interface SessionLogOptions {
  header: SessionHeader;
  tree?: SessionTree;
  /** Absent: in memory only. */
  writer?: SessionWriter;
  /** The file appears with the first user or assistant message. */
  isDeferred?: boolean;
}

/** Header and tree of a session, kept in step with its file (sessions-and-tools.md §1.2). */
export class SessionLog {
  readonly header: SessionHeader;
  readonly tree: SessionTree;
  readonly #writer: SessionWriter | undefined;
  readonly #listeners = new Set<(entry: SessionEntry) => void>();
  /** Another process has appended to the file. */
  onForeignAppend: (() => void) | undefined;
  /** Told what was done to keep the file whole. */
  onNotice: ((text: string) => void) | undefined;
  #isDeferred: boolean;
  #writeError: SessionError | undefined;
  #onWriteError: ((error: SessionError) => void) | undefined;

  constructor({ header, tree = new SessionTree(), writer, isDeferred = false }: SessionLogOptions) {
    this.header = header;
    this.tree = tree;
    this.#writer = writer;
    this.#isDeferred = isDeferred;
    if (!writer) return;
    writer.onError = (error) => this.#report(error);
    writer.onForeignAppend = () => this.onForeignAppend?.();
    writer.onLost = () => this.#restore(writer);
  }

  /** Of the file, which may not exist yet. */
  get path(): string | undefined {
    return this.#writer?.path;
  }

  get isDeferred(): boolean {
    return this.#isDeferred;
  }

  /** A failure that happened before goes to the first listener. */
  set onWriteError(listener: (error: SessionError) => void) {
    this.#onWriteError = listener;
    if (this.#writeError) listener(this.#writeError);
    this.#writeError = undefined;
  }

  onAppend(listener: (entry: SessionEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins a new file: its directory now, its content now or with the first conversation message. */
  start(): void {
    if (this.#writer === undefined) return;
    try {
      mkdirSync(dirname(this.#writer.path), { recursive: true });
    } catch (error) {
      this.#writer.fail(error);
    }
    if (!this.#isDeferred) this.#writeAll(this.#writer);
  }

  /** Makes an entry below the leaf; it is the new leaf and in the file when the call returns. */
  append<T extends SessionEntry>(body: EntryBody<T>, id: string = this.tree.newId()): T {
    const base = { id, parentId: this.tree.leafId, timestamp: new Date().toISOString() };
    // `body` is an entry without exactly the fields of `base`; `type` stays the first key of a line
    const entry = Object.assign({ type: body.type, ...base }, body) as unknown as T;
    this.tree.append(entry);
    this.#write(entry);
    for (const listener of this.#listeners) listener(entry);
    return entry;
  }

  /** Writes what is still in memory, if it can, and releases the file. */
  close(): void {
    this.#writer?.close();
  }

  #write(entry: SessionEntry): void {
    if (this.#writer === undefined) return;
    if (!this.#isDeferred) {
      this.#writer.append(toLine(entry));
    } else if (isConversation(entry)) {
      this.#isDeferred = false;
      this.#writeAll(this.#writer);
    }
  }

  #writeAll(writer: SessionWriter): void {
    writer.append([this.header, ...this.#entries()].map(toLine).join(""));
  }

  /** The last entry of the tree is the one whose write found the file lost. */
  #restore(writer: SessionWriter): void {
    try {
      const { lines, notice } = restoreFile(writer.path, this.header, this.#entries());
      writer.append(lines);
      this.onNotice?.(notice);
    } catch (error) {
      writer.fail(error);
      writer.markLost();
    }
  }

  #entries(): SessionEntry[] {
    return this.tree.entries.map(({ entry }) => entry);
  }

  #report(error: SessionError): void {
    if (this.#onWriteError) this.#onWriteError(error);
    else this.#writeError ??= error;
  }
}
