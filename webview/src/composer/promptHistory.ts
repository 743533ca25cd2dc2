/** Walks through earlier prompts, newest first, and back to the draft that was left for them. */
export class PromptHistory {
  private index = -1;
  private left = "";
  private shown: string | undefined;

  /** The prompt before the shown one; `undefined` when there is none. */
  older(prompts: readonly string[], draft: string): string | undefined {
    if (draft !== this.shown) this.reset();
    if (this.index + 1 >= prompts.length) return undefined;
    if (this.index === -1) this.left = draft;
    this.index++;
    return (this.shown = prompts[this.index]);
  }

  newer(prompts: readonly string[], draft: string): string | undefined {
    if (draft !== this.shown || this.index === -1) return undefined;
    this.index--;
    return (this.shown = this.index === -1 ? this.left : prompts[this.index]);
  }

  private reset(): void {
    this.index = -1;
    this.shown = undefined;
  }
}
