import type { DialogBroker } from "../dialogs.ts";
import type { HarnessClient } from "./sessionHarness.ts";

/** Asks and warns through a client's dialogs (harness.md §3.4). */
export function dialogHarness(dialogs: DialogBroker): HarnessClient {
  return {
    authorize: async ({ title, message, context, cwd, signal }) => {
      const { withTargetFacts } = await import("./targetFacts.ts");
      const targets = await withTargetFacts(context.targets, cwd, signal);
      const answer = await dialogs.authorize(title, message, { context: { ...context, targets }, signal });
      if (!answer) return { decision: "unanswered" };
      if (!answer.confirmed) return { decision: "deny", reason: answer.reason };
      return { decision: answer.remember === "session" ? "allow-session" : "allow" };
    },
    warn: (text) => dialogs.notify(text, "warning"),
  };
}
