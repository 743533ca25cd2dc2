import type { JsonObject } from "@relay-harness/protocol";
import { startTimeLimit } from "./timeLimit.ts";

interface PendingRequest {
  resolve: (data: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
}

export interface RequestLimit {
  /** 0 means none. */
  timeoutMs: number;
  /** Of the timeout. */
  createError: () => Error;
}

/** Requests that wait for their response, by id. */
export class PendingRequests {
  private readonly pending = new Map<string, PendingRequest>();

  has(id: string): boolean {
    return this.pending.has(id);
  }

  /** Resolves with the response's `data`, rejects with its `error`. */
  add(id: string, { timeoutMs, createError }: RequestLimit): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const expire = (): void => {
        this.pending.delete(id);
        reject(createError());
      };
      const timer = startTimeLimit(timeoutMs, expire);
      this.pending.set(id, { resolve, reject, timer });
    });
  }

  /** True when somebody waited for this response. */
  settle(response: JsonObject): boolean {
    const { id, success, data, error } = response;
    const request = typeof id === "string" ? this.take(id) : undefined;
    if (!request) return false;
    if (success === true) request.resolve(data);
    else request.reject(new Error(typeof error === "string" ? error : "The agent gave no reason"));
    return true;
  }

  rejectAll(error: Error): void {
    for (const id of [...this.pending.keys()]) this.take(id)?.reject(error);
  }

  private take(id: string): PendingRequest | undefined {
    const request = this.pending.get(id);
    this.pending.delete(id);
    clearTimeout(request?.timer);
    return request;
  }
}
