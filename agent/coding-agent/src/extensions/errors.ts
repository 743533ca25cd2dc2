/** Something in an extension failed. Work goes on; whoever runs Relay is told. */
export interface ExtensionError {
  /** Of the extension, or `command:<name>`, `shortcut:<key>`, `<runtime>`. */
  extensionPath: string;
  /** Name of the event, or what was being done. */
  event: string;
  error: string;
  stack?: string;
}

/** Text of anything that can be thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

export function extensionError(extensionPath: string, event: string, error: unknown): ExtensionError {
  const stack = error instanceof Error ? error.stack : undefined;
  return { extensionPath, event, error: errorText(error), ...(stack !== undefined && { stack }) };
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
