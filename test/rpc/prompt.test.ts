import assert from "node:assert/strict";
import type { AnyRecord } from "../support/relayProcess.ts";
import { isAssistantEnd, ofType, textOf, useRpc } from "../support/rpcSuite.ts";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = { type: "image", data: pixel, mimeType: "image/png" };

describe("rpc: what a prompt becomes", () => {
  const suite = useRpc();
  const sentUserContent = (request: number): unknown =>
    suite.model.requests[request]?.messages.at(-1)?.content;
  const storedUser = (records: readonly AnyRecord[]): AnyRecord =>
    records.find((record) => record.type === "message_end" && record.message.role === "user")
      ?.message as AnyRecord;

  it("rpc.md §4.1: commands of the terminal and unknown ones are ordinary text", async () => {
    const relay = suite.start();
    const texts = [
      "/settings",
      "/new",
      "/compact now",
      "/no-such x",
      " /quit",
      "/",
      "//",
      "!ls",
      "#x",
      "@file.txt",
    ];
    for (const [index, text] of texts.entries()) {
      suite.model.add({ text: "ok" });
      const records = await relay.prompt(text);
      assert.deepEqual(records[0]?.data, { disposition: "started" });
      assert.equal(textOf(storedUser(records)), text);
      assert.deepEqual(textOf(suite.model.requests[index]?.messages.at(-1) as AnyRecord), text);
    }
  });

  it("rpc.md §4.1: an image without text is stored with an empty text that is not sent", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("", { images: [image] });
    assert.deepEqual(storedUser(records).content, [{ type: "text", text: "" }, image]);
    const sent = sentUserContent(0) as AnyRecord[];
    assert.deepEqual(
      sent.map((block) => block.type),
      ["image_url"],
    );
  });

  it("rpc.md §4.1: a model without image input gets a text instead, the stored message keeps the image", async () => {
    suite.model.add({ text: "ok" }, { text: "ok" });
    const relay = suite.start();
    await relay.request({ type: "set_model", provider: "fake", modelId: "m0" });
    const records = await relay.prompt("look", { images: [image] });
    assert.deepEqual(storedUser(records).content[1], image);
    assert.doesNotMatch(JSON.stringify(suite.model.requests[0]), /image_url|iVBOR/);
    assert.match(JSON.stringify(sentUserContent(0)), /look.*image/);
    await relay.request({ type: "set_model", provider: "fake", modelId: "m1" });
    await relay.prompt("again");
    assert.match(JSON.stringify(suite.model.requests[1]), /iVBOR/);
  });

  it("rpc.md §7.1: a system message comes first in a session, and later only with what changed", async () => {
    const context = (rule: string): string => suite.workspace.write("AGENTS.md", `Rule: ${rule}\n`);
    const systemMessages = (records: readonly AnyRecord[]): AnyRecord[] =>
      ofType(records, "message_end").flatMap(({ message }) =>
        message.role === "system" ? [message as AnyRecord] : [],
      );
    for (let count = 0; count < 4; count++) suite.model.add({ text: "ok" });
    context("first");
    const relay = suite.start([]);
    const { sessionFile } = (await relay.request({ type: "get_state" })).data;
    const [complete, ...none] = systemMessages(await relay.prompt("a"));
    assert.match(JSON.stringify(complete), /Rule: first/);
    assert.ok(complete?.toolsAdded.length > 0);
    assert.deepEqual(none, []);
    assert.deepEqual(systemMessages(await relay.prompt("b")), []);
    context("second");
    const [delta] = systemMessages(await relay.prompt("c"));
    assert.match(JSON.stringify(delta), /Rule: second/);
    assert.equal(delta?.toolsAdded, undefined);
    assert.match(JSON.stringify(suite.model.requests[2]), /Rule: second/);
    await relay.close();
    const again = suite.start(["--session", sessionFile as string]);
    const resumed = await again.prompt("d");
    assert.deepEqual(systemMessages(resumed), []);
    assert.match(JSON.stringify(suite.model.requests[3]), /Rule: second/);
    assert.equal(suite.model.requests[3]?.messages.filter(({ role }) => role === "user").length, 4);
  });

  it("an empty answer and one of white space end the run", async () => {
    suite.model.add({ text: "" }, { text: " \n" });
    const relay = suite.start();
    for (const text of ["a", "b"]) {
      const message = (await relay.prompt(text)).find(isAssistantEnd)?.message;
      assert.equal(message.stopReason, "stop");
    }
    assert.deepEqual((await relay.request({ type: "get_last_assistant_text" })).data, { text: null });
  });

  it("an answer cut by its length limit ends with length and its text", async () => {
    suite.model.add({
      text: "part",
      finishReason: "length",
      usage: { prompt_tokens: 20, completion_tokens: 5 },
    });
    const relay = suite.start();
    const records = await relay.prompt("a");
    const message = records.find(isAssistantEnd)?.message;
    assert.deepEqual([message.stopReason, textOf(message as AnyRecord)], ["length", "part"]);
    assert.equal(ofType(records, "agent_settled").length, 1);
  });

  it("many commands in one write are all answered, in order", async () => {
    const relay = suite.start();
    const ids = Array.from({ length: 5000 }, (_, index) => `m${index}`);
    relay.write(ids.map((id) => `{"id":"${id}","type":"get_last_assistant_text"}\n`).join(""));
    await relay.waitFor((record) => record.id === "m4999");
    assert.deepEqual(
      relay.records.map((record) => record.id),
      ids,
    );
  });
});

describe("rpc: retries of the transport", () => {
  const suite = useRpc({ retry: { enabled: false, provider: { maxRetries: 3 } } });

  it("abort ends the wait before a repeated request at once", async () => {
    suite.model.add({ raw: (respond) => respond.reply(503, "{}", { "retry-after": "30" }) }, { text: "ok" });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await suite.model.server.request(0);
    await relay.request({ type: "abort" });
    assert.equal(relay.records.find(isAssistantEnd)?.message.stopReason, "aborted");
    assert.equal(suite.model.requests.length, 1);
  });
});
