import type { ChatHandlers } from "../chatContext.ts";

const verifyPrompt = "Verify the last change: run the check that covers it, and report what it showed.";

/** The record of a turn: what it changed and whether it was checked. */
export const reviewHandlers = {
  "diff/open": async ({ toolCallId }, { session, review }) => {
    await review.openDiff(session, toolCallId);
    return null;
  },
  "turn/review": async ({ entryId }, { session, review }) => {
    await review.reviewTurn(session, entryId);
    return null;
  },
  "turn/revert": ({ entryId, paths }, { session, review }) => review.revertTurn(session, entryId, paths),
  "turn/revertTo": ({ entryId }, { session, review }) => review.revertTo(session, entryId),
  "rule/undo": async ({ ruleId }, { session }) => {
    await session.request({ type: "harness_retract", ruleId });
    return null;
  },
  "edits/allow": async (_params, { session }) => {
    await session.request({ type: "harness_allow_edits" });
    return null;
  },
  "evidence/runCheck": ({ command }, { session }) =>
    session.request({ type: "harness_run_check", ...(command !== undefined && { command }) }),
  "evidence/ask": async (_params, { session }) => {
    await session.request({ type: "prompt", message: verifyPrompt, streamingBehavior: "followUp" });
    return null;
  },
} satisfies Partial<ChatHandlers>;
