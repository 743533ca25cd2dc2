import assert from "node:assert/strict";
import { completingAt, ranked, replaced } from "./completion.ts";

describe("completion at the cursor", () => {
  it("knows commands at the start, mentions anywhere, arguments after a command", () => {
    assert.deepEqual(
      [
        completingAt("/in", 3),
        completingAt("/intake", 3),
        completingAt("see @src/a", 10),
        completingAt("(@a", 3),
        completingAt("/model son", 10),
      ],
      [
        { kind: "command", query: "in", start: 0, end: 3 },
        { kind: "command", query: "in", start: 0, end: 3 },
        { kind: "mention", query: "src/a", start: 4, end: 10 },
        { kind: "mention", query: "a", start: 1, end: 3 },
        { kind: "argument", command: "model", query: "son", start: 7, end: 10 },
      ],
    );
  });

  it("leaves paths, addresses and later slashes alone", () => {
    for (const draft of ["a/b", "me@example.com", "text /x", "@a b", "/a\nb", ""]) {
      assert.equal(completingAt(draft, draft.length), undefined, draft);
    }
  });

  it("replaces what was typed", () => {
    assert.deepEqual(replaced("see @sr now", 4, 7, "@src/a.ts "), {
      draft: "see @src/a.ts  now",
      cursor: 14,
    });
  });

  it("puts names that begin with the query first", () => {
    assert.deepEqual(
      ranked(["skill:inspect", "init", "intake", "model"], (name) => name, "in"),
      ["init", "intake", "skill:inspect"],
    );
  });
});
