/** Why a session refused a request. */
export type RefusalCode =
  | "busy"
  | "compacting"
  | "cancelled"
  | "no_models"
  | "no_model_selected"
  | "no_api_key"
  | "model_not_found"
  | "disposed"
  | "invalid_input"
  | "command_failed";

/** An expected refusal. The message is for the user and part of the contract up to its first full stop. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";

  constructor(
    readonly code: RefusalCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  static is(error: unknown, code?: RefusalCode): error is RefusalError {
    return error instanceof RefusalError && (code === undefined || error.code === code);
  }
}

export const noModelsMessage =
  "No models available. Use /login, set a provider API key, or add a model to models.json.";
export const noModelSelectedMessage = "No model selected. Choose one with /model or set_model.";

/** rpc.md §4.1 step 5. */
export const busyMessage =
  'Agent is already processing. Pass streamingBehavior ("steer" or "followUp") to queue the message, ' +
  "or use steer or follow_up.";

/** sessions-and-tools.md §8.5. */
export const compactingMessage =
  "Cannot submit a prompt while compaction is in progress. Wait for compaction to finish and retry.";

export const reloadingMessage = "Cannot submit a prompt while the session reloads. Wait for it and retry.";

/** extension-api.md §2.6. Throws when a session cannot be reloaded now. */
export function demandReloadable(session: { isIdle: boolean; isCompacting: boolean }): void {
  const waitFor = (work: string): RefusalError =>
    new RefusalError("busy", `Wait for the current ${work} to finish before reloading.`);
  if (!session.isIdle) throw waitFor("response");
  if (session.isCompacting) throw waitFor("compaction or tree navigation");
}

/** rpc.md §4.2. */
export function queuedCommandMessage(name: string): string {
  return `Extension command "/${name}" cannot be queued. Send it with prompt, which runs it at once.`;
}
