import { Listeners } from "./listeners.ts";

/** As `Listeners`, but what nobody listens for waits, in order, for the next one who does. */
export class Mailbox<T> extends Listeners<T> {
  private count = 0;
  private held: T[] = [];

  override add(listener: (value: T) => void): () => void {
    const remove = super.add(listener);
    this.count++;
    for (const value of this.held.splice(0)) super.emit(value);
    let isThere = true;
    return () => {
      if (isThere) this.count--;
      isThere = false;
      remove();
    };
  }

  override emit(value: T): void {
    if (this.count === 0) this.held.push(value);
    else super.emit(value);
  }
}
