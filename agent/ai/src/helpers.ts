import { randomFillSync } from "node:crypto";
import type { LlmMessage, Model, SystemMessage, ToolDeclaration, Usage } from "@relay-harness/protocol";
import { AssistantMessageEventStream } from "./eventStream.ts";
import { replaySystem } from "./systemReplay.ts";
import { priceUsage } from "./usage.ts";

/** Schema of a string that is one of `values`; every provider understands it. */
export function StringEnum<const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
): { type: "string"; enum: T[number][]; description?: string; default?: T[number] } {
  return { type: "string", enum: [...values], ...options };
}

/** An id that sorts by the time it was made (RFC 9562). */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomFillSync(Buffer.alloc(16));
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export function createAssistantMessageEventStream(): AssistantMessageEventStream {
  return new AssistantMessageEventStream();
}

/** Prices a usage by the model's rates, and sets its cost. */
export function calculateCost(model: Pick<Model, "cost">, usage: Usage): Usage["cost"] {
  usage.cost = priceUsage(usage, model.cost);
  return usage.cost;
}

/** System prompt after all changes of a transcript. */
export function getCurrentSystemPrompt(messages: readonly LlmMessage[]): string {
  return replaySystem({ messages: [...messages] }).system;
}

/** Tools that the transcript declares at its end. */
export function getCurrentTools(messages: readonly LlmMessage[]): ToolDeclaration[] {
  return replaySystem({ messages: [...messages] }).tools;
}

/** One message that says what all system messages come to; `undefined` where there are none. */
export function getCurrentSystemMessage(messages: readonly LlmMessage[]): SystemMessage | undefined {
  const first = messages.find(({ role }) => role === "system");
  if (!first) return undefined;
  const tools = getCurrentTools(messages);
  return {
    role: "system",
    content: getCurrentSystemPrompt(messages),
    ...(tools.length > 0 && { toolsAdded: tools }),
    timestamp: first.timestamp,
  };
}

/** The transcript with that message in front, and without the others. */
export function collapseSystemMessages(messages: readonly LlmMessage[]): LlmMessage[] {
  const system = getCurrentSystemMessage(messages);
  return [...(system ? [system] : []), ...messages.filter(({ role }) => role !== "system")];
}
