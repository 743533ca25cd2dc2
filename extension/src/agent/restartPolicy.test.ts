import assert from "node:assert/strict";
import { RestartPolicy } from "./restartPolicy.ts";

describe("restart of an agent that ended by itself", () => {
  it("vscode.md 3: happens once, then by hand", () => {
    const policy = new RestartPolicy();
    assert.deepEqual([policy.onExit(0), policy.onExit(100_000)], ["restart", "wait"]);
  });

  it("may happen again once a run has settled", () => {
    const policy = new RestartPolicy();
    policy.onExit(0);
    policy.onSettled();
    assert.equal(policy.onExit(100_000), "restart");
  });

  it("vscode.md 3: three ends in 60 s stop it, even between runs that settle", () => {
    const policy = new RestartPolicy();
    const advice = [0, 20_000, 59_999].map((now) => {
      policy.onSettled();
      return policy.onExit(now);
    });
    assert.deepEqual(advice, ["restart", "restart", "wait"]);
    policy.onSettled();
    assert.equal(policy.onExit(119_998), "restart");
  });
});
