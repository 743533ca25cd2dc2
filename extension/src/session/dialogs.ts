import type { ExtensionUiRequest, ExtensionUiResponse } from "@relay-harness/protocol";
import type { DialogAnswer, DialogCard } from "@relay-harness/protocol/webview";

const dialogMethods = ["select", "confirm", "input", "editor"] as const;

type DialogRequest = Extract<ExtensionUiRequest, { method: (typeof dialogMethods)[number] }>;

export function isDialog(request: ExtensionUiRequest): request is DialogRequest {
  return (dialogMethods as readonly string[]).includes(request.method);
}

/** Clock and timers, so that tests have their own. */
export interface Clock {
  now(): number;
  /** Returns what takes it back. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

export interface DialogsDeps {
  clock: Clock;
  onChange: (cards: DialogCard[]) => void;
  send: (response: ExtensionUiResponse) => void;
}

/** Questions of the agent that wait for the user, oldest first (vscode.md 7). */
export class Dialogs {
  private cards: { card: DialogCard; stopTimer: () => void }[] = [];

  constructor(private readonly deps: DialogsDeps) {}

  get waiting(): number {
    return this.cards.filter(({ card }) => !card.isExpired).length;
  }

  get(id: string): DialogCard | undefined {
    return this.cards.find(({ card }) => card.id === id)?.card;
  }

  add(request: DialogRequest): void {
    const { type, ...dialog } = request;
    void type;
    const timeout = "timeout" in dialog ? dialog.timeout : undefined;
    const receivedAt = this.deps.clock.now();
    const card: DialogCard = {
      ...dialog,
      receivedAt,
      ...(timeout !== undefined && { expiresAt: receivedAt + timeout }),
      isExpired: false,
    };
    const stopTimer =
      timeout === undefined ? () => undefined : this.deps.clock.after(timeout, () => this.expire(card.id));
    this.cards.push({ card, stopTimer });
    this.tell();
  }

  /** False when there is no such question any more. An expired one is only closed: nobody waits for it. */
  answer(id: string, answer: DialogAnswer): boolean {
    const card = this.take(id);
    if (!card) return false;
    if (!card.isExpired) this.deps.send({ type: "extension_ui_response", id, ...answer });
    return true;
  }

  /** The run has ended: the agent has answered the questions about its calls itself. */
  endRun(): void {
    const over = this.cards.filter(({ card }) => "context" in card && card.context?.kind === "authorization");
    for (const { card } of over) this.take(card.id);
  }

  /** Nobody waits any more: the agent has ended, or has another session. */
  clear(): void {
    for (const { stopTimer } of this.cards) stopTimer();
    if (this.cards.length === 0) return;
    this.cards = [];
    this.tell();
  }

  private take(id: string): DialogCard | undefined {
    const index = this.cards.findIndex(({ card }) => card.id === id);
    const [taken] = index === -1 ? [] : this.cards.splice(index, 1);
    taken?.stopTimer();
    if (taken) this.tell();
    return taken?.card;
  }

  private expire(id: string): void {
    this.cards = this.cards.map((entry) =>
      entry.card.id === id ? { ...entry, card: { ...entry.card, isExpired: true } } : entry,
    );
    this.tell();
  }

  private tell(): void {
    this.deps.onChange(this.cards.map(({ card }) => card));
  }
}
