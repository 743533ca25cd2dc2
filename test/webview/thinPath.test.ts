import assert from "node:assert/strict";
import { openView } from "./support/openView.ts";
import type { View } from "./support/openView.ts";
import { Story } from "./support/story.ts";

describe("the chat in a document", function () {
  this.timeout(120_000);
  let view: View;

  before(async () => {
    view = await openView();
  });
  after(async () => {
    await view.close();
  });

  it("greets the host and draws the empty state", async () => {
    const { page, host } = view;
    assert.deepEqual(host.received[0], { name: "ready", params: { kind: "chat", state: null } });
    assert.equal(await page.getByRole("heading").textContent(), "Start with a task");
  });

  it("sends what is written and draws what comes back while it streams", async () => {
    const { page, host } = view;
    host.answer("prompt/send", () => ({ disposition: "started" }));
    await page.getByRole("textbox", { name: "Message Relay" }).fill("Say hello");
    await page.keyboard.press("Enter");
    assert.deepEqual(await host.request("prompt/send"), { text: "Say hello", mode: "send" });

    const story = new Story();
    story.asks("Say hello");
    await host.set({ run: { ...host.state.run, isRunning: true } });
    await host.events({ type: "agent_start" }, ...story.take());
    story.says("Hello **world**");
    const events = story.take();
    const half = events.slice(0, 5);
    await host.events(...half);
    const log = page.getByRole("log", { name: "Conversation" });
    assert.equal(await log.getByRole("article", { name: "You" }).locator("p").textContent(), "Say hello");
    await host.events(...events.slice(5), { type: "agent_settled", aborted: false });
    await host.set({ run: { ...host.state.run, isRunning: false } });
    assert.equal(await log.getByRole("article", { name: "Relay" }).locator("strong").textContent(), "world");
  });

  it("stops the run with the button", async () => {
    const { page, host } = view;
    await host.set({ run: { ...host.state.run, isRunning: true } });
    await page.getByRole("button", { name: "Stop" }).click();
    await host.request("prompt/stop");
    await host.set({ run: { ...host.state.run, isRunning: false } });
  });

  it("asks for a new start when a batch is missing", async () => {
    const { host } = view;
    const before = host.count("ready");
    host.skip();
    await host.notify("records", { epoch: 1, sequence: 99, records: [] });
    while (host.count("ready") === before) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(host.count("ready"), before + 1);
  });

  it("keeps to the contract and to the policy of the document", () => {
    assert.deepEqual([view.host.refused, view.problems], [[], []]);
  });
});
