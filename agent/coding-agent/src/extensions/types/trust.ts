import type { ExtensionMode } from "./context.ts";
import type { ExtensionUIContext } from "./ui.ts";

/** What a `project_trust` handler gets: there is no session yet. */
export interface ProjectTrustContext {
  readonly cwd: string;
  readonly mode: ExtensionMode;
  readonly hasUI: boolean;
  readonly ui: Pick<ExtensionUIContext, "select" | "confirm" | "input" | "notify">;
}
