import type { HostCard } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";

type Answer = (action: string) => Promise<void> | void;

/** Questions of the host itself. One with an id that is shown takes the place of the earlier one. */
export class HostCards {
  private cards: { card: HostCard; onAnswer: Answer }[] = [];

  constructor(private readonly onChange: (cards: HostCard[]) => void) {}

  show(card: HostCard, onAnswer: Answer): void {
    this.cards = [...this.cards.filter((shown) => shown.card.id !== card.id), { card, onAnswer }];
    this.tell();
  }

  remove(id: string): void {
    if (!this.cards.some(({ card }) => card.id === id)) return;
    this.cards = this.cards.filter(({ card }) => card.id !== id);
    this.tell();
  }

  /** Closes the card, then does what the answer means. An answer that it does not offer closes nothing. */
  async answer(id: string, action: string): Promise<void> {
    const shown = this.cards.find(({ card }) => card.id === id);
    if (!shown) return;
    const { card, onAnswer } = shown;
    if (action !== card.cancelAction && !card.actions.some((offered) => offered.id === action)) {
      throw new Error(localize('"{0}" has no answer "{1}"', card.title, action));
    }
    this.remove(id);
    await onAnswer(action);
  }

  clear(): void {
    this.cards = [];
    this.tell();
  }

  private tell(): void {
    this.onChange(this.cards.map(({ card }) => card));
  }
}
