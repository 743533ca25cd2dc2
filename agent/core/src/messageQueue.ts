import type { AgentMessage, QueueMode } from "@relay-harness/protocol";

/** Messages that wait for the next drain point (`rpc.md` §4.3). */
export class MessageQueue {
  private messages: AgentMessage[] = [];
  mode: QueueMode;

  constructor(mode: QueueMode = "one-at-a-time") {
    this.mode = mode;
  }

  get length(): number {
    return this.messages.length;
  }

  push(message: AgentMessage): void {
    this.messages.push(message);
  }

  /** Everything that waits, oldest first. */
  peek(): readonly AgentMessage[] {
    return this.messages;
  }

  /** Removes what one drain point delivers: the oldest message, or all of them. */
  take(): AgentMessage[] {
    if (this.mode === "all") return this.clear();
    const oldest = this.messages.shift();
    return oldest ? [oldest] : [];
  }

  /** Puts messages back that were taken and could not be delivered. */
  restore(messages: readonly AgentMessage[]): void {
    this.messages = [...messages, ...this.messages];
  }

  /** Removes and returns everything. */
  clear(): AgentMessage[] {
    const all = this.messages;
    this.messages = [];
    return all;
  }
}
