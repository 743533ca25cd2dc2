import assert from "node:assert/strict";
import { pathArgument } from "./pathArgument.ts";

describe("pathArgument", () => {
  it("leaves out quotes around the whole path, and nothing else", () => {
    const given = ['"a b"', "'a b'", "a b", `"a`, `"a'`, `a "b" c`, `""`, `"`, ""];
    assert.deepEqual(given.map(pathArgument), ["a b", "a b", "a b", `"a`, `"a'`, `a "b" c`, "", `"`, ""]);
  });
});
