/** Requests that a person has to answer. */
export type ExtensionUiDialog =
  | { method: "select"; title: string; options: string[]; timeout?: number }
  | { method: "confirm"; title: string; message: string; timeout?: number }
  | { method: "input"; title: string; placeholder?: string; timeout?: number }
  | { method: "editor"; title: string; prefill?: string };

/** Requests that a client shows or ignores. */
export type ExtensionUiNotice =
  | { method: "notify"; message: string; notifyType?: "info" | "warning" | "error" }
  | { method: "setStatus"; statusKey: string; statusText?: string }
  | {
      method: "setWidget";
      widgetKey: string;
      widgetLines?: string[];
      widgetPlacement?: "aboveEditor" | "belowEditor";
    }
  | { method: "setTitle"; title: string }
  | { method: "set_editor_text"; text: string };

/** Record on stdout. `id` is a UUID v4. */
export type ExtensionUiRequest = { type: "extension_ui_request"; id: string } & (
  ExtensionUiDialog | ExtensionUiNotice
);

export type ExtensionUiMethod = ExtensionUiRequest["method"];

/** Record on stdin that answers a dialog. */
export type ExtensionUiResponse = { type: "extension_ui_response"; id: string } & (
  { value: string } | { confirmed: boolean } | { cancelled: true }
);

export const extensionUiMethods = [
  "select",
  "confirm",
  "input",
  "editor",
  "notify",
  "setStatus",
  "setWidget",
  "setTitle",
  "set_editor_text",
] as const satisfies readonly ExtensionUiMethod[];
