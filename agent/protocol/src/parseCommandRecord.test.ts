import assert from "node:assert/strict";
import fc from "fast-check";
import { oversizeRecordError, parseCommandRecord } from "./parseCommandRecord.ts";

describe("parseCommandRecord", () => {
  it("returns a record with a string type unchanged", () => {
    assert.deepEqual(parseCommandRecord('{"id":"1","type":"get_state","extra":[1]}'), {
      ok: true,
      record: { id: "1", type: "get_state", extra: [1] },
    });
  });

  it("rpc.md 2: bad JSON is a failure without id", () => {
    const parsed = parseCommandRecord("not json");
    assert.equal(parsed.ok, false);
    assert.match(parsed.ok ? "" : parsed.error, /^Failed to parse command: ./);
    assert.equal("id" in parsed, false);
  });

  it("rpc.md 3: JSON that is no object", () => {
    for (const text of ["[1,2]", "5", "null", '"text"', "true", ' [{"type":"get_state"}] ']) {
      assert.deepEqual(parseCommandRecord(text), {
        ok: false,
        error: "Failed to parse command: expected a JSON object",
      });
    }
  });

  it("rpc.md 4: an object without a string type repeats its id", () => {
    const error = "Failed to parse command: missing command type";
    assert.deepEqual(parseCommandRecord('{"id":"x"}'), { ok: false, error, id: "x" });
    assert.deepEqual(parseCommandRecord('{"id":"y","type":5}'), { ok: false, error, id: "y" });
    assert.deepEqual(parseCommandRecord('{"id":null,"type":null}'), { ok: false, error, id: null });
    assert.deepEqual(parseCommandRecord("{}"), { ok: false, error });
    assert.deepEqual(parseCommandRecord('{"__proto__":{"type":"abort","id":"z"}}'), { ok: false, error });
  });

  it("rpc.md 7: blank records read the same on every platform", () => {
    for (const text of ["", "  ", "\t", "\r", "\v\f ", "\n"]) {
      assert.deepEqual(parseCommandRecord(text), {
        ok: false,
        error: "Failed to parse command: Unexpected end of JSON input",
      });
    }
  });

  it("names the limit that a record exceeded", () => {
    assert.equal(oversizeRecordError, "Failed to parse command: record exceeds 134217728 bytes");
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseCommandRecord(text)));
  });
});
