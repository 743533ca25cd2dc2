import type { AuthorizationAnswer, AuthorizationRequest } from "@relay-harness/agent-core/harness";
import type { AskLine } from "./commands/lineCommand.ts";

/** Asks about one command with a line. Anything but a clear yes is no; words behind a no go to the model. */
export async function authorizeByLine(
  ask: AskLine,
  { title, message, context }: AuthorizationRequest,
): Promise<AuthorizationAnswer> {
  const session = context.allowSession ? ", s: allow it for this session" : "";
  const choices = `y: run it once${session}, anything else: no, with your reason > `;
  const answer = await ask(`${title}\n${message}\n${choices}`, { isFresh: true });
  if (answer === undefined) return { decision: "unanswered" };
  const text = answer.trim();
  const word = text.toLowerCase();
  if (word === "y" || word === "yes") return { decision: "allow" };
  if (context.allowSession && (word === "s" || word === "session")) return { decision: "allow-session" };
  const isPlain = word === "" || word === "n" || word === "no";
  return { decision: "deny", ...(!isPlain && { reason: text }) };
}
