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

/** The draft on its way to the agent. */
export class Composing {
  /** A message has been handed over and not been answered for. */
  readonly isSending = signal(false);
  /** Grows when the text field has to take the focus. */
  readonly focusRequests = signal(0);

  constructor(private readonly deps: ComposingDeps) {}

  focus(): void {
    this.focusRequests.value++;
  }

  /** Sends the draft. It leaves the field at once, and comes back when it was not taken. */
  async send(mode: SendMode, hasAttachments: boolean): Promise<void> {
    const { memory, onFailure, onSent } = this.deps;
    const text = memory.draft.peek();
    if (this.isSending.peek() || (text.trim() === "" && !hasAttachments)) return;
    this.isSending.value = true;
    memory.setDraft("", [0, 0]);
    try {
      const { disposition } = await this.deliver(text, mode);
      if (disposition === "held") this.giveBack(text);
      else onSent();
    } catch (error) {
      this.giveBack(text);
      onFailure(error);
    } finally {
      this.isSending.value = false;
    }
  }

  /** A text that someone else puts into the draft. */
  change(text: string, mode: "replace" | "append" | "prepend"): void {
    const { memory } = this.deps;
    const draft = memory.draft.peek();
    const next = mode === "replace" || draft === "" ? text : joined(draft, text, mode);
    memory.setDraft(next, [next.length, next.length]);
  }

  private async deliver(text: string, mode: SendMode): Promise<SendResult> {
    const { host } = this.deps;
    const shell = /^(!!?)\s*(?=\S)/.exec(text);
    if (!shell) return host.request("prompt/send", { text, mode });
    const command = text.slice(shell[0].length).trimEnd();
    await host.request("shell/run", { command, excludeFromContext: shell[1] === "!!" });
    return { disposition: "handled" };
  }

  private giveBack(text: string): void {
    this.change(text, "prepend");
  }
}

function joined(draft: string, text: string, mode: "append" | "prepend"): string {
  return mode === "append" ? `${draft}\n${text}` : `${text}\n${draft}`;
}
