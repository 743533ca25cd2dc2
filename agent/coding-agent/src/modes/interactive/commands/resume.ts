import { pickStoredSession } from "../sessionPicker.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { openElsewhere } from "./openElsewhere.ts";
import { screenOf } from "./screenOf.ts";

export async function resumeSession(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, signal, showSession } = context;
  const chosen = await pickStoredSession({
    sessions: await runtime.storedSessions(),
    screen: screenOf(context),
    signal,
    cwd: runtime.session.sessionManager.getCwd(),
  });
  if (!chosen) return;
  if (chosen.isOpen) return transcript.line("That session is open already.");
  const open = (cwdOverride?: string): Promise<{ cancelled: boolean }> =>
    runtime.switchSession(chosen.path, { cwdOverride });
  if (await openElsewhere(context, chosen.path, open)) showSession();
}
