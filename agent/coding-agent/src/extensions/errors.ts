/** Something in an extension failed. Work goes on; whoever runs Relay is told. */
export interface ExtensionError {
  /** Of the extension, or `command:<name>`, `shortcut:<key>`, `<runtime>`. */
  extensionPath: string;
  /** Name of the event, or what was being done. */
  event: string;
  error: string;
  stack?: string;
}

/** Text of anything that can be thrown; never throws itself. */
export function errorText(error: unknown): string {
  return described(error, () => (error instanceof Error ? `${error.message || error.name}` : String(error)));
}

export function extensionError(extensionPath: string, event: string, error: unknown): ExtensionError {
  const stack = described(error, () => (error instanceof Error ? `${error.stack ?? ""}` : ""));
  return { extensionPath, event, error: errorText(error), ...(stack !== "" && { stack }) };
}

/** Reading what was thrown runs code of whoever threw it. */
function described(error: unknown, read: () => string): string {
  try {
    return read();
  } catch {
    return `An error that cannot be described (${typeof error})`;
  }
}

export type ExtensionStateCode = "not-bound" | "stale";

/** A member of an extension's objects was used at the wrong time. */
export class ExtensionStateError extends Error {
  override readonly name = "ExtensionStateError";

  constructor(
    readonly code: ExtensionStateCode,
    message: string,
  ) {
    super(message);
  }

  static is(error: unknown, code?: ExtensionStateCode): error is ExtensionStateError {
    return error instanceof ExtensionStateError && (code === undefined || error.code === code);
  }
}

/** extension-api.md §3. */
export const notBoundText = "Extension runtime not initialized";
export const staleText =
  "This extension object is stale after session replacement or reload. " +
  "Do later work in withSession, with the context that it gets.";
