import fc from "fast-check";
import type { SessionEntry } from "@relay-harness/protocol";
import { assistant, user } from "./fixtures.test.ts";
import type { SessionManager } from "./sessionManager.ts";

/** Sessions for property tests: steps that anybody could take. */

/** One step of a session; `at` picks an entry by its share of the list. */
export type Step =
  | {
      kind: "user" | "assistant" | "system" | "toolResult" | "custom_message" | "custom" | "name";
      text: string;
    }
  | { kind: "label" | "edit"; at: number; text: string | null }
  | { kind: "compact"; at: number | null }
  | { kind: "branch"; at: number }
  | { kind: "reset" }
  | { kind: "summary"; at: number };

export const share = fc.double({ min: 0, max: 0.999, noNaN: true });
export const text = fc.string({ maxLength: 8, unit: "grapheme" });
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "user" as const,
        "assistant" as const,
        "system" as const,
        "toolResult" as const,
        "custom_message" as const,
        "custom" as const,
        "name" as const,
      ),
      text,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("label" as const, "edit" as const),
      at: share,
      text: fc.option(text),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("compact" as const), at: fc.option(share) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("branch" as const), at: share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("summary" as const), at: share }) },
  { weight: 1, arbitrary: fc.constant({ kind: "reset" as const }) },
);

function pick(entries: readonly SessionEntry[], at: number): SessionEntry | undefined {
  return entries[Math.floor(at * entries.length)];
}

export function run(session: SessionManager, action: Step): void {
  switch (action.kind) {
    case "user":
      session.appendMessage(user(action.text));
      return;
    case "assistant":
      session.appendMessage(assistant(action.text));
      return;
    case "system":
      session.appendMessage({ role: "system", content: "", sections: { note: action.text }, timestamp: 3 });
      return;
    case "toolResult":
      session.appendMessage({
        role: "toolResult",
        toolCallId: "c",
        toolName: "read",
        content: [{ type: "text", text: action.text }],
        isError: false,
        timestamp: 4,
      });
      return;
    case "custom_message":
      session.appendCustomMessageEntry("kind", action.text, true);
      return;
    case "custom":
      session.appendCustomEntry("kind", { value: action.text });
      return;
    case "name":
      session.appendSessionInfo(action.text);
      return;
    case "label": {
      const target = pick(session.getEntries(), action.at);
      if (target) session.appendLabelChange(target.id, action.text ?? undefined);
      return;
    }
    case "edit": {
      const target = pick(session.getBranch(), action.at);
      if (target) session.appendContextEdit(target.id, action.text);
      return;
    }
    case "compact": {
      const kept = action.at === null ? undefined : pick(session.getBranch(), action.at);
      session.appendCompaction("sum", kept?.id ?? null, 100);
      return;
    }
    case "branch": {
      const target = pick(session.getEntries(), action.at);
      if (target) session.branch(target.id);
      return;
    }
    case "summary": {
      const target = pick(session.getEntries(), action.at);
      if (target) session.branchWithSummary(target.id, "left");
      return;
    }
    case "reset":
      session.resetLeaf();
  }
}
