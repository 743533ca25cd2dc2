import assert from "node:assert/strict";
import fc from "fast-check";
import type { SessionEntry } from "@relay-harness/protocol";
import { entryPage } from "./entryPage.ts";

function entries(count: number): SessionEntry[] {
  return Array.from({ length: count }, (_, n) => ({
    type: "session_info",
    id: `e${n}`,
    parentId: null,
    timestamp: "",
  }));
}

describe("entryPage", () => {
  it("rpc-additions.md 8: pages backwards without a gap or an overlap, whatever the sizes", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 12 }), (count, limit) => {
        const all = entries(count);
        const collected: SessionEntry[] = [];
        let page = entryPage(all, { limit });
        collected.unshift(...page.entries);
        while (page.hasMore) {
          page = entryPage(all, { limit, before: collected[0]?.id });
          assert.ok(page.entries.length > 0);
          collected.unshift(...page.entries);
        }
        assert.deepEqual(collected, all);
      }),
    );
  });

  it("rpc-additions.md 8: takes the first after since and says whether more follow", () => {
    const all = entries(5);
    assert.deepEqual(entryPage(all, { since: "e0", limit: 2 }), { entries: all.slice(1, 3), hasMore: true });
    assert.deepEqual(entryPage(all, { since: "e2", limit: 2 }), { entries: all.slice(3), hasMore: false });
    assert.deepEqual(entryPage(all, { since: "e4", limit: 2 }), { entries: [], hasMore: false });
    assert.deepEqual(entryPage(all, { since: "e4" }), { entries: [] });
    assert.deepEqual(entryPage(all, { before: "e0", limit: 2 }), { entries: [], hasMore: false });
  });

  it("refuses both ends and ids that the list does not hold", () => {
    const all = entries(2);
    assert.throws(() => entryPage(all, { since: "e0", before: "e1" }), {
      message: "Invalid get_entries command: since and before exclude each other",
    });
    assert.throws(() => entryPage(all, { since: "x" }), { message: "Entry not found: x" });
    assert.throws(() => entryPage(all, { before: "x", limit: 1 }), { message: "Entry not found: x" });
  });
});
