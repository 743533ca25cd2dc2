import assert from "node:assert/strict";
import type { Issue } from "./issues.ts";
import { unionIssues, validationText } from "./issues.ts";

const type = (expected: string, value: unknown = 1, path: Issue["path"] = []): Issue => ({
  path,
  kind: "type",
  expected: [expected],
  value,
});
const literal = (...allowed: unknown[]): Issue => ({ path: [], kind: "literal", allowed });
const missing = (name: string): Issue => ({ path: [name], kind: "missing" });

describe("validationText", () => {
  it("sessions-and-tools.md §10.2: has one item per issue and the arguments as received", () => {
    const issues: Issue[] = [
      missing("path"),
      { path: ["edits", 0, "newText"], kind: "missing" },
      { path: ["n"], kind: "type", expected: ["integer"], value: [] },
      { path: ["l"], kind: "literal", allowed: ["a", 1, null] },
      { path: ["x"], kind: "unknown" },
      { path: [], kind: "other", message: "is odd" },
    ];
    assert.equal(
      validationText("edit", issues, { edits: [] }),
      [
        'Validation failed for tool "edit":',
        "  - path: missing",
        "  - edits.0.newText: missing",
        "  - n: expected integer, got array",
        '  - l: expected one of ["a",1,null]',
        "  - x: unknown field",
        "  - root: is odd",
        "",
        "Received arguments:",
        "{",
        '  "edits": []',
        "}",
      ].join("\n"),
    );
  });
});

describe("unionIssues", () => {
  it("merges literals and types, each named once", () => {
    assert.deepEqual(unionIssues([], [[literal("a")], [literal("b", "a")]]), [literal("a", "b")]);
    assert.deepEqual(unionIssues([], [[type("string")], [type("object")], [type("string")]]), [
      { path: [], kind: "type", expected: ["string", "object"], value: 1 },
    ]);
  });

  it("takes the issues of the only branch of the right type", () => {
    assert.deepEqual(unionIssues([], [[type("string")], [missing("k")]]), [missing("k")]);
  });

  it("takes the branch with the fewest issues, and none when several are as close", () => {
    const near = [missing("k")];
    assert.deepEqual(unionIssues([], [[missing("a"), missing("b")], near]), near);
    assert.deepEqual(unionIssues([], [near, [missing("a")]]), [
      { path: [], kind: "other", message: "matches none of the allowed forms" },
    ]);
  });
});
