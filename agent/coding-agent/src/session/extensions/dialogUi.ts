import { noUi } from "../../extensions/noUi.ts";
import type { ExtensionUIContext } from "../../extensions/types/ui.ts";
import type { DialogBroker } from "../dialogs.ts";

/** `ctx.ui` over a client's protocol; it ends with the session. */
export interface DialogUi {
  ui: ExtensionUIContext;
  /** Settles dialogs with their defaults and takes away what is shown; nothing is written afterwards. */
  close(): void;
}

/**
 * Dialogs and notices of extensions as records for a client (rpc.md §9). What needs a terminal does
 * nothing, or gives what an empty one would.
 */
export function createDialogUi(broker: DialogBroker): DialogUi {
  const ended = new AbortController();
  const until = (signal: AbortSignal | undefined): AbortSignal =>
    signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  const whileOpen = <Args extends unknown[]>(show: (...args: Args) => void) => {
    return (...args: Args): void => {
      if (!ended.signal.aborted) show(...args);
    };
  };
  const setEditorText = whileOpen((text: string) => broker.setEditorText(text));
  const ui: ExtensionUIContext = {
    ...noUi,
    select: (title, options, dialog = {}) =>
      broker.select(title, options, { ...dialog, signal: until(dialog.signal) }),
    confirm: (title, message, dialog = {}) =>
      broker.confirm(title, message, { ...dialog, signal: until(dialog.signal) }),
    input: (title, placeholder, dialog = {}) =>
      broker.input(title, placeholder, { ...dialog, signal: until(dialog.signal) }),
    editor: (title, prefill, dialog = {}) => broker.editor(title, prefill, { signal: until(dialog.signal) }),
    notify: whileOpen((message, type) => broker.notify(message, type)),
    setStatus: whileOpen((key, text) => broker.setStatus(key, text)),
    setTitle: whileOpen((title) => broker.setTitle(title)),
    setWidget: whileOpen((key, content, options) => {
      // Only lines of text can be sent.
      if (typeof content !== "function") broker.setWidget(key, content, options);
    }),
    setEditorText,
    pasteToEditor: setEditorText,
    setTheme: () => ({ success: false, error: "Theme switching not supported in RPC mode" }),
  };
  return {
    ui,
    close: () => {
      if (ended.signal.aborted) return;
      ended.abort();
      broker.clearShown();
    },
  };
}
