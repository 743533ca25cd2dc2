import { RefusalError } from "../../../session/errors.ts";
import { harnessOffText } from "../../../session/harness/harnessSettings.ts";
import type { SessionHarness } from "../../../session/harness/sessionHarness.ts";
import type { HandlerContext, Handlers } from "./handler.ts";

/** The harness: what it knows, and what the user decides about it. */
export const harnessHandlers: Handlers<
  "get_harness" | "harness_retract" | "harness_allow_edits" | "harness_run_check"
> = {
  get_harness: (_, context) => harnessOf(context).inspect(),
  harness_retract: async ({ ruleId }, context) => {
    // rpc-additions.md §3 names the rule by `id`, which is the record's own; clients that count their records
    // cannot choose that one.
    const id = ruleId ?? String(context.id ?? "");
    if (await harnessOf(context).retract(id)) return undefined;
    throw new RefusalError("invalid_input", `No active rule ${id}`);
  },
  harness_allow_edits: (_, context) =>
    harnessOf(context)
      .allowEdits()
      .then(() => undefined),
  harness_run_check: ({ command }, context) =>
    harnessOf(context).runCheck(command, (chosen) =>
      context.session.executeBash(chosen, undefined, { id: context.id, isUnrecorded: true }),
    ),
};

function harnessOf({ session }: HandlerContext): SessionHarness {
  if (session.harnessCore) return session.harnessCore;
  throw new RefusalError("invalid_input", harnessOffText);
}
