import type { ChatState } from "@relay-harness/protocol/webview";
import type { ContextReport } from "@relay-harness/protocol";
import { check, evidence, harnessState } from "./harnessStates.ts";
import { usual } from "./sceneParts.ts";

/** What the Harness panel shows. */
export const panelState: Partial<ChatState> = {
  ...usual,
  session: { id: "s1", cwd: "/work/harbor", title: "Fix the flaky retry test", hasMessages: true },
  context: { tokens: 76_200, contextWindow: 200_000, percent: 38 },
  harness: harnessState({
    evidence: {
      ...evidence,
      checks: [check, { ...check, command: "npm run check | tail -3", result: "masked", why: "pipe" }],
    },
  }),
  turns: [
    ...["e0000001", "e0000003", "e0000004", "e0000005"].map((entryId) => ({
      entryId,
      files:
        entryId === "e0000001"
          ? [change("src/queue.ts", 18, 4), change("src/retry.ts", 30, 8), change("src/clock.ts", 0, 0)]
          : [],
    })),
  ],
};

export function change(
  path: string,
  added: number,
  removed: number,
): ChatState["turns"][number]["files"][number] {
  return { path, kind: "modified", added, removed, source: "tool", canRevert: true, isReverted: false };
}

export const contextReport: ContextReport = {
  tokens: 76_200,
  contextWindow: 200_000,
  breakdown: {
    system: 10_000,
    tools: 8_300,
    verbatim: 31_200,
    stubbed: 2_000,
    digest: 2_600,
    summary: 22_100,
    other: 0,
  },
};
