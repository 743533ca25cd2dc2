/** Same shape as the editor's own, so that pure code needs no editor. */
export interface Disposable {
  dispose(): void;
}

/** Owns what was opened; ends it in reverse order, once. */
export class DisposableStore implements Disposable {
  private items: Disposable[] = [];
  private isDisposed = false;

  /** Takes over an item, or ends it at once when the store has ended. */
  add<T extends Disposable>(item: T): T {
    if (this.isDisposed) item.dispose();
    else this.items.push(item);
    return item;
  }

  /** Takes over an unsubscriber or any other last step. */
  addStep(run: () => void): void {
    this.add({ dispose: run });
  }

  dispose(): void {
    this.isDisposed = true;
    const items = this.items.reverse();
    this.items = [];
    for (const item of items) item.dispose();
  }
}
