import assert from "node:assert/strict";
import { describeEntryProblem, describeRecordProblem } from "./describeRecordProblem.ts";

const usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

describe("describeRecordProblem", () => {
  it("names what no record can be", () => {
    assert.equal(describeRecordProblem([]), "record must be an object");
    assert.equal(describeRecordProblem({}), "type must be a string");
    assert.equal(describeRecordProblem({ type: "nope" }), "unknown record type: nope");
    assert.equal(describeRecordProblem({ type: "toString" }), "unknown record type: toString");
  });

  it("names the field of an event, through unions and arrays", () => {
    assert.equal(
      describeRecordProblem({ type: "agent_settled" }),
      "agent_settled: aborted must be a boolean",
    );
    assert.equal(
      describeRecordProblem({ type: "queue_update", steering: ["a", 1], followUp: [] }),
      "queue_update: steering[1] must be a string",
    );
    const message = { role: "user", content: [{ type: "text", text: 5 }], timestamp: 1 };
    assert.equal(
      describeRecordProblem({ type: "message_end", message }),
      "message_end: message.content[0].text must be a string",
    );
    assert.equal(
      describeRecordProblem({
        type: "message_update",
        usage,
        assistantMessageEvent: { type: "text_middle" },
      }),
      "message_update: assistantMessageEvent.type must be one of text_start, thinking_start, toolcall_start, " +
        "text_delta, thinking_delta, toolcall_delta, text_end, thinking_end, toolcall_end",
    );
    assert.equal(
      describeRecordProblem({
        type: "message_update",
        usage,
        assistantMessageEvent: { type: "text_start", contentIndex: -1 },
      }),
      "message_update: assistantMessageEvent.contentIndex must be an integer of at least 0",
    );
  });

  it("tolerates unknown roles, fields and entry types", () => {
    assert.equal(describeRecordProblem({ type: "agent_start", more: 1 }), undefined);
    assert.equal(describeRecordProblem({ type: "message_end", message: { role: "x" } }), undefined);
    assert.equal(describeRecordProblem({ type: "entry_appended", entry: { type: "x" } }), undefined);
    assert.equal(
      describeRecordProblem({ type: "entry_appended", entry: { type: 5 } }),
      "entry_appended: entry.type must be one of message, model_change, thinking_level_change, usage, compaction, " +
        "context_edit, branch_summary, custom, custom_message, label, session_info",
    );
  });

  it("checks the data of a response by its command", () => {
    const response = { type: "response", command: "clone", success: true };
    assert.equal(describeRecordProblem({ type: "response" }), "response: command must be a string");
    assert.equal(
      describeRecordProblem({ type: "response", command: "clone" }),
      "response to clone: success must be a boolean",
    );
    assert.equal(describeRecordProblem(response), "response to clone: data must be an object");
    assert.equal(
      describeRecordProblem({ ...response, data: { cancelled: 1 } }),
      "response to clone: data.cancelled must be a boolean",
    );
    assert.equal(
      describeRecordProblem({ ...response, success: false }),
      "response to clone: error must be a string",
    );
    assert.equal(
      describeRecordProblem({ ...response, command: "abort", data: null }),
      "response to abort: data must be absent",
    );
    assert.equal(describeRecordProblem({ ...response, command: "cycle_model", data: null }), undefined);
    assert.equal(
      describeRecordProblem({ ...response, command: "cycle_model" }),
      "response to cycle_model: data must be an object or null",
    );
    assert.equal(
      describeRecordProblem({ ...response, command: "foobar" }),
      "response to foobar: unknown command",
    );
  });

  it("checks a UI request by its method", () => {
    const request = { type: "extension_ui_request", id: "u", method: "confirm", title: "T", message: "" };
    assert.equal(describeRecordProblem(request), undefined);
    assert.equal(describeRecordProblem({ ...request, id: 1 }), "extension_ui_request: id must be a string");
    assert.equal(
      describeRecordProblem({ ...request, method: 1 }),
      "extension_ui_request: method must be a string",
    );
    assert.equal(
      describeRecordProblem({ ...request, method: "dance" }),
      "extension_ui_request: unknown method dance",
    );
    assert.equal(
      describeRecordProblem({ ...request, title: undefined }),
      "extension_ui_request confirm: title must be a string",
    );
  });

  it("rpc.md 55: follows a tree of 20,000 nodes", () => {
    const entry = { type: "session_info", id: "a", parentId: null, timestamp: "2024-12-03T14:00:00.000Z" };
    const treeOver = (leaf: object): object => {
      let node: object = { entry: leaf, children: [] };
      for (let depth = 1; depth < 20_000; depth++) node = { entry, children: [node] };
      return { type: "response", command: "get_tree", success: true, data: { tree: [node], leafId: null } };
    };
    assert.equal(describeRecordProblem(treeOver(entry)), undefined);
    const problem = describeRecordProblem(treeOver({ ...entry, id: "" }));
    assert.ok(problem?.startsWith("response to get_tree: data.tree[0].children[0].children[0]"));
    assert.ok(problem?.endsWith(".children[0].entry.id must not be empty"));
  });
});

describe("describeEntryProblem", () => {
  it("names the field of an entry", () => {
    const entry = { type: "model_change", id: "a", parentId: null, timestamp: "2024-12-03T14:00:00.000Z" };
    assert.equal(describeEntryProblem({ ...entry, provider: "p", modelId: "m" }), undefined);
    assert.equal(describeEntryProblem(entry), "entry: provider must be a string");
    assert.equal(describeEntryProblem({ ...entry, parentId: 5 }), "entry: parentId must be a string or null");
    assert.equal(
      describeEntryProblem({ ...entry, timestamp: "2024-12-03" }),
      "entry: timestamp must be an ISO 8601 time in UTC with milliseconds",
    );
    assert.equal(describeEntryProblem(5), "entry: must be an object");
  });
});
