import { relative } from "node:path";
import { diffLines } from "diff";
import type { RpcClientEvent } from "@relay-harness/coding-agent/rpc-client";
import type { FileChange, RevertResult, TurnChanges } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";
import { inBackground } from "../base/log.ts";
import type { OpenSession } from "../session/openSession.ts";
import { ChangeLog } from "./changeLog.ts";
import type { FileChangeRecord, FileImage } from "./changeLog.ts";
import { changedSince, revertSpans, spansOf } from "./revert.ts";
import type { FileSpan, RevertOptions } from "./revert.ts";

/** Larger files are not compared line by line. */
const maxCountedBytes = 512 * 1024;

interface LineCounts {
  added: number;
  removed: number;
}

/** What the agent's edits of one session changed, turn by turn. */
export class SessionChanges {
  private log: { sessionId: string; opened: Promise<ChangeLog> } | undefined;
  /** Entry of the message that began the run. */
  private turnId: string | undefined;
  private awaitsTurn = false;
  private readonly counted = new Map<string, Promise<LineCounts>>();
  private readonly reverted = new Map<string, Set<string>>();

  constructor(
    private readonly session: OpenSession,
    private readonly root: string,
  ) {
    session.signals.add((signal) => {
      if (signal.type === "event") this.follow(signal.event);
      if (signal.type === "replaced") this.refreshInBackground();
    });
  }

  /** Stores what a file is before a call changes it. */
  async beforeChange(toolCallId: string, path: string): Promise<void> {
    const log = await this.open();
    await log.begin({ toolCallId, turnId: this.turnId ?? "start", path });
  }

  async open(): Promise<ChangeLog> {
    const sessionId = this.session.state.session?.id ?? "unknown";
    if (this.log?.sessionId !== sessionId) {
      this.log = { sessionId, opened: ChangeLog.open(this.root, sessionId) };
    }
    return this.log.opened;
  }

  async recordOf(toolCallId: string): Promise<FileChangeRecord | undefined> {
    return (await this.open()).all.findLast((record) => record.toolCallId === toolCallId);
  }

  async spansOfTurns(turnIds: ReadonlySet<string>): Promise<FileSpan[]> {
    return spansOf((await this.open()).all, turnIds);
  }

  /** Turns of the active path from that message on. */
  async turnsFrom(entryId: string): Promise<Set<string>> {
    const { entries } = await this.session.request({ type: "get_entries", path: "active" });
    const start = entries.findIndex(({ id }) => id === entryId);
    if (start === -1) throw new Error(localize("This message is not on the current branch"));
    const ids = new Set(entries.slice(start).map(({ id }) => id));
    const turns = (await this.open()).all.map(({ turnId }) => turnId);
    return new Set(turns.filter((turnId) => ids.has(turnId)));
  }

  /**
   * Turns that a move to before that message left behind: those of the file's entries below it, and its own.
   */
  async turnsAfter(entryId: string): Promise<Set<string>> {
    const { entries } = await this.session.request({ type: "get_entries" });
    const below = new Set([entryId]);
    for (const { id, parentId } of entries) if (parentId !== null && below.has(parentId)) below.add(id);
    const turns = (await this.open()).all.map(({ turnId }) => turnId);
    return new Set(turns.filter((turnId) => below.has(turnId)));
  }

  /** Puts files back. The agent hears of it with the next message. */
  async revert(turnIds: ReadonlySet<string>, options: RevertOptions = {}): Promise<RevertResult> {
    const log = await this.open();
    const result = await revertSpans(log, spansOf(log.all, turnIds), options);
    for (const turnId of turnIds) {
      const paths = this.reverted.get(turnId) ?? new Set();
      for (const path of result.reverted) paths.add(path);
      this.reverted.set(turnId, paths);
    }
    if (result.reverted.length > 0) {
      const text = `The developer has put these files back as they were before:\n${result.reverted.join("\n")}`;
      this.session.addNote({ label: "Reverted files", text });
    }
    await this.refresh();
    return result;
  }

  isChangedSince({ skipped }: RevertResult): string[] {
    return skipped.filter(({ reason }) => reason === changedSince).map(({ path }) => path);
  }

