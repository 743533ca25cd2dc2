import assert from "node:assert/strict";
import { groupOf, sessionLabel, sessionPathOf } from "./sessionItem.ts";

describe("list of sessions", () => {
  it("vscode.md 1: stands under today, yesterday, the last 7 days, older", () => {
    const now = new Date(2026, 5, 15, 12).getTime();
    const at = (dayOfMonth: number, hour: number): string =>
      groupOf(new Date(2026, 5, dayOfMonth, hour).toISOString(), now);
    assert.deepEqual(
      [at(15, 13), at(15, 0), at(14, 23), at(14, 0), at(13, 23), at(9, 1), at(8, 23)],
      ["today", "today", "yesterday", "yesterday", "week", "week", "older"],
    );
  });

  it("shows the name, else the first message in one line", () => {
    assert.equal(sessionLabel({ name: "Parser", firstMessage: "x" }), "Parser");
    assert.equal(sessionLabel({ firstMessage: "Fix\n the  parser" }), "Fix the parser");
    assert.equal(sessionLabel({ firstMessage: " " }), "Empty session");
  });

  it("takes from menus what names a session, and nothing else", () => {
    const session = { path: "/s.jsonl", cwd: "/work", name: "N" };
    assert.deepEqual(sessionPathOf({ session }), session);
    for (const other of [undefined, null, "x", {}, { session: { path: 1, cwd: "/" } }]) {
      assert.equal(sessionPathOf(other), undefined);
    }
  });
});
