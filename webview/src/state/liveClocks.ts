import type { RpcEvent } from "@relay-harness/protocol";

/** When things that are running began, as this view saw it: no record says it. Milliseconds. */
export class LiveClocks {
  private readonly calls = new Map<string, number>();
  private readonly thinking = new Map<string, number>();
  private readonly thought = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /** `openItemId`: the answer that is streaming. */
  note(event: RpcEvent, openItemId: string | undefined): void {
    if (event.type === "tool_execution_start") this.calls.set(event.toolCallId, this.now());
    else if (event.type === "tool_execution_end") this.calls.delete(event.toolCallId);
    else if (event.type === "agent_settled") {
      this.calls.clear();
      this.thinking.clear();
    } else if (event.type === "message_update" && openItemId !== undefined) {
      const { type, contentIndex } = event.assistantMessageEvent;
      const key = `${openItemId}:${contentIndex}`;
      if (type === "thinking_start") this.thinking.set(key, this.now());
      else if (type === "thinking_end") this.endThinking(key);
    }
  }

  callStart(toolCallId: string): number | undefined {
    return this.calls.get(toolCallId);
  }

  /** How long a block of thinking took. */
  thoughtMs(itemId: string, index: number): number | undefined {
    return this.thought.get(`${itemId}:${index}`);
  }

  /** Of items that are gone. */
  forget(isGone: (itemId: string) => boolean): void {
    for (const key of this.thought.keys()) {
      if (isGone(key.slice(0, key.lastIndexOf(":")))) this.thought.delete(key);
    }
  }

  private endThinking(key: string): void {
    const start = this.thinking.get(key);
    if (start === undefined) return;
    this.thinking.delete(key);
    this.thought.set(key, this.now() - start);
  }
}
