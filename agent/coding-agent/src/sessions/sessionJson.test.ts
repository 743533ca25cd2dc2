import assert from "node:assert/strict";
import fc from "fast-check";
import { joinJson, type JsonPiece } from "../base/jsonPieces.ts";
import { TestDir, assistant, header, jsonl, messageEntry, user } from "./fixtures.test.ts";
import { run, step } from "./randomSteps.test.ts";
import { SessionManager } from "./sessionManager.ts";

function valueOf(pieces: readonly JsonPiece[]): unknown {
  return JSON.parse(joinJson(pieces).toString());
}

function assertSameJson(pieces: readonly JsonPiece[], value: unknown): void {
  assert.deepEqual(valueOf(pieces), JSON.parse(JSON.stringify(value)));
}

describe("sessions as JSON", () => {
  const dir = new TestDir();
  beforeEach(() => dir.create());
  afterEach(() => dir.remove());

  it("is what the parsed session says, on every branch, before and after it is parsed", () => {
    let count = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.array(step, { maxLength: 5 }), (steps, later) => {
        const written = SessionManager.create("/w", dir.path, { id: `s${count++}` });
        written.appendMessage(user("first"));
        for (const action of steps) run(written, action);
        written.close();
        const session = SessionManager.open(written.getSessionFile() ?? "");
        for (const action of later) run(session, action);
        for (let round = 0; round < 2; round++) {
          for (const id of [session.getLeafId(), ...session.getTreeEntries().map((entry) => entry.id)]) {
            if (id !== null) session.branch(id);
            assertSameJson(session.messagesJson(), session.buildSessionContext().messages);
          }
          assertSameJson(session.entriesJson(session.getTreeEntries()), session.getEntries());
          assertSameJson(session.treeJson(), session.getTree());
        }
        session.close();
      }),
      { numRuns: 60 },
    );
  });

  it("holds U+FFFD for bytes that are no UTF-8", () => {
    const [before, after] = jsonl(header(), messageEntry("u1", null, { ...user("one|two") })).split("|");
    const bytes = Buffer.concat([Buffer.from(before ?? ""), Buffer.of(0xc3, 0xff), Buffer.from(after ?? "")]);
    const session = SessionManager.open(dir.file("x.jsonl", bytes));
    assert.deepEqual(valueOf(session.messagesJson()), [user("one\uFFFD\uFFFDtwo")]);
    session.close();
  });

  it("writes paths that are deeper than the stack", () => {
    const depth = 20_000;
    const lines = Array.from({ length: depth }, (_, n) =>
      messageEntry(`e${n}`, n === 0 ? null : `e${n - 1}`, { ...assistant("x") }),
    );
    const session = SessionManager.open(dir.file("deep.jsonl", jsonl(header(), ...lines)));
    const json = joinJson(session.treeJson()).toString();
    assert.ok(json.endsWith(`"children":[${"]}".repeat(depth)}]`));
    session.close();
  });
});
