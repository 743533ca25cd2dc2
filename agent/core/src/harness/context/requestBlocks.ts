import type { AgentMessage, UserContent } from "@relay-harness/protocol";
import { convertToLlm } from "../../convertToLlm.ts";

/** A message of a request; its key stays the same from request to request. */
export interface KeyedMessage {
  key: string;
  message: AgentMessage;
}

export interface BlockRequest {
  /** Key of the newest developer message, whether the request still holds it or not. */
  latest: string | undefined;
  /** Text of the block as things stand; asked for only when an epoch begins. */
  text: () => string;
}

/** More slice signals than this wait for the next epoch of another cause. */
const maxSignalEpochs = 3;

/**
 * Keeps the blocks of a session's requests where they were first sent, byte for byte, so that the prompt
 * cache keeps hitting (harness.md §8.1, "Stability"). A text is computed when an epoch begins and reused
 * until the next one.
 */
export class RequestBlocks {
  private blocks = new Map<string, string>();
  private latest: string | undefined;
  /** Key of the message that carries the newest block. */
  private carrier: string | undefined;
  private isStale = false;
  private signals = 0;

  /** A batch, a compaction, another branch, a resumed session: only the newest block stays, with a new text. */
  restart(): void {
    this.blocks = new Map();
    this.carrier = undefined;
  }

  /** A slice signal fired. */
  signal(): void {
    if (this.signals >= maxSignalEpochs) return;
    this.signals++;
    this.isStale = true;
  }

  /** The messages with their blocks. Those without one are the same objects. */
  apply(messages: readonly KeyedMessage[], { latest, text }: BlockRequest): AgentMessage[] {
    if (latest !== this.latest) {
      this.latest = latest;
      this.carrier = undefined;
      this.signals = 0;
    }
    const { carrier, isDue } = this.next(messages, latest);
    this.carrier = carrier;
    this.isStale = isDue;
    if (isDue && carrier !== undefined) {
      this.blocks.set(carrier, text());
      this.isStale = false;
    }
    return messages.map(({ key, message }) => {
      const block = this.blocks.get(key);
      return block ? withBlock(message, block) : message;
    });
  }

  /** The blocks that `apply` would send along, in the order of their messages; nothing is decided. */
  preview(messages: readonly KeyedMessage[], { latest, text }: BlockRequest): string[] {
    const { carrier, isDue } = this.next(messages, latest);
    return messages.flatMap(({ key }) => {
      const block = isDue && key === carrier ? text() : this.blocks.get(key);
      return block ? [block] : [];
    });
  }

  /** Which message carries the newest block, and whether that has to be written. */
  private next(
    messages: readonly KeyedMessage[],
    latest: string | undefined,
  ): { carrier: string | undefined; isDue: boolean } {
    const isSame = latest === this.latest && messages.some(({ key }) => key === this.carrier);
    return isSame
      ? { carrier: this.carrier, isDue: this.isStale }
      : { carrier: carrierOf(messages, latest), isDue: true };
  }
}

/** The newest developer message, or else the last message that the model reads as the user's. */
function carrierOf(messages: readonly KeyedMessage[], latest: string | undefined): string | undefined {
  if (messages.some(({ key }) => key === latest)) return latest;
  return messages.findLast(({ message }) => userContent(message) !== undefined)?.key;
}

function withBlock(message: AgentMessage, block: string): AgentMessage {
  const content = userContent(message);
  if (content === undefined) return message;
  const blocks: UserContent[] =
    typeof content === "string" ? [{ type: "text", text: content }] : [...content];
  blocks.push({ type: "text", text: block });
  if (message.role === "user" || message.role === "custom") return { ...message, content: blocks };
  return { role: "user", content: blocks, timestamp: message.timestamp };
}

/** What the model reads of a message in the user's role. */
function userContent(message: AgentMessage): string | readonly UserContent[] | undefined {
  if (message.role === "assistant" || message.role === "toolResult" || message.role === "system")
    return undefined;
  const [sent] = convertToLlm([message]);
  return sent?.role === "user" ? sent.content : undefined;
}
