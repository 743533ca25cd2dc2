import assert from "node:assert/strict";
import fc from "fast-check";
import type { SessionEntry } from "@relay-harness/protocol";
import { buildContextEntries } from "../../sessions/projection.ts";
import { findCut } from "./cutPoint.ts";
import { estimateTokens } from "./estimate.ts";
import { History } from "./testing/history.ts";

type Step =
  | { kind: "user" | "bash" | "custom" | "system" | "name" | "branch"; size: number }
  | { kind: "turn"; size: number; results: number[] }
  | { kind: "omit"; at: number }
  | { kind: "compact"; keep: number };

const size = fc.nat({ max: 60 });

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("user" as const), size }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("turn" as const),
      size,
      results: fc.array(size, { maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "bash" as const,
        "custom" as const,
        "system" as const,
        "name" as const,
        "branch" as const,
      ),
      size,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("omit" as const), at: fc.nat({ max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("compact" as const), keep: size }) },
);

function build(plan: readonly Step[]): History {
  const history = new History();
  for (const step of plan) apply(history, step);
  return history;
}

function apply(history: History, step: Step): void {
  const { manager } = history;
  switch (step.kind) {
    case "turn": {
      const calls = step.results.map(() => history.call());
      history.assistant(step.size, ...calls);
      for (const [index, result] of step.results.entries()) history.result(result, calls[index]?.id);
      break;
    }
    case "omit": {
      // An attempt that made no call, as recovery and retries omit it.
      const target = history.path[step.at];
      const isAttempt =
        target?.type === "message" &&
        target.message.role === "assistant" &&
        target.message.content.every(({ type }) => type === "text");
      if (isAttempt) manager.appendContextEdit(target.id, null);
      break;
    }
    case "compact": {
      const cut = findCut(history.path, step.keep);
      if (cut) manager.appendCompaction("s", cut.firstKeptEntryId, 1);
      break;
    }
    case "custom":
      manager.appendCustomMessageEntry("c", "x".repeat(4 * step.size), true);
      break;
    case "name":
      manager.appendSessionInfo(`n${step.size}`);
      break;
    case "branch":
      manager.branchWithSummary(manager.getLeafId(), "x".repeat(4 * step.size));
      break;
    default:
      history[step.kind](step.size);
  }
}

const isConversation = (role: string): boolean => role !== "system" && role !== "compactionSummary";

/** Sizes of the conversation that the model reads, oldest first. */
function conversation({ manager }: History): number[] {
  return manager
    .buildSessionContext()
    .messages.filter(({ role }) => isConversation(role))
    .map(estimateTokens);
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, one) => total + one, 0);

function metadataOnly(entry: SessionEntry): boolean {
  return !["message", "custom_message", "branch_summary", "compaction"].includes(entry.type);
}

describe("findCut for any history", () => {
  const check = (property: (history: History, keep: number) => void): void =>
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 25 }), fc.nat({ max: 200 }), (plan, keep) =>
        property(build(plan), keep),
      ),
      { numRuns: 300 },
    );

  it("cuts at a message that may begin a context, and loses none", () => {
    check((history, keep) => {
      const before = conversation(history);
      const cut = findCut(history.path, keep);
      if (!cut) return;
      const from = history.path.findIndex(({ id }) => id === cut.firstKeptEntryId);
      const first = history.path.slice(from).find((entry) => !metadataOnly(entry));
      if (first?.type === "message") assert.match(first.message.role, /^(user|assistant|bashExecution)$/);
      history.manager.appendCompaction("s", cut.firstKeptEntryId, 1);
      const summarized = [...cut.messagesToSummarize, ...cut.turnPrefixMessages].map(estimateTokens);
      assert.deepEqual([...summarized, ...conversation(history)], before);
      assert.notEqual(summarized.length, 0);
    });
  });

  it("keeps at least the wanted tokens, unless the limit falls on results whose call is summarized", () => {
    check((history, keep) => {
      const cut = findCut(history.path, keep);
      if (!cut) return;
      const summarized = [...cut.messagesToSummarize, ...cut.turnPrefixMessages];
      history.manager.appendCompaction("s", cut.firstKeptEntryId, 1);
      const kept = conversation(history);
      let total = sum(kept);
      for (const message of summarized.toReversed()) {
        // An input whose only answer failed is summarized although the limit falls on it.
        if (message.role !== "toolResult" && kept.length > 0) break;
        total += estimateTokens(message);
      }
      assert.ok(total >= keep, `${total} of ${keep}`);
    });
  });

  it("cuts nothing only when the conversation is smaller, or nothing stands before the cut", () => {
    check((history, keep) => {
      const sizes = conversation(history);
      if (keep === 0 || findCut(history.path, keep)) return;
      const rest = sizes.slice(1);
      assert.ok(sum(rest) < keep || sizes.length <= 1 || sum(rest.slice(leadingResults(history))) < keep);
    });
  });

  it("never parts a tool result from its call", () => {
    check((history, keep) => {
      const cut = findCut(history.path, keep);
      if (!cut) return;
      history.manager.appendCompaction("s", cut.firstKeptEntryId, 1);
      const calls = new Set<string>();
      for (const entry of buildContextEntries(history.path)) {
        if (entry.type !== "message") continue;
        const { message } = entry;
        if (message.role === "assistant") {
          for (const block of message.content) if (block.type === "toolCall") calls.add(block.id);
        }
        if (message.role === "toolResult") assert.ok(calls.has(message.toolCallId), message.toolCallId);
      }
    });
  });
});

/** Results that follow the first message of the context: a cut cannot fall on them. */
function leadingResults({ manager }: History): number {
  const messages = manager.buildSessionContext().messages.filter(({ role }) => isConversation(role));
  const next = messages.slice(1).findIndex(({ role }) => role !== "toolResult");
  return next === -1 ? messages.length : next;
}
