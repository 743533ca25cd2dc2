import type { LineCommandContext } from "./lineCommand.ts";

export async function nameSession({ runtime, transcript, argument }: LineCommandContext): Promise<void> {
  const { session } = runtime;
  if (argument !== "") await session.setSessionName(argument);
  const name = session.sessionName?.replace(/\s+/g, " ");
  transcript.line(
    name === undefined ? "This session has no name. Give it one: /name <name>" : `Session: ${name}`,
  );
}
