import type { PendingCall, TurnState } from "./alignmentPolicy.ts";

/** What the model reads when its edit waits (harness.md §4). */
export const questionText =
  "[harness:question] Not applied: the developer's message only asks a question. Answer it first and propose the change; edit after the developer agrees.";

/** The first call that would change the project while the developer only asks; once per message. */
export function asksBeforeEditing(turn: TurnState, call: PendingCall): boolean {
  if (turn.kind !== "question" || turn.editBlocked || turn.editsAllowed) return false;
  const { kind, path, analysis } = call.effect;
  if (kind === "edit") return path === undefined || !call.isTemporary(path);
  return analysis?.changes.some((changed) => changed === "*" || !call.isTemporary(changed)) ?? false;
}
