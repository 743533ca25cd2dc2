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

/** There is no file to import. */
export class SessionImportFileNotFoundError extends SessionError {
  /** Absolute path that was looked for. */
  readonly filePath: string;

  constructor(filePath: string) {
    super("not-found", `File not found: ${filePath}`);
    this.name = "SessionImportFileNotFoundError";
    this.filePath = filePath;
  }
}

/** The folder that a session runs in is gone. */
export class MissingSessionCwdError extends SessionError {
  constructor(message: string) {
    super("missing-cwd", message);
    this.name = "MissingSessionCwdError";
  }
}

export function isSessionError(error: unknown, code?: SessionErrorCode): error is SessionError {
  return error instanceof SessionError && (code === undefined || error.code === code);
}
