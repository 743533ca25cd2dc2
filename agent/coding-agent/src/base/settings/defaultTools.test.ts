import assert from "node:assert/strict";
import { resolveDefaultTools } from "./defaultTools.ts";

describe("resolveDefaultTools", () => {
  const standard = ["read", "bash", "edit", "write"];

  it("sessions-and-tools.md 60: adds and removes, and replaces by plain names", () => {
    assert.deepEqual(resolveDefaultTools(standard, ["-bash", "+grep"]), ["read", "edit", "write", "grep"]);
    assert.deepEqual(resolveDefaultTools(standard, ["+grep"], ["ls"]), ["ls"]);
    assert.deepEqual(resolveDefaultTools(standard, undefined, []), []);
    assert.deepEqual(resolveDefaultTools(standard), standard);
  });

  it("applies signs after the plain names of one list, in order", () => {
    assert.deepEqual(resolveDefaultTools(standard, ["+find", "ls", "-ls", "grep", "+ls"]), [
      "grep",
      "find",
      "ls",
    ]);
  });
});
