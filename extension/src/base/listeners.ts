/** Functions that want to hear of something. One that throws is reported and does not stop the others. */
export class Listeners<T> {
  private listeners: readonly ((value: T) => void)[] = [];

  constructor(private readonly onError: (error: unknown) => void) {}

  /** Returns the unsubscriber. */
  add(listener: (value: T) => void): () => void {
    const own = (value: T): void => listener(value);
    this.listeners = [...this.listeners, own];
    return () => {
      this.listeners = this.listeners.filter((other) => other !== own);
    };
  }

  emit(value: T): void {
    for (const listener of this.listeners) {
      try {
        listener(value);
      } catch (error) {
        this.onError(error);
      }
    }
  }
}
