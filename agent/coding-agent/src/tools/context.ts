/** Names of the session variables of a shell command (cli.md §5.1). */
export const sessionEnvironmentNames = [
  "RELAY_SESSION_ID",
  "RELAY_SESSION_FILE",
  "RELAY_PROVIDER",
  "RELAY_MODEL",
  "RELAY_REASONING_LEVEL",
] as const;

export type SessionEnvironment = Partial<Record<(typeof sessionEnvironmentNames)[number], string>>;

/** What the session tells a tool about the call, as last argument of `execute`. Everything is optional. */
export interface ToolContext {
  /** Overrides the working directory of the factory. */
  cwd?: string;
  sessionEnvironment?: SessionEnvironment;
  /** The selected model. */
  model?: { id: string; input: readonly string[] };
  images?: { autoResize?: boolean; blockImages?: boolean };
}

/** A context is whatever the caller passes: only its object shape is checked here. */
export function toolContext(context: unknown): ToolContext {
  return typeof context === "object" && context !== null ? context : {};
}

/** Working directory of a call. */
export function callCwd(cwd: string, context: unknown): string {
  const own = toolContext(context).cwd;
  return typeof own === "string" && own !== "" ? own : cwd;
}

/** A setting, or where to read it when it is needed. */
export type Lazy<T> = T | (() => T);

/** Current value of a setting. */
export function current<T extends string | boolean | undefined>(value: Lazy<T>): T {
  return typeof value === "function" ? value() : value;
}

/** Throws what an aborted call ends with. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Error("Operation aborted");
}

/**
 * Runs work that changes nothing and ends with the text of an aborted call as soon as it is aborted:
 * what waits for the system may not notice.
 */
export async function abortable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  throwIfAborted(signal);
  if (!signal) return work();
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(new Error("Operation aborted", { cause: signal.reason }));
    signal.addEventListener("abort", onAbort, { once: true });
    work()
      .then(resolve, (error: unknown) => {
        if (signal.aborted) onAbort();
        else reject(error as Error);
      })
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}
