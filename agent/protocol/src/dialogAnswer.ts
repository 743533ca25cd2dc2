import type { ExtensionUiDialog } from "./extensionUi.ts";
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
