import assert from "node:assert/strict";
import type { Host } from "../../../extension/src/host/host.ts";
import { createTestHost, openChat } from "./testHost.ts";
import type { ViewClient } from "./viewClient.ts";

describe("sessions", () => {
  let host: Host;
  let client: ViewClient;

  before(async () => {
    host = createTestHost();
    client = await openChat(host);
  });
  after(() => host.sessions.closeAll());

  const send = (text: string, mode: "send" | "steer" | "queue" = "send") =>
    client.request("prompt/send", { text, mode });

  it("vscode.md 6: an edited queue keeps the order of the others and gives the text to the draft", async () => {
    await send("wait");
    await client.until(() => client.eventTypes().includes("message_update"));
    for (const text of ["one", "two", "three"]) await send(text, "queue");
    await client.until(() => client.state.queue.length === 3);
    const middle = client.state.queue.find(({ text }) => text === "two");
    assert.ok(middle);
    await client.request("queue/edit", { id: middle.id });
    await client.until(() => client.state.queue.length === 2);
    assert.deepEqual(
      client.state.queue.map(({ text, kind }) => [text, kind]),
      [
        ["one", "followUp"],
        ["three", "followUp"],
      ],
    );
    assert.equal(client.drafts.at(-1)?.text, "two");
  });

  it("vscode.md 3: a new session while one runs gets a process of its own, and the run goes on", async () => {
    const running = host.sessions.active;
    assert.ok(running?.isBusy);
    await host.runChatCommand("newSession", "");
    assert.notEqual(host.sessions.active, running);
    assert.equal(running.isBusy, true);
    assert.equal(host.sessions.all.length, 2);
    await client.until(() => client.state.agent.kind === "ready" && !client.state.run.isRunning);
    await send("say hello");
    await client.until(() => client.eventTypes().includes("agent_settled"));
    assert.deepEqual(client.answers(), ["Hello there"]);
    await running.request({ type: "clear_queue" });
    await running.request({ type: "abort" });
  });

  it("vscode.md 3: an idle process is used again for the next session", async () => {
    const pid = host.sessions.active?.processId;
    const before = client.state.session?.id;
    await host.runChatCommand("newSession", "");
    await client.until(() => client.state.session?.id !== before);
    assert.equal(host.sessions.active?.processId, pid);
    assert.equal(
      client.openings.at(-1)?.page.entries.some(({ type }) => type === "message"),
      false,
    );
  });

  it("vscode.md 3: a session that is open in the window is shown, never opened twice", async () => {
    const surface = await host.chatSurface();
    const other = host.sessions.all.find((session) => session !== surface.session);
    assert.ok(other?.path);
    await host.sessions.resume(surface, other.path, other.cwd);
    assert.equal(surface.session, other);
    assert.equal(host.sessions.all.length, 2);
    await client.until(() => client.openings.at(-1)?.page.entries.some(({ type }) => type === "message"));
  });

  it("runs a shell command of the user beside the conversation", async () => {
    await send("!!echo from the shell");
    const result = await client.until(() => client.records.find((record) => record.kind === "bashResult"));
    assert.ok(result.kind === "bashResult");
    assert.deepEqual([result.result?.output, result.result?.exitCode], ["from the shell\n", 0]);
  });
});
