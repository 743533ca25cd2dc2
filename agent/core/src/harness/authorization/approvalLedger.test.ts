import assert from "node:assert/strict";
import fc from "fast-check";
import type { ApprovalEntry } from "./approvalEntry.ts";
import { ApprovalLedger } from "./approvalLedger.ts";
import type { GatedCall, OperationSummary } from "./gatedCall.ts";

const at = "2026-01-01T00:00:00.000Z";
const push: GatedCall = { tool: "bash", command: "git push", cwd: "/w" };
const publish: GatedCall = { tool: "bash", command: "npm publish", cwd: "/w" };
const ops: OperationSummary[] = [{ id: "git.push", class: ["external"], label: "git push" }];

/** `id status` of each approval. */
function statuses(ledger: ApprovalLedger): string[] {
  return ledger.state().map(({ id, status }) => `${id} ${status}`);
}

describe("ApprovalLedger", () => {
  it("approves the call that was blocked last, once, and expires the others", () => {
    const ledger = new ApprovalLedger();
    ledger.record("pending", push, ops, at);
    ledger.record("pending", publish, [], at);
    const entries = ledger.developerMessage(() => true, "m2", at);
    assert.deepEqual(
      entries.map(({ id, status, entryId }) => ({ id, status, entryId })),
      [
        { id: "a1", status: "expired", entryId: undefined },
        { id: "a2", status: "approved", entryId: "m2" },
      ],
    );
    assert.equal(ledger.use(push, at), undefined);
    assert.equal(ledger.use(publish, at)?.status, "used");
    assert.equal(ledger.use(publish, at), undefined);
  });

  it("takes a call that is blocked again for the last one", () => {
    const ledger = new ApprovalLedger();
    ledger.record("pending", push, ops, at);
    ledger.record("pending", publish, [], at);
    ledger.record("pending", push, ops, at);
    assert.deepEqual(statuses(ledger), ["a2 pending", "a1 pending"]);
    ledger.developerMessage(() => true, "m2", at);
    assert.deepEqual([ledger.isApproved(push), ledger.isApproved(publish)], [true, false]);
  });

  it("harness-vectors.md V10 A15, A16: any other message expires what is pending", () => {
    const ledger = new ApprovalLedger();
    ledger.record("pending", push, ops, at);
    ledger.developerMessage(() => false, "m2", at);
    assert.deepEqual(
      ledger.developerMessage(() => true, "m3", at),
      [],
    );
    assert.deepEqual([statuses(ledger), ledger.hasPending()], [["a1 expired"], false]);
  });

  it("approves exactly one command, tool and folder", () => {
    const ledger = new ApprovalLedger();
    ledger.record("pending", { ...push, command: "  git push\n" }, ops, at);
    ledger.developerMessage(() => true, "m2", at);
    const others = [{ command: "git push origin" }, { tool: "powershell" }, { cwd: "/w/sub" }];
    assert.deepEqual(
      others.map((other) => ledger.isApproved({ ...push, ...other })),
      [false, false, false],
    );
    assert.equal(ledger.isApproved(push), true);
  });

  it("expires an approval with the request it was given for", () => {
    const ledger = new ApprovalLedger();
    ledger.record("pending", push, ops, at);
    ledger.developerMessage(() => true, "m2", at);
    assert.deepEqual(
      ledger.settle(at).map(({ id, status }) => `${id} ${status}`),
      ["a1 expired"],
    );
    assert.equal(ledger.isApproved(push), false);
  });

  it("keeps a blocked call pending when its request settles", () => {
    const ledger = new ApprovalLedger();
    ledger.record("pending", push, ops, at);
    assert.deepEqual([ledger.settle(at), ledger.hasPending()], [[], true]);
  });

  it("works across processes", () => {
    const first = new ApprovalLedger();
    const entry = first.record("pending", push, ops, at);
    const second = new ApprovalLedger();
    second.replay([{ data: JSON.parse(JSON.stringify(entry)) as unknown, at }]);
    assert.deepEqual(second.state(), first.state());
    second.developerMessage(() => true, "m2", at);
    assert.equal(second.use(push, at)?.id, "a1");
    assert.equal(second.record("message", publish, [], at).id, "a2");
  });

  it("takes an approval that is replayed for one of a request that is over", () => {
    const ledger = new ApprovalLedger();
    ledger.replay([{ data: { v: 1, id: "a1", status: "approved", ...push, ops }, at }]);
    assert.deepEqual([statuses(ledger), ledger.isApproved(push)], [["a1 expired"], false]);
  });

  it("allows a call for the session without storing it", () => {
    const ledger = new ApprovalLedger();
    ledger.allowForSession(push);
    ledger.replay([]);
    assert.deepEqual(
      [ledger.isAllowedForSession(push), ledger.isAllowedForSession(publish), ledger.state()],
      [true, false, []],
    );
  });

  it("ignores entries that are none of its own", () => {
    const good = { v: 1, id: "a3", status: "denied", ...push, ops };
    const bad: unknown[] = [
      null,
      "a1",
      [],
      {},
      { ...good, v: 2 },
      { ...good, id: "b1" },
      { ...good, id: "a0" },
      { ...good, status: "granted" },
      { ...good, command: 7 },
      { ...good, ops: [{ id: "x", label: "y", class: ["root"] }] },
      { ...good, ops: [null] },
      { ...good, ops: "none" },
    ];
    const ledger = new ApprovalLedger();
    ledger.replay([...bad, good].map((data) => ({ data, at })));
    assert.deepEqual(statuses(ledger), ["a3 denied"]);
    assert.equal(ledger.record("pending", publish, [], at).id, "a4");
  });

  it("replays to what it was, whatever happened", () => {
    const step = fc.constantFrom("push", "publish", "yes", "other", "use", "settle", "deny");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const ledger = new ApprovalLedger();
        const entries: ApprovalEntry[] = [];
        for (const name of [...steps, "settle"]) {
          if (name === "push") entries.push(ledger.record("pending", push, ops, at));
          if (name === "publish") entries.push(ledger.record("pending", publish, [], at));
          if (name === "deny") entries.push(ledger.record("denied", publish, [], at));
          if (name === "yes") entries.push(...ledger.developerMessage(() => true, "m", at));
          if (name === "other") entries.push(...ledger.developerMessage(() => false, "m", at));
          if (name === "settle") entries.push(...ledger.settle(at));
          const used = name === "use" ? ledger.use(push, at) : undefined;
          if (used) entries.push(used);
        }
        const replayed = new ApprovalLedger();
        replayed.replay(entries.map((data) => ({ data, at })));
        assert.deepEqual(replayed.state(), ledger.state());
      }),
    );
  });
});
