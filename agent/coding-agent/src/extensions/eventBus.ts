/** Lets extensions talk to each other. Delivery is synchronous, in the order of subscription. */
export interface EventBus {
  /** Returns the unsubscriber. */
  on(channel: string, listener: (data: unknown) => unknown): () => void;
  emit(channel: string, data?: unknown): void;
}

/**
 * A bus. Every listener hears of an event, also when an earlier one threw; what the listeners threw is
 * then thrown at whoever emitted.
 */
export function createEventBus(): EventBus {
  const channels = new Map<string, readonly ((data: unknown) => unknown)[]>();
  return {
    on(channel, listener) {
      // A listener that is subscribed twice is called twice, and its unsubscribers are independent.
      const own = (data: unknown): unknown => listener(data);
      channels.set(channel, [...(channels.get(channel) ?? []), own]);
      return () => {
        const left = (channels.get(channel) ?? []).filter((other) => other !== own);
        if (left.length > 0) channels.set(channel, left);
        else channels.delete(channel);
      };
    },
    emit(channel, data) {
      const errors: unknown[] = [];
      for (const listener of channels.get(channel) ?? []) {
        try {
          // Whoever listens looks after what it starts.
          void listener(data);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 1) throw new AggregateError(errors, `Listeners of "${channel}" failed`);
      if (errors.length === 1) throw errors[0];
    },
  };
}
