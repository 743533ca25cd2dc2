/** What a command that needs permission would touch. */
export interface AuthorizationTarget {
  path?: string;
  remote?: string;
  exists?: boolean;
  tracked?: boolean;
}

/** What a dialog is about, for clients that show more than its texts (rpc-additions.md §5). */
export type DialogContext =
  | {
      kind: "authorization";
      command: string;
      effects: ("destructive" | "external")[];
      operations: string[];
      targets: AuthorizationTarget[];
      reason: string;
      toolCallId?: string;
      /** The answer may allow the command for the rest of the session. */
      allowSession: boolean;
    }
  | { kind: "trust"; resources: string[] }
  | {
      kind: "login";
      provider: string;
      url?: string;
      redirectUri?: string;
      userCode?: string;
      /** The input is to be masked. */
      secret?: boolean;
    };

/** Requests that a person has to answer. `timeout` in milliseconds. */
export type ExtensionUiDialog =
  | { method: "select"; title: string; options: string[]; timeout?: number; context?: DialogContext }
  | { method: "confirm"; title: string; message: string; timeout?: number; context?: DialogContext }
  | { method: "input"; title: string; placeholder?: string; timeout?: number; context?: DialogContext }
  | { method: "editor"; title: string; prefill?: string; context?: DialogContext };

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

/**
 * Record on stdin that answers a dialog. `remember` and `reason` count for authorizations only: allow the
 * command in this session, and why it is not allowed.
 */
export type ExtensionUiResponse = { type: "extension_ui_response"; id: string } & (
  { value: string } | { confirmed: boolean; remember?: "session"; reason?: string } | { cancelled: true }
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
