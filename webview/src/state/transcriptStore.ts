import { batch, signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import {
  applyBashCommand,
  applyBashResult,
  applyEvent,
  createTranscript,
  dropOldest,
  prependEntries,
  takeChanges,
  textOf,
  transcriptFromEntries,
} from "@relay-harness/protocol";
import type { ToolItem, Transcript, TranscriptItem, TranscriptStatus } from "@relay-harness/protocol";
import type { ChatRecord, EntryPage, HostRow } from "@relay-harness/protocol/webview";
import { readAttachments } from "../transcript/attachments.ts";
import { buildTimeline } from "../transcript/timeline.ts";
import type { PlacedRow, TimelineEntry } from "../transcript/timeline.ts";
import { LiveClocks } from "./liveClocks.ts";

/** Items kept while the newest ones are looked at; older ones can be paged in again. */
const keptItems = 1200;

/** Page size of the host; a view never asks for more at once. */
export const pageLimit = 50;

export interface RecordProblem {
  readonly record: ChatRecord;
  readonly error: unknown;
}

/**
 * The transcript of the open session with the host's own rows: fed by records and pages, read through
 * signals, so that a change is drawn where it happened and nowhere else.
 */
export class TranscriptStore {
  /** Of top-level items and rows, oldest first. */
  readonly timeline = signal<readonly TimelineEntry[]>([]);
  readonly status: Signal<TranscriptStatus>;
  /** Older entries exist that are not here. */
  readonly hasOlder = signal(false);
  /** Grows with every change of anything, for what depends on all of it. */
  readonly revision = signal(0);
  /** How often a transcript was opened here. */
  readonly openings = signal(0);
  clocks: LiveClocks;
  private transcript: Transcript = createTranscript();
  private rows: PlacedRow[] = [];
  private readonly snapshots = new WeakMap<TranscriptItem, TranscriptItem>();
  private readonly versions = new Map<string, Signal<number>>();

  constructor(private readonly now: () => number) {
    this.clocks = new LiveClocks(now);
    this.status = signal({ ...this.transcript.status });
  }

  /** Starts anew with a page and what has happened since. */
  open(page: EntryPage, live: readonly ChatRecord[]): RecordProblem[] {
    this.transcript = transcriptFromEntries(page.entries);
    this.rows = [];
    this.clocks = new LiveClocks(this.now);
    this.hasOlder.value = page.hasMore;
    const problems = this.fold(live);
    takeChanges(this.transcript);
    batch(() => {
      for (const version of this.versions.values()) version.value++;
      this.openings.value++;
      this.publish();
    });
    return problems;
  }

  apply(records: readonly ChatRecord[]): RecordProblem[] {
    const problems = this.fold(records);
    this.flush();
    return problems;
  }

  prepend(page: EntryPage): void {
    prependEntries(this.transcript, page.entries);
    this.hasOlder.value = page.hasMore;
    this.flush();
  }

  /** Lets go of the oldest items when there are many: a long session must not grow the document's memory. */
  trim(): void {
    if (this.transcript.order.length <= keptItems) return;
    dropOldest(this.transcript, keptItems - pageLimit);
    this.hasOlder.value = true;
    this.flush();
    const isGone = (id: string): boolean => !this.transcript.items.has(id) && !id.startsWith("row:");
    for (const id of this.versions.keys()) if (isGone(id)) this.versions.delete(id);
    this.clocks.forget(isGone);
  }

  /**
   * The item, and from now on its changes: read inside a component or a computed value. Another object after
   * each change, since a component is not drawn again for properties that stay the same.
   */
  item(id: string): TranscriptItem | undefined {
    void this.version(id).value;
    const item = this.transcript.items.get(id);
    if (!item) return undefined;
    const known = this.snapshots.get(item);
    if (known?.version === item.version) return known;
    const snapshot = { ...item };
    this.snapshots.set(item, snapshot);
    return snapshot;
  }

  /** The item as it is, without following it. */
  peek(id: string): TranscriptItem | undefined {
    return this.transcript.items.get(id);
  }

  row(id: string): HostRow | undefined {
    void this.version(`row:${id}`).value;
    return this.rows.find(({ row }) => row.id === id)?.row;
  }

  /** Item that shows an entry, if the entry is here. */
  itemIdOfEntry(entryId: string): string | undefined {
    return this.transcript.internal.byEntryId.get(entryId);
  }

  /** Oldest entry that is here: pages before it can be asked for. */
  oldestEntryId(): string | undefined {
    for (const id of this.transcript.order) {
      const entryId = this.transcript.items.get(id)?.entryId;
      if (entryId !== undefined) return entryId;
    }
    return undefined;
  }

  /** Newest entry that is here: the place to come back to. */
  newestEntryId(): string | undefined {
    for (let index = this.transcript.order.length - 1; index >= 0; index--) {
      const entryId = this.transcript.items.get(this.transcript.order[index] ?? "")?.entryId;
      if (entryId !== undefined) return entryId;
    }
    return undefined;
  }

  /** What the user asked so far, newest first. */
  prompts(): string[] {
    const prompts: string[] = [];
    for (const id of this.transcript.order) {
      const item = this.transcript.items.get(id);
      if (item?.kind !== "user") continue;
      const { text } = readAttachments(textOf(item.content, "\n"));
      if (text !== "" && text !== prompts.at(-1)) prompts.push(text);
    }
    return prompts.reverse();
  }

  /** The newest call that runs, followed like an item. */
  runningCall(): ToolItem | undefined {
    void this.revision.value;
    for (
      let index = this.transcript.order.length - 1;
      index >= 0 && index >= this.transcript.order.length - 3;
      index--
    ) {
      const item = this.transcript.items.get(this.transcript.order[index] ?? "");
      if (item?.kind !== "assistant") continue;
      const calls = item.blocks.flatMap((block) => (block.kind === "toolCall" ? [block.itemId] : []));
      for (const id of calls.reverse()) {
        const call = this.transcript.items.get(id);
        if (call?.kind === "tool" && call.state === "running") return call;
      }
    }
    return undefined;
  }

  private version(id: string): Signal<number> {
    let version = this.versions.get(id);
    if (!version) this.versions.set(id, (version = signal(0)));
    return version;
  }

  private fold(records: readonly ChatRecord[]): RecordProblem[] {
    const problems: RecordProblem[] = [];
    for (const record of records) {
      try {
        this.foldRecord(record);
      } catch (error) {
        // One record of a shape that nobody foresaw must not end the view.
        problems.push({ record, error });
      }
    }
    return problems;
  }

  private foldRecord(record: ChatRecord): void {
    switch (record.kind) {
      case "event":
        this.clocks.note(record.event, this.transcript.internal.openId);
        return applyEvent(this.transcript, record.event);
      case "bashCommand": {
        const { id, command, excludeFromContext } = record;
        return applyBashCommand(this.transcript, { id, command, excludeFromContext });
      }
      case "bashResult":
        return applyBashResult(this.transcript, record.id, record.result);
      case "row":
        return this.placeRow(record.row);
      case "rowGone":
        this.rows = this.rows.filter(({ row }) => row.id !== record.rowId);
        this.transcript.internal.orderChanged = true;
        return;
      default:
        // A kind of a newer host.
        return;
    }
  }

  private placeRow(row: HostRow): void {
    const known = this.rows.findIndex((placed) => placed.row.id === row.id);
    const afterId = this.transcript.order.at(-1) ?? null;
    const version = this.version(`row:${row.id}`);
    if (known === -1) this.rows.push({ row, afterId });
    else this.rows[known] = { row, afterId: this.rows[known]?.afterId ?? null };
    version.value++;
    this.transcript.internal.orderChanged = true;
  }

  private flush(): void {
    const changes = takeChanges(this.transcript);
    batch(() => {
      for (const id of changes.items) {
        const version = this.versions.get(id);
        if (version) version.value++;
      }
      if (changes.order) this.timeline.value = this.buildTimeline();
      if (changes.status) this.status.value = { ...this.transcript.status };
      this.revision.value++;
    });
  }

  private publish(): void {
    this.timeline.value = this.buildTimeline();
    this.status.value = { ...this.transcript.status };
    this.revision.value++;
  }

  private buildTimeline(): TimelineEntry[] {
    return buildTimeline(this.transcript.order, this.rows, (id) => this.transcript.items.get(id)?.kind);
  }
}
