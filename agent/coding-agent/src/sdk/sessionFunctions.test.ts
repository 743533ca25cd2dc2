import assert from "node:assert/strict";
import { SessionManager } from "../sessions/sessionManager.ts";
import { buildSessionContext, getLatestCompactionEntry, parseSessionEntries } from "./sessionFunctions.ts";

describe("functions on session entries", () => {
  function session(): SessionManager {
    const manager = SessionManager.inMemory("/project");
    manager.appendModelChange("p", "m");
    manager.appendMessage({ role: "user", content: "one", timestamp: 1 });
    const kept = manager.appendMessage({ role: "user", content: "two", timestamp: 2 });
    manager.appendCompaction("SUMMARY", kept, 100);
    return manager;
  }

  it("parse a file, and nothing that is none", () => {
    const manager = session();
    const text = [manager.getHeader(), ...manager.getEntries()]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join("");
    assert.deepEqual(parseSessionEntries(text), manager.getEntries());
    assert.deepEqual(parseSessionEntries("no session\n"), []);
  });

  it("build the context of entries as their session does", () => {
    const manager = session();
    assert.deepEqual(buildSessionContext(manager.getEntries()), manager.buildSessionContext());
    assert.deepEqual(buildSessionContext([]).messages, []);
  });

  it("find the last compaction", () => {
    const entries = session().getEntries();
    assert.equal(getLatestCompactionEntry(entries), entries.at(-1));
    assert.equal(getLatestCompactionEntry(entries.slice(0, -1)), undefined);
  });
});
