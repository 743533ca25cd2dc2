import assert from "node:assert/strict";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { retryDelayMs } from "./retry.ts";

describe("delays of automatic retries", () => {
  it("models.md 51: they double from two seconds on, up to the limit", () => {
    const settings = SettingsManager.inMemory();
    const retry = {
      enabled: settings.get("retry.enabled"),
      maxRetries: settings.get("retry.maxRetries"),
      baseDelayMs: settings.get("retry.baseDelayMs"),
      maxAgentDelayMs: settings.get("retry.maxAgentDelayMs"),
    };
    const delays = (limits: Partial<typeof retry>): number[] =>
      [1, 2, 3].map((attempt) => retryDelayMs(attempt, { ...retry, ...limits }));
    assert.deepEqual(delays({}), [2000, 4000, 8000]);
    assert.deepEqual(delays({ maxAgentDelayMs: 3000 }), [2000, 3000, 3000]);
  });
});
