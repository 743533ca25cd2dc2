import type { AgentMessage, ToolCall, ToolResultMessage } from "@relay-harness/protocol";
import { callOutcome, callSubject, type CallSubject } from "./callSubject.ts";
import { progressDigest } from "./digest.ts";

export interface ContextWindowOptions {
  /** Newest tool results that are always sent verbatim. Default 6. */
  keepRecent?: number;
  /** Results that are replaced together, so that the prompt cache keeps hitting between. Default 6. */
  batchSize?: number;
  /** Whether a file was changed after this call; `path` as the call wrote it. Default: never. */
  hasChangedSince?: (path: string, toolCallId: string) => boolean;
}

export interface ContextWindowStats {
  /** Tool results of the last request. */
  results: number;
  verbatim: number;
  elided: number;
  /** Large and aged, waiting for their batch. */
  pending: number;
  savedChars: number;
  /** Batches since the policy was made. */
  batches: number;
}

export interface ContextWindow {
  messages: AgentMessage[];
  /** A batch was replaced for this request. */
  hasNewBatch: boolean;
  /** Empty when nothing is replaced. */
  progress: string;
}

const defaultCount = 6;
/** Smaller results are never replaced. UTF-16 units. */
const minSize = 1500;
const imageSize = 1500;

interface Stub {
  text: string;
  subject: CallSubject;
  outcome: string;
}

/**
 * Replaces old large tool results of a request by one-line stubs, in batches (harness.md §8.2). Knows
 * requests only: the session keeps every result.
 */
export class ContextWindowPolicy {
  private readonly keepRecent: number;
  private readonly batchSize: number;
  private readonly hasChangedSince: (path: string, toolCallId: string) => boolean;
  private stubs = new Map<string, Stub>();
  private progress = "";
  private last: ContextWindowStats = emptyStats();

  constructor({ keepRecent, batchSize, hasChangedSince = () => false }: ContextWindowOptions = {}) {
    this.keepRecent = validCount(keepRecent);
    this.batchSize = Math.max(1, validCount(batchSize));
    this.hasChangedSince = hasChangedSince;
  }

  get stats(): ContextWindowStats {
    return this.last;
  }

  /** What is replaced is forgotten: another branch, a resumed session. */
  reset(): void {
    this.stubs = new Map();
    this.progress = "";
  }

  /** The messages as they are to be sent. Those that stay are the same objects. */
  apply(messages: readonly AgentMessage[]): ContextWindow {
    const results = messages.filter(isResult);
    this.forgetAbsent(results);
    const pending = this.pendingOf(messages, results);
    const hasNewBatch = pending.length >= this.batchSize;
    if (hasNewBatch) this.elide(messages, pending);
    this.last = this.statsOf(results, hasNewBatch ? 0 : pending.length, hasNewBatch);
    if (this.stubs.size === 0) return { messages: [...messages], hasNewBatch, progress: "" };
    return {
      messages: messages.map((message) => (isResult(message) ? this.sent(message) : message)),
      hasNewBatch,
      progress: this.progress,
    };
  }

  /** The messages with what is replaced by now, and what that showed; nothing is decided. */
  preview(messages: readonly AgentMessage[]): { sent: AgentMessage[]; digest: string } {
    return {
      sent: messages.map((message) => (isResult(message) ? this.sent(message) : message)),
      digest: this.progress,
    };
  }

  /** Results leave with a compaction or a context edit, which the digest then follows. */
  private forgetAbsent(results: readonly ToolResultMessage[]): void {
    if (this.stubs.size === 0) return;
    const present = new Set(results.map(keyOf));
    const kept = [...this.stubs].filter(([key]) => present.has(key));
    if (kept.length === this.stubs.size) return;
    this.stubs = new Map(kept);
    this.describeProgress(results);
  }

