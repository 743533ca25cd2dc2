import assert from "node:assert/strict";
import { compareVersions } from "./versions.ts";

it("versions are ordered as semantic versioning has it", () => {
  const ordered = [
    "0.9.9",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
  ];
  ordered.push("1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "10.0.0");
  assert.deepEqual(ordered.toReversed().sort(compareVersions), ordered);
  assert.equal(compareVersions("v1.0.0+a", "1.0.0+b"), 0);
});
