import assert from "node:assert/strict";
import type { Host } from "../../../extension/src/host/host.ts";
import { figures } from "./figures.ts";
import { createTestHost, openChat } from "./testHost.ts";
import type { ViewClient } from "./viewClient.ts";

describe("chat", () => {
  let host: Host;
  let client: ViewClient;

  before(async () => {
    host = createTestHost();
    client = await openChat(host);
  });
  after(() => host.sessions.closeAll());

  it("shows a document that may load only what came with the extension", () => {
    assert.match(client.html, /default-src &#39;none&#39;/);
    assert.match(client.html, /script-src &#39;nonce-[\w-]+&#39; &#39;strict-dynamic&#39;/);
  });

  it("opens an empty conversation with models and commands", () => {
    const { entries = [], hasMore } = client.openings.at(-1)?.page ?? {};
    assert.deepEqual([entries.filter(({ type }) => type === "message"), hasMore], [[], false]);
    assert.equal(client.state.models.current?.id, "m1");
    assert.ok(client.state.commands.some(({ name }) => name === "compact"));
    assert.deepEqual(client.state.disabled, {});
  });

  it("streams an answer and settles", async () => {
    await client.request("prompt/send", { text: "say hello", mode: "send" });
    await client.until(() => client.eventTypes().includes("agent_settled"));
    assert.deepEqual(client.answers(), ["Hello there"]);
    assert.ok(client.eventTypes().includes("message_update"));
    assert.equal(client.state.run.isRunning, false);
    await client.until(() => client.state.session?.hasMessages);
  });

  it("vscode.md 4: a document that is made anew gets the stored page", async () => {
    await client.reload();
    const opening = await client.until(() => client.openings.at(-1));
    const roles = opening.page.entries.flatMap((entry) =>
      entry.type === "message" ? [entry.message.role] : [],
    );
    assert.deepEqual(
      roles.filter((role) => role === "user" || role === "assistant"),
      ["user", "assistant"],
    );
    assert.deepEqual(
      opening.live.filter(({ kind }) => kind === "row"),
      [],
    );
  });

  it("vscode.md 6: Stop puts what was queued before the draft, then ends the run", async () => {
    await client.request("prompt/send", { text: "wait", mode: "send" });
    await client.until(() => client.eventTypes().includes("message_update"));
    await client.request("prompt/send", { text: "first", mode: "steer" });
    await client.request("prompt/send", { text: "second", mode: "queue" });
    await client.until(() => client.state.queue.length === 2);
    assert.deepEqual(
      client.state.queue.map(({ kind, text }) => [kind, text]),
      [
        ["steer", "first"],
        ["followUp", "second"],
      ],
    );
    await client.request("prompt/stop", {});
    assert.deepEqual(client.drafts.at(-1), { text: "first\n\nsecond", mode: "prepend", focus: true });
    assert.deepEqual(client.state.queue, []);
    await client.until(() => !client.state.run.isRunning);
  });

  it("vscode.md 7: asks before a destructive command, and tells the agent the answer", async () => {
    await client.request("prompt/send", { text: "tidy up", mode: "send" });
    const dialog = await client.until(() => client.state.dialogs[0]);
    assert.ok(dialog.method === "confirm" && dialog.context?.kind === "authorization");
    assert.equal(dialog.context.command, "rm -rf build");
    await client.request("dialog/answer", { id: dialog.id, answer: { confirmed: false, reason: "keep it" } });
    await client.until(() => !client.state.run.isRunning && client.state.dialogs.length === 0);
    // Records come in batches: the state may know the end of the run before they are here.
    const result = await client.until(() => toolResults(client).at(-1));
    assert.match(result, /keep it/);
  });

  it("answers a message that is not in the contract with an error, and goes on", async () => {
    await assert.rejects(
      client.request("prompt/send", { text: "x", mode: "later" as "send" }),
      /mode must be one of send, steer, queue/,
    );
    assert.deepEqual(
      await client.request("find/query", { query: "hello" }).then(({ isCut }) => isCut),
      false,
    );
  });

  it("vscode.md 11: shows a row when the agent is killed, starts it again once and keeps the session", async () => {
    const id = client.state.session?.id;
    const pid = host.sessions.active?.processId;
    assert.ok(pid);
    await client.request("prompt/send", { text: "wait", mode: "send" });
    await client.until(() => client.eventTypes().includes("message_update"));
    const begin = performance.now();
    process.kill(pid, "SIGKILL");
    const stopped = await client.until(() => client.records.find((record) => record.kind === "row"));
    figures.push({
      label: "kill -9 of the agent: until the row is sent",
      value: performance.now() - begin,
      bar: 2000,
      unit: "ms",
    });
    assert.equal(stopped.kind === "row" && stopped.row.text, "The agent stopped (signal SIGKILL)");
    await client.until(() => client.state.agent.kind === "ready");
    assert.equal(client.state.session?.id, id);
    assert.equal(client.state.run.isRunning, false);
  });
});

function toolResults({ records }: ViewClient): string[] {
  return records.flatMap((record) =>
    record.kind === "event" &&
    record.event.type === "message_end" &&
    record.event.message.role === "toolResult"
      ? [JSON.stringify(record.event.message.content)]
      : [],
  );
}
