import assert from "node:assert/strict";
import type { DialogCard } from "@relay-harness/protocol/webview";
import { approvalButtons } from "./approvalButtons.ts";

function approval(command: string): DialogCard {
  return {
    id: "a",
    method: "confirm",
    title: "Allow destructive command?",
    message: "",
    receivedAt: 0,
    isExpired: false,
    context: {
      kind: "authorization",
      command,
      effects: ["destructive"],
      operations: [],
      targets: [],
      reason: "",
      allowSession: true,
    },
  };
}

describe("notification of a question", () => {
  it("vscode.md 7: offers to approve a command that it shows whole", () => {
    assert.deepEqual(approvalButtons(approval("rm -rf build")), {
      text: "Allow this command? rm -rf build",
      refuse: "Don't run",
      approve: "Run once",
    });
  });

  it("vscode.md 7: offers only to refuse one that is long, has lines, or hides something", () => {
    for (const command of ["x".repeat(121), "ls\nrm -rf /", "echo \u202ehsup"]) {
      const { approve, refuse } = approvalButtons(approval(command));
      assert.deepEqual([approve, refuse], [undefined, "Don't run"]);
    }
  });

  it("offers nothing but to show other questions", () => {
    const card: DialogCard = { id: "a", method: "input", title: "Name?", receivedAt: 0, isExpired: false };
    assert.deepEqual(approvalButtons(card), { text: "Name?" });
  });
});
