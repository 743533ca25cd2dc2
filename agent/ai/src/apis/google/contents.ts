import { textOf } from "@relay-harness/protocol";
import type { PreparedAssistant, PreparedMessage, PreparedToolResult } from "../../convert/handOff.ts";
import type { Generation } from "./generation.ts";
import type { InlineData, WireContent, WirePart } from "./wire.ts";

/** Accepted in place of a signature that does not exist (models.md §26.7). */
const signaturePlaceholder = "skip_thought_signature_validator";

/** Turns a prepared conversation into `contents`. */
export function wireContents(prepared: readonly PreparedMessage[], generation: Generation): WireContent[] {
  const contents: WireContent[] = [];
  let results: PreparedToolResult[] = [];
  const flushResults = (): void => {
    if (results.length > 0) contents.push(...resultContents(results, generation));
    results = [];
  };
  for (const message of prepared) {
    if (message.role === "toolResult") {
      results.push(message);
      continue;
    }
    flushResults();
    if (message.role === "user") contents.push({ role: "user", parts: message.content.map(userPart) });
    else if (message.role === "assistant") {
      contents.push({ role: "model", parts: modelParts(message, generation) });
    }
  }
  flushResults();
  return contents;
}

/** Each part keeps its own signature; of parallel calls only the first needs one. */
function modelParts(message: PreparedAssistant, { hasSignedCalls }: Generation): WirePart[] {
  let isFirstCall = true;
  return message.content.map((block): WirePart => {
    switch (block.type) {
      case "text":
        return signed({ text: block.text }, block.textSignature);
      case "thinking":
        return signed({ text: block.thinking, thought: true as const }, block.thinkingSignature);
      case "toolCall": {
        const { id, name, arguments: args, thoughtSignature } = block;
        const needsSignature = hasSignedCalls && isFirstCall;
        isFirstCall = false;
        return signed(
          { functionCall: { ...(hasSignedCalls ? { id } : {}), name, args } },
          thoughtSignature ?? (needsSignature ? signaturePlaceholder : undefined),
        );
      }
    }
  });
}

function signed<T extends object>(
  part: T,
  thoughtSignature: string | undefined,
): T & { thoughtSignature?: string } {
  return thoughtSignature ? { ...part, thoughtSignature } : part;
}

function resultContents(results: readonly PreparedToolResult[], generation: Generation): WireContent[] {
  const images: InlineData[] = [];
  const parts = results.map((result): WirePart => {
    const text = textOf(result.content, "\n");
    const inline = result.content.filter((block) => block.type === "image").map(inlineData);
    if (!generation.hasResponseImages) images.push(...inline);
    return {
      functionResponse: {
        ...(generation.hasSignedCalls ? { id: result.toolCallId } : {}),
        name: result.toolName,
        response: result.isError ? { error: text } : { output: text },
        ...(generation.hasResponseImages && inline.length > 0 ? { parts: inline } : {}),
      },
    };
  });
  const contents: WireContent[] = [{ role: "user", parts }];
  if (images.length > 0) {
    contents.push({ role: "user", parts: [{ text: "Attached image(s) from tool result:" }, ...images] });
  }
  return contents;
}

function userPart(block: PreparedToolResult["content"][number]): WirePart {
  return block.type === "text" ? { text: block.text } : inlineData(block);
}

function inlineData({ mimeType, data }: { mimeType: string; data: string }): InlineData {
  return { inlineData: { mimeType, data } };
}
