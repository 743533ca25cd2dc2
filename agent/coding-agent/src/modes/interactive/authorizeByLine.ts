import type { AuthorizationAnswer, AuthorizationRequest } from "@relay-harness/agent-core/harness";
import type { AskLine } from "./commands/lineCommand.ts";
import type { Transcript } from "./transcript.ts";

/** Asks about one command with a line. Anything but a clear yes is no; words behind a no go to the model. */
export async function authorizeByLine(
  ask: AskLine,
  transcript: Pick<Transcript, "line">,
  { title, message, context }: AuthorizationRequest,
): Promise<AuthorizationAnswer> {
  transcript.line(`${title}\n${message}`);
  const session = context.allowSession ? ", s: allow it for this session" : "";
  const answer = await ask(`y: run it once${session}, anything else: no, with your reason > `);
  if (answer === undefined) return { decision: "unanswered" };
  const text = answer.trim();
  const word = text.toLowerCase();
  if (word === "y" || word === "yes") return { decision: "allow" };
  if (context.allowSession && (word === "s" || word === "session")) return { decision: "allow-session" };
  const isPlain = word === "" || word === "n" || word === "no";
  return { decision: "deny", ...(!isPlain && { reason: text }) };
}
