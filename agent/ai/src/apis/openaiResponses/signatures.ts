import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import type { MessagePhase, ReasoningItem } from "./wire.ts";

/** Signature of a text block: the item it came from and what the model meant it for. */
export interface TextSignature {
  id: string;
  phase?: MessagePhase;
}

export function writeTextSignature({ id, phase }: TextSignature): string {
  return JSON.stringify(phase === undefined ? { v: 1, id } : { v: 1, id, phase });
}

export function readTextSignature(signature: string | undefined): TextSignature | undefined {
  const stored = parseObject(signature);
  if (!stored || stored.v !== 1 || typeof stored.id !== "string") return undefined;
  return isPhase(stored.phase) ? { id: stored.id, phase: stored.phase } : { id: stored.id };
}

export function isPhase(value: unknown): value is MessagePhase {
  return value === "commentary" || value === "final_answer";
}

/** The reasoning item that a thinking block can be replayed as: only one with encrypted content. */
export function readReasoningItem(signature: string | undefined): ReasoningItem | undefined {
  const stored = parseObject(signature);
  if (stored?.type !== "reasoning" || typeof stored.encrypted_content !== "string") return undefined;
  const { id, summary, content, encrypted_content } = stored;
  return {
    type: "reasoning",
    ...(typeof id === "string" ? { id } : {}),
    summary: Array.isArray(summary) ? summary : [],
    ...(Array.isArray(content) && content.length > 0 ? { content } : {}),
    encrypted_content,
  };
}

function parseObject(text: string | undefined): JsonObject | undefined {
  if (!text?.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // A signature of another kind: it cannot be replayed here.
    return undefined;
  }
}
