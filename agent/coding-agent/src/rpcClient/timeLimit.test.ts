import assert from "node:assert/strict";
import { startTimeLimit } from "./timeLimit.ts";

describe("startTimeLimit", () => {
  it("has no limit for 0 and for more than a timer can wait", () => {
    const never = (): void => assert.fail("expired");
    assert.deepEqual(
      [0, 2 ** 31, 1e12, Infinity].map((timeout) => startTimeLimit(timeout, never)),
      [undefined, undefined, undefined, undefined],
    );
  });

  it("expires", async () => {
    await new Promise<void>((resolve) => startTimeLimit(1, resolve));
  });

  it("refuses what is no time", () => {
    for (const timeout of [NaN, -1, "5", null]) {
      assert.throws(() => startTimeLimit(timeout as number, () => undefined), { name: "RangeError" });
    }
  });
});
