import assert from "node:assert/strict";
import type { MessageVerdict } from "./allowedByMessage.ts";
import type { DecisionInput } from "./decision.ts";
import { decide } from "./decision.ts";
import type { Operation } from "../shell/types.ts";
import { deniedText, dialogMessage, pendingText, unansweredText } from "./texts.ts";

const push: Operation = {
  id: "git.push",
  classes: ["external"],
  label: "git push",
  clause: { group: "push" },
  targets: [],
  names: [],
  words: ["git", "push"],
};
const remove: Operation = {
  id: "fs.delete",
  classes: ["destructive"],
  label: "rm -rf",
  clause: { group: "delete", needs: "targets" },
  targets: [{ text: "dist", kind: "literal", isDangerous: false }],
  names: [],
  words: ["rm", "-rf", "dist"],
};
const deletePod: Operation = {
  ...remove,
  id: "k8s.delete",
  classes: ["destructive", "external"],
  label: "kubectl delete",
  targets: [{ text: "web-1", kind: "literal", isDangerous: false }],
};
const dropTable: Operation = { ...remove, id: "sql.drop", label: "DROP TABLE" };

function input(more: Partial<DecisionInput> = {}): DecisionInput {
  return {
    isGateOn: true,
    command: "git push",
    cwd: "/home/me/app",
    operations: [push],
    isAllowedForSession: false,
    hasOneTimeApproval: false,
    messageVerdict: () => ({ allowed: false, reason: "not named" }),
    hasUi: true,
    ...more,
  };
}

const unread = (): MessageVerdict => {
  throw new Error("The message was read although it cannot matter.");
};

describe("decide", () => {
  it("runs what nothing has to be asked about, without reading the message", () => {
    const inputs: Partial<DecisionInput>[] = [
      { isGateOn: false },
      { operations: [] },
      { isAllowedForSession: true, hasOneTimeApproval: true },
      { hasOneTimeApproval: true },
    ];
    assert.deepEqual(
      inputs.map((more) => decide(input({ ...more, messageVerdict: unread }))),
      (["gate off", "no effect", "session", "approval"] as const).map((because) => ({
        kind: "run",
        because,
      })),
    );
  });

  it("runs what the message names", () => {
    assert.deepEqual(decide(input({ messageVerdict: () => ({ allowed: true }) })), {
      kind: "run",
      because: "message",
    });
  });

  it("asks with a dialog when it can", () => {
    assert.deepEqual(decide(input({ toolCallId: "c1" })), {
      kind: "dialog",
      title: "Allow external command?",
      message: "external: git push\n\ngit push\nin /home/me/app",
      context: {
        kind: "authorization",
        command: "git push",
        effects: ["external"],
        operations: ["git.push"],
        targets: [],
        reason: "not named",
        toolCallId: "c1",
        allowSession: true,
      },
    });
  });

  it("says what several operations do and to what", () => {
    const command = "rm -rf dist && kubectl delete pod web-1";
    const decision = decide(input({ command, operations: [remove, deletePod, dropTable] }));
    assert.deepEqual(decision, {
      kind: "dialog",
      title: "Allow destructive and external command?",
      message: [
        "destructive: rm -rf",
        "destructive, external: kubectl delete",
        "destructive: DROP TABLE",
        "",
        command,
        "in /home/me/app",
      ].join("\n"),
      context: {
        kind: "authorization",
        command,
        effects: ["destructive", "external"],
        operations: ["fs.delete", "k8s.delete", "sql.drop"],
        targets: [{ path: "dist" }, { remote: "web-1" }],
        reason: "not named",
        allowSession: true,
      },
    });
  });

  it("offers no approval for the session when a target is dangerous", () => {
    const root = { ...remove, targets: [{ text: "/", kind: "literal" as const, isDangerous: true }] };
    const decision = decide(input({ operations: [root] }));
    assert.equal(decision.kind === "dialog" && decision.context.allowSession, false);
    assert.equal(decision.kind === "dialog" && decision.title, "Allow destructive command?");
  });

  it("blocks when nobody can be asked", () => {
    assert.deepEqual(decide(input({ hasUi: false })), {
      kind: "block",
      reason: "not named",
      text: "[harness:authorization] Not run: git push needs the developer's approval. Ask in chat whether to run exactly this command, and stop until the answer: git push",
    });
  });
});

describe("authorization texts", () => {
  it("tell the model that the developer declined, and why", () => {
    const text =
      "[harness:authorization] Not run: the developer declined git push, rm -rf. Do not retry it or reach the same effect another way. Continue with what does not need it, or ask.";
    assert.deepEqual(
      [undefined, "", " not on a Friday "].map((reason) => deniedText([push, remove, push], reason)),
      [text, text, `${text} Reason: not on a Friday`],
    );
  });

  it("tell the model that nobody answered", () => {
    assert.equal(
      unansweredText([push]),
      "[harness:authorization] Not run: no answer to the approval of git push.",
    );
  });

  it("show the first 2,000 characters of a command in the dialog, and all of it to the model", () => {
    const command = "x".repeat(3000);
    assert.equal(dialogMessage([push], command, "/w").split("\n")[2], "x".repeat(2000));
    assert.ok(pendingText([push], command).endsWith(command));
  });
});
