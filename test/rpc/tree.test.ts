import assert from "node:assert/strict";
import { join } from "node:path";
import { chainSession, readSession, treeSession, writeSessionFile } from "../support/sessionFiles.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { gate, ofType, useRpc } from "../support/rpcSuite.ts";

describe("rpc: the session tree", () => {
  const suite = useRpc({ retry: { enabled: false } });

  const openTree = (): RpcProcess => {
    const { root, cwd } = suite.workspace;
    return suite.start(["--session", writeSessionFile(join(root, "tree.jsonl"), treeSession(cwd))]);
  };

  async function dataOf(relay: RpcProcess, command: AnyRecord): Promise<AnyRecord> {
    const { success, error, data } = await relay.request(command);
    assert.equal(success, true, error as string);
    return data as AnyRecord;
  }

  async function errorOf(relay: RpcProcess, command: AnyRecord): Promise<string> {
    const { success, error } = await relay.request(command);
    assert.equal(success, false);
    return error as string;
  }

  const idsOf = (entries: AnyRecord[]): string[] => entries.map(({ id }) => id as string);

  it("rpc-additions.md 8: get_entries pages through the file and through the active path", async () => {
    const relay = openTree();
    const { leafId } = await dataOf(relay, { type: "get_state" });
    const all = (await dataOf(relay, { type: "get_entries" })).entries as AnyRecord[];
    const active = await dataOf(relay, { type: "get_entries", path: "active" });
    assert.deepEqual(idsOf(active.entries as AnyRecord[]).slice(0, 4), ["u1", "a1", "u3", "a3"]);
    assert.equal("hasMore" in active, false);
    assert.deepEqual(await dataOf(relay, { type: "get_entries", path: "active", before: "u3", limit: 1 }), {
      entries: all.filter(({ id }) => id === "a1"),
      leafId,
      hasMore: true,
    });
    assert.deepEqual(await dataOf(relay, { type: "get_entries", before: "u2", limit: 2 }), {
      entries: all.slice(0, 2),
      leafId,
      hasMore: false,
    });
    assert.deepEqual(await dataOf(relay, { type: "get_entries", since: "u1", limit: 2 }), {
      entries: all.slice(1, 3),
      leafId,
      hasMore: true,
    });
    const refusals: [AnyRecord, string | RegExp][] = [
      [{ path: "active", before: "u2" }, "Entry not found: u2"],
      [{ since: "u1", before: "u2" }, "Invalid get_entries command: since and before exclude each other"],
      [{ limit: 0 }, /^Invalid get_entries command: limit /],
      [{ limit: 1001 }, /^Invalid get_entries command: limit /],
    ];
    for (const [fields, expected] of refusals) {
      const error = await errorOf(relay, { type: "get_entries", ...fields });
      if (typeof expected === "string") assert.equal(error, expected);
      else assert.match(error, expected);
    }
  });

  it("rpc-additions.md 9: get_outline has a line for each of 50,000 entries", async () => {
    const { root, cwd } = suite.workspace;
    const relay = suite.start([
      "--session",
      writeSessionFile(join(root, "c.jsonl"), chainSession(cwd, 50_000)),
    ]);
    const { nodes, leafId } = await dataOf(relay, { type: "get_outline" });
    assert.ok(nodes.length >= 50_000 && nodes.length <= 50_002);
    assert.equal(nodes.at(-1).id, leafId);
    assert.deepEqual(nodes[1], {
      id: "00000001",
      parentId: "00000000",
      type: "message",
      role: "assistant",
      text: "answer 1",
      timestamp: "2026-01-01T00:00:00.000Z",
    });
    for (const { text } of nodes) if (/[\r\n]/.test(text as string)) assert.fail(JSON.stringify(text));
  });

  it("get_outline tells what each kind of entry is", async () => {
    const { root, cwd } = suite.workspace;
    const entry = (id: string, fields: object): AnyRecord => ({
      id,
      parentId: null,
      timestamp: "t",
      ...fields,
    });
    const message = (id: string, fields: object): AnyRecord =>
      entry(id, { type: "message", message: fields });
    const file = writeSessionFile(join(root, "kinds.jsonl"), [
      { type: "session", version: 3, id: "kinds", timestamp: "2026-01-01T00:00:00.000Z", cwd },
      message("user", { role: "user", content: ` two\n\n lines ${"x".repeat(200)}`, timestamp: 1 }),
      message("call", {
        role: "assistant",
        content: [{ type: "toolCall", id: "c", name: "read", arguments: { path: "a" } }],
        timestamp: 1,
      }),
      message("result", {
        role: "toolResult",
        toolCallId: "c",
        toolName: "read",
        content: [{ type: "text", text: "ENOENT" }],
        isError: true,
        timestamp: 1,
      }),
      message("shell", {
        role: "bashExecution",
        command: "ls",
        output: "",
        cancelled: false,
        truncated: false,
        timestamp: 1,
      }),
      entry("summary", { type: "branch_summary", fromId: "x", summary: "went\nwrong" }),
      entry("mark", { type: "label", targetId: "user", label: "here" }),
      entry("name", { type: "session_info", name: "N" }),
      { ...entry("orphan", { type: "custom", customType: "my.state" }), parentId: "missing" },
    ]);
    const relay = suite.start(["--session", file]);
    const { nodes } = await dataOf(relay, { type: "get_outline" });
    const base = { parentId: null, timestamp: "t" };
    assert.deepEqual(nodes.slice(0, 8), [
      {
        ...base,
        id: "user",
        type: "message",
        role: "user",
        text: `two lines ${"x".repeat(149)}…`,
        label: "here",
        labelTimestamp: "t",
      },
      { ...base, id: "call", type: "message", role: "assistant", text: 'read({"path":"a"})' },
      {
        ...base,
        id: "result",
        type: "message",
        role: "toolResult",
        text: "ENOENT",
        toolName: "read",
        isError: true,
      },
      { ...base, id: "shell", type: "message", role: "bashExecution", text: "ls" },
      { ...base, id: "summary", type: "branch_summary", text: "went wrong" },
      { ...base, id: "mark", type: "label", text: "here" },
      { ...base, id: "name", type: "session_info", text: "N" },
      { ...base, id: "orphan", type: "custom", text: "my.state" },
    ]);
  });

  it("rpc-additions.md 10: a move to a user message gives its content back, and the next prompt is its sibling", async () => {
    const relay = openTree();
    const { leafId: oldLeafId } = await dataOf(relay, { type: "get_state" });
    const from = relay.records.length;
    assert.deepEqual(await dataOf(relay, { type: "navigate_tree", targetId: "u2" }), {
      cancelled: false,
      editorText: "second",
      images: [{ type: "image", data: "aGk=", mimeType: "image/png" }],
      leafId: "a1",
    });
    assert.deepEqual(ofType(relay.records.slice(from), "session_tree"), [
      { type: "session_tree", newLeafId: "a1", oldLeafId },
    ]);
    suite.model.add({ text: "four" });
    await relay.prompt("fourth");
    const { entries } = await dataOf(relay, { type: "get_entries" });
    const sent = entries.find((entry: AnyRecord) => entry.message?.content?.[0]?.text === "fourth");
    const path = idsOf((await dataOf(relay, { type: "get_entries", path: "active" })).entries as AnyRecord[]);
    assert.deepEqual(path.slice(0, 2), ["u1", "a1"]);
    assert.ok(path.includes(sent.id as string));
    const request = suite.model.requests[0]?.messages.filter(({ role }) => role !== "system");
    assert.deepEqual(
      request?.map(({ role }) => role),
      ["user", "assistant", "user"],
    );
  });

  it("sessions-and-tools.md 22: a move to another entry makes it the leaf; to the leaf nothing happens", async () => {
    const relay = openTree();
    assert.deepEqual(await dataOf(relay, { type: "navigate_tree", targetId: "a2" }), {
      cancelled: false,
      leafId: "a2",
    });
    const from = relay.records.length;
    const count = ((await dataOf(relay, { type: "get_entries" })).entries as AnyRecord[]).length;
    assert.deepEqual(await dataOf(relay, { type: "navigate_tree", targetId: "a2", label: "x" }), {
      cancelled: false,
      leafId: "a2",
    });
    assert.deepEqual(ofType(relay.records.slice(from), "session_tree"), []);
    assert.equal(((await dataOf(relay, { type: "get_entries" })).entries as AnyRecord[]).length, count);
    assert.deepEqual(await dataOf(relay, { type: "navigate_tree", targetId: null }), {
      cancelled: false,
      leafId: null,
    });
    assert.deepEqual((await dataOf(relay, { type: "get_messages" })).messages, []);
    assert.equal(await errorOf(relay, { type: "navigate_tree", targetId: "zzz" }), "Entry zzz not found");
  });

  it("sessions-and-tools.md 23: a summary stands below the target, and the label on the summary", async () => {
    suite.model.add({ text: "## Goal\nTo leave." });
    const relay = openTree();
    const { leafId: fromId } = await dataOf(relay, { type: "get_state" });
    const result = await dataOf(relay, {
      type: "navigate_tree",
      targetId: "a2",
      summary: "default",
      customInstructions: "Mention marmalade",
      label: "left",
    });
    const { entries, leafId } = await dataOf(relay, { type: "get_entries" });
    const [summary, label] = entries.slice(-2) as AnyRecord[];
    assert.deepEqual(
      [summary?.type, summary?.parentId, summary?.fromId, label?.type, label?.targetId, label?.label],
      ["branch_summary", "a2", fromId, "label", summary?.id, "left"],
    );
    assert.match(summary?.summary as string, /\n\n## Goal\nTo leave\./);
    assert.deepEqual(result, { cancelled: false, leafId: label?.id, summaryEntryId: summary?.id });
    assert.equal(leafId, label?.id);
    assert.deepEqual(ofType(relay.records, "session_tree"), [
      { type: "session_tree", newLeafId: leafId, oldLeafId: fromId, summaryEntryId: summary?.id },
    ]);
    const request = JSON.stringify(suite.model.requests[0]?.messages);
    assert.match(request, /third/);
    assert.match(request, /Mention marmalade/);
    assert.doesNotMatch(request, /second/);
    const { messages } = await dataOf(relay, { type: "get_messages" });
    assert.equal(messages.at(-1).role, "branchSummary");
  });

  it("sessions-and-tools.md 24: a target below the leaf needs no summary", async () => {
    const relay = openTree();
    await dataOf(relay, { type: "navigate_tree", targetId: "a1" });
    assert.deepEqual(await dataOf(relay, { type: "navigate_tree", targetId: "a2", summary: "default" }), {
      cancelled: false,
      leafId: "a2",
    });
    assert.deepEqual(suite.model.requests, []);
  });

  it("sessions-and-tools.md 25: a summary that fails leaves the leaf where it is", async () => {
    suite.model.add({ status: 400, errorBody: { error: { message: "no such luck" } } });
    const relay = openTree();
    const before = await dataOf(relay, { type: "get_state" });
    assert.match(
      await errorOf(relay, { type: "navigate_tree", targetId: "a2", summary: "default" }),
      /^Branch summarization failed: .*no such luck/,
    );
    assert.deepEqual(await dataOf(relay, { type: "get_state" }), before);
  });

  it("rpc-additions.md 11: abort ends a summary in progress; meanwhile prompts and moves are refused", async () => {
    const held = gate();
    const asked = gate();
    suite.model.add(() => {
      asked.open();
      return { text: "slow", before: held.opened };
    });
    const relay = openTree();
    const before = await dataOf(relay, { type: "get_state" });
    const move = relay.send({ type: "navigate_tree", targetId: "a2", summary: "default" });
    await asked.opened;
    assert.equal((await dataOf(relay, { type: "get_state" })).isCompacting, true);
    assert.match(
      await errorOf(relay, { type: "prompt", message: "p" }),
      /^Cannot submit a prompt while compaction is in progress\./,
    );
    assert.equal(
      await errorOf(relay, { type: "navigate_tree", targetId: "a1" }),
      "Wait for the current compaction or tree navigation to finish before navigating the session tree.",
    );
    assert.equal((await relay.request({ type: "abort" })).success, true);
    held.open();
    const answer = await relay.waitFor((record) => record.id === move);
    assert.deepEqual(answer.data, { cancelled: true, aborted: true, leafId: before.leafId });
    assert.deepEqual(await dataOf(relay, { type: "get_state" }), before);
    assert.deepEqual(ofType(relay.records, "session_tree"), []);
  });

  it("rpc-additions.md 12: a move during a run is refused, and the run goes on", async () => {
    const held = gate();
    suite.model.add({ text: "begun", hold: held.opened });
    const relay = openTree();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.type === "message_update");
    assert.equal(
      await errorOf(relay, { type: "navigate_tree", targetId: "a2" }),
      "Wait for the current response to finish before navigating the session tree.",
    );
    held.open();
    const settled = await relay.waitFor((record) => record.type === "agent_settled");
    assert.equal(settled.aborted, false);
  });

  it("rpc-additions.md 13: labels are set and cleared, on any branch", async () => {
    const relay = openTree();
    const labelOf = async (id: string): Promise<unknown> =>
      (await dataOf(relay, { type: "get_outline" })).nodes.find((node: AnyRecord) => node.id === id).label;
    await dataOf(relay, { type: "get_state" });
    for (const clear of [null, ""]) {
      assert.equal((await relay.request({ type: "set_label", entryId: "a2", label: "mine" })).success, true);
      assert.equal(await labelOf("a2"), "mine");
      assert.equal((await relay.request({ type: "set_label", entryId: "a2", label: clear })).success, true);
      assert.equal(await labelOf("a2"), undefined);
    }
    assert.equal(
      await errorOf(relay, { type: "set_label", entryId: "zzz", label: "x" }),
      "Entry zzz not found",
    );
    const { sessionFile, leafId } = await dataOf(relay, { type: "get_state" });
    assert.deepEqual([readSession(sessionFile as string).at(-1)?.id], [leafId]);
  });

  it("get_session_stats sums usage by model, abandoned branches included", async () => {
    const relay = openTree();
    suite.model.add({ text: "x", usage: { prompt_tokens: 7, completion_tokens: 3 } });
    await relay.request({ type: "set_model", provider: "fake", modelId: "m0" });
    await relay.prompt("p");
    const { byModel, tokens, cost } = await dataOf(relay, { type: "get_session_stats" });
    assert.deepEqual(byModel, [
      {
        provider: "fake",
        model: "m1",
        requests: 3,
        tokens: { input: 30, output: 6, cacheRead: 0, cacheWrite: 0, total: 36 },
        cost: 1.5,
      },
      {
        provider: "fake",
        model: "m0",
        requests: 1,
        tokens: { input: 7, output: 3, cacheRead: 0, cacheWrite: 0, total: 10 },
        cost: 0,
      },
    ]);
    assert.deepEqual([tokens.total, cost], [46, 1.5]);
  });

  it("get_available_models tells the scope in cycle order", async () => {
    const plain = suite.start();
    assert.deepEqual((await dataOf(plain, { type: "get_available_models" })).scoped, []);
    const scoped = suite.start(["--no-session", "--models", "fake/m0,fake/m1:high"]);
    assert.deepEqual((await dataOf(scoped, { type: "get_available_models" })).scoped, [
      { provider: "fake", id: "m0" },
      { provider: "fake", id: "m1", thinkingLevel: "high" },
    ]);
  });
});
