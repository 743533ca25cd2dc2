import assert from "node:assert/strict";
import type { OutlineNode } from "@relay-harness/protocol";
import { buildTree, labelOf } from "./outlineTree.ts";
import type { TreeFilter, TreeNode } from "./outlineTree.ts";

function node(id: string, parentId: string | null, more: Partial<OutlineNode> = {}): OutlineNode {
  return { id, parentId, type: "message", text: id, timestamp: "2026-01-01T00:00:00.000Z", ...more };
}

/** `a`, `b*` (current), `c(x | y)` with branches. */
function draw(rows: readonly TreeNode[]): string {
  return rows
    .map((row) => {
      const below = row.children.length === 0 ? "" : `(${draw(row.children)})`;
      return row.node.id + (row.isCurrent ? "*" : "") + below;
    })
    .join(" ");
}

const session = [
  node("u1", null, { role: "user" }),
  node("a1", "u1", { role: "assistant" }),
  node("t1", "a1", { role: "toolResult" }),
  node("u2", "t1", { role: "user", label: "try" }),
  node("a2", "u2", { role: "assistant" }),
  node("l1", "t1", { type: "label" }),
  node("u3", "t1", { role: "user" }),
  node("a3", "u3", { role: "assistant" }),
];

const drawn = (filter: TreeFilter): string => draw(buildTree(session, "a3", filter));

describe("session tree", () => {
  it("vscode.md 1: draws a single child as the next sibling, and nests at branch points only", () => {
    assert.equal(drawn("default"), "u1* a1* t1*(u2 a2 u3* a3*)");
  });

  it("vscode.md 1: leaves out what the filter hides, and keeps what is below it", () => {
    assert.equal(drawn("no-tools"), "u1* a1*(u2 a2 u3* a3*)");
    assert.equal(drawn("user-only"), "u1*(u2 u3*)");
    assert.equal(drawn("labelled"), "u2");
    assert.equal(drawn("all"), "u1* a1* t1*(u2 a2 l1 u3* a3*)");
  });

  it("knows the row above each branch, for revealing", () => {
    const [, , branchPoint] = buildTree(session, "a3", "default");
    assert.deepEqual(
      branchPoint?.children.map(({ parent }) => parent?.node.id),
      ["t1", "t1", "t1", "t1"],
    );
  });

  it("takes a chain of 50,000 entries without nesting", () => {
    const chain = Array.from({ length: 50_000 }, (_, index) =>
      node(`n${index}`, index === 0 ? null : `n${index - 1}`),
    );
    assert.equal(buildTree(chain, "n49999", "default").length, 50_000);
  });

  it("names a call by its tool and first argument, also one that was cut", () => {
    const call = (text: string) => labelOf({ ...node("c", null), role: "assistant", text });
    assert.deepEqual(
      [call('read({"path":"src/a.ts"})'), call('bash({"command":"echo \\"hi'), call("Done (all of it).")],
      ["read src/a.ts", 'bash echo "hi', "Done (all of it)."],
    );
  });
});
