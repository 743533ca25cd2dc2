import assert from "node:assert/strict";
import fc from "fast-check";
import { textOf, type AgentMessage, type ToolDeclaration } from "@relay-harness/protocol";
import { assistant, user } from "./fixtures.test.ts";
import { buildProjection } from "./projection.ts";
import { SessionManager } from "./sessionManager.ts";
import { replaySystemMessages } from "./systemState.ts";

const read: ToolDeclaration = { name: "read", description: "r", parameters: {} };
const bash: ToolDeclaration = { name: "bash", description: "b", parameters: {} };

function shown(manager: SessionManager): string[] {
  return manager.buildSessionContext().messages.map((message) => `${message.role}:${textOfMessage(message)}`);
}
function textOfMessage(message: AgentMessage): string {
  return "summary" in message ? message.summary : "content" in message ? textOf(message.content) : "";
}

describe("projection of a session", () => {
  it("yields messages, custom messages and branch summaries, and nothing for metadata", () => {
    const manager = SessionManager.inMemory("/w");
    manager.appendModelChange("p", "m");
    const u1 = manager.appendMessage(user("u1"));
    manager.appendCustomEntry("state", { n: 1 });
    manager.appendCustomMessageEntry("note", "seen", false, { d: 1 });
    manager.appendUsage("k", "p", "m", assistant("").usage);
    manager.branchWithSummary(u1, "left");
    assert.deepEqual(shown(manager), ["user:u1", "branchSummary:left"]);
    manager.appendCustomMessageEntry("note", "seen", false, { d: 1 });
    assert.deepEqual(shown(manager).at(-1), "custom:seen");
    const [, summary] = manager.buildSessionProjection();
    assert.equal(summary?.entry.type, "branch_summary");
  });

  it("restores model and thinking level from the active path only", () => {
    const manager = SessionManager.inMemory("/w");
    manager.appendModelChange("laya", "auto");
    manager.appendThinkingLevelChange("high");
    const u1 = manager.appendMessage(user("u1"));
    manager.appendMessage(assistant("a1"));
    manager.appendThinkingLevelChange("low");
    const after = manager.buildSessionContext();
    assert.deepEqual(after.model, { provider: "stub", modelId: "m1" });
    assert.deepEqual(after.selectedModel, { provider: "laya", modelId: "auto" });
    assert.equal(after.thinkingLevel, "low");
    manager.branch(u1);
    assert.equal(manager.buildSessionContext().thinkingLevel, "high");
    manager.resetLeaf();
    assert.deepEqual(manager.buildSessionContext(), { messages: [] });
  });

  it("applies the latest edit of the branch: omits, replaces content, and normalises text", () => {
    const manager = SessionManager.inMemory("/w");
    const u1 = manager.appendMessage(user("u1"));
    const a1 = manager.appendMessage(assistant("a1"));
    const beforeEdit = manager.appendMessage(user("u2"));
    manager.appendContextEdit(u1, null);
    manager.appendContextEdit(a1, "first");
    manager.appendContextEdit(a1, "second");
    assert.deepEqual(shown(manager), ["assistant:second", "user:u2"]);
    const [edited] = manager.buildSessionContext().messages;
    assert.ok(edited?.role === "assistant");
    assert.deepEqual([edited.content, edited.provider], [[{ type: "text", text: "second" }], "stub"]);
    manager.appendContextEdit(beforeEdit, "plain");
    assert.equal(shown(manager).at(-1), "user:plain");
    assert.equal(textOfMessage((manager.getEntry(a1) as { message: AgentMessage }).message), "a1");
    manager.branch(beforeEdit);
    assert.deepEqual(shown(manager), ["user:u1", "assistant:a1", "user:u2"]);
  });

  it("leads with the latest compaction, keeps from its first entry on and drops kept system messages", () => {
    const manager = SessionManager.inMemory("/w");
    manager.appendMessage({
      role: "system",
      content: "",
      sections: { a: "1", b: "2" },
      toolsAdded: [read],
      timestamp: 1,
    });
    manager.appendMessage(user("u1"));
    manager.appendMessage({
      role: "system",
      content: "",
      sections: { b: null },
      toolsAdded: [bash],
      timestamp: 2,
    });
    const a1 = manager.appendMessage(assistant("a1"));
    manager.appendMessage({ role: "system", content: "", toolsRemoved: [{ name: "read" }], timestamp: 3 });
    const u2 = manager.appendMessage(user("u2"));
    manager.appendCompaction("SUM", a1, 1000);
    assert.deepEqual(shown(manager), ["system:", "compactionSummary:SUM", "assistant:a1", "user:u2"]);
    const [checkpoint] = manager.buildSessionContext().messages;
    assert.ok(checkpoint?.role === "system");
    assert.deepEqual([checkpoint.sections, checkpoint.toolsAdded], [{ a: "1" }, [bash]]);
    manager.appendMessage(assistant("a2"));
    manager.appendCompaction("SUM2", u2, 1000);
    assert.deepEqual(shown(manager), ["system:", "compactionSummary:SUM2", "user:u2", "assistant:a2"]);
    const none = manager.appendCompaction("SUM3", null, 1000);
    const entry = manager.getEntry(none);
    assert.ok(entry?.type === "compaction");
    assert.equal(entry.firstKeptEntryId, none);
    assert.deepEqual(shown(manager), ["system:", "compactionSummary:SUM3"]);
  });

  it("is the same whether it grew with each append or was built at once", () => {
    const step = fc.oneof(
      fc.constantFrom("user", "system", "assistant", "custom", "label", "compact", "keepNone", "root"),
      fc.record({ kind: fc.constantFrom("edit", "omit", "branch", "keep"), at: fc.nat(20) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const manager = SessionManager.inMemory("/w");
        for (const each of steps) {
          run(manager, each);
          const rebuilt = buildProjection(manager.getBranch(manager.getLeafId() ?? ""));
          assert.deepEqual(manager.buildSessionProjection(), rebuilt);
          assert.deepEqual(
            manager.getSystemState(),
            replaySystemMessages(rebuilt.map((item) => item.message)),
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});

function systemMessage(n: number): AgentMessage {
  return { role: "system", content: "", sections: { [`s${n % 3}`]: n % 4 ? `${n}` : null }, timestamp: n };
}

type Step = string | { kind: string; at: number };

function run(manager: SessionManager, step: Step): void {
  const path = manager.getBranch();
  if (typeof step === "string") {
    if (step === "system") manager.appendMessage(systemMessage(path.length));
    else if (step === "user") manager.appendMessage(user("u"));
    else if (step === "assistant") manager.appendMessage(assistant("a"));
    else if (step === "custom") manager.appendCustomMessageEntry("c", "text", true);
    else if (step === "root") manager.resetLeaf();
    else if (step === "label") manager.appendSessionInfo("n");
    else manager.appendCompaction("s", step === "keepNone" ? null : (path.at(-1)?.id ?? null), 1);
    return;
  }
  const target = path[step.at % Math.max(path.length, 1)];
  if (target === undefined) return;
  if (step.kind === "edit") manager.appendContextEdit(target.id, "edited");
  else if (step.kind === "omit") manager.appendContextEdit(target.id, null);
  else if (step.kind === "keep") manager.appendCompaction("k", target.id, 1);
  else manager.branch(target.id);
}
