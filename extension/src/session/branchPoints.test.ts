import assert from "node:assert/strict";
import type { OutlineNode } from "@relay-harness/protocol";
import { branchPoints } from "./branchPoints.ts";

function node(id: string, parentId: string | null, type = "message"): OutlineNode {
  return { id, parentId, type, text: id, timestamp: "2026-01-01T00:00:00.000Z" };
}

describe("branch points", () => {
  it("vscode.md 5: lead to the newest entry below a sibling", () => {
    const nodes = [
      node("u1", null),
      node("a1", "u1"),
      node("u2", "a1"),
      node("a2", "u2"),
      node("u3", "a1"),
      node("a3", "u3"),
      node("u4", "a1"),
    ];
    assert.deepEqual(branchPoints(nodes, "a3"), [
      { entryId: "u3", index: 2, count: 3, previousId: "a2", nextId: "u4" },
    ]);
  });

  it("are found at the roots and at every depth, from the first to the last", () => {
    const nodes = [node("r1", null), node("x", "r1"), node("y", "r1"), node("r2", null)];
    assert.deepEqual(branchPoints(nodes, "x"), [
      { entryId: "r1", index: 1, count: 2, nextId: "r2" },
      { entryId: "x", index: 1, count: 2, nextId: "y" },
    ]);
  });

  it("vscode.md 5: stand at the first entry of the branch that is drawn", () => {
    const nodes = [
      node("u1", null),
      node("a1", "u1"),
      node("u2", "a1"),
      node("s2", "a1", "branch_summary"),
      node("u3", "s2"),
      node("x4", "a1", "usage"),
      node("u4", "x4"),
    ];
    assert.deepEqual(branchPoints(nodes, "u3"), [
      { entryId: "s2", index: 2, count: 3, previousId: "u2", nextId: "u4" },
    ]);
    assert.deepEqual(branchPoints(nodes, "u4"), [{ entryId: "u4", index: 3, count: 3, previousId: "u3" }]);
  });

  it("are no labels, names and records", () => {
    const nodes = [node("u1", null), node("a1", "u1"), node("l1", "u1", "label"), node("c1", "u1", "custom")];
    assert.deepEqual(branchPoints(nodes, "a1"), []);
  });

  it("has none before the first entry and with a leaf that is unknown", () => {
    assert.deepEqual([branchPoints([], null), branchPoints([node("a", null)], "gone")], [[], []]);
  });

  it("takes a chain of 50,000 entries", () => {
    const chain = Array.from({ length: 50_000 }, (_, index) =>
      node(`n${index}`, index === 0 ? null : `n${index - 1}`),
    );
    assert.deepEqual(branchPoints(chain, "n49999"), []);
  });
});
