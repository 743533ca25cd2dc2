const pending = new Set<{ describe: () => string }>();

/** Waits for something that is not Relay's own and may never come; `describe` names it if it does not. */
export async function waitingFor<T>(describe: () => string, work: PromiseLike<T>): Promise<T> {
  const entry = { describe };
  pending.add(entry);
  try {
    return await work;
  } finally {
    pending.delete(entry);
  }
}

/** What has been waited for, the last one first. */
export function pendingWork(): string[] {
  return [...pending].reverse().map(({ describe }) => describe());
}
