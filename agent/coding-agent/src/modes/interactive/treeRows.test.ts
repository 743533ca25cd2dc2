import assert from "node:assert/strict";
import { SessionManager } from "../../sessions/sessionManager.ts";
import { treeFilters, treeRows, type TreeFilter } from "./treeRows.ts";

type Message = Parameters<SessionManager["appendMessage"]>[0];

function user(text: string): Message {
  return { role: "user", content: [{ type: "text", text }], timestamp: 1 };
}

function answer(text: string, fields: object = {}): Message {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost };
  const content = text === "" ? [] : [{ type: "text" as const, text }];
  return {
    role: "assistant",
    api: "openai-completions",
    provider: "p",
    model: "m",
    usage,
    stopReason: "stop",
    timestamp: 1,
    content,
    ...fields,
  } as Message;
}

const call = { type: "toolCall", id: "c", name: "ls", arguments: {} };
const result = {
  role: "toolResult",
  toolCallId: "c",
  toolName: "ls",
  content: [],
  isError: false,
  timestamp: 1,
} as Message;

describe("treeRows", () => {
  let manager: SessionManager;
  let ids: Record<string, string>;
  beforeEach(() => {
    manager = SessionManager.inMemory("/work");
    const question = manager.appendMessage(user("question"));
    manager.appendMessage(answer("", { content: [call], stopReason: "toolUse" }));
    const called = manager.appendMessage(result);
    const left = manager.appendMessage(answer("left"));
    manager.appendLabelChange(left, "good");
    manager.branch(called);
    const failed = manager.appendMessage(answer("", { content: [call], stopReason: "aborted" }));
    manager.appendModelChange("p", "m2");
    ids = { question, called, left, failed };
  });

  /** Names of the rows, a dot before each for every level, a star behind the current one. */
  function shown(filter: TreeFilter): string[] {
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return treeRows(manager, filter).map(
      ({ entry, depth, isCurrent }) =>
        ".".repeat(depth) + (names.get(entry.id) ?? entry.type) + (isCurrent ? "*" : ""),
    );
  }

  it("sessions-and-tools.md §5: shows what each filter names, the active branch first", () => {
    assert.deepEqual(Object.fromEntries(treeFilters.map((filter) => [filter, shown(filter)])), {
      default: ["question", "called", ".failed*", ".left"],
      "no-tools": ["question", ".failed*", ".left"],
      "user-only": ["question*"],
      "labeled-only": ["left"],
      all: ["question", "message", "called", ".failed", ".model_change*", ".left", ".label"],
    });
  });

  it("shows every root of a file that has several", () => {
    manager.resetLeaf();
    ids.second = manager.appendMessage(user("again"));
    assert.deepEqual(shown("user-only"), ["second*", "question"]);
  });

  it("is empty for an empty session", () => {
    assert.deepEqual(treeRows(SessionManager.inMemory("/work"), "all"), []);
  });

  it("bears a conversation of any length", () => {
    for (let count = 0; count < 20_000; count++) manager.appendMessage(user("more"));
    const rows = treeRows(manager, "default");
    assert.deepEqual([rows.length, rows.filter(({ isCurrent }) => isCurrent).length], [20_004, 1]);
  });
});
