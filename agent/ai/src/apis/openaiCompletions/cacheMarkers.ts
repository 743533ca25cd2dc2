import type { CacheControl, ContentPart, TextPart, WireMessage, WireTool } from "./wire.ts";

/**
 * Sets Anthropic's cache markers in place (models.md §6.1 `cacheControlFormat`): on the system
 * prompt, the last tool and the last text of the conversation.
 */
export function markForCaching(messages: WireMessage[], tools: WireTool[] | undefined, long: boolean): void {
  const marker: CacheControl = long ? { type: "ephemeral", ttl: "1h" } : { type: "ephemeral" };
  const [first] = messages;
  if (first && isSystem(first)) markLastText(first, marker);
  const lastTool = tools?.at(-1);
  if (lastTool) lastTool.cache_control = marker;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message && !isSystem(message) && markLastText(message, marker)) return;
  }
}

function isSystem(message: WireMessage): boolean {
  return message.role === "system" || message.role === "developer";
}

function markLastText(message: WireMessage, marker: CacheControl): boolean {
  const parts = textParts(message.content);
  const last = parts?.findLast((part): part is TextPart => part.type === "text");
  if (!parts || !last) return false;
  last.cache_control = marker;
  message.content = parts;
  return true;
}

function textParts(content: string | ContentPart[] | null): ContentPart[] | undefined {
  if (typeof content === "string") return content === "" ? undefined : [{ type: "text", text: content }];
  return content ?? undefined;
}
