/** A start that cannot go on. Ends the program with exit code 1. */
export class StartError extends Error {
  override readonly name = "StartError";
  /** Complete lines for stderr. */
  readonly text: string;

  /** `message` goes to stderr behind `Error: `. */
  constructor(
    message: string,
    { text = `Error: ${message}`, ...options }: ErrorOptions & { text?: string } = {},
  ) {
    super(message, options);
    this.text = text;
  }

  /** With lines that already say what they are. */
  static withText(text: string): StartError {
    return new StartError(text, { text });
  }

  static is(error: unknown): error is StartError {
    return error instanceof StartError;
  }
}
