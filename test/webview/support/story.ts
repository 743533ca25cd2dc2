import { ScriptedSession } from "../../../agent/protocol/fixtures/scriptedRun.ts";
import type { AssistantContent, RpcEvent } from "@relay-harness/protocol";

/** A session whose clock can be moved on, told in the words of the tests. */
export class Story extends ScriptedSession {
  private now = Date.parse("2026-01-01T10:00:00Z");
  private callCount = 0;

  override tick(): number {
    return (this.now += 1);
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  /** An answer of text. */
  says(text: string): this {
    this.assistant([{ type: "text", text }], { provider: "anthropic", model: "claude-sonnet-4-5" });
    return this;
  }

  /** An answer that calls one tool, and the tool's result. */
  calls(
    name: string,
    args: Record<string, unknown>,
    result: { text?: string; isError?: boolean; details?: unknown; before?: AssistantContent[] } = {},
  ): this {
    const id = `call_${++this.callCount}`;
    const content: AssistantContent[] = [
      ...(result.before ?? []),
      { type: "toolCall", id, name, arguments: args as never },
    ];
    this.assistant(content, { provider: "anthropic", model: "claude-sonnet-4-5" });
    this.wait(100);
    this.tool(id, name, result.text ?? "ok", result);
    return this;
  }

  asks(text: string): this {
    this.user(text);
    return this;
  }

  record(customType: string, data: unknown): this {
    this.append<"custom">({ type: "custom", customType, data });
    return this;
  }

  /** Events since the last call. */
  take(): RpcEvent[] {
    return this.events.splice(0);
  }
}
