import assert from "node:assert/strict";
import {
  CompactionSettingsError,
  exceedsThreshold,
  resolveCompactionSettings,
  type StoredCompactionSettings,
} from "./settings.ts";

const model = { provider: "p", id: "a/b" };
const stored: StoredCompactionSettings = {
  enabled: true,
  reserveTokens: 16_384,
  keepRecentTokens: 20_000,
  modelOverrides: undefined,
};

describe("the compaction threshold", () => {
  const rows: [window: number, tokens: number, exceeds: boolean][] = [
    [100_000, 83_616, false],
    [100_000, 83_617, true],
    [100, 5, true],
    [0, 5, false],
  ];
  for (const [window, tokens, exceeds] of rows) {
    it(`sessions-and-tools.md 30: ${tokens} tokens of ${window}: ${exceeds ? "yes" : "no"}`, () => {
      assert.equal(exceedsThreshold(tokens, window, { reserveTokens: 16_384 }), exceeds);
    });
  }
});

describe("resolveCompactionSettings", () => {
  it("takes each value from the override of exactly this model, else from the setting", () => {
    const modelOverrides = { "p/a/b": { reserveTokens: 5 }, "P/a/b": { keepRecentTokens: 6 }, "p/a": 7 };
    assert.deepEqual(resolveCompactionSettings({ ...stored, modelOverrides }, model), {
      enabled: true,
      reserveTokens: 5,
      keepRecentTokens: 20_000,
    });
  });

  it("validates the override of the active model only", () => {
    const modelOverrides = { "p/other": { reserveTokens: -1 }, "p/third": 5 };
    assert.equal(resolveCompactionSettings({ ...stored, modelOverrides }, model).reserveTokens, 16_384);
  });

  const demand = "Expected a non-negative safe integer.";
  const rows: [fields: Partial<StoredCompactionSettings>, message: string][] = [
    [{ reserveTokens: -5 }, `Invalid compaction.reserveTokens setting: -5. ${demand}`],
    [{ keepRecentTokens: 1.5 }, `Invalid compaction.keepRecentTokens setting: 1.5. ${demand}`],
    [{ keepRecentTokens: "9" }, `Invalid compaction.keepRecentTokens setting: "9". ${demand}`],
    [{ reserveTokens: 2 ** 53 }, `Invalid compaction.reserveTokens setting: 9007199254740992. ${demand}`],
    [
      { reserveTokens: null, modelOverrides: { "p/a/b": { reserveTokens: 5 } } },
      `Invalid compaction.reserveTokens setting: null. ${demand}`,
    ],
    [
      { modelOverrides: { "p/a/b": { reserveTokens: -5 } } },
      `Invalid compaction.modelOverrides["p/a/b"].reserveTokens setting: -5. ${demand}`,
    ],
    [
      { modelOverrides: { "p/a/b": 5 } },
      `Invalid compaction.modelOverrides["p/a/b"] setting: 5. Expected an object.`,
    ],
    [{ modelOverrides: [] }, `Invalid compaction.modelOverrides setting: []. Expected an object.`],
  ];
  for (const [fields, message] of rows) {
    it(`sessions-and-tools.md 41: ${message}`, () => {
      assert.throws(
        () => resolveCompactionSettings({ ...stored, ...fields }, model),
        (error) => error instanceof CompactionSettingsError && error.message === message,
      );
    });
  }
});
