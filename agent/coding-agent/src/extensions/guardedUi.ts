import type { PromptSpans } from "./promptSpans.ts";
import type { ExtensionDialogOptions, ExtensionUIContext } from "./types/ui.ts";

/** A mode's UI with dialogs that are announced as waits and that end with a signal. */
export function guardedUi(
  ui: ExtensionUIContext,
  { spans, signal }: { spans: PromptSpans; signal: AbortSignal | undefined },
): ExtensionUIContext {
  const withSignal = (dialog: ExtensionDialogOptions = {}): ExtensionDialogOptions => {
    if (!signal) return dialog;
    return { ...dialog, signal: dialog.signal ? AbortSignal.any([signal, dialog.signal]) : signal };
  };
  const isOver = (dialog?: ExtensionDialogOptions): boolean =>
    signal?.aborted === true || dialog?.signal?.aborted === true;
  const overrides: Pick<ExtensionUIContext, "select" | "confirm" | "input" | "editor" | "custom"> = {
    select: async (title, options, dialog) => {
      if (isOver(dialog)) return undefined;
      return spans.during("select", title, () => ui.select(title, options, withSignal(dialog)));
    },
    confirm: async (title, message, dialog) => {
      if (isOver(dialog)) return false;
      return spans.during("confirm", title, () => ui.confirm(title, message, withSignal(dialog)));
    },
    input: async (title, placeholder, dialog) => {
      if (isOver(dialog)) return undefined;
      return spans.during("input", title, () => ui.input(title, placeholder, withSignal(dialog)));
    },
    editor: async (title, prefill, dialog) => {
      if (isOver(dialog)) return undefined;
      return spans.during("editor", title, () => ui.editor(title, prefill, withSignal(dialog)));
    },
    custom: (factory, options) => spans.during("custom", undefined, () => ui.custom(factory, options)),
  };
  // Everything else is the mode's own.
  return Object.assign(Object.create(ui) as ExtensionUIContext, overrides);
}
