import { signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { MirroredState } from "@relay-harness/protocol/webview";

const mirrorDelayMs = 250;

export function emptyMirror(): MirroredState {
  return { draft: "", draftSelection: [0, 0], scroll: null, folds: {} };
}

/** What the view itself keeps: draft, place and folds, in the document's state and mirrored in the host. */
export class ViewMemory {
  readonly draft = signal("");
  readonly folds: Signal<MirroredState["folds"]> = signal({});
  draftSelection: MirroredState["draftSelection"] = [0, 0];
  scroll: MirroredState["scroll"] = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `keep` is called with every change: a hidden view ends without a word. `mirror` follows a moment later. */
  constructor(
    private readonly to: {
      keep(state: MirroredState): void;
      mirror(state: MirroredState): void;
      /** Of the session that is shown; `undefined` while it is not stored. */
      sessionPath(): string | undefined;
    },
  ) {}

  /** Another session is shown, or the same one at another path: a tab that is restored asks for it. */
  keepSession(): void {
    this.to.keep(this.snapshot());
  }

  restore(state: MirroredState): void {
    this.draft.value = state.draft;
    this.draftSelection = state.draftSelection;
    this.scroll = state.scroll;
    this.folds.value = state.folds;
    this.to.keep(this.snapshot());
  }

  setDraft(text: string, selection?: MirroredState["draftSelection"]): void {
    this.draft.value = text;
    if (selection) this.draftSelection = selection;
    this.changed();
  }

  setScroll(scroll: MirroredState["scroll"]): void {
    this.scroll = scroll;
    this.changed();
  }

  /** `key` names an item by its entry where that is known: other ids do not outlive the document. */
  setFold(key: string, isOpen: boolean): void {
    this.folds.value = { ...this.folds.value, [key]: isOpen };
    this.changed();
  }

  snapshot(): MirroredState {
    const { draftSelection, scroll } = this;
    const sessionPath = this.to.sessionPath();
    return {
      draft: this.draft.value,
      draftSelection,
      scroll,
      folds: this.folds.value,
      ...(sessionPath !== undefined && { sessionPath }),
    };
  }

  /** Mirrors what waits for it, at once. */
  flush(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.to.mirror(this.snapshot());
  }

  private changed(): void {
    this.to.keep(this.snapshot());
    this.timer ??= setTimeout(() => this.flush(), mirrorDelayMs);
  }
}
