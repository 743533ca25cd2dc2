export type ExportErrorCode = "nothing-to-export" | "not-installed" | "share" | "report";

/** A session could not be exported, shared or reported. `message` is for the user. */
export class ExportError extends Error {
  override readonly name = "ExportError";

  constructor(
    readonly code: ExportErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  static is(error: unknown, code?: ExportErrorCode): error is ExportError {
    return error instanceof ExportError && (code === undefined || error.code === code);
  }
}
