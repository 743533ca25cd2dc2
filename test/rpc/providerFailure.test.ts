import assert from "node:assert/strict";
import type { ScriptedAnswer, ScriptedStep } from "../fakes/scriptedModel.ts";
import { isAssistantEnd, ofType, outline, useRpc } from "../support/rpcSuite.ts";

/** A piece of a Chat Completions stream. */
const chunk = (content: string): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

const raw = (step: NonNullable<ScriptedStep["raw"]>): ScriptedStep => ({ raw: step });
const jsonError = (status: number): ScriptedStep => ({
  status,
  errorBody: { error: { message: `message of ${status}`, type: "some_error" } },
});
const page = "<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Nope</h1></body></html>";

/** What a provider does, and what the error message must tell. */
const failures: [name: string, answer: ScriptedAnswer, message: RegExp][] = [
  ["401 with JSON", jsonError(401), /message of 401/],
  ["403 with JSON", jsonError(403), /message of 403/],
  ["404 with JSON", jsonError(404), /message of 404/],
  ["413 with JSON", jsonError(413), /message of 413/],
  ["422 with JSON", jsonError(422), /message of 422/],
  ["429 with JSON", jsonError(429), /message of 429/],
  ["500 with JSON", jsonError(500), /message of 500/],
  ["500 with a text", { status: 500, errorBody: "plain trouble" }, /500/],
  ["500 with an empty body", { status: 500, errorBody: "" }, /500/],
  ["401 with an empty body", { status: 401, errorBody: "" }, /401/],
  [
    "502 with an HTML page",
    raw((respond) => respond.reply(502, page, { "content-type": "text/html" })),
    /502/,
  ],
  [
    "404 with an HTML page",
    raw((respond) => respond.reply(404, page, { "content-type": "text/html" })),
    /404/,
  ],
  ["200 with an HTML page", raw((respond) => respond.reply(200, page, { "content-type": "text/html" })), /./],
  ["200 with an empty body", raw((respond) => respond.stream("")), /./],
  [
    "200 with JSON that is no stream",
    raw((respond) => respond.reply(200, { error: { message: "odd" } })),
    /./,
  ],
  ["a stream that ends early", raw((respond) => respond.stream(chunk("par"))), /./],
  ["a stream cut inside a record", raw((respond) => respond.stream(chunk("par") + 'data: {"cho')), /./],
  ["a stream of garbage", raw((respond) => respond.stream("\u0000\u0001garbage\n\n{{{\n\n")), /./],
  ["a stream with a bad record", raw((respond) => respond.stream(`${chunk("par")}data: {oops\n\n`)), /./],
  [
    "a stream of wrong shapes",
    raw((respond) => respond.stream('data: 5\n\ndata: {"choices":7}\n\ndata: []\n\n')),
    /./,
  ],
  [
    "an error record in the stream",
    raw((respond) =>
      respond.stream(`${chunk("par")}data: {"error":{"message":"midway trouble","code":400}}\n\n`),
    ),
    /midway trouble/,
  ],
  [
    "a connection reset in the middle",
    raw(async (respond) => {
      await respond.send(chunk("par"));
      respond.reset();
    }),
    /./,
  ],
];

describe("rpc: provider failures", () => {
  const suite = useRpc({ retry: { enabled: false, provider: { maxRetries: 0 } } });

  it("rpc.md §7.6: every failure is one assistant message with an error, and the next prompt works", async () => {
    const relay = suite.start();
    for (const [name, answer, expected] of failures) {
      const before = suite.model.requests.length;
      suite.model.add(answer, { text: "fine" });
      const records = await relay.prompt(name);
      const ends = records.filter(isAssistantEnd);
      assert.equal(ends.length, 1, name);
      const message = ends[0]?.message;
      assert.equal(message.stopReason, "error", `${name}: ${JSON.stringify(message)}`);
      assert.match(message.errorMessage as string, expected, name);
      assert.doesNotMatch(message.errorMessage as string, /test-key|\n\s+at /, name);
      assert.ok(message.errorMessage.length < 4100, name);
      assert.deepEqual(
        outline(records).filter((part) => /^(turn|agent)_/.test(part)),
        ["agent_start", "turn_start", "turn_end", "agent_end", "agent_settled"],
        name,
      );
      assert.equal(ofType(records, "message_start").length, ofType(records, "message_end").length, name);
      const next = await relay.prompt("next");
      assert.equal(next.find(isAssistantEnd)?.message.stopReason, "stop", name);
      assert.equal(suite.model.requests.length, before + 2, name);
    }
    assert.equal(relay.stderr, "");
  });

  it("a refused connection is an error message that names the address", async () => {
    const relay = suite.start();
    const address = suite.model.baseUrl;
    await suite.model.close();
    const records = await relay.prompt("hi");
    const message = records.find(isAssistantEnd)?.message;
    assert.equal(message.stopReason, "error");
    assert.match(message.errorMessage as string, /ECONNREFUSED|refused/i);
    assert.match(message.errorMessage as string, new RegExp(new URL(address).port));
    assert.equal((await relay.request({ type: "get_state" })).data.isStreaming, false);
  });

  it("connections that are always reset before an answer are an error message", async () => {
    const reset = raw((respond) => respond.reset());
    const relay = suite.start();
    suite.model.reset([{ text: "fine" }, reset, reset, reset, reset]);
    await relay.prompt("opens a connection");
    const records = await relay.prompt("hi");
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "error");
    assert.equal(suite.model.requests.length, 2);
    suite.model.reset([{ text: "fine" }]);
    const next = await relay.prompt("next");
    assert.equal(next.find(isAssistantEnd)?.message.stopReason, "stop");
  });

  it("a stream that breaks inside a tool call runs nothing", async () => {
    const call = {
      index: 0,
      id: "c1",
      type: "function",
      function: { name: "bash", arguments: '{"command":"touch x"}' },
    };
    suite.model.add(
      raw((respond) =>
        respond.stream(
          `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] })}\n\n`,
        ),
      ),
      { text: "ok" },
    );
    const relay = suite.start();
    const records = await relay.prompt("hi");
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "error");
    assert.deepEqual(ofType(records, "tool_execution_start"), []);
    const next = await relay.prompt("next");
    assert.equal(next.find(isAssistantEnd)?.message.stopReason, "stop");
    for (const message of suite.model.requests[1]?.messages ?? []) {
      // A call without a result would make the provider refuse every later request.
      assert.equal(message.tool_calls, undefined);
    }
  });
});
