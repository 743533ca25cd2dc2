import assert from "node:assert/strict";
import { join } from "node:path";
import { writeSessionFile } from "../support/sessionFiles.ts";
import { isSettled, useRpc } from "../support/rpcSuite.ts";

const timestamp = "2026-01-01T00:00:01.000Z";

/** Entries that another program, or somebody's hand, has spoiled; each goes on from the one before it. */
const spoiled: Readonly<Record<string, readonly object[]>> = {
  "system messages": [
    { type: "message", message: { role: "system", content: 5, toolsAdded: null, toolsRemoved: {} } },
    { type: "message", message: { role: "system", content: "", toolsAdded: [null, { name: 5 }] } },
  ],
  "entries of extensions and of the harness": [
    { type: "custom" },
    { type: "custom", customType: 5, data: 1 },
    { type: "custom_message", content: null },
    ...["constraint", "approval", "correction", "retraction"].flatMap((kind) => [
      { type: "custom", customType: `relay.harness.${kind}`, data: 5 },
      { type: "custom", customType: `relay.harness.${kind}`, data: { id: {}, text: 5, ops: "x" } },
    ]),
  ],
  "amounts and times": [
    { type: "usage", kind: 5, provider: {}, usage: "x" },
    ...[1e308, 1e308, -1].map((amount) => ({
      type: "message",
      timestamp: 5,
      message: {
        role: "assistant",
        content: [],
        api: "openai-completions",
        provider: "fake",
        model: "m1",
        stopReason: "stop",
        timestamp: 1,
        usage: {
          input: amount,
          output: amount,
          cacheRead: amount,
          cacheWrite: amount,
          totalTokens: amount,
          cost: { total: amount },
        },
      },
    })),
  ],
  "values nested deeper than any stack": [
    { type: "custom", customType: "x", data: JSON.parse("[".repeat(5000) + "]".repeat(5000)) as object },
  ],
};

describe("rpc: sessions with spoiled entries", () => {
  const suite = useRpc({ compaction: { keepRecentTokens: 1 } });

  for (const [name, entries] of Object.entries(spoiled)) {
    it(`sessions-and-tools.md §1.3: ${name} do not keep a session from being read, used and copied`, async () => {
      const { cwd } = suite.workspace;
      const chained = [
        { type: "message", message: { role: "user", content: "hello", timestamp: 1 } },
        ...entries,
      ].map((entry, index) => ({
        timestamp,
        id: `e${index}`,
        parentId: index === 0 ? null : `e${index - 1}`,
        ...entry,
      }));
      const header = { type: "session", version: 3, id: "spoiled", timestamp, cwd };
      const path = writeSessionFile(join(suite.workspace.root, "s.jsonl"), [header, ...chained]);
      suite.model.reset([{ text: "sure" }], { repeatLast: true });
      const relay = suite.start(["--session", path]);
      const commands: { type: string; [field: string]: unknown }[] = [
        { type: "get_messages" },
        { type: "get_entries" },
        { type: "get_tree" },
        { type: "get_outline" },
        { type: "get_session_stats" },
        { type: "get_context" },
        { type: "get_harness" },
        { type: "list_sessions" },
        { type: "prompt", message: "Never use lodash." },
        { type: "export_html", outputPath: "o.html" },
        { type: "export_jsonl", outputPath: "o.jsonl" },
        { type: "compact" },
        { type: "clone" },
        { type: "navigate_tree", targetId: "e0" },
        { type: "prompt", message: "Go on." },
      ];
      const failed: unknown[] = [];
      for (const command of commands) {
        const from = relay.records.length;
        const { success, error } = await relay.request(command);
        if (success !== true) failed.push([command.type, error]);
        else if (command.type === "prompt") await relay.waitFor(isSettled, from);
      }
      assert.deepEqual(failed, []);
    });
  }
});
