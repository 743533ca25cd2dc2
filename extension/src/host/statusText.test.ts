import assert from "node:assert/strict";
import { initialChatState } from "@relay-harness/protocol/webview";
import type { ChatState } from "@relay-harness/protocol/webview";
import { statusOf } from "./statusText.ts";

function state(change: Partial<ChatState>): ChatState {
  return { ...initialChatState(), ...change };
}

const { run } = initialChatState();

describe("status bar", () => {
  it("vscode.md 1: says what goes on and how full the context is", () => {
    const context = { tokens: 41_600, contextWindow: 100_000, percent: 41.6 };
    assert.deepEqual(statusOf(state({ run: { ...run, isRunning: true }, context }), 0), {
      text: "$(loading~spin) Running 42%",
      tooltip: "Relay: Running, context 42% used",
    });
  });

  it("vscode.md 1: puts what waits for the user before everything", () => {
    assert.deepEqual(statusOf(state({ run: { ...run, isRunning: true } }), 1), {
      text: "$(bell-dot) Waiting for you",
      tooltip: "Relay: Waiting for you",
    });
  });

  it("vscode.md 1: shows the verdict as icon and word, once it is final", () => {
    const evidence = { status: "contradicted", final: true } as NonNullable<ChatState["harness"]>["evidence"];
    const harness = { evidence } as ChatState["harness"];
    assert.equal(statusOf(state({ harness }), 0).text, "$(circle-outline) Idle $(error) Contradicted");
    const open = { evidence: { ...evidence, final: false } } as ChatState["harness"];
    assert.equal(statusOf(state({ harness: open }), 0).text, "$(circle-outline) Idle");
  });
});
