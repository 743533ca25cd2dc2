import type { Context, ModelRuntime } from "@relay-harness/ai";
import type { AssistantMessage, JsonObject, Model, ThinkingLevel } from "@relay-harness/protocol";

/** What a bug report needs of the process beside the session (sessions-and-tools.md §7). */
export interface ReportSupport {
  agentDir: string;
  /** Content of the settings files; that of an untrusted project is empty. */
  settings: () => { global: JsonObject; project: JsonObject };
  /** Shell of the settings or the system, if there is one. */
  shell: () => string | null;
  providers: Pick<ModelRuntime, "getProvider" | "getProviderAuthStatus" | "isUsingOAuth">;
  complete: (model: Model, context: Context, signal?: AbortSignal) => Promise<AssistantMessage>;
}

/** The model of the session and how much it thinks. */
export interface ReportModel {
  model: Model | undefined;
  thinkingLevel: ThinkingLevel;
}
