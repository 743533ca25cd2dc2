export type SettingsErrorCode = "malformed" | "unknown" | "invalid" | "user-only" | "untrusted";

/** A settings file or value was refused. `message` is the contract text. */
export class SettingsError extends Error {
  readonly code: SettingsErrorCode;

  constructor(code: SettingsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SettingsError";
    this.code = code;
  }
}
