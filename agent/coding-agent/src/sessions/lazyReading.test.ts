import assert from "node:assert/strict";
import { TestDir, assistant, header, jsonl, messageEntry, user } from "./fixtures.test.ts";
import { SessionManager } from "./sessionManager.ts";
import { StoredMessage } from "./storedMessage.ts";

describe("a long session", () => {
  const dir = new TestDir();
  const { parse } = StoredMessage.prototype;
  const count = 1000;
  let session: SessionManager;
  /** Ids of the messages that were parsed. */
  let parsed: string[];
  beforeEach(() => {
    dir.create();
    parsed = [];
    StoredMessage.prototype.parse = function (this: StoredMessage) {
      parsed.push(this.id);
      return parse.call(this);
    };
    const start = {
      type: "thinking_level_change",
      id: "t",
      parentId: null,
      timestamp: "",
      thinkingLevel: "low",
    };
    const messages = Array.from({ length: count }, (_, n) =>
      messageEntry(`m${n}`, n === 0 ? "t" : `m${n - 1}`, { ...(n % 2 ? assistant(`a${n}`) : user(`u${n}`)) }),
    );
    session = SessionManager.open(dir.file("long.jsonl", jsonl(header(), start, ...messages)));
  });
  afterEach(() => {
    StoredMessage.prototype.parse = parse;
    session.close();
    dir.remove();
  });

  it("is opened, counted, moved in and passed on without parsing messages", () => {
    const moved = "m500";
    assert.deepEqual([session.getLeafId(), session.getMessageCount()], [`m${count - 1}`, count]);
    session.branch(moved);
    assert.equal(session.getMessageCount(), 501);
    session.messagesJson();
    session.treeJson();
    session.getSystemState();
    session.appendSessionInfo("x");
    assert.deepEqual(parsed, []);
  });

  it("is remembered as it was without parsing messages", () => {
    const messages = session.snapshotMessages();
    session.appendMessage(user("later"));
    session.branch("m1");
    assert.deepEqual(parsed, []);
    assert.equal(messages().length, count);
    assert.deepEqual(messages().at(-1), assistant(`a${count - 1}`));
  });

  it("parses the last answer for its model", () => {
    const { model, thinkingLevel } = session.getSelection();
    assert.deepEqual(
      { model, thinkingLevel, parsed },
      {
        model: { provider: "stub", modelId: "m1" },
        thinkingLevel: "low",
        parsed: ["m999"],
      },
    );
  });

  it("parses each entry once, when somebody asks for it", () => {
    const entries = session
      .getTreeEntries()
      .slice(-3)
      .map(({ entry }) => entry);
    assert.deepEqual(parsed, ["m997", "m998", "m999"]);
    assert.deepEqual(session.getBranch().slice(-3), entries);
    assert.equal(session.getBranch().at(-1), entries.at(-1));
    assert.equal(parsed.length, count);
    assert.equal(new Set(parsed).size, count);
  });
});
