import type { ExtensionError } from "../../extensions/errors.ts";
import type { ExtensionMode, SessionOperations } from "../../extensions/types/context.ts";
import type { ExtensionUIContext } from "../../extensions/types/ui.ts";

/** What the program around a session gives its extensions (extension-api.md §20.2). */
export interface ExtensionBindings {
  /** Absent: nobody can be asked. */
  uiContext?: ExtensionUIContext;
  /** Ends `uiContext` with the session: its dialogs settle, what it shows is taken away. */
  endUi?: () => void;
  /** Default `print`. */
  mode?: ExtensionMode;
  /** Operations that replace the session; those that are absent reject. */
  commandContextActions?: Partial<
    Pick<SessionOperations, "newSession" | "switchSession" | "fork" | "reload">
  >;
  /** What `ctx.abort()` does. Default: the session aborts. */
  abortHandler?: () => void;
  /** What `ctx.shutdown()` does. Default: nothing. */
  shutdownHandler?: () => void;
  onError?: (error: ExtensionError) => void;
}
