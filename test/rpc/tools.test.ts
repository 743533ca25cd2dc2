import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedCall } from "../fakes/scriptedModel.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { isAssistantEnd, ofType, textOf, useRpc } from "../support/rpcSuite.ts";

const allTools = ["--tools", "read,write,edit,bash,ls,grep,find"];
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("rpc: tools", () => {
  const suite = useRpc();

  async function runCalls(calls: ScriptedCall[], args = allTools): Promise<Map<string, AnyRecord>> {
    suite.model.add({ calls: calls.map((call, index) => ({ id: `c${index}`, ...call })) }, { text: "ok" });
    const relay = suite.start(["--no-session", ...args]);
    const records = await relay.prompt("go");
    assert.equal(records.filter(isAssistantEnd).at(-1)?.message.stopReason, "stop");
    const ends = ofType(records, "tool_execution_end");
    const results = records.filter(
      (record) => record.type === "message_end" && record.message.role === "toolResult",
    );
    assert.deepEqual(
      results.map(({ message }) => message.toolCallId),
      calls.map((call, index) => call.id ?? `c${index}`),
    );
    for (const { message } of results) {
      const end = ends.find((record) => record.toolCallId === message.toolCallId);
      assert.deepEqual(end?.result.content, message.content);
      assert.deepEqual(end?.result.details, message.details);
      assert.equal(end?.isError, message.isError);
    }
    return new Map(ends.map((end) => [end.toolCallId as string, end]));
  }

  it("every tool reports its result in records of the protocol", async () => {
    suite.workspace.write("a.txt", "one\ntwo\n");
    writeFileSync(join(suite.workspace.cwd, "pixel.png"), Buffer.from(pixel, "base64"));
    const ends = await runCalls([
      { name: "read", arguments: { path: "a.txt" } },
      { name: "read", arguments: { path: "pixel.png" } },
      { name: "write", arguments: { path: "deep/er/b.txt", content: "new\n" } },
      { name: "edit", arguments: { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] } },
      { name: "bash", arguments: { command: "seq 1 5000" } },
      { name: "bash", arguments: { command: "echo bad; exit 4" } },
      { name: "ls", arguments: { path: "." } },
      { name: "grep", arguments: { pattern: "one" } },
      { name: "find", arguments: { pattern: "*.png" } },
    ]);
    const failed = [...ends.values()].filter((end) => end.isError).map((end) => end.toolCallId as string);
    assert.deepEqual(failed, ["c5"]);
    const text = (id: string): string => textOf(ends.get(id)?.result as AnyRecord);
    assert.match(text("c0"), /one\ntwo/);
    assert.deepEqual(
      ends.get("c1")?.result.content.map((block: AnyRecord) => block.type),
      ["text", "image"],
    );
    assert.equal(readFileSync(join(suite.workspace.cwd, "deep/er/b.txt"), "utf8"), "new\n");
    assert.equal(readFileSync(join(suite.workspace.cwd, "a.txt"), "utf8"), "one\n2\n");
    assert.match(text("c4"), /5000/);
    assert.match(text("c5"), /bad[\s\S]*4/);
    assert.match(text("c8"), /pixel\.png/);
    const fullOutput = ends.get("c4")?.result.details?.fullOutputPath as string | undefined;
    assert.ok(fullOutput);
    rmSync(fullOutput);
  });

  it("failing calls are error results with empty details", async () => {
    suite.workspace.write("a.txt", "one\n");
    const ends = await runCalls([
      { name: "read", arguments: { path: "missing.txt" } },
      { name: "read", arguments: { path: "." } },
      { name: "edit", arguments: { path: "a.txt", edits: [{ oldText: "absent", newText: "x" }] } },
      { name: "edit", arguments: { path: "missing.txt", edits: [{ oldText: "a", newText: "b" }] } },
      { name: "write", arguments: { path: "a.txt/b", content: "x" } },
      { name: "ls", arguments: { path: "missing" } },
      { name: "grep", arguments: { pattern: "(" } },
      { name: "bash", arguments: { command: "sleep 60", timeout: 0.05 } },
      { name: "read", arguments: {} },
    ]);
    assert.deepEqual(
      [...ends.values()].map((end) => end.isError),
      Array.from({ length: 9 }, () => true),
    );
    for (const end of ends.values()) {
      assert.notEqual(textOf(end.result as AnyRecord), "");
      assert.doesNotMatch(textOf(end.result as AnyRecord), /\n\s+at .*:\d+:\d+/);
    }
  });

  it("a tool that was not given is unknown to the model and to the loop", async () => {
    const ends = await runCalls([{ name: "bash", arguments: { command: "true" } }], ["--tools", "read"]);
    assert.equal(textOf(ends.get("c0")?.result as AnyRecord), "Tool bash not found");
    assert.deepEqual(
      suite.model.requests[0]?.tools?.map((tool) => tool.function.name),
      ["read"],
    );
  });

  it("output of a tool is replaced, tail-limited, while it runs", async () => {
    suite.model.add(
      {
        calls: [
          { name: "bash", arguments: { command: "seq 1 20000; until [ -e go ]; do sleep 0.01; done" } },
        ],
      },
      { text: "ok" },
    );
    const relay = suite.start();
    const finished = relay.prompt("go");
    const isLast = (record: AnyRecord): boolean =>
      record.type === "tool_execution_update" &&
      /\b20000\n?$/.test(textOf(record.partialResult as AnyRecord));
    const update = await relay.waitFor(isLast);
    assert.ok(textOf(update.partialResult as AnyRecord).length < 60_000);
    suite.workspace.write("go", "");
    const records = await finished;
    const end = records.find((record) => record.type === "tool_execution_end");
    rmSync(end?.result.details.fullOutputPath as string);
  });
});
