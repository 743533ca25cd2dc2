import { abortableSleep } from "../transport/retry.ts";

const defaultIntervalSeconds = 5;

/** What a token endpoint says to one question. */
export type DevicePollResult<T> =
  | { status: "complete"; value: T }
  | { status: "pending" }
  /** With the server's new interval, if it named one. */
  | { status: "slow_down"; intervalSeconds?: number }
  | { status: "failed"; message: string };

export interface DevicePollOptions<T> {
  /** Default 5. */
  intervalSeconds?: number;
  /** Default: until it is aborted. */
  expiresInSeconds?: number;
  poll: () => Promise<DevicePollResult<T>>;
  signal?: AbortSignal;
}

/** Asks until the user has confirmed a device code (RFC 8628). Rejects when he refuses or it expires. */
export async function pollDeviceToken<T>({
  intervalSeconds = defaultIntervalSeconds,
  expiresInSeconds = Infinity,
  poll,
  signal,
}: DevicePollOptions<T>): Promise<T> {
  let interval = intervalSeconds;
  let waited = 0;
  for (;;) {
    if (waited + interval > expiresInSeconds) throw new Error("The code has expired");
    await abortableSleep(interval * 1000, signal);
    waited += interval;
    const result = await poll();
    if (result.status === "complete") return result.value;
    if (result.status === "failed") throw new Error(result.message);
    if (result.status === "slow_down") interval = result.intervalSeconds ?? interval + defaultIntervalSeconds;
  }
}
