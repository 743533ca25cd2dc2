import type { Emit } from "./loopRun.ts";
import type { AgentEvent, AgentListener } from "./types.ts";

/**
 * Hands events to listeners, one event after the other and one listener after the other. While no
 * listener returns a promise everything happens synchronously, so a streaming delta costs a call.
 */
export class Emitter {
  // Replaced on change, so that an event reaches those who listened when it began.
  private listeners: readonly AgentListener[] = [];
  private tail: Promise<void> | undefined;

  subscribe(listener: AgentListener): () => void {
    const own: AgentListener = (event, signal) => listener(event, signal);
    this.listeners = [...this.listeners, own];
    return () => {
      this.listeners = this.listeners.filter((candidate) => candidate !== own);
    };
  }

  /** Emits for one run; what a listener throws goes to `onError` and the other listeners still hear of the event. */
  emitterFor(signal: AbortSignal, onError: (error: unknown) => void): Emit {
    return (event) => {
      if (!this.tail) return this.track(this.dispatch(event, signal, onError, this.listeners, 0));
      return this.track(this.tail.then(() => this.dispatch(event, signal, onError, this.listeners, 0)));
    };
  }

  private track(pending: void | Promise<void>): void | Promise<void> {
    if (!pending) return;
    const tail = pending.then(() => {
      if (this.tail === tail) this.tail = undefined;
    });
    this.tail = tail;
    return tail;
  }

  private dispatch(
    event: AgentEvent,
    signal: AbortSignal,
    onError: (error: unknown) => void,
    listeners: readonly AgentListener[],
    from: number,
  ): void | Promise<void> {
    for (let index = from; index < listeners.length; index++) {
      try {
        const pause = listeners[index]?.(event, signal);
        // Untyped listeners return what their last call returned.
        if (pause instanceof Promise) {
          return pause
            .then(undefined, onError)
            .then(() => this.dispatch(event, signal, onError, listeners, index + 1));
        }
      } catch (error) {
        onError(error);
      }
    }
  }
}