  /** Aged, large and not replaced yet. What no request has carried yet is never aged. */
  private pendingOf(
    messages: readonly AgentMessage[],
    results: readonly ToolResultMessage[],
  ): ToolResultMessage[] {
    const lastAnswer = messages.findLastIndex(({ role }) => role === "assistant");
    const unseen = new Set(messages.slice(lastAnswer + 1).filter(isResult));
    const aged = this.keepRecent === 0 ? results : results.slice(0, -this.keepRecent);
    return aged.filter(
      (result) => sizeOf(result) >= minSize && !unseen.has(result) && !this.stubs.has(keyOf(result)),
    );
  }

  private elide(messages: readonly AgentMessage[], pending: readonly ToolResultMessage[]): void {
    const calls = callsOf(messages);
    for (const result of pending) {
      const call = calls.get(result) ?? { name: result.toolName, arguments: {} };
      this.stubs.set(keyOf(result), this.stubOf(result, callSubject(call)));
    }
    this.describeProgress(messages.filter(isResult));
  }

  /** Lines follow the transcript, whatever order the batches had. */
  private describeProgress(results: readonly ToolResultMessage[]): void {
    const calls = results.flatMap((result) => {
      const stub = this.stubs.get(keyOf(result));
      return stub ? [{ ...stub, hasChanged: this.hasChanged(stub.subject, result.toolCallId) }] : [];
    });
    this.progress = progressDigest(calls);
  }

  private stubOf(result: ToolResultMessage, subject: CallSubject): Stub {
    const outcome = callOutcome(result);
    const note =
      subject.path === undefined
        ? []
        : [
            this.hasChanged(subject, result.toolCallId)
              ? "file changed later, read it again if needed"
              : "file unchanged since",
          ];
    const parts = [`${subject.tool} ${subject.target}`, `${sizeOf(result)} chars`, outcome, ...note];
    return { text: `[harness:elided] ${parts.join(" | ")}`, subject, outcome };
  }

  private hasChanged({ path }: CallSubject, toolCallId: string): boolean {
    return path !== undefined && this.hasChangedSince(path, toolCallId);
  }

  private sent(result: ToolResultMessage): ToolResultMessage {
    const stub = this.stubs.get(keyOf(result));
    if (!stub) return result;
    const sent: ToolResultMessage = { ...result, content: [{ type: "text", text: stub.text }] };
    delete sent.details;
    return sent;
  }

  private statsOf(
    results: readonly ToolResultMessage[],
    pending: number,
    hasNewBatch: boolean,
  ): ContextWindowStats {
    const elided = this.stubs.size === 0 ? [] : results.filter((result) => this.stubs.has(keyOf(result)));
    const saved = elided.map((result) => sizeOf(result) - (this.stubs.get(keyOf(result))?.text.length ?? 0));
    return {
      results: results.length,
      verbatim: results.length - elided.length,
      elided: elided.length,
      pending,
      savedChars: saved.reduce((sum, size) => sum + size, 0),
      batches: this.last.batches + (hasNewBatch ? 1 : 0),
    };
  }
}

function emptyStats(): ContextWindowStats {
  return { results: 0, verbatim: 0, elided: 0, pending: 0, savedChars: 0, batches: 0 };
}

function validCount(value: number | undefined): number {
  return value !== undefined && Number.isInteger(value) && value >= 0 ? value : defaultCount;
}

function isResult(message: AgentMessage): message is ToolResultMessage {
  return message.role === "toolResult";
}

function sizeOf({ content }: ToolResultMessage): number {
  return content.reduce((size, block) => size + (block.type === "text" ? block.text.length : imageSize), 0);
}

/** Providers exist that use an id again in a later answer. */
function keyOf({ toolCallId, timestamp }: ToolResultMessage): string {
  return `${timestamp} ${toolCallId}`;
}

/** The call of each result: the last one before it that has its id. */
function callsOf(messages: readonly AgentMessage[]): Map<ToolResultMessage, ToolCall> {
  const latest = new Map<string, ToolCall>();
  const calls = new Map<ToolResultMessage, ToolCall>();
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const block of message.content) if (block.type === "toolCall") latest.set(block.id, block);
    } else if (isResult(message)) {
      const call = latest.get(message.toolCallId);
      if (call) calls.set(message, call);
    }
  }
  return calls;
}
