import assert from "node:assert/strict";
import type { ExtensionUiResponse } from "@relay-harness/protocol";
import type { DialogCard } from "@relay-harness/protocol/webview";
import { Dialogs } from "./dialogs.ts";

function setUp() {
  const sent: ExtensionUiResponse[] = [];
  let shown: DialogCard[] = [];
  const timers: (() => void)[] = [];
  const dialogs = new Dialogs({
    clock: {
      now: () => 1000,
      after: (_milliseconds, run) => {
        timers.push(run);
        return () => void timers.splice(timers.indexOf(run), 1);
      },
    },
    onChange: (cards) => (shown = cards),
    send: (response) => sent.push(response),
  });
  return { dialogs, sent, timers, shown: () => shown };
}

const confirm = { type: "extension_ui_request", method: "confirm", title: "T", message: "M" } as const;

describe("questions of the agent", () => {
  it("vscode.md 7: are shown oldest first and answered once", () => {
    const { dialogs, sent, shown } = setUp();
    dialogs.add({ ...confirm, id: "a" });
    dialogs.add({ ...confirm, id: "b" });
    assert.deepEqual(
      shown().map(({ id }) => id),
      ["a", "b"],
    );
    assert.equal(dialogs.answer("b", { confirmed: false, reason: "use a branch" }), true);
    assert.equal(dialogs.answer("b", { confirmed: true }), false);
    assert.deepEqual(sent, [
      { type: "extension_ui_response", id: "b", confirmed: false, reason: "use a branch" },
    ]);
    assert.deepEqual(
      shown().map(({ id }) => id),
      ["a"],
    );
  });

  it("vscode.md 7: count down from receipt; expired, they say so and send nothing", () => {
    const { dialogs, sent, timers, shown } = setUp();
    dialogs.add({ ...confirm, id: "a", timeout: 5000 });
    assert.deepEqual([shown()[0]?.expiresAt, shown()[0]?.isExpired], [6000, false]);
    timers[0]?.();
    assert.deepEqual([shown()[0]?.isExpired, dialogs.waiting], [true, 0]);
    dialogs.answer("a", { cancelled: true });
    assert.deepEqual([sent, shown()], [[], []]);
  });

  it("about a call end with its run, others stay", () => {
    const { dialogs, shown } = setUp();
    const context = {
      kind: "authorization" as const,
      command: "git push",
      effects: ["external" as const],
      operations: [],
      targets: [],
      reason: "",
      allowSession: true,
    };
    dialogs.add({ ...confirm, id: "a", context });
    dialogs.add({ ...confirm, id: "b" });
    dialogs.endRun();
    assert.deepEqual(
      shown().map(({ id }) => id),
      ["b"],
    );
  });

  it("end with the agent, and their timers with them", () => {
    const { dialogs, timers, shown } = setUp();
    dialogs.add({ ...confirm, id: "a", timeout: 5000 });
    dialogs.clear();
    assert.deepEqual([shown(), timers], [[], []]);
  });
});
