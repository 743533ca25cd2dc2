export type SessionErrorCode =
  | "invalid-file"
  | "invalid-id"
  | "not-found"
  | "id-taken"
  | "cannot-fork"
  | "missing-cwd"
  | "migration"
  | "not-saved"
  | "write";

/** A session could not be read, chosen, copied or written. `message` is the contract text. */
export class SessionError extends Error {
  readonly code: SessionErrorCode;

  constructor(code: SessionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SessionError";
    this.code = code;
  }
}

export function isSessionError(error: unknown, code?: SessionErrorCode): error is SessionError {
  return error instanceof SessionError && (code === undefined || error.code === code);
}
