import type { RpcClientEvent, RpcEventListener } from "./types.ts";

/** Hands every event to every listener. One that throws does not keep it from the others. */
export class EventHub {
  private listeners: readonly RpcEventListener[] = [];

  get size(): number {
    return this.listeners.length;
  }

  /** Returns the unsubscriber. The same function may listen more than once. */
  add(listener: RpcEventListener): () => void {
    const own: RpcEventListener = (event) => listener(event);
    this.listeners = [...this.listeners, own];
    return () => {
      this.listeners = this.listeners.filter((other) => other !== own);
    };
  }

  dispatch(event: RpcClientEvent): void {
    for (const listener of this.listeners) {
      try {
        listener(event);
      } catch (error) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        process.stderr.write(`Error: an event listener failed: ${text}\n`);
      }
    }
  }
}
