import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AnyRecord } from "../support/relayProcess.ts";
import { gate, isSettled, ofType } from "../support/rpcSuite.ts";
import { bash, useHarness, write } from "../support/harnessSuite.ts";

describe("rpc: the state of the harness", () => {
  const suite = useHarness();

  it("harness.md §10: a client hears the state when the session is bound, and of each that follows", async () => {
    const relay = suite.start();
    const isUpdate = ({ type }: AnyRecord): boolean => type === "harness_update";
    const first = await relay.waitFor(isUpdate);
    assert.deepEqual(await suite.state(relay), {
      ...first.state,
      at: (await suite.state(relay)).at as unknown,
    });
    const from = relay.records.length;
    await relay.request({ type: "new_session" });
    const second = await relay.waitFor(isUpdate, from);
    assert.deepEqual({ ...second.state, at: "" }, { ...first.state, at: "" });
  });

  it("harness.md §10: a resumed session is told with what its file holds", async () => {
    suite.model.add({ text: "Noted." });
    const first = suite.start([]);
    await first.prompt("Never use `any`");
    await first.close();
    const relay = suite.start(["--continue"]);
    const { state: told } = await relay.waitFor(({ type }) => type === "harness_update");
    assert.deepEqual(told.learnings, ["Never use `any`"]);
  });

  it("harness.md vector 32: /harness is handled and tells the state that get_harness returns, whenever it is asked", async () => {
    suite.model.add({ text: "Noted." });
    const relay = suite.start();
    await relay.prompt("Never use `any`");
    for (const updates of [1, 2]) {
      const from = relay.records.length;
      const { data } = await relay.request({ type: "prompt", message: "/harness" });
      assert.deepEqual(data, { disposition: "handled" });
      const records = relay.records.slice(from);
      const [note] = records.filter(({ method }) => method === "notify");
      assert.match(
        note?.message as string,
        /^Constraints\n {2}c1 Never use `any`\n\nPending approvals\n {2}none/,
      );
      assert.deepEqual(ofType(records, "harness_update").at(-1)?.state, await suite.state(relay));
      assert.ok(ofType(relay.records, "harness_update").length >= updates);
    }
    assert.equal(suite.model.requests.length, 1);
  });

  it("cli.md §8.1: /harness cannot be queued, and runs beside a run", async () => {
    const open = gate();
    suite.model.add({ text: "ok", hold: open.opened });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "Hi" });
    await relay.waitFor(({ type }) => type === "message_start");
    const handled = await relay.request({ type: "prompt", message: "/harness" });
    assert.deepEqual(handled.data, { disposition: "handled" });
    const steered = await relay.request({ type: "steer", message: "/harness" });
    assert.match(steered.error as string, /"\/harness"/);
    open.open();
    await relay.waitFor(isSettled);
  });
});

describe("rpc: the harness, switched off in parts", () => {
  const suite = useHarness({ harnessCore: { authorizationGate: false, scopeGuard: false, evidence: false } });

  it("without the gates nothing is asked, held or questioned; rules stay", async () => {
    suite.workspace.write("dist/a", "");
    suite.model.add(bash("rm -rf dist"), write("a.ts"), { text: "Done." });
    const relay = suite.start();
    const records = await relay.prompt("Never use `any`. Why does it fail?");
    assert.equal(existsSync(join(suite.workspace.cwd, "dist")), false);
    assert.equal(existsSync(join(suite.workspace.cwd, "a.ts")), true);
    assert.deepEqual(ofType(records, "extension_ui_request"), []);
    const { data } = await relay.request({ type: "get_harness" });
    assert.deepEqual(
      [data.evidence, data.approvals, data.constraints.length, data.settings.evidence],
      [null, [], 1, false],
    );
  });
});

describe("rpc: the harness, switched off", () => {
  const suite = useHarness({
    harnessCore: { alignment: false, evidence: false, context: false, skills: false },
  });

  it("no request is changed, no event comes, and its commands say so", async () => {
    suite.model.add(bash("rm -rf dist"), { text: "Done." });
    const relay = suite.start();
    const records = await relay.prompt("Never use `any`. Tidy up.");
    assert.doesNotMatch(JSON.stringify(suite.model.requests), /\[harness:/);
    assert.deepEqual(ofType(records, "harness_update"), []);
    const off = await relay.request({ type: "get_harness" });
    assert.equal(off.success, false);
    assert.match(off.error as string, /switched off/);
  });
});
