import type { AuthInteraction, AuthNotice, AuthPrompt } from "@relay-harness/ai";
import type { DialogContext } from "@relay-harness/protocol";
import type { DialogBroker } from "./dialogs.ts";

/** The user does not go on. */
class SignInCancelled extends Error {
  constructor() {
    super("The sign-in was cancelled");
  }
}

/** A sign-in that asks and tells the user of a client by dialogs. */
export class DialogSignIn implements AuthInteraction {
  /** Nobody goes on, whatever the sign-in makes of it. */
  isCancelled = false;
  /** For a client that shows more than texts. */
  private known: { url?: string; userCode?: string } = {};

  constructor(
    private readonly provider: string,
    private readonly dialogs: Pick<DialogBroker, "input" | "select" | "notify">,
  ) {}

  async prompt({ type, message, placeholder, options = [], signal }: AuthPrompt): Promise<string> {
    const context: DialogContext = {
      kind: "login",
      provider: this.provider,
      ...this.known,
      ...(type === "secret" && { secret: true }),
    };
    const answer =
      type === "select"
        ? idOf(
            options,
            await this.dialogs.select(
              message,
              options.map(({ label }) => label),
              { context, signal },
            ),
          )
        : await this.dialogs.input(message, placeholder, { context, signal });
    if (answer !== undefined) return answer;
    // Another way to the same answer may have won.
    if (!signal?.aborted) this.isCancelled = true;
    throw new SignInCancelled();
  }

  notify(notice: AuthNotice): void {
    if (notice.type === "auth_url") this.known = { url: notice.url };
    if (notice.type === "device_code")
      this.known = { url: notice.verificationUri, userCode: notice.userCode };
    this.dialogs.notify(noticeText(notice));
  }
}

/** What a user reads of a step. */
export function noticeText(notice: AuthNotice): string {
  switch (notice.type) {
    case "auth_url":
      return `To sign in, open ${notice.url}${notice.instructions ? `\n${notice.instructions}` : ""}`;
    case "device_code":
      return `To sign in, open ${notice.verificationUri} and enter the code ${notice.userCode}`;
    default:
      return notice.message;
  }
}

function idOf(options: NonNullable<AuthPrompt["options"]>, label: string | undefined): string | undefined {
  return options.find((option) => option.label === label)?.id;
}
