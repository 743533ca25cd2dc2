import { signal } from "@preact/signals";
import type { SendResult } from "@relay-harness/protocol/webview";
import type { Host } from "../bridge/host.ts";
import type { ViewMemory } from "../state/viewMemory.ts";
import type { SendMode } from "./keys.ts";

export interface ComposingDeps {
  readonly host: Host;
  readonly memory: ViewMemory;
  readonly onFailure: (error: unknown) => void;
  /** A message is on its way. */
  readonly onSent: () => void;
}

interface WaitingMessage {
  readonly text: string;
  readonly mode: SendMode;
}

/** The draft on its way to the agent. */
export class Composing {
  /** A message has been handed over and not been answered for. */
  readonly isSending = signal(false);
  /** Grows when the text field has to take the focus. */
  readonly focusRequests = signal(0);

  /** Handed over behind the one that is on its way. */
  private readonly waiting: WaitingMessage[] = [];

  constructor(private readonly deps: ComposingDeps) {}

  focus(): void {
    this.focusRequests.value++;
  }

  /**
   * Sends the draft. It leaves the field at once, and comes back when it was not taken. One that is sent while
   * another is on its way follows it: the order is that of the keys.
   */
  async send(mode: SendMode, hasAttachments: boolean): Promise<void> {
    const { memory } = this.deps;
    const text = memory.draft.peek();
    const isFollowing = this.isSending.peek();
    // Attachments go with the message before.
    if (text.trim() === "" && (!hasAttachments || isFollowing)) return;
    memory.setDraft("", [0, 0]);
    this.waiting.push({ text, mode });
    if (isFollowing) return;
    this.isSending.value = true;
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) await this.sendOne(next);
    } finally {
      this.isSending.value = false;
    }
  }

  private async sendOne(message: WaitingMessage): Promise<void> {
    const { onFailure, onSent } = this.deps;
    try {
      const { disposition } = await this.deliver(message);
      if (disposition === "held") this.giveBack(message);
      else onSent();
    } catch (error) {
      this.giveBack(message);
      onFailure(error);
    }
  }

  /** A text that someone else puts into the draft. */
  change(text: string, mode: "replace" | "append" | "prepend"): void {
    const { memory } = this.deps;
    const draft = memory.draft.peek();
    const next = mode === "replace" || draft === "" ? text : joined(draft, text, mode);
    memory.setDraft(next, [next.length, next.length]);
  }

  private async deliver({ text, mode }: WaitingMessage): Promise<SendResult> {
    const { host } = this.deps;
    const shell = /^(!!?)\s*(?=\S)/.exec(text);
    if (!shell) return host.request("prompt/send", { text, mode });
    const command = text.slice(shell[0].length).trimEnd();
    await host.request("shell/run", { command, excludeFromContext: shell[1] === "!!" });
    return { disposition: "handled" };
  }

  /** What was to follow it stays behind it. */
  private giveBack({ text }: WaitingMessage): void {
    const behind = this.waiting.splice(0).map((message) => message.text);
    this.change([text, ...behind].join("\n\n"), "prepend");
  }
}

function joined(draft: string, text: string, mode: "append" | "prepend"): string {
  return mode === "append" ? `${draft}\n${text}` : `${text}\n${draft}`;
}
