import type { EventHub } from "./eventHub.ts";
import { demandTimeLimit, startTimeLimit } from "./timeLimit.ts";
import type { RpcClientEvent } from "./types.ts";

export interface EventWaitOptions {
  /** 0 means no limit. */
  timeoutMs: number;
  createTimeoutError: () => Error;
}

/** Collects events until the agent has settled; listens from its construction on. */
export class EventWait {
  readonly events: RpcClientEvent[] = [];
  /** Resolves with the events; rejects at the timeout or through `fail`. */
  readonly done: Promise<RpcClientEvent[]>;
  private isArmed = true;
  private finish: (outcome: { error?: Error }) => void = () => undefined;

  constructor(hub: EventHub, { timeoutMs, createTimeoutError }: EventWaitOptions) {
    demandTimeLimit(timeoutMs);
    this.done = new Promise((resolve, reject) => {
      const timer = startTimeLimit(timeoutMs, () => this.finish({ error: createTimeoutError() }));
      const unsubscribe = hub.add((event) => {
        this.events.push(event);
        if (this.isArmed && event.type === "agent_settled") this.finish({});
      });
      this.finish = ({ error }) => {
        clearTimeout(timer);
        unsubscribe();
        if (error) reject(error);
        else resolve(this.events);
      };
    });
  }

  /** Until `arm`, the end of an activity does not end the wait. */
  disarm(): void {
    this.isArmed = false;
  }

  arm(): void {
    this.isArmed = true;
  }

  /** Ends with what was collected. */
  complete(): void {
    this.finish({});
  }

  fail(error: Error): void {
    this.finish({ error });
  }
}
