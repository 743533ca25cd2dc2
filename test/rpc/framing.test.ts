import assert from "node:assert/strict";
import { useRpc } from "../support/rpcSuite.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";

describe("rpc: framing and envelope", () => {
  const suite = useRpc();

  /** What a record of class instant, or a bad one, is answered with: everything before a marker's response. */
  async function answersTo(relay: RpcProcess, bytes: string | Uint8Array): Promise<AnyRecord[]> {
    const from = relay.records.length;
    relay.write(bytes);
    const id = relay.send({ type: "get_last_assistant_text" });
    await relay.waitFor((record) => record.id === id, from);
    return relay.records.slice(from).filter((record) => record.id !== id);
  }

  it("rpc.md 1: get_state answers first, with the state of an idle session without a file", async () => {
    const relay = suite.start();
    relay.write('{"id":"1","type":"get_state"}\n');
    await relay.waitFor((record) => record.id === "1");
    const [first] = relay.records;
    assert.equal(first?.id, "1");
    const { isStreaming, isCompacting, pendingMessageCount, messageCount } = first.data;
    assert.deepEqual(
      { isStreaming, isCompacting, pendingMessageCount, messageCount },
      { isStreaming: false, isCompacting: false, pendingMessageCount: 0, messageCount: 0 },
    );
    assert.equal("sessionFile" in first.data, false);
  });

  it("rpc.md 2: a record that is no JSON is answered without id and changes nothing", async () => {
    const relay = suite.start();
    for (const bad of [
      "not json",
      '{"type":"get_state"',
      '{"type":"get_state"}}',
      "'",
      "{]",
      '"',
      "\u0000",
    ]) {
      const answers = await answersTo(relay, `${bad}\n`);
      assert.equal(answers.length, 1, bad);
      const { error, ...rest } = answers[0] ?? {};
      assert.deepEqual(rest, { type: "response", command: "parse", success: false });
      assert.match(error as string, /^Failed to parse command: ./);
    }
    assert.equal((await relay.request({ type: "get_state" })).success, true);
  });

  it("rpc.md 3: JSON that is no object is refused", async () => {
    const relay = suite.start();
    const expected = {
      type: "response",
      command: "parse",
      success: false,
      error: "Failed to parse command: expected a JSON object",
    };
    for (const bad of ["[1,2]", "5", "null", "true", '"get_state"', "[]"]) {
      assert.deepEqual(await answersTo(relay, `${bad}\n`), [expected]);
    }
  });

  it("rpc.md 4: an object without a string type is refused under its id", async () => {
    const relay = suite.start();
    const refusal = (id: string): object => ({
      id,
      type: "response",
      command: "parse",
      success: false,
      error: "Failed to parse command: missing command type",
    });
    assert.deepEqual(await answersTo(relay, '{"id":"x"}\n'), [refusal("x")]);
    assert.deepEqual(await answersTo(relay, '{"id":"y","type":5}\n'), [refusal("y")]);
    assert.deepEqual(await answersTo(relay, '{"id":"z","type":null}\n'), [refusal("z")]);
  });

  it("rpc.md 5: an unknown command is named in its answer, also one named like an object's property", async () => {
    const relay = suite.start();
    for (const type of ["foobar", "", "constructor", "__proto__", "toString", "parse", "response"]) {
      const answer = { type: "response", command: type, success: false, error: `Unknown command: ${type}` };
      assert.deepEqual(await answersTo(relay, `{"id":"t","type":${JSON.stringify(type)}}\n`), [
        { id: "t", ...answer },
      ]);
      assert.deepEqual(await answersTo(relay, `{"type":${JSON.stringify(type)}}\n`), [answer]);
    }
  });

  it("rpc.md 6: any JSON value comes back as the id", async () => {
    const relay = suite.start();
    for (const id of [7, null, { a: 1 }, [1, "b"], false, "", "\u2028"]) {
      const answers = await answersTo(relay, `${JSON.stringify({ id, type: "get_state" })}\n`);
      assert.deepEqual(
        answers.map((answer) => answer.id),
        [id],
      );
    }
    const [answer] = await answersTo(relay, '{"type":"get_state"}\n');
    assert.equal("id" in (answer ?? {}), false);
  });

  it("rpc.md 7: CRLF ends a record, blank records are bad JSON, order is kept", async () => {
    const relay = suite.start();
    const answers = await answersTo(
      relay,
      '{"id":"a","type":"get_state"}\r\n\n  \n{"id":"b","type":"get_state"}\n',
    );
    const bad = {
      type: "response",
      command: "parse",
      success: false,
      error: "Failed to parse command: Unexpected end of JSON input",
    };
    assert.equal(answers.length, 4);
    assert.deepEqual([answers[0]?.id, answers[3]?.id], ["a", "b"]);
    assert.deepEqual(answers.slice(1, 3), [bad, bad]);
  });

  it("rpc.md 8: line separators of Unicode are data", async () => {
    const relay = suite.start();
    const name = "a\u2028b\u2029c\u0085d";
    relay.write(`{"id":"u","type":"set_session_name","name":"${name}"}\n`);
    await relay.waitFor((record) => record.id === "u");
    assert.deepEqual(relay.records, [
      { type: "session_info_changed", name },
      { id: "u", type: "response", command: "set_session_name", success: true },
    ]);
    assert.equal((await relay.request({ type: "get_state" })).data.sessionName, name);
  });

  it("rpc.md 9: characters may be split, bad UTF-8 is replaced, a BOM at the start is dropped", async () => {
    const relay = suite.start();
    relay.write("\ufeff");
    const record = Buffer.from('{"id":"n","type":"set_session_name","name":"café"}\n');
    const middle = record.indexOf(0xc3) + 1;
    relay.write(record.subarray(0, middle));
    // The second byte may not be in the same read.
    await new Promise<void>((resolve) => relay.child.stdin.write("", () => setImmediate(resolve)));
    relay.write(record.subarray(middle));
    await relay.waitFor((answer) => answer.id === "n");
    assert.equal(relay.records[0]?.name, "café");
    const bad = Buffer.from('{"id":"m","type":"set_session_name","name":"a?b"}\n');
    bad[bad.indexOf("?")] = 0xff;
    const from = relay.records.length;
    relay.write(bad);
    await relay.waitFor((record) => record.id === "m");
    assert.deepEqual(relay.records[from], { type: "session_info_changed", name: "a\ufffdb" });
  });

  it("rpc.md 11: an unterminated last record is executed before the end", async () => {
    const relay = suite.start();
    relay.child.stdin.end('{"id":"z","type":"get_state"}');
    assert.deepEqual(await relay.exit, { code: 0, signal: null });
    assert.deepEqual(
      relay.records.map((record) => [record.id, record.success]),
      [["z", true]],
    );
  });

  it("rpc.md 12: fields are checked before anything happens", async () => {
    const relay = suite.start();
    const cases: [object, RegExp][] = [
      [{ type: "prompt" }, /^Invalid prompt command: message must be/],
      [{ type: "prompt", message: null }, /^Invalid prompt command: message must be/],
      [{ type: "prompt", message: 5 }, /^Invalid prompt command: message must be/],
      [{ type: "prompt", message: "  " }, /^Invalid prompt command: message must not be empty$/],
      [{ type: "prompt", message: "", images: [] }, /^Invalid prompt command: message must not be empty$/],
      [{ type: "steer", message: " \n" }, /^Invalid steer command: message must not be empty$/],
      [{ type: "follow_up", message: "" }, /^Invalid follow_up command: message must not be empty$/],
      [{ type: "prompt", message: "a", images: {} }, /^Invalid prompt command: images must be/],
      [{ type: "prompt", message: "a", images: [5] }, /^Invalid prompt command: images\[0\] must be/],
      [
        { type: "prompt", message: "a", images: [{ type: "image", data: "AA==", mimeType: "text/plain" }] },
        /^Invalid prompt command: images\[0\]/,
      ],
      [
        {
          type: "prompt",
          message: "a",
          images: [{ type: "image", data: "no base64", mimeType: "image/png" }],
        },
        /^Invalid prompt command: images\[0\]\.data must be/,
      ],
      [
        { type: "prompt", message: "a", images: [{ type: "image", mimeType: "image/png" }] },
        /^Invalid prompt command: images\[0\]\.data must be/,
      ],
      [
        { type: "prompt", message: "a", streamingBehavior: "later" },
        /^Invalid prompt command: streamingBehavior must be one of steer, followUp/,
      ],
      [{ type: "set_steering_mode", mode: "x" }, /^Invalid set_steering_mode command: mode must be one of/],
      [{ type: "set_follow_up_mode" }, /^Invalid set_follow_up_mode command: mode must be/],
      [
        { type: "set_thinking_level", level: "huge" },
        /^Invalid set_thinking_level command: level must be one of/,
      ],
      [{ type: "set_model", provider: "fake" }, /^Invalid set_model command: modelId must be/],
      [
        { type: "set_model", provider: ["fake"], modelId: "m1" },
        /^Invalid set_model command: provider must be/,
      ],
      [{ type: "set_auto_retry", enabled: "yes" }, /^Invalid set_auto_retry command: enabled must be/],
      [{ type: "set_session_name" }, /^Invalid set_session_name command: name must be/],
      [{ type: "bash" }, /^Invalid bash command: command must be/],
      [
        { type: "bash", command: "true", excludeFromContext: 1 },
        /^Invalid bash command: excludeFromContext must be/,
      ],
      [{ type: "new_session", parentSession: {} }, /^Invalid new_session command: parentSession must be/],
      [{ type: "get_entries", since: 1 }, /^Invalid get_entries command: since must be/],
    ];
    const before = (await relay.request({ type: "get_state" })).data as object;
    for (const [command, error] of cases) {
      const answers = await answersTo(relay, `${JSON.stringify({ id: "v", ...command })}\n`);
      assert.equal(answers.length, 1, JSON.stringify(answers));
      assert.equal(answers[0]?.success, false);
      assert.match(answers[0]?.error as string, error);
    }
    assert.deepEqual((await relay.request({ type: "get_state" })).data, before);
    assert.equal(suite.model.requests.length, 0);
  });

  it("rpc.md §3: null stands for an absent optional field, unknown fields are ignored", async () => {
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("hi", { images: null, streamingBehavior: null, colour: "red" });
    assert.deepEqual(records[0]?.data, { disposition: "started" });
    assert.equal((await relay.request({ type: "get_entries", since: null })).success, true);
  });

  it("rpc.md §2.1: 64 MiB are one record, more than 128 MiB are refused without harm", async () => {
    const relay = suite.start();
    const mebibyte = Buffer.alloc(1024 * 1024, "x");
    const steer = (id: string, mebibytes: number): void => {
      relay.write(`{"id":"${id}","type":"steer","message":"`);
      for (let count = 0; count < mebibytes; count++) relay.write(mebibyte);
      relay.write('"}\n');
    };
    steer("large", 64);
    assert.equal((await relay.waitFor((record) => record.id === "large")).success, true);
    assert.equal(relay.records[0]?.steering[0].length, 64 * mebibyte.length);
    const from = relay.records.length;
    steer("larger", 130);
    await relay.request({ type: "get_last_assistant_text" });
    assert.deepEqual(relay.records[from], {
      type: "response",
      command: "parse",
      success: false,
      error: "Failed to parse command: record exceeds 134217728 bytes",
    });
    assert.equal((await relay.request({ type: "clear_queue" })).data.steering.length, 1);
  });
});
