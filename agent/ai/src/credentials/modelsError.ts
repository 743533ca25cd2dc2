/** Which part of model access failed. */
export type ModelsErrorCode = "model_source" | "model_validation" | "provider" | "stream" | "auth" | "oauth";

const errorName = "ModelsError";

/** A failure of model access before or around a request (models.md §3.3). */
export class ModelsError extends Error {
  readonly code: ModelsErrorCode;

  constructor(code: ModelsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = errorName;
    this.code = code;
  }
}

/** A credential was not stored, or not removed: what is stored may differ from what was asked for. */
export class CredentialSynchronizationError extends ModelsError {
  constructor(
    readonly providerId: string,
    cause: unknown,
  ) {
    super(isModelsError(cause) ? cause.code : "auth", errorText(cause), { cause });
  }
}

/** Guard that also recognises an error of another copy of this package. */
export function isModelsError(error: unknown, code?: ModelsErrorCode): error is ModelsError {
  if (!(error instanceof Error) || error.name !== errorName || !("code" in error)) return false;
  return code === undefined || error.code === code;
}

/** Text of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
