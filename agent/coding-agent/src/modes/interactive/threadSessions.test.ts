import assert from "node:assert/strict";
import type { SessionSummary } from "@relay-harness/protocol";
import { threadSessions } from "./threadSessions.ts";

function session(path: string, parentSession?: string): SessionSummary {
  return { path, ...(parentSession !== undefined && { parentSession }) } as SessionSummary;
}

/** Paths, a dot before each for every level. */
function shown(sessions: readonly SessionSummary[]): string[] {
  return threadSessions(sessions).map(({ session: { path }, depth }) => ".".repeat(depth) + path);
}

describe("threadSessions", () => {
  it("cli.md §13.7: puts copies below their original, families by their latest activity", () => {
    const given = [
      session("copy of copy", "copy"),
      session("other"),
      session("copy", "original"),
      session("second copy", "original"),
      session("orphan", "gone"),
      session("original"),
    ];
    assert.deepEqual(shown(given), [
      "original",
      ".copy",
      "..copy of copy",
      ".second copy",
      "other",
      "orphan",
    ]);
  });

  it("shows every session once, whatever the files say about each other", () => {
    const given = [session("self", "self"), session("a", "b"), session("b", "a"), session("below", "a")];
    assert.deepEqual(
      shown(given)
        .map((path) => path.replaceAll(".", ""))
        .toSorted(),
      ["a", "b", "below", "self"],
    );
  });

  it("does not run out of columns or stack in a long chain", () => {
    const chain = Array.from({ length: 5000 }, (_, index) => session(String(index), String(index + 1)));
    const rows = threadSessions(chain);
    assert.deepEqual([rows.length, rows.at(-1)?.session.path, rows.at(-1)?.depth], [5000, "0", 5]);
  });
});
