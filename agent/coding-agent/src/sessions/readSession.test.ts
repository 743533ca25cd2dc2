import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import fc from "fast-check";
import { convertToLlm } from "@relay-harness/agent-core/loop";
import type { JsonObject } from "@relay-harness/protocol";
import { sessionStats } from "../session/sessionStats.ts";
import {
  TestDir,
  assistant,
  header,
  jsonl,
  messageEntry,
  readLines,
  readRecords,
  user,
} from "./fixtures.test.ts";
import { parseSession } from "./parseSession.ts";
import { SessionManager } from "./sessionManager.ts";

describe("reading sessions", () => {
  const dir = new TestDir();
  beforeEach(() => dir.create());
  afterEach(() => dir.remove());

  const u1 = messageEntry("u1", null, { ...user("one") });
  const a1 = messageEntry("a1", "u1", { ...assistant("two") });

  function open(content: string): SessionManager {
    return SessionManager.open(dir.file("x.jsonl", content));
  }
  function ids(manager: SessionManager): string[] {
    return manager.getEntries().map((entry) => entry.id);
  }

  it("sessions-and-tools.md 3: chains a version 1 file, and a second open changes nothing", () => {
    const entry = (message: JsonObject) => ({
      type: "message",
      timestamp: "2026-01-01T00:00:01.000Z",
      message,
    });
    const file = dir.file(
      "v1.jsonl",
      jsonl(
        {
          type: "session",
          id: "s",
          timestamp: "2026-01-01T00:00:00.000Z",
          cwd: "/p",
          provider: "x",
          modelId: "m",
        },
        entry({ role: "user", content: "u1", timestamp: 1 }),
        entry({ ...assistant("a") }),
        entry({ role: "user", content: "u2", timestamp: 2 }),
        {
          type: "compaction",
          timestamp: "2026-01-01T00:00:02.000Z",
          summary: "SUM",
          firstKeptEntryIndex: 3,
          tokensBefore: 1000,
        },
      ),
    );
    SessionManager.open(file);
    const [head, ...entries] = readRecords(file);
    assert.deepEqual([head?.version, head?.provider], [3, "x"]);
    assert.deepEqual(
      entries.map((record) => record.parentId),
      [null, ...entries.slice(0, -1).map((record) => record.id)],
    );
    assert.equal(entries[3]?.firstKeptEntryId, entries[2]?.id);
    assert.equal("firstKeptEntryIndex" in (entries[3] ?? {}), false);
    const before = readFileSync(file, "utf8");
    const { ino } = statSync(file);
    const manager = SessionManager.open(file);
    assert.equal(readFileSync(file, "utf8"), before);
    assert.equal(statSync(file).ino, ino);
    assert.deepEqual(readdirSync(dir.path), ["v1.jsonl"]);
    assert.deepEqual(
      manager.buildSessionContext().messages.map((message) => message.role),
      ["compactionSummary", "user"],
    );
  });

  it("sessions-and-tools.md 4: renames hookMessage of a version 2 file and keeps ids and broken lines", () => {
    const hook = messageEntry("h1", "u1", {
      role: "hookMessage",
      customType: "x",
      content: "c",
      display: true,
      extra: 1,
    });
    const file = dir.file("v2.jsonl", jsonl(header({ version: 2 }), u1, "{broken", hook));
    SessionManager.open(file);
    const lines = readLines(file);
    assert.equal(lines[2], "{broken");
    const parsed = JSON.parse(lines[3] ?? "") as { id: string; message: JsonObject };
    assert.deepEqual([parsed.id, parsed.message.role, parsed.message.extra], ["h1", "custom", 1]);
    assert.equal((JSON.parse(lines[0] ?? "") as JsonObject).version, 3);
  });

  it("sessions-and-tools.md 5: puts new entries on a fresh line after a torn one", () => {
    const manager = open(jsonl(header(), u1, a1) + '{"type":"message","id":"0000');
    assert.deepEqual(ids(manager), ["u1", "a1"]);
    manager.appendMessage(user("three"));
    const lines = readLines(manager.getSessionFile() ?? "");
    assert.equal(lines[3], '{"type":"message","id":"0000');
    assert.equal((JSON.parse(lines[4] ?? "") as JsonObject).parentId, "a1");
  });

  it("sessions-and-tools.md 6: starts its own line after a file without a final line feed", () => {
    const manager = open(jsonl(header(), u1).trimEnd());
    manager.appendMessage(assistant("two"));
    assert.equal(readRecords(manager.getSessionFile() ?? "").length, 3);
  });

  it("sessions-and-tools.md 7: skips lines that are no entries and leaves them in the file", () => {
    const noise = [
      "not json",
      "[]",
      "null",
      "5",
      "{}",
      '{"type":"message"}',
      "",
      "  \t",
      '{"type":"custom","customType":"x"}',
    ];
    const content = jsonl(header(), u1, ...noise, a1);
    const manager = open(content);
    assert.deepEqual(ids(manager), ["u1", "a1"]);
    assert.equal(readFileSync(manager.getSessionFile() ?? "", "utf8"), content);
  });

  it("sessions-and-tools.md 8: keeps the first of two entries with one id and warns once", () => {
    const manager = open(jsonl(header(), u1, a1, { ...u1, parentId: "a1" }));
    assert.deepEqual(ids(manager), ["u1", "a1"]);
    assert.equal(manager.warnings.length, 1);
    assert.equal(manager.getLeafId(), "a1");
  });

  it("sessions-and-tools.md 9: an unknown parent makes a root, its raw parentId stays", () => {
    const manager = open(jsonl(header(), u1, { ...a1, parentId: "deadbeef" }));
    assert.deepEqual(
      manager.getTree().map((node) => node.entry.id),
      ["u1", "a1"],
    );
    assert.equal(manager.getEntry("a1")?.parentId, "deadbeef");
    assert.equal(manager.buildSessionContext().messages.length, 1);
  });

  it("sessions-and-tools.md 10: ends at self-parents and cycles", () => {
    const self = messageEntry("s", "s", { ...user("x") });
    const manager = open(
      jsonl(
        header(),
        self,
        messageEntry("p", "q", { ...user("x") }),
        messageEntry("q", "p", { ...user("y") }),
      ),
    );
    assert.deepEqual(
      manager.getTree().map((node) => [node.entry.id, node.children.length]),
      [
        ["s", 0],
        ["p", 1],
      ],
    );
    assert.deepEqual(
      manager.getBranch().map((entry) => entry.id),
      ["p", "q"],
    );
  });

  it("sessions-and-tools.md 11: refuses what is no session and leaves it alone", () => {
    for (const content of [jsonl(u1), "text\n", "\n\n", "null\n", jsonl(header({ id: "" }))]) {
      const file = dir.file("no.jsonl", content);
      const message = `Session file is not a valid relay session: ${file}`;
      assert.throws(() => SessionManager.open(file), { code: "invalid-file", message });
      assert.equal(readFileSync(file, "utf8"), content);
    }
    assert.throws(() => SessionManager.open(dir.path), { code: "invalid-file" });
  });

  it("sessions-and-tools.md 12, 64: writes the header of a zero-byte file at once", () => {
    const manager = open("");
    const file = manager.getSessionFile() ?? "";
    assert.deepEqual(readRecords(file), [manager.getHeader()]);
    manager.appendModelChange("stub", "m1");
    assert.equal(readRecords(file).length, 2);
  });

  it("accepts a byte order mark, CRLF, invalid UTF-8 and a header without directory", () => {
    const crlf = `\uFEFF${jsonl(header({ cwd: undefined }), u1, a1).replaceAll("\n", "\r\n")}`;
    const manager = open(crlf);
    assert.deepEqual(ids(manager), ["u1", "a1"]);
    assert.equal(manager.getCwd(), process.cwd());
    const bytes = Buffer.concat([
      Buffer.from(
        jsonl(header()) + '{"type":"session_info","id":"n","parentId":null,"timestamp":"","name":"a',
      ),
      Buffer.of(0xff),
      Buffer.from('b"}\n'),
    ]);
    assert.equal(parseSession(bytes.toString("utf8"))?.entries.length, 1);
  });

  it("keeps unknown entry types in the tree without context, and completes missing content", () => {
    const odd = { type: "future", id: "f1", parentId: "u1", timestamp: "", payload: 1 };
    const bare = messageEntry("b1", "f1", { role: "assistant", content: null, provider: "stub", model: "m" });
    const manager = open(jsonl(header(), u1, odd, bare));
    assert.deepEqual(ids(manager), ["u1", "f1", "b1"]);
    const { messages, model } = manager.buildSessionContext();
    assert.equal(messages.length, 2);
    const last = messages[1];
    assert.ok(last?.role === "assistant");
    assert.deepEqual([last.content, last.usage.totalTokens], [[], 0]);
    assert.deepEqual(model, { provider: "stub", modelId: "m" });
  });

  it("opens a newer version as it is, with a warning", () => {
    const content = jsonl(header({ version: 9 }), u1);
    const manager = open(content);
    assert.equal(manager.warnings.length, 1);
    assert.equal(readFileSync(manager.getSessionFile() ?? "", "utf8"), content);
  });

  it("takes the last entry of the file as the leaf, whatever its type", () => {
    const label = { type: "label", id: "l1", parentId: "a1", timestamp: "", targetId: "u1", label: "x" };
    assert.equal(open(jsonl(header(), u1, a1, label)).getLeafId(), "l1");
  });

  it("takes entries whose fields are not of their kind for ones of an unknown type", () => {
    const broken: JsonObject[] = [
      { type: "session_info", name: [] },
      { type: "label", targetId: 5, label: "x" },
      { type: "model_change", provider: "p" },
      { type: "thinking_level_change", thinkingLevel: {} },
      { type: "compaction", summary: null, firstKeptEntryId: "u1" },
      { type: "branch_summary", summary: 1 },
      { type: "custom_message", customType: "c", content: 7 },
      { type: "context_edit", targetId: "u1", replacement: 5 },
      { type: "usage", provider: "p", model: "m", usage: {} },
      { type: "usage", kind: 5, provider: "p", model: "m", usage: assistant("").usage },
      { type: "custom", data: {} },
      { type: "custom", customType: "c", data: JSON.parse("[".repeat(600) + "]".repeat(600)) as JsonObject },
      { type: "message", message: { role: "user", content: [null] } },
      { type: "message", message: { role: "user", content: [{ type: "text" }] } },
      {
        type: "message",
        message: { role: "assistant", content: [{ type: "toolCall", id: "c", name: "x" }] },
      },
      { type: "message", message: { role: "system", content: "", sections: { a: 1 } } },
      { type: "message", message: { role: "system", content: "", toolsAdded: [{}] } },
      { type: "message", message: { role: "toolResult", content: 5, toolCallId: "c" } },
      { type: "message", message: { role: "bashExecution", command: "x" } },
    ];
    const chained = broken.map((entry, index) => ({
      ...entry,
      id: `b${index}`,
      parentId: index === 0 ? "u1" : `b${index - 1}`,
      timestamp: "",
    }));
    const content = jsonl(header(), u1, ...chained, { ...a1, parentId: chained.at(-1)?.id ?? null });
    const manager = open(content);
    const { messages, thinkingLevel } = manager.buildSessionContext();
    assert.deepEqual(messages, [user("one"), assistant("two")]);
    assert.deepEqual(
      [thinkingLevel, manager.getSessionName(), manager.getLabel("5")],
      [undefined, undefined, undefined],
    );
    assert.deepEqual(
      new Set(
        manager
          .getEntries()
          .slice(1, -1)
          .map(({ type }) => type as string),
      ),
      new Set(["unreadable"]),
    );
    assert.equal(readFileSync(manager.getSessionFile() ?? "", "utf8"), content);
  });

  it("gives an entry without a text for its time one", () => {
    const at = (id: string, timestamp: unknown, message: object = user("x")): JsonObject => ({
      ...messageEntry(id, null, { ...message }),
      timestamp,
    });
    const manager = open(
      jsonl(
        header(),
        at("iso", "2026-01-01T00:00:01.000Z"),
        at("text", "never"),
        at("number", 1767225601000),
        at("bad", null, { ...user("x"), timestamp: 1767225601000 }),
        at("none", undefined, { role: "user", content: "x" }),
      ),
    );
    const time = "2026-01-01T00:00:01.000Z";
    assert.deepEqual(
      manager.getEntries().map(({ timestamp }) => timestamp),
      [time, "never", time, time, "1970-01-01T00:00:00.000Z"],
    );
  });

  it("gives results and costs the parts that they lack", () => {
    const { usage } = assistant("two");
    const cost = { total: 3, input: -1 };
    const manager = open(
      jsonl(
        header(),
        u1,
        messageEntry("a1", "u1", { ...assistant("two"), usage: { ...usage, cost } }),
        messageEntry("a2", "a1", { ...assistant("two"), usage: { ...usage, input: -5 } }),
        messageEntry("a3", "a2", { ...assistant("two"), usage: { ...usage, totalTokens: 1e308 } }),
        messageEntry("r1", "a3", { role: "toolResult", toolCallId: "c", toolName: 4, content: [] }),
      ),
    );
    const messages = manager.buildSessionContext().messages as unknown as JsonObject[];
    const zero = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    assert.deepEqual(
      messages.slice(1, 4).map((message) => (message.usage as JsonObject).cost),
      [
        { ...zero, total: 3 },
        { ...zero, total: 0 },
        { ...zero, total: 0 },
      ],
    );
    assert.deepEqual([messages[4]?.toolName, messages[4]?.isError], ["", false]);
  });

  it("counts no usage that cannot be added up", () => {
    const result = { role: "toolResult", toolCallId: "c", content: [], usage: { input: "5" } };
    const manager = open(
      jsonl(
        header(),
        u1,
        messageEntry("a1", "u1", { ...assistant("two"), usage: 5 }),
        messageEntry("r1", "a1", result),
      ),
    );
    const [, answer, last] = manager.buildSessionContext().messages;
    assert.ok(answer?.role === "assistant" && last?.role === "toolResult");
    assert.deepEqual([answer.usage.totalTokens, "usage" in last], [0, false]);
  });

  it("takes fields of the header that are not of their kind for absent ones", () => {
    const manager = open(
      jsonl({ type: "session", id: "s", version: 3, timestamp: 5, cwd: [], parentSession: 1 }, u1),
    );
    assert.deepEqual(
      [manager.getCwd(), manager.getHeader()],
      [process.cwd(), { type: "session", id: "s", version: 3, timestamp: "" }],
    );
  });

  it("never fails on what stands in a file after its header", () => {
    const id = fc.constantFrom("a", "b", "c", "__proto__", "", 5, null);
    const any = fc.jsonValue({ maxDepth: 2 });
    const content = fc.oneof(
      any,
      fc.array(
        fc.oneof(
          any,
          fc.record({
            type: fc.constantFrom("text", "image", "thinking", "toolCall", "odd"),
            text: any,
            id: any,
            name: any,
            arguments: any,
          }),
        ),
        { maxLength: 3 },
      ),
    );
    const message = fc.record(
      {
        role: fc.constantFrom(
          "user",
          "assistant",
          "toolResult",
          "system",
          "bashExecution",
          "custom",
          "odd",
          3,
        ),
        content,
        sections: fc.oneof(any, fc.dictionary(fc.string(), any)),
        toolsAdded: fc.oneof(any, fc.array(fc.record({ name: any }), { maxLength: 2 })),
        toolsRemoved: any,
        usage: any,
      },
      { requiredKeys: ["role"] },
    );
    const entry = fc.record(
      {
        type: fc.constantFrom(
          ...["message", "model_change", "thinking_level_change", "compaction", "branch_summary", "label"],
          ...["session_info", "custom", "custom_message", "context_edit", "usage", "odd", 5],
        ),
        id,
        parentId: id,
        message: fc.oneof(message, any),
        ...{ targetId: id, replacement: any, label: any, name: any, summary: any, firstKeptEntryId: id },
        ...{ systemMessage: fc.oneof(message, any), content, usage: any, provider: any, modelId: any },
      },
      { requiredKeys: ["type", "id"] },
    );
    const version = fc.constantFrom(1, 2, 3, 9, "3", null);
    fc.assert(
      fc.property(version, fc.array(fc.oneof(entry, any), { maxLength: 8 }), (given, records) => {
        const lines = [header({ version: given }), ...records].map((record) => JSON.stringify(record));
        const manager = SessionManager.open(dir.file("p.jsonl", lines.join("\n")));
        manager.getTree();
        manager.getSystemState();
        convertToLlm(manager.buildSessionContext().messages);
        sessionStats(manager.getEntries(), { sessionId: "s" }, undefined);
        assert.equal(new Set(manager.getEntries().map((each) => each.id)).size, manager.getEntryCount());
        manager.appendSessionInfo("x");
        manager.close();
        SessionManager.open(manager.getSessionFile() ?? "").close();
      }),
      { numRuns: 200 },
    );
  });
});
