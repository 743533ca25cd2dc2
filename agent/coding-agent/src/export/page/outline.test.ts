import assert from "node:assert/strict";
import type { SessionEntry } from "@relay-harness/protocol";
import { formatSkillBlock } from "../../base/skillBlock.ts";
import { assistantEntry, userEntry } from "../testing/entries.ts";
import { newestLeaf, outlineRows } from "./outline.ts";

const forked: SessionEntry[] = [
  userEntry("u1", null, "first\nquestion"),
  assistantEntry("a1", "u1", "answer"),
  userEntry("u2", "a1", "second"),
  assistantEntry("a2", "u2", "two"),
  userEntry("u3", "a1", "third"),
  assistantEntry("a3", "u3", "three"),
  { type: "label", id: "l1", parentId: "a2", timestamp: "", targetId: "a2", label: "mark" },
  assistantEntry("a4", "u2", "again"),
];

describe("outline of an exported page", () => {
  it("lists what the user said, each branch behind the last", () => {
    assert.deepEqual(outlineRows(forked), [
      { entryId: "u1", text: "first question", depth: 0 },
      { entryId: "u2", text: "second", depth: 1 },
      { entryId: "a2", text: "two", depth: 2 },
      { entryId: "a4", text: "again", depth: 2 },
      { entryId: "u3", text: "third", depth: 1 },
    ]);
  });

  it("names a skill by its command", () => {
    const skill = { name: "pdf", filePath: "/s/pdf/SKILL.md", baseDir: "/s/pdf", body: "Long" };
    const rows = outlineRows([
      userEntry("u1", null, formatSkillBlock({ ...skill, args: "a.pdf" })),
      userEntry("u2", "u1", formatSkillBlock({ ...skill, args: "" })),
    ]);
    assert.deepEqual(
      rows.map(({ text }) => text),
      ["/skill:pdf a.pdf", "/skill:pdf"],
    );
  });

  it("finds the newest leaf below an entry", () => {
    assert.deepEqual(
      ["u1", "u2", "a2", "u3", "zzz"].map((id) => newestLeaf(forked, id)),
      ["a4", "a4", "l1", "a3", "zzz"],
    );
  });

  it("takes orphans and cycles for roots", () => {
    const broken = [userEntry("a", "a", "self"), userEntry("b", "c", "one"), userEntry("c", "b", "two")];
    assert.deepEqual(
      outlineRows(broken).map(({ entryId, depth }) => [entryId, depth]),
      [
        ["a", 0],
        ["b", 0],
        ["c", 0],
      ],
    );
  });

  it("takes a chain of 50,000 entries", () => {
    const chain = Array.from({ length: 50_000 }, (_, index) =>
      userEntry(String(index), index === 0 ? null : String(index - 1), "x"),
    );
    assert.equal(outlineRows(chain).length, chain.length);
    assert.equal(newestLeaf(chain, "0"), "49999");
  });
});
