import { signal } from "@preact/signals";

interface Target {
  readonly itemId: string;
  /** At the upper edge of the view instead of its middle. */
  readonly isAtTop: boolean;
  /** Where the top of its turn has to be, in pixels below that of the view: a place that was kept. */
  readonly offset?: number;
}

/** Places of the conversation that others ask for, and what is looked for in it. */
export class Navigation {
  /** Item to bring into view; a new object each time. */
  readonly target = signal<Target | null>(null);
  /** The conversation follows its end. */
  readonly isFollowing = signal(true);
  /** Top-level rows that came while it did not. */
  readonly unseen = signal(0);
  /** Words that find looks for; `null` while it is closed. */
  readonly query = signal<string | null>(null);
  /** Item of the match that is shown. */
  readonly matchId = signal<string | null>(null);
  /** Set while an earlier message is edited: where to go back to. */
  readonly editing = signal<{ readonly backTo: string; readonly draft: string } | null>(null);

  reveal(itemId: string, isAtTop = false): void {
    this.isFollowing.value = false;
    this.target.value = { itemId, isAtTop };
  }

  /** Back to a place that was kept, to the pixel. */
  restore(itemId: string, offset: number): void {
    this.isFollowing.value = false;
    this.target.value = { itemId, isAtTop: true, offset };
  }
}
