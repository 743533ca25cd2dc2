import type { DialogContext, ExtensionUiDialog } from "./extensionUi.ts";
import type { JsonObject } from "./json.ts";

export type DialogMethod = ExtensionUiDialog["method"];

/** What the caller of a dialog gets: `undefined` where nothing was chosen. */
export interface DialogResults {
  select: string | undefined;
  confirm: boolean;
  input: string | undefined;
  editor: string | undefined;
}

/** Result of a dialog that nobody answered (rpc.md §9). */
export function defaultDialogResult<M extends DialogMethod>(method: M): DialogResults[M] {
  const defaults: DialogResults = { select: undefined, confirm: false, input: undefined, editor: undefined };
  return defaults[method];
}

/**
 * Result that an `extension_ui_response` settles a dialog with. Answers of the wrong shape give the
 * default; `cancelled: true` beats every other field (rpc.md §9).
 */
export function dialogResult<M extends DialogMethod>(method: M, response: JsonObject): DialogResults[M] {
  const { cancelled, confirmed, value } = response;
  const text = typeof value === "string" ? value : undefined;
  const answers: DialogResults = { select: text, confirm: confirmed === true, input: text, editor: text };
  return cancelled === true ? defaultDialogResult(method) : answers[method];
}

/** Answer to a request for permission. */
export interface AuthorizationAnswer {
  confirmed: boolean;
  /** Allow this command for the rest of the session. */
  remember?: "session";
  /** Why not; for the model. */
  reason?: string;
}

/**
 * What a person says about a command. `remember` counts where it was offered and the answer is yes,
 * `reason` where it is no; everything else in these fields is ignored (rpc-additions.md §5).
 */
export function authorizationAnswer(
  context: Extract<DialogContext, { kind: "authorization" }>,
  response: JsonObject,
): AuthorizationAnswer {
  const { remember, reason, cancelled } = response;
  if (dialogResult("confirm", response)) {
    return { confirmed: true, ...(context.allowSession && remember === "session" && { remember }) };
  }
  const isRefusal = response["confirmed"] === false && cancelled !== true;
  return { confirmed: false, ...(isRefusal && typeof reason === "string" && { reason }) };
}
