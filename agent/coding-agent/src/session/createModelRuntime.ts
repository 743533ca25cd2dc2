import { ModelRuntime } from "@relay-harness/ai";
import type { SettingsManager } from "../base/settings/settingsManager.ts";

/** Model runtime of an agent directory, with the settings of requests read at each one. */
export function createModelRuntime(
  agentDir: string,
  settings: Pick<SettingsManager, "get">,
): Promise<ModelRuntime> {
  return ModelRuntime.create({
    agentDir,
    settings: () => ({
      httpProxy: settings.get("httpProxy"),
      httpIdleTimeoutMs: settings.get("httpIdleTimeoutMs"),
      retry: {
        provider: {
          timeoutMs: settings.get("retry.provider.timeoutMs"),
          maxRetries: settings.get("retry.provider.maxRetries"),
          maxRetryDelayMs: settings.get("retry.provider.maxRetryDelayMs"),
        },
      },
      enableInstallTelemetry: settings.get("enableInstallTelemetry"),
      images: { blockImages: settings.get("images.blockImages") },
      thinkingBudgets: settings.get("thinkingBudgets"),
    }),
  });
}
