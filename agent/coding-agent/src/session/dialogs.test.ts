import assert from "node:assert/strict";
import type { ExtensionUiRequest } from "@relay-harness/protocol";
import { describeRecordProblem } from "@relay-harness/protocol/records";
import { DialogBroker } from "./dialogs.ts";

interface Client {
  broker: DialogBroker;
  requests: ExtensionUiRequest[];
  /** Requests without their ids. */
  shown: () => object[];
  /** Answers the newest request. */
  answer: (fields: object) => void;
}

function createClient(): Client {
  const requests: ExtensionUiRequest[] = [];
  const broker = new DialogBroker((request) => {
    assert.equal(describeRecordProblem(JSON.parse(JSON.stringify(request))), undefined);
    requests.push(request);
  });
  return {
    broker,
    requests,
    shown: () =>
      requests.map((request) => {
        const fields = Object.entries(JSON.parse(JSON.stringify(request)) as ExtensionUiRequest);
        return Object.fromEntries(fields.filter(([name]) => name !== "type" && name !== "id"));
      }),
    answer: (fields) => broker.accept({ type: "extension_ui_response", id: requests.at(-1)?.id, ...fields }),
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const defaults = [undefined, false, undefined, undefined];
const askAll = (broker: DialogBroker, signal?: AbortSignal): Promise<unknown[]> =>
  Promise.all([
    broker.select("S", ["a"], { signal }),
    broker.confirm("C", "m", { signal }),
    broker.input("I", undefined, { signal }),
    broker.editor("E", undefined, { signal }),
  ]);

describe("DialogBroker", () => {
  it("writes each dialog with a new UUID and only what it was given", () => {
    const { broker, requests, shown } = createClient();
    void broker.select("Allow?", ["Allow", "Block"], { timeout: 10_000 });
    void broker.select("Empty", []);
    void broker.confirm("Clear?", "All of it.", { context: { kind: "trust", resources: ["x"] } });
    void broker.input("Name", "type here");
    void broker.editor("Edit", "text");
    broker.close();
    assert.deepEqual(shown(), [
      { method: "select", title: "Allow?", options: ["Allow", "Block"], timeout: 10_000 },
      { method: "select", title: "Empty", options: [] },
      {
        method: "confirm",
        title: "Clear?",
        message: "All of it.",
        context: { kind: "trust", resources: ["x"] },
      },
      { method: "input", title: "Name", placeholder: "type here" },
      { method: "editor", title: "Edit", prefill: "text" },
    ]);
    assert.ok(requests.every(({ id }) => uuid.test(id)));
    assert.equal(new Set(requests.map(({ id }) => id)).size, requests.length);
  });

  it("rpc.md 57: the first answer counts; later, unknown and nameless ones are ignored", async () => {
    const { broker, answer } = createClient();
    const confirmed = broker.confirm("C", "m");
    broker.accept({ type: "extension_ui_response", id: "unknown", confirmed: false });
    broker.accept({ type: "extension_ui_response", confirmed: false });
    broker.accept({ type: "extension_ui_response", id: 5, confirmed: false });
    answer({ confirmed: true });
    answer({ confirmed: false });
    assert.equal(await confirmed, true);
  });

  it("rpc.md 58: a dialog that times out gives its default, and its late answer is ignored", async () => {
    const { broker, answer, shown } = createClient();
    const confirmed = broker.confirm("C", "m", { timeout: 50 });
    assert.equal(await confirmed, false);
    answer({ confirmed: true });
    assert.deepEqual(shown(), [{ method: "confirm", title: "C", message: "m", timeout: 50 }]);
  });

  it("rpc.md 58: a timeout that is no positive number is none", async () => {
    const { broker, answer, shown } = createClient();
    for (const timeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const confirmed = broker.confirm("C", "m", { timeout });
      answer({ confirmed: true });
      assert.equal(await confirmed, true);
    }
    assert.ok(shown().every((request) => !("timeout" in request)));
  });

  it("a timeout beyond what timers can do still lasts", async () => {
    const { broker, answer } = createClient();
    const confirmed = broker.confirm("C", "m", { timeout: 1e12 });
    await new Promise(setImmediate);
    answer({ confirmed: true });
    assert.equal(await confirmed, true);
  });

  it("rpc.md 58: answers of the wrong shape settle with the default", async () => {
    const { broker, answer } = createClient();
    const results: unknown[] = [];
    for (const fields of [{ value: "x" }, {}, { cancelled: true, confirmed: true }]) {
      const confirmed = broker.confirm("C", "m");
      answer(fields);
      results.push(await confirmed);
    }
    for (const fields of [{ cancelled: true }, {}, { confirmed: true }, { value: "Z" }]) {
      const selected = broker.select("S", ["a"]);
      answer(fields);
      results.push(await selected);
    }
    for (const fields of [{ value: "" }, { value: 5 }]) {
      const text = broker.input("I");
      answer(fields);
      results.push(await text);
    }
    assert.deepEqual(results, [false, false, false, undefined, undefined, undefined, "Z", "", undefined]);
  });

  it("several dialogs are answered in any order", async () => {
    const { broker, requests } = createClient();
    const asked = Promise.all([broker.input("1"), broker.input("2"), broker.input("3")]);
    for (const request of [...requests].reverse()) {
      broker.accept({ id: request.id, value: "title" in request ? request.title : "" });
    }
    assert.deepEqual(await asked, ["1", "2", "3"]);
  });

  it("rpc.md 59: dialogs of an aborted run give their default, others stay open", async () => {
    const { broker, answer } = createClient();
    const run = new AbortController();
    const ofRun = askAll(broker, run.signal);
    const ofCommand = broker.confirm("C", "m");
    run.abort();
    assert.deepEqual(await ofRun, defaults);
    answer({ confirmed: true });
    assert.equal(await ofCommand, true);
  });

  it("a dialog whose signal is aborted already writes nothing", async () => {
    const { broker, requests } = createClient();
    assert.deepEqual(await askAll(broker, AbortSignal.abort()), defaults);
    assert.deepEqual(requests, []);
  });

  it("a replaced session's dialogs give their default, and new ones are asked", async () => {
    const { broker, answer } = createClient();
    const old = askAll(broker);
    broker.cancelAll();
    assert.deepEqual(await old, defaults);
    const next = broker.input("I");
    answer({ value: "new" });
    assert.equal(await next, "new");
  });

  it("rpc.md 61: after the client is gone dialogs give their default and nothing is written", async () => {
    const { broker, requests } = createClient();
    const pending = askAll(broker);
    const before = requests.length;
    broker.close();
    assert.deepEqual(await pending, defaults);
    assert.deepEqual(await askAll(broker), defaults);
    broker.notify("late");
    broker.clearShown();
    assert.equal(requests.length, before);
  });

  it("an authorization passes on what its answer may say", async () => {
    const { broker, answer, shown } = createClient();
    const context = {
      kind: "authorization" as const,
      command: "rm -rf build",
      effects: ["destructive" as const],
      operations: ["delete"],
      targets: [{ path: "build", exists: true }],
      reason: "deletes files",
      allowSession: true,
    };
    const allowed = broker.authorize("Run?", "rm -rf build", { context });
    answer({ confirmed: true, remember: "session" });
    assert.deepEqual(await allowed, { confirmed: true, remember: "session" });
    const refused = broker.authorize("Run?", "rm -rf build", { context });
    answer({ confirmed: false, reason: "keep it" });
    assert.deepEqual(await refused, { confirmed: false, reason: "keep it" });
    const run = new AbortController();
    const aborted = broker.authorize("Run?", "rm -rf build", { context, signal: run.signal });
    run.abort();
    assert.equal(await aborted, undefined);
    assert.deepEqual(shown()[0], { method: "confirm", title: "Run?", message: "rm -rf build", context });
  });

  it("shows things without waiting, and takes away what is still shown", () => {
    const { broker, shown } = createClient();
    broker.notify("plain");
    broker.notify("blocked", "warning");
    broker.setStatus("s1", "on");
    broker.setStatus("s2", "on");
    broker.setStatus("s2");
    broker.setWidget("w", ["one"], { placement: "belowEditor" });
    broker.setTitle("relay");
    broker.setEditorText("text");
    broker.clearShown();
    broker.clearShown();
    assert.deepEqual(shown(), [
      { method: "notify", message: "plain" },
      { method: "notify", message: "blocked", notifyType: "warning" },
      { method: "setStatus", statusKey: "s1", statusText: "on" },
      { method: "setStatus", statusKey: "s2", statusText: "on" },
      { method: "setStatus", statusKey: "s2" },
      { method: "setWidget", widgetKey: "w", widgetLines: ["one"], widgetPlacement: "belowEditor" },
      { method: "setTitle", title: "relay" },
      { method: "set_editor_text", text: "text" },
      { method: "setStatus", statusKey: "s1" },
      { method: "setWidget", widgetKey: "w" },
    ]);
  });
});