  private follow(event: RpcClientEvent): void {
    switch (event.type) {
      case "agent_start":
        this.awaitsTurn = true;
        return;
      case "message_end":
        if (event.message.role !== "user" || !this.awaitsTurn) return;
        this.awaitsTurn = false;
        this.turnId = event.entryId;
        return;
      case "tool_execution_end":
        inBackground(this.session.log, "Keeping a changed file", this.endCall(event.toolCallId));
        return;
      case "harness_update":
      case "agent_settled":
        this.refreshInBackground();
        return;
      default:
    }
  }

  private async endCall(toolCallId: string): Promise<void> {
    if (await (await this.open()).end(toolCallId)) await this.refresh();
  }

  private refreshInBackground(): void {
    inBackground(this.session.log, "Reading the changed files", this.refresh());
  }

  private async refresh(): Promise<void> {
    const log = await this.open();
    const turnIds = [...new Set(log.all.map(({ turnId }) => turnId))];
    const turns = await Promise.all(turnIds.map((turnId) => this.turnOf(log, turnId)));
    this.session.store.set({ turns: withCommands(turns, this.session) });
  }

  private async turnOf(log: ChangeLog, turnId: string): Promise<TurnChanges> {
    const spans = spansOf(log.all, new Set([turnId]));
    const files = await Promise.all(spans.map((span) => this.fileOf(log, span, turnId)));
    return { entryId: turnId, files };
  }

  private counts(log: ChangeLog, before: FileImage, after: FileImage | undefined): Promise<LineCounts> {
    const key = pairKey(before, after);
    const known = this.counted.get(key);
    if (known) return known;
    const counts = countLines(log, before, after);
    this.counted.set(key, counts);
    return counts;
  }

  private async fileOf(log: ChangeLog, span: FileSpan, turnId: string): Promise<FileChange> {
    const { path, before, after } = span;
    const kind = before === "absent" ? "created" : after === "absent" ? "deleted" : "modified";
    return {
      path: shownPath(path, this.session.cwd),
      kind,
      ...(await this.counts(log, before, after)),
      source: "tool",
      canRevert: before === "absent" || before.isKept,
      isReverted: this.reverted.get(turnId)?.has(path) ?? false,
    };
  }
}

/** Names a pair of contents: what was counted once need not be counted again. */
function pairKey(before: FileImage, after: FileImage | undefined): string {
  const nameOf = (image: FileImage | undefined): string =>
    image === undefined || image === "absent" ? String(image) : image.hash;
  return `${nameOf(before)} ${nameOf(after)}`;
}

/** Files that shell commands changed, as far as the harness has seen it. */
function withCommands(turns: TurnChanges[], session: OpenSession): TurnChanges[] {
  const { evidence } = session.state.harness ?? {};
  if (!evidence) return turns;
  const own = turns.find(({ entryId }) => entryId === evidence.entryId);
  const known = new Set(own?.files.map(({ path }) => path));
  const files = evidence.changes
    .map(({ path }) => shownPath(path, session.cwd))
    .filter((path) => !known.has(path))
    .map((path): FileChange => ({
      path,
      kind: "modified",
      added: 0,
      removed: 0,
      source: "command",
      canRevert: false,
      isReverted: false,
    }));
  if (files.length === 0) return turns;
  const turn = { entryId: evidence.entryId, files: [...(own?.files ?? []), ...files] };
  return [...turns.filter((other) => other !== own), turn];
}

export function shownPath(path: string, cwd: string): string {
  const way = relative(cwd, path).replaceAll("\\", "/");
  return way === "" || way.startsWith("..") ? path : way;
}

async function countLines(
  log: ChangeLog,
  before: FileImage,
  after: FileImage | undefined,
): Promise<LineCounts> {
  const textOf = async (image: FileImage | undefined): Promise<string> =>
    image === undefined || image === "absent" ? "" : ((await log.bytes(image))?.toString("utf8") ?? "");
  const [left, right] = [await textOf(before), await textOf(after)];
  if (left.length + right.length > maxCountedBytes) return { added: 0, removed: 0 };
  let added = 0;
  let removed = 0;
  for (const part of diffLines(left, right)) {
    if (part.added) added += part.count;
    if (part.removed) removed += part.count;
  }
  return { added, removed };
}
