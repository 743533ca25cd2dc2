import assert from "node:assert/strict";
import fc from "fast-check";
import { stringifyDeep } from "./deepJson.ts";

describe("stringifyDeep", () => {
  it("writes what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.object(), fc.array(fc.anything({ withDate: true }))), (value) => {
        assert.equal(stringifyDeep(value), JSON.stringify(value));
      }),
    );
  });

  it("leaves out undefined, functions and symbols in objects and writes null for them in arrays", () => {
    const odd = [undefined, () => 1, Symbol("s"), Number.NaN];
    assert.equal(
      stringifyDeep({ ...odd, list: odd, at: new Date(0) }),
      JSON.stringify({ ...odd, list: odd, at: new Date(0) }),
    );
  });
});
