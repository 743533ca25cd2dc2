import type { Disposable } from "./disposables.ts";

/** Runs at most once in that time, the last time after the last call. */
export function calmDown(milliseconds: number, run: () => void): (() => void) & Disposable {
  let timer: NodeJS.Timeout | undefined;
  const call = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, milliseconds);
  };
  return Object.assign(call, { dispose: () => clearTimeout(timer) });
}
