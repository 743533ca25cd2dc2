import assert from "node:assert/strict";
import { withProgress } from "./progress.ts";

describe("withProgress", () => {
  it("says nothing about work that is done at once", async () => {
    const lines: string[] = [];
    assert.equal(await withProgress("Working", Promise.resolve(7), { line: (text) => lines.push(text) }), 7);
    assert.deepEqual(lines, []);
  });

  it("ends with the signal, before or during the work", async () => {
    const line = assert.fail;
    const never = new Promise<never>(() => undefined);
    const reason = new Error("given up");
    await assert.rejects(withProgress("W", never, { line, signal: AbortSignal.abort(reason) }), reason);
    const controller = new AbortController();
    const waiting = withProgress("W", never, { line, signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(waiting, reason);
  });

  it("hands on what went wrong", async () => {
    const error = new Error("broken");
    await assert.rejects(withProgress("W", Promise.reject(error), { line: assert.fail }), error);
  });
});
