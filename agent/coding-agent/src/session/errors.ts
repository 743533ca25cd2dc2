/** Why a session refused a request. */
export type RefusalCode =
  | "busy"
  | "compacting"
  | "cancelled"
  | "no_models"
  | "no_model_selected"
  | "no_api_key"
  | "model_not_found"
  | "invalid_input";

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

/** rpc.md §4.2. */
export function queuedCommandMessage(name: string): string {
  return `Extension command "/${name}" cannot be queued. Send it with prompt, which runs it at once.`;
}
