import type { AssistantMessageUpdate, RpcEvent } from "@relay-harness/protocol";
import type { ChatRecord, HostRow } from "@relay-harness/protocol/webview";

/** Rows of the editor that are kept for views that are built anew. */
const maxRows = 50;

type Delta = Extract<AssistantMessageUpdate, { delta: string }>;

/**
 * What has happened and is not stored yet, as few records as tell it: a view that is built in the middle of
 * a run draws the stored entries, then these. A stored message leaves the tail with its `entryId`; deltas of
 * a block are joined; of a tool's updates the last one counts.
 */
export class LiveTail {
  private segments = new Map<string, ChatRecord[]>();
  private rows = new Map<string, HostRow>();

  add(record: ChatRecord): void {
    switch (record.kind) {
      case "event":
        this.addEvent(record.event);
        return;
      case "bashCommand":
        this.segments.set(`bash:${record.id}`, [record]);
        return;
      case "bashResult":
        this.segments.delete(`bash:${record.id}`);
        return;
      case "row":
        this.addRow(record.row);
        return;
      case "rowGone":
        this.rows.delete(record.rowId);
        return;
      default:
        record satisfies never;
    }
  }

  /** Oldest first; a copy. */
  get records(): ChatRecord[] {
    const rows: ChatRecord[] = [...this.rows.values()].map((row) => ({ kind: "row", row }));
    return [...rows, ...[...this.segments.values()].flat()];
  }

  row(id: string): HostRow | undefined {
    return this.rows.get(id);
  }

  /** Another session, or another agent, begins. */
  clear(): void {
    this.segments.clear();
    this.rows.clear();
  }

  /** The agent has ended: what it was doing is over, the rows stay. */
  endRun(): void {
    this.segments.clear();
  }

  private addRow(row: HostRow): void {
    this.rows.delete(row.id);
    this.rows.set(row.id, row);
    for (const id of this.rows.keys()) {
      if (this.rows.size <= maxRows) return;
      this.rows.delete(id);
    }
  }

  private addEvent(event: RpcEvent): void {
    switch (event.type) {
      case "agent_start":
        this.put("run", event);
        return;
      case "agent_settled":
        this.keepBash();
        return;
      case "message_start":
        // Messages of others are complete at their end, and shown then.
        if (event.message.role === "assistant") this.put("message", event);
        return;
      case "message_update":
        this.addUpdate(event);
        return;
      case "message_end":
        this.endMessage(event);
        return;
      case "tool_execution_start":
        this.put(`tool:${event.toolCallId}`, event);
        return;
      case "tool_execution_update":
      case "tool_execution_end": {
        const [start] = this.segments.get(`tool:${event.toolCallId}`) ?? [];
        this.segments.set(`tool:${event.toolCallId}`, [...(start ? [start] : []), { kind: "event", event }]);
        return;
      }
      case "bash_execution_update":
        this.segments.get(`bash:${String(event.id)}`)?.push({ kind: "event", event });
        return;
      case "queue_update":
      case "context_update":
      case "auto_retry_start":
      case "compaction_start":
      case "summarization_retry_scheduled":
      case "summarization_retry_attempt_start":
        this.put(event.type, event);
        return;
      case "auto_retry_end":
        this.segments.delete("auto_retry_start");
        return;
      case "compaction_end":
        this.segments.delete("compaction_start");
        this.endSummary();
        return;
      case "summarization_retry_finished":
        this.endSummary();
        return;
      default:
    }
  }

  /** Puts a segment at the end, in the place of an earlier one with its key. */
  private put(key: string, event: RpcEvent): void {
    this.segments.delete(key);
    this.segments.set(key, [{ kind: "event", event }]);
  }

  private endSummary(): void {
    this.segments.delete("summarization_retry_scheduled");
    this.segments.delete("summarization_retry_attempt_start");
  }

  private keepBash(): void {
    const kept = [...this.segments].filter(([key]) => key.startsWith("bash:") || key === "context_update");
    this.segments = new Map(kept);
  }

  private addUpdate(event: Extract<RpcEvent, { type: "message_update" }>): void {
    const segment = this.segments.get("message");
    if (!segment) return;
    const last = segment.at(-1);
    if (last?.kind === "event" && last.event.type === "message_update") {
      const joined = join(last.event.assistantMessageEvent, event.assistantMessageEvent);
      if (joined) {
        segment[segment.length - 1] = { kind: "event", event: { ...event, assistantMessageEvent: joined } };
        return;
      }
    }
    segment.push({ kind: "event", event });
  }

  private endMessage(event: Extract<RpcEvent, { type: "message_end" }>): void {
    const { message, entryId } = event;
    if (message.role === "assistant") {
      const segment = this.segments.get("message") ?? [];
      this.segments.delete("message");
      if (entryId === undefined) {
        this.segments.set(`ended:${this.segments.size}:${message.timestamp}`, [
          ...segment,
          { kind: "event", event },
        ]);
      }
      return;
    }
    if (message.role === "toolResult") this.segments.delete(`tool:${message.toolCallId}`);
  }
}

/** Two deltas of one block as one. */
function join(first: AssistantMessageUpdate, second: AssistantMessageUpdate): Delta | undefined {
  if (!("delta" in first) || first.type !== second.type) return undefined;
  if (!("delta" in second) || first.contentIndex !== second.contentIndex) return undefined;
  return { ...second, delta: first.delta + second.delta };
}
