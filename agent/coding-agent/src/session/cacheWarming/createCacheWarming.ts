import type { CacheRetention, ModelRuntime } from "@relay-harness/ai";
import type { SettingsManager } from "../../base/settings/settingsManager.ts";
import type { SessionManager } from "../../sessions/sessionManager.ts";
import type { SessionEvents } from "../events.ts";
import type { SessionExtensions } from "../extensions/sessionExtensions.ts";
import { CacheWarming } from "./cacheWarming.ts";

export interface WarmedSession {
  sessionManager: Pick<SessionManager, "appendUsage">;
  settings: SettingsManager;
  modelRuntime: ModelRuntime;
}

/** Cache warming of a session: what refreshes use goes into its file, and its extensions are asked. */
export function createCacheWarming(
  { sessionManager, settings, modelRuntime }: WarmedSession,
  events: SessionEvents,
  session: { isStreaming: () => boolean; extensions: () => SessionExtensions | undefined },
): CacheWarming {
  return new CacheWarming({
    mode: () => settings.get("cacheWarming"),
    isStreaming: session.isStreaming,
    send: (model, context, options) => modelRuntime.stream(model, context, options),
    ask: async ({ expectedSavings: _, ...decision }) => {
      const runner = session.extensions()?.runner;
      if (!runner?.hasHandlers("cache_warming_decision")) return decision.action;
      return runner.cacheWarming({ type: "cache_warming_decision", ...decision });
    },
    record: async ({ provider, id }, usage) => {
      await events.emit({
        type: "entry_appended",
        entry: sessionManager.appendUsage("cache_warm", provider, id, usage),
      });
    },
    retention: (provider) => defaultRetention(modelRuntime.getCredential(provider)?.env),
  });
}

/** Of a request that names none (models.md §11.1); the credential's environment comes first. */
function defaultRetention(env: Record<string, string> | undefined): CacheRetention {
  return (env?.RELAY_CACHE_RETENTION ?? process.env.RELAY_CACHE_RETENTION) === "long" ? "long" : "short";
}
